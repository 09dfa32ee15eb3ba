"""Rows of tables as a reasoner reads them: the headers to the left, the values, and the headers above each."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sleuth.evidence.source import Cell, Page, Table
from sleuth.reason.periods import Period, find_period

_NUMBER = re.compile(r"\d")
_VALUE = re.compile(r"^[^\w%()]*\(?[^\w%(]*[-–—]?\s*\d[\d\s,.\u00a0]*\)?\s*(%|x|pp|bps)?\W*$")
_FOOTNOTE = re.compile(r"(?:\s*\(\d{1,2}\)|\s*[®™©*†‡])+$")
_CHANGE = re.compile(
    r"\bchange\b|\bincrease\b|\bdecrease\b|\bvariance\b|\bvs\b|%|\bgrowth\b|\bförändring\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Value:
    """A cell that holds a value, and the headers above it."""

    start: int
    end: int
    text: str
    column: int
    headers: tuple[str, ...]
    period: Period

    @property
    def is_number(self) -> bool:
        """Whether the cell is a number, with or without sign, currency and unit."""
        return bool(_VALUE.match(self.text))

    @property
    def is_change(self) -> bool:
        """Whether its column holds changes and not levels."""
        return any(_CHANGE.search(header) for header in self.headers)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: the path of headers to its left, and its values.

    [start, end) covers label and values; where the page's text is not in visual order, other rows as well.
    """

    start: int
    end: int
    path: tuple[str, ...]
    values: tuple[Value, ...]
    label_spans: tuple[tuple[int, int], ...]
    table: Table

    @property
    def label(self) -> str:
        """The innermost header to its left."""
        return self.path[-1] if self.path else ""


def rows_of(page: Page) -> Iterator[Row]:
    """The rows with at least one value, of all tables of a page, in order."""
    for table in page.tables:
        by_row: dict[int, list[Cell]] = {}
        for cell in table.cells():
            by_row.setdefault(cell.row, []).append(cell)
        for number, cells in sorted(by_row.items()):
            row = _row(page, table, tuple(table.row_paths.get(number, ())), cells)
            if row.values and row.path:
                yield row


def _row(page: Page, table: Table, path: tuple[str, ...], cells: Sequence[Cell]) -> Row:
    values = []
    for cell in cells:
        text = page.text[cell.start : cell.end].strip()
        headers = tuple(squeeze(header) for header in table.column_paths.get(cell.column, ()))
        if not text or _FOOTNOTE.fullmatch(text) or (path and squeeze(text) == squeeze(path[-1])):
            continue
        if headers or _NUMBER.search(text):
            period = find_period(" ".join(headers))
            period = period if period.is_named else find_period(" ".join((*path, *headers)))
            values.append(Value(cell.start, cell.end, text, cell.column, headers, period))
    start, end = min(c.start for c in cells), max(c.end for c in cells)
    labels = tuple(_FOOTNOTE.sub("", squeeze(part)).rstrip(" :,") for part in path if part.strip())
    return Row(start, end, labels, tuple(values), _label_spans(page, path, cells), table)


def _label_spans(page: Page, path: tuple[str, ...], cells: Sequence[Cell]) -> tuple[tuple[int, int], ...]:
    """Where the innermost header of a row stands."""
    label = squeeze(path[-1]) if path else ""
    return tuple((c.start, c.end) for c in cells if label and squeeze(page.text[c.start : c.end]) in label)[:1]


def squeeze(text: str) -> str:
    """Without line breaks and doubled blanks."""
    return " ".join(text.split())
