"""Whether a number that the quotes state is said there of another time, or of another thing."""

from collections.abc import Iterator, Sequence

from sleuth.evidence.claims.licences import in_base_unit, must_differ
from sleuth.evidence.figures.labels import Label, labels
from sleuth.evidence.figures.measured import Measured
from sleuth.evidence.reading import Reading


def conflict(claim: Reading, numbers: Sequence[Measured]) -> tuple[str, str]:
    """The kind and the reason of the first number of the claim that is another's in the quotes; ("", "") if none is."""
    for quantity, label in zip(claim.quantities, labels(claim), strict=True):
        if not quantity.unit and not quantity.scale:
            continue
        same = [number for number in numbers if in_base_unit(number.quantity) == in_base_unit(quantity)]
        reasons = [next(_conflicts(label, number, numbers), ("", "")) for number in same]
        if reasons and all(kind for kind, _ in reasons):
            return reasons[0]
    return "", ""


def _conflicts(label: Label, number: Measured, numbers: Sequence[Measured]) -> Iterator[tuple[str, str]]:
    shown = number.quantity.text
    for date in label.dates:
        dates = number.label.dates
        if dates and date.year and all(must_differ(date, other) for other in dates):
            yield "date", f"the quote gives {shown} for {dates[0].text}, not for {date.text}"
    for other in numbers:
        if other.quantity.value == number.quantity.value or other.quantity.unit != number.quantity.unit:
            continue
        theirs_only = label.stems & other.label.stems - number.label.stems
        if theirs_only and not label.stems & number.label.stems - other.label.stems:
            yield "value", f"the quote gives {other.quantity.text} for “{min(theirs_only)}…”, not {shown}"
