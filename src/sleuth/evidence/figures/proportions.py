"""Shares and ratios that follow from the numbers of the quotes: 12 of 80."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import permutations

from sleuth.evidence.figures.measured import Measured
from sleuth.evidence.reading import Reading
from sleuth.evidence.values import Quantity

_SHARE = re.compile(
    r"(?<!\w)(?:share|percent of|portion|proportion|ratio|margin|represent\w*|account\w*|constitut\w*"
    r"|andel\w*|marginal\w*|kvot\w*|motsvara\w*|utgör|utgjorde|procent av)(?!\w)|%\s(?:of|av)(?!\w)"
)
_TIMES = re.compile(r"(?<!\w)(?:times|ratio|multiple|gånger|kvot\w*)(?!\w)|\d\s?x(?!\w)")
_PART_OF = re.compile(r"(?<!\w)(?:of|av)\s+(?:[^\W\d]+\s+)*\Z")


def proportions(claim: Reading, quantity: Quantity, numbers: Sequence[Measured]) -> Iterator[tuple[str, Decimal]]:
    """What the sentence's words ask for of the numbers: a share or a ratio."""
    if quantity.unit == "percent" and _SHARE.search(claim.plain):
        yield from _shares(claim, numbers)
    if quantity.unit in ("times", "") and _TIMES.search(claim.plain):
        yield from _ratios(claim, numbers)


def _shares(claim: Reading, numbers: Sequence[Measured]) -> Iterator[tuple[str, Decimal]]:
    ours = {word.stem for word in claim.content}
    for part, whole in permutations(numbers, 2):
        rivals = [number for number in numbers if number is not whole]
        fits = len(part.label.stems & ours) == max(len(rival.label.stems & ours) for rival in rivals)
        if whole.quantity.value and fits and _comparable(part, whole) and _is_part(claim, part, whole):
            share = part.quantity.value / whole.quantity.value * 100
            yield f"{part.quantity.text} / {whole.quantity.text} × 100", share


def _comparable(part: Measured, whole: Measured) -> bool:
    """The same unit; in "of 200 employees, 50 are women" the part leaves the unit out."""
    one, two = part.quantity.unit, whole.quantity.unit
    if {"percent", "points", "basis points"} & {one, two} or _at_other_times(part, whole):
        return False
    frame = part.sentence is whole.sentence and _PART_OF.search(whole.before)
    return one == two or bool(frame and not one)


def _at_other_times(one: Measured, two: Measured) -> bool:
    return bool(one.label.dates and two.label.dates) and not any(
        date.stated_by(other) or other.stated_by(date) for date in one.label.dates for other in two.label.dates
    )


def _is_part(claim: Reading, part: Measured, whole: Measured) -> bool:
    """The part is named before the whole ("R&D was 12 % of sales"), unless the words cannot tell them apart."""
    smaller = part.quantity.value <= whole.quantity.value
    framed = part.sentence is whole.sentence and smaller and _PART_OF.search(whole.before)
    places = {word.stem: word.start for word in reversed(claim.content)}
    own = [places[stem] for stem in part.label.stems - whole.label.stems if stem in places]
    others = [places[stem] for stem in whole.label.stems - part.label.stems if stem in places]
    if framed and own:
        return True
    if own and others:
        return min(own) < min(others)
    return smaller and bool(own)


def _ratios(claim: Reading, numbers: Sequence[Measured]) -> Iterator[tuple[str, Decimal]]:
    for upper, lower in permutations(numbers, 2):
        if upper.quantity.unit == lower.quantity.unit and lower.quantity.value and _named(claim, upper, lower):
            yield f"{upper.quantity.text} / {lower.quantity.text}", upper.quantity.value / lower.quantity.value


def _named(claim: Reading, upper: Measured, lower: Measured) -> bool:
    """Whether the sentence names what either number is said of, or the two are of one thing at two times."""
    stems = {word.stem for word in claim.content}
    one, two = upper.label.stems - lower.label.stems, lower.label.stems - upper.label.stems
    return (not one or bool(one & stems)) and (not two or bool(two & stems))
