"""Finds quotes whose lines another reader put in another order: across page furniture, list labels and columns.

A page is cut into units: its lines, and the label that opens a line ("2.4", "(a)"). A quote may jump from the end of
one unit to the beginning of another, but never leave out a line of prose on the way forward, never use part of a
line, and never swap a label for another. Numbers that stand alone are no units, so no value can change its place.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from sleuth.evidence.fold import FoldedSource
from sleuth.evidence.quotes.columns import read_by_columns
from sleuth.evidence.quotes.furniture import is_furniture

_LABEL = re.compile(
    r"[ \t]*(?:\d{1,3}(?:\.\d{1,3})+\.?|\d{1,3}[.):]|\(?(?:\d{1,3}|[a-z]{1,2}|[ivxlc]{1,6})[.)]|[o•])(?=\s)",
    re.IGNORECASE,
)
_LEAST_LETTERS = 12  # of a line that a quote may jump to or from
_LEAST_COLUMN = 3  # labels that stand together away from their lines
_MOST_JUMPS = 12
_STEPS = 4_000
_STOP = re.compile(r"[.!?:;][\"”’)\]]*\s*\Z")
_DIGITS = re.compile(r"\d+")
_MOST_PLACES = 12  # of one anchor that are looked at
_ANCHOR = 18  # folded characters by which the pages that may hold a quote are found


@dataclass(frozen=True, slots=True)
class Unit:
    """A line, or the label that opens one: folded characters [start, end) of the whole source."""

    text: str
    start: int
    end: int
    label: bool
    furniture: bool
    opens: bool  # begins with a capital: a sentence or an item may begin here
    ends: bool  # ends with a stop: nothing need follow


def rearranged(quote: str, source: FoldedSource) -> list[tuple[int, int]] | None:
    """The stretches of `source.text` that together, in another order, read as the folded `quote`."""
    pages = _candidates(quote, source)
    for page in pages:
        units = units_of(source, page)
        following = units_of(source, page + 1) if page + 1 < len(source.pages) else ()
        path = _Search(quote, units).run() or _Search(quote, [*units, *following]).run()
        if path is not None:
            return _stretches(path)
    return read_by_columns(quote, source, pages)


def _candidates(quote: str, source: FoldedSource) -> list[int]:
    """The pages that hold most of a quote's beginning, middle and end, the likeliest first."""
    votes: Counter[int] = Counter()
    for at in range(0, max(1, len(quote) - _ANCHOR + 1), _ANCHOR):
        found = source.text.find(quote[at : at + _ANCHOR])
        for _ in range(_MOST_PLACES):
            if found < 0:
                break
            votes[source.place(found)[0]] += 1
            found = source.text.find(quote[at : at + _ANCHOR], found + 1)
    likely = [page for page, _ in votes.most_common(3)]
    return list(dict.fromkeys(number for page in likely for number in (page, page - 1) if number >= 0))


@lru_cache(maxsize=64)
def units_of(source: FoldedSource, number: int) -> tuple[Unit, ...]:
    """The units of one page, in the order of the stored text."""
    return tuple(_units(source, number))


def _units(source: FoldedSource, number: int) -> Iterator[Unit]:
    folded, base = source.pages[number], source.starts[number]
    text = source.source.pages[number].text
    lines = [found.span() for found in re.finditer(r"[^\n\f]*[^\s][^\n\f]*", text)]
    at = 0
    for start, end in lines:
        furniture = is_furniture(source, number, start)
        label = _LABEL.match(text, start, end)
        for piece_end, is_label in ((label.end(), True), (end, False)) if label else ((end, False),):
            stop = folded.index(piece_end, at)
            while at < stop and folded.text[at] == " ":
                at += 1
            if at < stop:
                shown = text[folded.start(at)]
                ends = _STOP.search(text, start, piece_end) is not None
                yield Unit(folded.text[at:stop], base + at, base + stop, is_label, furniture, shown.isupper(), ends)
            at = stop


@dataclass(frozen=True, slots=True)
class _Piece:
    """A unit of the path, or the part of it with which the quote begins or ends."""

    index: int
    text: str
    start: int
    end: int


