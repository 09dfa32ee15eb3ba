"""Tells page furniture from text: running heads, page numbers and footnotes that stand between two pages.

A quote may pass over a line only where a page ends or begins, or where the page's neighbours repeat it. A bare number
counts as a page number only if the pages around it count along, if it is the page's own, or if it is set off. In the
middle of a text, a block set off by blank lines is a page break if it holds a page number and a heading and breaks a
sentence in two.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from sleuth.evidence.fold import FoldedSource
from sleuth.evidence.quotes.cuts import hidden_turn

__all__ = ["is_furniture"]

_EDGE_LINES = 3  # lines at the top and the bottom of a page that may be furniture
_EDGE_WORDS = 6  # of a heading within a page break in the middle of a text
_NUMBERED = re.compile(
    r"\W*(?:(?:page|sida|sid\.?|p\.)\s*(\d{1,4})(?:\s*(?:of|av|\(|/)\s*\d{1,4}\)?)?|(\d{1,4})\s*(?:of|av|\(|/)\s*\d{1,4}\)?"
    r"|[-–—]\s*(\d{1,4})\s*[-–—])\W*",
    re.IGNORECASE,
)
_BARE = re.compile(r"\W*(?:(\d{1,4})|[ivxlc]{1,6}|[a-z]-?\d{1,3})\W*", re.IGNORECASE)
_NOTE = re.compile(r"[ \t]*(?:\d{1,3}|[¹²³⁰⁴-⁹*†]+)[ \t]*[A-ZÅÄÖ][^\n]*")
_RULE = re.compile(r"[ \t]*[_—–-]{5,}[ \t]*")
_KNOWN_HEADING = re.compile(
    r"table of contents|(?:strictly )?(?:private (?:and|&) )?confidential|innehåll(?:sförteckning)?", re.I
)
_OPEN_END = re.compile(r"[^.!?:;\s][\"”’)]*\s*\Z")


@dataclass(frozen=True, slots=True)
class _Line:
    """A printed line: characters [start, end) of its page, and whether blank space stands before and after it."""

    start: int
    end: int
    text: str
    apart_before: bool
    apart_after: bool


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The lines of one printed page: a page of the source, or what form feeds divide it into."""

    lines: tuple[_Line, ...]
    number: int

    @property
    def edges(self) -> tuple[_Line, ...]:
        return (*self.lines[:_EDGE_LINES], *self.lines[_EDGE_LINES:][-_EDGE_LINES:])


def is_furniture(source: FoldedSource, number: int, start: int) -> bool:
    """Whether the line of page `number` (0-based) that begins at character `start` may be passed over."""
    return start in _furniture(source, number)


@lru_cache(maxsize=256)
def _furniture(source: FoldedSource, number: int) -> frozenset[int]:
    sheets = [sheet for near in range(number - 2, number + 3) for sheet in _sheets(source, near)]
    found: set[int] = set()
    for sheet in _sheets(source, number):
        at = sheets.index(sheet)
        near = [other for other in sheets[max(0, at - 2) : at + 3] if other is not sheet]
        found.update(line.start for line in sheet.edges if _is_repeated(line, near))
        for run in (sheet.lines, sheet.lines[::-1]):
            found.update(_edge_run(run, sheet, near, found))
        found.update(_footnotes(sheet, found))
        found.update(_inner_breaks(sheet.lines))
    return frozenset(found)


@lru_cache(maxsize=512)
def _sheets(source: FoldedSource, number: int) -> tuple[_Sheet, ...]:
    if not 0 <= number < len(source.source.pages):
        return ()
    page, sheets, at = source.source.pages[number], [], 0
    for part in page.text.split("\f"):
        sheets.append(_Sheet(tuple(_lines(part, at)), page.number))
        at += len(part) + 1
    return tuple(sheets)


def _lines(text: str, base: int) -> list[_Line]:
    spans = [found.span() for found in re.finditer(r"[^\n]*\S[^\n]*", text)]
    ends = [0, *(end for _, end in spans)]
    starts = [*(start for start, _ in spans), len(text)]
    return [
        _Line(
            base + start,
            base + end,
            text[start:end].strip(),
            text[ends[index] : start].count("\n") > 1 or index == 0,
            text[end : starts[index + 1]].count("\n") > 1 or index == len(spans) - 1,
        )
        for index, (start, end) in enumerate(spans)
    ]


