"""Evidence made by hand: pages of text and tables, as readers would give them."""

import asyncio
import re
from array import array
from collections.abc import Callable, Sequence

import pytest

from sleuth.answering.run import research_in
from sleuth.answering.state import REFUSAL
from sleuth.evals.shelf import Shelf
from sleuth.evidence.source import Page, PageSource, Source, Table
from sleuth.reason.protocol import Document, Evidence

Grid = Sequence[Sequence[str]]


def lay_out(before: str, grid: Grid, *, headers: int = 1, caption: str = "", after: str = "") -> Page:
    """A page with one table: header rows first, labels in the first column, cells apart by a blank."""
    text, cells = before, array("I")
    for row, line in enumerate(grid):
        for column, cell in enumerate(line):
            if cell:
                text += "" if text.endswith("\n") or not text else " "
                cells.extend((len(text), len(text) + len(cell), row, column))
                text += cell
        text += "\n"
    rows = {row: (line[0],) for row, line in enumerate(grid) if row >= headers}
    columns = {column: tuple(line[column] for line in grid[:headers] if line[column]) for column in range(len(grid[0]))}
    return Page(1, text + after, "p.1", tables=(Table(caption, rows, columns, cells),))


@pytest.fixture
def table_page() -> Callable[..., Page]:
    """Lays out a page with a table."""
    return lay_out


@pytest.fixture
def evidence() -> Callable[..., list[Evidence]]:
    """Evidence that holds whole pages, each of a document of its own or all of one."""

    def make(
        *pages: Page | str, filenames: Sequence[str] = ("report.pdf",), covers: Sequence[str] = ()
    ) -> list[Evidence]:
        found = []
        for index, page in enumerate(pages):
            owner = min(index, len(filenames) - 1)
            cover = covers[owner] if owner < len(covers) else ""
            document = Document(owner + 1, filenames[owner], cover=cover)
            laid = Page(index + 1, page, f"p.{index + 1}") if isinstance(page, str) else page
            found.append(Evidence(index, document, laid, 0, len(laid.text), 1.0))
        return found

    return make


@pytest.fixture
def prove() -> Callable[[list[Evidence]], Callable[[str], str]]:
    """Asks the documents of some evidence by the whole way, and gives the answer; empty: the refusal."""

    def of(found: list[Evidence]) -> Callable[[str], str]:
        shelf = Shelf(_sources(found))

        def ask(question: str) -> str:
            said = asyncio.run(research_in(shelf, question)).answer
            return "" if said == REFUSAL else _unmarked(said)

        return ask

    return of


def _sources(found: Sequence[Evidence]) -> list[Source]:
    """The documents that evidence is of, with its pages."""
    pages: dict[int, dict[int, Page]] = {}
    for item in found:
        pages.setdefault(item.document_id, {})[item.page.number] = item.page
    names = {item.document_id: item.filename for item in found}
    return [
        Source(names[number], names[number].rpartition(".")[2], PageSource.PRINTED, tuple(held.values()))
        for number, held in pages.items()
    ]


def _unmarked(answer: str) -> str:
    """An answer without the marks of its citations and the names of files, the rows of its tables as lines."""
    rows = (line for line in answer.splitlines() if not re.match(r"\|-|\| Figure ", line))
    named = (re.sub(r"^\| (.+?) +\| (.+?) +\|.*$", r"\1: \2", line) for line in rows)
    lines = [re.sub(r"(?: \[\d+\])+$", "", line.removeprefix("- ")) for line in named]
    return "\n".join(re.sub(r"^[\w -]+\.(?:pdf|xlsx|docx|pptx|txt|md|eml|csv): ", "", line) for line in lines)
