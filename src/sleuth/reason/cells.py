"""Rows of tables as answers: which row is the measure asked for, which column the time, and how its value reads."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sleuth.evidence.source import Cell, Page, Table
from sleuth.reason.periods import Period, find_period

_NUMBER = re.compile(r"\d")
_VALUE = re.compile(r"^[^\w%()]*\(?[^\w%(]*[-–—]?\s*\d[\d\s,.\u00a0]*\)?\s*(%|x|pp|bps)?\W*$")
_SCALE = re.compile(
    r"\b(?:in|i|amounts in|dollars in|expressed in)\s+(?:U\.?S\.?\s+|US\s+)?(?:dollars |\$ ?|USD |SEK |EUR |kronor )?"
    r"(?P<scale>thousands|millions|billions|tusental|miljoner|miljarder|tkr|mkr|mdkr)\b",
    re.IGNORECASE,
)
# A caption may state several scales; the first is for amounts, those after "except" are for shares and the like.
_SCALES_STATED = re.compile(
    rf"\([^()]*{_SCALE.pattern}[^()]*\)|{_SCALE.pattern.replace('P<scale>', ':')}", re.IGNORECASE
)
_SCALES = {
    "thousands": "thousand", "millions": "million", "billions": "billion", "tusental": "tusen", "miljoner": "miljoner",
    "miljarder": "miljarder", "tkr": "tkr", "mkr": "mkr", "mdkr": "mdkr",
}  # fmt: skip
_LENGTH = re.compile(r"\b(?:months?|weeks?|years?|quarters?|period) ended\b|\bas of\b", re.IGNORECASE)
_CURRENCY = re.compile(r"[$€£]")
_NO_CURRENCY = re.compile(
    r"%|percent|\bratio\b|\brate\b|\bshares\b(?! of)|\bnumber of\b|\bantal\b|\bemployees\b", re.IGNORECASE
)
_UNSCALED = re.compile(
    r"\bper (?:\w+ )?share\b|\bper aktie\b|%|percent|\bratio\b|\bshares\b|\bnumber of\b|\bantal\b",
    re.I,
)
_WHOLE = re.compile(r"\b(?:total|consolidated|summa|totalt|koncernen)\b", re.IGNORECASE)
_GAP = re.compile(r"(?<=[$€£(-])\s+(?=[\d(])|(?<=\d)\s+(?=[)%])")  # "$ 63,355", "12 %"
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
        headers = tuple(_squeeze(header) for header in table.column_paths.get(cell.column, ()))
        if not text or _FOOTNOTE.fullmatch(text) or (path and _squeeze(text) == _squeeze(path[-1])):
            continue
        if headers or _NUMBER.search(text):
            period = find_period(" ".join(headers))
            period = period if period.is_named else find_period(" ".join((*path, *headers)))
            values.append(Value(cell.start, cell.end, text, cell.column, headers, period))
    start, end = min(c.start for c in cells), max(c.end for c in cells)
    labels = tuple(_FOOTNOTE.sub("", _squeeze(part)).rstrip(" :,") for part in path if part.strip())
    return Row(start, end, labels, tuple(values), _label_spans(page, path, cells), table)


def _label_spans(page: Page, path: tuple[str, ...], cells: Sequence[Cell]) -> tuple[tuple[int, int], ...]:
    """Where the innermost header of a row stands."""
    label = _squeeze(path[-1]) if path else ""
    return tuple((c.start, c.end) for c in cells if label and _squeeze(page.text[c.start : c.end]) in label)[:1]


def _squeeze(text: str) -> str:
    return " ".join(text.split())


def header_spans(page: Page, row: Row, value: Value) -> list[tuple[int, int]]:
    """Where the headers above a value stand, in reading order. One header may stand in pieces, over several lines."""
    wanted = [header.casefold() for header in value.headers]
    best: dict[str, Cell] = {}
    for cell in row.table.cells():
        text = _squeeze(page.text[cell.start : cell.end]).casefold()
        if cell.start < row.start and cell.row not in row.table.row_paths and any(text in header for header in wanted):
            held = best.get(text)
            if held is None or abs(cell.column - value.column) <= abs(held.column - value.column):
                best[text] = cell
    return sorted((cell.start, cell.end) for cell in best.values())


def describe(page: Page, row: Row, value: Value) -> str:
    """A cell in words: "Total net sales, three months ended June 25, 2022: $82,959 million"."""
    scale = scale_of(page, row, value)
    number = _currency(page, row, value) + _GAP.sub("", _squeeze(value.text))
    return f"{', '.join((*_path(row), *_headers(value)))}: {number}{f' {scale[0]}' if scale else ''}"


def _path(row: Row) -> tuple[str, ...]:
    """The row's headers without those that the next one repeats."""
    return tuple(
        part
        for part, following in zip(row.path, [*row.path[1:], ""], strict=True)
        if not following or part.lower() not in following.lower()
    )