def _is_repeated(line: _Line, near: Sequence[_Sheet]) -> bool:
    shape = _shape(line.text)
    return sum(map(str.isalpha, shape)) > 2 and any(
        shape == _shape(other.text) for sheet in near for other in sheet.edges
    )


def _shape(line: str) -> str:
    return re.sub(r"\d+", "0", re.sub(r"\s+", " ", line.lower()))


def _edge_run(lines: Sequence[_Line], sheet: _Sheet, near: Sequence[_Sheet], known: set[int]) -> set[int]:
    """The page numbers that stand at an edge with nothing but furniture outside them."""
    run: set[int] = set()
    for line in lines[:_EDGE_LINES]:
        if line.start not in known and not _is_page_number(line, sheet, near):
            break
        run.add(line.start)
    return run if len(run) < len(lines) else set()


def _is_page_number(line: _Line, sheet: _Sheet, near: Sequence[_Sheet]) -> bool:
    if _NUMBERED.fullmatch(line.text):
        return True
    bare = _BARE.fullmatch(line.text)
    if bare is None:
        return False
    if (line.apart_before and line.apart_after) or (bare[1] is None and _has_like(near)):
        return True
    return bare[1] is not None and (int(bare[1]) == sheet.number or int(bare[1]) in _neighbours(near))


def _has_like(near: Sequence[_Sheet]) -> bool:
    return any(_BARE.fullmatch(line.text) for sheet in near for line in sheet.edges)


def _neighbours(near: Sequence[_Sheet]) -> set[int]:
    """The numbers that would count along with those at the edges of the pages around."""
    numbers = [found for sheet in near for line in sheet.edges if (found := _BARE.fullmatch(line.text)) and found[1]]
    return {int(found[1]) + step for found in numbers for step in (-2, -1, 1, 2)}


def _footnotes(sheet: _Sheet, known: set[int]) -> set[int]:
    """The block at the foot of a page that begins with a footnote's number, set off from the text."""
    foot = [line for line in sheet.lines if line.start not in known]
    for index in range(len(foot) - 1, 0, -1):
        line = foot[index]
        ruled = _RULE.fullmatch(foot[index - 1].text)
        if _NOTE.fullmatch(line.text) and (line.apart_before or ruled) and len(foot) - index <= 2 * _EDGE_WORDS:
            first = index - 1 if ruled else index
            return {other.start for other in sheet.lines if other.start >= foot[first].start} if first else set()
        if line.apart_before and not ruled:
            break
    return set()


def _inner_breaks(lines: Sequence[_Line]) -> set[int]:
    """Page breaks in the middle of a text: blocks set off by blank lines that break a sentence in two."""
    found: set[int] = set()
    index = 1
    while index < len(lines) - 1:
        stop = index
        while stop < len(lines) - 1 and stop - index < 4 and _may_stand_in_break(lines[stop]):
            stop += 1
        block = lines[index:stop]
        if block and _is_break(block, lines[index - 1].text, lines[stop].text):
            found.update(line.start for line in block)
        index = max(stop, index + 1)
    return found


def _may_stand_in_break(line: _Line) -> bool:
    if _NUMBERED.fullmatch(line.text) or _BARE.fullmatch(line.text):
        return True
    short = len(line.text.split()) <= _EDGE_WORDS and line.text[:1].isupper() and _OPEN_END.search(line.text)
    return bool(short and not hidden_turn(line.text))


def _is_break(block: Sequence[_Line], before: str, after: str) -> bool:
    if not (block[0].apart_before and block[-1].apart_after and _OPEN_END.search(before) and after[:1].islower()):
        return False
    numbers = [line for line in block if _NUMBERED.fullmatch(line.text) or _BARE.fullmatch(line.text)]
    known = [line for line in block if _KNOWN_HEADING.fullmatch(line.text) or _NUMBERED.fullmatch(line.text)]
    return len(known) == len(block) or 0 < len(numbers) < len(block)
