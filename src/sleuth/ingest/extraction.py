"""Reading documents for findings, as a step of adding them, and again when the rules have changed."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import psycopg

from sleuth.config import Settings
from sleuth.errors import UserError
from sleuth.evidence.source import Source, Span
from sleuth.evidence.withheld import withhold_from
from sleuth.findings.finding import Finding
from sleuth.findings.profile import Profile, profile
from sleuth.findings.tables.extraction import read_tables
from sleuth.findings.tables.reconcile import reconciled
from sleuth.findings.text.facts import fact_findings
from sleuth.findings.text.instructions import instruction_findings, instruction_spans
from sleuth.findings.text.matters import matter_findings
from sleuth.findings.text.prose import prose_findings
from sleuth.findings.text.stated import stated_findings
from sleuth.language.metrics import Lexicon, default_lexicon, extended_lexicon
from sleuth.store.documents.documents import load_document, load_source
from sleuth.store.ledger.findings import save_findings, unread_documents
from sleuth.store.ledger.rulings import misreadings

_RULES = "121"  # raise it when the rules change: documents that older rules read are then read again


@dataclass(frozen=True, slots=True)
class Extracted:
    """What a source states, and what it says of itself."""

    about: Profile
    findings: tuple[Finding, ...]


def extract(
    source: Source, language: str, settings: Settings, misread: Collection[tuple[Span, str, str]] = ()
) -> Extracted:
    """Read a source for findings; pure but for the user's list of metrics (`metrics_file`).

    What is instruction-like becomes a finding of its own kind, and nothing else is read from it, unless a person
    rejected it as `misread`: places, metrics and rules.
    """
    flagged = instruction_findings(source)
    source = withhold_from(source, instruction_spans(flagged, misread))
    about, lexicon = profile(source, language), _lexicon(settings)
    found = [
        *flagged,
        *reconciled(read_tables(source, about, lexicon), prose_findings(source, about, lexicon)),
        *fact_findings(source, about),
        *matter_findings(source, about),
        *stated_findings(source, about, lexicon),
    ]
    return Extracted(about, tuple(sorted(found, key=lambda finding: finding.span)))


def rules(settings: Settings) -> str:
    """What findings were read by: our rules, and the user's list of metrics."""
    own = settings.metrics_file
    return _RULES if own is None else f"{_RULES}+{sha256(_text(own).encode()).hexdigest()[:16]}"


def _lexicon(settings: Settings) -> Lexicon:
    own = settings.metrics_file
    return default_lexicon() if own is None else _extended(_text(own), str(own))


@lru_cache(maxsize=4)
def _extended(text: str, filename: str) -> Lexicon:
    return extended_lexicon(text, filename)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: the list of metrics cannot be read ({error}). Mend SLEUTH_METRICS_FILE.") from error


def keep(
    connection: psycopg.Connection, project_id: int, document_id: int, extracted: Extracted, settings: Settings
) -> None:
    """Store what was extracted; a document that these rules have read keeps its findings."""
    if document_id in unread_documents(connection, project_id, rules(settings)):
        save_findings(connection, project_id, document_id, extracted.findings, rules(settings), extracted.about.date)


def catch_up(connection: psycopg.Connection, project_id: int, settings: Settings) -> int:
    """Read the documents that were added before these rules; how many there were."""
    unread = unread_documents(connection, project_id, rules(settings))
    for document_id in unread:
        source, language = load_source(connection, document_id), load_document(connection, document_id).language
        misread = misreadings(connection, project_id, document_id)
        keep(connection, project_id, document_id, extract(source, language, settings, misread), settings)
        connection.commit()
    return len(unread)
