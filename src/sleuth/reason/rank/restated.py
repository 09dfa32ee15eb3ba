"""A value that its document only reports of an earlier paper, and states anew below: "the claim is increased to …".

What the earlier letter said is no longer what is, and is not told as that.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sleuth.evidence.prose import announces, states_value
from sleuth.findings.records.reading import is_total
from sleuth.language.asked import Answer
from sleuth.reason.rank.candidate import Candidate
from sleuth.reason.read.reading import Reading, Unit
from sleuth.reason.understand.parts import Question
from sleuth.reason.understand.phrases import says

_AMOUNTS = (Answer.MONEY, Answer.NUMBER, Answer.SHARE)
_MOST_BETWEEN = 10  # sentences between what was said before and what is said now


def with_restated(first: Candidate, question: Question, reading: Reading) -> list[Candidate]:
    """What the document says now, with the total of the table that it announces; the candidate alone otherwise."""
    is_reported = question.asked.answer in _AMOUNTS and says("reported", first.unit.text)
    if not is_reported or question.times.is_named or says("reported", question.text):
        return [first]
    units = reading.units(first.evidence.document, first.evidence.page)
    behind = [unit for unit in units if unit.row is None and unit.start >= first.unit.end][:_MOST_BETWEEN]
    now = next((unit for unit in behind if says("restated", unit.text)), None)
    if now is None:
        return [first]
    if not announces(now.text):
        return [replace(first, unit=now)] if states_value(question.asked, now.text) == 1.0 else [first]
    lead = " ".join(now.text.split())
    totals = [replace(first, unit=row, value=None, follows=lead) for row in _totals(units, now)]
    return [replace(first, unit=now), *totals] if totals else [first]


def _totals(units: Sequence[Unit], lead: Unit) -> Iterator[Unit]:
    """The row that adds up the table right behind a sentence."""
    below = [unit for unit in units if unit.start >= lead.end]
    until = min((unit.start for unit in below if unit.row is None), default=None)
    for unit in below:
        if unit.row is not None and (until is None or unit.start < until) and is_total(unit.row.label):
            yield unit
            return
