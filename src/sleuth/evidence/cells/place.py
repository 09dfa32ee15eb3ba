"""A cell in its table, and what stands around it: its row's labels, its column's headings, the lines above."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from sleuth.evidence.cells.numbered import placed
from sleuth.evidence.cells.sums import labels_of_total
from sleuth.evidence.currency import signs_of
from sleuth.evidence.source import Cell, Page, PageSource, Source, Span, Table
from sleuth.language.currency import Signs
from sleuth.language.dates import is_year
from sleuth.language.quantity import read_cell
from sleuth.language.scale import NOTHING, is_unit_heading, read_scaling, unit_of_label
from sleuth.language.timing import read_timing, unbroken

_ABOVE = 500  # characters of the page before a table …
_LINES_ABOVE = 6  # … and lines
_TOP = 250  # characters before a table that stands at the top of its page
_SPLIT = 2  # columns over which a file may spread "$" and its number
_FEWEST_NUMBERED = 2  # rows of a list
_FEWEST_LEVELS = 2  # of headings, where one divides another
_MEASURE = re.compile(r"[(,;]\s*(\w+) (?:in|i) ")  # the one measure that a scale is of: "(ARR in TSEK, end of month)"
_NUMBER_OF = re.compile(r"\b(?:number of|antal(?:et)?)\b", re.IGNORECASE)
_BRACKETED = re.compile(r"\([^()]+\)")
_MIX = re.compile(  # what a forecast is made of: "6+6 (six months actual, six months forecast)"
    r"\b(?:\w+ months?|[a-z]{3,9}\s?[-–]\s?[a-z]{3,9}) (?:actuals?|forecast|budget|plan)\b", re.IGNORECASE
)
_LONGEST_CODE = 6  # characters of the number of a period


@dataclass(frozen=True, slots=True)
class Place:
    """One cell. `lines` stand above the table, the nearest first; those of the page before come last."""

    source: Source
    page: Page
    table: Table
    row: int
    column: int
    text: str
    labels: tuple[str, ...]  # of the row, the outermost section first, without what the column of units says
    headings: tuple[str, ...]  # of the column, the outermost first
    corner: tuple[str, ...]  # what stands over the row labels
    lines: tuple[str, ...]
    unit: str = ""  # what the column of units says in the row

    def row_texts(self, row: int) -> list[str]:
        """The cells of a row that stand right of its label."""
        first = self.label_column
        return [text for column, text in sorted(_texts(self.page, self.table, row).items()) if column != first]

    @property
    def first_text(self) -> str:
        """What the row's own first cell says; "" where that is empty."""
        return _texts(self.page, self.table, self.row).get(self.label_column, "")

    def column_numbers(self) -> dict[int, str]:
        """The cells of this cell's column, by row."""
        return {
            cell.row: self.page.text[cell.start : cell.end]
            for cell in self.table.cells()
            if cell.column == self.column and cell.row in self.table.row_paths
        }

    @property
    def body_texts(self) -> list[str]:
        """All cells of the table that stand right of a row's label, in one pass."""
        first, rows = self.label_column, self.table.row_paths
        cells = (cell for cell in self.table.cells() if cell.row in rows and cell.column != first)
        return [self.page.text[cell.start : cell.end] for cell in cells]

    @property
    def signs(self) -> Signs:
        """What "$" and "kr" mean by the pages that are known of the document."""
        return signs_of(self.source)

    @property
    def beside(self) -> str:
        """The words in the cell left of it, which name it where a row holds several names: "Growth 3 % | WACC 6 %"."""
        texts = _texts(self.page, self.table, self.row)
        before = [column for column in texts if column < self.column]
        text = texts[max(before)] if before else ""
        return "" if any(map(str.isdigit, text)) else text

    @property
    def label_column(self) -> int:
        return self.table.first_column

    @property
    def over(self) -> tuple[str, ...]:
        """The headings of the cell's own column, without a time that stands above them for all columns."""
        return without_code(headings_over(self.page, self.table, self.row, self.column))


