"""How a cell reads in words: its headers, its scale and currency, and where on the page those stand."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sleuth.evidence.computation import Amount
from sleuth.evidence.source import Cell, Page
from sleuth.language.numbers import NUMBER, parse_digits
from sleuth.reason.cells import Row, Value, squeeze
from sleuth.reason.periods import find_period

_NUMBER = re.compile(r"\d")
_CODE = r"(?:U\.?S\.?\s*\$|US\s+dollars?|USD|EUR|SEK|GBP|NOK|DKK|CHF|[$€£])"
_WORD = r"(?:thousands?|millions?|billions?|tusental|miljoner|miljarder|tkr|mkr|mdkr|['’]?000s?|k|m|mn|bn)"
_JOINED = r"(?:T€|[TK]EUR|[TKM]SEK|[KM](?:USD|GBP|EUR|NOK|DKK|CHF))"
_SCALE = re.compile(
    r"\b(?:in|i|amounts in|dollars in|expressed in)\s+(?:U\.?S\.?\s+|US\s+)?(?:dollars |\$ ?|USD |SEK |EUR |kronor )?"
    r"(?P<scale>thousands|millions|billions|tusental|miljoner|miljarder|tkr|mkr|mdkr)\b",
    re.IGNORECASE,
)
# A unit that stands by itself, at the head of a statement or over its first column: "EUR thousands", "SEK m".
_UNIT = re.compile(
    rf"(?:^|(?<=[\n(\t;,])|(?<=[–—-] )|(?<=\b[Ii]n )|(?<=\bi ))[ ]*(?P<unit>{_CODE}\s?{_WORD}|{_JOINED})"
    r"(?=\s*(?:$|[\n)\t;,]|unless\b|FY|Q[1-4]|\d))",
    re.IGNORECASE | re.MULTILINE,
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
    r"\bper (?:\w+ )?share\b|\bper aktie\b|%|percent|\bratio\b|\bshares\b|\bnumber of\b|\bantal\b"
    r"|\bemployees\b|\bheadcount\b|\banställda\b|\bmargin\b(?=.*%)",
    re.IGNORECASE,
)
_GAP = re.compile(r"(?<=[$€£(-])\s+(?=[\d(])|(?<=\d)\s+(?=[)%])")  # "$ 63,355", "12 %"
_EPS = re.compile(r"\W*(?:basic|diluted)\b", re.IGNORECASE)
_CENTS = re.compile(r"(?<!\d)\d{1,3}[.,]\d\d\W*$")
_LONGEST_LIMIT = 160  # characters after a scale that may belong to its statement
_BARE = re.compile(r"(?:grand |sub)?totals?|sum|summa|totalt", re.IGNORECASE)


def header_spans(page: Page, row: Row, value: Value) -> list[tuple[int, int]]:
    """Where the headers above a value stand, in reading order. One header may stand in pieces, over several lines."""
    wanted = [header.casefold() for header in value.headers]
    best: dict[str, Cell] = {}
    for cell in row.table.cells():
        text = squeeze(page.text[cell.start : cell.end]).casefold()
        if cell.start < row.start and cell.row not in row.table.row_paths and any(text in header for header in wanted):
            held = best.get(text)
            if held is None or abs(cell.column - value.column) <= abs(held.column - value.column):
                best[text] = cell
    return sorted((cell.start, cell.end) for cell in best.values())


def title_span(page: Page, row: Row) -> tuple[int, int] | None:
    """Where the table's title stands, for a row that is only called a total: the title says of what."""
    if not is_bare_total(row):
        return None
    title = _title(row)
    start = page.text.rfind(title, 0, row.start) if title else -1
    return (start, start + len(title)) if start >= 0 else None


def is_bare_total(row: Row) -> bool:
    """Whether a row's headers say nothing but that it is a total."""
    return all(_BARE.fullmatch(part) for part in row.path)


def _title(row: Row) -> str:
    return next((line.strip() for line in row.table.caption.splitlines() if line.strip()), "")


