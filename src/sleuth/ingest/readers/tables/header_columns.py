"""Over which columns each header cell stands: by the rule drawn under it, else by its place."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sleuth.ingest.readers.tables.layout import Line, Run, Token, joined
from sleuth.ingest.readers.tables.numbers import PERIOD
from sleuth.ingest.readers.tables.regions import Column, gaps

_PERIOD_OPENS = re.compile(r"\b(?:Ended|Ending|Period|As of|At|avslutad)\s*[:,]?\Z", re.IGNORECASE)
_STACKED_SHIFT = 3.0  # points between the middles, or the right edges, of two lines of one header
_UNCOVERED = 0.2  # of the columns' distance: the cost of a column without a header
_ASTRAY = 0.75  # of the columns' distance: a header so far from its columns belongs to none
_IMPOSSIBLE = float("inf")


class Rule(NamedTuple):
    """A horizontal line drawn on the page."""

    x0: float
    x1: float
    y: float


class HeaderLine(NamedTuple):
    """A line of headers: its index, and its cells."""

    at: int
    cells: list[Run]


class Extent(NamedTuple):
    """The columns `first` to `last` (inclusive)."""

    first: int
    last: int

    @property
    def is_single(self) -> bool:
        return self.first == self.last

    @property
    def columns(self) -> range:
        return range(self.first, self.last + 1)

    def meets(self, other: "Extent") -> bool:
        return self.first <= other.last and self.last >= other.first


@dataclass(slots=True)
class Header:
    """A header cell: its columns, its tokens, and the lines it stands on."""

    over: Extent
    tokens: list[Token]
    top: int  # index of its first line
    bottom: int
    middle: float = 0.0  # of its first line
    right: float = 0.0  # edge of its first line
    closed: bool = False  # a rule or a period's opening parts it from the cell below

    @property
    def text(self) -> str:
        return joined(self.tokens)


class Beside(NamedTuple):
    """What stands beside a line of headers: the columns that have one, and the cells of the nearest line.

    It is what stands below; where nothing does, the line above, if that has a cell for each column: "Second Quarter"
    and "First Half" under "2022 2023 2022 2023".
    """

    columns: set[int]
    cells: list[Header]

    def stacks(self, run: Run) -> bool:
        """Whether a run is a part of a narrow header whose other part is the cell next to it."""
        if PERIOD.search(run.text):
            return False
        narrow = [cell for cell in self.cells if cell.over.is_single]
        return any(min(abs(cell.middle - run.middle), abs(cell.right - run.x1)) < _STACKED_SHIFT for cell in narrow)


class _Placing(NamedTuple):
    """Some cells of a line in order, each over its columns; the cost is in points."""

    cost: float
    extents: tuple[Extent, ...] = ()


def placed_headers(
    columns: Sequence[Column], lines: Sequence[Line], found: Sequence[HeaderLine], rules: Sequence[Rule]
) -> list[Header]:
    """The header cells over their columns; what stands on several lines is one cell.

    `found`: from the lowest line up. The result is from top to bottom, and from left to right.
    """
    placed: list[Header] = []
    headed: set[int] = set()
    for number, (index, cells) in enumerate(found):
        nearest = min((header.top for header in placed), default=0)
        beside = Beside(headed, [header for header in placed if header.top == nearest])
        if not placed and number + 1 < len(found):
            beside = _one_a_column(columns, found[number + 1])
        for run, extent in _extents(columns, cells, lines[index], beside, rules):
            header = Header(extent, list(run.tokens), index, index, run.middle, run.x1)
            header.closed = _PERIOD_OPENS.search(run.text) is not None or _is_ruled(run, lines, index, rules)
            _add(placed, header, lines)
        headed = {column for header in placed for column in header.over.columns}
    return sorted(placed, key=lambda header: (header.top, header.over.first))


def _one_a_column(columns: Sequence[Column], above: HeaderLine) -> Beside:
    """The cells of a line, if there is one for each column."""
    if len(above.cells) != len(columns):
        return Beside(set(), [])
    cells = [
        Header(Extent(number, number), list(run.tokens), above.at, above.at, run.middle, run.x1)
        for number, run in enumerate(above.cells)
    ]
    return Beside(set(range(len(columns))), cells)


def _add(placed: list[Header], header: Header, lines: Sequence[Line]) -> None:
    """Join the cell to the one below over the same columns, or add it."""
    below = [other for other in placed if other.over.meets(header.over)]
    nearest = min(below, key=lambda other: other.top, default=None)
    if nearest is None or nearest.over != header.over or header.closed:
        placed.append(header)
        return
    upper, lower = lines[header.bottom], lines[nearest.top]
    if lower.top - upper.bottom >= 0.8 * max(lower.height, upper.height):
        placed.append(header)
        return
    nearest.tokens = header.tokens + nearest.tokens
    nearest.top, nearest.middle, nearest.right = header.top, header.middle, header.right


def _is_ruled(run: Run, lines: Sequence[Line], index: int, rules: Sequence[Rule]) -> bool:
    """Whether a rule is drawn between a cell of a line and the line below."""
    until = lines[index + 1].top + 0.35 * lines[index + 1].height
    since = lines[index].bottom - 0.3 * lines[index].height
    return any(since < rule.y < until and rule.x0 - 2 < run.middle < rule.x1 + 2 for rule in rules)


def _extents(
    columns: Sequence[Column], cells: Sequence[Run], line: Line, beside: Beside, rules: Sequence[Rule]
) -> list[tuple[Run, Extent]]:
    """The columns that each cell of a header line stands over, from left to right."""
    while len(cells) > len(columns) and cells[0].x1 < columns[0].x0:
        cells = cells[1:]  # "Note", over a column that no row of this table fills
    by_rule = [_by_rule(columns, run, cells, line, rules) for run in cells]
    chosen = {number: extent for number, extent in enumerate(by_rule) if extent is not None}
    if len(chosen) < len(cells):
        for number, extent in _by_place(columns, cells, beside).items():
            if number not in chosen and not any(extent.meets(taken) for taken in chosen.values()):
                chosen[number] = extent
    return [(cells[number], chosen[number]) for number in sorted(chosen)]


def _by_rule(
    columns: Sequence[Column], run: Run, cells: Sequence[Run], line: Line, rules: Sequence[Rule]
) -> Extent | None:
    """The columns above which the rule under a cell is drawn. One that begins over the labels underlines the head."""
    labels = _left_of(columns, 0) - _pitch(columns)
    for rule in rules:
        is_right_below = line.bottom - 0.4 * line.height < rule.y < line.bottom + 1.1 * line.height
        if not is_right_below or not rule.x0 - 2 <= run.middle <= rule.x1 + 2 or rule.x0 < labels:
            continue
        if any(other is not run and rule.x0 < other.middle < rule.x1 for other in cells):
            continue  # it underlines the whole line
        under = [number for number, column in enumerate(columns) if rule.x0 - 2 < _middle(column) < rule.x1 + 2]
        if under:
            return Extent(under[0], under[-1])
    return None


def _by_place(columns: Sequence[Column], cells: Sequence[Run], beside: Beside) -> dict[int, Extent]:
    """The columns of each cell, chosen together: each as near the middle of its columns as the others allow.

    A cell may span several columns only if it reaches over them, or if they have headers of their own beside it.
    Stretches of time side by side may be set to the right over the columns of each.
    """
    pitch = _pitch(columns)
    ends = sum(PERIOD.search(run.text) is not None for run in cells) > 1
    uncovered = pitch * _UNCOVERED
    best = [_Placing(uncovered * count) for count in range(len(columns) + 1)]  # of no cell within the first columns
    for run in cells:
        best = _with_cell(columns, run, best, uncovered, beside, ends=ends)
    cost, extents = best[-1]
    if cost == _IMPOSSIBLE:
        return {}
    return {
        number: extent
        for number, (run, extent) in enumerate(zip(cells, extents, strict=True))
        if _misfit(columns, run, extent, beside, ends=ends) < _ASTRAY * max(pitch, run.x1 - run.x0)
    }


def _with_cell(
    columns: Sequence[Column], run: Run, before: Sequence[_Placing], uncovered: float, beside: Beside, *, ends: bool
) -> list[_Placing]:
    """The cheapest placings of one more cell: item n has all of them within the first n columns.

    `before`: the same without this cell. `uncovered`: the cost of a column without a header. `ends`: as in `_misfit`.
    """
    best = [_Placing(_IMPOSSIBLE)]
    for end in range(1, len(columns) + 1):
        narrower = best[-1]
        options = [_Placing(narrower.cost + uncovered, narrower.extents)]
        for start in range(end):
            extent = Extent(start, end - 1)
            cost = before[start].cost + _misfit(columns, run, extent, beside, ends=ends)
            options.append(_Placing(cost, (*before[start].extents, extent)))
        best.append(min(options, key=lambda option: option.cost))
    return best


def _misfit(columns: Sequence[Column], run: Run, over: Extent, beside: Beside, *, ends: bool) -> float:
    """How far a cell is from where it would stand over these columns, in points: centred on them or, if it `ends`, set
    to the right.
    """
    first, last = columns[over.first], columns[over.last]
    left = _left_of(columns, over.first)
    off_middle = abs(run.middle - (left + last.ink1) / 2)
    if over.is_single:
        off_edge = abs(run.x0 - first.ink0) if first.is_text else abs(run.x1 - first.ink1)
        return min(off_middle, off_edge, abs(run.middle - _middle(first)))
    reaches = run.x0 < first.ink1 and run.x1 > last.ink0
    are_headed = beside.columns.issuperset(over.columns)
    if not reaches and (not are_headed or beside.stacks(run)):
        return _IMPOSSIBLE
    return min(off_middle, abs(run.x1 - last.ink1)) if ends else off_middle


def _pitch(columns: Sequence[Column]) -> float:
    """The least distance of two columns."""
    return min(gaps(columns), default=80.0)


def _left_of(columns: Sequence[Column], index: int) -> float:
    """Where the room of a column begins: at its currency sign, or where the column before ends."""
    column = columns[index]
    if column.x0 < column.ink0 - 2 or column.is_text:
        return column.x0
    before = columns[index - 1].ink1 if index else column.ink1 - max(next(gaps(columns), 60.0), 30.0)
    return min(column.ink0, before + 6.0)


def _middle(column: Column) -> float:
    return (column.ink0 + column.ink1) / 2
