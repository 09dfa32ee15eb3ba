"""A page as a language model is shown it: running text, and tables as rows under named columns, without furniture."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sleuth.evidence.cells.place import Place, place_of
from sleuth.evidence.source import Cell, Page, PageSource, Source, Span, Table
from sleuth.language.scale import read_scaling
from sleuth.language.tokens import letter_words

_EDGE_LINES = 3  # at the top and at the foot of a page, where headers and footers stand
_PAGE_NUMBER = re.compile(r"(?:page|p\.|seite|sida)?\s*\d{1,4}(?:\s*(?:of|/|von|av)\s*\d{1,4})?", re.IGNORECASE)
_MOST_SWALLOWED = 0.2  # of a table's stretch of text that may stand outside its cells for it to be shown as rows
_BRACKETED = re.compile(r"\([^()]*\)")
_LONGEST_UNIT = 120  # characters
CELL = " | "  # between the cells of a row
_LEAST_WORDS = 3  # of a stretch of text that says something by itself
_BETWEEN_CELLS = re.compile(r"[\s$€£¥%()|—–-]+")

Part = str | dict[str, object]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Characters `start` (inclusive) to `end` (exclusive) of a page that a model is shown."""

    page: Page
    start: int
    end: int


def running_lines(pages: Iterable[Page]) -> frozenset[str]:
    """The lines, without their digits, that open or close several of these pages of one document."""
    seen: set[str] = set()
    found: set[str] = set()
    for page in pages:
        lines = (page.text[start:end] for start, end in _edge_lines(page.text) if not _is_in_table(page, start, end))
        edges = {_key(line) for line in lines if read_scaling(line).money is None}
        found |= seen & edges
        seen |= edges
    return frozenset(found - {""})


def shown_parts(stretch: Stretch, running: frozenset[str], before: Page | None = None) -> list[Part]:
    """The stretch in reading order: text, and `{"table": …}` for each table that it reaches into."""
    page = stretch.page
    furniture = [(start, end) for start, end in _edge_lines(page.text) if _is_furniture(page.text[start:end], running)]
    parts: list[Part] = []
    at = stretch.start
    for table, cells in _tables_in(stretch):
        first, last = min(cell.start for cell in cells), max(cell.end for cell in cells)
        if first < at and at > stretch.start:
            continue  # it stands within the table before it
        parts += _texts(page.text, at, first, furniture)
        parts.append({"table": _table(page, table, cells, before)})
        at = last
    parts += _texts(page.text, at, stretch.end, furniture)
    return parts


