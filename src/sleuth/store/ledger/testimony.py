"""A finding as a witness would be heard: its words in the page, its history, and what speaks for and against it."""

from dataclasses import dataclass

import psycopg

from sleuth.store.ledger.findings import Change, StoredFinding, finding_history, load_finding, load_findings
from sleuth.store.ledger.relations import Relation, chain_of, relations_of
from sleuth.store.rows import scalar

_AROUND = 240  # characters of the page on either side


@dataclass(frozen=True, slots=True)
class Testimony:
    """All that is known of a finding."""

    finding: StoredFinding
    before: str  # the page's text up to the value …
    stated: str  # … the value as it stands there …
    after: str  # … and what follows
    chain: tuple[StoredFinding, ...]  # the figure through the versions of its document, from the oldest
    changes: tuple[Change, ...]
    relations: tuple[tuple[Relation, StoredFinding], ...]  # each with the finding at its other end
    replaced_by: str | None  # the document that replaces the finding's own


def hear(connection: psycopg.Connection, project_id: int, finding_id: int) -> Testimony:
    """Hear a finding. Raises UserError where the project has none of this number."""
    finding = load_finding(connection, project_id, finding_id)
    text = _page_text(connection, finding)
    related = relations_of(connection, finding_id)
    ends = [r.target if r.source == finding_id else r.source for r in related]
    others = {other.id: other for other in load_findings(connection, project_id, ends)}
    return Testimony(
        finding,
        text[max(0, finding.start - _AROUND) : finding.start],
        text[finding.start : finding.end],
        text[finding.end : finding.end + _AROUND],
        tuple(chain_of(connection, project_id, finding_id)),
        tuple(finding_history(connection, project_id, finding_id)),
        tuple((relation, others[end]) for relation, end in zip(related, ends, strict=True)),
        _replaced_by(connection, finding.document_id),
    )


def _page_text(connection: psycopg.Connection, finding: StoredFinding) -> str:
    return (
        scalar(
            connection,
            "SELECT text FROM pages WHERE document_id = %s AND number = %s",
            (finding.document_id, finding.page),
        )
        or ""
    )


def _replaced_by(connection: psycopg.Connection, document_id: int) -> str | None:
    return scalar(
        connection,
        """
        SELECT filename FROM supersessions JOIN documents ON documents.id = newer
        WHERE older = %s AND supersessions.status = 'confirmed'
        """,
        (document_id,),
    )
