"""Tells page furniture from text: running heads and page numbers that stand between two pages.

A line is furniture only where a page begins or ends. It repeats a line of the pages around, or it is a page number:
a bare number only if the pages around count along, if it is the page's own, or if it is set off. In the middle of a
text, a block set off by blank lines is furniture if it holds a page number and a heading and breaks a sentence in two.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from sleuth.evidence.quotes.cuts import hidden_turn
from sleuth.evidence.source import Page

_EDGE_LINES = 3  # lines at the top and the bottom of a page that may be furniture
_EDGE_WORDS = 6  # of a heading within a page break in the middle of a text
_NUMBERED = re.compile(
    r"\W*(?:(?:page|sida|sid\.?|p\.)\s*(\d{1,4})(?:\s*(?:of|av|\(|/)\s*\d{1,4}\)?)?|(\d{1,4})\s*(?:of|av|\(|/)\s*\d{1,4}\)?"
    r"|[-–—]\s*(\d{1,4})\s*[-–—])\W*",
    re.IGNORECASE,
)
_BARE = re.compile(r"\W*(?:(\d{1,4})|[ivxlc]{1,6}|[a-z]-?\d{1,3})\W*", re.IGNORECASE)
_KNOWN_HEADING = re.compile(
    r"table of contents|(?:strictly )?(?:private (?:and|&) )?confidential|innehåll(?:sförteckning)?", re.I
)
_LINE = re.compile(r"[^\n]*\S[^\n]*")
_SHEET = re.compile(r"[^\f]+")
_BLANKS, _FILLED = r"[^\S\n]*\n", r"[^\S\n]*\S[^\n]*\n"  # a blank line and one with text: no line is both
_SET_OFF = re.compile(  # up to four lines between blank lines, in the middle of a sentence
    rf"(?<=[^.!?:;\s])[”\"’)]*{_BLANKS}(?:{_BLANKS})+(?P<block>{_FILLED}(?:(?:{_BLANKS})*{_FILLED}){{0,3}}?)"
    rf"(?:{_BLANKS})+[^\S\n]*(?=[a-zåäö])"
)


@dataclass(frozen=True, slots=True)
class _Line:
    """A printed line: characters [start, end) of its page, and whether blank space stands before and after it."""

    start: int
    end: int
    text: str
    is_apart: bool


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The lines of one printed page: a page of the source, or what form feeds divide it into."""

    page: Page
    lines: tuple[_Line, ...]

    @property
    def edges(self) -> tuple[_Line, ...]:
        return (*self.lines[:_EDGE_LINES], *self.lines[_EDGE_LINES:][-_EDGE_LINES:])


def furniture(pages: Sequence[Page]) -> dict[int, list[tuple[int, int]]]:
    """The lines of each page (by its number) that a quote may pass over, as characters [start, end) of its text."""
    sheets = [sheet for page in pages for sheet in _sheets(page)]
    found: dict[int, list[tuple[int, int]]] = {}
    for at, sheet in enumerate(sheets):
        near = [*sheets[max(0, at - 2) : at], *sheets[at + 1 : at + 3]]
        spans = [(line.start, line.end) for line in _at_edges(sheet, near)]
        found.setdefault(sheet.page.number, []).extend(spans)
    for page in pages:
        found.setdefault(page.number, []).extend(_inner_breaks(page.text))
    return found


def _sheets(page: Page) -> Iterator[_Sheet]:
    for part in _SHEET.finditer(page.text):
        yield _Sheet(page, tuple(_lines(page.text, *part.span())))


def _lines(text: str, start: int, end: int) -> Iterator[_Line]:
    spans = [found.span() for found in _LINE.finditer(text, start, end)]
    before = [start, *(stop for _, stop in spans)]
    after = [*(first for first, _ in spans[1:]), end]
    for index, (first, stop) in enumerate(spans):
        apart_before = index == 0 or text.count("\n", before[index], first) > 1
        apart_after = index == len(spans) - 1 or text.count("\n", stop, after[index]) > 1
        yield _Line(first, stop, text[first:stop].strip(), apart_before and apart_after)


def _at_edges(sheet: _Sheet, near: Sequence[_Sheet]) -> set[_Line]:
    """The lines at a page's edges that repeat, and the page numbers with nothing but furniture outside them."""
    found = {line for line in sheet.edges if _is_repeated(line, near)}
    for lines in (sheet.lines, sheet.lines[::-1]):
        outer = list(takewhile(lambda line: line in found or _is_page_number(line, sheet, near), lines[:_EDGE_LINES]))
        if len(outer) < len(lines):
            found.update(outer)
    return found


def _is_repeated(line: _Line, near: Sequence[_Sheet]) -> bool:
    shape = _shape(line.text)
    others = (other for sheet in near for other in sheet.edges)
    return sum(map(str.isalpha, shape)) > 2 and any(shape == _shape(other.text) for other in others)


def _shape(line: str) -> str:
    return re.sub(r"\d+", "0", re.sub(r"\s+", " ", line.lower()))


def _is_page_number(line: _Line, sheet: _Sheet, near: Sequence[_Sheet]) -> bool:
    if _NUMBERED.fullmatch(line.text):
        return True
    bare = _BARE.fullmatch(line.text)
    if bare is None or line.is_apart:
        return bare is not None
    around = [found for other in near for edge in other.edges if (found := _BARE.fullmatch(edge.text))]
    if bare[1] is None:
        return bool(around)
    counted = {int(found[1]) + step for found in around if found[1] for step in (-2, -1, 1, 2)}
    return int(bare[1]) in counted | {sheet.page.number}


def _inner_breaks(text: str) -> Iterator[tuple[int, int]]:
    """Page breaks in the middle of a text: blocks set off by blank lines that break a sentence in two."""
    for found in _SET_OFF.finditer(text):
        lines = [line.strip() for line in found["block"].split("\n") if line.strip()]
        numbers = [line for line in lines if _NUMBERED.fullmatch(line) or _BARE.fullmatch(line)]
        known = [line for line in lines if _KNOWN_HEADING.fullmatch(line) or _NUMBERED.fullmatch(line)]
        headed = 0 < len(numbers) < len(lines) and all(_is_heading(line) for line in lines if line not in numbers)
        if headed or len(known) == len(lines):
            yield found.span("block")


def _is_heading(line: str) -> bool:
    short = len(line.split()) <= _EDGE_WORDS and line[0].isupper() and line[-1] not in ".!?:;"
    return short and not hidden_turn(line)