def counts_things(place: Place) -> bool:
    """Whether a cell is a number of things, by its row's or its column's name: no scale of money is its own."""
    names = (*place.labels, *place.headings, *place.corner)
    return any(unit_of_label(name) == "count" or _NUMBER_OF.search(name) for name in names)


def scaling_lines(place: Place) -> Iterator[str]:
    """The lines above a table that may say in what a cell counts: not those that say it of another row alone."""
    own = " ".join((*place.labels, *place.headings)).casefold().split()
    rows = " ".join(part for path in place.table.row_paths.values() for part in path).casefold().split()
    for line in (*place.corner, *place.table.caption.split("\n"), *place.lines):
        named = {word.casefold() for word in _MEASURE.findall(line)}
        if not named & set(rows) or named & set(own):
            yield line


def top_of_sheet(place: Place) -> list[str]:
    """The lines above the first table of a sheet, which tell of all its tables; none on another page."""
    return _on_top(place.source, place.page)


def _on_top(source: Source, page: Page) -> list[str]:
    if source.page_source is not PageSource.SHEET or not page.tables:
        return []
    return [*page.above_tables.split("\n"), *page.tables[0].caption.split("\n")]


def place_of(source: Source, span: Span) -> Place | None:
    """The one cell of a table that a span lies in; None where it lies in none, or over several numbers."""
    page = next((page for page in source.pages if page.number == span.page), None)
    if page is None:
        return None
    for table in page.tables:
        touched = [c for c in table.cells() if c.start < span.end and c.end > span.start and _is_body(table, c)]
        numbers = {(cell.row, cell.column) for cell in touched if _has_digit(page, cell)}
        if len(numbers) != 1:
            continue
        row, column = numbers.pop()
        labels = table.row_paths.get(row) or labels_of_total(page, table, row)
        return _placed(source, page, table, row, column, tuple(labels)) if row in table.row_paths or labels else None
    return None


def _is_body(table: Table, cell: Cell) -> bool:
    """Whether a cell stands beside a row's labels, or below the first of them: a total may have no label of its own."""
    return cell.row in table.row_paths or cell.row > min(table.row_paths, default=cell.row)


def _has_digit(page: Page, cell: Cell) -> bool:
    return any(map(str.isdigit, page.text[cell.start : cell.end])) or not any(
        map(str.isalpha, page.text[cell.start : cell.end])
    )


def _placed(source: Source, page: Page, table: Table, row: int, column: int, labels: tuple[str, ...]) -> Place:
    before = _table_before(source, page, table)
    corner = [cell for cell in table.cells() if cell.row not in table.row_paths and cell.column == 0]
    stub = tuple(page.text[cell.start : cell.end] for cell in corner)
    numbers = placed(source, table, [*reversed(stub), *_lines_above(page, table), *_on_top(source, page)])
    table = numbers.table(table)
    labels = tuple(table.row_paths.get(row) or labels)
    headings = _headings(page, table, row, column)
    lines = [*_lines_above(page, table)]
    if before is not None:
        earlier_page, earlier = before
        headings = headings or _headings(earlier_page, earlier, max(earlier.row_paths, default=0) + 1, column)
        lines += [*reversed(earlier.caption.split("\n")), *_lines_above(earlier_page, earlier)]
    elif _is_on_top(table) and source.page_source is not PageSource.SHEET:  # a sheet goes on with no other
        lines += _last_lines(source, page)
    text = _texts(page, table, row).get(column, "")
    labels = _behind_number(page, table, row, labels)
    unit = _unit_of_row(page, table, row)
    if unit and len(labels) > 1:
        labels = tuple(label for label in labels if label != unit)
    lines = [*reversed(unbroken([*reversed(lines)]))]
    above, stub = numbers.lines(lines), numbers.lines(tuple(unbroken(stub)))
    return Place(source, page, table, row, column, text, labels, without_code(headings), stub, above, unit)


