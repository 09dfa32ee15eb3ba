"""Findings in the store: saved with their document, listed by what they state, judged by people, never overwritten."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import psycopg
from psycopg import sql
from psycopg.types.json import Jsonb

from sleuth.errors import UserError
from sleuth.evidence.source import Span
from sleuth.findings.asked.corrected import Corrected, read_correction
from sleuth.findings.asked.wording import amount
from sleuth.findings.finding import Finding
from sleuth.language.period import Day, Period
from sleuth.store.ledger.portraits import unrelate
from sleuth.store.ledger.rulings import misreadings
from sleuth.store.names import storable
from sleuth.store.projects import lock_project
from sleuth.store.rows import column, records

STATUSES = ("proposed", "validated", "rejected", "superseded")


@dataclass(frozen=True, slots=True)
class StoredFinding:
    """A finding's record; fields as in findings.Finding and in the table's comments."""

    id: int
    document_id: int
    filename: str
    position: int
    subject: str
    dimension: Sequence[str]
    subject_key: str
    metric: str
    label: str
    domain: str
    period_key: str
    period_name: str
    period: Mapping[str, Any] | None
    scenario: str
    value: Decimal | None
    unit: str
    scale: int
    step: Decimal | None
    text: str
    page: int
    start: int
    end: int
    locator: str
    quote: str
    row_path: Sequence[str]
    column_path: Sequence[str]
    rule: str
    is_cost: bool
    confidence: float
    factors: Sequence[Sequence[Any]]
    document_date: date | None
    quality: str  # of the source: audited, filed, management, draft, correspondence, unknown
    status: str
    created_at: datetime
    correction: Mapping[str, Any] | None  # as the view `corrections` tells it; None where nobody corrected

    @property
    def corrected(self) -> Corrected | None:
        """Who corrected the source here, and what the source says; None for what the source itself states."""
        return read_correction(self.correction)

    @property
    def amount(self) -> Decimal | None:
        """The value in single units."""
        return None if self.value is None else self.value.scaleb(self.scale)

    @property
    def unsigned(self) -> Decimal | None:
        """The value as printed; of a cost, which may be printed with either sign, without its sign."""
        return abs(self.value) if self.is_cost and self.value is not None else self.value

    @property
    def magnitude(self) -> Decimal | None:
        """How much it is, in single units: as `unsigned`."""
        return None if self.unsigned is None else self.unsigned.scaleb(self.scale)

    @property
    def shown(self) -> str:
        """The figure, or the words, for people."""
        return self.text if self.value is None else amount(self.value, self.unit, self.scale)

    @property
    def span(self) -> Span:
        """Where it stands in its document."""
        return Span(self.page, self.start, self.end)


@dataclass(frozen=True, slots=True)
class Filter:
    """Which findings are wanted; what is None or empty filters nothing."""

    metric: str | None = None  # a key, or a part of the metric as printed
    period: str | None = None  # a period's name or key
    scenario: str | None = None
    subject: str | None = None  # a part of the subject or the dimension
    document_ids: Sequence[int] = ()
    domains: Sequence[str] = ()
    statuses: Sequence[str] = ("proposed", "validated")
    history: bool = False  # also of documents that were replaced
    limit: int = 10_000


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a finding's status."""

    before: str
    after: str
    by_whom: str
    reason: str
    at: datetime


_ELSEWHERE = {
    "filename": "documents.filename",
    "quality": "documents.quality",
    "correction": """
        CASE WHEN findings.corrects IS NOT NULL
        THEN (SELECT corrections.correction FROM corrections WHERE finding_id = findings.id) END AS correction
    """,
}
_COLUMNS = sql.SQL(", ").join(
    sql.SQL(_ELSEWHERE[f.name]) if f.name in _ELSEWHERE else sql.SQL("findings.") + sql.Identifier(f.name)
    for f in fields(StoredFinding)
)


