"""Reads a list of information requests from a file as it was read: tables, numbered lines, headings and indentation."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from sleuth.agents.analyst.requests.asked import read_request
from sleuth.agents.analyst.requests.concepts import PACKAGE
from sleuth.agents.analyst.requests.coverage import domain_of
from sleuth.agents.analyst.requests.naming import asks_only
from sleuth.errors import UserError
from sleuth.evidence.source import Page, Source
from sleuth.language.wordlist import wordlist
from sleuth.store.deal.requests import RequestDraft

if TYPE_CHECKING:
    from pathlib import Path

    from sleuth.config import Settings

_SHEETS = ("xlsx", "csv")
_HEAD_ROWS = 15  # rows in which a table may head its columns
_LONGEST = 2_000  # characters of a request
_CELL = re.compile(r"([A-Z]{1,3})([1-9]\d*)")
_NUMBERED = re.compile(
    r"(?P<number>\(?(?:[A-Z]|\d{1,3})(?:\.\d{1,3})+(?:\.?\(?[a-z]\))?\.?|\(?\d{1,3}[.)]|\(?[a-z]{1,2}\)|[A-Z]\.|[•·▪–—*-])\s+(?P<text>\S.*)"
)
_PRIORITY_BEHIND = re.compile(r"\s*[\[(](?P<said>high|medium|low|hög|medel|låg)(?: priority)?[\])]\s*$", re.IGNORECASE)
_ROLES = ("number", "text", "section", "priority", "owner", "note", "status", "reference")  # of columns
_BULLETS = frozenset("•·▪–—*-")
_WORD = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True, slots=True)
class _Line:
    """A row of a list."""

    text: str
    number: str = ""
    indent: int = 0
    sections: tuple[str, ...] = ()  # as columns, or headings around, name them
    priority: str = ""
    owner: str = ""
    note: str = ""
    status: str = ""
    reference: str = ""
    is_heading: bool = False  # the file itself marks it as one

    @property
    def is_bare(self) -> bool:
        """Whether it says nothing but its text, as headings do."""
        return not (self.priority or self.owner or self.note or self.status or self.reference)

    @property
    def depth(self) -> tuple[str, ...]:
        """Its number taken apart: ("1", "2") of "1.2"."""
        return tuple(re.findall(r"[A-Za-z]+|\d+", self.number))


def read_list_file(path: "Path", settings: "Settings") -> list[RequestDraft]:
    """The requests of a file. Raises SourceError where it cannot be read, UserError where it holds no request."""
    from sleuth.ingest.sandbox import read_file

    return read_list(read_file(path, settings))


def read_list(source: Source) -> list[RequestDraft]:
    """The requests of a file, in its order. Raises UserError where it holds none."""
    headed = any(head_of(grid)[1] for page in source.pages for grid in _grids(source, page))
    by_sheet = [(page, list(_lines_of(source, page, headed))) for page in source.pages]
    filled = [(page, lines) for page, lines in by_sheet if lines]
    many = source.kind == "xlsx" and len(filled) > 1
    drafts: list[RequestDraft] = []
    for page, lines in filled:
        drafts += _drafts(lines, (page.label,) if many else ())
    if not drafts:
        raise UserError(
            f"{source.filename}: no request was found in it. It takes a table with a column “Request”, or a line for "
            "each request."
        )
    return drafts


def _lines_of(source: Source, page: Page, headed: bool) -> Iterator[_Line]:
    """The rows of a page that may be requests or their headings. `headed`: only tables with heads count."""
    for grid in _grids(source, page):
        if head_of(grid)[1] or not headed:
            yield from _of_grid(grid, _indents(source, page))
    if source.kind not in _SHEETS and not headed:
        yield from _of_text(source, page)


def _grids(source: Source, page: Page) -> "list[Grid]":
    """The tables of a page."""
    found = [sheet_grid(page)] if source.kind in _SHEETS else list(_table_grids(page))
    return [grid for grid in found if grid]


Grid = dict[int, dict[int, str]]  # row → column → text


def sheet_grid(page: Page) -> Grid:
    """The cells of a sheet by their addresses."""
    grid: Grid = {}
    for anchor in page.anchors:
        found = _CELL.fullmatch(anchor.address)
        if found:
            grid.setdefault(int(found[2]), {})[_column(found[1])] = page.text[anchor.start : anchor.end].strip()
    return grid


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - 64
    return number - 1


def _table_grids(page: Page) -> Iterator[Grid]:
    for table in page.tables:
        grid: Grid = {}
        for cell in table.cells():
            grid.setdefault(cell.row, {})[cell.column] = " ".join(page.text[cell.start : cell.end].split())
        yield grid


def _indents(source: Source, page: Page) -> dict[int, int]:
    """How far the rows of a sheet are indented, as the reader kept it."""
    found = {}
    name = page.label.removesuffix(" (hidden)")
    for line in source.metadata.get("indents", "").splitlines():
        place, _, indent = line.rpartition(": ")
        sheet, _, address = place.rpartition("!")
        cell = _CELL.fullmatch(address)
        if sheet == name and cell and indent.isdigit():
            found[int(cell[2])] = int(indent)
    return found


def _of_grid(grid: Grid, indents: Mapping[int, int]) -> Iterator[_Line]:
    """The rows of a table, by what its columns are headed; of one without heads, by what they hold."""
    head, roles = head_of(grid)
    columns = _columns(roles) if roles else _guessed(grid)
    carried: dict[int, str] = {}
    for row in sorted(grid):
        if head is not None and row <= head:
            continue
        cells = grid[row]
        for place, column in enumerate(columns["section"]):
            if cells.get(column):
                carried[column] = cells[column]
                for below in columns["section"][place + 1 :]:
                    carried.pop(below, None)
        line = _row(
            cells, columns, tuple(carried[c] for c in columns["section"] if carried.get(c)), indents.get(row, 0)
        )
        if line is not None:
            yield line


def head_of(grid: Grid, table: str = "columns") -> tuple[int | None, dict[int, str]]:
    """The row that heads the columns, and the role of each column; (None, {}) where no row does.

    `table` is the list of `data/wording.toml` that tells how columns are headed.
    """
    best: tuple[int | None, dict[int, str]] = (None, {})
    for row in sorted(grid)[:_HEAD_ROWS]:
        roles = {column: role for column, text in grid[row].items() if (role := role_of(text, table))}
        if len(roles) > max(1, len(best[1])) and "text" in roles.values():
            best = (row, roles)
    return best


def role_of(head: str, table: str = "columns") -> str:
    """What a column of this heading holds: text, number, status, …; "" for a heading that is not known."""
    folded = " ".join(head.casefold().rstrip(":").split())
    roles = _roles(table)
    return roles.get(folded) or roles.get(folded.partition("/")[0].rstrip(), "")  # "Comment / file"


@cache
def _roles(table: str) -> dict[str, str]:
    return {name: role for role, names in wordlist("wording", PACKAGE)[table].items() for name in names}


def _columns(roles: Mapping[int, str]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {role: [] for role in _ROLES}
    for column, role in sorted(roles.items()):
        found.get(role, []).append(column)
    return found


def _guessed(grid: Grid) -> dict[str, list[int]]:
    """Without heads: the column with the most words is the text, one of numbers before it the number."""
    words: dict[int, int] = {}
    for cells in grid.values():
        for column, said in cells.items():
            words[column] = words.get(column, 0) + len(_WORD.findall(said))
    most = max(words, key=lambda column: words[column], default=0)
    before = [column for column in sorted(words) if column < most and words[column] * 3 < len(grid)]
    return {role: [] for role in _ROLES} | {"number": before[:1], "text": [most]}


def _row(
    cells: Mapping[int, str], columns: Mapping[str, list[int]], sections: tuple[str, ...], indent: int
) -> _Line | None:
    """A row as a line; None for one that says nothing. What only fills another column is a heading."""
    said = {role: " ".join(cells[c] for c in places if cells.get(c)) for role, places in columns.items()}
    text = said["text"]
    if not text:
        only = [text for column, text in cells.items() if text and column not in columns["section"]]
        is_title = len(only) == 1 and bool(_WORD.search(only[0]))
        return _Line(only[0], indent=indent, is_heading=True) if is_title else None
    if not _WORD.search(text):
        return None
    number = said["number"]
    if not columns["number"] and (found := _NUMBERED.fullmatch(text)):
        number, text = _plain_number(found["number"]), found["text"]
    priority = priority_of(said["priority"])
    return _Line(
        text[:_LONGEST], number, indent, sections, priority, said["owner"], said["note"], said["status"],
        said["reference"],
    )  # fmt: skip


def priority_of(said: str) -> str:
    """high, medium or low, as a list says it in its own way; "" where it does not."""
    folded = said.casefold().strip()
    table = wordlist("wording", PACKAGE)["priorities"]
    return next((priority for priority, names in table.items() if folded in names), "")


def _plain_number(number: str) -> str:
    return "" if number in _BULLETS else number.strip("()").rstrip(".)")


def _of_text(source: Source, page: Page) -> Iterator[_Line]:
    """The lines of running text. Where a document has headings, what stands before the first is its introduction."""
    has_sections = any(one.anchors for one in source.pages)
    starts = {anchor.start: anchor.address.split(" > ") for anchor in page.anchors}
    path: list[str] = []
    at = 0
    for raw in page.text.split("\n"):
        start, line = at, " ".join(raw.split())
        at += len(raw) + 1
        if start in starts and line:
            path = starts[start]
            continue
        numbered = _NUMBERED.fullmatch(line)
        if not _WORD.search(line) or (has_sections and not path) or (not has_sections and numbered is None):
            continue
        text = numbered["text"] if numbered else line
        said = _PRIORITY_BEHIND.search(text)
        priority = priority_of(said["said"]) if said else ""
        text = text[: said.start()] if said else text
        number = _plain_number(numbered["number"]) if numbered else ""
        yield _Line(text[:_LONGEST], number, 0, tuple(map(_unnumbered, path)), priority)


def _unnumbered(heading: str) -> str:
    found = _NUMBERED.fullmatch(heading)
    return found["text"] if found else heading


def _drafts(lines: Sequence[_Line], above: tuple[str, ...]) -> Iterator[RequestDraft]:
    """The requests among the lines, each with the headings that it stands under."""
    open_headings: list[_Line] = []
    lines = [line for line in lines if line.number or not asks_only(line.text)]  # the list's own title
    for place, line in enumerate(lines):
        following = lines[place + 1] if place + 1 < len(lines) else None
        open_headings = [one for one in open_headings if _is_above(one, line)]
        if _heads(line, following, lines):
            open_headings.append(line)
            continue
        section = (*above, *line.sections, *(one.text for one in open_headings))
        asked = read_request(line.text, section)
        domain = domain_of_section(section) or domain_of(asked)
        yield RequestDraft(
            line.text, line.number, section, domain, line.priority, line.owner, line.note, line.status, line.reference
        )


def _heads(line: _Line, following: _Line | None, lines: Sequence[_Line]) -> bool:
    """Whether a line is a heading of what follows: by the file, its number, or how far it is indented."""
    if line.is_heading:
        return True
    if following is None or not line.is_bare:
        return False
    one, other = line.depth, following.depth
    if one and other:
        return len(other) > len(one) and other[: len(one)] == one
    if not one and other and any(each.depth for each in lines):
        return not line.sections and all(each.depth or each.is_bare for each in lines)
    return following.indent > line.indent


def _is_above(heading: _Line, line: _Line) -> bool:
    """Whether a heading still speaks for a line."""
    if line.is_heading:
        return False
    one, other = heading.depth, line.depth
    if one and other:
        return len(other) > len(one) and other[: len(one)] == one
    if heading.is_heading or one or other:
        return True
    return line.indent > heading.indent


def domain_of_section(section: Sequence[str]) -> str:
    """The area that the outermost heading which names one means; "" where none does."""
    table = wordlist("wording", PACKAGE)["domains"]
    for heading in section:
        words = [word.casefold() for word in re.findall(r"[^\W\d_]+", heading)]
        for domain, beginnings in table.items():
            if any(_begins(word, beginning) for word in words[:2] for beginning in beginnings):
                return str(domain)
    return ""


def _begins(word: str, beginning: str) -> bool:
    """Whether a word begins so; short beginnings are whole words."""
    return word == beginning if len(beginning) <= 2 else word.startswith(beginning)
