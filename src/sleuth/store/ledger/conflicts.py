"""Conflicts in the store: findings that cannot all hold, and what people ruled on them."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import psycopg

from sleuth.errors import UserError
from sleuth.evidence.source import Span
from sleuth.findings.compared.authority import Authority, Witness, weigh
from sleuth.findings.text.matters import MATTER
from sleuth.store.ledger.findings import StoredFinding, load_findings
from sleuth.store.ledger.relations import SELECT_RELATIONS, Relation
from sleuth.store.ledger.rulings import (
    Ruling,
    author,
    finding_prints,
    pair_print,
    require_reason,
    rule,
    rulings,
    withdraw,
)
from sleuth.store.ledger.statements import load_witnesses
from sleuth.store.projects import lock_project
from sleuth.store.rows import records


@dataclass(frozen=True, slots=True)
class StoredConflict:
    """Findings that cannot all hold, the weightiest first."""

    id: int  # the least number among its relations
    sides: tuple[StoredFinding, ...]
    status: str  # open, explained, dismissed
    authority: Authority
    explanation: str
    ruling: Ruling | None


def list_conflicts(
    connection: psycopg.Connection, project_id: int, statuses: Collection[str] = ("open",)
) -> list[StoredConflict]:
    """The conflicts of a project, by metric and period. A finding that was rejected since is no side of any."""
    return _conflicts(connection, project_id, statuses, None)


def conflicts_of(
    connection: psycopg.Connection, project_id: int, finding_ids: Collection[int], statuses: Collection[str] = ("open",)
) -> list[StoredConflict]:
    """The conflicts that any of these findings is a side of."""
    return _conflicts(connection, project_id, statuses, list(finding_ids))


def _conflicts(
    connection: psycopg.Connection, project_id: int, statuses: Collection[str], sides_of: list[int] | None
) -> list[StoredConflict]:
    query = _EVERY if sides_of is None else _AROUND
    edges = records(connection, Relation, query, {"project": project_id, "ids": sides_of})
    ids = sorted({i for e in edges for i in (e.source, e.target)})
    sides = {f.id: f for f in load_findings(connection, project_id, ids)}
    ruled = rulings(connection, project_id, "conflict")
    prints = finding_prints(connection, ids) if ruled else {}
    witnesses = load_witnesses(connection, project_id, {side.document_id for side in sides.values()})
    found = [_conflict(group, sides, witnesses, ruled, prints) for group in _connected(edges)]
    wanted = [conflict for conflict in found if conflict.status in statuses]
    return sorted(wanted, key=lambda c: (c.sides[0].metric.startswith("line: "), c.sides[0].metric, c.id))


_STANDING = """
    project_id = %(project)s AND kind = 'CONTRADICTS' AND NOT EXISTS (
        SELECT FROM findings JOIN documents ON documents.id = document_id
        WHERE findings.id IN (source, target) AND (findings.status IN ('rejected', 'superseded') OR NOT live)
    )
"""
_EVERY = f"{SELECT_RELATIONS} WHERE {_STANDING} ORDER BY id"
_AROUND = f"""
    WITH RECURSIVE side (id) AS (
        SELECT unnest(%(ids)s::bigint[])
        UNION
        SELECT far FROM side CROSS JOIN LATERAL (
            SELECT target AS far FROM relations WHERE source = side.id AND {_STANDING}
            UNION ALL
            SELECT source FROM relations WHERE target = side.id AND {_STANDING}
        ) AS beyond
    )
    {SELECT_RELATIONS} WHERE source IN (SELECT side.id FROM side) AND {_STANDING} ORDER BY id
