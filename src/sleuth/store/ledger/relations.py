"""Relations between findings, in the store: what supersedes, contradicts and supports what."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import psycopg

from sleuth.findings.compared.comparison import Comparison
from sleuth.store.ledger.findings import StoredFinding, load_findings
from sleuth.store.ledger.rulings import Ruling, finding_prints, pair_print, rulings
from sleuth.store.names import storable
from sleuth.store.rows import column, records

_FEW = 20_000  # findings that are looked up one by one
SLEUTH = "sleuth"  # who marks what is derived
SELECT_RELATIONS = "SELECT id, kind, source, target, reason, status, explanation FROM relations"


class Edge(NamedTuple):
    """A relation to be kept."""

    kind: str
    basis: str  # what it is derived from: "version", "restatement" or "comparison"
    source: int
    target: int
    reason: str
    explanation: str = ""


def edges_of(found: Comparison[object]) -> list[Edge]:
    """What comparing figures or terms brought to light, as relations."""
    conflicting = (pair for conflict in found.conflicts for pair in conflict.pairs)
    return [
        *(Edge("CONTRADICTS", "comparison", p.one, p.other, p.reason, p.explanation) for p in conflicting),
        *(Edge("SUPERSEDES", "restatement", p.one, p.other, p.reason) for p in found.restatements),
        *(Edge("SUPPORTS", "comparison", p.one, p.other, p.reason) for p in found.supports),
    ]


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation as kept, seen from anywhere."""

    id: int
    kind: str
    source: int
    target: int
    reason: str
    status: str  # standing; of contradictions open, explained or dismissed
    explanation: str


def sync_relations(
    connection: psycopg.Connection, project_id: int, edges: Iterable[Edge], basis: Sequence[str], scope: Collection[int]
) -> None:
    """Make these the relations on some basis whose source or target is among the findings `scope`.

    Edges between other findings are brought up to date too; what else these are related to stays.
    """
    wanted = {(edge.kind, edge.source, edge.target): edge for edge in edges}
    ends = {i for key in wanted for i in key[1:]}
    known = {(r.kind, r.source, r.target): r for r in _kept(connection, project_id, basis, ends.union(scope))}
    within = frozenset(scope)
    gone = [r.id for key, r in known.items() if key not in wanted and not within.isdisjoint(key[1:])]
    connection.execute("DELETE FROM relations WHERE id = ANY(%s)", (gone,))
    ruled = rulings(connection, project_id, "conflict")
    prints = finding_prints(connection, ends) if ruled else {}
    changed = []
    for key, edge in wanted.items():
        status = _status(edge, ruled.get(pair_print(prints.get(edge.source, ""), prints.get(edge.target, ""))))
        old = known.get(key)
        if old is None or (old.reason, old.explanation, old.status) != (edge.reason, edge.explanation, status):
            changed.append((project_id, *edge[:4], storable(edge.reason), storable(edge.explanation), status))
    with connection.cursor() as cursor:
        cursor.executemany(
            """
            INSERT INTO relations (project_id, kind, basis, source, target, reason, explanation, status)
            VALUES (%s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT (kind, source, target) DO UPDATE SET
                basis = excluded.basis, reason = excluded.reason, explanation = excluded.explanation,
                status = excluded.status
            """,
            changed,
        )


def _kept(
    connection: psycopg.Connection, project_id: int, basis: Sequence[str], among: Collection[int]
) -> list[Relation]:
    """The relations on some basis that touch some findings. Of many findings, all are read: that is faster."""
    few = list(among) if len(among) <= _FEW else None
    found = connection.execute(
        f"""
        {SELECT_RELATIONS} WHERE project_id = %(project)s AND basis = ANY(%(basis)s)
        AND (%(few)s::bigint[] IS NULL OR source = ANY(%(few)s) OR target = ANY(%(few)s))
        """,
        {"project": project_id, "basis": list(basis), "few": few},
    ).fetchall()
    return [Relation(*row) for row in found if row[2] in among or row[3] in among]


