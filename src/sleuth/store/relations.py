"""Relations between findings, in the store: what supersedes, contradicts and supports what, and what people said."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, NamedTuple

import psycopg
from psycopg.rows import class_row, dict_row, scalar_row

from sleuth.errors import UserError
from sleuth.findings.authority import Authority, Witness, weigh
from sleuth.findings.conflicts import Statement, is_restated, is_spoken
from sleuth.findings.corrections import Stated
from sleuth.findings.period import Day, Period
from sleuth.findings.quantity import Quantity
from sleuth.findings.wording import amount
from sleuth.store.findings import StoredFinding, load_findings
from sleuth.store.names import storable
from sleuth.store.projects import lock_project
from sleuth.store.rulings import Ruling, author, rule, rulings, withdraw

_FEW = 2_000  # findings that are looked up one by one
SLEUTH = "sleuth"  # who marks what is derived


class Edge(NamedTuple):
    """A relation to be kept."""

    kind: str
    basis: str  # what it is derived from: "version", "restatement" or "comparison"
    source: int
    target: int
    reason: str
    explanation: str = ""


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


@dataclass(frozen=True, slots=True)
class StoredConflict:
    """Findings that cannot all hold, the weightiest first."""

    id: int  # the least number among its relations
    sides: tuple[StoredFinding, ...]
    status: str  # open, explained, dismissed
    authority: Authority
    explanation: str
    ruling: Ruling | None


def load_statements(
    connection: psycopg.Connection, project_id: int, document_ids: Collection[int] | None = None
) -> list[Statement]:
    """The figures of live documents that may be held against each other; of some documents: with what they touch.

    Rejected findings take no part. Superseded ones do: a restatement is found again each time.
    """
    with connection.cursor(row_factory=dict_row) as cursor:
        rows = cursor.execute(
            """
            SELECT f.id, f.document_id, f.metric, f.subject_key, f.value, f.unit, f.scale, f.step, f.period, f.scenario,
                   f.is_cost, f.column_path, f.rule
            FROM findings AS f JOIN documents ON documents.id = f.document_id
            WHERE f.project_id = %(project)s AND live AND f.status <> 'rejected' AND f.value IS NOT NULL
            AND f.period IS NOT NULL AND (%(documents)s::bigint[] IS NULL OR (f.metric, f.scenario) IN (
                SELECT metric, scenario FROM findings WHERE document_id = ANY(%(documents)s)
            )) ORDER BY f.document_id, f.position, f.id
            """,
            {"project": project_id, "documents": None if document_ids is None else list(document_ids)},
        ).fetchall()
    return [_statement(row) for row in rows]


def _statement(row: Mapping[str, Any]) -> Statement:
    subject, _, dimension = row["subject_key"].partition(" | ")
    period = row["period"]
    year, month, day = [*map(int, period["end"].split("-")), None, None][:3]
    return Statement(
        row["id"], row["document_id"], row["metric"],
        Quantity(row["value"], row["unit"], row["scale"], row["step"] if row["step"] is not None else Decimal(1)),
        Period(
            Day(year or 0, month, day), *(period[k] for k in ("months", "fiscal_year", "fiscal_quarter", "assumed"))
        ),
        row["scenario"], subject, dimension, row["is_cost"],
        is_restated(row["column_path"]), is_spoken(row["rule"]),
    )  # fmt: skip


def load_stated(connection: psycopg.Connection, project_id: int, document_ids: Collection[int]) -> list[Stated]:
    """The findings of some documents, live or replaced, as steps of correction chains; rejected ones take no part."""
    rows = connection.execute(
        """
        SELECT f.id, f.document_id, ARRAY[subject_key, metric, period_key, scenario, unit], locator, value, unit, scale,
               text, filename
        FROM findings AS f JOIN documents ON documents.id = f.document_id
        WHERE f.project_id = %s AND f.document_id = ANY(%s) AND f.status <> 'rejected'
        ORDER BY f.document_id, position, f.id
        """,
        (project_id, list(document_ids)),
    )
    return [
        Stated(
            i,
            document,
            tuple(key),
            place,
            text if value is None else amount(value, unit, scale),
            filename,
            value is not None,
        )
        for i, document, key, place, value, unit, scale, text, filename in rows
    ]


def subjects_by_document(connection: psycopg.Connection, project_id: int) -> list[tuple[str, int]]:
    """Whose facts the live documents state: each subject with each document that names it."""
    return connection.execute(
        """
        SELECT DISTINCT split_part(subject_key, ' | ', 1), document_id FROM findings JOIN documents
        ON documents.id = document_id WHERE findings.project_id = %s AND live ORDER BY 1, 2
        """,
        (project_id,),
    ).fetchall()


def load_witnesses(
    connection: psycopg.Connection,
    project_id: int,
    series: Mapping[int, str] | None = None,
    editions: Mapping[int, int] | None = None,
) -> dict[int, Witness]:
    """The documents of a project as sources, by id; `series` and `editions` as in Witness."""
    rows = connection.execute(
        """
        SELECT documents.id, filename, quality, quality_reason, coalesce(made, max(document_date)),
               coalesce(max(period ->> 'end') FILTER (WHERE scenario = 'actual'), '')
        FROM documents LEFT JOIN portraits ON portraits.document_id = documents.id
        LEFT JOIN findings ON findings.document_id = documents.id
        WHERE documents.project_id = %s GROUP BY documents.id, made
        """,
        (project_id,),
    )
    return {
        i: Witness(i, filename, quality, why, dated, (series or {}).get(i, ""), closes, (editions or {}).get(i, 0))
        for i, filename, quality, why, dated, closes in rows
    }


def sync_relations(
    connection: psycopg.Connection, project_id: int, edges: Iterable[Edge], basis: Sequence[str], scope: Collection[int]
) -> None:
    """Make these the relations on some basis whose source or target is among the findings `scope`."""
    wanted = {(edge.kind, edge.source, edge.target): edge for edge in edges}
    known = {(r.kind, r.source, r.target): r for r in _kept(connection, project_id, basis, scope)}
    gone = [r.id for key, r in known.items() if key not in wanted]
    connection.execute("DELETE FROM relations WHERE id = ANY(%s)", (gone,))
    ruled = rulings(connection, project_id, "conflict")
    prints = _fingerprints(connection, {i for key in wanted for i in key[1:]}) if ruled else {}
    changed = []
    for key, edge in wanted.items():
        status = _status(edge, ruled.get(_pair(prints.get(edge.source, ""), prints.get(edge.target, ""))))
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
    connection: psycopg.Connection, project_id: int, basis: Sequence[str], scope: Collection[int]
) -> list[Relation]:
    """The relations on some basis that touch the findings `scope`. Of many findings, all are read: that is faster."""
    few = list(scope) if len(scope) <= _FEW else None
    found = connection.execute(
        f"""
        {_SELECT} WHERE project_id = %(project)s AND basis = ANY(%(basis)s)
        AND (%(few)s::bigint[] IS NULL OR source = ANY(%(few)s) OR target = ANY(%(few)s))
        """,
        {"project": project_id, "basis": list(basis), "few": few},
    ).fetchall()
    within = set(scope)
    return [Relation(*row) for row in found if row[2] in within or row[3] in within]


def _status(edge: Edge, ruling: Ruling | None) -> str:
    if edge.kind != "CONTRADICTS":
        return "standing"
    return ruling.verdict if ruling else "explained" if edge.explanation else "open"


def _fingerprints(connection: psycopg.Connection, finding_ids: Collection[int]) -> dict[int, str]:
    """Findings by content: where in which bytes they stand, and what they are of."""
    return dict(
        connection.execute(
            """
            SELECT findings.id, concat_ws(':', content_hash, page, start, "end", metric) FROM findings
            JOIN documents ON documents.id = document_id WHERE findings.id = ANY(%s)
            """,
            (list(finding_ids),),
        ).fetchall()
    )


def _pair(one: str, other: str) -> str:
    return "|".join(sorted((one, other)))


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
    with connection.cursor(row_factory=class_row(Relation)) as cursor:
        return cursor.execute(
            f"{_SELECT} WHERE source = %(id)s OR target = %(id)s ORDER BY id", {"id": finding_id}
        ).fetchall()


def chain_of(connection: psycopg.Connection, project_id: int, finding_id: int) -> list[StoredFinding]:
    """The history of a figure through the documents that replaced each other, from the oldest to the newest."""
    with connection.cursor(row_factory=scalar_row) as cursor:
        found = cursor.execute(
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
        ).fetchall()
    by_id = {finding.id: finding for finding in load_findings(connection, project_id, found)}
    return [by_id[i] for i in found]


_SELECT = "SELECT id, kind, source, target, reason, status, explanation FROM relations"


def list_conflicts(
    connection: psycopg.Connection, project_id: int, statuses: Collection[str] = ("open",)
) -> list[StoredConflict]:
    """The conflicts of a project, by metric and period. A finding that was rejected since is no side of any."""
    with connection.cursor(row_factory=class_row(Relation)) as cursor:
        edges = cursor.execute(
            f"""
            {_SELECT} WHERE project_id = %s AND kind = 'CONTRADICTS' AND NOT EXISTS (
                SELECT FROM findings JOIN documents ON documents.id = document_id
                WHERE findings.id IN (source, target) AND (findings.status IN ('rejected', 'superseded') OR NOT live)
            ) ORDER BY id
            """,
            (project_id,),
        ).fetchall()
    ids = sorted({i for e in edges for i in (e.source, e.target)})
    sides = {f.id: f for f in load_findings(connection, project_id, ids)}
    ruled = rulings(connection, project_id, "conflict")
    prints = _fingerprints(connection, ids) if ruled else {}
    witnesses = load_witnesses(connection, project_id)
    found = [_conflict(group, sides, witnesses, ruled, prints) for group in _connected(edges)]
    wanted = [conflict for conflict in found if conflict.status in statuses]
    return sorted(wanted, key=lambda c: (c.sides[0].metric.startswith("line: "), c.sides[0].metric, c.id))


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
    rulings_here = (ruled.get(_pair(prints.get(e.source, ""), prints.get(e.target, ""))) for e in edges)
    voices = [witnesses[i] for i in dict.fromkeys(side.document_id for side in sides)]
    explanation = next((edge.explanation for edge in edges if edge.explanation), "")
    number, ruling = min(edge.id for edge in edges), next(filter(None, rulings_here), None)
    return StoredConflict(number, tuple(sides), status, weigh(voices), explanation, ruling)


def rule_conflict(
    connection: psycopg.Connection, project_id: int, conflict_id: int, verdict: str, by_whom: str, why: str
) -> StoredConflict:
    """Say of a conflict that it is "explained" or "dismissed", and why; it opens again when a new side appears."""
    if not why.strip():
        raise UserError("say why, with --why: the next reader will ask.")
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
    prints = _fingerprints(connection, ids)
    edges = connection.execute(
        """
        SELECT id, source, target FROM relations
        WHERE kind = 'CONTRADICTS' AND source = ANY(%(ids)s) AND target = ANY(%(ids)s)
        """,
        {"ids": ids},
    ).fetchall()
    return [_pair(prints[source], prints[target]) for _, source, target in edges], [i for i, _, _ in edges]