def _behind_number(page: Page, table: Table, row: int, labels: tuple[str, ...]) -> tuple[str, ...]:
    """The name in the second column, where the first only numbers the rows: "No. | Customer"."""
    numbered = [path for path in table.row_paths.values() if path]
    if len(numbered) < _FEWEST_NUMBERED or not all(len(path) == 1 and path[0].strip().isdigit() for path in numbered):
        return labels
    texts = _texts(page, table, row)
    behind = texts.get(min(texts, default=0) + 1, "")
    return (behind,) if any(map(str.isalpha, behind)) else labels


def _unit_of_row(page: Page, table: Table, row: int) -> str:
    """What the one column that is headed "Unit" says in a row; "" where there is none."""
    headed = [column for column, path in table.column_paths.items() if path and is_unit_heading(path[-1])]
    return _texts(page, table, row).get(headed[0], "") if len(headed) == 1 else ""


def _texts(page: Page, table: Table, row: int) -> dict[int, str]:
    texts: dict[int, str] = {}
    for cell in table.cells():
        if cell.row == row:
            texts[cell.column] = f"{texts.get(cell.column, '')} {page.text[cell.start : cell.end]}".strip()
    return texts


def without_mix(line: str) -> str:
    """A line without what it says a forecast is made of, which is no stretch of time of the figures below it."""
    return _MIX.sub(" ", line)


def without_code(headings: Sequence[str]) -> tuple[str, ...]:
    """The headings down to the month, where only a short code that names no time stands below it: "Nov-23", "P7"."""
    if len(headings) < _FEWEST_LEVELS or len(headings[-1].strip()) > _LONGEST_CODE:
        return tuple(headings)
    last, before = read_timing(headings[-1]), read_timing(headings[-2])
    is_timed = before is not None and (before.month is not None or before.to_date)
    is_code = (last is None or not last.is_time) and is_timed
    return tuple(headings[:-1]) if is_code and any(map(str.isdigit, headings[-1])) else tuple(headings)


def _headings(page: Page, table: Table, row: int, column: int) -> tuple[str, ...]:
    """The headings over a cell, and the time that stands above it in its column where they name no year."""
    over = headings_over(page, table, row, column)
    return (*over, *_heading_among_rows(page, table, row, column, over))


def headings_over(page: Page, table: Table, row: int, column: int) -> tuple[str, ...]:
    """The headings over a column; where the file set none over it, those of the columns it is spread over."""
    for near in range(column, max(column - _SPLIT, 0) - 1, -1):
        if path := table.column_paths.get(near):
            own = tuple(path[1:]) if _is_anothers(table, tuple(path)) else tuple(path)
            return (*own[:-1], _of_run(table, near, own[-1])) if own else own
        if near != column and near in _texts(page, table, row):
            break
    return () if table.column_paths else _leading(page, table, row, column)


def _of_run(table: Table, column: int, heading: str) -> str:
    """The one of several days that a heading runs together over as many columns: "31 Dec 202431 Dec 2023"."""
    days = _DAYS.findall(heading)
    columns = sorted(other for other, path in table.column_paths.items() if path and path[-1] == heading)
    return str(days[columns.index(column)]) if 1 < len(days) == len(columns) else heading


_DAYS = re.compile(r"\d{1,2}\.? [A-Za-z]{3,9}\.? (?:19|20)\d\d(?: ?\([^()]*\))?")


def _is_anothers(table: Table, path: tuple[str, ...]) -> bool:
    """Whether the outermost of a column's headings is a day that the others of it contradict, and one other column
    alone does not: it is the first line over that one.
    """
    day = read_timing(path[0]) if len(path) >= _FEWEST_LEVELS else None
    if day is None or day.date is None or read_timing(" ".join(path)) is not None:
        return False
    under = [tuple(other) for other in table.column_paths.values() if len(other) > 1 and other[0] == path[0]]
    return sum(read_timing(" ".join(other)) is not None for other in under) == 1


def _leading(page: Page, table: Table, below: int, column: int) -> tuple[str, ...]:
    """The headings of a table whose first rows are taken for rows of things: they hold no number, and each of their
    cells stands over the columns up to the next.
    """
    nearest: dict[int, Cell] = {}
    for cell in sorted(table.cells(), key=lambda cell: (cell.row, cell.column)):
        text = page.text[cell.start : cell.end].strip()
        if cell.row >= below or (read_cell(text) is not None and not is_year(text)):
            nearest = {row: over for row, over in nearest.items() if row < cell.row}
            break
        if cell.column <= column:
            nearest[cell.row] = cell
    first = table.first_column
    over = [cell for _, cell in sorted(nearest.items()) if cell.column > first or column == first]
    return tuple(page.text[cell.start : cell.end] for cell in over)


