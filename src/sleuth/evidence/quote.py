"""Locates a quote in a source: tolerant on glyphs, strict on values, and always with a reason when it refuses."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from sleuth.evidence.fold import FoldedSource, fold, fold_source
from sleuth.evidence.quotes.bare import bare_source, without_marks
from sleuth.evidence.quotes.borders import cut_after, cut_before, ends_with_number
from sleuth.evidence.quotes.cuts import denied_or_governed, limited
from sleuth.evidence.quotes.elision import ELLIPSIS, joins_wrongly
from sleuth.evidence.quotes.explain import explain
from sleuth.evidence.quotes.rows import rows_of_cells
from sleuth.evidence.quotes.strict import altered_sense
from sleuth.evidence.source import PageSource, Source, Span

__all__ = ["FoldedSource", "Match", "Mismatch", "fold_source", "locate"]

_LONGEST_GAP = 1_500  # folded characters that an elision may leave out
_TRIES = 400  # occurrences looked at before giving up
_LEAST_CELLS = 3  # of a row; two columns may be a sentence beside its number

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
    pieces = _pieces(quote)
    if too_little := _says_too_little(pieces):
        return Mismatch(too_little)
    refusals = []
    for folded in (where, bare_source(where)):
        for text in dict.fromkeys((quote, without_marks(quote))):
            found = _locate(text, folded, hint) if folded is not None else None
            if isinstance(found, Match):
                return found if folded is where else _as_printed(found, where.source)
            refusals += [found] if found is not None else []
    rows = _nearest_rows(quote, where.source, hint) if "|" in quote or "\n" in quote.strip() else None
    return rows or (refusals[0] if refusals else Mismatch(explain(quote, where)))


def _nearest_rows(quote: str, source: Source, hint: Span | None) -> Match | None:
    """A quote of cells as the rows that have them, those nearest to the hint."""
    near = hint or Span(0, 0, 0)
    found = sorted(
        rows_of_cells(quote, source), key=lambda rows: (abs(rows[0].page - near.page), abs(rows[0].start - near.start))
    )
    texts = {page.number: page.text for page in source.pages}
    if not found:
        return None
    return Match(found[0], "folded", " … ".join(texts[row.page][row.start : row.end] for row in found[0]))


def _pieces(quote: str) -> list[str]:
    return [piece for piece in ELLIPSIS.split(quote) if fold(piece).text]


def _locate(quote: str, where: FoldedSource, hint: Span | None) -> Match | Mismatch | None:
    """The first place where the quote's words stand and nothing is wrong; None where they stand nowhere."""
    pieces, refused = _pieces(quote), ""
    for stretches in _nearest(_occurrences(pieces, where), where, hint):
        flaw = _flaw(pieces, stretches, where)
        if not flaw:
            return _match(quote, stretches, where)
        refused = refused or flaw
    return Mismatch(refused) if refused else None


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
        if cut or (cut := altered_sense(pieces[index], _text(stretch, where))):
            return cut
    for before, after in pairwise(stretches):
        if wrong := _wrong_elision(before, after, where):
            return wrong
    return _leaves_out(pieces[-1], stretches, where)


def _cut_left(stretch: Stretch, where: FoldedSource, elided: bool = False) -> str:
    page, offset = where.place(stretch[0])
    if _is_edge_of_row(where, page, where.pages[page].start(offset), "start"):
        return ""
    cut = cut_before(where.pages[page], offset, elided)
    return f"the quote {cut}" if cut else ""


def _cut_right(stretch: Stretch, where: FoldedSource, elided: bool = False) -> str:
    page, offset = where.place(stretch[1] - 1)
    if _is_edge_of_row(where, page, where.pages[page].end(offset), "end"):
        return ""
    cut = cut_after(where.pages[page], offset + 1, elided)
    return f"the quote {cut}" if cut else ""


def _is_edge_of_row(where: FoldedSource, page: int, at: int, side: Literal["start", "end"]) -> bool:
    """Whether a quote begins, or ends, with a row of a sheet or a table: what the row beside it says is not its own."""
    of = where.source.pages[page]
    if where.source.page_source is PageSource.SHEET:
        beside = of.text[at - 1 : at] if side == "start" else of.text[at : at + 1]
        return beside in ("", "\n") and any(getattr(anchor, side) == at for anchor in of.anchors)
    for table in of.tables:
        row = next((cell.row for cell in table.cells() if getattr(cell, side) == at), None)
        edges = [getattr(cell, side) for cell in table.cells() if cell.row == row]
        if len(edges) >= _LEAST_CELLS and at == (min(edges) if side == "start" else max(edges)):
            return True
    return False


def _leaves_out(tail: str, stretches: Sequence[Stretch], where: FoldedSource) -> str:
    """What the sentence around the quote says that turns or limits it; `tail` is how the quote itself ends."""
    page, start, _ = where.ranges(*stretches[0])[0]
    begins_row = _is_edge_of_row(where, page, start, "start")
    if not begins_row and (turned := denied_or_governed(where.source.pages[page].text, start)):
        return f"the quote leaves out “{turned}” before it, which changes what is said"
    page, _, end = where.ranges(*stretches[-1])[-1]
    if _is_edge_of_row(where, page, end, "end"):
        return ""
    own_stop = re.search(r"[.!?][\"”’')\]]*\s*\Z", tail) is not None
    if limit := limited(where.source.pages[page].text, end, own_stop, ends_with_number(tail)):
        return f"the quote leaves out “{limit}” after it, which limits what is said"
    return ""


def _wrong_elision(before: Stretch, after: Stretch, where: FoldedSource) -> str:
    whole, left, right = (_text(part, where) for part in ((before[0], after[1]), before, after))
    return joins_wrongly(left, whole[len(left) : len(whole) - len(right)], right)


def _text(stretch: Stretch, where: FoldedSource) -> str:
    return "\n".join(where.source.pages[place].text[start:end] for place, start, end in where.ranges(*stretch))


def _match(quote: str, stretches: Sequence[Stretch], where: FoldedSource) -> Match:
    spans = tuple(span for stretch in stretches for span in where.spans(*stretch))
    text = " … ".join(_text(stretch, where) for stretch in stretches)
    return Match(spans, "exact" if text == quote.strip() else "folded", text)


def _as_printed(found: Match, source: Source) -> Match:
    """What was located in a source with blanks, in the characters of the source itself."""
    texts = {page.number: page.text for page in source.pages}
    return replace(
        found, how="folded", text=" … ".join(texts[span.page][span.start : span.end] for span in found.spans)
    )
