"""Which lines of a page make a table: rows whose numbers stand in the same columns."""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from sleuth.ingest.readers.tables.layout import Line, Run
from sleuth.ingest.readers.tables.numbers import is_amount, is_year

_SLACK = 3.0  # points by which numbers of one column may miss each other
_FARTHEST = 4.0  # line heights between two lines of one table
_MOST_LABELLED = 3  # times as many labels as numbers stand where a number is a label's last line
_SOME_OF_ROWS, _MOST_OF_ROWS = 0.3, 0.8  # that have a word in a column of words, before the numbers and behind them
_MOST_LABELS = 6  # lines of labels alone between two rows


@dataclass(slots=True)
class Column:
    """The extent of a column: its numbers, and its cells with their currency signs."""

    ink0: float
    ink1: float
    x0: float
    is_text: bool = False  # words, not numbers

    def meets(self, left: float, right: float, slack: float = 0.0) -> bool:
        return left < self.ink1 + slack and right > self.ink0 - slack


@dataclass(slots=True)
class Region:
    """The body of a table: lines `first` to `last` (inclusive) of the page, headers not included."""

    first: int
    last: int
    rows: list[int] = field(default_factory=list)  # the lines that hold numbers
    columns: list[Column] = field(default_factory=list)
    solid: bool = False  # its numbers look like amounts; others need a header to make a table
    label_x0: float = float("inf")  # where the labels begin

    @property
    def left(self) -> float:
        """Where the columns begin and the labels end."""
        return min(column.x0 for column in self.columns)

    @property
    def right(self) -> float:
        return max(column.ink1 for column in self.columns)


def regions_of(lines: Sequence[Line]) -> list[Region]:
    """The tables' bodies from top to bottom."""
    regions: list[Region] = []
    current: Region | None = None
    for index, line in enumerate(lines):
        if not is_row(line):
            continue
        if current is not None and _continues(current, index, lines):
            current.last = index
            current.rows.append(index)
        else:
            current = Region(index, index, [index])
            regions.append(current)
        current.label_x0 = min(current.label_x0, line.x0)
        current.columns = merged([*current.columns, *(Column(run.ink_x0, run.x1, run.x0) for run in line.values)])
    tables = [region for region in regions if _is_table(region, lines)]
    for region in tables:
        if _is_within_labels(region, lines):
            region.columns.pop(0)
        region.columns = sorted(
            [*_text_columns(region, lines), *region.columns, *_text_columns(region, lines, behind=True)],
            key=lambda column: column.ink0,
        )
    return tables


def is_row(line: Line) -> bool:
    """A line with numbers in columns that are not all years: those head a table."""
    if not line.values or all(is_year(run.text) for run in line.values):
        return False
    return len(line.runs) > 1 or is_amount(line.text)


def _continues(region: Region, index: int, lines: Sequence[Line]) -> bool:
    """Whether the line at `index` is the next row of the region."""
    line = lines[index]
    between = range(region.last + 1, index)
    if any(lines[at].top - lines[at - 1].bottom > _FARTHEST * line.height for at in (*between, index)):
        return False
    if len(between) > _MOST_LABELS or any(lines[at].x1 > region.left + _SLACK for at in between):
        return False
    fitting = sum(any(c.meets(run.ink_x0, run.x1, _SLACK) for c in region.columns) for run in line.values)
    if 2 * fitting > len(line.values) or (2 * fitting == len(line.values) and len(line.values) > 1):
        return True
    return line.top - lines[index - 1].bottom < 2 * line.height and _is_shifted(region, line)


def _is_shifted(region: Region, line: Line) -> bool:
    """Whether the numbers of a row stand beside the columns, each as far: in accounts that give a year two columns,
    the inner one for what is added up in the outer.
    """
    values = [run for run in line.values if not any(c.meets(run.ink_x0, run.x1, _SLACK) for c in region.columns)]
    if len(values) < 2 or not all(is_amount(run.text) for run in values):
        return False
    inner = [[column for column in region.columns if column.ink1 > run.x1][:1] for run in values]
    outer = [[column for column in region.columns if column.ink1 < run.ink_x0][-1:] for run in values]
    return any(_are_apart_alike(columns, values) for columns in (inner, outer))