def save_findings(
    connection: psycopg.Connection,
    project_id: int,
    document_id: int,
    findings: Sequence[Finding],
    rules: str,
    document_date: date | None = None,
) -> None:
    """Make these the findings of a document, as read by `rules`. Saving again changes nothing that people judged."""
    with connection.transaction():
        lock_project(connection, project_id)
        unrelate(connection, [document_id])
        connection.execute(
            """
            DELETE FROM findings WHERE document_id = %s AND (status = 'proposed' OR status = 'superseded' AND NOT EXISTS
                (SELECT FROM finding_history WHERE finding_id = findings.id AND by_whom <> 'sleuth'))
            """,
            (document_id,),
        )
        misread = misreadings(connection, project_id, document_id)
        corrected = _corrected_spans(connection, document_id)
        read = [
            (n, f)
            for n, f in enumerate(findings)
            if (f.span, f.metric, f.rule) not in misread and f.span not in corrected
        ]
        with connection.cursor() as cursor:
            cursor.executemany(_INSERT, [_row(project_id, document_id, n, f, document_date) for n, f in read])
        connection.execute(
            """
            INSERT INTO extractions (document_id, project_id, rules, findings) VALUES (%s, %s, %s, %s)
            ON CONFLICT (document_id) DO UPDATE SET rules = excluded.rules, findings = excluded.findings, at = now()
            """,
            (document_id, project_id, rules, len(findings)),
        )


def _corrected_spans(connection: psycopg.Connection, document_id: int) -> set[Span]:
    """Where a person said what the document means: newer rules do not put their own reading beside it."""
    rows = connection.execute(
        """
        SELECT page, start, "end" FROM findings
        WHERE document_id = %s AND corrects IS NOT NULL AND status <> 'rejected'
        """,
        (document_id,),
    )
    return {Span(*row) for row in rows}


_WRITTEN = tuple(
    f.name
    for f in fields(StoredFinding)
    if f.name not in ("id", "filename", "quality", "status", "created_at", "correction")
)
_INSERT = sql.SQL("INSERT INTO findings (project_id, {}) VALUES (%(project_id)s, {}) ON CONFLICT DO NOTHING").format(
    sql.SQL(", ").join(map(sql.Identifier, _WRITTEN)), sql.SQL(", ").join(map(sql.Placeholder, _WRITTEN))
)


def _row(project_id: int, document_id: int, position: int, f: Finding, made: date | None) -> dict[str, Any]:
    key, quantity = f.key, f.quantity
    return {
        "project_id": project_id, "document_id": document_id, "position": position,
        "subject": storable(f.subject), "dimension": list(map(storable, f.dimension)),
        "subject_key": storable(key.subject),
        "metric": storable(f.metric), "label": storable(f.label), "domain": f.domain, "period_key": key.period,
        "period_name": f.period.name if f.period else "", "period": period_json(f.period), "scenario": key.scenario,
        "value": quantity.value if quantity else None, "unit": quantity.unit if quantity else "",
        "scale": quantity.scale if quantity else 0, "step": quantity.step if quantity else None,
        "text": storable(f.text), "page": f.span.page, "start": f.span.start, "end": f.span.end,
        "locator": storable(f.locator), "quote": storable(f.quote), "row_path": list(map(storable, f.row_path)),
        "column_path": list(map(storable, f.column_path)), "rule": f.rule, "is_cost": f.is_cost,
        "confidence": f.confidence, "factors": Jsonb([list(factor) for factor in f.factors]), "document_date": made,
    }  # fmt: skip


def period_json(period: Period | None) -> Jsonb | None:
    """A period as the store keeps it."""
    if period is None:
        return None
    return Jsonb({"end": str(period.end)} | {name: getattr(period, name) for name in _OF_PERIOD})


def period_of(stored: Mapping[str, Any]) -> Period:
    """A period that the store kept."""
    year, month, day = [*map(int, stored["end"].split("-")), None, None][:3]
    assert year is not None
    return Period(Day(year, month, day), *(stored[name] for name in _OF_PERIOD))


_OF_PERIOD = ("months", "fiscal_year", "fiscal_quarter", "assumed")


def stored_period(finding: StoredFinding) -> Period | None:
    """The period of a stored finding, for findings.period.same_period."""
    return None if finding.period is None else period_of(finding.period)


def list_findings(connection: psycopg.Connection, project_id: int, wanted: Filter | None = None) -> list[StoredFinding]:
    """The findings of a project's live documents that fit, by document and reading order."""
    w = wanted or Filter()
    return _select(
        connection,
        """
        findings.project_id = %(project)s AND (documents.live OR %(history)s)
        AND (%(metric)s::text IS NULL OR findings.metric = %(metric)s
             OR strpos(lower(findings.label), lower(%(metric)s)) > 0)
        AND (%(period)s::text IS NULL OR lower(%(period)s) IN (lower(findings.period_name), lower(findings.period_key)))
        AND (%(scenario)s::text IS NULL OR findings.scenario = %(scenario)s)
        AND (%(subject)s::text IS NULL OR strpos(findings.subject_key, lower(%(subject)s)) > 0)
        AND (%(documents)s::bigint[] = '{}' OR findings.document_id = ANY(%(documents)s))
        AND (%(domains)s::text[] = '{}' OR findings.domain = ANY(%(domains)s))
        AND (%(statuses)s::text[] = '{}' OR findings.status = ANY(%(statuses)s))
        ORDER BY documents.filename, documents.id, findings.position LIMIT %(limit)s
        """,
        {
            "project": project_id, "metric": w.metric, "period": w.period, "scenario": w.scenario,
            "subject": w.subject, "documents": list(w.document_ids), "domains": list(w.domains),
            "statuses": list(w.statuses), "history": w.history, "limit": w.limit,
        },
    )  # fmt: skip


