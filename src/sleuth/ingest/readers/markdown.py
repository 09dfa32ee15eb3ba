"""Markdown: the text as it stands, with its headings and tables found in it."""

import re
from collections.abc import Iterator, Sequence

from sleuth.evidence.cite import PLAIN_TEXT
from sleuth.evidence.source import Source
from sleuth.ingest.readers.flow import Flow
from sleuth.ingest.readers.grid import GridCell, build_table
from sleuth.ingest.readers.limits import Limits
from sleuth.ingest.readers.sections import Heading, anchor_sections, section_pages
from sleuth.ingest.readers.text import decode_or_refuse

_MARKS = re.compile(r"^[*_`\s]+|[*_`\s]+$")
_IMAGES_AND_LINKS = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")


def read(data: bytes, filename: str, limits: Limits) -> Source:
    """A page for each of the outermost sections; one page where there are no two of them."""
    decoded = decode_or_refuse(data, filename)
    flow = Flow()
    flow.write(decoded.text)
    starts = [0, *(match.end() for match in re.finditer("\n", decoded.text)), len(decoded.text)]
    headings, tables = [], []
    for token in _tokens(decoded.text):
        if token.type == "heading_open":
            headings.append(_heading(decoded.text, starts, token))
        elif token.type == "table_open":
            tables.append(_table_cells(decoded.text, starts, token.map))
    anchor_sections(flow, headings)
    for cells in tables:
        flow.tables.extend(filter(None, [build_table(cells, header_rows=1)]))
    page_source, pages = section_pages(flow, headings, PLAIN_TEXT)
    title = next((heading.text for heading in headings if heading.level == 1), "")
    return Source(filename, "markdown", page_source, pages, title, {"encoding": decoded.encoding})


def _tokens(text: str):  # type: ignore[no-untyped-def]
    from markdown_it import MarkdownIt

    # Only blocks: what stands in them is the text's own.
    return MarkdownIt("commonmark").enable("table").disable("inline").parse(text)


def _heading(text: str, starts: Sequence[int], token) -> Heading:  # type: ignore[no-untyped-def]
    first, last = token.map
    raw = text[starts[first] : starts[last]]
    words = raw.strip().splitlines()[0].strip("# \t") if raw.lstrip().startswith("#") else raw.strip().splitlines()[0]
    return Heading(starts[first], int(token.tag[1:]), _MARKS.sub("", _IMAGES_AND_LINKS.sub(r"\1", words)))


def _table_cells(text: str, starts: Sequence[int], lines: tuple[int, int]) -> list[GridCell]:
    first, last = lines
    rows = [first, *range(first + 2, last)]  # the second line is the ruler
    return [cell for row, line in enumerate(rows) for cell in _row_cells(text, starts[line], starts[line + 1], row)]


def _row_cells(text: str, start: int, end: int, row: int) -> Iterator[GridCell]:
    line = text[start:end].rstrip()
    column = -1 if line.lstrip().startswith("|") else 0
    at = 0
    for piece in _pieces(line):
        content = piece.strip()
        if content:
            lead = len(piece) - len(piece.lstrip())
            begin = start + at + lead
            yield GridCell(begin, begin + len(content), _MARKS.sub("", content), row, column)
        at += len(piece) + 1
        column += 1


def _pieces(line: str) -> list[str]:
    """The line cut at its bars, but not at those that are escaped or in code."""
    cuts = [match.start() for match in re.finditer(r"\\.|`[^`]*`|\|", line) if match[0] == "|"]
    return [line[a:b] for a, b in zip([0, *(c + 1 for c in cuts)], [*cuts, len(line)], strict=True)]
