"""Sentences that cannot stand alone: "such notice", "the Customer may then …" need the one before in their clause."""

import re
from collections.abc import Sequence
from dataclasses import replace

from sleuth.reason.protocol import Evidence
from sleuth.reason.rank.ranking import Candidate
from sleuth.reason.read.reading import Reading, Unit

_MOST_BEFORE, _MOST_AFTER = 2, 2
_OPENING = 90  # characters in which a sentence says that it goes on from another
_GOES_ON = re.compile(
    r"\b(?:then|thereupon|such|said|in that (?:case|event)|in this (?:case|event)|any other|otherwise"
    r"|the foregoing|that right|därvid|sådan[ta]?|i så fall|i annat fall|då)\b(?! as\b)",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"\W*(?:[\d.]+\s+)?(?:other|övriga?|andra) [a-zåäö]", re.IGNORECASE
)  # than those of the sentence before
_CONDITION = re.compile(r"\b(?:if|when|trigger\w*|happens?|om|vid|utlös\w*|händer)\b", re.IGNORECASE)
_CONSEQUENCE = re.compile(
    r"\b(?:terminat\w+|consent|notif\w+|notice|deemed|due|repa\w+|säga upp|samtycke|uppsägning|förfaller)\b",
    re.IGNORECASE,
)


def with_linked(candidate: Candidate, question: str, evidence: Sequence[Evidence], reading: Reading) -> list[Candidate]:
    """A candidate between the sentences of its clause that it goes on from, and those that say what follows from it."""
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
    return [candidate if n == at else replace(candidate, unit=units[n]) for n in range(first, last + 1)]


def _goes_on(unit: Unit) -> bool:
    return (
        unit.around.refers or _OTHERS.match(unit.text) is not None or _GOES_ON.search(unit.text[:_OPENING]) is not None
    )


def _follows(unit: Unit, of: Unit) -> bool:
    """Whether a sentence goes on from one before in its clause, and says what may be done or must be."""
    return _same(unit, of) and _goes_on(unit) and _CONSEQUENCE.search(unit.text) is not None


def _same(one: Unit, other: Unit) -> bool:
    return one.headings == other.headings
