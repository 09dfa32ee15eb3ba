"""What documents state, as it is compared: figures that may clash, steps of corrections, subjects, and sources."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, NamedTuple

import psycopg

from sleuth.findings.asked.wording import amount
from sleuth.findings.compared.authority import Witness
from sleuth.findings.compared.conflicts import Statement, is_restated, is_spoken
from sleuth.findings.compared.corrections import Stated
from sleuth.language.period import Period, same_period
from sleuth.language.quantity import Quantity
from sleuth.store.ledger.findings import period_of
from sleuth.store.ledger.subjects import Subjects
from sleuth.store.rows import column, records


class Fact(NamedTuple):
    """What a figure is of, as far as figures of different facts are never compared; subject and period may vary."""

    metric: str
    scenario: str
    unit: str
    subject: str  # folded, without the dimension
    period_key: str


@dataclass(frozen=True, slots=True)
class Ground:
    """What is compared anew."""

    statements: tuple[Statement, ...]  # of live documents, not rejected; superseded ones are found again each time
    finding_ids: tuple[int, ...]  # these, and the rejected and replaced ones of the same facts


def facts_of(connection: psycopg.Connection, project_id: int, document_ids: Collection[int]) -> set[Fact]:
    """What some documents state figures of."""
    return _facts(
        connection,
        f"SELECT DISTINCT {_FACT} FROM findings WHERE project_id = %s AND document_id = ANY(%s) AND value IS NOT NULL",
        (project_id, list(document_ids)),
    )


def take_unsettled(connection: psycopg.Connection, project_id: int) -> set[Fact]:
    """What figures that have gone were of, since relations were last derived; it is then forgotten."""
    return _facts(connection, f"DELETE FROM unsettled WHERE project_id = %s RETURNING {_FACT}", (project_id,))


def has_unsettled(connection: psycopg.Connection, project_id: int) -> bool:
    """Whether figures have gone since relations were last derived."""
    found = connection.execute("SELECT FROM unsettled WHERE project_id = %s LIMIT 1", (project_id,)).fetchone()
    return found is not None


_SUBJECT = "split_part(subject_key, ' | ', 1)"
_FACT = f"metric, scenario, unit, {_SUBJECT} AS subject, period_key"


def _facts(connection: psycopg.Connection, statement: str, values: tuple[object, ...]) -> set[Fact]:
    return set(records(connection, Fact, statement, values))


def load_ground(connection: psycopg.Connection, project_id: int, facts: Collection[Fact], subjects: Subjects) -> Ground:
    """All that may be compared with figures of these facts, or of subjects that count as something else now."""
    kinds = {fact[:3] for fact in facts}
    metrics, scenarios, units = zip(*kinds, strict=True) if kinds else ((), (), ())
    rows = _rows(
        connection,
        f"""
        f.project_id = %(project)s AND ({_SUBJECT} = ANY(%(recounted)s) OR (
            (f.metric, f.scenario, f.unit) IN (
                SELECT * FROM unnest(%(metrics)s::text[], %(scenarios)s::text[], %(units)s::text[])
            ) AND {_SUBJECT} = ANY(%(subjects)s) AND f.period_key = ANY(%(periods)s)
        ))
        """,
        {
            "project": project_id, "metrics": list(metrics), "scenarios": list(scenarios), "units": list(units),
            "subjects": list(subjects.fellows({fact.subject for fact in facts})),
            "recounted": list(subjects.fellows(subjects.recounted)),
            "periods": list(_confusable(connection, project_id, {fact.period_key for fact in facts})),
        },
    )  # fmt: skip
    return Ground(tuple(_statement(row) for row in rows if row["stands"]), tuple(row["id"] for row in rows))


def load_statements(connection: psycopg.Connection, project_id: int, finding_ids: Collection[int]) -> list[Statement]:
    """Some findings as sides of comparisons; those that take no part are left out."""
    values = {"project": project_id, "ids": list(finding_ids)}
    rows = _rows(connection, "f.project_id = %(project)s AND f.id = ANY(%(ids)s)", values)
    return [_statement(row) for row in rows if row["stands"]]


def _rows(connection: psycopg.Connection, condition: str, values: Mapping[str, object]) -> list[dict[str, Any]]:
    """Figures by a condition of ours; what comes from documents travels in `values`."""
    return records(
        connection,
        dict,
        f"""
        SELECT f.id, f.document_id, f.metric, f.subject_key, f.value, f.unit, f.scale, f.step, f.period, f.scenario,
               f.is_cost, f.column_path, f.rule, live AND f.status <> 'rejected' AS stands
        FROM findings AS f JOIN documents ON documents.id = f.document_id
        WHERE f.value IS NOT NULL AND f.period IS NOT NULL AND {condition} ORDER BY f.document_id, f.position, f.id
        """,
        values,
    )


def _confusable(connection: psycopg.Connection, project_id: int, keys: Collection[str]) -> set[str]:
    """The keys of all periods of a project that may be one of these, or one that may be one of these, and so on."""
    rows = connection.execute(
        "SELECT DISTINCT period_key, period FROM findings WHERE project_id = %s AND period IS NOT NULL", (project_id,)
    ).fetchall()
    left: dict[int | None, list[tuple[str, Period]]] = defaultdict(list)
    for key, stored in rows:
        period = period_of(stored)
        left[period.months].append((key, period))
    found = set(keys)
    waiting = [(key, period) for periods in left.values() for key, period in periods if key in keys]
    while waiting:
        _, one = waiting.pop()
        near = [item for item in left[one.months] if item[0] in found or same_period(one, item[1])]
        left[one.months] = [item for item in left[one.months] if item not in near]
        waiting += [item for item in near if item[0] not in keys]
        found.update(key for key, _ in near)
    return found


def _statement(row: Mapping[str, Any]) -> Statement:
    subject, _, dimension = row["subject_key"].partition(" | ")
    return Statement(
        row["id"], row["document_id"], row["metric"],
        Quantity(row["value"], row["unit"], row["scale"], row["step"] if row["step"] is not None else Decimal(1)),
        period_of(row["period"]), row["scenario"], subject, dimension, row["is_cost"],
        is_restated(row["column_path"]), is_spoken(row["rule"]),
    )  # fmt: skip


def load_stated(connection: psycopg.Connection, project_id: int, document_ids: Collection[int]) -> list[Stated]:
    """The findings of some documents, live or replaced, as steps of correction chains; rejected ones take no part."""
    rows = connection.execute(
        """
        SELECT f.id, f.document_id, ARRAY[subject_key, metric, period_key, scenario, unit], locator, value,
               value IS NOT NULL, unit, scale, text, filename
        FROM findings AS f JOIN documents ON documents.id = f.document_id
        WHERE f.project_id = %s AND f.document_id = ANY(%s) AND f.status <> 'rejected'
        ORDER BY f.document_id, position, f.id
        """,
        (project_id, list(document_ids)),
    )
    return [
        Stated(i, document, tuple(key), place, amount(value, unit, scale) if figure else text, filename, figure)
        for i, document, key, place, value, figure, unit, scale, text, filename in rows
    ]


def findings_of(connection: psycopg.Connection, project_id: int, document_ids: Collection[int]) -> list[int]:
    """The numbers of all findings of some documents, whatever became of them."""
    return column(
        connection,
        "SELECT id FROM findings WHERE project_id = %s AND document_id = ANY(%s)",
        (project_id, list(document_ids)),
    )


def load_witnesses(
    connection: psycopg.Connection,
    project_id: int,
    document_ids: Collection[int],
    series: Mapping[int, str] | None = None,
    editions: Mapping[int, int] | None = None,
) -> dict[int, Witness]:
    """Some documents of a project as sources, by id; `series` and `editions` as in Witness."""
    rows = connection.execute(
        """
        SELECT documents.id, filename, quality, quality_reason, coalesce(dated, max(document_date), made),
               coalesce(max(period ->> 'end') FILTER (WHERE scenario = 'actual'), '')
        FROM documents LEFT JOIN portraits ON portraits.document_id = documents.id
        LEFT JOIN findings ON findings.document_id = documents.id
        WHERE documents.project_id = %s AND documents.id = ANY(%s) GROUP BY documents.id, dated, made
        """,
        (project_id, list(document_ids)),
    )
    return {
        i: Witness(i, filename, quality, why, dated, (series or {}).get(i, ""), closes, (editions or {}).get(i, 0))
        for i, filename, quality, why, dated, closes in rows
    }
