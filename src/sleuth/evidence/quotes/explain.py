"""Says why a quote is refused: the passage it comes nearest to, and the first thing in which the two differ."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from rapidfuzz import fuzz

from sleuth.evidence.fold import FoldedSource, fold
from sleuth.evidence.polarity import weighs

_WINDOWS = 3  # passages compared
_MOST_ANCHORS = 24  # of one length, spread over the quote
_MOST_PLACES = 8  # of one anchor that are looked at
_ALIKE = 62  # of 100; below, a passage does not resemble the quote
_ANCHORS = (4, 3, 2, 1)  # words that a passage shares with the quote, the longest run first
_MARGIN = 6  # words around the best alignment, for what a quote leaves out
_SHOWN = 8  # words of a difference that are shown
_BUCKET = 64  # folded characters within which anchors vote for the same place


@dataclass(frozen=True, slots=True)
class _Passage:
    """A stretch of the source as words, each with its folded form."""

    page: int  # 0-based place
    words: tuple[str, ...]
    forms: tuple[str, ...]
    likeness: float


def explain(quote: str, source: FoldedSource) -> str:
    """The most useful reason why `quote` is not in `source`."""
    words, forms = _words(quote)
    passages = [_passage(page, text, "".join(forms)) for page, text in _windows(forms, source)]
    best = max(passages, key=lambda passage: passage.likeness, default=None)
    if best is None or best.likeness < _ALIKE:
        return _missing_words(words, forms, source)
    differences = list(_differences(best, words, forms))
    where = f" ({source.source.pages[best.page].label})"
    if not differences:
        return f"the source has these words{where}, but not together in this order"
    return max(differences, key=lambda difference: difference[0])[1] + where


def _words(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words of a text as printed and as folded; line-end hyphens joined, ornaments left out."""
    joined = re.sub(r"(?<=[^\W\d_])[-\u00ad\u2010]\s*\n\s*(?=[^\W\d_])", "", text)
    pairs = [(word, form) for word in joined.split() if (form := _form(word))]
    return tuple(word for word, _ in pairs), tuple(form for _, form in pairs)


@lru_cache(maxsize=65536)
def _form(word: str) -> str:
    return fold(word).text


def _windows(forms: Sequence[str], source: FoldedSource) -> Iterator[tuple[int, str]]:
    """The stretches of the source where most runs of the quote's words fall into place."""
    votes: Counter[int] = Counter()
    starts = [sum(map(len, forms[:index])) for index in range(len(forms))]
    for size in _ANCHORS:
        for index in range(0, len(forms) - size + 1, 1 + len(forms) // _MOST_ANCHORS):
            anchor = "".join(forms[index : index + size])
            if len(anchor) >= 5:
                _vote(anchor, starts[index], size, source.text, votes)
        if votes:
            break
    length = sum(map(len, forms))
    for bucket, _ in votes.most_common(_WINDOWS):
        start = max(0, bucket * _BUCKET - _BUCKET)
        yield from _stretch(source, start, min(len(source.text), start + length + 3 * _BUCKET))


def _vote(anchor: str, offset: int, weight: int, text: str, votes: Counter[int]) -> None:
    at = text.find(anchor)
    for _ in range(_MOST_PLACES):
        if at < 0:
            return
        votes[max(0, at - offset) // _BUCKET] += weight
        at = text.find(anchor, at + 1)


def _stretch(source: FoldedSource, start: int, end: int) -> Iterator[tuple[int, str]]:
    if end <= start:
        return
    ranges = source.ranges(start, end)
    yield ranges[0][0], "\n".join(source.source.pages[page].text[low:high] for page, low, high in ranges)


def _passage(page: int, text: str, quote: str) -> _Passage:
    """The part of a window that aligns with the quote."""
    words, forms = _words(text)
    found = fuzz.partial_ratio_alignment(quote, "".join(forms))
    if found is None:
        return _Passage(page, words, forms, 0)
    first, last, at = len(forms), 0, 0
    for index, form in enumerate(forms):
        if at < found.dest_end and at + len(form) > found.dest_start:
            first, last = min(first, index), index + 1
        at += len(form)
    first, last = max(0, first - _MARGIN), min(len(forms), last + _MARGIN)
    return _Passage(page, words[first:last], forms[first:last], found.score)


def _differences(passage: _Passage, words: Sequence[str], forms: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Each difference with its weight; what only frames the passage on either side is none."""
    steps = SequenceMatcher(None, passage.forms, forms, autojunk=False).get_opcodes()
    for place, (kind, begin, end, c, d) in enumerate(steps):
        # Of a replacement at an edge only as much of the source is shown as of the quote: the rest frames the passage.
        replaced = kind == "replace"
        a = max(begin, end - (d - c)) if replaced and place == 0 else begin
        b = min(end, begin + (d - c)) if replaced and place == len(steps) - 1 and place else end
        framing = kind == "delete" and place in (0, len(steps) - 1)
        if kind == "equal" or framing or "".join(passage.forms[a:b]) == "".join(forms[c:d]):
            continue
        theirs, ours = _shown(passage.words[a:b]), _shown(words[c:d])
        weight = max((weighs(form) for form in (*passage.forms[a:b], *forms[c:d])), default=0)
        if kind == "replace":
            yield weight, f"the source says “{theirs}”, the quote says “{ours}”"
        elif kind == "delete":
            yield weight, f"the quote leaves out “{theirs}”, which the source says"
        else:
            yield weight, f"the quote adds “{ours}”, which the source does not say"


def _shown(words: Sequence[str]) -> str:
    kept = " ".join(words[:_SHOWN]) + (" …" if len(words) > _SHOWN else "")
    return kept.strip(" .,;:")


def _missing_words(words: Sequence[str], forms: Sequence[str], source: FoldedSource) -> str:
    missing = [word.strip(".,;:()“”\"'") for word, form in zip(words, forms, strict=True) if form not in source.text]
    if missing and len(missing) <= len(words) / 3:
        return f"the words “{', '.join(dict.fromkeys(missing[:_SHOWN]))}” are not in the source"
    return "no passage of the document resembles this quote"
