"""The visual lines of a page: what stands side by side, cut into runs where the gaps are wide."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from sleuth.evidence.source import Words
from sleuth.ingest.readers.tables.numbers import CLOSERS, CURRENCY, OPENERS, is_value, is_year

_RUN_GAP = 0.6  # of the line's height: wider than a space, narrower than the gap between two columns
_WIDEST_GAP = 1.2  # the same where words stand far apart, as typewriters set them
_NUMBER_GAP = 0.35  # two numbers side by side are two cells
_PROSE_WORDS = 8  # a line with so many words is justified prose if its gaps are alike
_PROSE_GAP = 2.2  # of its usual gap
_SMALL = 0.8  # of the height of the word that a footnote's mark stands behind
_NOTE = re.compile(r"\(?(?:\d{1,2}|[a-z])\)?(?:,(?:\d{1,2}|[a-z]))*,?")
_MARKED = re.compile(r"(?:[^\W\d_]{3}|\b\d{4}|[)”’])[.,:]?\Z")  # but "m 2" are square metres
_LEADER = re.compile(r"[-_=.·…*~]{4,}")  # leads the eye, or draws a line


class Token(NamedTuple):
    """A word, or the part of it that stands on one line: its place in the text and on the page."""

    place: int  # of the word on the page
    start: int
    end: int
    x0: float
    y0: float
    x1: float
    y1: float
    text: str

    @property
    def middle(self) -> float:
        return (self.y0 + self.y1) / 2

    @property
    def height(self) -> float:
        return self.y1 - self.y0


@dataclass(frozen=True)
class Run:
    """Tokens of one line with no wide gap between them: a cell, or a part of one. A currency sign is kept with its
    number, however far away it stands."""

    tokens: tuple[Token, ...]

    @cached_property
    def text(self) -> str:
        return joined(self.tokens)

    @cached_property
    def is_value(self) -> bool:
        return is_value(self.text)

    @property
    def x0(self) -> float:
        return self.tokens[0].x0

    @property
    def x1(self) -> float:
        return self.tokens[-1].x1

    @property
    def ink_x0(self) -> float:
        """Where the number itself begins, right of a currency sign that stands apart."""
        return self.tokens[1].x0 if len(self.tokens) > 1 and CURRENCY.fullmatch(self.tokens[0].text) else self.x0

    @property
    def middle(self) -> float:
        return (self.x0 + self.x1) / 2


@dataclass
class Line:
    """One visual line."""

    tokens: list[Token]
    runs: list[Run] = field(default_factory=list)

    @cached_property
    def height(self) -> float:
        return median(token.height for token in self.tokens)

    @cached_property
    def top(self) -> float:
        return median(token.y0 for token in self.tokens)

    @cached_property
    def bottom(self) -> float:
        return median(token.y1 for token in self.tokens)

    @property
    def x0(self) -> float:
        return self.runs[0].x0

    @property
    def x1(self) -> float:
        return self.runs[-1].x1

    @cached_property
    def text(self) -> str:
        return " ".join(run.text for run in self.runs)

    @cached_property
    def values(self) -> list[Run]:
        """The runs that are numbers in columns: not the first thing on the line, unless the line is all amounts."""
        only_amounts = all(run.is_value for run in self.runs) and not is_year(self.runs[0].text)
        return [run for run in self.runs[0 if only_amounts else 1 :] if run.is_value]


def joined(tokens: Sequence[Token]) -> str:
    """What the tokens say, without the marks of footnotes."""
    befores = (None, *tokens)
    return " ".join(
        token.text for before, token in zip(befores, tokens, strict=False) if token.text and not _is_note(token, before)
    )


def _is_note(token: Token, before: Token | None) -> bool:
    """Whether a small number set high behind a word is the mark of a footnote."""
    if before is None or not _NOTE.fullmatch(token.text) or not _MARKED.search(before.text):
        return False
    return token.height < _SMALL * before.height and token.middle < before.middle


def tokens_of(text: str, words: Words) -> list[Token]:
    """The words of a page as tokens. Turned text is left out."""
    tokens, seen, boxes, spans = [], -1, words.boxes, words.spans
    for box, word in enumerate(words.owner):
        start, end = spans[2 * word], spans[2 * word + 1]
        x0, y0, x1, y1 = boxes[4 * box : 4 * box + 4]
        # The second part of a hyphenated word takes room on its line, and says nothing there.
        shown = text[start:end] if word != seen else ""
        seen = word
        if (y1 - y0 < 3 * (x1 - x0) or end - start < 3) and not _LEADER.fullmatch(shown):
            tokens.append(Token(word, start, end, x0, y0, x1, y1, shown))
    return tokens


def lines_of(tokens: Sequence[Token]) -> list[Line]:
    """Visual lines from top to bottom, cut into runs."""
    if not tokens:
        return []
    usual = median(token.height for token in tokens)
    large = [token for token in tokens if token.height >= 0.72 * usual]
    lines = _stacked(large)
    small = _attach(lines, [token for token in tokens if token.height < 0.72 * usual])
    lines = sorted([*lines, *_stacked(small)], key=lambda line: line.tokens[0].middle)
    for line in lines:
        line.tokens.sort(key=lambda token: token.x0)
    space = _usual_space(lines)
    for line in lines:
        line.runs = _runs(line.tokens, line.height, space)
    return lines


def _usual_space(lines: Iterable[Line]) -> float:
    """The page's gap between two words, in heights of their line."""
    gaps = [(r.x0 - left.x1) / line.height for line in lines for left, r in pairwise(line.tokens)]
    return median(gaps) if gaps else 0.0


