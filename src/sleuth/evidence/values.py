"""Reads quantities from text: magnitude, scale, currency, unit and what bounds them, in English and Swedish."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache

from sleuth.evidence.lexicon import any_of, currencies, currency_units, lexicon
from sleuth.language.currency import USUAL, Signs, family_of, qualified, shared_signs
from sleuth.language.dates import Date, read_dates
from sleuth.language.numbers import NUMBER, NUMBER_WORD, SPELLED_OUT, parse_digits, parse_words
from sleuth.language.scale import lettered_signs

# What may stand between a bound and its number: "up to an additional $5 million".
BETWEEN = r"(?:(?:an?\s+|ytterligare\s+)?(?:additional|further|aggregate(?:\s+of)?|total\s+of)?\s+)?"
_CODE = 3  # letters
_SPELLED_OUT = 120  # characters that a number in words takes at most


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with all that belongs to it. Two quantities are equal in value when `value` and `unit` are."""

    value: Decimal  # signed, magnitude times scale
    unit: str  # "" | "USD" | "percent" | "points" | "day" | …
    step: Decimal  # the value of one unit of the last printed digit, for rounding
    scale: int  # the power of ten of its scale word
    bound: str  # "" | "at least" | "at most" | "above" | "below" | "about"
    start: int  # offsets in the text that was read
    end: int
    text: str


def read_values(text: str, signs: Signs = USUAL) -> tuple[tuple[Quantity, ...], tuple[Date, ...]]:
    """The quantities and the dates in `text`, in order. `signs` are what "$" and "kr" mean in its document."""
    found_dates = read_dates(text)
    dates = tuple(date for date in found_dates if not _counts_something(text, date))
    quantities = list(_numerals(text, dates))
    quantities += _number_words(text, quantities, dates)
    meant = [replace(quantity, unit=signs.code(quantity.unit)) for quantity in quantities]
    return tuple(sorted(meant, key=lambda quantity: quantity.start)), dates


def _counts_something(text: str, date: Date) -> bool:
    """Whether what looks like a year is a number of things: "2000 employees", "SEK 2024 million"."""
    bare = date.month is None and date.quarter is None and not date.fiscal
    before, after = text[max(0, date.start - 12) : date.start], text[date.end : date.end + 30]
    currency = _currency_before().search(before)
    of_another = currency and re.search(r"\d\s*\Z", before[: currency.start()])  # "412 Mkr 2023"
    return bare and bool(_unit_after().match(after) or (currency and not of_another))


@cache
def _units() -> dict[str, str]:
    return dict(lexicon("units")["unit"])


@cache
def _scales() -> dict[str, int]:
    return dict(lexicon("units")["scale"])


@cache
def _currency_before() -> re.Pattern[str]:
    words = any_of(word for word in currencies() if word.isalpha() and len(word) <= 4)
    return re.compile(rf"(?:{money_sign()}|(?<!\w){words})\s*\Z")


@cache
def money_sign() -> str:
    """A sign of money, with the letters of its country before it: "$", "hk$", "us $"; but "a $5 fee" is no "a$5"."""
    letters = [word[:-1] for word in qualified() if word.endswith(("$", "¥"))]
    codes = any_of([*(word for word in letters if len(word) == _CODE), "us", "u.s."])
    # letters that are a sign only before an amount: "R45.0 million", "R18 500 000", but no "R2" of a reforecast
    scaled, grouped = rf"\d[\d.,]*\s?{any_of(_scales())}(?!\w)", r"\d{1,3}(?:[ ,.\u00a0]\d{3})+"
    lettered = rf"(?<!\w){any_of(lettered_signs())}\s?(?={scaled}|{grouped}(?!\d))"
    signs = re.escape("".join(sorted({"$", *(word for word in currencies() if len(word) == 1 and not word.isalpha())})))
    return rf"(?:(?:(?<![^\W\d_])(?:{any_of(letters)}|{codes}\s))?[{signs}]|{lettered})"


