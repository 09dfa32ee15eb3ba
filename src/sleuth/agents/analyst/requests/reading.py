"""Reads a list of information requests from a file as it was read: tables, numbered lines, headings and indentation."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sleuth.agents.analyst.requests.asked import read_request
from sleuth.agents.analyst.requests.columns import (
    SHEETS,
    WORD,
    Grid,
    columns_of,
    grids_of,
    guessed_columns,
    head_of,
    indents_of,
    with_answer,
    with_standing,
)
from sleuth.agents.analyst.requests.concepts import PACKAGE
from sleuth.agents.analyst.requests.coverage import domain_of
from sleuth.agents.analyst.requests.naming import asks_only
from sleuth.errors import UserError
from sleuth.evidence.source import Page, Source
from sleuth.language.lines import lines_of
from sleuth.language.tokens import letter_words
from sleuth.language.wordlist import wordlist
from sleuth.store.deal.requests import RequestDraft

if TYPE_CHECKING:
    from pathlib import Path

    from sleuth.config import Settings

_LONGEST = 2_000  # characters of a request
_NUMBERED = re.compile(
    r"(?P<number>\(?(?:[A-Z]|\d{1,3})(?:\.\d{1,3})+(?:\.?\(?[a-z]\))?\.?|\(?\d{1,3}[.)]|\(?[a-z]{1,2}\)|[A-Z]\.|[•·▪–—*-])\s+(?P<text>\S.*)"
)
_PRIORITY_BEHIND = re.compile(r"\s*[\[(](?P<said>high|medium|low|hög|medel|låg)(?: priority)?[\])]\s*$", re.IGNORECASE)
_BULLETS = frozenset("•·▪–—*-")


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
    headed = any(head_of(grid)[1] for page in source.pages for grid in grids_of(source, page))
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
    for grid in grids_of(source, page):
        if head_of(grid)[1] or not headed:
            yield from _of_grid(grid, indents_of(source, page))
    if source.kind not in SHEETS and not headed:
        yield from _of_text(source, page)


def _of_grid(grid: Grid, indents: Mapping[int, int]) -> Iterator[_Line]:
    """The rows of a table, by what its columns are headed; of one without heads, by what they hold."""
    head, roles = head_of(grid)
    roles = with_standing(grid, head, roles)
    headings = grid[head] if head is not None else {}
    columns = columns_of(roles) if roles else guessed_columns(grid)
    carried: dict[int, str] = {}
    for row in sorted(grid):
        if head is not None and row <= head:
            continue
        cells = dict(grid[row])
        for place, column in enumerate(columns["section"]):
            if cells.get(column):
                carried[column] = cells[column]
                for below in columns["section"][place + 1 :]:
                    carried.pop(below, None)
        sections = tuple(carried[column] for column in columns["section"] if column in carried)
        for column in columns["status"]:
            if cells.get(column):
                cells[column] = with_answer(headings.get(column, ""), cells[column])
        line = _row(cells, columns, sections, indents.get(row, 0))
        if line is not None:
            yield line


def _row(
    cells: Mapping[int, str], columns: Mapping[str, list[int]], sections: tuple[str, ...], indent: int
) -> _Line | None:
    """A row as a line; None for one that says nothing. What only fills another column is a heading."""
    said = {role: " ".join(cells[c] for c in places if cells.get(c)) for role, places in columns.items()}
    text = said["text"]
    if not text:
        only = [text for column, text in cells.items() if text and column not in columns["section"]]
        is_title = len(only) == 1 and bool(WORD.search(only[0]))
        return _Line(only[0], indent=indent, is_heading=True) if is_title else None
    if not WORD.search(text):
        return None
    number = said["number"]
    if not columns["number"]:
        number, text = _numbered(text)
    return _Line(
        text[:_LONGEST], number, indent, sections, priority_of(said["priority"]), said["owner"], said["note"],
        said["status"], said["reference"],
    )  # fmt: skip


def priority_of(said: str) -> str:
    """high, medium or low, as a list says it in its own way; "" where it does not."""
    folded = said.casefold().strip()
    table = wordlist("wording", PACKAGE)["priorities"]
    return next((priority for priority, names in table.items() if folded in names), "")


def _numbered(text: str) -> tuple[str, str]:
    """The number that a text begins with, and the text behind it: "(1.2) Leases" is "1.2" and "Leases"."""
    found = _NUMBERED.fullmatch(text)
    if found is None:
        return "", text
    number = "" if found["number"] in _BULLETS else found["number"].strip("()").rstrip(".)")
    return number, found["text"]


def _of_text(source: Source, page: Page) -> Iterator[_Line]:
    """The lines of running text. Where a document has headings, what stands before the first is its introduction."""
    has_sections = any(one.anchors for one in source.pages)
    starts = {anchor.start: anchor.address.split(" > ") for anchor in page.anchors}
    path: list[str] = []
    for start, raw in lines_of(page.text):
        line = " ".join(raw.split())
        if start in starts and line:
            path = starts[start]
            continue
        is_request = bool(path) if has_sections else _NUMBERED.fullmatch(line) is not None
        if not is_request or not WORD.search(line):
            continue
        number, text = _numbered(line)
        said = _PRIORITY_BEHIND.search(text)
        priority = priority_of(said["said"]) if said else ""
        text = text[: said.start()] if said else text
        sections = tuple(_numbered(heading)[1] for heading in path)
        yield _Line(text[:_LONGEST], number, 0, sections, priority)


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
        words = [word.casefold() for word in letter_words(heading)]
        for domain, beginnings in table.items():
            if any(_begins(word, beginning) for word in words[:2] for beginning in beginnings):
                return str(domain)
    return ""


def _begins(word: str, beginning: str) -> bool:
    """Whether a word begins so; short beginnings are whole words."""
    return word == beginning if len(beginning) <= 2 else word.startswith(beginning)