"""


def _connected(edges: Sequence[Relation]) -> Iterator[list[Relation]]:
    """Contradictions that share findings, together."""
    parent: dict[int, int] = {}

    def root(node: int) -> int:
        while parent.setdefault(node, node) != node:
            parent[node] = node = parent[parent[node]]
        return node

    for edge in edges:
        parent[root(edge.source)] = root(edge.target)
    groups: dict[int, list[Relation]] = defaultdict(list)
    for edge in edges:
        groups[root(edge.source)].append(edge)
    yield from groups.values()


def _conflict(
    edges: Sequence[Relation],
    findings: Mapping[int, StoredFinding],
    witnesses: Mapping[int, Witness],
    ruled: Mapping[str, Ruling],
    prints: Mapping[int, str],
) -> StoredConflict:
    sides = [findings[i] for i in dict.fromkeys(i for e in edges for i in (e.source, e.target))]
    sides.sort(key=lambda f: (witnesses[f.document_id].rank, f.filename, f.id))
    statuses = {edge.status for edge in edges}
    status = next(status for status in ("open", "dismissed", "explained") if status in statuses)
    rulings_here = (ruled.get(pair_print(prints.get(e.source, ""), prints.get(e.target, ""))) for e in edges)
    voices = [witnesses[i] for i in dict.fromkeys(side.document_id for side in sides)]
    explanation = next((edge.explanation for edge in edges if edge.explanation), "")
    number, ruling = min(edge.id for edge in edges), next(filter(None, rulings_here), None)
    return StoredConflict(number, tuple(sides), status, weigh(voices), explanation, ruling)


def rule_conflict(
    connection: psycopg.Connection, project_id: int, conflict_id: int, verdict: str, by_whom: str, why: str
) -> StoredConflict:
    """Say of a conflict that it is "explained" or "dismissed", and why; it opens again when a new side appears."""
    require_reason(why)
    with connection.transaction():
        lock_project(connection, project_id)
        pairs, ids = _pairs_of(connection, _load(connection, project_id, conflict_id))
        rule(connection, project_id, "conflict", pairs, verdict, author(by_whom), why)
        connection.execute("UPDATE relations SET status = %s WHERE id = ANY(%s)", (verdict, ids))
        return _load(connection, project_id, conflict_id)


def undo_conflict(connection: psycopg.Connection, project_id: int, conflict_id: int) -> StoredConflict:
    """Withdraw what a person ruled on a conflict. Raises UserError where nobody has."""
    with connection.transaction():
        lock_project(connection, project_id)
        pairs, ids = _pairs_of(connection, _load(connection, project_id, conflict_id))
        if not withdraw(connection, project_id, "conflict", pairs):
            raise UserError(f"nobody has ruled on conflict {conflict_id}: there is nothing to undo.")
        connection.execute(
            """
            UPDATE relations SET status = CASE WHEN explanation = '' THEN 'open' ELSE 'explained' END
            WHERE id = ANY(%s)
            """,
            (ids,),
        )
        return _load(connection, project_id, conflict_id)


def _load(connection: psycopg.Connection, project_id: int, conflict_id: int) -> StoredConflict:
    conflicts = list_conflicts(connection, project_id, ("open", "explained", "dismissed"))
    for conflict in conflicts:
        if conflict.id == conflict_id:
            return conflict
    raise UserError(f"there is no conflict {conflict_id} in this project. `sleuth conflicts --all` lists them.")


def _pairs_of(connection: psycopg.Connection, conflict: StoredConflict) -> tuple[list[str], list[int]]:
    """The fingerprints of a conflict's pairs, and the relations' numbers."""
    ids = [side.id for side in conflict.sides]
    prints = finding_prints(connection, ids)
    edges = connection.execute(
        """
        SELECT id, source, target FROM relations
        WHERE kind = 'CONTRADICTS' AND source = ANY(%(ids)s) AND target = ANY(%(ids)s)
        """,
        {"ids": ids},
    ).fetchall()
    return [pair_print(prints[source], prints[target]) for _, source, target in edges], [i for i, _, _ in edges]


class WordedSide(NamedTuple):
    """A sentence as a side of a contradiction."""

    document_id: int
    page: int
    start: int
    end: int
    quote: str
    label: str
    is_whole: bool  # it states or denies a matter; else it states a number among other things


def worded_conflicts_at(
    connection: psycopg.Connection, project_id: int, places: Sequence[tuple[int, Span]]
) -> list[tuple[int, WordedSide]]:
    """The sentences of other documents that contradict what is stated in words at places (document, span of a page).

    Each with the number of the place; only of open contradictions.
    """
    rows = connection.execute(
        """
        SELECT place - 1, other.document_id, other.page, other.start, other."end", other.quote, other.label,
               starts_with(other.metric, %(matter)s)
        FROM unnest(%(documents)s::bigint[], %(pages)s::int[], %(starts)s::int[], %(ends)s::int[])
             WITH ORDINALITY AS asked (document_id, page, start, "end", place)
        JOIN findings AS own ON own.project_id = %(project)s AND own.document_id = asked.document_id
             AND own.page = asked.page AND own.start < asked."end" AND asked.start < own."end" AND own.value IS NULL
        JOIN relations ON relations.project_id = %(project)s AND relations.kind = 'CONTRADICTS'
             AND relations.status = 'open' AND own.id IN (relations.source, relations.target)
        JOIN findings AS other ON other.id = relations.source + relations.target - own.id
        JOIN documents ON documents.id = other.document_id AND documents.live
        WHERE own.document_id <> other.document_id AND other.value IS NULL
              AND own.status IN ('proposed', 'validated') AND other.status IN ('proposed', 'validated')
        ORDER BY place, relations.id
        """,
        {
            "project": project_id, "matter": MATTER, "documents": [document for document, _ in places],
            "pages": [span.page for _, span in places], "starts": [span.start for _, span in places],
            "ends": [span.end for _, span in places],
        },
    ).fetchall()  # fmt: skip
    return [(number, WordedSide(*side)) for number, *side in rows]
