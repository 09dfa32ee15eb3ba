"""What a document looks like to the evidence: pages of stored text, and where each character stands."""

from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple


class PageSource(StrEnum):
    """What a page number means in this document."""

    PRINTED = "printed"  # the n-th page of the PDF
    RENDERED = "rendered"  # the n-th page as an office program laid it out; another program may differ
    SHEET = "sheet"
    SLIDE = "slide"
    SECTION = "section"  # the n-th top-level section of a document without pages
    WHOLE = "whole"  # the document is one page


_WORKBOOKS = (".xlsx", ".xlsm", ".xltx", ".xlsb", ".xls", ".ods", ".numbers")


def is_workbook(filename: str) -> bool:
    """Whether a file is one of sheets, which belong together, by its name."""
    return filename.lower().endswith(_WORKBOOKS)


class Span(NamedTuple):
    """Characters `start` (inclusive) to `end` (exclusive) of one page's text."""

    page: int  # 1-based, as printed in citations
    start: int
    end: int

    def overlaps(self, other: "Span") -> bool:
        """Whether the two share a character."""
        return self.page == other.page and self.start < other.end and other.start < self.end


class Box(NamedTuple):
    """A rectangle on the page as displayed, in points; the origin is the top left corner."""

    x0: float
    y0: float
    x1: float
    y1: float


class Anchor(NamedTuple):
    """A stretch of a page's text with an address of its own."""

    start: int
    end: int
    address: str  # a cell ("B15"), a row ("12:12"), a section path ("4 Term > 4.2 Renewal"), an attachment's name


class Cell(NamedTuple):
    """One cell of a table: where its text stands, and its place in the grid (0-based)."""

    start: int
    end: int
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a page and their boxes, as flat arrays so that 3,000 pages fit in memory.

    `spans` holds start, end for each word; `boxes` holds x0, y0, x1, y1 for each box; `owner` holds the word's
    index for each box (a word hyphenated over a line has two boxes).
    """

    spans: "array[int]"  # typecode "I"
    boxes: "array[float]"  # typecode "f"
    owner: "array[int]"  # typecode "I"

    def boxes_of(self, start: int, end: int) -> list[Box]:
        """The boxes of the words that overlap the characters [start, end)."""
        return [
            Box(*self.boxes[4 * i : 4 * i + 4])
            for i, word in enumerate(self.owner)
            if self.spans[2 * word] < end and self.spans[2 * word + 1] > start
        ]


@dataclass(frozen=True, slots=True)
class Table:
    """Cells with their headers. Paths run from the outermost header to the innermost."""

    caption: str  # what stands above the table, such as "(in millions, except per share amounts)"
    row_paths: Mapping[int, tuple[str, ...]]  # row → ("Net sales", "Products")
    column_paths: Mapping[int, tuple[str, ...]]  # column → ("Three Months Ended", "December 30, 2023")
    grid: "array[int]"  # typecode "I": start, end, row, column for each cell, sorted by start

    def cells(self) -> Iterator[Cell]:
        """Every cell that has text, in reading order; header cells included."""
        return (Cell(*self.grid[i : i + 4]) for i in range(0, len(self.grid), 4))

    def rows(self) -> dict[int, list[Cell]]:
        """The cells of each row, in reading order; rows of headers included."""
        found: dict[int, list[Cell]] = {}
        for cell in self.cells():
            found.setdefault(cell.row, []).append(cell)
        return found

    @property
    def first_column(self) -> int:
        """The leftmost column with a cell; 0 where there is no cell."""
        return min(self.grid[3::4], default=0)


@dataclass(frozen=True, slots=True)
class Page:
    """The unit of location: a PDF page, a sheet, a slide, a section."""

    number: int  # 1-based
    text: str
    label: str  # how a citation names it: "p.12", "P&L", "slide 7", "§ 4.2"
    width: float = 0.0  # points; 0 where the page has no geometry
    height: float = 0.0
    words: Words | None = None
    anchors: tuple[Anchor, ...] = ()  # sorted by start; may nest
    tables: tuple[Table, ...] = ()

    @property
    def above_tables(self) -> str:
        """The text above the first table; all of it on a page without tables."""
        first = min((cell.start for table in self.tables for cell in table.cells()), default=len(self.text))
        return self.text[:first]

    def line_of(self, stretch: "Cell | Anchor | Span") -> str:
        """The words of a cell or another stretch of this page, on one line."""
        return " ".join(self.text[stretch.start : stretch.end].split())


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in the file that could not be read."""

    reason: str
    page: int | None = None  # None: the document as a whole


@dataclass(frozen=True, slots=True)
class Source:
    """A document as read: what quotes are located in."""

    filename: str
    kind: str  # "pdf", "docx", "xlsx", "pptx", "csv", "markdown", "text", "html", "eml"
    page_source: PageSource
    pages: tuple[Page, ...]
    title: str = ""
    metadata: Mapping[str, str] = field(default_factory=dict)  # author, created, modified, as the file states them
    problems: tuple[Problem, ...] = ()
    elsewhere: tuple[str, ...] = ()  # where the pages are some of a document's: lines of the others that state a scale

    def page_of(self, span: Span) -> Page:
        """The page that a span names; pages are numbered from 1 without gaps, except where a reader left some out."""
        page = self.pages[span.page - 1] if span.page <= len(self.pages) else None
        if page is not None and page.number == span.page:
            return page
        return next(page for page in self.pages if page.number == span.page)
