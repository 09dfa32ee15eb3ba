"""Insights in the store: derived anew from the findings when asked for, each with the findings it rests on."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import Any

import psycopg
from psycopg.rows import class_row

from sleuth.findings.importance import Ground, by_importance
from sleuth.findings.insights import Insight, Stated, derive_insights
from sleuth.store.findings import Filter, StoredFinding, list_findings, stored_period
from sleuth.store.projects import lock_project

_MOST = 1_000_000  # findings of a project


@dataclass(frozen=True, slots=True)
class StoredInsight:
    """An insight's record; fields as in findings.Insight."""

    id: int
    kind: str
    rule: str
    subject: str
    metric: str
    scenario: str
    statement: str
    computation: str
    rests_on: Sequence[int]


def refresh_insights(connection: psycopg.Connection, project_id: int) -> list[StoredInsight]:
    """Derive the project's insights from what its findings are now; those that still hold keep their numbers."""
    with connection.transaction():
        lock_project(connection, project_id)
        derived = derive_insights(_stated(connection, project_id))
        kept = [_save(connection, project_id, insight) for insight in derived]
        connection.execute("DELETE FROM insights WHERE project_id = %s AND id <> ALL(%s)", (project_id, kept))
    return list_insights(connection, project_id)


def list_insights(connection: psycopg.Connection, project_id: int) -> list[StoredInsight]:
    """The insights that were derived and still hold: anomalies, then trends, then gaps."""
    with connection.cursor(row_factory=class_row(StoredInsight)) as cursor:
        return cursor.execute(
            """
            SELECT id, kind, rule, subject, metric, scenario, statement, computation, rests_on FROM sound_insights
            WHERE project_id = %s ORDER BY array_position('{anomaly,trend,gap}', kind), subject, metric, id
            """,
            (project_id,),
        ).fetchall()


def _save(connection: psycopg.Connection, project_id: int, insight: Insight) -> int:
    row = connection.execute(
        """
        INSERT INTO insights (project_id, kind, rule, subject, metric, scenario, statement, computation, rests_on)
        VALUES (%(project)s, %(kind)s, %(rule)s, %(subject)s, %(metric)s, %(scenario)s, %(statement)s,
                %(computation)s, %(rests_on)s)
        ON CONFLICT (project_id, kind, rule, rests_on) DO UPDATE SET
            statement = excluded.statement, computation = excluded.computation
        RETURNING id
        """,
        asdict(insight) | {"project": project_id, "rests_on": list(insight.rests_on), "kind": insight.kind.value},
    ).fetchone()
    assert row is not None
    connection.execute(
        """
        INSERT INTO insight_findings (project_id, insight_id, finding_id)
        SELECT %s, %s, unnest(%s::bigint[]) ON CONFLICT DO NOTHING
        """,
        (project_id, row[0], list(insight.rests_on)),
    )
    return int(row[0])


def _stated(connection: psycopg.Connection, project_id: int) -> list[Stated]:
    found = list_findings(connection, project_id, Filter(limit=_MOST))
    return [stated for finding in found if (stated := _of(finding))]


def _of(f: StoredFinding) -> Stated | None:
    period = stored_period(f)
    if f.value is None or f.step is None or period is None:
        return None
    return Stated(
        f.id, f.document_id, f.page, f.position, f.subject, f.subject_key, tuple(f.dimension), f.metric, period,
        f.scenario, f.value, f.step, f.unit, f.scale, f.is_cost, tuple(f.row_path), tuple(f.column_path),
    )  # fmt: skip


def most_important(insights: Sequence[StoredInsight], findings: Mapping[int, StoredFinding]) -> list[StoredInsight]:
    """The insights by what an analyst would act on first. `findings` are those that they rest on, by number."""
    return by_importance(insights, {number: _ground(finding) for number, finding in findings.items()})


def _ground(f: StoredFinding) -> Ground:
    amount = f.amount or Decimal(0)
    period = stored_period(f)
    return Ground(
        abs(amount) if f.is_cost else amount, f.unit == "percent", bool(f.dimension), str(period.end) if period else ""
    )


def insight_shape(insight: StoredInsight, findings: dict[int, StoredFinding]) -> dict[str, Any]:
    """The public shape, as `sleuth insights --json` prints it: each finding with its place."""
    rests_on = [findings[i] for i in insight.rests_on if i in findings]
    return {
        "id": insight.id, "kind": insight.kind, "subject": insight.subject, "metric": insight.metric,
        "scenario": insight.scenario, "statement": insight.statement, "computation": insight.computation,
        "rests_on": [
            {
                "id": f.id, "metric": f.metric, "period": f.period_name, "value": f"{f.value:f}", "unit": f.unit,
                "scale": f.scale, "filename": f.filename, "locator": f.locator, "quote": f.quote,
                "corrected": f.corrected.shape if f.corrected else None,
            }
            for f in rests_on
        ],
    }  # fmt: skip
