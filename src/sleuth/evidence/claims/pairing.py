"""Each number, date and name of a sentence: whether the quotes state it, and of the same thing."""

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import cache

from sleuth.evidence.claims.arithmetic import compute
from sleuth.evidence.claims.conflicts import conflict
from sleuth.evidence.claims.directions import turned
from sleuth.evidence.claims.errors import NotSupportedError, raise_if
from sleuth.evidence.claims.measured import Measured, is_cell, measured
from sleuth.evidence.lexicon import lexicon
from sleuth.evidence.reading import Reading
from sleuth.evidence.values import Quantity
from sleuth.evidence.words import Name, name_words

_LOSS = re.compile(
    r"(?<!\w)(?:loss\w*|lost|deficit|expens\w*|costs?|charges?|outflows?|used|paid|provision|förlust\w*|underskott\w*|kostnad\w*)(?!\w)"
)


def check_quantities(claim: Reading, evidence: Sequence[Reading]) -> str:
    """The arithmetic behind numbers that the quotes do not state; raises NotSupportedError."""
    numbers, cells = measured(evidence), " ".join(reading.plain for reading in evidence if is_cell(reading))
    steps = []
    for index, quantity in enumerate(claim.quantities):
        same = [number for number in numbers if _same_value(claim, quantity, number)]
        if same:
            raise_if(conflict(claim, index, same, numbers, cells))
            continue
        arithmetic = compute(claim, index, numbers)
        if not arithmetic:
            raise NotSupportedError(_missing_quantity(quantity, numbers))
        steps.append(arithmetic)
    return "; ".join(steps)


def _same_value(claim: Reading, quantity: Quantity, number: Measured) -> bool:
    """A loss or a cost is the same with its brackets and without."""
    (value, unit), (other, others_unit) = _in_base_unit(quantity), _in_base_unit(number.quantity)
    same = value == other
    if value == -other and _LOSS.search(claim.plain):
        same = _LOSS.search(number.sentence.plain) is not None
    return same and unit == others_unit


def _in_base_unit(quantity: Quantity) -> tuple[Decimal, str]:
    """Weeks are days and years are months; nothing else is converted, as no month has a fixed number of days."""
    times, unit = {"week": (7, "day"), "quarter": (3, "month"), "year": (12, "month")}.get(
        quantity.unit, (1, quantity.unit)
    )
    return quantity.value * times, unit


def _missing_quantity(quantity: Quantity, numbers: Sequence[Measured]) -> str:
    """What the quotes say instead, if anything comes near."""
    near = [number.quantity for number in numbers if number.quantity.unit == quantity.unit]
    digits = re.sub(r"\D", "", quantity.text)
    alike = [n.quantity for n in numbers if digits and re.sub(r"\D", "", n.quantity.text) == digits]
    other = (alike or near or [number.quantity for number in numbers])[:3]
    if not other:
        return f"the sentence says “{quantity.text}”, the quotes state no number"
    said = ", ".join(f"“{number.text}”" for number in other)
    return f"the sentence says “{quantity.text}”, the quotes say {said}, and it does not follow from them by arithmetic"


def check_dates(claim: Reading, evidence: Sequence[Reading]) -> None:
    known = [(reading, date) for reading in evidence for date in reading.dates]
    for date in claim.dates:
        stating = [(reading, other) for reading, other in known if date.stated_by(other)]
        if stating and all(turned(claim.plain, date.start, reading.plain, other.start) for reading, other in stating):
            raise NotSupportedError(f"the sentence turns around what the quotes say of “{date.text}”: from, or until")
        if not stating:
            said = ", ".join(f"“{other.text}”" for _, other in known[:3]) or "no date"
            raise NotSupportedError(f"the sentence says “{date.text}”, the quotes say {said}")


_CODE = re.compile(r"(?<![\w.,])(?=\w*\d)(?=\w*[^\W\d_])[\w-]+(?!\w)")


def check_codes(claim: Reading, evidence: Sequence[Reading]) -> None:
    """Letters with digits, as "SE3" or "B-12", stand in the quotes as they do in the sentence."""
    values = [(q.start, q.end) for q in claim.quantities] + [(d.start, d.end) for d in claim.dates]
    for found in _CODE.finditer(claim.plain):
        inside = any(start <= found.start() < end for start, end in values)
        if not inside and not any(re.search(rf"(?<!\w){re.escape(found[0])}(?!\w)", r.plain) for r in evidence):
            raise NotSupportedError(f"“{found[0]}” is not in the quotes")


def check_names(claim: Reading, evidence: Sequence[Reading]) -> None:
    texts = [[_bare(word.text) for word in name_words(reading.words)] for reading in evidence]
    for name in claim.names:
        if set(name.key) <= _unit_words():
            continue
        if not any(_holds(name, words) for words in texts):
            raise NotSupportedError(f"the name “{name.text}” is not in the quotes")


@cache
def _unit_words() -> frozenset[str]:
    units = lexicon("units")
    return frozenset([*units["scale"], *units["currency"], *units["unit"]])


def _holds(name: Name, words: Sequence[str]) -> bool:
    """Whether the words of the name stand side by side in `words`."""
    key = [_bare(word) for word in name.key]
    return any(words[at : at + len(key)] == key for at in range(len(words) - len(key) + 1))


def _bare(word: str) -> str:
    return re.sub(r"['’]s?\Z|(?<=\w{4})s\Z", "", word)
