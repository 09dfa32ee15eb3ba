"""Which rows at the top of a grid are its headers, and what they say of each column."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sleuth.ingest.readers.grid import GridCell, Row, is_value

_MOST_HEADER_ROWS = 8
_LEAST_TIMES = 2  # beside one another, over the columns of a table
_PERIOD = re.compile(
    r"(?:FY|CY|Q[1-4]|H[12]|LTM|YTD)\b.*|.*\b(?:19|20)\d\d\b.*"
    r"|(?:jan|feb|mar|apr|ma[jy]|jun|jul|aug|sep|o[ck]t|nov|dec)[a-z]*\.?(?:[ -]\d+)?"
    r"|.*\b(?:months?|quarter|year|weeks|månader|kvartal) ended\b.*|actual|forecast|budget|estimate"
    r"|utfall|prognos",
    re.IGNORECASE,
)
_LENGTH = re.compile(r"\d{1,2}\s?m(?:onths)?", re.IGNORECASE)  # "12 M" behind its months
_SHORT_TIME = re.compile(r"[A-Za-z]{3,4}[-/']\d\d")
# Above the labels some headers say what all values are: "(in millions, except per share data)", "$ MILLION".
_UNIT_OF_ALL = re.compile(
    r"\(?(?=.*(?:thousand|million|billion|['’‘]000|tkr|mkr|tsek|msek|teur|meur|\bmio\b))(?!.*\d{4})[^.:]{1,60}\)?",
    re.IGNORECASE,
)


class Split(NamedTuple):
    captions: Sequence[Row]  # titles above the headers
    header: Sequence[Row]
    body: Sequence[Row]


def split_header(rows: Sequence[Row], header_rows: int | None = None) -> Split:
    """The rows as captions, headers and body."""
    left = min(cell.column for row in rows for cell in row)
    first = next((i for i, row in enumerate(rows) if not _is_caption(row, left)), 0)
    if first >= len(rows) - 1:
        first = 0
    if header_rows is None:
        header_rows = _marked(rows[first:]) or _inferred(rows[first:], left)
    return Split(rows[:first], rows[first : first + header_rows], rows[first + header_rows :])


def _is_caption(row: Row, left: int) -> bool:
    """A title: text at the left edge, and nothing beside it."""
    return len(row) == 1 and row[0].column == left and not is_value(row[0])


def _marked(rows: Sequence[Row]) -> int:
    """How many rows at the top the file itself marks as headers in full."""
    return next((i for i, row in enumerate(rows) if not all(cell.header for cell in row)), len(rows) - 1)


def _inferred(rows: Sequence[Row], left: int) -> int:
    top = rows[: _MOST_HEADER_ROWS + 1]
    first_data = next((i for i, row in enumerate(top) if _holds_values(row, left) and not _is_axis(rows, i)), None)
    if first_data is None:
        return int(_names_columns(rows))
    count = 0
    for i in range(first_data):
        if not _continues_header(rows, i, left):
            break
        count = i + 1
    # A label alone, below the last header, opens a section of the body.
    while count and all(cell.column == left for cell in rows[count - 1]):
        count -= 1
    return count


def _holds_values(row: Row, left: int) -> bool:
    return any(is_value(cell) and cell.column != left and not _names_column(cell) for cell in row)


def _names_column(cell: GridCell) -> bool:
    """Whether a text reads as a number and is a heading: an open range of ages (">90" beside "61-90"), "12 M", "YTD-24"
    (no amount in a currency of that name).
    """
    text = cell.text.strip()
    is_time = _LENGTH.fullmatch(text) is not None or _SHORT_TIME.fullmatch(text) is not None
    return not cell.numeric and (text.startswith((">", "<")) or is_time)


def _is_axis(rows: Sequence[Row], at: int) -> bool:
    """Whether a row's numbers are all days or months, and those below them are none: a time over each column.

    A sheet stores "May 2024" as a number. In a list of contracts the days stand below one another.
    """
    days = [cell for cell in rows[at] if is_value(cell)]
    if len(days) < _LEAST_TIMES or not all(cell.numeric and _PERIOD.fullmatch(cell.text.strip()) for cell in days):
        return False
    columns = {cell.column for cell in days}
    below = [cell for row in rows[at + 1 :] for cell in row if cell.column in columns and is_value(cell)]
    return bool(below) and not any(_PERIOD.fullmatch(cell.text.strip()) for cell in below)


def _names_columns(rows: Sequence[Row]) -> bool:
    """In a table all of text, does the first row name the columns?"""
    first, rest = rows[0], rows[1:]
    if len(first) < 2 or len(first) < max(len(row) for row in rest):
        return False
    if all(cell.bold for cell in first):
        return True
    if any(_is_like_those_below(cell, rest) for cell in first):
        return False
    if any(cell.text.rstrip().endswith((".", ":")) for cell in first):
        return False
    longest = max(len(cell.text) for cell in first)
    return longest <= 60


def _is_like_those_below(cell: GridCell, rest: Sequence[Row]) -> bool:
    """Whether a cell has the digits of a code, a day or a number just where all below it have them: "v5", "12 May"."""
    below = [_digits_of(other.text) for row in rest for other in row if other.column == cell.column]
    own = _digits_of(cell.text)
    return bool(own) and bool(below) and all(other == own for other in below)


def _digits_of(text: str) -> str:
    """What is left of a text when its words are taken for one another: "12 May 2025" is "0 a 0"; "" without digits."""
    form = re.sub(r"[^\W\d_]+", "a", re.sub(r"\d+", "0", text.strip()))
    return form if "0" in form else ""


def _continues_header(rows: Sequence[Row], at: int, left: int) -> bool:
    """Is row `at`, which holds no value, one more header, rather than a body row that is all text?"""
    row = rows[at]
    if at == 0:
        return True
    others = [cell for cell in row if cell.column != left]
    if len(others) == len(row):
        return True
    above = rows[at - 1]
    if not others:
        return True  # taken back if nothing but labels follow
    if _UNIT_OF_ALL.fullmatch(row[0].text.strip()):
        return True
    if _is_axis(rows, at):
        return True
    spanned = any(cell.columns > 1 and cell.column != left for cell in above)
    groups = {cell.column for cell in above} < {cell.column for cell in others}  # and none over the labels
    return spanned or groups or names_groups(above, row, left)


def names_groups(above: Row, row: Row, left: int) -> bool:
    """Whether a row names a time over each of several groups of columns, beside a title at its left edge."""
    times = [cell for cell in above if cell.column != left]
    heads = [cell for cell in row if cell.column != left]
    is_time = all(not is_value(cell) and _PERIOD.fullmatch(cell.text.strip()) for cell in times)
    columns, below = {cell.column for cell in times}, {cell.column for cell in heads}
    is_over = columns < below and not any(map(is_value, row))
    return len(times) >= _LEAST_TIMES and len(heads) >= 2 * len(times) and is_time and is_over


def column_paths(header: Sequence[Row], labels: Sequence[int]) -> Mapping[int, tuple[str, ...]]:
    """For each column the header texts above it, the outermost first."""
    paths: dict[int, list[str]] = {}
    for i, row in enumerate(header):
        below = {column for lower in header[i + 1 :] for cell in lower for column in cell.covers}
        for cell, columns in _coverage(row, below, labels):
            for column in columns:
                if below and column not in below and column != cell.column:
                    continue  # a gap between columns
                path = paths.setdefault(column, [])
                if not path or path[-1] != cell.text:
                    path.append(cell.text)
    return {column: tuple(path) for column, path in sorted(paths.items())}


def _coverage(row: Row, below: set[int], labels: Sequence[int]) -> list[tuple[GridCell, range]]:
    """The columns each header cell stands over. Where nothing is merged, a header also covers the columns beside it
    that have no header of this level but do have one below: to its right, or to its left in a row of headers that
    each stand over the last column of their group."""
    heads = [cell for cell in row if cell.column not in labels]
    if not below or not heads or any(cell.columns > 1 for cell in heads):
        return [(cell, cell.covers) for cell in row]
    first, last = min((c for c in below if c not in labels), default=0), max(below)
    leftwards = heads[0].column > first and heads[-1].column >= last
    coverage = [(cell, cell.covers) for cell in row if cell.column in labels]
    for i, cell in enumerate(heads):
        start = heads[i - 1].column + 1 if i else first
        end = heads[i + 1].column if i + 1 < len(heads) else last + 1
        coverage.append((cell, range(start, cell.column + 1) if leftwards else range(cell.column, end)))
    return [(cell, range(columns.start, max(columns.stop, cell.column + 1))) for cell, columns in coverage]
