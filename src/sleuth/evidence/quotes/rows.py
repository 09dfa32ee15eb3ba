"""Finds a quote of cells, "Revenue | 142500 | 0.57", as the row of a table whose cells have these texts or values.

A quote of several lines, as a header row with a row further down, is found as rows of one table in their order.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from decimal import Decimal

from sleuth.evidence.fold import fold
from sleuth.evidence.source import Cell, Page, Source, Span, Table
from sleuth.language.quantity import Printed, read_cell
from sleuth.language.times import find_times

_EPOCH = date(1899, 12, 30)  # of the days by which a sheet counts dates
_DAYS = range(20_000, 80_000)  # 1954 to 2119
_MIDNIGHT = re.compile(r"[ T]00:00(?::00)?\Z")
_RAW = re.compile(r"-?\d+(?:\.\d+)?")
_PER_CENT = 100


def rows_of_cells(quote: str, source: Source) -> Iterator[tuple[Span, ...]]:
    """The rows of one table whose first cells are those of the lines of `quote`, in order.

    A sheet may hold 0.57 for what it shows as 57.00%. Of several lines each must be a whole row.
    """
    lines = [line for line in quote.splitlines() if line.strip(" |\t")]
    if not any(map(str.isalpha, quote)):
        return
    for page in source.pages:
        for rows in map(_rows, page.tables):
            found = _in_order(page, rows, lines) if len(lines) > 1 else _starting_with(page, rows, _pieces(quote))
            yield from found


def _pieces(line: str) -> list[str]:
    return [piece for part in line.strip().strip("|").split("|") if (piece := part.strip())]


def _rows(table: Table) -> list[Sequence[Cell]]:
    return [sorted(row, key=lambda cell: cell.column) for _, row in sorted(table.rows().items())]


def _starting_with(page: Page, rows: Iterable[Sequence[Cell]], wanted: Sequence[str]) -> Iterator[tuple[Span, ...]]:
    """Each row whose first cells are these."""
    for row in rows if len(wanted) > 1 else ():
        count = _matched(wanted, _texts(page, row))
        if count:
            yield (Span(page.number, row[0].start, row[count - 1].end),)


def _in_order(page: Page, rows: Iterable[Sequence[Cell]], lines: Sequence[str]) -> Iterator[tuple[Span, ...]]:
    """The rows that some lines are, if each is one, none before the one that the line above it is."""
    left = iter(rows)
    found = [next((row for row in left if _is_row(line, _texts(page, row))), None) for line in lines]
    whole = [row for row in found if row is not None]
    if len(whole) == len(lines):
        yield tuple(Span(page.number, row[0].start, row[-1].end) for row in whole)


def _is_row(line: str, cells: Sequence[str]) -> bool:
    """Whether a line is a whole row: cell by cell, or as its cells are printed one behind the other."""
    printed = " ".join(cell for cell in cells if cell.strip())
    pieces = _pieces(line)
    return fold(" ".join(pieces)).text == fold(printed).text or _matched(pieces, cells) == len(cells)


def _texts(page: Page, row: Sequence[Cell]) -> list[str]:
    return [page.text[cell.start : cell.end] for cell in row]


def _matched(pieces: Sequence[str], cells: Sequence[str]) -> int:
    """How many cells at the head of a row the pieces are; 0 where they are not. A zero may be an empty cell."""
    at = 0
    for piece in pieces:
        if at < len(cells) and _is_same(piece, cells[at]):
            at += 1
        elif not at or not _is_zero(piece):
            return 0
    return at if at > 1 else 0


def _is_zero(piece: str) -> bool:
    printed = read_cell(piece)
    return printed is not None and not printed.value


def _is_same(piece: str, cell: str) -> bool:
    """Whether a quoted cell has the text, the date or the value of a printed one."""
    if fold(piece).text == fold(cell).text:
        return bool(fold(piece).text) or piece == cell
    moment = _date(piece)
    if moment is not None and _is_on(moment, cell.strip()):
        return True
    printed = read_cell(cell)
    return printed is not None and _is_value(piece, printed)


def _is_value(raw: str, printed: Printed) -> bool:
    """Whether a cell prints the number that its sheet holds, rounded to the digits that it shows."""
    if not _RAW.fullmatch(raw):
        return False
    share = _PER_CENT if printed.unit == "percent" else 1
    return abs(Decimal(raw) - printed.value / share) <= printed.step / share / 2


def _date(piece: str) -> date | None:
    """The day that a raw cell holds: "2024-03-01 00:00:00", or 45657, the number of its day."""
    written = _MIDNIGHT.sub("", piece)
    if piece.isdigit() and int(piece) in _DAYS:
        return _EPOCH + timedelta(days=int(piece))
    try:
        return date.fromisoformat(written)
    except ValueError:
        return None


def _is_on(moment: date, cell: str) -> bool:
    """Whether a cell prints this day, or its month, and nothing else."""
    times = find_times(cell)
    if len(times) != 1 or (times[0].start, times[0].end) != (0, len(cell)) or times[0].timing is None:
        return False
    timing = times[0].timing
    return (timing.year, timing.month) == (moment.year, moment.month) and timing.day in (None, moment.day)
