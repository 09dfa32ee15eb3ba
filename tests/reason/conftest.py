"""Evidence made by hand: pages of text and tables, as readers would give them."""

import asyncio
from array import array
from collections.abc import Callable, Sequence

import pytest

from sleuth.agents.researcher.verification import Proven, verify
from sleuth.evidence.source import Page, Table
from sleuth.reason.extractive import ExtractiveReasoner
from sleuth.reason.protocol import Document, Evidence, Inquiry

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
    """Asks evidence, and gives what is proven of the answer, a claim a line; empty: a refusal."""

    def of(found: list[Evidence]) -> Callable[[str], str]:
        def ask(question: str) -> str:
            inquiry = Inquiry(question, tuple(item.document for item in found))
            draft = asyncio.run(ExtractiveReasoner().draft(inquiry, found))
            verdicts = [verify(claim, {item.id: item for item in found}) for claim in draft.claims]
            return "\n".join(verdict.text for verdict in verdicts if isinstance(verdict, Proven))

        return ask

    return of
