"""What a passage does not say itself: its document, page, section and table. Indexed with it, never part of it."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from sleuth.evidence.source import Page, Source, Table
from sleuth.ingest.headings import page_headings, section_at, section_headings
from sleuth.ingest.label import label

_PART = 160  # characters of a heading, a section path or a table's headers
_OUTLINED = frozenset({"docx", "markdown", "html", "eml", "text"})  # their anchors are section paths


def contexts(source: Source, passages: Sequence[tuple[int, int]]) -> list[str]:
    """The context of each passage, given as [start, end) in the document's text (pages joined by a line break)."""
    starts = list(accumulate((len(page.text) + 1 for page in source.pages), initial=0))[:-1]
    headings = section_headings("\n".join(page.text for page in source.pages))
    tops, whole = page_headings(source), label(source)
    result = []
    for start, end in passages:
        index = _main_page(starts, start, end)
        page, at = source.pages[index], max(0, start - starts[index])
        section = _outline(page, at) if source.kind in _OUTLINED and page.anchors else section_at(headings, start)
        tables = [_headers(table, at, end - starts[index]) for table in page.tables]
        result.append(_join([whole, _place(source, page), tops[index], section, *tables]))
    return result


def embedding_text(context: str, content: str) -> str:
    """What an embedding model reads of a passage."""
    return f"{context}\n{content}" if context else content


def _join(parts: Sequence[str]) -> str:
    """One line a part; what an earlier part has said is not said again."""
    said: list[str] = []
    for part in parts:
        if part and not any(part.casefold() in line.casefold() for line in said):
            said.append(part[:_PART] if said else part)
    return "\n".join(said)


def _main_page(starts: Sequence[int], start: int, end: int) -> int:
    """The index of the page that holds the passage's middle: a passage may begin with the last line of a page."""
    return bisect_right(starts, (start + end) // 2) - 1


def _place(source: Source, page: Page) -> str:
    """The name of a sheet, which the text of its cells rarely repeats."""
    return page.label if source.kind == "xlsx" else ""


def _outline(page: Page, at: int) -> str:
    """The path of the innermost section around a position of a page."""
    around = [anchor for anchor in page.anchors if anchor.start <= at < anchor.end]
    return min(around, key=lambda anchor: anchor.end - anchor.start).address if around else ""


def _headers(table: Table, start: int, end: int) -> str:
    """The caption, the column headers and the group of rows of a table where [start, end) of its page crosses it."""
    cells = [cell for cell in table.cells() if cell.start < end and cell.end > start]
    if not cells:
        return ""
    parts = [table.caption, *tuple(table.row_paths.get(cells[0].row, ()))[:-1]]
    parts += [" ".join(table.column_paths.get(column, ())) for column in sorted({cell.column for cell in cells})]
    return "; ".join(_once(part for part in parts if part))


def _once(parts: Iterator[str]) -> Iterator[str]:
    yield from dict.fromkeys(parts)
