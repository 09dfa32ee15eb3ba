"""Renders citations: where a span stands, in words a person can follow and boxes a page can show."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from sleuth.evidence.source import Anchor, Box, Page, PageSource, Source, Span

_CELL = re.compile(r"[A-Z]{1,3}[1-9]\d*")
_NUMBERED = re.compile(r"(?:§\s*)?(\d+(?:\.\d+)*(?:\s?[a-z])?)(?=[\s.)]|$)")


class Citation(NamedTuple):
    """A file and the place in it."""

    filename: str
    locator: str  # "p.12", "P&L!B15", "slide 7", "§ 4.2"


def render(citations: Sequence[Citation]) -> str:
    """`(source: file.ext, p.12)`, or `(sources: a.pdf p.5, b.xlsx B15)`; each place once, in the order given."""
    places = list(dict.fromkeys(citations))
    if not places:
        return ""
    if len(places) == 1:
        return f"(source: {places[0].filename}, {places[0].locator})"
    return "(sources: " + ", ".join(f"{place.filename} {place.locator}" for place in places) + ")"


def locator(source: Source, span: Span) -> str:
    """What to look for in the document: the page's label, the cells, or the section that holds the span."""
    page = page_of(source, span)
    if source.page_source is PageSource.SHEET:
        cells = _cells(page, span)
        return f"{page.label}!{cells}" if cells else page.label
    if source.page_source in (PageSource.SECTION, PageSource.WHOLE):
        return _cells(page, span) or _section(page, span) or page.label
    return page.label


def place_on(page: Page, span: Span) -> str:
    """The same for a page alone: its cells where it has cells, its section where it has sections, else its label."""
    cells = _cells(page, span)
    if cells:
        return f"{page.label}!{cells}"
    return _section(page, span) or page.label


def boxes(source: Source, span: Span) -> list[Box]:
    """The rectangles to highlight on the span's page; none where the page has no geometry."""
    page = page_of(source, span)
    return page.words.boxes_of(span.start, span.end) if page.words else []


def page_of(source: Source, span: Span) -> Page:
    """The page that a span names; pages are numbered from 1 without gaps, except where a reader left some out."""
    page = source.pages[span.page - 1] if span.page <= len(source.pages) else None
    if page is not None and page.number == span.page:
        return page
    return next(page for page in source.pages if page.number == span.page)


def _touched(page: Page, span: Span) -> list[Anchor]:
    return [anchor for anchor in page.anchors if anchor.start < span.end and anchor.end > span.start]


def _cells(page: Page, span: Span) -> str:
    """`B15`, or `B15:D15` for a span over several cells."""
    cells = [anchor.address for anchor in _touched(page, span) if _CELL.fullmatch(anchor.address)]
    if len(cells) < 2:
        return "".join(cells)
    return cells[0] if cells[0] == cells[-1] else f"{cells[0]}:{cells[-1]}"


def _section(page: Page, span: Span) -> str:
    """The innermost section that holds the span's beginning, by number where it has one."""
    holding = [anchor for anchor in page.anchors if anchor.start <= span.start < anchor.end]
    if not holding:
        return ""
    heading = min(holding, key=lambda anchor: anchor.end - anchor.start).address.split(" > ")[-1]
    numbered = _NUMBERED.match(heading)
    return f"§ {numbered[1]}" if numbered else heading
