"""What happened in a project, and when: what it held at any moment, and up to when somebody was told of changes.

Triggers write it down as documents, versions and relations come, change and go (migration 0050). It holds names of
documents, hashes and places, and no text: what is removed leaves its name here and nothing of its content.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

import psycopg

from sleuth.errors import UserError
from sleuth.store.ledger.findings import StoredFinding, load_findings
from sleuth.store.rows import column, records

Print = str  # of a finding: where in which bytes it stands, and as what it was read
_OF_HASH = 64  # characters of a print that are the document's hash


@dataclass(frozen=True, slots=True)
class DocumentThen:
    """A document as it was at a moment."""

    id: int
    state: str  # live, replaced, gone
    content_hash: str
    name: str
    at: datetime  # since when


@dataclass(frozen=True, slots=True)
class Run:
    """One time that somebody asked what changed."""

    id: int
    since: datetime  # exclusive
    until: datetime  # inclusive


def moment(connection: psycopg.Connection) -> datetime:
    """The time by the server's clock: that by which everything that happened is dated."""
    found: datetime
    (found,) = column(connection, "SELECT clock_timestamp()")
    return found


def documents_at(connection: psycopg.Connection, project_id: int, at: datetime) -> list[DocumentThen]:
    """Every document that the project held at a moment or had held before, as it was then."""
    return records(
        connection,
        DocumentThen,
        """
        SELECT DISTINCT ON (subject) subject AS id, state, one AS content_hash, name, at FROM happenings
        WHERE project_id = %s AND kind = 'document' AND at <= %s ORDER BY subject, happenings.id DESC
        """,
        (project_id, at),
    )


def pairs_at(connection: psycopg.Connection, project_id: int, kind: str, at: datetime) -> dict[tuple[str, str], str]:
    """What was related at a moment, with its state then: of "version" two hashes, of relations two prints."""
    rows = connection.execute(
        """
        SELECT one, other, state FROM (
            SELECT DISTINCT ON (subject) one, other, state FROM happenings
            WHERE project_id = %s AND kind = %s AND at <= %s ORDER BY subject, happenings.id DESC
        ) AS latest WHERE state <> 'gone'
        """,
        (project_id, kind, at),
    ).fetchall()
    return {(one, other): state for one, other, state in rows}


def prints_of(connection: psycopg.Connection, finding_ids: Collection[int]) -> dict[int, Print]:
    """The prints of findings, by number."""
    rows = connection.execute("SELECT id, finding_print(id) FROM unnest(%s::bigint[]) AS id", (list(finding_ids),))
    return dict(rows.fetchall())


def hash_in(print_: Print) -> str:
    """The hash of the document that a finding's print is of."""
    return print_[:_OF_HASH]


def findings_by_print(
    connection: psycopg.Connection, project_id: int, prints: Collection[Print]
) -> dict[Print, StoredFinding]:
    """The findings that the project still holds of these prints, also of documents that were replaced."""
    rows = connection.execute(
        """
        SELECT finding_print(findings.id), findings.id FROM findings JOIN documents ON documents.id = document_id
        WHERE findings.project_id = %s AND content_hash = ANY(%s) AND finding_print(findings.id) = ANY(%s)
        ORDER BY findings.id
        """,
        (project_id, sorted({hash_in(one) for one in prints}), list(prints)),
    ).fetchall()
    ids: dict[Print, int] = dict(rows)
    found = {finding.id: finding for finding in load_findings(connection, project_id, sorted(ids.values()))}
    return {one: found[number] for one, number in ids.items()}


def record_run(connection: psycopg.Connection, project_id: int, since: datetime, until: datetime) -> Run:
    """Keep that somebody was told what changed between two moments."""
    (run,) = records(
        connection,
        Run,
        "INSERT INTO change_runs (project_id, since, until) VALUES (%s, %s, %s) RETURNING id, since, until",
        (project_id, since, until),
    )
    return run


def last_run(connection: psycopg.Connection, project_id: int) -> Run | None:
    """The newest run of a project; None before the first."""
    found = _runs(connection, project_id, None)
    return found[0] if found else None


def load_run(connection: psycopg.Connection, project_id: int, run_id: int) -> Run:
    """One run. Raises UserError, with those there are, for an unknown one."""
    found = _runs(connection, project_id, run_id)
    if not found:
        known = ", ".join(f"{run.id} of {run.until:%Y-%m-%d}" for run in _runs(connection, project_id, None)[:5])
        raise UserError(f"there is no run {run_id} of this project; there is {known or 'none yet'}. Or give a date.")
    return found[0]


def _runs(connection: psycopg.Connection, project_id: int, run_id: int | None) -> list[Run]:
    return records(
        connection,
        Run,
        """
        SELECT id, since, until FROM change_runs
        WHERE project_id = %(project)s AND (%(run)s::bigint IS NULL OR id = %(run)s) ORDER BY id DESC
        """,
        {"project": project_id, "run": run_id},
    )


def beginning(connection: psycopg.Connection, project_id: int) -> datetime:
    """When the project was made."""
    found: datetime
    (found,) = column(connection, "SELECT created_at FROM projects WHERE id = %s", (project_id,))
    return found
