"""What people ruled on versions, conflicts and findings, by content: it binds again when a document comes back."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

import psycopg

from sleuth.errors import UserError
from sleuth.evidence.source import Span
from sleuth.store.names import storable
from sleuth.store.rows import records, scalar


@dataclass(frozen=True, slots=True)
class Ruling:
    """One ruling in force."""

    subject: str  # "version", "conflict" or "finding"
    fingerprint: str
    verdict: str  # confirmed, rejected, explained, dismissed
    by_whom: str
    why: str
    at: datetime


def rule(
    connection: psycopg.Connection,
    project_id: int,
    subject: str,
    fingerprints: Iterable[str],
    verdict: str,
    by_whom: str,
    why: str = "",
) -> None:
    """Record a ruling; it takes the place of an earlier one on the same, which stays readable."""
    with connection.transaction():
        wanted = list(fingerprints)
        withdraw(connection, project_id, subject, wanted)
        connection.execute(
            """
            INSERT INTO rulings (project_id, subject, fingerprint, verdict, by_whom, why)
            SELECT %s, %s, fingerprint, %s, %s, %s FROM unnest(%s::text[]) AS fingerprint
            """,
            (project_id, subject, verdict, storable(by_whom), storable(why), wanted),
        )


def withdraw(connection: psycopg.Connection, project_id: int, subject: str, fingerprints: Iterable[str]) -> int:
    """Undo the rulings on these; how many were in force."""
    return connection.execute(
        """
        UPDATE rulings SET withdrawn = now()
        WHERE project_id = %s AND subject = %s AND fingerprint = ANY(%s) AND withdrawn IS NULL
        """,
        (project_id, subject, list(fingerprints)),
    ).rowcount


def rulings(connection: psycopg.Connection, project_id: int, subject: str) -> dict[str, Ruling]:
    """The rulings in force, by fingerprint."""
    found = records(
        connection,
        Ruling,
        """
        SELECT subject, fingerprint, verdict, by_whom, why, at FROM rulings
        WHERE project_id = %s AND subject = %s AND withdrawn IS NULL
        """,
        (project_id, subject),
    )
    return {ruling.fingerprint: ruling for ruling in found}


def finding_prints(connection: psycopg.Connection, finding_ids: Collection[int]) -> dict[int, str]:
    """Findings by content, as sides of a conflict: where in which bytes they stand, and what they are of."""
    return dict(
        connection.execute(
            """
            SELECT findings.id, concat_ws(':', content_hash, page, start, "end", metric) FROM findings
            JOIN documents ON documents.id = document_id WHERE findings.id = ANY(%s)
            """,
            (list(finding_ids),),
        ).fetchall()
    )


def pair_print(one: str, other: str) -> str:
    """The fingerprint of two findings that contradict each other, in either order."""
    return "|".join(sorted((one, other)))


def misreading(content_hash: str, span: Span, metric: str, made_by: str) -> str:
    """The fingerprint of a finding that is wrong: where in which bytes, taken for what, by which rule."""
    return "\t".join((content_hash, *map(str, span), made_by, metric))


def misreadings(connection: psycopg.Connection, project_id: int, document_id: int) -> set[tuple[Span, str, str]]:
    """What people rejected in a document's content, now or when it was here before: place, metric and rule."""
    content_hash = scalar(connection, "SELECT content_hash FROM documents WHERE id = %s", (document_id,))
    return misread_content(connection, project_id, content_hash) if content_hash else set()


def misread_content(connection: psycopg.Connection, project_id: int, content_hash: str) -> set[tuple[Span, str, str]]:
    """The same for bytes that may be no document of the project (yet)."""
    rows = connection.execute(
        """
        SELECT fingerprint FROM rulings
        WHERE project_id = %s AND subject = 'finding' AND verdict = 'rejected' AND withdrawn IS NULL
        AND starts_with(fingerprint, %s || E'\t')
        """,
        (project_id, content_hash),
    )
    found = set()
    for (fingerprint,) in rows:
        _, page, start, end, made_by, metric = fingerprint.split("\t", 5)
        found.add((Span(int(page), int(start), int(end)), metric, made_by))
    return found


def require_reason(why: str) -> None:
    """Raises UserError where somebody rules without saying why."""
    if not why.strip():
        raise UserError("say why, with --why: the next reader will ask.")


def author(name: str) -> str:
    """Who rules. Raises UserError for nobody."""
    if not name.strip():
        raise UserError("a ruling needs a name. Give one with --by NAME.")
    return name.strip()
