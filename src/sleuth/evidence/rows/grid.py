"""The rows of a table as they stand on the page: cells by heading, totals told by their labels and by arithmetic."""

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, lru_cache

from sleuth.evidence.source import Page, Span, Table
from sleuth.language.concepts import told_by
from sleuth.language.glyphs import plain_label
from sleuth.language.quantity import comma_is_decimal, read_cell
from sleuth.language.scale import read_scaling
from sleuth.language.wordlist import wordlist

COUNTED = frozenset(["shares", "votes", "employees", "area", "identity", "notice"])  # that no scale of money is of
_SECTION = "Section"  # what the column of the sections that rows stand under is called
_ABOVE, _LINES_ABOVE = 400, 4  # characters and lines of the page before a table
_LEAST_PARTS = 2  # rows that a total sums up


@dataclass(frozen=True, slots=True)
class Line:
    """A row: its texts by heading, and where it stands."""

    row: int
    texts: dict[str, str]
    span: Span


@dataclass(frozen=True, slots=True)
class Grid:
    """A table's rows of things, and its headings with their place."""

    lines: tuple[Line, ...]
    headings: dict[int, str]
    header: Span | None
    whole: Span
    stated: str  # the line over the table that says in what its amounts are counted; "" where none does

    def texts(self, heading: str) -> list[str]:
        """All that stands under a heading."""
        return [line.texts[heading] for line in self.lines if line.texts.get(heading)]

    def numbers(self, heading: str, language: str) -> dict[int, Decimal]:
        """The amounts under a heading by row, as printed; a scale beside one counted in."""
        comma = comma_is_decimal(self.texts(heading), language)
        found: dict[int, Decimal] = {}
        for line in self.lines:
            read = read_cell(line.texts.get(heading, ""), comma)
            if read is not None and not read.is_nil:
                found[line.row] = read.value.scaleb(read.scale or 0)
        return found


def grid_of(page: Page, table: Table) -> Grid | str:
    """The table's rows, or why they cannot be told apart."""
    cells: dict[int, dict[int, list[tuple[int, int]]]] = {}
    for cell in table.cells():
        cells.setdefault(cell.row, {}).setdefault(cell.column, []).append((cell.start, cell.end))
    if not cells:
        return "it has no cells"
    headings = _headings(table, min(column for row in cells.values() for column in row))
    if len(set(headings.values())) < len(headings):
        return "two of its columns have one name"
    lines: list[Line] = []
    first_row = min(table.row_paths, default=0)
    total = 0  # the row of the last total
    for row in sorted(cells):
        texts = {headings[c]: _text(page, spans) for c, spans in cells[row].items() if c in headings}
        is_thing = row >= first_row and sum(map(bool, texts.values())) > 1
        if is_thing and any(map(_is_total, texts.values())):
            total = row
        elif is_thing:
            section = [part for part in table.row_paths.get(row, ()) if " ".join(part.split()) not in texts.values()]
            lines.append(Line(row, {**texts, _SECTION: section[-1] if section else ""}, _span(page, cells[row])))
    above = [span for row in cells if row < first_row for spans in cells[row].values() for span in spans]
    header = Span(page.number, min(above)[0], max(end for _, end in above)) if above else None
    start = min(span[0] for row in cells.values() for spans in row.values() for span in spans)
    end = max(span[1] for row in cells.values() for spans in row.values() for span in spans)
    things = tuple(_without_sums(lines, total))
    return Grid(things, headings, header, Span(page.number, start, end), _stated(page, table, start))


def _without_sums(lines: Sequence[Line], total: int) -> Sequence[Line]:
    """The lines above a sum that no word calls one ("Gross debt"): it and all below say numbers beside their name; so
    do those below the row of the `total` that count in no percent where all above do; and the last, called "Group"."""
    if len(lines) > _LEAST_PARTS and _is_whole(lines[-1]):
        lines = lines[:-1]
    worded: set[str] = set()  # headings under which a line above says words
    for at, line in enumerate(lines):
        is_tail = at >= _LEAST_PARTS and _are_silent(lines[at:], worded)
        is_behind_total = 0 < total < line.row and _is_of_another_unit(line, lines[:at])
        if is_tail and (is_behind_total or (len(worded) > _LEAST_PARTS and _adds_up(line, lines[:at]))):
            return lines[:at]
        worded |= {heading for heading, text in line.texts.items() if text and heading and read_cell(text) is None}
    return lines


