"""Says why a quote is refused: the passage it comes nearest to, and the first thing in which the two differ."""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import pairwise

from rapidfuzz import fuzz

from sleuth.evidence.fold import Folded, FoldedSource, fold
from sleuth.evidence.polarity import weighs

_ALIKE = 62  # of 100; below, a passage does not resemble the quote
_MARGIN = 40  # folded characters around the best alignment, for what a quote leaves out
_SHOWN = 8  # words of a difference that are shown


def explain(quote: str, source: FoldedSource) -> str:
    """The most useful reason why `quote` is not in `source`."""
    words, forms = _words(quote)
    pairs = ["".join(pair) for pair in pairwise(forms)] or forms
    page = max(source.pages, key=lambda page: sum(pair in page.text for pair in pairs))
    found = fuzz.partial_ratio_alignment("".join(forms), page.text)
    if found is None or found.score < _ALIKE:
        return _missing_words(words, forms, source)
    place = source.pages.index(page)
    stretch = _stretch(source.source.pages[place].text, page, found.dest_start, found.dest_end)
    differences = list(_differences(*_words(stretch), words, forms))
    where = f" ({source.source.pages[place].label})"
    if not differences:
        return f"the source has these words{where}, but not together in this order"
    return max(differences, key=lambda difference: difference[0])[1] + where


def _stretch(text: str, page: Folded, start: int, end: int) -> str:
    """The whole words of a page's text around folded characters [start, end)."""
    low = page.start(max(0, start - _MARGIN))
    high = page.end(min(len(page.text), end + _MARGIN) - 1)
    spans = [word.span() for word in re.finditer(r"\S+", text) if word.end() > low and word.start() < high]
    return text[spans[0][0] : spans[-1][1]]


def _words(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words of a text as printed and as folded; line-end hyphens joined, ornaments left out."""
    joined = re.sub(r"(?<=[^\W\d_])[-\u00ad\u2010]\s*\n\s*(?=[^\W\d_])", "", text)
    pairs = [(word, form) for word in joined.split() if (form := _form(word))]
    return tuple(word for word, _ in pairs), tuple(form for _, form in pairs)


@lru_cache(maxsize=65536)
def _form(word: str) -> str:
    return fold(word).text


def _differences(
    source_words: Sequence[str], source_forms: Sequence[str], words: Sequence[str], forms: Sequence[str]
) -> Iterator[tuple[int, str]]:
    """Each difference with its weight; what only frames the passage on either side is none."""
    steps = SequenceMatcher(None, source_forms, forms, autojunk=False).get_opcodes()
    for place, (kind, begin, end, c, d) in enumerate(steps):
        # Of a replacement at an edge only as much of the source is shown as of the quote: the rest frames the passage.
        replaced = kind == "replace"
        a = max(begin, end - (d - c)) if replaced and place == 0 else begin
        b = min(end, begin + (d - c)) if replaced and place == len(steps) - 1 and place else end
        framing = kind == "delete" and place in (0, len(steps) - 1)
        if kind == "equal" or framing or "".join(source_forms[a:b]) == "".join(forms[c:d]):
            continue
        theirs, ours = _shown(source_words[a:b]), _shown(words[c:d])
        weight = max((weighs(form) for form in (*source_forms[a:b], *forms[c:d])), default=0)
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