def _heading_among_rows(page: Page, table: Table, row: int, column: int, path: tuple[str, ...]) -> Iterator[str]:
    """The nearest time above a cell whose headings name no year: in its column, or alone over a block of rows."""
    told = read_timing(" ".join(path))
    if told is None or told.year is not None or is_dated(tuple(table.row_paths.get(row) or ())):
        return
    first = table.first_column
    above = [c for c in table.cells() if c.column in (column, first) and c.row < row]
    for cell in sorted(above, key=lambda cell: -cell.row):
        text = page.text[cell.start : cell.end]
        timing = read_timing(text)
        is_alone = cell.column == first != column and len(_texts(page, table, cell.row)) == 1
        if timing is None or not timing.is_time or not (is_alone or cell.column == column):
            continue
        if is_alone or (cell.row in table.row_paths and not _holds_amounts(page, table, cell.row)):
            yield text
            return


def is_dated(labels: tuple[str, ...]) -> bool:
    """Whether a row is called by a month of its year, and by nothing else: "Jul-24"."""
    own = read_timing(labels[-1]) if labels else None
    return own is not None and own.year is not None and own.month is not None and not own.rest


def _holds_amounts(page: Page, table: Table, row: int) -> bool:
    """Whether a row has a number that is no year: 2025 of such a row is an amount too, and heads nothing."""
    texts = (page.text[cell.start : cell.end].strip() for cell in table.cells() if cell.row == row)
    return any(read_cell(text) is not None and not is_year(text) for text in texts)


def _lines_above(page: Page, table: Table) -> list[str]:
    """The caption's lines and those of the page before the table, the nearest first."""
    start = min((cell.start for cell in table.cells()), default=0)
    before = page.text[max(0, start - _ABOVE) : start].rstrip().split("\n")[-_LINES_ABOVE:]
    caption = [line for line in table.caption.split("\n") if line.strip()]
    pieces = [piece.strip() for line in before for piece in line.split("\t") if "\t" not in line or _scales(piece)]
    lines = [piece for piece in pieces if piece and piece not in table.caption]
    return [*reversed(caption), *reversed(lines)]


def _scales(cell: str) -> bool:
    """Whether a cell over a table says nothing but in what it counts: "(in US$ millions except per share amounts)"."""
    return _BRACKETED.fullmatch(cell.strip()) is not None and read_scaling(cell).money is not None


def _is_on_top(table: Table) -> bool:
    return min((cell.start for cell in table.cells()), default=0) < _TOP


def _last_lines(source: Source, page: Page) -> list[str]:
    """The last lines of the page before, the nearest first, down to a sentence that ends: it is of another matter."""
    previous = next((p for p in source.pages if p.number == page.number - 1), None)
    lines = previous.text.rstrip().split("\n")[-_LINES_ABOVE:] if previous else []
    said = [line.strip() for line in reversed(lines) if line.strip()]
    return list(takewhile(lambda line: not _ends_sentence(line), said))


def _ends_sentence(line: str) -> bool:
    """Whether a sentence ends with a line, which says nothing of what a table counts in: "Amounts in thousands."."""
    return line.endswith(".") and read_scaling(line) == NOTHING


def _table_before(source: Source, page: Page, table: Table) -> tuple[Page, Table] | None:
    """The table of the page before that this one goes on with: it has no headings of its own, and as many columns."""
    previous = next((p for p in source.pages if p.number == page.number - 1), None)
    if previous is None or not previous.tables or any(table.column_paths.values()) or not _is_on_top(table):
        return None
    last = previous.tables[-1]
    widths = [max((cell.column for cell in t.cells()), default=0) for t in (table, last)]
    return (previous, last) if widths[0] == widths[1] else None
