"""Tables of a page: drawn as grids of lines, or found from where its words stand: regions, their heads, their rows."""

import re
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sleuth.evidence.source import Table, Words
from sleuth.ingest.readers.tables.header_columns import Rule
from sleuth.ingest.readers.tables.headers import Head, find_head
from sleuth.ingest.readers.tables.layout import Line, Token, lines_of, stretches, tokens_of
from sleuth.ingest.readers.tables.regions import Column, Region, regions_of
from sleuth.ingest.readers.tables.rows import Row, paths_of, rows_of
from sleuth.ingest.readers.tables.ruled import Lattice, Stroke, lattices_of, read_lattice

_LEAST_DIGITS = 6  # a page with fewer holds no table of numbers
_TIGHT = 0.6  # line heights between two lines of a paragraph
_LONGEST_CAPTION = 300  # characters; of a longer one the last sentence counts

_ASTRAY = 4.0  # points by which the columns of a table and of what goes on with it may differ
_FURNITURE = 5  # lines at the top or the foot of a page: its number, the document's title, the name of the statement
_LONGEST_TITLE = 90  # characters of such a line

_FAR, _NEAR = 3.2, 1.2  # line heights between a drawn table and its caption, and between the lines of that
_MOST_ABOVE = 4  # lines

__all__ = ["Above", "Drawn", "recognise_below"]


@dataclass(frozen=True, slots=True)
class Above:
    """A table that one below it, or on the next page, may go on with."""

    columns: tuple[Column, ...]
    paths: Mapping[int, tuple[str, ...]]  # column of the table → its headers
    caption: str
    ends_page: bool  # nothing but furniture of the page stands below it
    last: int  # index of its last line

    def headers_of(self, columns: Sequence[Column]) -> dict[int, tuple[str, ...]]:
        """The headers for columns that stand where those of this table do; empty where any does not."""
        paths: dict[int, tuple[str, ...]] = {}
        for at, column in enumerate(columns, 1):
            met = [i for i, own in enumerate(self.columns, 1) if own.meets(column.ink0, column.ink1, _ASTRAY)]
            if len(met) != 1 or abs(self.columns[met[0] - 1].ink1 - column.ink1) > _ASTRAY:
                return {}
            if met[0] in self.paths:
                paths[at] = self.paths[met[0]]
        return paths


@dataclass(frozen=True, slots=True)
class Drawn:
    """The lines drawn on a page: flat ones, and upright ones."""

    rules: Sequence[Rule] = ()
    uprights: Sequence[Stroke] = ()


def recognise_below(
    above: Above | None, text: str, words: Words, drawn: Drawn = Drawn(), running: str = ""
) -> tuple[tuple[Table, ...], Above | None]:
    """The tables on a page, from top to bottom: those of numbers in columns, and those whose cells are drawn.

    The page may go on with the table `above`; the second part is what the next page may go on with. `running`: the line
    at the top of this page that stands there on others too, and heads no table.
    """
    ruled, tokens = _ruled(tokens_of(text, words), drawn)
    if sum(map(str.isdigit, text)) < _LEAST_DIGITS:
        return tuple(ruled), None
    lines = lines_of(tokens)
    is_headed = bool(lines and running) and "".join(lines[0].text.split()) == "".join(running.split())
    tables, below = _aligned(above, lines[1:] if is_headed else lines, drawn.rules)
    return tuple(sorted([*ruled, *tables], key=lambda table: min(table.grid[::4]))), below


def _ruled(tokens: Sequence[Token], drawn: Drawn) -> tuple[list[Table], Sequence[Token]]:
    """The tables whose cells are drawn, and the words that stand in none of them."""
    lattices = lattices_of([Stroke(rule.y, rule.x0, rule.x1) for rule in drawn.rules], drawn.uprights)
    lines = lines_of(tokens) if lattices else []
    tables: list[Table] = []
    for lattice in lattices:
        table = read_lattice(lattice, tokens, "\n".join(_own_lines(_paragraphs(_just_above(lattice, lines)))))
        if table is not None:
            tables.append(table)
            tokens = [token for token in tokens if not lattice.holds(token)]
    return tables, tokens


def _just_above(lattice: Lattice, lines: Sequence[Line]) -> list[Line]:
    """The lines that stand right above a drawn table, at most as many as a caption has."""
    found: list[Line] = []
    top = lattice.ys[0]
    for line in reversed([line for line in lines if line.bottom < top + line.height / 2]):
        is_far = top - line.bottom > (_FAR if not found else _NEAR) * line.height
        if is_far or len(found) == _MOST_ABOVE:
            break
        found.insert(0, line)
        top = line.top
    return found


