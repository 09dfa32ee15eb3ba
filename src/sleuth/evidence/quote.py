"""Locates a quote in a source: tolerant on glyphs, strict on values, and always with a reason when it refuses."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from sleuth.evidence.borders import cut_after, cut_before, splits_quantity
from sleuth.evidence.explain import explain
from sleuth.evidence.fold import FoldedSource, fold, fold_source
from sleuth.evidence.glyphs import plain
from sleuth.evidence.polarity import turning_words
from sleuth.evidence.reflow import rearranged
from sleuth.evidence.source import Source, Span

__all__ = ["FoldedSource", "Match", "Mismatch", "fold_source", "locate"]

_ELISION = re.compile(r"\s*(?:[\[(]\s*(?:\.\s?\.\s?\.+|…)\s*[\])]|\.\s?\.\s?\.[.\s]*|…+)\s*")
_SENTENCE_END = re.compile(r"[.!?;]\s+(?=[A-ZÅÄÖ(“\"])")
_LONGEST_GAP = 1_500  # folded characters that an elision may leave out
_SHORT_PART = 4  # words; with fewer, a part must stand in one sentence with its neighbour
_TRIES = 400  # occurrences looked at before giving up

Stretch = tuple[int, int]  # folded characters [start, end) of the whole source


@dataclass(frozen=True, slots=True)
class Match:
    """Where a quote stands: a span for each part, and for each page a part runs over."""

    spans: tuple[Span, ...]
    how: Literal["exact", "folded"]
    text: str  # the source's own characters; parts of an elision are joined by " … "


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Why a quote is refused, in words for the person who asked."""

    reason: str


def locate(quote: str, source: Source | FoldedSource, hint: Span | None = None) -> Match | Mismatch:
    """Find `quote` in `source`, the occurrence nearest to `hint` if there are several.

    Parts around an ellipsis must follow each other at no great distance. A quote that the source holds only in
    other words, with another value, or cut so that its sense turns, is a Mismatch.
    """
    where = source if isinstance(source, FoldedSource) else fold_source(source)
    pieces = [piece for piece in _ELISION.split(quote) if fold(piece).text]
    if too_little := _says_too_little(pieces):
        return Mismatch(too_little)
    refused = ""
    for stretches in _nearest(_occurrences(pieces, where), where, hint):
        flaw = _flaw(pieces, stretches, where)
        if not flaw:
            return _match(quote, stretches, where)
        refused = refused or flaw
    if refused:
        return Mismatch(refused)
    return _locate_rearranged(quote, pieces, where) or Mismatch(explain(quote, where))


def _locate_rearranged(quote: str, pieces: Sequence[str], where: FoldedSource) -> Match | Mismatch | None:
    """A second attempt, for what stands in another order in the stored text."""
    stretches = rearranged(fold(pieces[0]).text, where) if len(pieces) == 1 else None
    if stretches is None:
        return None
    cut = _cut_left(stretches[0], where) or _cut_right(stretches[-1], where)
    return Mismatch(cut) if cut else _match(quote, stretches, where)


def _says_too_little(pieces: Sequence[str]) -> str:
    words = " ".join(pieces).split()
    if not pieces:
        return "the quote holds no words"
    if len(words) < 2 and not any(map(str.isdigit, pieces[0])):
        return "a single word proves nothing: quote at least two, or a value"
    if any(len(fold(piece).text) < 3 for piece in pieces) and len(pieces) > 1:
        return "a part of the quote is too short to be found for certain: quote more words around the ellipsis"
    return ""


def _occurrences(pieces: Sequence[str], where: FoldedSource) -> Iterator[list[Stretch]]:
    """The places where all parts stand in order, each as near after the one before as can be."""
    parts = [fold(piece).text for piece in pieces]
    at = where.text.find(parts[0])
    for _ in range(_TRIES):
        if at < 0:
            return
        stretches = [(at, at + len(parts[0]))]
        for part in parts[1:]:
            done = stretches[-1][1]
            following = where.text.find(part, done, done + _LONGEST_GAP + len(part))
            if following < 0:
                break
            stretches.append((following, following + len(part)))
        else:
            yield stretches
        at = where.text.find(parts[0], at + 1)


def _nearest(
    occurrences: Iterator[list[Stretch]], where: FoldedSource, hint: Span | None
) -> Iterator[list[Stretch]] | list[list[Stretch]]:
    """With a hint the occurrences by their distance from it; else the tightest ones first, in reading order."""
    if hint is None:
        return occurrences

    def distance(stretches: list[Stretch]) -> tuple[int, int]:
        span = where.spans(*stretches[0])[0]
        return abs(span.page - hint.page), abs(span.start - hint.start)

    return sorted(occurrences, key=distance)


def _flaw(pieces: Sequence[str], stretches: Sequence[Stretch], where: FoldedSource) -> str:
    """What is wrong with a place whose folded characters are the quote's."""
    last = len(stretches) - 1
    for index, stretch in enumerate(stretches):
        cut = _cut_left(stretch, where, elided=index > 0) or _cut_right(stretch, where, elided=index < last)
        if cut:
            return cut
        if turned := _turned(pieces[index], _text(stretch, where)):
            return turned
    return _loose_parts(pieces, stretches, where)


def _cut_left(stretch: Stretch, where: FoldedSource, elided: bool = False) -> str:
    page, offset = where.place(stretch[0])
    cut = cut_before(where.pages[page], offset, elided)
    return f"the quote {cut}" if cut else ""


def _cut_right(stretch: Stretch, where: FoldedSource, elided: bool = False) -> str:
    page, offset = where.place(stretch[1] - 1)
    cut = cut_after(where.pages[page], offset + 1, elided)
    return f"the quote {cut}" if cut else ""


def _turned(piece: str, passage: str) -> str:
    """Spaces may differ, unless they make or unmake a word that turns the sense: "not able", "notable"."""
    ours, theirs = turning_words(plain(piece).text), turning_words(plain(passage).text)
    if ours == theirs:
        return ""
    quoted, stated = (", ".join(f"“{word}”" for word in words) or "no such word" for words in (ours, theirs))
    return f"spaces change the sense: of the words that can turn it, the source has {stated}, the quote {quoted}"


def _loose_parts(pieces: Sequence[str], stretches: Sequence[Stretch], where: FoldedSource) -> str:
    """Short parts around an ellipsis prove something only within one sentence."""
    for index in range(len(stretches) - 1):
        if splits_quantity(pieces[index], pieces[index + 1]):
            return "the quote joins a number and a unit that an ellipsis divides"
        if min(len(piece.split()) for piece in pieces[index : index + 2]) >= _SHORT_PART:
            continue
        if _SENTENCE_END.search(_text((stretches[index][1] - 1, stretches[index + 1][0] + 1), where)):
            return "the quote joins words of different sentences by an ellipsis"
    return ""


def _text(stretch: Stretch, where: FoldedSource) -> str:
    return "\n".join(where.source.pages[place].text[start:end] for place, start, end in where.ranges(*stretch))


def _match(quote: str, stretches: Sequence[Stretch], where: FoldedSource) -> Match:
    spans = tuple(span for stretch in stretches for span in where.spans(*stretch))
    text = " … ".join(_text(stretch, where) for stretch in stretches)
    return Match(spans, "exact" if text == quote.strip() else "folded", text)
