"""How numbers are printed: $1,102.50 and 5.5% in English, 1.102.500 đồng and 5,5% in Vietnamese."""

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from sleuth.agents.tutor.calculators.working import Calculation, Kind, Value

_SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£"}
_WITHOUT_CENTS = {"VND", "JPY", "KRW"}
_CURRENCY = {"en": "USD", "vi": "VND"}
_UNITS = {
    "en": {Kind.YEARS: ("year", "years"), Kind.MONTHS: ("month", "months")},
    "vi": {Kind.YEARS: ("năm", "năm"), Kind.MONTHS: ("tháng", "tháng")},
}
_STEPS = {
    Kind.PERCENT: Decimal("0.01"),
    Kind.YEARS: Decimal("0.1"),
    Kind.MONTHS: Decimal("0.1"),
    Kind.COUNT: Decimal(1),
}
_NUMBER_STEP = Decimal("0.0001")
_CENT = Decimal("0.01")
_PLACEHOLDER = re.compile(r"\{(\w+)")


@dataclass(frozen=True, slots=True)
class Style:
    """A language ("en" or "vi") and the currency of amounts (ISO 4217)."""

    language: str
    currency: str

    @classmethod
    def of(cls, language: str, currency: str | None = None) -> "Style":
        """The usual currency of a language unless another is given."""
        return cls(language, currency or _CURRENCY[language])

    def rounded(self, value: Decimal, kind: Kind) -> Decimal:
        """The value to the step that is printed."""
        return value.quantize(self._step(kind), rounding=ROUND_HALF_UP)

    def number(self, value: Decimal, kind: Kind) -> str:
        """The digits alone; whole numbers without decimals."""
        rounded = self.rounded(value, kind)
        if rounded == rounded.to_integral_value():
            printed = f"{rounded:,.0f}"
        elif kind is Kind.MONEY:
            printed = f"{rounded:,f}"
        else:
            printed = f"{rounded:,f}".rstrip("0")
        if self.language == "vi":
            printed = printed.replace(",", "_").replace(".", ",").replace("_", ".")
        return printed.replace("-", "−")

    def show(self, value: Decimal, kind: Kind) -> str:
        """The digits with their unit."""
        digits = self.number(value, kind)
        if kind is Kind.MONEY:
            return self._money(digits)
        if kind is Kind.PERCENT:
            return f"{digits}%"
        if kind in _UNITS[self.language]:
            one, many = _UNITS[self.language][kind]
            return f"{digits} {one if value == 1 else many}"
        return digits

    def _money(self, digits: str) -> str:
        if self.language == "vi":
            return f"{digits} {'đồng' if self.currency == 'VND' else self.currency}"
        symbol = _SYMBOLS.get(self.currency)
        if symbol is None:
            return f"{digits} {self.currency}"
        return f"−{symbol}{digits[1:]}" if digits.startswith("−") else f"{symbol}{digits}"

    def _step(self, kind: Kind) -> Decimal:
        if kind is Kind.MONEY:
            return Decimal(1) if self.currency in _WITHOUT_CENTS else _CENT
        return _STEPS.get(kind, _NUMBER_STEP)


class Shown:
    """A value of a calculation inside a template: `{x}` with its unit, `{x:n}` digits alone.

    Of a list `{x}` prints all with commas, `{x:+}` their sum, `{x:0}` the first.
    """

    def __init__(self, value: Value, kind: Kind, style: Style) -> None:
        self._value = value
        self._kind = kind
        self._style = style

    def __format__(self, spec: str) -> str:
        if isinstance(self._value, Decimal):
            show = self._style.number if spec == "n" else self._style.show
            return show(self._value, self._kind)
        kind = Kind.MONEY if self._kind is Kind.MONEY_LIST else Kind.PERCENT
        shown = [self._style.show(one, kind) for one in self._value]
        if spec.isdigit():
            return shown[int(spec)]
        return (" + " if spec == "+" else ", ").join(shown)


def shown_values(calculation: Calculation, style: Style) -> Mapping[str, Shown]:
    """Every argument and result, ready for templates."""
    values: dict[str, Value] = {**calculation.arguments, **calculation.results}
    return {name: Shown(value, calculation.calculator.kind_of(name), style) for name, value in values.items()}


def arithmetic(calculation: Calculation, style: Style, wanted: Set[str] | None = None) -> list[str]:
    """The lines of arithmetic; “≈” where the printed result is rounded.

    With `wanted` only the lines that lead to these results.
    """
    values = shown_values(calculation, style)
    needed = set(calculation.results) if wanted is None else set(wanted)
    lines = []
    for expression, name in reversed(calculation.lines):
        if name in needed:
            needed |= set(_PLACEHOLDER.findall(expression))
            lines.append(_line(expression, name, calculation, style, values))
    return lines[::-1]


def _line(expression: str, name: str, calculation: Calculation, style: Style, values: Mapping[str, Shown]) -> str:
    exact = calculation.results[name]
    kind = calculation.calculator.kind_of(name)
    sign = "=" if style.rounded(exact, kind) == exact else "≈"
    return f"{expression.format_map(values)} {sign} {values[name]:}"