@cache
def _scale_after() -> re.Pattern[str]:
    return re.compile(rf"(?:[\s-]*)({any_of(_scales())})(?!\w)|(k|m|b)(?!\w|\.\w)")


@cache
def _unit_after() -> re.Pattern[str]:
    words = any_of([*_units(), *(word for word in currencies() if word.replace(" ", "").isalpha())])
    between = rf"(?:\s|-|of\s|av\s|\({NUMBER_WORD}\)\s|(?:additional|further|full|consecutive)\s)*"  # "5 (five) years"
    return re.compile(rf"{between}({words}|[$€£¥])(?!\w)")


@cache
def _numeral() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.])(?P<open>\(\s*)?(?P<sign>[-+](?:\s?)|minus\s+)?(?P<money>{money_sign()}\s*)?"
                      rf"(?P<inner>[-(]\s*)?(?P<digits>{NUMBER})(?![\d])")  # fmt: skip


def _numerals(text: str, dates: Sequence[Date]) -> Iterator[Quantity]:
    for found in _numeral().finditer(text):
        start, end = found.span("digits")
        if any(start < date.end and end > date.start for date in dates) or re.match(r"[.:/]\d", text[end:]):
            continue
        if found["digits"] == "000":  # "£000", "USD '000": in thousands
            continue
        yield _quantity(text, found, end)


def _quantity(text: str, found: re.Match[str], end: int) -> Quantity:
    value, step = parse_digits(found["digits"])
    bracketed = bool(found["open"] or (found["inner"] or "").startswith("(")) and bool(
        re.match(r"\s*[%)]", text[end:]) and re.match(r"\s*%?\s*\)", text[end:])
    )
    listed = bracketed and _is_repeated_or_listed(text, found, value)
    minus = (found["sign"] or "").strip() in ("-", "minus") and not _is_range(text, found.start())
    negative = minus or (found["inner"] or "").startswith("-") or (bracketed and not listed)
    closing = re.compile(r"\s*\)").match(text, end) if found["open"] or bracketed else None
    shape = _shape(text, found.start("digits"), closing.end() if closing else end)
    money = found["money"]
    unit = _named_by(money) if money and not shape.unit else shape.unit
    sign = -1 if negative else 1
    multiple = Decimal(10) ** shape.scale
    return Quantity(
        sign * value * multiple, unit, step * multiple, shape.scale, _bound(text, found.start(), shape.end),
        found.start(), shape.end, text[found.start() : shape.end].strip(),
    )  # fmt: skip


def _is_repeated_or_listed(text: str, found: re.Match[str], value: Decimal) -> bool:
    """Brackets that repeat a number in words, "thirty (30)", or number an item, "(1)", make nothing negative."""
    word = re.search(rf"(?<!\w)({SPELLED_OUT})\s*\Z", text[max(0, found.start() - _SPELLED_OUT) : found.start()])
    return bool(word) or (value < 100 and value == int(value) and not found["money"])