def _are_apart_alike(columns: Sequence[Sequence[Column]], values: Sequence[Run]) -> bool:
    beside = [column for found in columns for column in found]
    if len(beside) < len(values) or len({id(column) for column in beside}) < len(values):
        return False
    shifts = [column.ink1 - run.x1 for column, run in zip(beside, values, strict=True)]
    return max(shifts) - min(shifts) < _SLACK


def merged(columns: Iterable[Column]) -> list[Column]:
    """Columns that overlap made one, from left to right."""
    result: list[Column] = []
    for column in sorted(columns, key=lambda column: column.ink0):
        if result and column.ink0 < result[-1].ink1:
            last = result[-1]
            result[-1] = Column(last.ink0, max(last.ink1, column.ink1), min(last.x0, column.x0))
        else:
            result.append(column)
    return result


def _is_within_labels(region: Region, lines: Sequence[Line]) -> bool:
    """Whether the first column is but the last line of some labels: "9,444,375" shares under their description.

    Its numbers begin their lines, where the labels of most other rows stand.
    """
    if len(region.columns) < 2:
        return False
    firsts = [lines[row].runs[0] for row in region.rows]
    here = [run for run in firsts if run.is_value and region.columns[0].meets(run.ink_x0, run.x1)]
    labels = [run for run in firsts if not run.is_value and region.columns[0].meets(run.x0, run.x1)]
    inside = [
        run
        for row in region.rows
        for run in lines[row].runs[1:]
        if run.is_value and region.columns[0].meets(run.ink_x0, run.x1)
    ]
    return bool(here) and not inside and len(labels) >= _MOST_LABELLED * len(here)


def _text_columns(region: Region, lines: Sequence[Line], *, behind: bool = False) -> list[Column]:
    """Columns of words between the labels and the numbers, or `behind` the numbers: words that begin, end, or are
    centred at one place. Behind the numbers nearly all rows have one, or it is a remark.
    """
    firsts = [lines[row].runs[0] for row in region.rows if not lines[row].runs[0].is_value]
    part = _MOST_OF_ROWS if behind else _SOME_OF_ROWS
    beside = _behind if behind else _between
    words = [run for row in region.rows for run in beside(lines[row], region.right if behind else region.left)]
    columns: list[Column] = []
    while words:
        fellows = max((_fellows(run, words) for run in words), key=len)
        if len(fellows) < max(2, part * len(region.rows)):
            break
        column = Column(min(r.x0 for r in fellows), max(r.x1 for r in fellows), min(r.x0 for r in fellows), True)
        if not any(column.meets(run.x0, run.x1) for run in firsts):
            columns.append(column)
        words = [run for run in words if not column.meets(run.x0, run.x1)]
    return sorted(columns, key=lambda column: column.ink0)


def _between(line: Line, left: float) -> list[Run]:
    return [run for run in line.runs[1:] if not run.is_value and run.x1 < left]


def _behind(line: Line, right: float) -> list[Run]:
    return [run for run in line.runs[1:] if not run.is_value and run.x0 > right]


def _fellows(run: Run, words: Sequence[Run]) -> list[Run]:
    """The words set even with a run: at the left, in the middle or at the right."""
    return [
        other
        for other in words
        if min(abs(other.x0 - run.x0), abs(other.middle - run.middle), abs(other.x1 - run.x1)) < _SLACK
    ]


def _is_table(region: Region, lines: Sequence[Line]) -> bool:
    runs = [run for row in region.rows for run in lines[row].values]
    solid = sum(any(is_amount(run.text) for run in lines[row].values) for row in region.rows)
    if len(region.rows) < 2:
        return False
    amounts = sum(is_amount(run.text) for run in runs)
    region.solid = solid > 1 and (5 if len(region.columns) > 1 else 2) * amounts > len(runs)
    return region.solid or len(region.columns) > 1 or amounts > 0


def column_at(columns: Sequence[Column], run: Run) -> int | None:
    """The column a run stands in; None where it stands in none or in several."""
    met = [i for i, column in enumerate(columns) if column.meets(run.ink_x0, run.x1)]
    if len(met) == 1:
        return met[0]
    near = [i for i, column in enumerate(columns) if column.meets(run.ink_x0, run.x1, _SLACK)]
    return near[0] if not met and len(near) == 1 else None


def gaps(columns: Sequence[Column]) -> Iterator[float]:
    """How far apart the right edges of neighbouring columns are."""
    return (right.ink1 - left.ink1 for left, right in itertools.pairwise(columns))
