"""The entrance: whether a page's table has the rows that a claim says and no others, and what it computes of them."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache

from sleuth.evidence.rows.derived import units_of, with_derived
from sleuth.evidence.rows.grid import Grid, Line, grid_of, hidden_total, mixes_currencies, stands_for_several
from sleuth.evidence.rows.selection import Checked, Selection
from sleuth.evidence.rows.things import sums_of, things_of
from sleuth.evidence.rows.wording import told
from sleuth.evidence.source import Page
from sleuth.language.days import is_day_first, read_days
from sleuth.language.quantity import comma_is_decimal, read_cell
from sleuth.language.scale import read_scaling
from sleuth.language.table_query import Condition, Dated, OneOf, Ranged, RowOperation

_RANKS = (RowOperation.LARGEST, RowOperation.SMALLEST)
_COMPUTED = (RowOperation.SUM, RowOperation.AVERAGE, RowOperation.SHARE)
_Telling = Callable[[str], bool | None]


def check_selection(page: Page, selection: Selection) -> Checked | str:
    """The claim in words with its places, or why the page does not bear it out."""
    grid = _proven(_Asked(page, replace(selection, told=None)))
    if isinstance(grid, str):
        return grid
    if selection.told is not None and selection.told not in selection.rows:
        return "the row that it tells is none of those that it selects"
    if selection.called not in (page.label, *page.text.split("\n"), page.tables[selection.table].caption):
        selection = replace(selection, called="")
    return told(grid, selection)


class _Asked:
    """A selection on one page, as a key: the rows of one selection are told one by one, and checked together once."""

    def __init__(self, page: Page, selection: Selection) -> None:
        self.page = page
        self.selection = selection

    def __hash__(self) -> int:
        return hash(self.selection)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Asked) and self.page is other.page and self.selection == other.selection


@lru_cache(maxsize=4)
def _proven(asked: _Asked) -> Grid | str:
    """The rows of the table that a selection is of, where it holds; else why it does not."""
    page, selection, query = asked.page, asked.selection, asked.selection.query
    if selection.table >= len(page.tables):
        return "there is no such table on the page"
    grid = grid_of(page, page.tables[selection.table])
    grid = grid if isinstance(grid, str) else with_derived(grid, query)
    if isinstance(grid, str):
        return grid
    named = {
        selection.naming,
        query.group or selection.naming,
        *query.columns,
        *query.beside,
        *(one.column for one in query.conditions),
    }
    missing = [heading for heading in named if heading not in grid.headings.values() and heading != "Section"]
    if missing:
        return f"it has no column “{missing[0]}”"
    if total := hidden_total(grid, query.language):
        return f"its row “{total}” sums up the others"
    if len(grid.lines) != selection.counted:
        return f"it has {len(grid.lines)} rows, not {selection.counted}"
    return _differs(grid, selection) or grid


def _differs(grid: Grid, selection: Selection) -> str:
    """Why the rows or the figure are not those of the claim; "" where they are."""
    query = selection.query
    met: list[Line] = []
    unread: set[int] = set()
    tests = [(one.column, _test(one, grid, query.language)) for one in query.conditions]
    several = {line.row for line in grid.lines if stands_for_several(line, selection.naming)}
    for line in grid.lines:
        if query.is_per_row and line.row in several:
            continue
        answers = [test(line.texts[column]) if line.texts.get(column) else None for column, test in tests]
        if False not in answers and None in answers:
            unread.add(line.row)
        elif False not in answers:
            met.append(line)
    if met and query.names_all:
        unread.clear()
    rows = {line.row for line in met}
    if query.operation is RowOperation.AVERAGE and rows & several:
        return "one of its rows stands for several"
    ranged = [one.column for one in query.conditions if isinstance(one, Ranged)]
    amounts = ranged if query.operation not in (*_RANKS, *_COMPUTED) else [*ranged, query.columns[0]]
    is_share = query.operation is RowOperation.SHARE
    held = grid if is_share else replace(grid, lines=(*met, *(line for line in grid.lines if line.row in unread)))
    if any(mixes_currencies(held, unit) for heading in amounts for unit in units_of(query, heading)):
        return "its amounts are in several currencies"
    if query.operation in (*_RANKS, *_COMPUTED):
        values = _values(grid, query.columns[0], query.language)
        unread |= rows - values.keys()
        rows &= values.keys()
        sums = _sums(grid, selection, rows, values)
        if query.is_ranked and len(sums) != selection.among:
            return f"{len(sums)} rows can be ranked, not {selection.among}"
        if query.operation in _COMPUTED:
            rows = _first(selection, sums) if query.is_ranked else rows
            result = _result(query.operation, rows, values)
            if selection.result is None or abs(result - selection.result) > Decimal("1e-9"):
                return f"it comes to {result}, not {selection.result}"
        else:
            rows = _first(selection, sums)
    if query.operation is RowOperation.LIST and query.columns:
        rows = {line.row for line in met if any(line.texts.get(heading) for heading in query.columns)}
    if unread != set(selection.unread):
        return "other cells than those that are named cannot be read"
    if rows != set(selection.rows):
        return "other rows meet the conditions"
    return ""


def _sums(
    grid: Grid, selection: Selection, rows: set[int], values: dict[int, Decimal]
) -> dict[frozenset[int], Decimal]:
    """What is ranked: the value of each row, or of the rows of each thing together."""
    group = selection.query.group
    if not group:
        return {frozenset([row]): values[row] for row in rows}
    things = things_of((line for line in grid.lines if line.row in rows), group, selection.naming)
    sums = sums_of(things, values)
    return {frozenset(line.row for line in lines): sums[name] for name, lines in things.items()}


def _first(selection: Selection, sums: dict[frozenset[int], Decimal]) -> set[int]:
    """The rows at the place that is asked for, or down to it; equals are at one place."""
    query = selection.query
    sign = 1 if query.operation is RowOperation.SMALLEST else -1
    ranked = sorted(sign * value for value in sums.values())
    if query.count == 1:
        places = sorted(set(ranked))
        wanted = set(places[query.place - 1 : query.place])
    else:
        last = ranked[min(query.count, len(ranked)) - 1]
        wanted = {value for value in ranked if value <= last}
    return {row for rows, value in sums.items() if sign * value in wanted for row in rows}


def _values(grid: Grid, heading: str, language: str) -> dict[int, Decimal]:
    """The amounts under a heading by row; where its cells are days, those."""
    day_first = is_day_first(grid.texts(heading))
    days = {line.row: read_days(line.texts.get(heading, ""), day_first=day_first) for line in grid.lines}
    dated = {row: Decimal(found.first.toordinal()) for row, found in days.items() if found is not None}
    numbers = grid.numbers(heading, language)
    is_years = all(len(text.strip()) == 4 for text in grid.texts(heading) if text.strip().isdigit())
    return dated if len(dated) > len(numbers) or (dated and len(dated) == len(numbers) and is_years) else numbers


def _result(operation: RowOperation, rows: set[int], values: dict[int, Decimal]) -> Decimal:
    total = sum((values[row] for row in rows), Decimal())
    if operation is RowOperation.SUM:
        return total
    if operation is RowOperation.AVERAGE:
        return total / len(rows) if rows else Decimal(0)
    whole = sum(values.values(), Decimal())
    return 100 * total / whole if whole else Decimal(0)


def _test(condition: Condition, grid: Grid, language: str) -> _Telling:
    """Whether a cell meets a condition; the test gives None where it does not tell."""
    texts = grid.texts(condition.column)
    match condition:
        case OneOf():
            return lambda text: (text in condition.values) is not condition.is_not
        case Dated():
            return _test_days(condition, day_first=is_day_first(texts))
        case Ranged():
            return _test_amount(condition, grid, comma=comma_is_decimal(texts, language))


def _test_days(condition: Dated, *, day_first: bool | None) -> _Telling:
    def test(text: str) -> bool | None:
        days = read_days(text, day_first=day_first)
        if days is None:
            return None
        inside = [
            (condition.first is None or day >= condition.first) and (condition.last is None or day <= condition.last)
            for day in (days.first, days.last)
        ]
        surrounds = condition.first is not None and days.first < condition.first <= days.last
        if inside[0] != inside[1] or (surrounds and not all(inside)):
            return None
        return inside[0]

    return test


def _test_amount(condition: Ranged, grid: Grid, *, comma: bool) -> _Telling:
    stated = read_scaling(condition.column).over(read_scaling(grid.stated)).money or 0

    def test(text: str) -> bool | None:
        read = read_cell(text, comma)
        if read is None:
            return None
        scale = read.scale if read.scale is not None else stated
        amount = read.value.scaleb(scale) if condition.unit not in ("", "percent") else read.value
        low, high = condition.low, condition.high
        if condition.is_strict:
            return (low is None or amount > low) and (high is None or amount < high)
        return (low is None or amount >= low) and (high is None or amount <= high)

    return test
