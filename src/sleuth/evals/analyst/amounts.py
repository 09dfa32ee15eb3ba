"""The amounts in a text, read by themselves: what a checker compares."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

_NUMBER = r"\d{1,3}(?:[,  '’ ]\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?"
_AMOUNT = re.compile(
    rf"(?P<sign>[-−–+]?)\s?(?P<bracket>\(?)(?P<money>[€$£]|(?:EUR|USD|SEK|GBP|NOK|DKK|CHF)\s)?\s?(?P<sign2>[-−]?)"
    rf"(?<![\w.])(?P<number>{_NUMBER})"
    r"\s?(?P<scale>thousand|million|billion|mn|bn|[kKmM](?!\w)|MEUR|TEUR|tkr|mkr)?"
    r"\s?(?P<unit>%|percent|pp\b|percentage points)?"
)  # fmt: skip
_SCALES = {
    "k": 3, "thousand": 3, "teur": 3, "tkr": 3, "m": 6, "mn": 6, "million": 6, "meur": 6, "mkr": 6, "bn": 9,
    "billion": 9,
}  # fmt: skip
_ROUNDED = Decimal("0.006")  # of the amount: as far as printed figures are rounded
_YEARS = range(1950, 2100)


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount in whole units, without its sign; `unit` is "%", "pp" or empty."""

    value: Decimal
    unit: str
    written: str

    @property
    def may_be_a_date(self) -> bool:
        """Whether it is a year or a day as well as an amount."""
        return not self.unit and self.written.strip().isdigit() and (int(self.value) in _YEARS or self.value <= 31)


def amounts(text: str) -> list[Amount]:
    """Every amount of a text; those of quarters, years and headings of sections too."""
    found = []
    for match in _AMOUNT.finditer(text):
        value = _value(match["number"])
        if value is None:
            continue
        scale = _SCALES.get((match["scale"] or "").lower(), 0)
        unit = {"%": "%", "percent": "%"}.get(match["unit"] or "", "pp" if match["unit"] else "")
        found.append(Amount(value.scaleb(scale), unit, match[0]))
    return found


def is_among(wanted: Amount, found: Iterable[Amount]) -> bool:
    """Whether an amount is stated, up to rounding."""
    return any(one.unit == wanted.unit and _near(one.value, wanted) for one in found)


def _near(value: Decimal, wanted: Amount) -> bool:
    """Whether they are alike up to rounding; a percentage up to half of its last digit."""
    exponent = wanted.value.as_tuple().exponent
    digit = Decimal(1).scaleb(exponent) / 2 if wanted.unit and isinstance(exponent, int) else Decimal(0)
    return abs(value - wanted.value) <= max(abs(wanted.value) * _ROUNDED, digit)


def _value(written: str) -> Decimal | None:
    plain = re.sub(r"[  '’ ]", "", written)
    plain = plain.replace(",", "") if re.search(r",\d{3}(?!\d)", plain) else plain.replace(",", ".")
    try:
        return Decimal(plain)
    except InvalidOperation:
        return None
