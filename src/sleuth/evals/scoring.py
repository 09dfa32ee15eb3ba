"""Judges an answer against what is known to be right. Each judgement is 0 or 1, or None where it does not apply."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sleuth.answering.run import Research
from sleuth.evals.cases import Answerable
from sleuth.language.dates import is_year

Judgement = float | None

_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_SCALES = (1.0, 1e3, 1e6, 1e9)
_CLOSE = 0.006  # relative: an answer may be rounded to two digits less than the gold one


@dataclass(frozen=True, slots=True)
class Scorer:
    """One thing that can be right or wrong about an answer."""

    name: str
    judge: Callable[[Answerable, Research], Judgement]


def answered(case: Answerable, research: Research) -> Judgement:
    """Of the questions that have an answer: was one given?"""
    return None if case.is_absent else float(bool(research.citations))


def refused(case: Answerable, research: Research) -> Judgement:
    """Of the questions without an answer: was it refused?"""
    return float(not research.citations) if case.is_absent else None


def contains(case: Answerable, research: Research) -> Judgement:
    """Of the questions that have an answer: does what was said hold it?"""
    if case.is_absent:
        return None
    said = _fold(f"{research.answer} {' '.join(citation.text for citation in research.citations)}")
    return float(any(_fold(answer) in said for answer in case.answers)) if research.citations else 0.0


def precise(case: Answerable, research: Research) -> Judgement:
    """Of the answers given to any question: do they hold a right one? An answer where none exists is wrong."""
    if not research.citations:
        return None
    return 0.0 if case.is_absent else contains(case, research)


def page_hit(case: Answerable, research: Research) -> Judgement:
    """Of the questions that have an answer: is one of its pages cited?"""
    if case.is_absent or case.pages is None:
        return None
    return float(any(citation.page in case.pages.get(citation.filename, ()) for citation in research.citations))


def file_recall(case: Answerable, research: Research) -> Judgement:
    """The share of the files to be cited that are."""
    return len({c.filename for c in research.citations} & case.files) / len(case.files) if case.files else None


def number_contained(case: Answerable, research: Research) -> Judgement:
    """Of the questions whose answer has figures: is one of them in what was said, in any scale?"""
    wanted = [value for answer in case.answers for value in _figures(answer)]
    if case.is_absent or not wanted:
        return None
    said = _figures(f"{research.answer} {' '.join(citation.text for citation in research.citations)}")
    return float(any(_same(one, other) for one in wanted for other in said))


def verbatim(case: Answerable, research: Research) -> Judgement:
    """Of the answers from a paragraph: does every citation stand in it, character for character?"""
    return float(all(citation.text in case.text for citation in research.citations)) if research.citations else None


def _fold(text: str) -> str:
    return re.sub(r"[\W_]+", " ", unicodedata.normalize("NFKC", text).lower()).strip()


def _figures(text: str) -> list[float]:
    found = [match[0] for match in _NUMBER.finditer(text) if not is_year(match[0])]
    return [value for value in (float(one.replace(",", "")) for one in found) if value >= 1 or "." in str(value)]


def _same(one: float, other: float) -> bool:
    if one < 10 and one == int(one):
        return False  # a lone digit is a footnote or a quarter as often as an amount
    return any(abs(one * a - other) <= _CLOSE * abs(other) for scale in _SCALES for a in (scale, 1 / scale))


SCORERS: Mapping[str, tuple[Scorer, ...]] = {
    "examples": (
        Scorer("contains the answer", contains),
        Scorer("page hit", page_hit),
        Scorer("answered", answered),
        Scorer("absent refused", refused),
    ),
    "kgrag_sec10q": (
        Scorer("answered", answered),
        Scorer("cited-file recall", file_recall),
        Scorer("figure contained", number_contained),
    ),
    "cuad": (
        Scorer("page hit", page_hit),
        Scorer("answered", answered),
        Scorer("absent refused", refused),
    ),
    "financebench": (
        Scorer("page hit", page_hit),
        Scorer("answered", answered),
        Scorer("figure contained", number_contained),
    ),
    **dict.fromkeys(
        ("squad2_en", "squad2_sv"),
        (
            Scorer("contains the answer", contains),
            Scorer("answered", answered),
            Scorer("absent refused", refused),
            Scorer("right when answering", precise),
            Scorer("citations verbatim", verbatim),
        ),
    ),
}