def load_finding(connection: psycopg.Connection, project_id: int, finding_id: int) -> StoredFinding:
    """One finding. Raises UserError where the project has none of this number."""
    found = _select(
        connection,
        "findings.project_id = %(project)s AND findings.id = %(id)s",
        {"project": project_id, "id": finding_id},
    )
    if not found:
        raise UserError(f"there is no finding {finding_id} in this project. `sleuth findings --json` lists their ids.")
    return found[0]


def load_findings(connection: psycopg.Connection, project_id: int, ids: Sequence[int]) -> list[StoredFinding]:
    """The findings of these numbers that the project still holds, by number."""
    return _select(
        connection,
        "findings.project_id = %(project)s AND findings.id = ANY(%(ids)s) ORDER BY findings.id",
        {"project": project_id, "ids": list(ids)},
    )


def metrics_at(connection: psycopg.Connection, document_id: int, page: int, spans: Sequence[Span]) -> set[str]:
    """What the figures measure that stand within spans (of characters) of a page."""
    rows = connection.execute(
        """
        SELECT DISTINCT metric FROM findings, unnest(%s::int[], %s::int[]) AS spans (opens, closes)
        WHERE document_id = %s AND page = %s AND value IS NOT NULL AND start >= opens AND "end" <= closes
        """,
        ([one.start for one in spans], [one.end for one in spans], document_id, page),
    )
    return {metric for (metric,) in rows}


def set_status(
    connection: psycopg.Connection, project_id: int, finding_id: int, status: str, by_whom: str, reason: str = ""
) -> StoredFinding:
    """Say of a finding that it is validated, rejected, superseded, or proposed again; the change is kept."""
    if status not in STATUSES:
        raise UserError(f"“{status}” is no status. Choose from {', '.join(STATUSES)}.")
    with connection.transaction():
        lock_project(connection, project_id)
        before = load_finding(connection, project_id, finding_id)
        if before.status == status:
            return before
        connection.execute("UPDATE findings SET status = %s WHERE id = %s", (status, finding_id))
        connection.execute(
            """
            INSERT INTO finding_history (project_id, finding_id, before, after, by_whom, reason)
            VALUES (%s, %s, %s, %s, %s, %s)
            """,
            (project_id, finding_id, before.status, status, storable(by_whom), storable(reason)),
        )
        unrelate(connection, [before.document_id])
        return load_finding(connection, project_id, finding_id)


def finding_history(connection: psycopg.Connection, project_id: int, finding_id: int) -> list[Change]:
    """What happened to a finding, oldest first."""
    return records(
        connection,
        Change,
        """
        SELECT before, after, by_whom, reason, at FROM finding_history
        WHERE project_id = %s AND finding_id = %s ORDER BY id
        """,
        (project_id, finding_id),
    )


def unread_documents(connection: psycopg.Connection, project_id: int, rules: str) -> list[int]:
    """The live documents that these rules have not read for findings."""
    return column(
        connection,
        """
        SELECT documents.id FROM documents LEFT JOIN extractions ON extractions.document_id = documents.id
        WHERE documents.project_id = %s AND live AND rules IS DISTINCT FROM %s ORDER BY documents.id
        """,
        (project_id, rules),
    )


def forget_extractions(connection: psycopg.Connection, project_id: int, document_ids: Sequence[int]) -> None:
    """Have these documents count as unread, so that they are read for findings once more."""
    connection.execute(
        "DELETE FROM extractions WHERE project_id = %s AND document_id = ANY(%s)", (project_id, list(document_ids))
    )


def _select(connection: psycopg.Connection, condition: str, values: Mapping[str, Any]) -> list[StoredFinding]:
    """Findings by a condition of ours; what users give travels in `values`."""
    statement = sql.SQL("SELECT {} FROM findings JOIN documents ON documents.id = findings.document_id WHERE ").format(
        _COLUMNS
    ) + sql.SQL(condition)
    return records(connection, StoredFinding, statement, values)