def _aligned(above: Above | None, lines: Sequence[Line], rules: Sequence[Rule]) -> tuple[list[Table], Above | None]:
    """The tables of numbers that stand in columns, and what the next page may go on with."""
    tables: list[Table] = []
    floor = 0
    for region in regions_of(lines):
        head = find_head(region, lines, floor, rules)
        going_on = above if above is not None and not head.headers and _goes_on(above, region, lines) else None
        if not region.solid and not _heads_all(head, region) and going_on is None:
            continue
        table = _table(lines, head, rows_of(region, lines, head.sections))
        if going_on is not None:
            table = _continued(table, region, going_on)
        tables.append(table)
        floor = region.last + 1
        ends_page = len(lines) - floor <= _FURNITURE
        above = Above(tuple(region.columns), table.column_paths, table.caption, ends_page, region.last)
    return tables, replace(above, last=-1) if tables and above and above.ends_page else None


def _goes_on(above: Above, region: Region, lines: Sequence[Line]) -> bool:
    """Whether nothing but labels, or the top of a page, stands between a table and the rows below it."""
    between = lines[above.last + 1 : region.first]
    if above.last < 0:
        return len(between) <= _FURNITURE and all(len(line.text) <= _LONGEST_TITLE for line in between)
    return len(between) <= _FURNITURE and all(line.x1 <= region.left + _ASTRAY for line in between)


def _continued(table: Table, region: Region, above: Above) -> Table:
    """The table with the headers of the one it goes on with, and its caption before its own."""
    paths = above.headers_of(region.columns)
    if not paths:
        return table
    caption = "\n".join(filter(None, (above.caption, table.caption)))[-_LONGEST_CAPTION:]
    return Table(caption, table.row_paths, paths, table.grid)


def _heads_all(head: Head, region: Region) -> bool:
    """Whether there is a header of its own over every column."""
    own = {header.over.first for header in head.headers if header.over.is_single}
    return own >= set(range(len(region.columns)))


def _table(lines: Sequence[Line], head: Head, rows: Sequence[Row]) -> Table:
    cells: list[tuple[int, int, int, int]] = []
    columns: dict[int, tuple[str, ...]] = {}
    levels = _levels(head)
    above = max(levels, default=-1) + 1
    for header, level in zip(head.headers, levels, strict=True):
        cells += [(*span, above - 1 - level, header.over.first + 1) for span in stretches(header.tokens)]
        for column in header.over.columns:
            columns[column + 1] = (*columns.get(column + 1, ()), header.text)
    for stub in head.stubs:
        cells += [(*span, max(above - 1, 0), 0) for span in stretches(stub.tokens)]
    paths = paths_of(rows)
    row_paths = {}
    for at, (row, path) in enumerate(zip(rows, paths, strict=True), above):
        if path:
            row_paths[at] = path
        cells += [(*span, at, 0) for span in stretches(row.label)]
        for column, run in row.values.items():
            cells += [(*span, at, column + 1) for span in stretches(run.tokens)]
    grid = array("I", [number for cell in sorted(set(cells)) for number in cell])
    return Table(_caption(lines, head), row_paths, dict(sorted(columns.items())), grid)


def _levels(head: Head) -> list[int]:
    """How many headers stand below each, at most, over any of its columns."""
    levels: list[int] = []
    for header in head.headers:
        below = [other.over.columns for other in head.headers if other.top > header.bottom]
        levels.append(max(sum(column in columns for columns in below) for column in header.over.columns))
    return levels


def _caption(lines: Sequence[Line], head: Head) -> str:
    parts = [
        *_own_lines(_paragraphs([lines[index] for index in head.caption])),
        *(lines[index].text for index in head.units),
    ]
    parts += [stub.text for stub in head.stubs]
    caption = "\n".join(parts)
    sentence = max((at.end() for at in re.finditer(r"[.!?]\s(?=[A-ZÅÄÖ])", caption)), default=0)
    return caption[sentence if len(caption) > _LONGEST_CAPTION else 0 :][-_LONGEST_CAPTION:]


def _paragraphs(lines: Sequence[Line]) -> list[str]:
    """The lines above a table; those that a sentence runs over are one. A line that ends short begins no such run."""
    found: list[str] = []
    right = max((line.x1 for line in lines), default=0.0)
    for at, line in enumerate(lines):
        above = lines[at - 1] if at else None
        if above is not None and _runs_on(above, line, right):
            found[-1] = f"{found[-1]} {line.text}"
        else:
            found.append(line.text)
    return found


def _own_lines(paragraphs: Sequence[str]) -> Sequence[str]:
    """What introduces the table: not what stands above the last full sentence, for that heads the text before."""
    last = max((at for at, text in enumerate(paragraphs) if text.endswith(".")), default=0)
    return paragraphs[last:]


def _runs_on(above: Line, line: Line, right: float) -> bool:
    """Whether a line is the rest of the one above: right below it, where its first word no longer fitted."""
    word = line.tokens[0]
    is_full = above.x1 + 1.3 * (word.x1 - word.x0) > right
    is_tight = line.top - above.bottom < _TIGHT * min(above.height, line.height)
    return is_tight and (is_full or line.text[:1].islower())
