"""The tables of a file, row by row, and what each of their columns holds."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from sleuth.agents.analyst.requests.concepts import PACKAGE
from sleuth.agents.analyst.requests.naming import is_yes_or_no, stands
from sleuth.evidence.source import Page, Source
from sleuth.language.wordlist import wordlist

SHEETS = ("xlsx", "csv")
_HEAD_ROWS = 15  # rows in which a table may head its columns
_LEAST_TOLD = 3  # cells that must say where a request stands, for their column to be the status
_MOSTLY = 0.7  # and of the cells that say anything
_CELL = re.compile(r"([A-Z]{1,3})([1-9]\d*)")
_ROLES = ("number", "text", "section", "priority", "owner", "note", "status", "reference")  # of columns
WORD = re.compile(r"[^\W\d_]{2,}")
Grid = dict[int, dict[int, str]]  # row → column → text


def grids_of(source: Source, page: Page) -> list[Grid]:
    """The tables of a page."""
    found = [sheet_grid(page)] if source.kind in SHEETS else list(_table_grids(page))
    return [grid for grid in found if grid]


def sheet_grid(page: Page) -> Grid:
    """The cells of a sheet by their addresses."""
    grid: Grid = {}
    for anchor in page.anchors:
        found = _CELL.fullmatch(anchor.address)
        if found:
            grid.setdefault(int(found[2]), {})[_column(found[1])] = page.text[anchor.start : anchor.end].strip()
    return grid


def _column(letters: str) -> int:
    """The place of a sheet's column, from 0: "A" is 0, "AA" is 26."""
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - 64
    return number - 1


def _table_grids(page: Page) -> Iterator[Grid]:
    for table in page.tables:
        grid: Grid = {}
        for cell in table.cells():
            grid.setdefault(cell.row, {})[cell.column] = page.line_of(cell)
        yield grid


def indents_of(source: Source, page: Page) -> dict[int, int]:
    """How far the rows of a sheet are indented, in steps, as the reader kept it; rows by their number."""
    found = {}
    name = page.label.removesuffix(" (hidden)")
    for line in source.metadata.get("indents", "").splitlines():
        place, _, indent = line.rpartition(": ")
        sheet, _, address = place.rpartition("!")
        cell = _CELL.fullmatch(address)
        if sheet == name and cell and indent.isdigit():
            found[int(cell[2])] = int(indent)
    return found


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


def columns_of(roles: Mapping[int, str]) -> dict[str, list[int]]:
    """The columns of each role, from left to right; none for a role that no column has."""
    found: dict[str, list[int]] = {role: [] for role in _ROLES}
    for column, role in sorted(roles.items()):
        found.get(role, []).append(column)
    return found


def with_standing(grid: Grid, head: int | None, roles: Mapping[int, str]) -> dict[int, str]:
    """The roles with the columns of status and of remarks that no heading tells, told by what their cells say.

    A column most of whose cells say where a request stands is its status, whatever it is headed; of the columns that
    are left behind the request the one with the most words holds the remarks.
    """
    found = dict(roles)
    text = min((column for column, role in roles.items() if role == "text"), default=None)
    if head is None or text is None:
        return found
    below: dict[int, list[str]] = {}
    for row, cells in grid.items():
        for column, said in cells.items():
            if row > head and said and column > text and found.get(column, "other") == "other":
                below.setdefault(column, []).append(said)
    if "status" not in found.values():
        for column in sorted(below):
            if _says_standing(grid[head].get(column, ""), below[column]):
                found[column] = "status"
                below.pop(column)
                break
    if "note" not in found.values() and "status" in found.values():
        words = {column: sum(len(WORD.findall(said)) for said in cells) for column, cells in below.items()}
        most = max(words, key=lambda column: words[column], default=None)
        if most is not None and most not in roles and words[most] > len(below[most]):
            found[most] = "note"
    return found


def _says_standing(heading: str, cells: Sequence[str]) -> bool:
    told = [said for said in cells if stands(with_answer(heading, said))]
    return len(told) >= _LEAST_TOLD and len(told) >= _MOSTLY * len(cells)


def with_answer(heading: str, said: str) -> str:
    """What a cell of a column of status says; a bare yes or no with the heading that it answers: "Received: no"."""
    return f"{heading}: {said}" if is_yes_or_no(said) and stands(heading) else said


def guessed_columns(grid: Grid) -> dict[str, list[int]]:
    """Without heads: the column with the most words is the text, one of numbers before it the number."""
    words: dict[int, int] = {}
    for cells in grid.values():
        for column, said in cells.items():
            words[column] = words.get(column, 0) + len(WORD.findall(said))
    most = max(words, key=lambda column: words[column], default=0)
    before = [column for column in sorted(words) if column < most and words[column] * 3 < len(grid)]
    return {role: [] for role in _ROLES} | {"number": before[:1], "text": [most]}
