"""Numbers and dates of a sentence that its quotes give otherwise."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import permutations

from sleuth.evidence.bindings.doubt import Doubt
from sleuth.evidence.figures.equal import in_base_unit, is_reckoned, same_time
from sleuth.evidence.figures.measured import measured
from sleuth.evidence.reading import Reading
from sleuth.evidence.tokens import Time, words_of
from sleuth.evidence.values import Quantity
from sleuth.language.calendar import Calendar

# Months and quarters of a year, halves and doubles.
_TIMES = [factor for times in (2, 4, 12) for factor in (Decimal(times), 1 / Decimal(times))]


def contradicted(claim: Reading, evidence: Sequence[Reading], calendar: Calendar | None) -> Iterator[Doubt]:
    """The numbers, then the dates that the quotes do not say and of which they say others."""
    yield from _values(claim, evidence)
    yield from _dates(claim, evidence, calendar)


def _values(claim: Reading, evidence: Sequence[Reading]) -> Iterator[Doubt]:
    """A number that the quotes give otherwise."""
    stated = [number.quantity for number in measured(evidence)]
    for quantity in claim.quantities:
        if any(_states(other, quantity) or _allows(quantity, other) for other in stated):
            continue
        if any(_rounds(quantity, other) for other in stated):
            continue
        digits = re.sub(r"\D", "", quantity.text)
        alike = [
            other
            for other in stated
            if digits and re.sub(r"\D", "", other.text) == digits and (other.unit or other.scale)
        ]
        unit = in_base_unit(quantity)[1]
        rivals = alike or [other for other in stated if unit and in_base_unit(other)[1] == unit]
        if rivals and not _may_be_computed(quantity, stated):
            said = ", ".join(dict.fromkeys(f"“{other.text}”" for other in rivals[:3]))
            reason = f"the sentence says “{quantity.text}”, the quotes say {said}, and it does not follow by arithmetic"
            yield Doubt("unit" if alike else "value", reason, sure=True)


def _states(stated: Quantity, quantity: Quantity) -> bool:
    """The same size, in the same unit or in one that either side leaves out."""
    (value, unit), (other, others_unit) = in_base_unit(stated), in_base_unit(quantity)
    return abs(value) == abs(other) and (unit == others_unit or not unit or not others_unit)


def _rounds(quantity: Quantity, other: Quantity) -> bool:
    """Whether it is a stated number in fewer digits, or as it is printed, without the unit of its table."""
    is_bare = not quantity.unit and not quantity.scale and (other.scale or not other.unit)
    if is_bare and re.sub(r"\D", "", quantity.text) == re.sub(r"\D", "", other.text):
        return True
    (value, unit), (others, others_unit) = in_base_unit(quantity), in_base_unit(other)
    return unit == others_unit and abs(abs(value) - abs(others)) <= quantity.step / 2


def _allows(quantity: Quantity, other: Quantity) -> bool:
    """Whether a stated number lies within what the claim bounds: "more than 34" of 35."""
    if other.unit != quantity.unit or other.bound == quantity.bound:
        return False
    if quantity.bound in ("above", "at least"):
        return other.value >= quantity.value
    return quantity.bound in ("below", "at most", "about") and other.value <= quantity.value


def _may_be_computed(quantity: Quantity, stated: Sequence[Quantity]) -> bool:
    """Whether two of the quotes' numbers give it, however the sentence words that."""
    if any(abs(one.value * times - quantity.value) <= quantity.step / 2 for one in stated for times in _TIMES):
        return True
    for one, two in permutations(stated, 2):
        results = [one.value + two.value, one.value - two.value, one.value * two.value / 100]
        if two.value:
            results += [one.value / two.value, 100 * one.value / two.value, 100 * (one.value - two.value) / two.value]
        if any(abs(result - quantity.value) <= quantity.step / 2 for result in results):
            return True
    return False


def _dates(claim: Reading, evidence: Sequence[Reading], calendar: Calendar | None) -> Iterator[Doubt]:
    """A date that the quotes give otherwise."""
    known = [token.period for reading in evidence for token in reading.tokens if token.period is not None]
    dates = [other.date for other in known]
    terms = [quantity for reading in evidence for quantity in reading.quantities]
    for at, token in enumerate(claim.tokens):
        related = at and claim.tokens[at - 1].text in words_of("relation")
        if token.period is None or related or any(same_time(token.period, other, calendar) for other in known):
            continue
        if is_reckoned(token.period.date, dates, terms):
            continue
        others = [other for other in known if other.date.year or other.date.month]
        if others and all(_differ(token.period, other) for other in others):
            said = ", ".join(dict.fromkeys(f"“{other.date.text}”" for other in others[:3]))
            yield Doubt("date", f"the sentence says “{token.text}”, the quotes say {said}", sure=True)


def _differ(one: Time, two: Time) -> bool:
    """Whether two dates cannot be the same time."""
    if one.date.year and two.date.year and one.date.year != two.date.year:
        return abs(one.date.year - two.date.year) > 1 or not (
            one.months or two.months or one.date.quarter or two.date.quarter
        )
    if one.date.month and two.date.month and not one.months and not two.months:
        days = one.date.day and two.date.day and one.date.day != two.date.day
        return bool(one.date.month != two.date.month or days)
    return bool(one.date.quarter and two.date.quarter and one.date.quarter != two.date.quarter)
