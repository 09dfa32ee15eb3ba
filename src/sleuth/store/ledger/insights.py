"""Insights in the store: derived anew from the findings when asked for, each with the findings it rests on."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import Any

import psycopg

from sleuth.findings.asked.books import rank_of
from sleuth.findings.derived.importance import SIZES, Beside, Ground, by_importance, company_sizes
from sleuth.findings.derived.insights import Insight, Stated
from sleuth.findings.derived.series import derive_insights
from sleuth.language.scenario import Scenario
from sleuth.store.ledger.conflicts import list_conflicts
from sleuth.store.ledger.findings import Filter, StoredFinding, list_findings, load_findings, stored_period
from sleuth.store.projects import lock_project
from sleuth.store.rows import column, records

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
    return records(
        connection,
        StoredInsight,
        """
        SELECT id, kind, rule, subject, metric, scenario, statement, computation, rests_on FROM sound_insights
        WHERE project_id = %s ORDER BY array_position('{anomaly,trend,gap}', kind), subject, metric, id
        """,
        (project_id,),
    )


def _save(connection: psycopg.Connection, project_id: int, insight: Insight) -> int:
    (insight_id,) = column(
        connection,
        """
        INSERT INTO insights (project_id, kind, rule, subject, metric, scenario, statement, computation, rests_on)
        VALUES (%(project)s, %(kind)s, %(rule)s, %(subject)s, %(metric)s, %(scenario)s, %(statement)s,
                %(computation)s, %(rests_on)s)
        ON CONFLICT (project_id, kind, rule, rests_on) DO UPDATE SET
            statement = excluded.statement, computation = excluded.computation
        RETURNING id
        """,
        asdict(insight) | {"project": project_id, "rests_on": list(insight.rests_on), "kind": insight.kind.value},
    )
    connection.execute(
        """
        INSERT INTO insight_findings (project_id, insight_id, finding_id)
        SELECT %s, %s, unnest(%s::bigint[]) ON CONFLICT DO NOTHING
        """,
        (project_id, insight_id, list(insight.rests_on)),
    )
    return int(insight_id)


def _stated(connection: psycopg.Connection, project_id: int) -> list[Stated]:
    found = list_findings(connection, project_id, Filter(limit=_MOST))
    return [stated for finding in found if (stated := _of(finding))]


def _of(f: StoredFinding) -> Stated | None:
    period = stored_period(f)
    if f.value is None or f.step is None or period is None:
        return None
    return Stated(
        f.id, f.document_id, f.position, f.subject, f.subject_key, tuple(f.dimension), f.metric, period,
        f.scenario, f.value, f.step, f.unit, f.scale, f.is_cost,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ranked:
    """Insights by what an analyst would act on first, with what they rest on."""

    insights: Sequence[StoredInsight]
    findings: Mapping[int, StoredFinding]  # those that the insights rest on, by number
    conflicts: Mapping[int, Sequence[int]]  # insight → the open conflicts on its measure


def ranked_insights(connection: psycopg.Connection, project_id: int) -> Ranked:
    """The project's insights, derived anew, the weightiest first; of one measure one before any comes again."""
    found = refresh_insights(connection, project_id)
    rests_on = sorted({number for insight in found for number in insight.rests_on})
    findings = {f.id: f for f in load_findings(connection, project_id, rests_on)}
    disputed = _disputed(connection, project_id)
    beside = Beside(_sizes(connection, project_id), disputed.keys())
    ranked = by_importance(found, {number: _ground(finding) for number, finding in findings.items()}, beside)
    about = {insight.id: disputed.get((insight.subject, insight.metric), ()) for insight in ranked}
    return Ranked(ranked, findings, {number: conflicts for number, conflicts in about.items() if conflicts})


def _disputed(connection: psycopg.Connection, project_id: int) -> dict[tuple[str, str], list[int]]:
    """The open conflicts, by the subject and the metric that they are on."""
    found: dict[tuple[str, str], list[int]] = {}
    for conflict in list_conflicts(connection, project_id):
        for about in {(side.subject, side.metric) for side in conflict.sides}:
            found.setdefault(about, []).append(conflict.id)
    return found


def _sizes(connection: psycopg.Connection, project_id: int) -> dict[tuple[str, str], Decimal]:
    """How large the companies are, by subject and currency."""
    stated = []
    for metric in SIZES:
        wanted = Filter(metric=metric, scenario=Scenario.ACTUAL.value, limit=_MOST)
        for f in list_findings(connection, project_id, wanted):
            if f.metric == metric and f.amount is not None and f.period is not None and rank_of(f.rule) == 0:
                stated.append((f.subject, f.metric, _ground(f)))
    return company_sizes(stated)


def _ground(f: StoredFinding) -> Ground:
    period = stored_period(f)
    return Ground(
        f.magnitude or Decimal(0), f.unit, bool(f.dimension), str(period.end) if period else "",
        period.months if period else None, rank_of(f.rule),
    )  # fmt: skip


def insight_shape(insight: StoredInsight, ranked: Ranked) -> dict[str, Any]:
    """The public shape, as `sleuth insights --json` prints it: each finding with its place."""
    rests_on = [ranked.findings[i] for i in insight.rests_on if i in ranked.findings]
    return {
        "id": insight.id, "kind": insight.kind, "subject": insight.subject, "metric": insight.metric,
        "scenario": insight.scenario, "statement": insight.statement, "computation": insight.computation,
        "conflicts": list(ranked.conflicts.get(insight.id, ())),
        "rests_on": [
            {
                "id": f.id, "metric": f.metric, "period": f.period_name, "value": f"{f.value:f}", "unit": f.unit,
                "scale": f.scale, "filename": f.filename, "locator": f.locator, "quote": f.quote,
                "corrected": f.corrected.shape if f.corrected else None,
            }
            for f in rests_on
        ],
    }  # fmt: skip
