"""A grid of cells becomes a table: which rows are headers, and which path of headers leads to each row and column."""

import re
from array import array
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sleuth.evidence.source import Table


class GridCell(NamedTuple):
    """A cell that has text, where it stands in the flow, and what its make-up says about its part in the table."""

    start: int
    end: int
    text: str
    row: int
    column: int
    rows: int = 1  # how many rows and columns it covers
    columns: int = 1
    indent: int = 0
    bold: bool = False
    header: bool = False  # the file itself marks it as a header
    numeric: bool = False  # the file itself stores it as a number

    @property
    def covers(self) -> range:
        return range(self.column, self.column + self.columns)


Row = list[GridCell]  # the cells of one row, left to right

_NUMBER = re.compile(
    r"[(\-−–+~<>]?\s*(?:(?:[A-Z]{1,3}\s?)?[$€£¥]|[A-Z]{3}|[kK][rR])?\s*[(\-−–+]?\s*\d[\d\s.,'’\u00a0\u202f]*\)?\s*"
    r"(?:%|‰|x|[$€£¥]|[A-Z]{3}|kr|[kKmM](?:n|kr)?|bn|bps|pp|tkr|mkr)?\s*\)?"
)
_YEAR = re.compile(r"(?:FY|CY|FYE|LTM|YTD|MTD|QTD)?\s?(?:19|20)\d\d\s?[A-Z]?|(?:19|20)\d\d[-–/]\d{2,4}")
_DAY = re.compile(r"[0-3]?\d\.[01]?\d\.(?:(?:19|20)\d\d|\d\d)")  # "30.04.25"
_NIL = frozenset({"-", "–", "—", "−", "n/a", "N/A", "n.a.", "nil", "NM", "n.m.", "$ -", "*"})


def is_number(text: str) -> bool:
    """Does the text state one number and nothing else? A year or a day does not count: it names a time."""
    text = text.strip()
    return text in _NIL or (_NUMBER.fullmatch(text) is not None and not is_year(text) and not _DAY.fullmatch(text))


def is_year(text: str) -> bool:
    return _YEAR.fullmatch(text.strip()) is not None


def is_value(cell: GridCell) -> bool:
    """A cell that holds a number, by its type or by its text."""
    return (cell.numeric or is_number(cell.text)) and not is_year(cell.text)


def rows_of(cells: Iterable[GridCell]) -> list[Row]:
    """The cells by row, each row left to right."""
    rows: dict[int, Row] = {}
    for cell in cells:
        rows.setdefault(cell.row, []).append(cell)
    return [sorted(rows[number], key=lambda cell: cell.column) for number in sorted(rows)]


def build_table(cells: Sequence[GridCell], caption: str = "", header_rows: int | None = None) -> Table | None:
    """The cells as a table; None where there are too few to make one.

    `header_rows`: how many rows at the top are headers, where the format says so; otherwise they are inferred.
    """
    rows = rows_of(cells)
    if len(rows) < 2 or len({cell.column for cell in cells}) < 2:
        return None
    return table_of(rows, caption, header_rows)


def table_of(rows: Sequence[Row], caption: str = "", header_rows: int | None = None) -> Table:
    """The same for rows that are known to make a table."""
    from sleuth.ingest.readers.grid_headers import column_paths, split_header
    from sleuth.ingest.readers.grid_rows import label_columns, row_paths

    captions, header, body = split_header(rows, header_rows)
    labels = label_columns(body, min(cell.column for row in rows for cell in row))
    stub = [cell.text for row in header for cell in row if cell.column == labels[0]]
    return Table(
        caption="\n".join(filter(None, [caption, *(cell.text for row in captions for cell in row), *stub])),
        row_paths=row_paths(body, labels),
        column_paths=column_paths(header, labels),
        grid=_packed(rows),
    )


def _packed(rows: Sequence[Row]) -> "array[int]":
    cells = sorted((cell.start, cell.end, cell.row, cell.column) for row in rows for cell in row)
    return array("I", [number for cell in cells for number in cell])
