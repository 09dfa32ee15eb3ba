"""Lists: the items beside one that answers."""

import re
from collections.abc import Sequence

from sleuth.reason.rank.matching import strength
from sleuth.reason.rank.ranking import Candidate
from sleuth.reason.understand.parts import Question

_MOST_SIBLINGS = 5
_AS_GOOD = 0.15
_MARKS = {
    "bullet": re.compile(r"\W*[•▪●▪◦*·–-]\s"),
    "roman": re.compile(r"\(?(?:[ivx]{1,4})[.)]\s*(?=\S)"),
    "letter": re.compile(r"\(?[a-zA-Z][.)]\s*(?=\S)"),
    "number": re.compile(r"\(?\d{1,2}[.)]\s*(?=\S)"),
}


def siblings(first: Candidate, ranked: Sequence[Candidate], question: Question) -> list[Candidate]:
    """Other items of the enumeration that a candidate stands in which say as much of what is asked, in their order."""
    said = {term.stem for term in question.terms if strength(term, first.unit.around.own, question.language) > 0}
    terms = [term for term in question.terms if term.stem in said]
    kind = mark_of(first.unit.text)
    if not kind:
        return []
    same = (
        other
        for other in ranked
        if other.answers
        and other.unit is not first.unit
        and other.evidence.page.number == first.evidence.page.number
        and other.score >= first.score - _AS_GOOD
        and other.unit.headings == first.unit.headings
        and mark_of(other.unit.text) == kind
        and all(strength(term, other.unit.around.own, question.language) > 0 for term in terms)
    )
    return sorted(same, key=lambda other: other.unit.start)[:_MOST_SIBLINGS]


def mark_of(text: str) -> str:
    """How a list's item is marked: "(a)", "(ii)", "3.", a bullet; "" for no item."""
    start = text.lstrip()
    if re.match(r"\(?i[.)]", start):  # one alone may be the first roman number
        return "roman"
    return next((kind for kind, mark in _MARKS.items() if mark.match(start)), "")
