"""Numbers of a sentence that follow from the numbers of its quotes: difference, growth, share, ratio, sum, rounding."""

import re
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from itertools import permutations
from operator import ge, gt, le, lt

from sleuth.evidence.figures.labels import Label, labels
from sleuth.evidence.figures.measured import Measured
from sleuth.evidence.figures.proportions import proportions
from sleuth.evidence.reading import Reading
from sleuth.evidence.values import Quantity
from sleuth.language.dates import Date

CHANGE = re.compile(
    r"(?<!\w)(?P<up>grew|grow[ns]?|growth|grown|rose|rise[ns]?|increas\w+|up|higher|gain(?:ed)?|larger|climb\w*|improv\w+|exceed\w*|rais\w+|more|ök\w+|steg|stigit"
    r"|växte|växer|höj\w+|högre|större|mer|fler|upp)(?!\w)|(?<!\w)(?P<down>fell|fall\w*|declin\w+|decreas\w+|drop\w*|down|lower|reduc\w+|shrank|cut|lowered|worsen\w+|smaller|less|fewer"
    r"|minsk\w+|sjönk|sjunk\w+|föll|sänk\w+|försämr\w+|lägre|mindre|färre|ned)(?!\w)"
)
THAN = re.compile(r"(?<!\w)(?:than|än)(?!\w)")
DIFFERENCE = re.compile(r"(?<!\w)(?:differ\w*|gap|spread|skillnad\w*|differens\w*)(?!\w)")
BY_HOW_MUCH = re.compile(r"(?<!\w)(?:by|med)\s+(?:about\s+|cirka\s+)?(?:[a-z]{3,4}\s*)?[$€£]?\s*\Z")
OF_CHANGE = re.compile(r"(?<!\w)(?:chang\w*|förändr\w*|dev\w*|avvik\w*|diff\w*|varian\w*|\+/-)")
SUM = re.compile(
    r"(?<!\w)(?:total\w*|sum\w*|combined|together|altogether|aggregate|sammanlag\w+|tillsammans|totalt|totala)(?!\w)"
)
_OLD_BEFORE = re.compile(
    r"(?:from|från|compared (?:with|to)|versus|vs\.?|against|jämfört med|mot|was|\()\s*(?:[a-z$€£]+\s)?\Z"
)
_NEW_BEFORE = re.compile(r"(?:\bto|till)\s+\Z")


_COUNTED = 2  # words of weight behind a number that say what it counts
_PER = re.compile(r"\s*(?:per|a|för varje)\s+(sq\.? m|square metre|[^\W\d]+)")
_BOUNDS: dict[str, tuple[str, Callable[[Decimal, Decimal], bool]]] = {
    "above": (">", gt), "below": ("<", lt), "at least": ("≥", ge), "at most": ("≤", le),
}  # fmt: skip


def compute(claim: Reading, index: int, numbers: Sequence[Measured]) -> str:
    """How the claim's quantity `index` follows from `numbers`, written out; "" where it does not."""
    quantity, label = claim.quantities[index], labels(claim)[index]
    known = _of_subject(label.stems, numbers)
    if bounded := _bounded(label, quantity, [one for one in known if _counts_alike(claim, quantity, one)]):
        return bounded
    for arithmetic, value in (
        *_results(claim, quantity, known),
        *proportions(claim, quantity, numbers),
        *_rates(claim, quantity, numbers),
    ):
        if abs(value - quantity.value) <= quantity.step / 2:
            exact = value == quantity.value
            return f"{arithmetic} = {_shown(value)}" + ("" if exact else f", rounded to {quantity.text}")
    return ""


def _of_subject(subject: frozenset[str], numbers: Sequence[Measured]) -> list[Measured]:
    return [number for number in numbers if not number.label.stems or not subject or number.label.stems & subject]


def _counts_alike(claim: Reading, quantity: Quantity, number: Measured) -> bool:
    """Whether two bare numbers may count the same: 35,983 recoveries are no cases. A cell need not say what."""
    ours, theirs = _counted(claim, quantity), _counted(number.sentence, number.quantity)
    return bool(quantity.unit) or not ours or not theirs or bool(ours & theirs)


