"""What a document states of the whole company: its primary statements decide, and what differs from them is a part.

A note's "Research and development 7" is the part of some charge, an "Inventories 3,568" counts what another line of
the balance sheet holds, "Total assets 4,087" are those of a subsidiary. No list of such tables is ever complete; but
each of them contradicts the statement that tells the same measure of the same period.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum

from sleuth.findings.finding import Finding
from sleuth.findings.tables.statements import Statement

_DISTINCT = 1_000  # units of the last digit printed
TOTAL, PART = "table: total of its parts", "table: part that adds up to a total"  # rules of findings
_MOST_OFF = 2  # measures of one table that differ from the statements: then the table is of something else


@dataclass(frozen=True, slots=True)
class TableRead:
    """The findings of one table; `statement` is the primary statement that it is by its lines."""

    findings: tuple[Finding, ...]
    statement: Statement | None = None
    is_titled: bool = False  # its title says so, too


class Standing(StrEnum):
    """How a finding stands to the primary statements."""

    AGREES = "agrees"
    DIFFERS = "differs"
    UNCOMPARED = "uncompared"  # they state the measure, but of other periods
    UNKNOWN = "unknown"  # they do not state the measure


@dataclass(slots=True)
class Anchors:
    """What the primary statements state of the whole: the first of them that states it."""

    stated: dict[object, list[Finding]] = field(default_factory=lambda: defaultdict(list))
    of_metric: dict[str, list[Finding]] = field(default_factory=lambda: defaultdict(list))

    def add(self, findings: Iterable[Finding]) -> None:
        for finding in filter(_is_whole, findings):
            self.stated[_key(finding)].append(finding)
            self.of_metric[finding.metric].append(finding)

    def standing(self, finding: Finding) -> Standing:
        stated = self.stated.get(_key(finding), [])
        if stated:
            return Standing.AGREES if any(_same(finding, other) for other in stated) else Standing.DIFFERS
        if any(_is_distinct(finding) and _same(finding, other) for other in self.of_metric[finding.metric]):
            return Standing.DIFFERS  # the same figure under another period: one of its headings was lost
        comparable = [other for other in self.of_metric[finding.metric] if _is_month(other) or not _is_month(finding)]
        return Standing.UNCOMPARED if comparable else Standing.UNKNOWN  # of a month a year's statement tells nothing


def _is_month(finding: Finding) -> bool:
    return finding.period is not None and finding.period.months == 1


def reconciled(tables: Sequence[TableRead], prose: Sequence[Finding] = ()) -> list[Finding]:
    """The findings that the primary statements do not contradict, in reading order of tables, then of sentences."""
    anchors, primary = _anchors(tables)
    kept: list[Finding] = []
    for table in tables:
        kept += _undisputed(table.findings, anchors) if id(table) in primary else _consistent(table.findings, anchors)
    return [*kept, *_undisputed(prose, anchors)]


def _undisputed(findings: Iterable[Finding], anchors: Anchors) -> list[Finding]:
    return [f for f in findings if not _is_whole(f) or anchors.standing(f) is not Standing.DIFFERS]


def _anchors(tables: Sequence[TableRead]) -> tuple[Anchors, set[int]]:
    """The primary statements in reading order; one that contradicts those before it is somebody else's.

    A table without a statement's title is one only where no table bears the title of that statement.
    """
    anchors, primary = Anchors(), set[int]()
    titled = {table.statement for table in tables if table.is_titled}
    untitled = [table for table in tables if not table.is_titled and table.statement not in titled]
    for table in (*(table for table in tables if table.is_titled), *untitled):
        if table.statement is not None and not _is_of_another(table.findings, anchors):
            anchors.add(f for f in table.findings if anchors.standing(f) is not Standing.DIFFERS)
            primary.add(id(table))
    return anchors, primary


def _consistent(findings: Sequence[Finding], anchors: Anchors) -> list[Finding]:
    """The findings of a table that is no primary statement, without the rows that are not the whole's."""
    rows: dict[tuple[str, tuple[str, ...]], set[Standing]] = defaultdict(set)
    for finding in filter(_is_whole, findings):
        rows[finding.metric, finding.row_path].add(anchors.standing(finding))
    findings = _of_whole(findings, anchors)
    if _is_of_another(findings, anchors):
        return [finding for finding in findings if not _is_whole(finding)]
    agrees = any(Standing.AGREES in row and Standing.DIFFERS not in row for row in rows.values())
    if not agrees and any(Standing.UNCOMPARED in row for row in rows.values()):
        return [finding for finding in findings if not _is_whole(finding)]
    return [f for f in findings if not _is_whole(f) or Standing.DIFFERS not in rows[f.metric, f.row_path]]


def _of_whole(findings: Sequence[Finding], anchors: Anchors) -> list[Finding]:
    """Without the parts of a total that is not the whole's: a segment's sales by region are no sales by region."""
    totals = [f for f in findings if f.rule == TOTAL and anchors.standing(f) is Standing.DIFFERS]
    parted = {(f.metric, f.column_path) for f in totals}
    return [f for f in findings if f.rule != PART or (f.metric, f.column_path) not in parted]


def _is_of_another(findings: Iterable[Finding], anchors: Anchors) -> bool:
    """Whether several measures of a table differ from the statements, and no more agree with them."""
    standings = {(finding.metric, anchors.standing(finding)) for finding in findings if _is_whole(finding)}
    differing = {metric for metric, standing in standings if standing is Standing.DIFFERS}
    agreeing = {metric for metric, standing in standings if standing is Standing.AGREES} - differing
    return len(differing) >= max(_MOST_OFF, len(agreeing))


def _is_whole(finding: Finding) -> bool:
    return finding.quantity is not None and not finding.dimension and not finding.metric.startswith("line: ")


def _key(finding: Finding) -> object:
    """What is the same for two statements of one thing: a period as far as its month, however precise its day is."""
    key, period = finding.key, finding.period
    ends = (period.end.closing_month or period.end.year) if period else None
    months = period.months if period else None
    return key.subject, key.metric, key.scenario, ends, months, finding.quantity.unit if finding.quantity else ""


def _is_distinct(finding: Finding) -> bool:
    """Whether an amount has so many digits that two periods do not have it by chance."""
    return finding.quantity is not None and abs(finding.quantity.value / finding.quantity.step) >= _DISTINCT


def _same(one: Finding, other: Finding) -> bool:
    """Whether two findings state one amount, as far as both are precise; an outflow may be printed as negative."""
    assert one.quantity is not None
    assert other.quantity is not None
    rounding = max(one.quantity.precision, other.quantity.precision)
    amounts = (one.quantity.amount, other.quantity.amount)
    difference = abs(amounts[0] - amounts[1])
    if one.is_cost:
        difference = min(difference, abs(abs(amounts[0]) - abs(amounts[1])))
    return difference <= rounding / 2 if rounding > 1 else difference < max(rounding, Decimal("0.005"))
