"""Rows of tables as a reasoner reads them: the headers to the left, the values, and the headers above each."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sleuth.evidence.source import Cell, Page, Table
from sleuth.language.times import Times, stated_times

_NUMBER = re.compile(r"\d")
_VALUE = re.compile(r"^[^\w%()]*\(?[^\w%(]*[-–—]?\s*\d[\d\s,.\u00a0]*\)?\s*(%|x|pp|bps)?\W*$")
_FOOTNOTE = re.compile(r"(?:\s*\(\d{1,2}\)|\s*[®™©*†‡])+$")


@dataclass(frozen=True, slots=True)
class Column:
    """What the headers above a column say, the same for each of its cells."""

    headers: tuple[str, ...]
    times: Times


_UNHEADED = Column((), Times())


@dataclass(frozen=True, slots=True)
class Value:
    """A cell that holds a value, and the headers above it."""

    start: int
    end: int
    text: str
    column: int
    headers: tuple[str, ...]
    times: Times
    is_number: bool  # with or without sign, currency and unit
    beside: str = ""  # the words in the cell left of it, where they are no label of the row: "Growth 3 % | WACC 6 %"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: the path of headers to its left, and its values.

    [start, end) covers label and values; where the page's text is not in visual order, other rows as well.
    """

    start: int
    end: int
    path: tuple[str, ...]
    values: tuple[Value, ...]
    table: Table

    @property
    def label(self) -> str:
        """The innermost header to its left."""
        return self.path[-1] if self.path else ""


def rows_of(page: Page) -> Iterator[Row]:
    """The rows with at least one value, of all tables of a page, in order."""
    for table in page.tables:
        yield from _rows_of_table(page, table)


def _rows_of_table(page: Page, table: Table) -> Iterator[Row]:
    columns = {number: _column(path) for number, path in table.column_paths.items()}
    for number, cells in sorted(table.rows().items()):
        row = _row(page, table, tuple(table.row_paths.get(number, ())), cells, columns)
        if row.values and row.path:
            yield row


def _column(path: Sequence[str]) -> Column:
    headers = tuple(squeeze(header) for header in path)
    return Column(headers, stated_times(" ".join(headers)))


def _row(page: Page, table: Table, path: tuple[str, ...], cells: Sequence[Cell], columns: Mapping[int, Column]) -> Row:
    values = []
    label = squeeze(path[-1]) if path else ""
    words = {squeeze(part).casefold() for part in path}
    beside = ""
    for cell in cells:
        text = page.text[cell.start : cell.end].strip()
        if not text or _FOOTNOTE.fullmatch(text) or (path and squeeze(text) == label):
            continue
        column = columns.get(cell.column, _UNHEADED)
        if column.headers or _NUMBER.search(text):
            values.append(replace(_value(cell, text, path, column), beside="" if column.headers else beside))
        is_label = not _NUMBER.search(text) and squeeze(text).casefold() not in words
        beside = squeeze(text).rstrip(" :") if is_label else ""
    start, end = min(c.start for c in cells), max(c.end for c in cells)
    labels = tuple(_FOOTNOTE.sub("", squeeze(part)).rstrip(" :,") for part in path if part.strip())
    return Row(start, end, labels, tuple(values), table)


def _value(cell: Cell, text: str, path: tuple[str, ...], column: Column) -> Value:
    times = column.times if column.times.is_named else stated_times(" ".join((*path, *column.headers)))
    is_number = _VALUE.match(text) is not None
    return Value(cell.start, cell.end, text, cell.column, column.headers, times, is_number)


def squeeze(text: str) -> str:
    """Without line breaks and doubled blanks."""
    return " ".join(text.split())
