"""HTML tables: a line for each row, with the headers that reach each cell."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from sleuth.ingest.readers.flow import Flow
from sleuth.ingest.readers.grid import GridCell, build_table, is_number
from sleuth.ingest.readers.html_text import inner_text, is_shown
from sleuth.ingest.readers.ooxml import Element

_MOST_SPANNED = 1_000  # rows or columns, as browsers have it
_LONGEST_CELL = 1_500  # characters; a longer one holds a part of a page, not a datum
_ABOVE = 600  # characters in which the title of a table is looked for
_LONGEST_TITLE = 120  # characters of a line of it
_MOST_LINES = 4
_OPENING, _CLOSING = re.compile(r"[A-Z]{0,3}[$€£¥(]+|\$\s*\("), re.compile(r"[)%]+|\)\s*%")
_AMOUNT = re.compile(r"[\d—–−-]|\bN/?[AM]\b", re.IGNORECASE)  # a number, or what stands for none


class _HtmlCell(NamedTuple):
    text: str
    row: int
    column: int
    rows: int
    columns: int
    header: bool


def read_table(table: Element, flow: Flow) -> bool:
    """Write a table of data and keep its grid. False, with nothing written, for a table that only lays out a page."""
    if table.find(".//table") is not None:
        return False
    caption = table.find("caption")
    rows = [_glued(row) for row in _placed(table)]
    if any(len(cell.text) > _LONGEST_CELL for row in rows for cell in row):
        return False
    words = inner_text(caption) if caption is not None and is_shown(caption) else ""
    above = _title(flow)
    if words:
        flow.line(words)
    cells = [cell for row in rows for cell in _written(row, flow)]
    grid = build_table(cells, words or above)
    if grid is not None:
        flow.tables.append(grid)
    return True


def _title(flow: Flow) -> str:
    """The short lines right above, from the table's title to its unit; "" where a sentence or a table stands there."""
    lines: list[str] = []
    for line in reversed(flow.tail(_ABOVE).splitlines()):
        text = line.strip()
        if (
            text.isdigit()
            or len(text) > _LONGEST_TITLE
            or "\t" in line
            or text.endswith((".", ";", ","))
            or len(lines) == _MOST_LINES
        ):
            break
        if text:
            lines.insert(0, text)
    return "\n".join(lines)


def _placed(table: Element) -> Iterator[list[_HtmlCell]]:
    """The cells of each row at their places, pushed right by those that reach down from above."""
    taken: dict[int, int] = {}  # column → the last row that a cell from above reaches
    for number, row in enumerate(row for row in table.iter("tr") if is_shown(row)):
        column, cells = 0, []
        for element in row.iterchildren("td", "th"):
            if not is_shown(element):
                continue
            while taken.get(column, -1) >= number:
                column += 1
            rows, columns = _span(element, "rowspan"), _span(element, "colspan")
            header = element.tag == "th" or element.getparent().getparent().tag == "thead"
            cells.append(_HtmlCell(inner_text(element), number, column, rows, columns, header))
            if rows > 1:
                taken.update(dict.fromkeys(range(column, column + columns), number + rows - 1))
            column += columns
        yield cells


def _span(element: Element, name: str) -> int:
    value = element.get(name, "1").strip()
    return max(1, min(int(value), _MOST_SPANNED)) if value.isdigit() and value.isascii() else 1


def _glued(cells: list[_HtmlCell]) -> list[_HtmlCell]:
    """The cells with text. A currency sign, bracket or percent sign in a cell of its own joins its number."""
    glued: list[_HtmlCell] = []
    for cell in (cell for cell in cells if cell.text):
        last = glued[-1] if glued else None
        opens = last is not None and _OPENING.fullmatch(last.text) and _AMOUNT.search(cell.text)
        closes = last is not None and _CLOSING.fullmatch(cell.text) and _ends_amount(last.text)
        if last and (opens or closes):
            columns = cell.column + cell.columns - last.column
            glued[-1] = last._replace(text=last.text + cell.text, columns=columns)
        else:
            glued.append(cell)
    return glued


def _ends_amount(text: str) -> bool:
    """Whether a cell may be a number whose percent sign or bracket stands in the next: no name ("First-time fixes")."""
    return _AMOUNT.search(text) is not None and re.search(r"[^\W\d_]{3}", text) is None


def _written(row: list[_HtmlCell], flow: Flow) -> Iterator[GridCell]:
    flow.break_line()
    for i, cell in enumerate(row):
        if i:
            flow.write("\t")
        start, end = flow.write(cell.text)
        # A value is in one column, however many it is spread over; only headers span.
        columns = 1 if i and not cell.header and is_number(cell.text) else cell.columns
        yield GridCell(start, end, cell.text, cell.row, cell.column, cell.rows, columns, header=cell.header)
    if row:
        flow.write("\n")
