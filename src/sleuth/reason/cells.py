"""Rows of tables as answers: which row is the measure asked for, which column the time, and how its value reads."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sleuth.evidence.source import Cell, Page, Table
from sleuth.reason.periods import Period, find_period

_NUMBER = re.compile(r"\d")
_VALUE = re.compile(r"^[^\w%()]*\(?[^\w%(]*[-–—]?\s*\d[\d\s,.\u00a0]*\)?\s*(%|x|pp|bps)?\W*$")
_SCALE = re.compile(
    r"\b(?:in|i|amounts in|dollars in|expressed in)\s+(?:U\.?S\.?\s+|US\s+)?(?P<currency>dollars |\$ ?|USD |SEK |EUR |kronor )?"
    r"(?P<scale>thousands|millions|billions|tusental|miljoner|miljarder|tkr|mkr|mdkr)\b",
    re.IGNORECASE,
)
_SCALES = {
    "thousands": "thousand", "millions": "million", "billions": "billion", "tusental": "tusen", "miljoner": "miljoner",
    "miljarder": "miljarder", "tkr": "tkr", "mkr": "mkr", "mdkr": "mdkr",
}  # fmt: skip
_UNSCALED = re.compile(
    r"\bper (?:\w+ )?share\b|\bper aktie\b|%|percent|\bratio\b|\brate\b|\bmargin\b|\bshares\b|\bnumber of\b|\bantal\b",
    re.I,
)
_CURRENCY = re.compile(r"[$€£]|\b(?:USD|EUR|SEK|GBP)\b")
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
    """A row of a table: the path of headers to its left, and its values; [start, end) covers label and values."""

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
        headers = tuple(_squeeze(header) for header in table.column_paths.get(cell.column, ()))
        if text and (not path or _squeeze(text) != _squeeze(path[-1])) and (headers or _NUMBER.search(text)):
            values.append(Value(cell.start, cell.end, text, cell.column, headers, find_period(" ".join(headers))))
    start, end = min(c.start for c in cells), max(c.end for c in cells)
    return Row(start, end, tuple(_squeeze(part) for part in path if part.strip()), tuple(values), table)


def _squeeze(text: str) -> str:
    return " ".join(text.split())


def header_spans(page: Page, row: Row, value: Value) -> list[tuple[int, int]]:
    """Where the headers above a value stand on the page, in reading order; those not found are left out."""
    wanted = {header.casefold() for header in value.headers}
    best: dict[str, Cell] = {}
    for cell in row.table.cells():
        text = _squeeze(page.text[cell.start : cell.end]).casefold()
        if text in wanted and cell.start < row.start:
            held = best.get(text)
            if held is None or abs(cell.column - value.column) <= abs(held.column - value.column):
                best[text] = cell
    return sorted((cell.start, cell.end) for cell in best.values())


def wording(page: Page, row: Row, value: Value) -> tuple[str, list[tuple[int, int]]]:
    """A value as people write it ("$82,959 million"), and where its scale and currency are stated."""
    number = re.sub(r"^(\D*?)\s+(?=[\d(])", r"\1", _squeeze(value.text))
    label = " ".join((*row.path[-1:], *value.headers))
    if not value.is_number or _UNSCALED.search(label) or "%" in number:
        return number, []
    scale = _scale(page, row)
    currency = _currency_beside(page, row, value) if not _CURRENCY.search(number) else None
    spans = [span for span in (scale and scale[1], currency and currency[1]) if span]
    return " ".join(filter(None, ((currency[0] if currency else "") + number, scale[0] if scale else ""))), spans


def _scale(page: Page, row: Row) -> tuple[str, tuple[int, int]] | None:
    """The scale stated nearest above the row, unless that is too far to be its table's."""
    found = [m for m in _SCALE.finditer(page.text) if m.start() < row.start]
    if not found:
        return None
    nearest = found[-1]
    return _SCALES[nearest["scale"].lower()], (nearest.start(), nearest.end())


def _currency_beside(page: Page, row: Row, value: Value) -> tuple[str, tuple[int, int]] | None:
    """The currency sign of the row, or of the first value of the same column."""
    for cell in row.table.cells():
        text = page.text[cell.start : cell.end]
        if cell.column == value.column and (found := _CURRENCY.match(text.strip())) and _NUMBER.search(text):
            return found[0], (cell.start, cell.end)
    return None


def column_for(row: Row, asked: Period, named: Period, wants_change: bool, wants_percent: bool) -> Value | None:
    """The value of the time asked for; `named` is the time that the document's own names tell. None: not there."""
    values = [v for v in row.values if v.is_number and (wants_change or not v.is_change)]
    if wants_percent:
        values = [v for v in row.values if v.is_number and ("%" in v.text or "%" in row.label)] or values
    if asked.months:
        values = [v for v in values if v.period.months in (asked.months, None)]
    if not values:
        return None
    if not asked.is_named:
        return values[0]
    if asked.days:
        return next((v for v in values if asked.days & v.period.days), None)
    return _of_the_year(values, asked, named)


def _of_the_year(values: Sequence[Value], asked: Period, named: Period) -> Value | None:
    fitting = asked.quarter is None or asked.quarter == named.quarter or named.quarter is None
    by_year = [v for v in values if asked.years & v.period.years]
    if by_year and fitting:
        return by_year[0]
    told = bool(asked.years & named.years) and fitting
    if asked.quarter and asked.quarter == named.quarter and (told or not asked.years):
        return values[0]  # a fiscal year need not be the calendar's: the first column is the filing's own
    return values[0] if told and not any(v.period.years for v in values) else None
