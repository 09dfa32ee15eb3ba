"""A document as one running text, without page numbers and running heads, each character with its page."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sleuth.evidence.source import Page, Span
from sleuth.language.lines import filled_lines, lines_of
from sleuth.language.sentences import goes_on

_PAGE_NUMBER = re.compile(r"\s*(?:\(?\d{1,4}\)?|[ivxl]{1,6})(?:\s*\(\d{1,4}\))?\s*")
_HEAD_PAGES = 3  # pages on which a line must open or close the page to be a running head
_SHORT_LINE = 0.6  # of the page's longest line: a shorter one that ends in no mark may be a heading
_END = re.compile(r"(?<=[.!?:])[”’\"»)]*\s+(?=[”“\"»(–-]?\s?[A-ZÅÄÖÉÜ\d#*])")
_CLOSED = re.compile(r"[.!?:;][”’\"»)]*\s*\Z")
_ADDRESS = re.compile(r"\s*Till\s+(?:statsråd|statsminister|chefen\b|regeringen\b|[a-zåäö]+minister)")  # heads a letter
_CAPITAL = re.compile(r"[\s\"“”»(•*-]*[A-ZÅÄÖÉÜ\d]")


class Sentence(NamedTuple):
    """Characters `start` (inclusive) to `end` (exclusive) of a running text; in `text` line ends are blanks."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Running:
    """The text of a document's pages. `starts` are the offsets of its lines, `places` where each stands."""

    text: str  # lines joined by line ends
    starts: tuple[int, ...]
    places: tuple[tuple[int, int], ...]  # for each line: its page's number, and its offset there
    headings: tuple[int, ...] = ()  # where each heading ends

    def page(self, offset: int) -> int:
        """The number of the page on which a character stands."""
        return self.places[self._line(offset)][0]

    def span(self, start: int, end: int) -> Span:
        """The stretch of the page's stored text; what runs over the page's end is cut there."""
        first = self._line(start)
        number, at = self.places[first]
        begin = at + start - self.starts[first]
        last = self._line(max(start, end - 1))
        while self.places[last][0] != number:
            last -= 1
        line_end = self.starts[last + 1] - 1 if last + 1 < len(self.starts) else len(self.text)
        stop = min(end, line_end)
        return Span(number, begin, self.places[last][1] + stop - self.starts[last])

    def _line(self, offset: int) -> int:
        return max(0, bisect_right(self.starts, offset) - 1)

    def lines(self) -> Iterator[Sentence]:
        """Every line, in order."""
        for index, start in enumerate(self.starts):
            end = self.starts[index + 1] - 1 if index + 1 < len(self.starts) else len(self.text)
            yield Sentence(start, end, self.text[start:end])

    def sentences(self, start: int = 0, end: int | None = None) -> Iterator[Sentence]:
        """The sentences that begin in [start, end); a heading is one of its own."""
        stop = len(self.text) if end is None else end
        at = start
        for border in self._borders(start, stop):
            yield from _sentence(self.text, at, border)
            at = border
        yield from _sentence(self.text, at, stop)

    def _borders(self, start: int, stop: int) -> list[int]:
        found = {match.end() for match in _END.finditer(self.text, start, stop) if not goes_on(self.text, match)}
        found.update(border for border in self.headings if start < border < stop)
        return sorted(found)


def _headings(lines: Sequence[str], starts: Sequence[int], longest: Sequence[int]) -> Iterator[int]:
    """Where a heading ends: a short line, before a line that begins with a capital, ends in no mark.

    `longest` is, for each line, the length of the longest line of its page.
    """
    opens = True
    for index, line in enumerate(lines):
        stripped = line.strip()
        end = starts[index] + len(line)
        if not stripped:
            opens = True
            yield end
            continue
        following = lines[index + 1] if index + 1 < len(lines) else ""
        short = len(stripped) < max(30.0, _SHORT_LINE * min(longest[index], 110))
        is_address = _ADDRESS.match(stripped) is not None
        next_opens = not following.strip() or _CAPITAL.match(following) is not None
        goes_on = stripped.endswith((",", "-", " och", "–", " för"))
        is_heading = opens and (short or is_address) and next_opens and not goes_on
        if is_heading:
            yield end
        opens = _CLOSED.search(stripped) is not None or is_heading or (opens and is_address)


def _sentence(text: str, start: int, end: int) -> Iterator[Sentence]:
    raw = text[start:end]
    lead = len(raw) - len(raw.lstrip())
    stripped = raw.strip()
    if stripped:
        yield Sentence(start + lead, start + lead + len(stripped), stripped.replace("\n", " "))


def running(pages: Sequence[Page]) -> Running:
    """The running text of pages; what is left out of it stays in the pages."""
    kept: list[tuple[int, int, str, int]] = []
    heads = _running_heads(pages)
    for page in pages:
        lines = list(lines_of(page.text))
        longest = max((len(text) for _, text in lines), default=0)
        filled = [index for index, (_, text) in enumerate(lines) if text.strip()]
        outer = {*filled[:2], *filled[-2:]}
        for index, (start, text) in enumerate(lines):
            is_furniture = index in outer and (_PAGE_NUMBER.fullmatch(text) or _key(text) in heads)
            if not is_furniture:
                kept.append((page.number, start, text, longest))
    starts, at = [], 0
    for _, _, text, _ in kept:
        starts.append(at)
        at += len(text) + 1
    texts = [text for _, _, text, _ in kept]
    headings = tuple(_headings(texts, starts, [longest for *_, longest in kept]))
    places = tuple((number, start) for number, start, _, _ in kept)
    return Running("\n".join(texts), tuple(starts) or (0,), places or ((1, 0),), headings)


def _running_heads(pages: Sequence[Page]) -> frozenset[str]:
    """Lines that open or close several pages, but for their numbers."""
    seen: Counter[str] = Counter()
    for page in pages:
        filled = [text for _, text in filled_lines(page.text)]
        seen.update({_key(text) for text in (*filled[:2], *filled[-2:])})
    return frozenset(key for key, times in seen.items() if key and times >= _HEAD_PAGES and len(pages) > _HEAD_PAGES)


def _key(line: str) -> str:
    return re.sub(r"\s+\d+\s*\Z|\A\s*\d+\s+", "", line.strip()).strip().casefold()