class _Search:
    """Depth first through the units, nearest continuation first, within a bounded number of steps."""

    def __init__(self, quote: str, units: Sequence[Unit]) -> None:
        self.quote, self.units, self.steps = quote, units, 0
        self.path: list[_Piece] = []

    def run(self) -> list[_Piece] | None:
        """The pieces that read as the quote; None where there are none, or where a value may have changed place."""
        for index, unit in enumerate(self.units):
            for at in self._beginnings(unit):
                self.path = [_Piece(index, unit.text[at:], unit.start + at, unit.end)]
                if self._follow(len(unit.text) - at, jumps=0):
                    return self.path if self._labels_agree() else None
        return None

    def _beginnings(self, unit: Unit) -> Iterator[int]:
        """Where in a unit a suffix begins with which the quote begins."""
        if self.quote.startswith(unit.text):
            yield 0
        at = unit.text.find(self.quote[:6], 1)
        while at > 0:
            if self.quote.startswith(unit.text[at:]):
                yield at
            at = unit.text.find(self.quote[:6], at + 1)

    def _follow(self, done: int, jumps: int) -> bool:
        if done == len(self.quote):
            return True
        self.steps += 1
        if self.steps > _STEPS or jumps > _MOST_JUMPS:
            return False
        if self.quote[done] == " ":
            done += 1
        elif self.quote[done - 1 : done + 1].isdigit():
            return False  # a number may not be put together of two
        last, used = self.path[-1].index, {piece.index for piece in self.path}
        for index in sorted(range(len(self.units)), key=lambda index: abs(index - last - 1)):
            piece = None if index in used else self._piece(index, done)
            if piece is None or not self._may_jump(self.path[-1], piece):
                continue
            self.path.append(piece)
            if self._follow(done + len(piece.text), jumps + (index != last + 1)):
                return True
            self.path.pop()
        return False

    def _piece(self, index: int, done: int) -> _Piece | None:
        """The unit, if the quote goes on with it; or its beginning, if the quote ends within it."""
        unit, rest = self.units[index], self.quote[done:]
        if self.quote.startswith(unit.text, done):
            return _Piece(index, unit.text, unit.start, unit.end)
        return _Piece(index, rest, unit.start, unit.start + len(rest)) if unit.text.startswith(rest) else None

    def _may_jump(self, last: _Piece, following: _Piece) -> bool:
        if following.index == last.index + 1:
            return True
        if self.units[last.index].label and self.units[following.index].label:
            return True  # a column of labels: _labels_agree sees to it
        if following.index > last.index:
            return all(self._may_skip(index) for index in range(last.index + 1, following.index))
        return not self._tears(following) and self._has_weight(last) and self._has_weight(following)

    def _tears(self, piece: _Piece) -> bool:
        """Whether a jump back to this piece cuts it from the line before it, whose sentence it goes on with."""
        unit, before = self.units[piece.index], self.units[piece.index - 1] if piece.index else None
        return not (unit.opens or unit.label or before is None or before.ends or before.furniture or before.label)

    def _has_weight(self, piece: _Piece) -> bool:
        """Enough letters to be a line of its own, and no twin that differs in a digit only."""
        unit = self.units[piece.index]
        if unit.label:
            return True
        if not unit.furniture and sum(map(str.isalpha, piece.text)) < _LEAST_LETTERS:
            return False
        return not any(map(str.isdigit, piece.text)) or not self._has_twin(piece)

    def _has_twin(self, piece: _Piece) -> bool:
        shape = _DIGITS.sub("0", piece.text)
        return any(
            _DIGITS.sub("0", unit.text).startswith(shape) and not unit.text.startswith(piece.text)
            for unit in self.units
        )

    def _may_skip(self, index: int) -> bool:
        unit = self.units[index]
        following = self.units[index + 1] if index + 1 < len(self.units) else None
        return unit.furniture or (unit.label and (following is None or following.opens or following.furniture))

    def _labels_agree(self) -> bool:
        """Labels away from their lines come as a column does: three or more in the page's order without a gap,
        the label of the line that follows among them."""
        labels = [index for index, unit in enumerate(self.units) if unit.label]
        run: list[int] = []
        for piece, following in zip(self.path, [*self.path[1:], None], strict=True):
            if self.units[piece.index].label and (following is None or following.index != piece.index + 1):
                run.append(labels.index(piece.index))
                continue
            own = following is not None and self.units[piece.index].label
            if run and not (len(run) + own >= _LEAST_COLUMN and _is_without_gap(run)):
                return False
            if (
                run
                and not self.units[piece.index].label
                and self._own_label(piece.index) not in (None, *(labels[at] for at in run))
            ):
                return False
            run = []
        return not run

    def _own_label(self, index: int) -> int | None:
        return index - 1 if index and self.units[index - 1].label and not self.units[index].label else None


def _is_without_gap(places: Sequence[int]) -> bool:
    return all(after == before + 1 for before, after in pairwise(places))


def _stretches(path: Sequence[_Piece]) -> list[tuple[int, int]]:
    """Neighbouring units joined to one stretch."""
    joined: list[tuple[int, int]] = []
    previous = -2
    for piece in path:
        if piece.index == previous + 1:
            joined[-1] = (joined[-1][0], piece.end)
        else:
            joined.append((piece.start, piece.end))
        previous = piece.index
    return joined