def _is_range(text: str, start: int) -> bool:
    return bool(re.search(r"[\w%]\s?\Z", text[:start])) and text[start] == "-" and not text[start + 1].isspace() and (
        text[start - 1 : start].isdigit() or text[start - 1 : start] == "%" or text[start - 1 : start].isalpha()
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Shape:
    scale: int
    unit: str
    end: int


def _shape(text: str, start: int, end: int) -> _Shape:
    """The scale and unit around the digits [start, end), and where the quantity ends."""
    scale, unit = 0, ""
    while (found := _scale_after().match(text, end)) and len(text) > end:
        word = found[1] or found[2]
        scale += _scales().get(word, {"k": 3, "m": 6, "b": 9}.get(word, 0))
        unit = unit or currencies().get(word, "")
        end = found.end()
    if found := _unit_after().match(text, end):
        word = re.sub(r"\s+", " ", found[1])
        follows_number = word in "$€£¥" and text[found.end() : found.end() + 1].isdigit()
        if not follows_number:
            unit = unit or _units().get(word) or currencies()[word]
            end = found.end()
    scale = scale or _scale_of_range(text, end)
    before = _currency_before().search(text[max(0, start - 8) : start])
    if before and unit not in ("percent", "points"):
        word = before[0].strip()
        named = _named_by(word)
        # "US$5 million", "$5 Canadian": what is told with its country holds against the bare sign
        is_bare = unit in shared_signs() and family_of(named) == unit
        unit = named if unit not in currency_units() or is_bare else unit
        scale += _scales().get(word, 0)
    return _Shape(scale, unit or _unit_of_range(text, end), end)


def _named_by(sign: str) -> str:
    """The currency of a sign or a word before a number, with or without a blank behind its letters."""
    word = re.sub(r"\s+", "", sign)
    if word in lettered_signs():
        return lettered_signs()[word]
    return currencies()[word if word in currencies() else word[-1]]


def _scale_of_range(text: str, end: int) -> int:
    """In "$180-200 million" the first number has the scale of the second."""
    second = re.compile(rf"-\s?[$€£¥]?\s?{NUMBER}").match(text, end)
    found = second and _scale_after().match(text, second.end())
    return _scales().get(found[1] or "", 0) if found else 0


def _unit_of_range(text: str, end: int) -> str:
    """In "5-10 %" and "5 to 10 days" the first number has the unit of the second."""
    second = re.compile(rf"\s*(?:-|to|and|till|och)\s*{NUMBER}").match(text, end)
    found = second and re.compile(rf"\s*({any_of(('%', 'percent', 'procent', 'per cent'))})").match(text, second.end())
    return _units()[re.sub(r"\s+", " ", found[1])] if found else ""


@cache
def _repeated() -> re.Pattern[str]:
    return re.compile(rf"{SPELLED_OUT}\s*\(\s*[$€£¥]?\s*\d")


def _number_words(text: str, numerals: Sequence[Quantity], dates: Sequence[Date]) -> Iterator[Quantity]:
    taken = [(number.start, number.end) for number in numerals] + [(date.start, date.end) for date in dates]
    for found in re.compile(rf"(?<!\w)({NUMBER_WORD})(?!\w)").finditer(text):
        shape = _shape(text, found.start(), found.end())
        value = parse_words(found[1])
        repeated = _repeated().match(text, found.start())
        if repeated or (value < 2 and not shape.unit) or (found[1] in ("en", "ett") and not shape.unit):
            continue
        if any(found.start() < end and found.end() > start for start, end in taken):
            continue
        multiple = Decimal(10) ** shape.scale
        yield Quantity(
            value * multiple, shape.unit, multiple, shape.scale, _bound(text, found.start(), shape.end),
            found.start(), shape.end, text[found.start() : shape.end],
        )  # fmt: skip


@cache
def _bounds() -> tuple[tuple[str, re.Pattern[str], re.Pattern[str]], ...]:
    return tuple(
        (
            kind,
            re.compile(
                rf"(?<!\w){any_of(words['before'])}\s+{BETWEEN}(?:(?:the|a|an|sek|usd|eur|{SPELLED_OUT})\s+)?\(?[$€£¥]?\s*\Z"
            ),
            re.compile(rf"\)?\s*{any_of(words['after'])}(?!\w)" if words["after"] else r"(?!)"),
        )
        for kind, words in lexicon("bounds").items()
    )


def _bound(text: str, start: int, end: int) -> str:
    before, after = text[max(0, start - 40) : start], text[end : end + 30]
    for kind, left, right in _bounds():
        if left.search(before) or right.match(after):
            return kind
    return ""


def with_caption_scale(quantity: Quantity, scale: int, unit: str) -> Quantity:
    """A number of a table whose caption states scale and currency for all of them."""
    multiple = Decimal(10) ** scale
    if quantity.scale or quantity.unit not in ("", unit):
        return quantity
    return replace(quantity, value=quantity.value * multiple, step=quantity.step * multiple, unit=unit, scale=scale)
