"""A sheet as a page: a line for each row, a tab between cells, and an address for each cell."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sleuth.evidence.source import Anchor, Page
from sleuth.ingest.readers.flow import Flow
from sleuth.ingest.readers.grid import GridCell, Row
from sleuth.ingest.readers.grid_blocks import find_tables


class ShownCell(NamedTuple):
    """A cell as a reader sees it. Row and column count from 0."""

    row: int
    column: int
    text: str
    numeric: bool = False
    indent: int = 0
    bold: bool = False
    rows: int = 1
    columns: int = 1


_MOST_ADDRESSED = 200_000  # cells; in a larger sheet each row has an address, not each cell


def sheet_page(
    rows: Iterable[list[ShownCell]],
    number: int,
    label: str,
    notes: Iterable[tuple[str, str]] = (),
    *,
    by_row: bool = False,
) -> Page:
    """The rows, in order, as a page; `notes` are (address, text) that follow the cells.

    `by_row`: rows are places too, as in a file without the grid of a spreadsheet.
    """
    flow = Flow()
    grid = list(_written(rows, flow))
    flow.tables = find_tables(grid)
    if len(flow.anchors) > _MOST_ADDRESSED:
        flow.anchors = [] if by_row else [_row_anchor(row) for row in grid]
    if by_row:
        flow.anchors += [Anchor(row[0].start, row[-1].end, f"{row[0].row + 1}:{row[0].row + 1}") for row in grid]
    for address, text in notes:
        start, end = flow.line(text)
        flow.anchor(start, end, address)
    return flow.page(number, label)


def _written(rows: Iterable[list[ShownCell]], flow: Flow) -> Iterator[Row]:
    last = None
    for row in rows:
        shown = [cell for cell in row if cell.text]
        if not shown:
            continue
        if last is not None and shown[0].row > last + 1:
            flow.write("\n")  # an empty row parts tables; it parts paragraphs too
        last = shown[0].row
        yield _row(shown, flow)


def _row(cells: list[ShownCell], flow: Flow) -> Row:
    row: Row = []
    number = str(cells[0].row + 1)
    at = flow.length
    line = "\t".join(cell.text for cell in cells) + "\n"
    for cell in cells:
        end = at + len(cell.text)
        row.append(GridCell(
            at, end, cell.text, cell.row, cell.column, cell.rows, cell.columns, cell.indent, cell.bold, False,
            cell.numeric,
        ))  # fmt: skip
        flow.anchor(at, end, column_letters(cell.column) + number)
        at = end + 1
    flow.write(line)
    return row


def leading_blanks(text: str) -> int:
    """How far the text is indented by hand, in blanks."""
    return len(text) - len(text.lstrip()) if text[:1].isspace() else 0


def _row_anchor(row: Row) -> Anchor:
    first, last = row[0], row[-1]
    address = f"{column_letters(first.column)}{first.row + 1}:{column_letters(last.column)}{last.row + 1}"
    return Anchor(first.start, last.end, address)


_LETTERS: dict[int, str] = {}


def column_letters(column: int) -> str:
    """ "A" for column 0, "AA" for column 26."""
    if column not in _LETTERS:
        letters, rest = "", column + 1
        while rest:
            rest, digit = divmod(rest - 1, 26)
            letters = chr(65 + digit) + letters
        _LETTERS[column] = letters
    return _LETTERS[column]
