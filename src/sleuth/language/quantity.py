"""The number of a cell as printed: decimal value, unit, scale. Never a float."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from sleuth.language.currency import USUAL, Signs
from sleuth.language.numbers import NUMBER, parse_digits
from sleuth.language.scale import read_scaling, scale_name


@dataclass(frozen=True, slots=True)
class Quantity:
    """A value with its sign as printed, and what it counts. "(1,234)" under "in millions" is -1234, USD, 6."""

    value: Decimal
    unit: str  # "USD", "USD/share", "share", "percent", "points", "times", "employee", "day", …
    scale: int = 0  # power of ten
    step: Decimal = Decimal(1)  # the value of one unit of the last printed digit

    @property
    def amount(self) -> Decimal:
        """The value in single units."""
        return self.value.scaleb(self.scale)

    @property
    def precision(self) -> Decimal:
        """What rounding may hide: one unit of the last printed digit, in single units."""
        return self.step.scaleb(self.scale)


_SIGNS = {
    "USD": "$#", "EUR": "€#", "GBP": "£#", "CAD": "C$#", "AUD": "A$#", "NZD": "NZ$#", "HKD": "HK$#", "SGD": "S$#",
    "TWD": "NT$#", "percent": "#%", "points": "# percentage points", "times": "#x",
}  # fmt: skip
_NOUNS = {"share": "shares", "employee": "employees", "day": "days"}


def unit_form(unit: str, scale: int) -> str:
    """How a number of a unit is written, with # for its digits: "$# million", "#%", "# thousand shares", "SEK #"."""
    base, _, per = unit.partition("/")
    form = _SIGNS.get(base) or (f"{base} #" if len(base) == 3 and base.isupper() else "#")
    words = [form, scale_name(scale), _NOUNS.get(base, ""), f"per {per}" if per else ""]
    return " ".join(filter(None, words))


@dataclass(frozen=True, slots=True)
class Printed:
    """What stands in a cell: a number with what is printed beside it. `currency` and `scale` are None where absent."""

    value: Decimal
    step: Decimal
    currency: str | None = None
    scale: int | None = None
    unit: str = ""  # "percent", "points" or "times" where the cell says so
    is_nil: bool = False  # a dash


_NIL = re.compile(r"(?:(?:[A-Z]{1,3}\s?)?[$€£¥]|[A-Z]{3}|kr)?\s*[-–—−]{1,3}\s*%?|nil", re.IGNORECASE)
_CELL = re.compile(
    rf"(?P<before>[^\d()\-−–.,]{{0,8}})(?P<open>\()?\s*(?P<sign>[-−–+])?\s*(?P<money>(?:[A-Z]{{1,3}}\s?)?[$€£¥])?\s*"
    rf"(?P<inner>[-−–(])?(?P<digits>{NUMBER})"
    r"\s*(?P<after>%|[^\d()]{0,12}?)\s*(?P<close>\))?\s*(?P<late>%|[^\d()]{0,8}?)\s*(?P<note>(?:\(\w{1,2}\)|\*{1,3}|[†‡§¹²³]+)*)"
)
_TO_ONE = re.compile(r"^(\d+(?:[.,]\d+)?)\s?:\s?1(?:[.,]0+)?$")  # "3.50:1" is 3.50 times
_TIMES = re.compile(r"x|×|times|gånger", re.IGNORECASE)
_POINTS = re.compile(r"pp|p\.p\.|ppts?|points|bps|procentenheter|%-enheter", re.IGNORECASE)


def read_cell(text: str, comma_is_decimal: bool = False, signs: Signs = USUAL) -> Printed | None:
    """The number that a cell is; None where it is something else, or more than a number.

    `signs` are what "$" and "kr" mean in the document.
    """
    shown = _TO_ONE.sub(r"\1x", " ".join(text.split()))
    if _NIL.fullmatch(shown):
        return Printed(Decimal(0), Decimal(1), is_nil=True)
    found = _CELL.fullmatch(shown)
    if found is None or (found["open"] and not found["close"]) or not _is_written_as_amount(found):
        return None
    if re.fullmatch("0{3,}", found["digits"]):  # "NZ$000" is a scale
        return None
    words = f"{found['before']} {found['money'] or ''} {found['after']} {found['late']}"
    beside = read_scaling(words, signs)
    unit = _unit(found["after"] or found["late"])
    known = beside.currency or beside.money is not None or unit or not re.search(r"[^\W\d_]", words)
    if not known or beside.doubtful:
        return None
    value, step = _digits(found["digits"], comma_is_decimal)
    negative = bool(found["open"]) or "-" in _plain_sign(found["sign"], found["inner"])
    return Printed(-value if negative else value, step, beside.currency, beside.money, unit)


def _plain_sign(*signs: str | None) -> str:
    return "".join(sign or "" for sign in signs).replace("−", "-").replace("–", "-")


def _is_written_as_amount(found: re.Match[str]) -> bool:
    """A closing bracket without an opening one is a list's "a)", not an amount."""
    return bool(found["close"]) == bool(found["open"] or found["inner"] == "(")


def _unit(words: str) -> str:
    if "%" in words and not _POINTS.search(words):
        return "percent"
    if _POINTS.search(words):
        return "points"
    return "times" if _TIMES.fullmatch(words.strip()) else ""


def _digits(digits: str, comma_is_decimal: bool) -> tuple[Decimal, Decimal]:
    if comma_is_decimal and re.fullmatch(r"\d{1,3}(?:\.\d{3})+", digits):
        return Decimal(digits.replace(".", "")), Decimal(1)
    if comma_is_decimal and re.fullmatch(r"\d+,\d+", digits):
        return parse_digits(digits.replace(",", "."))
    return parse_digits(digits)


_GROUPED = re.compile(r"[(\[\-–−]?[€$£]? ?[1-9]\d{0,2}(?:\.\d{3})+[)\]]?")
_FEWEST_GROUPED = 5


def comma_is_decimal(texts: Iterable[str], language: str = "en") -> bool:
    """Whether the numbers of a table are written 1.234,5 or 1 234,5: by their own marks, else by the language.

    Where all that have a point have three digits behind it, "118.416", and none begins with "0.", it parts thousands.
    """
    commas = points = 0
    texts = list(texts)
    grouped = [found[0] for text in texts if (found := _GROUPED.fullmatch(text.strip()))]
    pointed = sum(bool(re.search(r"\d\.\d", text)) for text in texts)
    if (
        len(grouped) >= _FEWEST_GROUPED
        and len(grouped) == pointed
        and any(re.search(r"\d\d\.", one) for one in grouped)
    ):
        return True
    for text in texts:
        commas += bool(re.search(r"\d\.\d{3},\d|\d\s\d{3},\d|(?<![\d.,])\d+,(?:\d{1,2}|\d{4,})(?!\d)", text))
        points += bool(re.search(r"\d,\d{3}(?:[.,]|\b)|(?<![\d.,])\d+\.(?:\d{1,2}|\d{4,})(?!\d)", text))
    return (
        commas > points
        if commas or points
        else language in ("sv", "de", "da", "nb", "no", "fi", "fr", "nl", "es", "it")
    )
