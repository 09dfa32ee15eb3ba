"""Tables whose cells are drawn: lines that cross on the page make a grid, and each word stands in one of its cells."""

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sleuth.evidence.source import Table
from sleuth.ingest.readers.grid import GridCell, build_table
from sleuth.ingest.readers.tables.layout import Token, joined, stretches

_EVEN = 2.0  # points between lines that are one, and between a line's end and the line that it meets
_FEWEST = 2  # columns and rows
_NARROWEST = 6.0  # points between two lines; nearer ones are one line drawn twice
_INDENT = 5.0  # points
_WHOLE = 0.9  # of an edge's length that is drawn
_MOST_CELLS = 20_000
_TORN = 3  # lines of text side by side in all columns of a drawn row: its rows are not drawn


class Stroke(NamedTuple):
    """A line drawn on the page: at `at`, from `start` to `end` along it. Upright or flat, as its list tells."""

    at: float
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Lattice:
    """The lines of one drawn table: where its columns and rows part, and which pieces of those lines are drawn."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    uprights: tuple[Stroke, ...]
    flats: tuple[Stroke, ...]

    def holds(self, token: Token) -> bool:
        """Whether a word stands within the table."""
        x, y = (token.x0 + token.x1) / 2, token.middle
        return self.xs[0] - _EVEN < x < self.xs[-1] + _EVEN and self.ys[0] - _EVEN < y < self.ys[-1] + _EVEN


class _Place(NamedTuple):
    """A drawn cell: its place in the grid and how many rows and columns it covers."""

    row: int
    column: int
    rows: int
    columns: int


def lattices_of(flats: Sequence[Stroke], uprights: Sequence[Stroke]) -> list[Lattice]:
    """The drawn tables of a page, from top to bottom: lines that cross, of two columns and two rows at least."""
    found: list[Lattice] = []
    for group in _crossing(flats, uprights):
        lying = [stroke for is_flat, stroke in group if is_flat]
        standing = [stroke for is_flat, stroke in group if not is_flat]
        xs, ys = _places(stroke.at for stroke in standing), _places(stroke.at for stroke in lying)
        if len(xs) > _FEWEST and len(ys) > _FEWEST and len(xs) * len(ys) < _MOST_CELLS:
            found.append(Lattice(xs, ys, tuple(standing), tuple(lying)))
    return sorted(found, key=lambda lattice: lattice.ys[0])


def read_lattice(lattice: Lattice, tokens: Sequence[Token], caption: str) -> Table | None:
    """The table of a grid of lines with the words in its cells.

    None where rows are not drawn, or where the lines are drawn around a part of a table.
    """
    if _is_part(lattice, tokens):
        return None
    cells: list[GridCell] = []
    pieces: dict[tuple[int, int], list[tuple[int, int]]] = {}
    places = list(_cells(lattice))
    inside = [token for token in tokens if lattice.holds(token) and token.text]
    left = {column: _leftmost(lattice, inside, column) for column in range(len(lattice.xs) - 1)}
    for place in places:
        within = _words_of(lattice, place, inside)
        if not within:
            continue
        spans = list(stretches(within))
        pieces[place.row, place.column] = spans
        indent = int((min(token.x0 for token in within) - left[place.column]) / _INDENT)
        cells.append(GridCell(
            spans[0][0], spans[-1][1], joined(within), place.row, place.column, place.rows, place.columns, indent,
        ))  # fmt: skip
    if _hides_rows(lattice, places, inside):
        return None
    table = build_table(cells, caption)
    if table is None:
        return None
    grid = sorted((*span, *at) for at, spans in pieces.items() for span in spans)
    return Table(table.caption, table.row_paths, table.column_paths, array("I", [n for cell in grid for n in cell]))


def _crossing(flats: Sequence[Stroke], uprights: Sequence[Stroke]) -> list[list[tuple[bool, Stroke]]]:
    """The lines in groups: those that cross or meet, directly or by others."""
    strokes = [*((True, stroke) for stroke in flats), *((False, stroke) for stroke in uprights)]
    parents = list(range(len(strokes)))

    def root(at: int) -> int:
        while parents[at] != at:
            at = parents[at]
        return at

    for n, flat in enumerate(flats):
        for m, upright in enumerate(uprights, len(flats)):
            if _reaches(flat, upright.at) and _reaches(upright, flat.at):
                parents[root(n)] = root(m)
    groups: dict[int, list[tuple[bool, Stroke]]] = {}
    for at, stroke in enumerate(strokes):
        groups.setdefault(root(at), []).append(stroke)
    return [group for group in groups.values() if len(group) > _FEWEST]


def _reaches(stroke: Stroke, at: float) -> bool:
    return stroke.start - _EVEN <= at <= stroke.end + _EVEN


def _places(values: Iterator[float]) -> tuple[float, ...]:
    """Where lines stand, those near one another taken for one."""
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > _NARROWEST:
            found.append(value)
    return tuple(found)


def _cells(lattice: Lattice) -> Iterator[_Place]:
    """The drawn cells: a cell goes on to the right and down where no line ends it."""
    taken: set[tuple[int, int]] = set()
    rows, columns = len(lattice.ys) - 1, len(lattice.xs) - 1
    for row in range(rows):
        for column in range(columns):
            if (row, column) in taken:
                continue
            wide = high = 1
            while column + wide < columns and not _is_parted(lattice, row, column + wide, upright=True):
                wide += 1
            while row + high < rows and not any(
                _is_parted(lattice, row + high, other, upright=False) for other in range(column, column + wide)
            ):
                high += 1
            taken |= {(r, c) for r in range(row, row + high) for c in range(column, column + wide)}
            yield _Place(row, column, high, wide)


def _is_parted(lattice: Lattice, row: int, column: int, *, upright: bool) -> bool:
    """Whether a line is drawn left of a cell (`upright`), or above it."""
    across = lattice.ys if upright else lattice.xs
    along = row if upright else column
    middle = (across[along] + across[along + 1]) / 2
    at = lattice.xs[column] if upright else lattice.ys[row]
    strokes = lattice.uprights if upright else lattice.flats
    return any(at - _EVEN < s.at < at + _NARROWEST and s.start < middle < s.end for s in strokes)


def _words_of(lattice: Lattice, place: _Place, inside: Sequence[Token]) -> list[Token]:
    """The words in a cell, in reading order."""
    x0, x1 = lattice.xs[place.column], lattice.xs[place.column + place.columns]
    y0, y1 = lattice.ys[place.row], lattice.ys[place.row + place.rows]
    return [token for token in inside if x0 <= (token.x0 + token.x1) / 2 < x1 and y0 <= token.middle < y1]


def _leftmost(lattice: Lattice, inside: Sequence[Token], column: int) -> float:
    x0, x1 = lattice.xs[column], lattice.xs[column + 1]
    return min((token.x0 for token in inside if x0 <= (token.x0 + token.x1) / 2 < x1), default=x0)


def _is_part(lattice: Lattice, tokens: Sequence[Token]) -> bool:
    """Whether lines are drawn around a part of a table only: its rows go on beside them, or its edges are not drawn."""
    height = lattice.ys[-1] - lattice.ys[0]
    for edge in (lattice.xs[0], lattice.xs[-1]):
        if _drawn_at(edge, lattice.uprights) < _WHOLE * height:
            return True
    beside = (t for t in tokens if lattice.ys[0] < t.middle < lattice.ys[-1] and not lattice.holds(t))
    return any(token.text for token in beside)


def _drawn_at(at: float, strokes: Sequence[Stroke]) -> float:
    """How many points of a line's length are drawn."""
    return sum(stroke.end - stroke.start for stroke in strokes if abs(stroke.at - at) < _NARROWEST)


def _hides_rows(lattice: Lattice, places: Sequence[_Place], inside: Sequence[Token]) -> bool:
    """Whether some drawn row holds several lines of text in all of its columns: then only the columns are drawn."""
    for row in range(len(lattice.ys) - 1):
        heights: list[int] = []
        for place in places:
            if place.row == row and place.rows == 1 and (words := _words_of(lattice, place, inside)):
                tops = _places(token.middle for token in words)
                heights.append(len(tops))
        if len(heights) >= _FEWEST and min(heights) >= _TORN:
            return True
    return False
