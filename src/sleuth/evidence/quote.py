"""Locates a quote in a source: tolerant on glyphs, strict on values, and always with a reason when it refuses."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from sleuth.evidence.borders import cut_after, cut_before
from sleuth.evidence.fold import FoldedSource, fold, fold_source
from sleuth.evidence.source import Source, Span

__all__ = ["FoldedSource", "Match", "Mismatch", "fold_source", "locate"]

_ELISION = re.compile(r"\s*(?:[\[(]\s*(?:\.\s?\.\s?\.+|…)\s*[\])]|\.\s?\.\s?\.[.\s]*|…+)\s*")
_LONGEST_GAP = 1_500  # folded characters that an elision may leave out
_TRIES = 200  # occurrences looked at before giving up


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
    """Find `quote` in `source`, the occurrence nearest to `hint` if there are several."""
    where = source if isinstance(source, FoldedSource) else fold_source(source)
    parts = [folded for piece in _ELISION.split(quote) if (folded := fold(piece).text)]
    if not parts:
        return Mismatch("the quote holds no words")
    refused = ""
    for stretch in _stretches(parts, where):
        cut = _cut(stretch, where)
        if not cut:
            return _match(quote, stretch, where)
        refused = refused or cut
    return Mismatch(refused or "the quote is not in the source")


def _stretches(parts: list[str], where: FoldedSource) -> Iterator[list[tuple[int, int]]]:
    first = parts[0]
    at = where.text.find(first)
    tries = 0
    while at >= 0 and tries < _TRIES:
        stretch = [(at, at + len(first))]
        for part in parts[1:]:
            done = stretch[-1][1]
            following = where.text.find(part, done, done + _LONGEST_GAP + len(part))
            if following < 0:
                break
            stretch.append((following, following + len(part)))
        else:
            yield stretch
        tries += 1
        at = where.text.find(first, at + 1)


def _cut(stretch: list[tuple[int, int]], where: FoldedSource) -> str:
    for start, end in stretch:
        page, offset = where.place(start)
        if cut := cut_before(where.pages[page], offset):
            return f"the quote {cut}"
        page, offset = where.place(end - 1)
        if cut := cut_after(where.pages[page], offset + 1):
            return f"the quote {cut}"
    return ""


def _match(quote: str, stretch: list[tuple[int, int]], where: FoldedSource) -> Match:
    spans = tuple(span for start, end in stretch for span in where.spans(start, end))
    texts = {page.number: page.text for page in where.source.pages}
    text = " … ".join(
        "\n".join(texts[span.page][span.start : span.end] for span in where.spans(start, end)) for start, end in stretch
    )
    return Match(spans, "exact" if text == quote.strip() else "folded", text)