def joined(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Stretches of one page in reading order, those that overlap or touch as one."""
    found: list[Stretch] = []
    for one in sorted(stretches, key=lambda stretch: stretch.start):
        before = found[-1] if found else None
        if before is not None and not one.page.text[before.end : one.start].strip():
            found[-1] = replace(before, end=max(before.end, one.end))
        else:
            found.append(one)
    return found


def says_something(parts: Sequence[Part]) -> bool:
    """Whether the parts of a stretch hold a table or a few words: "3." and "kontor." only end what stands elsewhere."""
    return any(_table_of(part) for part in parts) or len(letter_words(" ".join(map(str, parts)), 2)) >= _LEAST_WORDS


def as_one(parts: Iterable[Part]) -> list[Part]:
    """Parts of one page, the rows of one table under its headings once."""
    found: list[Part] = []
    for part in parts:
        table = _table_of(part)
        before = _table_of(found[-1]) if found else None
        if table is not None and before is not None and _head_of(table) == _head_of(before):
            rows = list(dict.fromkeys([*before["rows"], *table["rows"]]))
            found[-1] = {"table": {**before, "rows": rows}}
        else:
            found.append(part)
    return found


def _table_of(part: Part) -> dict[str, Any] | None:
    table = part.get("table") if isinstance(part, dict) else None
    return table if isinstance(table, dict) else None


def _head_of(table: Mapping[str, object]) -> dict[str, object]:
    """In what a table's amounts are counted and what its columns are."""
    return {key: value for key, value in table.items() if key != "rows"}


def _tables_in(stretch: Stretch) -> Iterator[tuple[Table, list[Cell]]]:
    """The tables whose rows reach into the stretch and fill their part of the text, in reading order: whole rows."""
    found: list[tuple[Table, list[Cell]]] = []
    for table in stretch.page.tables:
        every = list(table.cells())
        rows = {cell.row for cell in every if cell.start < stretch.end and cell.end > stretch.start}
        cells = [cell for cell in every if cell.row in rows]
        if cells and _fills(stretch.page.text, cells):
            found.append((table, cells))
    yield from sorted(found, key=lambda pair: pair[1][0].start)


def _fills(text: str, cells: Sequence[Cell]) -> bool:
    """Whether hardly any words stand between the cells."""
    first, last = cells[0].start, max(cell.end for cell in cells)
    between = []
    at = first
    for cell in cells:
        between.append(text[at : max(at, cell.start)])
        at = max(at, cell.end)
    outside = len(_BETWEEN_CELLS.sub("", "".join(between)))
    return outside <= _MOST_SWALLOWED * (last - first)


def _table(page: Page, table: Table, cells: Sequence[Cell], before: Page | None) -> dict[str, object]:
    """A table in words: in what its amounts are counted, what its columns are, and its rows as printed."""
    body = [cell for cell in cells if cell.row in table.row_paths]
    labels = table.first_column
    columns = sorted({cell.column for cell in body if cell.column != labels})
    place = _first_place(page, body, labels, before)
    names = [_heading(page, table, column, before) for column in columns]
    shown: dict[str, object] = {}
    if unit := _unit(table, place):
        shown["amounts"] = unit
    if any(names):
        shown["columns"] = names
    shown["rows"] = [row for row in _rows(page, table, cells) if row]
    return shown


def _rows(page: Page, table: Table, cells: Sequence[Cell]) -> Iterator[str]:
    """Each row as it is printed, its cells apart, after its section. What names columns or a section is no row.

    A cell that is empty between others is shown as such, so that each stands under its heading.
    """
    rows: dict[int, dict[int, str]] = {}
    for cell in cells:
        if cell.row in table.row_paths or not table.column_paths:
            rows.setdefault(cell.row, {})[cell.column] = page.line_of(cell)
    columns = sorted({column for row in rows.values() for column in row})
    sections = {path[:-1] for path in table.row_paths.values() if len(path) > 1}
    for row in sorted(rows):
        path = tuple(table.row_paths.get(row, ()))
        if len(rows[row]) == 1 and path in sections:
            continue
        printed = frozenset(rows[row].values())
        outer = [" ".join(name.split()) for name in path[:-1]]
        outer = [name for name in outer if name not in printed]  # a list's own cells are no section
        section = f"[{' > '.join(outer)}] " if outer else ""
        last = max(rows[row])
        yield section + CELL.join(rows[row].get(column, "") for column in columns if column <= last)


def _heading(page: Page, table: Table, column: int, before: Page | None) -> str:
    """What stands over a column: "Three Months Ended July 1, 2023"; read from the page before where it began there."""
    path = table.column_paths.get(column)
    if path is None:
        place = _place_in(page, table, column, before)
        path = place.headings if place is not None else ()
    return " ".join(dict.fromkeys(" ".join(part.split()) for part in path))


def _place_in(page: Page, table: Table, column: int, before: Page | None) -> Place | None:
    cells = [cell for cell in table.cells() if cell.column == column and cell.row in table.row_paths]
    return _placed(page, cells[0], before) if cells else None


def _first_place(page: Page, body: Sequence[Cell], labels: int, before: Page | None) -> Place | None:
    """Where the first number of the table stands."""
    for cell in body:
        if cell.column != labels and any(map(str.isdigit, page.text[cell.start : cell.end])):
            return _placed(page, cell, before)
    return None


def _placed(page: Page, cell: Cell, before: Page | None) -> Place | None:
    pages = (before, page) if before is not None else (page,)
    return place_of(Source("", "", PageSource.PRINTED, pages), Span(page.number, cell.start, cell.end))


def _unit(table: Table, place: Place | None) -> str:
    """The line that says in what the amounts are counted: "In millions, except per share amounts"."""
    lines = [*(place.corner if place else ()), *table.caption.split("\n"), *(place.lines if place else ())]
    stated = [line for line in lines if read_scaling(line).money]
    if not stated:
        return ""
    groups = [group for group in _BRACKETED.findall(stated[0]) if read_scaling(group).money]
    return " ".join((groups or stated)[0].split()).strip("(): ")[-_LONGEST_UNIT:]


def _is_in_table(page: Page, start: int, end: int) -> bool:
    return any(cell.start < end and cell.end > start for table in page.tables for cell in table.cells())


def _texts(text: str, start: int, end: int, furniture: Sequence[tuple[int, int]]) -> list[Part]:
    """The text between two characters without the furniture in it; nothing if only space is left."""
    kept = []
    for first, last in furniture:
        if start < last and first < end:
            kept.append(text[start : max(start, first)])
            start = min(end, last)
    kept.append(text[start:end])
    whole = "".join(kept).strip()
    return [whole] if whole else []


def _edge_lines(text: str) -> list[tuple[int, int]]:
    """Where the first and the last lines of a page stand that hold something."""
    lines = [(found.start(), found.end()) for found in re.finditer(r"[^\n]*\S[^\n]*", text)]
    if len(lines) <= 2 * _EDGE_LINES:
        return lines[:1] + lines[-1:] if len(lines) > 2 else []
    return [*lines[:_EDGE_LINES], *lines[-_EDGE_LINES:]]


def _is_furniture(line: str, running: frozenset[str]) -> bool:
    return _PAGE_NUMBER.fullmatch(line.strip()) is not None or _key(line) in running


def _key(line: str) -> str:
    return re.sub(r"\d+", "#", " ".join(line.split()).casefold())
