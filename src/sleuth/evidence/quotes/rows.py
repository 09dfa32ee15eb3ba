"""Finds a quote of cells, "Revenue | 142500 | 0.57", as the row of a table whose cells have these texts or values."""

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from decimal import Decimal

from sleuth.evidence.fold import fold
from sleuth.evidence.source import Cell, Page, Source, Span
from sleuth.language.quantity import Printed, read_cell
from sleuth.language.times import find_times

_EPOCH = date(1899, 12, 30)  # of the days by which a sheet counts dates
_DAYS = range(20_000, 80_000)  # 1954 to 2119
_MIDNIGHT = re.compile(r"[ T]00:00(?::00)?\Z")
_RAW = re.compile(r"-?\d+(?:\.\d+)?")
_PER_CENT = 100


def rows_of_cells(quote: str, source: Source) -> Iterator[Span]:
    """The rows whose first cells are those of `quote`, in order; a sheet may hold 0.57 for what it shows as 57.00%."""
    pieces = [piece.strip() for piece in quote.strip().strip("|").split("|")]
    wanted = [piece for piece in pieces if piece]
    if len(wanted) < 2 or not any(map(str.isalpha, "".join(wanted))):
        return
    for page in source.pages:
        for row in _rows(page):
            count = _matched(wanted, [page.text[cell.start : cell.end] for cell in row])
            if count:
                yield Span(page.number, row[0].start, row[count - 1].end)


def _rows(page: Page) -> Iterator[Sequence[Cell]]:
    for table in page.tables:
        by_row: dict[int, list[Cell]] = {}
        for cell in table.cells():
            by_row.setdefault(cell.row, []).append(cell)
        yield from (sorted(row, key=lambda cell: cell.column) for row in by_row.values())


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
