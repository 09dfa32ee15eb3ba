"""Numbers of a sentence that follow from the numbers of its quotes: difference, growth, share, ratio, sum, rounding."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import permutations

from sleuth.evidence.dates import Date
from sleuth.evidence.reading import Label, Reading
from sleuth.evidence.values import Quantity

_CHANGE = re.compile(
    r"(?<!\w)(?P<up>grew|grow[ns]?|growth|grown|rose|rise[ns]?|increas\w+|up|higher|gain(?:ed)?|climbed|improved|more|ök\w+|steg|stigit"
    r"|växte|högre|mer|fler|upp)(?!\w)|(?<!\w)(?P<down>fell|fall\w*|declin\w+|decreas\w+|drop\w*|down|lower|reduc\w+|shrank|less|fewer"
    r"|minsk\w+|sjönk|sjunk\w+|föll|lägre|mindre|färre|ned)(?!\w)"
)
_DIFFERENCE = re.compile(r"(?<!\w)(?:differ\w*|gap|spread|skillnad\w*|differens\w*)(?!\w)")
_SUM = re.compile(
    r"(?<!\w)(?:total\w*|sum\w*|combined|together|altogether|aggregate|sammanlag\w+|tillsammans|totalt|totala)(?!\w)"
)
_SHARE = re.compile(r"(?<!\w)(?:share|percent of|portion|proportion|ratio|margin|represent\w*|account\w*|constitut\w*"
                    r"|andel\w*|marginal\w*|kvot\w*|motsvara\w*|utgör|utgjorde|procent av)(?!\w)|%\s(?:of|av)(?!\w)")  # fmt: skip
_TIMES = re.compile(r"(?<!\w)(?:times|ratio|multiple|gånger|kvot\w*)(?!\w)|\d\s?x(?!\w)")
_OLD_BEFORE = re.compile(
    r"(?:from|från|compared (?:with|to)|versus|vs\.?|against|jämfört med|mot|was|\()\s*(?:[a-z$€£]+\s)?\Z"
)
_NEW_BEFORE = re.compile(r"(?:\bto|till)\s+\Z")


@dataclass(frozen=True, slots=True)
class Measured:
    """A quantity of a quote with what it is said of, and the words right before and after it."""

    quantity: Quantity
    label: Label
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Computation:
    """How a number follows, written out."""

    arithmetic: str


def measured(readings: Sequence[Reading]) -> list[Measured]:
    """All quantities of the quotes, sentence by sentence."""
    return [
        Measured(
            quantity,
            label,
            sentence.plain[max(0, quantity.start - 40) : quantity.start],
            sentence.plain[quantity.end : quantity.end + 60],
        )
        for reading in readings
        for sentence in reading.sentences
        for quantity, label in zip(sentence.quantities, sentence.labels, strict=True)
    ]


def compute(claim: Reading, index: int, numbers: Sequence[Measured]) -> Computation | None:
    """How the claim's quantity `index` follows from `numbers`; None where the sentence claims no computation."""
    quantity = claim.quantities[index]
    subject = claim.labels[index].stems
    for arithmetic, value in _results(claim, quantity, _of_subject(subject, numbers)):
        if abs(value - quantity.value) <= quantity.step / 2:
            exact = value == quantity.value
            return Computation(f"{arithmetic} = {_shown(value)}" + ("" if exact else f", rounded to {quantity.text}"))
    return None


def _of_subject(subject: frozenset[str], numbers: Sequence[Measured]) -> list[Measured]:
    return [number for number in numbers if not number.label.stems or not subject or number.label.stems & subject]


def _results(claim: Reading, quantity: Quantity, numbers: Sequence[Measured]) -> Iterator[tuple[str, Decimal]]:
    yield from _restated(quantity, numbers)
    text, change = claim.plain, _CHANGE.search(claim.plain)
    if _SUM.search(text):
        yield from _sums(quantity, numbers)
    if change or _DIFFERENCE.search(text):
        yield from _changes(claim, quantity, numbers, change)
    if quantity.unit == "percent" and _SHARE.search(text):
        yield from _shares(claim, numbers)
    if quantity.unit in ("times", "") and _TIMES.search(text):
        yield from _ratios(numbers)


def _restated(quantity: Quantity, numbers: Sequence[Measured]) -> Iterator[tuple[str, Decimal]]:
    """The same number, rounded: only where the sentence says so, or prints it in a larger scale."""
    for other in (number.quantity for number in numbers):
        coarser = quantity.scale > other.scale and quantity.value.copy_abs() >= 10 * quantity.step
        said = quantity.bound == "about" and quantity.step <= abs(other.value) / 10
        if other.unit == quantity.unit and (coarser or said):
            yield other.text, other.value


def _sums(quantity: Quantity, numbers: Sequence[Measured]) -> Iterator[tuple[str, Decimal]]:
    parts = [number.quantity for number in numbers if number.quantity.unit == quantity.unit]
    if len(parts) > 1:
        yield " + ".join(part.text for part in parts), sum((part.value for part in parts), Decimal(0))


def _changes(
    claim: Reading, quantity: Quantity, numbers: Sequence[Measured], change: re.Match[str] | None
) -> Iterator[tuple[str, Decimal]]:
    for old, new in _ordered(claim, numbers):
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


def _ordered(claim: Reading, numbers: Sequence[Measured]) -> Iterator[tuple[Measured, Measured]]:
    """Pairs of an earlier and a later number; a mere difference has no order."""
    unordered = bool(_DIFFERENCE.search(claim.plain)) and not _CHANGE.search(claim.plain)
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


def _shares(claim: Reading, numbers: Sequence[Measured]) -> Iterator[tuple[str, Decimal]]:
    for part, whole in permutations(numbers, 2):
        comparable = part.quantity.unit == whole.quantity.unit and part.quantity.unit not in ("percent", "points")
        if comparable and whole.quantity.value and _is_part(claim, part, whole):
            yield (
                f"{part.quantity.text} / {whole.quantity.text} × 100",
                part.quantity.value / whole.quantity.value * 100,
            )


def _is_part(claim: Reading, part: Measured, whole: Measured) -> bool:
    """The part is named before the whole ("R&D was 12 % of sales"), unless the words cannot tell them apart."""
    places = {word.stem: word.start for word in reversed(claim.content)}
    own = [places[stem] for stem in part.label.stems - whole.label.stems if stem in places]
    others = [places[stem] for stem in whole.label.stems - part.label.stems if stem in places]
    if own and others:
        return min(own) < min(others)
    return part.quantity.value <= whole.quantity.value and bool(own or others)


def _ratios(numbers: Sequence[Measured]) -> Iterator[tuple[str, Decimal]]:
    for upper, lower in permutations(numbers, 2):
        if upper.quantity.unit == lower.quantity.unit and lower.quantity.value:
            yield f"{upper.quantity.text} / {lower.quantity.text}", upper.quantity.value / lower.quantity.value


def _shown(value: Decimal) -> str:
    short = round(value, 4)
    return f"{short.normalize():f}" if value == short else f"{short:f}…"
