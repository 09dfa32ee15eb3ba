"""Totals that are not the sum of their parts: of the quarters of a year, and of the lines of a table.

Which lines are the parts of a total is never guessed: a table's other columns prove it, by adding up.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import groupby

from sleuth.findings.derived.insights import Insight, Kind, Stated, agreed
from sleuth.language.spoken import spoken

_FEWEST = 2  # parts
_QUARTERS = (9, 6, 3, 0)  # months before the year's end


def sum_insights(findings: Iterable[Stated]) -> list[Insight]:
    """What does not add up within a document; totals of two documents that differ are conflicts."""
    stated = list(findings)
    return [*_years(stated), *_tables(stated)]


def _years(findings: Sequence[Stated]) -> Iterator[Insight]:
    """A year's amount against those of its four quarters."""
    groups: dict[tuple[object, ...], dict[tuple[int, int], list[Stated]]] = defaultdict(lambda: defaultdict(list))
    for f in findings:
        month = f.period.end.closing_month
        if month and f.period.months in (3, 12) and _is_money(f) and not f.metric.startswith("line: "):
            key = (f.document_id, f.subject_key, f.metric, f.scenario, f.unit)
            groups[key][f.period.months, month.year * 12 + month.month].append(f)
    for periods in groups.values():
        for months, end in [key for key in periods if key[0] == 12]:
            quarters = [agreed(periods.get((3, end - before), ())) for before in _QUARTERS]
            year = agreed(periods[months, end])
            parts = [quarter for quarter in quarters if quarter]
            if year and len(parts) == len(_QUARTERS) and _is_off(year, parts):
                yield _insight("year", year, parts, [part.period.name for part in parts], "its quarters")


def _is_money(f: Stated) -> bool:
    return len(f.unit) == 3 and f.unit.isupper()


@dataclass(slots=True)
class _Row:
    """A row of a table: what it states, by column."""

    path: tuple[str, ...]
    cells: dict[tuple[object, ...], Stated] = field(default_factory=dict)


def _tables(findings: Sequence[Stated]) -> Iterator[Insight]:
    """A row against the run of rows above it that a heading holds together."""
    for _, on_page in groupby(findings, key=lambda f: (f.document_id, f.page)):
        rows = _rows(on_page)
        for start, end in _runs(rows):
            if end < len(rows):
                yield from _compare(rows[start:end], rows[end])
            yield from _compare(rows[start : end - 1], rows[end - 1])


def _rows(findings: Iterable[Stated]) -> list[_Row]:
    """The rows in reading order; a row that repeats a column belongs to another table."""
    rows: list[_Row] = []
    for f in findings:
        if not f.row_path:
            continue
        column = (f.period.key, f.scenario, f.unit, f.scale, f.column_path)
        if not rows or rows[-1].path != f.row_path or column in rows[-1].cells:
            rows.append(_Row(f.row_path))
        rows[-1].cells[column] = f
    return rows


def _runs(rows: Sequence[_Row]) -> Iterator[tuple[int, int]]:
    """Stretches of rows under one heading: start inclusive, end exclusive."""
    start = 0
    for _, run in groupby(rows, key=lambda row: row.path[:-1]):
        end = start + len(list(run))
        yield start, end
        start = end


def _compare(parts: Sequence[_Row], total: _Row) -> Iterator[Insight]:
    """The columns that do not add up, where more of them do."""
    if len(parts) < _FEWEST:
        return
    proven: list[tuple[Stated, list[Stated]]] = []
    off: list[tuple[Stated, list[Stated]]] = []
    for column, sum_of in total.cells.items():
        addends = [row.cells[column] for row in parts if column in row.cells]
        if len(addends) == len(parts) and sum(f.value != 0 for f in addends) >= _FEWEST:
            (off if _is_off(sum_of, addends) else proven).append((sum_of, addends))
    if len(proven) <= len(off):
        return
    right = ", ".join(sum_of.period.name for sum_of, _ in proven)
    for sum_of, addends in off:
        names = [part.path[-1] for part in parts]
        yield _insight("table", sum_of, addends, names, f"the lines above it, which add up for {right}")


def _is_off(total: Stated, parts: Sequence[Stated]) -> bool:
    """Whether the difference is more than the rounding of all of them together."""
    rounding = sum((f.precision for f in (total, *parts)), Decimal(0)) / 2
    return abs(_value(total) - sum(map(_value, parts))) > rounding


def _value(f: Stated) -> Decimal:
    return f.value.scaleb(f.scale)


def _insight(rule: str, total: Stated, parts: Sequence[Stated], names: Sequence[str], what: str) -> Insight:
    shown = sum((part.value.scaleb(part.scale - total.scale) for part in parts), Decimal(0))
    difference = total.value - shown
    of = f" of {total.subject}" if total.subject else ""
    addends = " + ".join(f"{part.value:,f} ({name.strip(' :')})" for part, name in zip(parts, names, strict=True))
    return Insight(
        Kind.ANOMALY, f"sum: {rule}", total.subject, total.metric, total.scenario,
        f"{spoken(total.measure)}{of} for {total.period.name} is stated as {total.printed}, "
        f"{difference:+,f} against the sum of {what}: {shown:,f}.",
        f"{addends} = {shown:,f}",
        (total.id, *(part.id for part in parts)),
    )  # fmt: skip
