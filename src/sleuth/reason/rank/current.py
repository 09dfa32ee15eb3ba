"""A value that its document itself changes: the rent at the start, and "For 2025 the rent amounts to …" below it."""

import re
from dataclasses import replace

from sleuth.evidence.prose import states_value
from sleuth.language.asked import Answer
from sleuth.language.times import stated_times
from sleuth.reason.rank.candidate import Candidate
from sleuth.reason.rank.matching import strength
from sleuth.reason.read.reading import Reading, Unit
from sleuth.reason.understand.parts import Question

_VALUES = (Answer.MONEY, Answer.NUMBER, Answer.SHARE)
_SAME = 0.8  # how well a word must be answered to
_CHANGED = re.compile(
    r"\b(?:as (?:adjusted|amended|indexed|increased|revised|of)|adjusted|after indexation|currently|at present|is now"
    r"|has been|(?:with effect )?from (?:\d|january|february|march|april|may|june|july|august"
    r"|september|october|november|december)"
    r"|efter (?:indexering|uppräkning|justering)|för närvarande|numera|från och med|uppräknad|justerad)\b",
    re.IGNORECASE,
)


def with_current(first: Candidate, question: Question, reading: Reading) -> list[Candidate]:
    """The sentence of the same section that states the value for a later time, then the first; else the first alone.

    Both are shown: which of them holds at the time that is meant is for the reader to see.
    """
    if question.asked.answer not in _VALUES or question.times.is_named or first.unit.row is not None:
        return [first]
    if not first.unit.headings:  # running text: what is said of another year is another matter
        return [first]
    own = _latest_year(first.unit)
    found = [
        (year, unit)
        for unit in reading.units(first.evidence.document, first.evidence.page)
        if unit.headings == first.unit.headings
        and unit.start != first.unit.start
        and _states_the_same(question, unit, first.unit)
        and (year := _latest_year(unit)) > own
    ]
    if not found:
        return [first]
    _, latest = max(found, key=lambda pair: pair[0])
    return [replace(first, unit=latest), first]


def _latest_year(unit: Unit) -> int:
    """The latest year that a sentence names; 0 for none, 1 where it only says that the value was changed."""
    years = stated_times(unit.text).years
    return max(years, default=int(_CHANGED.search(unit.text) is not None))


def _states_the_same(question: Question, unit: Unit, first: Unit) -> bool:
    """Whether a sentence states a value of what the first one states it of."""
    if unit.row is not None or unit.is_heading or states_value(question.asked, unit.text) < 1:
        return False
    heads = question.asked.heads
    if heads:
        return all(head & unit.around.own for head in heads)
    told = [
        term
        for term in question.terms
        if term.weight >= 1 and not term.is_name and strength(term, first.around.own, question.language) >= _SAME
    ]
    return bool(told) and all(strength(term, unit.around.own, question.language) >= _SAME for term in told)