def _headers(value: Value) -> tuple[str, ...]:
    """The column's headers as one phrase; a stretch of time reads in lower case."""
    parts = [part.lower() if _LENGTH.search(part) and not find_period(part).days else part for part in value.headers]
    return (" ".join(parts),) if parts else ()


def scale_of(page: Page, row: Row, value: Value) -> tuple[str, tuple[int, int]] | None:
    """The scale of a value ("million") and where it is stated: the nearest statement above the row, if it is for it."""
    label = " ".join((*row.path, *value.headers))
    if not value.is_number or "%" in value.text or _UNSCALED.search(label):
        return None
    stated = [m for m in _SCALES_STATED.finditer(page.text) if m.start() < row.start]
    if not stated:
        return None
    found = _SCALE.search(stated[-1][0])
    if found is None:
        return None
    at = stated[-1].start()
    return _SCALES[found["scale"].lower()], (at + found.start(), at + found.end())


def _currency(page: Page, row: Row, value: Value) -> str:
    """The currency sign that stands in the value's column, where the value itself has none."""
    label = " ".join((*row.path, *value.headers))
    if _CURRENCY.search(value.text) or "%" in value.text or not value.is_number or _NO_CURRENCY.search(label):
        return ""
    column = (page.text[c.start : c.end].strip() for c in row.table.cells() if c.column == value.column)
    return next((found[0] for text in column if (found := _CURRENCY.match(text)) and _NUMBER.search(text)), "")


def column_for(row: Row, asked: Period, named: Period, wants_change: bool, wants_percent: bool) -> Value | None:
    """The value of the time asked for; `named` is the time that the document's own names tell. None: not there."""
    values = [v for v in row.values if v.is_number and (wants_change or not v.is_change)]
    values = _of_the_whole(values)
    shares = [v for v in values if "%" in v.text or "%" in row.label]
    values = (shares or values) if wants_percent else [v for v in values if v not in shares]
    if asked.months:
        values = [v for v in values if v.period.months in (asked.months, None)]
    if not values:
        return None
    if not asked.is_named:
        return values[0]
    if asked.days:
        return next((v for v in values if asked.days & v.period.days), None)
    return _of_the_year(values, asked, named)


def _of_the_whole(values: Sequence[Value]) -> list[Value]:
    """Where columns are segments and not times, only the column of the whole states the measure."""
    if len(values) < 2 or len({value.period for value in values}) > 1 or not any(value.headers for value in values):
        return list(values)
    return [value for value in values if any(_WHOLE.search(header) for header in value.headers)] or list(values[:0])


def _of_the_year(values: Sequence[Value], asked: Period, named: Period) -> Value | None:
    fitting = asked.quarter is None or asked.quarter == named.quarter or named.quarter is None
    by_year = [v for v in values if asked.years & v.period.years]
    if by_year and fitting:
        return by_year[0]
    told = bool(asked.years & named.years) and fitting
    if asked.quarter and asked.quarter == named.quarter and (told or not asked.years):
        return values[0]  # a fiscal year need not be the calendar's: the first column is the filing's own
    return values[0] if told and not any(v.period.years for v in values) else None
