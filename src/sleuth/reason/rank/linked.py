"""Sentences that cannot stand alone: "such notice", "the Customer may then …" need the one before in their clause."""

import re
from dataclasses import replace

from sleuth.reason.rank.candidate import Candidate
from sleuth.reason.read.reading import Reading, Unit

_MOST_BEFORE, _MOST_AFTER = 2, 2
_OPENING = 90  # characters in which a sentence says that it goes on from another
_GOES_ON = re.compile(
    r"\b(?:then|thereupon|such|said|in that (?:case|event)|in this (?:case|event)|any other|otherwise"
    r"|the foregoing|that right|(?:without|failing) (?:that|this)"
    r"|därvid|sådan[ta]?|i så fall|i annat fall|då)\b(?! as\b)",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"\W*(?:[\d.]+\s+)?(?:other|övriga?|andra) [a-zåäö]", re.IGNORECASE
)  # than those of the sentence before
_NUMBER = re.compile(r"\W*(?:§\s?)?\d+\.\d+[.)]?\s")  # "7.1 Upon a change of control"
_EXCEPTION = re.compile(
    r"\b(?:however|notwithstanding|by way of exception|as an exception|in deviation"
    r"|(?:does|do|shall|will) not apply|gäller (?:dock )?inte|dock|undantag(?:et|en)?)\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"\b(?:if|when|trigger\w*|happens?|om|vid|utlös\w*|händer)\b", re.IGNORECASE)
_CONSEQUENCE = re.compile(
    r"\b(?:terminat\w+|cancel\w*|consent|notif\w+|notice|deemed|due|repa\w+|säga upp|samtycke|uppsägning|förfaller)\b",
    re.IGNORECASE,
)


def with_linked(candidate: Candidate, question: str, reading: Reading) -> list[Candidate]:
    """A candidate between the sentences of its clause that it goes on from, and those that say what follows from it.

    The exception that stands right behind a rule is shown with it: the rule alone would tell the reverse.
    """
    if candidate.unit.row is not None:
        return [candidate]
    here = candidate.evidence
    units = [unit for unit in reading.units(here.document, here.page) if unit.row is None and not unit.is_heading]
    at = next((n for n, unit in enumerate(units) if unit.start == candidate.unit.start), None)
    if at is None:
        return [candidate]
    first = at
    while first > 0 and at - first < _MOST_BEFORE and _goes_on(units[first]) and _same(units[first - 1], units[at]):
        first -= 1
    last = at
    if _CONDITION.search(question):
        while last + 1 < len(units) and last - at < _MOST_AFTER and _follows(units[last + 1], units[at]):
            last += 1
    while last + 1 < len(units) and last - at < _MOST_AFTER and _excepts(units[last + 1], units[at]):
        last += 1
    return [candidate if n == at else replace(candidate, unit=units[n]) for n in range(first, last + 1)]


def _excepts(unit: Unit, of: Unit) -> bool:
    """Whether a sentence takes something out of what one before it in its clause says."""
    return _same(unit, of) and _EXCEPTION.search(unit.text[:_OPENING]) is not None


def _goes_on(unit: Unit) -> bool:
    opening = unit.text[:_OPENING]
    goes_on = _OTHERS.match(opening) or _GOES_ON.search(opening) or _EXCEPTION.search(opening)
    return unit.around.refers or goes_on is not None


def _follows(unit: Unit, of: Unit) -> bool:
    """Whether a sentence goes on from one before in its clause, and says what may be done or must be.

    In a numbered clause each sentence goes on from the first, until the next number.
    """
    goes_on = _goes_on(unit) or (_NUMBER.match(of.text) and not _NUMBER.match(unit.text))
    return _same(unit, of) and bool(goes_on) and _CONSEQUENCE.search(unit.text) is not None


def _same(one: Unit, other: Unit) -> bool:
    return one.headings == other.headings
