"""How a document prints figures: separators, signs, decimals and scale."""

from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal

from dataroom.truth import SCALES, Meaning


@dataclass(frozen=True, slots=True)
class Style:
    """A document's way with numbers."""

    thousands: str = ","
    decimal: str = "."
    brackets: bool = True  # negatives in parentheses; else with a minus
    nil: str = "–"
    scale: str = "thousand"
    decimals: int = 0

    def at(self, scale: str, decimals: int) -> "Style":
        return replace(self, scale=scale, decimals=decimals)


@dataclass(frozen=True, slots=True)
class Printed:
    """A figure as it stands on the page."""

    text: str
    value: str  # decimal string with sign
    scale: str


def print_figure(meaning: Meaning, style: Style) -> Printed:
    """The figure in the style; shares, counts and amounts per share keep their own scale and decimals."""
    scale, decimals = _scale_of(meaning, style)
    value = rounded(meaning.amount / SCALES[scale], decimals)
    text = style.nil if value == 0 and meaning.unit not in ("%", "count") else signed(value, style)
    return Printed(text + ("%" if meaning.unit == "%" else ""), str(value), scale)


def _scale_of(meaning: Meaning, style: Style) -> tuple[str, int]:
    if meaning.unit == "%":
        return "one", 1
    if meaning.unit == "count":
        return "one", 0
    if meaning.unit.endswith("/share"):
        return "one", 2
    return style.scale, style.decimals


def rounded(value: Decimal, decimals: int) -> Decimal:
    number = value.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    return abs(number) if number == 0 else number


def signed(value: Decimal, style: Style) -> str:
    """The number with the style's separators and sign."""
    text = f"{abs(value):,}".translate(str.maketrans(",.", style.thousands + style.decimal))
    if value >= 0:
        return text
    return f"({text})" if style.brackets else f"-{text}"