def describe(page: Page, row: Row, value: Value) -> str:
    """A cell in words: "Total net sales, three months ended June 25, 2022: $82,959 million"."""
    scale = scale_of(page, row, value)
    number = _currency(page, row, value) + _GAP.sub("", squeeze(value.text))
    title = (_title(row),) if title_span(page, row) else ()
    return f"{', '.join((*title, *_path(row), *_headers(value)))}: {number}{scale.after if scale else ''}"


def amount_of(page: Page, row: Row, value: Value) -> Amount | None:
    """A cell as a number with its unit; None where it holds none, or its unit is not told."""
    found = re.search(NUMBER, value.text)
    if found is None or not value.is_number:
        return None
    number, _ = parse_digits(found[0])
    before = value.text[: found.start()]
    scale = scale_of(page, row, value)
    sign = _CURRENCY.search(value.text)
    after = "%" if "%" in value.text else scale.after if scale else ""
    unit = f"{sign[0] if sign else _currency(page, row, value)}#{after}"
    return Amount(-number if "(" in before or before.rstrip().endswith(("-", "−", "–")) else number, unit)


def _path(row: Row) -> tuple[str, ...]:
    """The row's headers without those that the next one repeats."""
    return tuple(
        part
        for part, following in zip(row.path, [*row.path[1:], ""], strict=True)
        if not following or part.lower() not in following.lower()
    )


def _headers(value: Value) -> tuple[str, ...]:
    """The column's headers as one phrase; a stretch of time reads in lower case, a quarter before its year."""
    parts = [part.lower() if _LENGTH.search(part) and not find_period(part).days else part for part in value.headers]
    if len(parts) > 1 and find_period(parts[-1]).quarter and not find_period(parts[-1]).years:
        parts = [parts[-1], *parts[:-1]]
    return (" ".join(parts),) if parts else ()


@dataclass(frozen=True, slots=True)
class Scale:
    """What figures are counted in, how that reads after a number, and where the page states it."""

    after: str  # " million", " (EUR thousands)"
    span: tuple[int, int]


def scale_of(page: Page, row: Row, value: Value) -> Scale | None:
    """The scale of a value: the nearest statement above the row, if it is for it."""
    label = " ".join((*row.path, *value.headers, row.table.caption if is_bare_total(row) else ""))
    if not value.is_number or "%" in value.text or _UNSCALED.search(label) or _is_per_share(row, value):
        return None
    stated = [*_worded(page.text, row.start), *_units(page.text, row.start)]
    return max(stated, key=lambda scale: scale.span, default=None)


def _is_per_share(row: Row, value: Value) -> bool:
    """Whether a row called only "Diluted" or "Basic" holds earnings a share, in cents, and no number of shares."""
    return bool(_EPS.match(row.label) and _CENTS.search(value.text))


def _worded(text: str, end: int) -> Iterator[Scale]:
    for statement in _SCALES_STATED.finditer(text, 0, end):
        if found := _SCALE.search(statement[0]):
            yield Scale(f" {_SCALES[found['scale'].lower()]}", _to_line_end(text, statement.start(), statement.end()))


def _units(text: str, end: int) -> Iterator[Scale]:
    for found in _UNIT.finditer(text, 0, end):
        yield Scale(f" ({squeeze(found['unit'])})", _to_line_end(text, *found.span("unit")))


def _to_line_end(text: str, start: int, end: int) -> tuple[int, int]:
    """The statement with what limits it: "in millions, except per share amounts"."""
    if text[end - 1] == ")":
        return start, end
    line = text.find("\n", end)
    return start, min(len(text) if line < 0 else line, end + _LONGEST_LIMIT)


def _currency(page: Page, row: Row, value: Value) -> str:
    """The currency sign that stands in the value's column, where the value itself has none."""
    label = " ".join((*row.path, *value.headers))
    if _CURRENCY.search(value.text) or "%" in value.text or not value.is_number or _NO_CURRENCY.search(label):
        return ""
    column = (page.text[c.start : c.end].strip() for c in row.table.cells() if c.column == value.column)
    return next((found[0] for text in column if (found := _CURRENCY.match(text)) and _NUMBER.search(text)), "")
