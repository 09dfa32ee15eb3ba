"""Comparisons in words that follow from two numbers of the quotes: "increased", "was higher than"."""

from collections.abc import Iterator, Sequence

from sleuth.evidence.figures.arithmetic import CHANGE, THAN, ordered
from sleuth.evidence.figures.measured import Measured, measured
from sleuth.evidence.reading import Reading
from sleuth.language.dates import Date


def compare(claim: Reading, evidence: Sequence[Reading]) -> str:
    """The comparison behind a direction that the quotes state only by numbers, as "5.2 > 4.0"; "" if there is none."""
    said = CHANGE.search(claim.plain)
    if not said or any(CHANGE.search(reading.plain) for reading in evidence):
        return ""
    for old, new in _pairs(claim, measured(evidence)):
        rose = new.quantity.value > old.quantity.value
        if old.quantity.value != new.quantity.value and rose == bool(said["up"]):
            return f"{new.quantity.text} {'>' if rose else '<'} {old.quantity.text}"
    return ""


def _pairs(claim: Reading, numbers: Sequence[Measured]) -> Iterator[tuple[Measured, Measured]]:
    """Two numbers of the claim's subject, of one unit, the second of which the claim compares with the first."""
    subject = {word.stem for word in claim.content}
    known = [number for number in numbers if number.label.stems & subject]
    than = THAN.search(claim.plain)
    for old, new in ordered(claim, known):
        if old.quantity.unit == new.quantity.unit and not than:
            yield old, new
    if than:
        left = [date for date in claim.dates if date.start < than.start()]
        right = [date for date in claim.dates if date.start > than.start()]
        for new in known:
            for old in known:
                if old.quantity.unit == new.quantity.unit and _stated(left, new) and _stated(right, old):
                    yield old, new


def _stated(dates: Sequence[Date], number: Measured) -> bool:
    return bool(dates) and all(any(date.stated_by(other) for other in number.label.dates) for date in dates)
