"""Which document replaces which, in the store: derived links, and what people ruled on them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg.rows import class_row
from psycopg.types.json import Jsonb

from sleuth.errors import UserError
from sleuth.findings.versions import Proposal
from sleuth.store.names import storable
from sleuth.store.portraits import unrelate
from sleuth.store.projects import lock_project
from sleuth.store.rulings import Ruling, author, rule, rulings, withdraw


@dataclass(frozen=True, slots=True)
class Version:
    """A link from a newer document to the older one that it replaces."""

    id: int
    newer: int
    older: int
    newer_name: str
    older_name: str
    fingerprint: str
    reason: str
    evidence: Mapping[str, Any]  # kind, text; page, start and end of a quote in the newer document
    certain: bool
    status: str  # proposed, confirmed, rejected


def sync_versions(connection: psycopg.Connection, project_id: int, proposals: Sequence[Proposal]) -> set[int]:
    """Make these the links of a project, as far as nobody ruled otherwise; the documents that a change touches."""
    before = {(v.newer, v.older): v for v in list_versions(connection, project_id)}
    ruled = rulings(connection, project_id, "version")
    rows = connection.execute("SELECT id, content_hash FROM documents WHERE project_id = %s", (project_id,))
    hashes: dict[int, str] = dict(rows.fetchall())
    touched: set[int] = set()
    wanted: set[tuple[int, int]] = set()
    for p in proposals:
        wanted.add((p.newer, p.older))
        ruling = ruled.get(_fingerprint(hashes[p.newer], hashes[p.older]))
        status = ruling.verdict if ruling else "confirmed" if p.certain else "proposed"
        known = before.get((p.newer, p.older))
        if known is None or (known.status, known.reason, known.certain) != (status, p.reason, p.certain):
            _put(connection, project_id, p, status)
            if known is None or known.status != status:
                touched |= {p.newer, p.older}
    for gone in before.keys() - wanted:
        connection.execute("DELETE FROM supersessions WHERE id = %s", (before[gone].id,))
        touched |= set(gone)
    return touched


def _put(connection: psycopg.Connection, project_id: int, p: Proposal, status: str) -> None:
    place = dict(zip(("page", "start", "end"), p.evidence.span, strict=True)) if p.evidence.span else {}
    connection.execute(
        """
        INSERT INTO supersessions (project_id, newer, older, reason, evidence, certain, status)
        VALUES (%s, %s, %s, %s, %s, %s, %s) ON CONFLICT (newer, older) DO UPDATE SET
            reason = excluded.reason, evidence = excluded.evidence, certain = excluded.certain, status = excluded.status
        """,
        (
            project_id, p.newer, p.older, storable(p.reason),
            Jsonb({"kind": p.evidence.kind, "text": storable(p.evidence.text)} | place), p.certain, status,
        ),
    )  # fmt: skip


def _fingerprint(newer: str, older: str) -> str:
    return f"{newer}>{older}"


def list_versions(connection: psycopg.Connection, project_id: int, version_id: int | None = None) -> list[Version]:
    """The links of a project, by the newer document's name; or one of them."""
    with connection.cursor(row_factory=class_row(Version)) as cursor:
        return cursor.execute(
            """
            SELECT supersessions.id, newer, older, n.filename AS newer_name, o.filename AS older_name, reason, evidence,
                   n.content_hash || '>' || o.content_hash AS fingerprint, certain, supersessions.status
            FROM supersessions JOIN documents AS n ON n.id = newer JOIN documents AS o ON o.id = older
            WHERE supersessions.project_id = %(project)s AND (%(id)s::bigint IS NULL OR supersessions.id = %(id)s)
            ORDER BY n.filename, supersessions.id
            """,
            {"project": project_id, "id": version_id},
        ).fetchall()


def replaced(connection: psycopg.Connection, project_id: int, document_ids: Sequence[int]) -> dict[int, int]:
    """Which of these documents another of them replaces: older → newer, by the links that are certain or confirmed."""
    rows = connection.execute(
        """
        SELECT older, newer FROM supersessions
        WHERE project_id = %s AND status = 'confirmed' AND older = ANY(%s) AND newer = ANY(%s) ORDER BY newer
        """,
        (project_id, list(document_ids), list(document_ids)),
    )
    return dict(rows.fetchall())


def rule_version(
    connection: psycopg.Connection, project_id: int, version_id: int, verdict: str, by_whom: str, why: str = ""
) -> Version:
    """Say that a link is "confirmed" or "rejected". What follows from it is derived when relations next are."""
    with connection.transaction():
        lock_project(connection, project_id)
        version = _load(connection, project_id, version_id)
        rule(connection, project_id, "version", [version.fingerprint], verdict, author(by_whom), why)
        return _become(connection, project_id, version, verdict)


def undo_version(connection: psycopg.Connection, project_id: int, version_id: int) -> Version:
    """Withdraw what a person ruled on a link. Raises UserError where nobody has."""
    with connection.transaction():
        lock_project(connection, project_id)
        version = _load(connection, project_id, version_id)
        if not withdraw(connection, project_id, "version", [version.fingerprint]):
            raise UserError(f"nobody has ruled on version {version_id}: there is nothing to undo.")
        return _become(connection, project_id, version, "confirmed" if version.certain else "proposed")


def version_rulings(connection: psycopg.Connection, project_id: int) -> dict[str, Ruling]:
    """Who ruled what on links, by fingerprint."""
    return rulings(connection, project_id, "version")


def _load(connection: psycopg.Connection, project_id: int, version_id: int) -> Version:
    found = list_versions(connection, project_id, version_id)
    if not found:
        raise UserError(f"there is no version {version_id} in this project. `sleuth versions` lists them.")
    return found[0]


def _become(connection: psycopg.Connection, project_id: int, version: Version, status: str) -> Version:
    connection.execute("UPDATE supersessions SET status = %s WHERE id = %s", (status, version.id))
    unrelate(connection, [version.newer, version.older])
    return _load(connection, project_id, version.id)
