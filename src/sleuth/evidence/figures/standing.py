"""Whether the quotes say a number of a claim of the same thing and the same time, or of another."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cache

from sleuth.evidence.figures.equal import in_base_unit, is_reckoned, must_differ, same_time
from sleuth.evidence.figures.labels import Label, labels
from sleuth.evidence.figures.measured import Measured
from sleuth.evidence.lexicon import lexicon
from sleuth.evidence.reading import Reading
from sleuth.evidence.tokens import Time
from sleuth.evidence.values import Quantity
from sleuth.evidence.words import stem
from sleuth.language.calendar import Calendar

_UPPER = frozenset(("at most", "within", "below"))
_LOWER = frozenset(("at least", "above"))


class Standing(StrEnum):
    """How a number of a claim stands to the numbers of its quotes."""

    SAME = "same"  # they say it of what the claim says it of
    UNCLEAR = "unclear"  # they say it, and nothing tells whether of the same
    OTHER = "other"  # they say it of another thing, or of another time
    OWN = "own"  # they do not say it


def standing(
    claim: Reading, index: int, numbers: Sequence[Measured], calendar: Calendar | None
) -> tuple[Standing, str]:
    """Where the claim's quantity `index` stands, and for `OTHER` the reason."""
    quantity, label = claim.quantities[index], labels(claim)[index]
    same = [
        number for number in numbers if same_number(quantity, number.quantity) or _allows(quantity, number.quantity)
    ]
    if not same:
        return Standing.OWN, ""
    rivals = [
        number
        for number in numbers
        if number not in same and in_base_unit(number.quantity)[1] == in_base_unit(quantity)[1]
    ]
    spoken = [time for _, _, time in claim.times]
    known = [date for one in numbers for date in one.sentence.dates]
    terms = [one.quantity for one in numbers]
    told = _times(label, claim) or (spoken if len(spoken) == 1 else [])
    times = [time for time in told if not is_reckoned(time.date, known, terms)]
    reasons = [_said_of_another(quantity, label, times, one, rivals, calendar) for one in same]
    if all(reasons) and (quantity.unit or quantity.scale):
        borrowed = not _times(label, claim) and any(one.dates for one in labels(claim))  # the one date is another's
        return (Standing.UNCLEAR, "") if borrowed else (Standing.OTHER, reasons[0])
    sure = any(
        not reason and all(_is_nearer(claim, label, times, one, rival, calendar) for rival in rivals)
        for one, reason in zip(same, reasons, strict=True)
    )
    return (Standing.SAME if sure else Standing.UNCLEAR), ""


def same_number(claim: Quantity, source: Quantity) -> bool:
    """The same size in the same unit, bounded on the same side; brackets may tell a loss."""
    (value, unit), (other, others_unit) = in_base_unit(claim), in_base_unit(source)
    if abs(value) != abs(other) or unit != others_unit:
        return False
    if claim.bound in ("", "about"):
        return source.bound in ("", claim.bound)
    return {claim.bound, source.bound} <= _UPPER or {claim.bound, source.bound} <= _LOWER


def _allows(claim: Quantity, source: Quantity) -> bool:
    """Whether a number lies within what the claim bounds: "more than 34" of 35."""
    if claim.unit != source.unit or source.bound:
        return False
    if claim.bound in _LOWER:
        return source.value >= claim.value
    return claim.bound in _UPPER and source.value <= claim.value


def _said_of_another(
    quantity: Quantity,
    label: Label,
    times: Sequence[Time],
    one: Measured,
    rivals: Sequence[Measured],
    calendar: Calendar | None,
) -> str:
    """Why a number of the quotes is not the claim's: its time differs, or the claim's words belong to a rival."""
    theirs = _times(one.label, one.sentence)
    if _agreement(times, theirs, calendar) < 0:
        return f"the quote gives {one.quantity.text} for {theirs[0].date.text}, not for {times[0].date.text}"
    for rival in rivals:
        mine, others = _told_apart(label, one, rival)
        if others and not (mine and same_number(quantity, one.quantity)):
            return f"the quote gives {rival.quantity.text} for “{min(others)}…”, not {one.quantity.text}"
    return ""


def _is_nearer(
    claim: Reading,
    label: Label,
    times: Sequence[Time],
    one: Measured,
    rival: Measured,
    calendar: Calendar | None,
) -> bool:
    """Whether words, times, or the order of both in the claim tell a number from a rival."""
    mine, _ = _told_apart(label, one, rival)
    ours = _agreement(times, _times(one.label, one.sentence), calendar)
    theirs = _agreement(times, _times(rival.label, rival.sentence), calendar)
    return bool(mine) or ours > theirs or _in_order(claim, one, rival)


def _in_order(claim: Reading, one: Measured, rival: Measured) -> bool:
    """Whether the claim names both numbers in the order in which one sentence of the quotes does."""
    places = [
        [quantity.start for quantity in claim.quantities if same_number(quantity, number.quantity)]
        for number in (one, rival)
    ]
    if one.sentence is not rival.sentence or not all(len(found) == 1 for found in places):
        return False
    return (places[0] < places[1]) == (one.quantity.start < rival.quantity.start)


def _told_apart(label: Label, one: Measured, rival: Measured) -> tuple[frozenset[str], frozenset[str]]:
    """The words of the claim that only the one, and that only the rival is said of."""
    said, first, second = (with_kin(stems) for stems in (label.stems, one.label.stems, rival.label.stems))
    return said & first - second, said & second - first


def _times(label: Label, reading: Reading) -> list[Time]:
    """The label's dates with their lengths."""
    return [time for date in label.dates for start, end, time in reading.times if start <= date.start < end]


def _agreement(claim: Sequence[Time], source: Sequence[Time], calendar: Calendar | None) -> int:
    """1 where the times are the same, -1 where they differ, 0 where that is not known."""
    if any(same_time(one, two, calendar) for one in claim for two in source):
        return 1
    differ = claim and source and all(_apart(one, two, calendar) for one in claim for two in source)
    return -1 if differ else 0


def _apart(one: Time, two: Time, calendar: Calendar | None) -> bool:
    """Whether two times cannot be the same: by their dates, or, where the calendar is known, by their lengths."""
    lengths = calendar is not None and one.months and two.months and one.months != two.months
    return must_differ(one.date, two.date) or bool(lengths)


@cache
def _kin() -> dict[str, str]:
    """stem → the stem of the first word of its kin."""
    return {stem(word): stem(family[0]) for family in lexicon("alignment")["kin"] for word in family}


def with_kin(stems: Iterable[str]) -> frozenset[str]:
    """The stems, each as the first of its kin."""
    return frozenset(_kin().get(one, one) for one in stems)
