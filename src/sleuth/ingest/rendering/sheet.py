"""A region of a sheet as HTML: cells under their column letters and row numbers, the cited cells marked."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from html import escape

from sleuth.evidence.source import Page, Span
from sleuth.ingest.rendering.html import MARK_ID, document

_ADDRESS = re.compile(r"([A-Z]{1,3})([1-9]\d*)(?::[A-Z]{1,3}[1-9]\d*)?")
_NUMBER = re.compile(r"[-–(+]?[^\w\s]{0,2}\s?\d[\d\s.,'’]*%?\)?")
_ROWS, _COLUMNS = 60, 24  # of a sheet that is shown whole
_ROWS_AROUND, _COLUMNS_AROUND = 20, 8  # before and behind the cited cells, of a larger one
_HEAD = 6  # first rows that may hold the headings, shown above the region

Cell = tuple[int, int]  # row, column, both 1-based


@dataclass(frozen=True, slots=True)
class Sheet:
    """What the cells of a sheet hold, and which of them are cited."""

    cells: dict[Cell, str]
    cited: frozenset[Cell]
    named: Cell | None = None  # the one that the citation's locator names


def read_sheet(page: Page, spans: Sequence[Span], locator: str = "") -> Sheet:
    """The cells of a page whose anchors are cell addresses; of a merged range the first."""
    cells: dict[Cell, str] = {}
    cited: set[Cell] = set()
    for anchor in page.anchors:
        address = _ADDRESS.fullmatch(anchor.address)
        if address is None:
            continue
        cell = int(address[2]), column_number(address[1])
        cells[cell] = page.text[anchor.start : anchor.end]
        if any(span.start < anchor.end and span.end > anchor.start for span in spans):
            cited.add(cell)
    named = _ADDRESS.fullmatch(locator.rpartition("!")[2])
    return Sheet(cells, frozenset(cited), (int(named[2]), column_number(named[1])) if named else None)


def draw_sheet(sheet: Sheet, title: str, note: str) -> str:
    """An HTML document of the sheet; of a large one, its first rows and what stands around the cited cells."""
    rows = _shown([row for row, _ in sheet.cells], [row for row, _ in sheet.cited], _ROWS, _ROWS_AROUND, _HEAD)
    columns = _shown([c for _, c in sheet.cells], [c for _, c in sheet.cited], _COLUMNS, _COLUMNS_AROUND, 1)
    letters = "".join(f"<th>{column_letters(column)}</th>" for column in columns)
    opened = sheet.named or min(sheet.cited, default=(0, 0))
    lines = [f"<tr><th></th>{letters}</tr>"]
    before = 0
    for row in rows:
        if before and row > before + 1:
            lines.append(f'<tr><th>…</th><td colspan="{len(columns)}"></td></tr>')
        lines.append(f"<tr><th>{row}</th>{''.join(_cell(sheet, (row, c), opened) for c in columns)}</tr>")
        before = row
    table = "\n".join(lines)
    return document(title, note, f'<div class="sheet"><table>\n{table}\n</table></div>')


def column_number(letters: str) -> int:
    """1 for "A", 27 for "AA"."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def column_letters(number: int) -> str:
    """ "A" for 1, "AA" for 27."""
    letters = ""
    while number:
        number, left = divmod(number - 1, 26)
        letters = chr(ord("A") + left) + letters
    return letters


def _shown(used: Collection[int], cited: Collection[int], most: int, around: int, head: int) -> list[int]:
    """The rows or columns that are shown: all up to the last that is used, or the first and those near the cited."""
    last = max(used, default=0)
    if last <= most:
        return list(range(1, last + 1))
    near = {number for one in cited for number in range(one - around, one + around + 1)}
    wanted = near | set(range(1, head + 1))
    return sorted(number for number in wanted if 1 <= number <= last)


def _cell(sheet: Sheet, cell: Cell, opened: Cell) -> str:
    text = sheet.cells.get(cell, "").strip()
    kinds = [name for name, holds in (("number", _NUMBER.fullmatch(text)), ("cited", cell in sheet.cited)) if holds]
    of_kind = f' class="{" ".join(kinds)}"' if kinds else ""
    identity = f' id="{MARK_ID}"' if cell == opened else ""
    return f"<td{of_kind}{identity}>{escape(text)}</td>"
