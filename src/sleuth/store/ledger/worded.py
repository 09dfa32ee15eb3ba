"""What documents state in words, as it is compared: terms of agreements, matters, numbers of things and shares."""

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

import psycopg

from sleuth.findings.compared.agreements import Saying, read_saying
from sleuth.findings.compared.denials import Position, position
from sleuth.findings.compared.stated import Amount, read_amount
from sleuth.findings.text.matters import MATTER
from sleuth.findings.text.stated import STATED
from sleuth.findings.text.terms import COMPARED
from sleuth.store.ledger.findings import StoredFinding, load_findings, period_of
from sleuth.store.rows import records

Side = TypeVar("Side", Saying, Position, Amount)


class Worded(NamedTuple, Generic[Side]):
    """What is compared of a project."""

    sides: tuple[Side, ...]  # statements of live documents, not rejected
    finding_ids: tuple[int, ...]  # these, and all others of such metrics


class _Row(NamedTuple):
    id: int
    document: int
    metric: str
    subject: str
    text: str
    period: dict[str, Any] | None
    rule: str
    stands: bool


def load_terms(connection: psycopg.Connection, project_id: int) -> Worded[Saying]:
    """All statements of terms in a project: they are few, and which agreement one is of depends on the others."""

    def read(row: _Row) -> Saying | None:
        return read_saying(row.id, row.document, row.metric, row.subject, row.text)

    return _load(connection, project_id, "metric = ANY(%s) AND value IS NULL", sorted(COMPARED), read)


def load_positions(connection: psycopg.Connection, project_id: int) -> Worded[Position]:
    """All statements and denials of matters in a project."""

    def read(row: _Row) -> Position:
        return position(row.id, row.document, row.metric, row.rule, row.text, row.subject)

    return _load(connection, project_id, "starts_with(metric, %s)", MATTER, read)


def load_amounts(connection: psycopg.Connection, project_id: int) -> Worded[Amount]:
    """All stated numbers of a project: which time one without a time is of depends on the others."""

    def read(row: _Row) -> Amount | None:
        period = None if row.period is None else period_of(row.period)
        return read_amount(row.id, row.document, row.metric, row.subject, row.text, period, row.rule)

    return _load(connection, project_id, "starts_with(metric, %s)", STATED, read)


def list_matters(connection: psycopg.Connection, project_id: int) -> list[StoredFinding]:
    """What live documents state of matters, without what they deny; by finding."""
    ground = load_positions(connection, project_id)
    stated = load_findings(connection, project_id, [one.id for one in ground.sides if not one.is_denial])
    return [finding for finding in stated if finding.status in ("proposed", "validated")]


def _load(
    connection: psycopg.Connection, project_id: int, condition: str, wanted: object, read: Callable[[_Row], Side | None]
) -> Worded[Side]:
    rows = records(
        connection,
        _Row,
        f"""
        SELECT f.id, document_id AS document, metric, subject_key AS subject, text, period, rule,
               live AND f.status <> 'rejected' AS stands
        FROM findings AS f JOIN documents ON documents.id = document_id
        WHERE f.project_id = %s AND {condition} ORDER BY document_id, position, f.id
        """,
        (project_id, wanted),
    )
    sides = (read(row) for row in rows if row.stands)
    return Worded(tuple(side for side in sides if side is not None), tuple(row.id for row in rows))
