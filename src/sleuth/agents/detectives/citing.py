"""Excerpts: 50 to 200 characters of a page, verbatim, that hold a statement; none leaves here that is not located."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sleuth.evidence.fold import FoldedSource, fold_source
from sleuth.evidence.quote import Match, locate
from sleuth.evidence.source import Page, PageSource, Source, Span

SHORTEST, LONGEST = 50, 200  # characters
_MORE = "..."
_WORD_START = re.compile(r"(?<!\S)\S")
_FULL_STOP = re.compile(r"[.!?](?=\s+[A-ZÅÄÖ])")
_SENTENCE_END = re.compile(r"[.!?:;](?=\s|\Z)|\n")


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a statement stands, and its excerpt."""

    page: int  # 1-based
    excerpt: str  # the page's own characters; "..." at its end where the statement goes on
    start: int  # of the statement, in the page's text
    end: int  # exclusive


@dataclass(slots=True)
class Citer:
    """Makes the citations of one document."""

    pages: Sequence[Page]
    _folded: dict[int, FoldedSource] = field(default_factory=dict)
    _by_number: dict[int, Page] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._by_number = {page.number: page for page in self.pages}

    def cite(self, statement: Span, keep: Span | None = None, also: Span | None = None) -> Citation | None:
        """The citation of a statement; its excerpt holds `keep`, a part of it on the same page, whatever is cut off.

        Where it cannot hold `also` as well in one piece, "..." stands for what lies between two. None where the page
        has too little text, or no excerpt can be located.
        """
        page = self._by_number.get(statement.page)
        if page is None:
            return None
        must = keep if keep is not None and keep.page == statement.page else statement
        for excerpt in (*_pairs(page.text, statement, must, also), *_excerpts(page.text, statement, must)):
            if self.is_located(excerpt, page.number):
                return Citation(page.number, excerpt, statement.start, statement.end)
        return None

    def is_located(self, excerpt: str, number: int) -> bool:
        """Whether the evidence finds an excerpt, of the right length, on its page."""
        page = self._by_number.get(number)
        if page is None or not SHORTEST <= len(excerpt) <= LONGEST:
            return False
        return isinstance(locate(excerpt, self._source(page)), Match)

    def find(self, quote: str, number: int | None = None) -> Span | None:
        """Where somebody's quote stands, on the page named or on any; None where the evidence refuses it."""
        named = self._by_number.get(number) if number is not None else None
        for page in [named] if named else self.pages:
            match = locate(quote, self._source(page))
            if isinstance(match, Match):
                return Span(page.number, match.spans[0].start, match.spans[-1].end)
        return None

    def _source(self, page: Page) -> FoldedSource:
        if page.number not in self._folded:
            self._folded[page.number] = fold_source(Source("", "text", PageSource.PRINTED, (page,)))
        return self._folded[page.number]


def _pairs(text: str, statement: Span, must: Span, also: Span | None) -> Iterator[str]:
    """Both parts in one piece where they fit; else the two sentences that hold them, cut to what fits."""
    if also is None or also.page != must.page:
        return
    first, second = sorted((must, also), key=lambda span: span.start)
    whole = Span(must.page, first.start, max(first.end, second.end))
    if whole.end - whole.start <= LONGEST - len(_MORE):
        yield from _excerpts(text, statement, whole)
        return
    again = _sentence_start(text, second.start, first.end)
    line = text.rfind("\n", 0, first.start) + 1
    for begin in (line, _sentence_start(text, first.start, 0), first.start):
        yield f"{text[begin : first.end]}{_MORE} {text[again : second.end]}"


def _sentence_start(text: str, at: int, earliest: int) -> int:
    ends = [match.end() for match in _FULL_STOP.finditer(text, max(0, earliest), at)]
    start = ends[-1] if ends else earliest
    return start + len(text[start:at]) - len(text[start:at].lstrip())


def _excerpts(text: str, statement: Span, must: Span) -> Iterator[str]:
    """Candidates, the fittest first: the statement, the statement from another beginning, what surrounds it."""
    start, end = _trimmed(text, statement.start, statement.end)
    if end - start <= LONGEST:
        yield from _long_enough(text, start, end)
    for begin in _beginnings(text, start, must):
        stop = _last_word_end(text, begin, begin + LONGEST - len(_MORE))
        if stop >= must.end:
            cut = min(end, stop) if end > must.end else stop
            piece = text[begin:cut].rstrip()
            yield from _closed(piece, goes_on=begin + len(piece) < end)
            yield from _long_enough(text, begin, begin + len(piece))
    yield from _long_enough(text, *_trimmed(text, must.start, must.end))


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    lead = len(piece) - len(piece.lstrip())
    return start + lead, start + len(piece.rstrip())


def _beginnings(text: str, start: int, must: Span) -> Iterator[int]:
    """Where an excerpt that must hold a stretch may begin: at the statement's own beginning, else as early as fits."""
    room = LONGEST - len(_MORE)
    if must.end - start <= room:
        yield start
    for word in _WORD_START.finditer(text, max(start, must.end - room), max(start, must.start) + 1):
        yield word.start()


def _last_word_end(text: str, start: int, limit: int) -> int:
    if limit >= len(text):
        return len(text.rstrip())
    cut = max(text.rfind(" ", start, limit + 1), text.rfind("\n", start, limit + 1))
    return cut if cut > start else limit


def _closed(piece: str, goes_on: bool) -> Iterator[str]:
    """The piece, with "..." where the statement goes on."""
    marked = f"{piece}{_MORE}" if goes_on else piece
    if SHORTEST <= len(marked) <= LONGEST:
        yield marked


def _long_enough(text: str, start: int, end: int) -> Iterator[str]:
    """The piece itself where it has the length; else with its neighbours, whole sentences or lines first."""
    if SHORTEST <= end - start <= LONGEST:
        yield text[start:end]
        return
    if end - start > LONGEST:
        return
    for left, right in _widened(text, start, end):
        left, right = _trimmed(text, left, right)
        if SHORTEST <= right - left <= LONGEST:
            yield text[left:right]


def _widened(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    lefts = [0, *(match.end() for match in _SENTENCE_END.finditer(text, 0, start))]
    rights = [*(match.end() for match in _SENTENCE_END.finditer(text, end)), len(text)]
    before, after = [start, *reversed(lefts)], [end, *rights]
    for total in range(1, len(before) + len(after)):
        for steps_left in range(min(total, len(before) - 1) + 1):
            steps_right = total - steps_left
            if steps_right < len(after):
                left, right = before[steps_left], after[steps_right]
                if right - left > LONGEST + 40:
                    continue
                yield left, right
        if total > 6:
            break
    left = _word_start(text, max(0, start - (LONGEST - (end - start)) // 2))
    yield left, _last_word_end(text, left, min(len(text), left + LONGEST))


def _word_start(text: str, at: int) -> int:
    found = _WORD_START.search(text, at)
    return found.start() if found else at