def _counted(reading: Reading, quantity: Quantity) -> frozenset[str]:
    """The stems of the words right behind a number, up to the next mark, that say what it counts: "confirmed cases"."""
    behind = re.split(r"[^\w\s-]|\d", reading.plain[quantity.end :], maxsplit=1)[0]
    end = quantity.end + len(behind)
    words = [word for word in reading.content if quantity.end <= word.start < end]
    return frozenset(word.stem for word in words[:_COUNTED])


def _bounded(label: Label, quantity: Quantity, numbers: Sequence[Measured]) -> str:
    """ "Exceeded $5 million" follows from a number above it, stated exactly for the same time."""
    for number in numbers:
        other, sign = number.quantity, _BOUNDS.get(quantity.bound)
        timely = all(any(date.stated_by(theirs) for theirs in number.label.dates) for date in label.dates)
        if sign and not other.bound and other.unit == quantity.unit and timely and sign[1](other.value, quantity.value):
            return f"{other.text} {sign[0]} {quantity.text}"
    return ""


def _results(claim: Reading, quantity: Quantity, numbers: Sequence[Measured]) -> Iterator[tuple[str, Decimal]]:
    yield from _restated(quantity, numbers)
    text, change = claim.plain, CHANGE.search(claim.plain)
    if SUM.search(text):
        yield from _sums(claim, quantity, numbers)
    if change or DIFFERENCE.search(text):
        yield from _changes(claim, quantity, numbers, change)


def _restated(quantity: Quantity, numbers: Sequence[Measured]) -> Iterator[tuple[str, Decimal]]:
    """The same number, rounded: only where the sentence says so, or prints it in a larger scale."""
    for other in (number.quantity for number in numbers):
        coarser = quantity.scale > other.scale and quantity.value.copy_abs() >= 10 * quantity.step
        said = quantity.bound == "about" and quantity.step <= abs(other.value) / 10
        if other.unit == quantity.unit and (coarser or said):
            yield other.text, other.value


def _rates(claim: Reading, quantity: Quantity, numbers: Sequence[Measured]) -> Iterator[tuple[str, Decimal]]:
    """A price for a time or a measure, times as many as the sentence says: "SEK 100 per month" for 12 months; and the
    price that follows: "SEK 100 per sq m" of 1,200 for 12 sq m.
    """
    stated = {(abs(number.quantity.value), number.quantity.unit) for number in numbers}
    known = [one for one in claim.quantities if one is not quantity and (abs(one.value), one.unit) in stated]
    for price in known:
        of = _PER.match(claim.plain, price.end)
        counts = [one for one in known if of and one is not price and _is_of(claim, one, of[1])]
        if price.unit == quantity.unit and counts:
            for some in (*([one] for one in counts), counts):
                shown = " + ".join(one.text for one in some)
                yield f"{price.text} × ({shown})", price.value * sum((abs(one.value) for one in some), Decimal(0))
    if claim.plain[quantity.end :].lstrip().startswith("×"):
        yield from ((one.text, abs(one.value)) for one in known)
    if of := _PER.match(claim.plain, quantity.end):
        for price, count in permutations(known, 2):
            if price.unit == quantity.unit and count.value and _is_of(claim, count, of[1]):
                yield f"{price.text} / {count.text}", price.value / count.value


def _is_of(claim: Reading, count: Quantity, unit: str) -> bool:
    """Whether a number counts units of a name: its own unit, or the words behind it."""
    return count.unit == unit or claim.plain.startswith(unit, count.end + 1)


