"""Is a citation on its page? Judged on poppler's text, with a folding of its own: none of our reading code is used.

A quote is found as one run of words and values; else in parts, each of them one run, as cells and their headers are
cited; else by its words in order; else by its words in any order, which is how columns look that two extractors read
differently. Each is counted apart, for each says less than the one before.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from pathlib import Path

from sleuth.answering.run import Research
from sleuth.answering.verification import Citation
from sleuth.evals.cases import Answerable
from sleuth.evals.figures import CITATIONS, Figure, figure
from sleuth.evals.poppler import poppler_pages

_ELISION = re.compile(r"\s*…\s*")  # between the parts of a citation
_HYPHEN = re.compile(r"(?<=\w)[-‐‑­]\s*")  # at a line's end or in a compound: extractors differ
_SIGN = re.compile(r"(?<![\w.)])[-−–(](?=\s*[$€£]?\s*\d)")
_BEFORE_AMOUNT = re.compile(r"~[\s$€£]*")
_WORD = re.compile(r"~?\d+(?:[.,]\d+)*|[^\W\d_]+")


class Found(StrEnum):
    """How a quote stands on its page."""

    RUN = "as one run"
    PARTS = "in parts, each one run"
    ORDER = "by its words in order"
    WORDS = "by its words in any order"
    MISSING = "not found"

    @property
    def rank(self) -> int:
        """The better found, the lower."""
        return list(Found).index(self)


@dataclass(frozen=True, slots=True)
class Check:
    """One citation, looked up."""

    set: str
    group: str
    filename: str
    page: int
    quote: str
    found: Found


def check_citations(name: str, results: Iterable[tuple[Answerable, Research]], folder: Path) -> Iterator[Check]:
    """Every citation of these answers that points into a PDF."""
    for case, research in results:
        for citation in research.citations:
            if citation.filename.lower().endswith(".pdf"):
                found = find_citation(citation, poppler_pages(folder / citation.filename))
                allowed = citation.filename in case.filenames
                yield Check(
                    name,
                    case.group,
                    citation.filename,
                    citation.page,
                    citation.text,
                    found if allowed else Found.MISSING,
                )


def find_citation(citation: Citation, orders: Sequence[Sequence[str]]) -> Found:
    """How a citation stands on the pages that it claims, in the order of poppler that serves it best."""
    last = max((span.page for span in citation.spans), default=citation.page)
    return min(
        (find("\n".join(pages[citation.page - 1 : last]), citation.text) for pages in orders),
        key=lambda found: found.rank,
    )


def find(page: str, quote: str) -> Found:
    """How a quote, its parts joined by an ellipsis, stands in a page's text."""
    there, parts = fold(page), [fold(part) for part in _ELISION.split(quote)]
    parts = [part for part in parts if part]
    if not parts:
        return Found.MISSING
    if all(_run(part) in _run(there) for part in parts):
        return Found.RUN if len(parts) == 1 else Found.PARTS
    wanted = list(chain.from_iterable(parts))
    if _is_subsequence(wanted, there):
        return Found.ORDER
    return Found.MISSING if Counter(wanted) - Counter(there) else Found.WORDS


def fold(text: str) -> list[str]:
    """The words and values of a text: case, hyphens, punctuation and glyphs aside; a minus is part of its value."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return _WORD.findall(_BEFORE_AMOUNT.sub("~", _SIGN.sub("~", _HYPHEN.sub("", plain))))


def _run(words: Sequence[str]) -> str:
    """Words without the spaces, on which extractors differ; values keep their edges, so that 1.5 is not in 21.5."""
    return "".join(word if word.isalpha() else f"|{word}|" for word in words)


def _is_subsequence(wanted: Sequence[str], there: Sequence[str]) -> bool:
    rest = iter(there)
    return all(word in rest for word in wanted)


def citation_figures(checks: Sequence[Check]) -> Iterator[Figure]:
    """The share found, for each set and for all, and how: on a page of a file that the question named."""
    if not checks:
        return
    for name in (*dict.fromkeys(check.set for check in checks), "all sets"):
        own = [check for check in checks if name in (check.set, "all sets")]
        yield _share(name, "found on its page by pdftotext", own, set(Found) - {Found.MISSING})
    for found in Found:
        yield _share("all sets", found.value, checks, {found})


def _share(name: str, measure: str, checks: Sequence[Check], wanted: set[Found]) -> Figure:
    return figure(CITATIONS, name, measure, [(check.group, float(check.found in wanted)) for check in checks])