def _stacked(tokens: Iterable[Token]) -> list[Line]:
    lines: list[Line] = []
    for token in sorted(tokens, key=lambda token: token.middle):
        if lines:
            anchor = lines[-1].tokens[0]
            if token.middle - anchor.middle < 0.5 * min(token.height, anchor.height):
                lines[-1].tokens.append(token)
                continue
        lines.append(Line([token]))
    return lines


def _attach(lines: list[Line], small: Iterable[Token]) -> list[Token]:
    """Give footnote marks and the like to the line they stand in; what stands in none comes back."""
    middles = [line.tokens[0].middle for line in lines]
    alone = []
    for token in small:
        at = bisect_left(middles, token.middle)
        near = [line for line in lines[max(0, at - 1) : at + 1] if _overlap(token, line.tokens[0]) > 0.3 * token.height]
        if near:
            max(near, key=lambda line: _overlap(token, line.tokens[0])).tokens.append(token)
        else:
            alone.append(token)
    return alone


def _overlap(one: Token, other: Token) -> float:
    return min(one.y1, other.y1) - max(one.y0, other.y0)


def _runs(tokens: Sequence[Token], height: float, space: float) -> list[Run]:
    widest = _widest_space(tokens, height, space)
    groups: list[list[Token]] = []
    for token in tokens:
        if groups and not _parts(groups[-1], token, widest, height):
            groups[-1].append(token)
        else:
            groups.append([token])
    return [Run(tuple(group)) for group in _glued(groups, height)]


def _widest_space(tokens: Sequence[Token], height: float, space: float) -> float:
    """The widest gap within a run."""
    usual = min(max(_RUN_GAP, 2 * space), _WIDEST_GAP) * height
    if sum(token.text[:1].isalpha() for token in tokens) < _PROSE_WORDS:
        return usual
    gaps = sorted(right.x0 - left.x1 for left, right in pairwise(tokens))
    return max(usual, _PROSE_GAP * gaps[len(gaps) // 2])


def _parts(group: Sequence[Token], token: Token, widest: float, height: float) -> bool:
    """Whether a cell ends between the group and the token."""
    gap = token.x0 - group[-1].x1
    if gap > widest:
        return True
    if CURRENCY.fullmatch(token.text) and "$" in token.text and re.search(r"[\d)%—–-]\Z", group[-1].text):
        return True  # it belongs to the number to its right
    both_numbers = is_value(joined(group)) and is_value(token.text)
    return both_numbers and gap > _NUMBER_GAP * height and group[-1].text not in "-–—" and token.text not in "-–—"


def _glued(groups: list[list[Token]], height: float) -> list[list[Token]]:
    """Currency signs and opening brackets go with the number to their right, percent and closing ones to the left."""
    result: list[list[Token]] = []
    for group in groups:
        numeric = is_value(joined(group))
        if result and numeric and _opens(result[-1][-1]) and _is_near_value(result[-1], group):
            group = [result[-1].pop(), *group]
            if not result[-1]:
                result.pop()
        closer = CLOSERS.fullmatch(group[0].text)
        if result and closer and group[0].x0 - result[-1][-1].x1 < 1.2 * height and _ends_number(result[-1]):
            result[-1].append(group.pop(0))
        if group:
            result.append(group)
    return result


def _opens(token: Token) -> bool:
    return CURRENCY.fullmatch(token.text) is not None or OPENERS.fullmatch(token.text) is not None


def _is_near_value(left: Sequence[Token], right: Sequence[Token]) -> bool:
    """A currency sign may stand far from its number, a bracket may not."""
    sign = left[-1]
    return CURRENCY.fullmatch(sign.text) is not None or right[0].x0 - sign.x1 < sign.height


def _ends_number(group: Sequence[Token]) -> bool:
    return re.search(r"[\d—–-]\Z", group[-1].text) is not None


def stretches(tokens: Iterable[Token]) -> Iterator[tuple[int, int]]:
    """Where tokens stand in the text: one stretch for those that follow each other there."""
    ordered = sorted(tokens)
    breaks = [at for at, (left, right) in enumerate(pairwise(ordered), 1) if right.place > left.place + 1]
    for first, end in pairwise([0, *breaks, len(ordered)] if ordered else []):
        yield ordered[first].start, ordered[end - 1].end