def _sums(claim: Reading, quantity: Quantity, numbers: Sequence[Measured]) -> Iterator[tuple[str, Decimal]]:
    """All of them, and those that the sentence names, of the times that it names."""
    alike = [number for number in numbers if number.quantity.unit == quantity.unit and _is_timely(number, claim)]
    shared = frozenset.intersection(*(number.label.stems for number in alike)) if alike else frozenset()
    ours = {word.stem for word in claim.content}
    total = {word.stem for word in claim.content if SUM.fullmatch(word.text)}
    named = [number for number in alike if (number.label.stems - shared - total) & ours]
    for parts in (alike, named):
        if len(parts) > 1 and not _opposed(parts) and not _nested(parts):
            shown = " + ".join(part.quantity.text for part in parts)
            yield shown, sum((part.quantity.value for part in parts), Decimal(0))


def _is_timely(number: Measured, claim: Reading) -> bool:
    """Whether a number has no time, the claim has none, or its time is one of the claim's."""
    pairs = [(one, other) for one in number.label.dates for other in claim.dates]
    return not pairs or any(one.stated_by(other) or other.stated_by(one) for one, other in pairs)


_INCLUDED = re.compile(r"(?<!\w)(?:includ\w+|of which|varav|inklusive|inkluder\w+)(?!\w)")


def _nested(parts: Sequence[Measured]) -> bool:
    """Whether one is a part of another: "$2.0 billion, which included $3.3 billion of discrete benefits"."""
    return any(
        one.sentence is other.sentence
        and _INCLUDED.search(one.sentence.plain, one.quantity.end, max(one.quantity.end, other.quantity.start))
        for one, other in permutations(parts, 2)
    )


def _opposed(parts: Sequence[Measured]) -> bool:
    """Whether some rise and some fall: their sum is of nothing."""
    words = [CHANGE.search(part.before) for part in parts]
    return len({bool(word["up"]) for word in words if word}) > 1


def _changes(
    claim: Reading, quantity: Quantity, numbers: Sequence[Measured], change: re.Match[str] | None
) -> Iterator[tuple[str, Decimal]]:
    for old, new in ordered(claim, numbers):
        if old.quantity.unit != new.quantity.unit:
            continue
        difference = new.quantity.value - old.quantity.value
        if change is None or quantity.value < 0:
            signed = abs(difference) if change is None else difference
        else:
            signed = difference if change["up"] else -difference
        shown = f"{new.quantity.text} − {old.quantity.text}"
        unit = old.quantity.unit
        if quantity.unit == unit or (quantity.unit == "points" and unit == "percent"):
            if not (unit == "percent" and quantity.unit == "percent"):
                yield shown, signed
        elif quantity.unit == "basis points" and unit == "percent":
            yield f"({shown}) × 100", signed * 100
        elif quantity.unit == "percent" and unit != "percent" and old.quantity.value and change:
            base = abs(old.quantity.value)
            yield f"({shown}) / {old.quantity.text} × 100", signed / base * 100


def ordered(claim: Reading, numbers: Sequence[Measured]) -> Iterator[tuple[Measured, Measured]]:
    """Pairs of an earlier and a later number; a mere difference has no order."""
    unordered = bool(DIFFERENCE.search(claim.plain)) and not CHANGE.search(claim.plain)
    dates = claim.dates if len(claim.dates) == 1 else ()
    for old, new in permutations(numbers, 2):
        other = any(new.label.dates and not any(date.stated_by(d) for d in new.label.dates) for date in dates)
        if unordered or (_is_earlier(old, new) and not other):
            yield old, new


def _is_earlier(old: Measured, new: Measured) -> bool:
    before, after = _time(old.label.dates), _time(new.label.dates)
    if before and after and before != after:
        return before < after
    if _NEW_BEFORE.search(old.before) or _OLD_BEFORE.search(new.before):
        return False
    return bool(_OLD_BEFORE.search(old.before) or _NEW_BEFORE.search(new.before))


def _time(dates: Sequence[Date]) -> tuple[int, int, int] | None:
    for date in dates:
        if date.year:
            return date.year, date.month or 3 * (date.quarter or 0), date.day or 0
    return None


def _shown(value: Decimal) -> str:
    short = round(value, 4)
    return f"{short.normalize():f}" if value == short else f"{short:f}…"