def _is_whole(line: Line) -> bool:
    """Whether a line is called what all those above it are together: "Group"."""
    form = plain_label(next(iter(line.texts.values())))
    return re.fullmatch(wordlist("records")["totals"]["whole"], form) is not None


def _are_silent(lines: Sequence[Line], worded: Set[str]) -> bool:
    """Whether each line says just its name where others say words."""
    return all(sum(bool(line.texts.get(heading)) for heading in worded) == 1 for line in lines)


def _is_of_another_unit(line: Line, above: Sequence[Line]) -> bool:
    """Whether a line has a number without a percent sign under a heading where all above have one."""
    for heading, text in line.texts.items():
        own = read_cell(text)
        signs = [read.unit == "percent" for other in above if (read := read_cell(other.texts.get(heading, "")))]
        if own is not None and own.unit != "percent" and signs and all(signs):
            return True
    return False


def _adds_up(line: Line, above: Sequence[Line]) -> bool:
    for heading, text in line.texts.items():
        total = read_cell(text)
        parts = [read.value for other in above if (read := read_cell(other.texts.get(heading, ""))) is not None]
        if total is not None and total.value and len(parts) >= _LEAST_PARTS and sum(parts) == total.value:
            return True
    return False


def _stated(page: Page, table: Table, start: int) -> str:
    """The nearest line over a table that states a scale of money."""
    before = page.text[max(0, start - _ABOVE) : start].rstrip().split("\n")[-_LINES_ABOVE:]
    lines = [*before, *table.caption.split("\n")]
    return next((" ".join(line.split()) for line in reversed(lines) if read_scaling(line).money is not None), "")


def mixes_currencies(grid: Grid, heading: str) -> bool:
    """Whether amounts under a heading are in several currencies: their cells say so, or a column that tells it."""
    own = {read_scaling(text).currency for text in grid.texts(heading)} - {None}
    if len(own) > 1:
        return True
    if read_scaling(heading).currency or told_by(heading) & COUNTED:
        return False
    others = [{read_scaling(text).currency for text in grid.texts(other)} for other in grid.headings.values()]
    return any(len(told) > 1 and None not in told for told in others)


def stands_for_several(line: Line, naming: str) -> bool:
    """Whether a row's name stands for all things that the list does not name: "Others"."""
    form = plain_label(line.texts.get(naming, ""))
    return re.fullmatch(wordlist("records")["totals"]["rest"], form) is not None


def hidden_total(grid: Grid, language: str) -> str:
    """The last row's name where it sums up all above it in every column of amounts, though it is called no total."""
    if len(grid.lines) <= _LEAST_PARTS:
        return ""
    last = grid.lines[-1]
    sums: list[bool] = []
    for heading in grid.headings.values():
        numbers = grid.numbers(heading, language)
        parts = [number for row, number in numbers.items() if row != last.row]
        if last.row in numbers and len(parts) >= _LEAST_PARTS and len(numbers) > len(grid.lines) / 2:
            sums.append(sum(parts) == numbers[last.row] != 0)
    return next(iter(last.texts.values())) if sums and all(sums) else ""


def _headings(table: Table, first: int) -> dict[int, str]:
    found = {column: " ".join(path) for column, path in table.column_paths.items() if path}
    caption = [line.strip() for line in table.caption.split("\n") if line.strip()]
    if found and first not in found and caption:
        found[first] = caption[-1]
    return found


def _text(page: Page, spans: Sequence[tuple[int, int]]) -> str:
    text = " ".join(page.text[min(spans)[0] : max(end for _, end in spans)].split())
    return "" if text.casefold() in _blank() else text


@cache
def _blank() -> frozenset[str]:
    return frozenset(wordlist("records")["yes_no"]["blank"].split())


def _span(page: Page, cells: dict[int, list[tuple[int, int]]]) -> Span:
    spans = [span for found in cells.values() for span in found]
    return Span(page.number, min(spans)[0], max(end for _, end in spans))


@lru_cache(maxsize=32768)
def _is_total(label: str) -> bool:
    form = plain_label(label)
    return re.fullmatch(wordlist("records")["totals"]["says"], form) is not None
