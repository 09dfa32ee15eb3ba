"""Which document replaces which, in the store: derived links, and what people ruled on them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from sleuth.errors import UserError
from sleuth.findings.versions import Proposal
from sleuth.store.documents.documents import Document
from sleuth.store.ledger.portraits import unrelate
from sleuth.store.ledger.rulings import Ruling, author, require_reason, rule, rulings, withdraw
from sleuth.store.names import storable
from sleuth.store.projects import lock_project
from sleuth.store.rows import records


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
    hashes = _hashes(connection, project_id)
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


def _hashes(connection: psycopg.Connection, project_id: int) -> dict[int, str]:
    rows = connection.execute("SELECT id, content_hash FROM documents WHERE project_id = %s", (project_id,))
    return dict(rows.fetchall())


def _fingerprint(newer: str, older: str) -> str:
    return f"{newer}>{older}"


def list_versions(connection: psycopg.Connection, project_id: int, version_id: int | None = None) -> list[Version]:
    """The links of a project, by the newer document's name; or one of them."""
    return records(
        connection,
        Version,
        """
        SELECT supersessions.id, newer, older, n.filename AS newer_name, o.filename AS older_name, reason, evidence,
               n.content_hash || '>' || o.content_hash AS fingerprint, certain, supersessions.status
        FROM supersessions JOIN documents AS n ON n.id = newer JOIN documents AS o ON o.id = older
        WHERE supersessions.project_id = %(project)s AND (%(id)s::bigint IS NULL OR supersessions.id = %(id)s)
        ORDER BY n.filename, supersessions.id
        """,
        {"project": project_id, "id": version_id},
    )


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


def ruled_pairs(connection: psycopg.Connection, project_id: int) -> tuple[list[tuple[int, int]], set[tuple[int, int]]]:
    """The pairs (newer, older) of documents that people confirmed, the latest ruling first, and those they rejected."""
    rows = connection.execute(
        """
        SELECT verdict, n.id, o.id FROM rulings
        JOIN documents AS n ON n.project_id = rulings.project_id AND n.content_hash = split_part(fingerprint, '>', 1)
        JOIN documents AS o ON o.project_id = rulings.project_id AND o.content_hash = split_part(fingerprint, '>', 2)
        WHERE rulings.project_id = %s AND subject = 'version' AND withdrawn IS NULL AND n.id <> o.id
        ORDER BY at DESC, rulings.id DESC
        """,
        (project_id,),
    ).fetchall()
    confirmed = [(newer, older) for verdict, newer, older in rows if verdict == "confirmed"]
    return confirmed, {(newer, older) for verdict, newer, older in rows if verdict == "rejected"}


def set_version(
    connection: psycopg.Connection, project_id: int, newer: Document, older: Document, by_whom: str, why: str
) -> None:
    """Say that one document replaces another, whatever was proposed or ruled before; the reverse is then rejected.

    Raises UserError without a reason, for one and the same document, or where rulings would close a circle.
    """
    require_reason(why)
    if newer.id == older.id:
        raise UserError(f"{newer.filename} cannot replace itself. Name two documents.")
    with connection.transaction():
        lock_project(connection, project_id)
        confirmed, _ = ruled_pairs(connection, project_id)
        reverse = (older.id, newer.id)
        _refuse_circle(newer, older, [pair for pair in confirmed if pair != reverse and pair[1] != older.id])
        hashes = _hashes(connection, project_id)
        others = [pair for pair in confirmed if pair[1] == older.id and pair[0] != newer.id]
        withdraw(connection, project_id, "version", [_fingerprint(hashes[n], hashes[o]) for n, o in others])
        back = _fingerprint(older.content_hash, newer.content_hash)
        rule(connection, project_id, "version", [back], "rejected", author(by_whom), why)
        wanted = _fingerprint(newer.content_hash, older.content_hash)
        rule(connection, project_id, "version", [wanted], "confirmed", author(by_whom), why)
        unrelate(connection, [newer.id, older.id])


def _refuse_circle(newer: Document, older: Document, confirmed: Sequence[tuple[int, int]]) -> None:
    """Raise UserError where the newer document is, by what people ruled, itself replaced by the older one."""
    followers = {replaced_one: follower for follower, replaced_one in reversed(confirmed)}
    at, seen = newer.id, {newer.id}
    while at in followers and followers[at] not in seen:
        at = followers[at]
        seen.add(at)
    if older.id in seen:
        raise UserError(
            f"{newer.filename} is itself replaced by {older.filename}, over other documents, by what was ruled before. "
            "`sleuth versions` lists the rulings; --undo one of them first."
        )


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