def contradictory(connection: psycopg.Connection, project_id: int) -> list[tuple[int, int]]:
    """The pairs of findings that contradict each other, whatever people say of them."""
    return connection.execute(
        "SELECT source, target FROM relations WHERE project_id = %s AND kind = 'CONTRADICTS' ORDER BY id",
        (project_id,),
    ).fetchall()


def _status(edge: Edge, ruling: Ruling | None) -> str:
    if edge.kind != "CONTRADICTS":
        return "standing"
    return ruling.verdict if ruling else "explained" if edge.explanation else "open"


def mark_superseded(connection: psycopg.Connection, project_id: int, finding_ids: Collection[int]) -> None:
    """Bring the status of findings in line with SUPERSEDES; what is no longer superseded is again what it was."""
    connection.execute(
        """
        WITH due AS (
            SELECT id, status AS before, 'superseded' AS after, (
                SELECT reason FROM relations WHERE kind = 'SUPERSEDES' AND target = findings.id ORDER BY id LIMIT 1
            ) AS reason FROM findings
            WHERE id = ANY(%(ids)s) AND status IN ('proposed', 'validated')
            AND EXISTS (SELECT FROM relations WHERE kind = 'SUPERSEDES' AND target = findings.id)
            UNION ALL
            SELECT id, status, coalesce((
                SELECT before FROM finding_history WHERE finding_id = findings.id AND after = 'superseded'
                ORDER BY finding_history.id DESC LIMIT 1
            ), 'proposed'), 'nothing supersedes it any more' FROM findings
            WHERE id = ANY(%(ids)s) AND status = 'superseded'
            AND NOT EXISTS (SELECT FROM relations WHERE kind = 'SUPERSEDES' AND target = findings.id)
        ), changed AS (
            UPDATE findings SET status = after FROM due WHERE findings.id = due.id
        )
        INSERT INTO finding_history (project_id, finding_id, before, after, by_whom, reason)
        SELECT %(project)s, id, before, after, %(by)s, reason FROM due
        """,
        {"project": project_id, "ids": list(finding_ids), "by": SLEUTH},
    )


def relations_of(connection: psycopg.Connection, finding_id: int) -> list[Relation]:
    """What a finding is related to, the oldest relation first."""
    return records(
        connection,
        Relation,
        f"{SELECT_RELATIONS} WHERE source = %(id)s OR target = %(id)s ORDER BY id",
        {"id": finding_id},
    )


def chain_of(connection: psycopg.Connection, project_id: int, finding_id: int) -> list[StoredFinding]:
    """The history of a figure through the documents that replaced each other, from the oldest to the newest."""
    found = column(
        connection,
        """
        WITH RECURSIVE older AS (
            SELECT %(id)s::bigint AS id, 0 AS step
            UNION SELECT target, step - 1 FROM relations JOIN older ON source = older.id
            WHERE kind = 'SUPERSEDES' AND step > -100
        ), newer AS (
            SELECT %(id)s::bigint AS id, 0 AS step
            UNION SELECT source, step + 1 FROM relations JOIN newer ON target = newer.id
            WHERE kind = 'SUPERSEDES' AND step < 100
        ) SELECT id FROM (SELECT * FROM older UNION SELECT * FROM newer) AS chain GROUP BY id ORDER BY min(step), id
        """,
        {"id": finding_id},
    )
    by_id = {finding.id: finding for finding in load_findings(connection, project_id, found)}
    return [by_id[i] for i in found]


def revised(connection: psycopg.Connection, project_id: int) -> list[tuple[int, int]]:
    """Figures of replaced documents whose value a later edition changed: the newer finding and the older one."""
    return connection.execute(
        """
        SELECT source, target FROM relations
        JOIN findings AS newer ON newer.id = source JOIN findings AS older ON older.id = target
        JOIN documents ON documents.id = newer.document_id
        WHERE relations.project_id = %s AND relations.kind = 'SUPERSEDES' AND relations.basis = 'version' AND live
        AND newer.status IN ('proposed', 'validated') AND newer.value IS NOT NULL AND older.value IS NOT NULL
        AND newer.value * power(10::numeric, newer.scale) <> older.value * power(10::numeric, older.scale)
        ORDER BY source
        """,
        (project_id,),
    ).fetchall()
