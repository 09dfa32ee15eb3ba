"""The numbers of a question: amounts of money, percentages, years and months, in English and Vietnamese."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache

from sleuth.agents.tutor.calculators.working import Kind
from sleuth.agents.tutor.language import VIETNAMESE, data, words_of
from sleuth.agents.tutor.phrases import Phrases
from sleuth.language.dates import is_year
from sleuth.language.numbers import NUMBER_WORD, parse_digits, parse_words

_SYMBOLS = {"$": "USD", "€": "EUR", "£": "GBP", "₫": "VND"}
_CODES = {
    "usd": "USD", "dollar": "USD", "dollars": "USD", "đô": "USD", "đô la": "USD", "eur": "EUR", "euro": "EUR",
    "euros": "EUR", "gbp": "GBP", "pounds": "GBP", "pound": "GBP", "vnd": "VND", "đồng": "VND", "đ": "VND",
    "dong": "VND", "sek": "SEK", "kronor": "SEK", "jpy": "JPY", "yen": "JPY", "inr": "INR", "rupees": "INR",
}  # fmt: skip
_SCALES = {
    "k": 3, "thousand": 3, "nghìn": 3, "ngàn": 3, "nghin": 3, "ngan": 3, "m": 6, "million": 6, "triệu": 6, "trieu": 6,
    "tr": 6, "bn": 9, "billion": 9, "tỷ": 9, "tỉ": 9, "ty": 9,
}  # fmt: skip
_UNITS = {
    "%": Kind.PERCENT, "percent": Kind.PERCENT, "per cent": Kind.PERCENT, "pct": Kind.PERCENT,
    "phần trăm": Kind.PERCENT, "phan tram": Kind.PERCENT, "years": Kind.YEARS, "year": Kind.YEARS, "yrs": Kind.YEARS,
    "năm": Kind.YEARS, "nam": Kind.YEARS, "months": Kind.MONTHS, "month": Kind.MONTHS, "tháng": Kind.MONTHS,
    "thang": Kind.MONTHS,
}  # fmt: skip
# "US$1,000", "£2.5", then a scale ("2 million"), then a unit or a currency ("5 %", "10-year", "300 USD").
_DIGITS = r"\d+(?:[.,\u00a0\u202f']\d+)*|\d{1,3}(?: \d{3})+(?!\d)"


def _any(words: Sequence[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


_QUANTITY = re.compile(
    rf"(?<![\w.,])(?P<lead>[-−](?=[$€£₫]))?(?P<code>(?:US|C|A)(?=\$)|USD|EUR|GBP|VND|SEK|INR)?\s?(?P<symbol>[$€£₫])?\s?(?P<sign>[-−])?"
    rf"(?:(?P<digits>{_DIGITS})|(?P<words>\b{NUMBER_WORD}\b))"
    rf"(?:\s?(?P<scale>{_any(list(_SCALES))})\b)?"
    rf"(?:[\s-]?(?P<unit>{_any(list(_UNITS))})(?!\w)|[\s]?(?P<currency>{_any(list(_CODES))})\b)?",
    re.IGNORECASE,
)
_MONTH_NAME = re.compile(r"\s(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b", re.IGNORECASE)
# "a year from now": one year, without a digit
_FROM_NOW = re.compile(r"\ba (?P<unit>year|month)(?= (?:from now|later)\b)", re.IGNORECASE)
_NEAR_AFTER = 16  # characters between an amount and the turn that follows it: "$200 to savings a month"
_NEAR_BEFORE = 32  # and between the turn and the amount that follows it: "monthly payments of $200"


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number of a text. `kind` is None for a plain one; months are never turned into years here."""

    value: Decimal
    kind: Kind | None
    start: int
    end: int
    text: str
    currency: str | None = None
    per: str = ""  # "month" or "year" where the text says that the amount recurs


def quantities(text: str, language: str, hidden: Sequence[tuple[int, int]] = ()) -> list[Quantity]:
    """The numbers of a text in order. Those inside `hidden` stretches are part of a name: "rule of 72"."""
    everything = sorted(_found(text, language), key=lambda one: one.start)
    found = [one for one in everything if not any(a <= one.start < b for a, b in hidden)]
    return _with_recurrence(found, text, language)


def _with_recurrence(found: Sequence[Quantity], text: str, language: str) -> list[Quantity]:
    """The same, each amount of money with how often it recurs: "$200 a month", "mỗi tháng để dành 2 triệu"."""
    recurs: dict[Quantity, str] = {}
    for start, end, per in _recurrences(text, language):
        money = [one for one in found if one.kind in (Kind.MONEY, None)]
        before = [
            one for one in money if 0 <= start - one.end <= _NEAR_AFTER and _is_open(text[one.end : start], language)
        ]
        after = [
            one for one in money if 0 <= one.start - end <= _NEAR_BEFORE and _is_open(text[end : one.start], language)
        ]
        for one in before[-1:] or after[:1]:
            recurs[one] = per
    return [replace(one, per=recurs.get(one, "")) for one in found]


def _recurrences(text: str, language: str) -> Iterator[tuple[int, int, str]]:
    """Where the text says that something recurs: [start, end) in characters, and "month" or "year"."""
    words = words_of(text, language)
    for found in _recurrence_turns(language).find(text):
        if found.last - found.first == 1 and words[found.first].text.casefold() != found.phrase:
            continue  # "years" has the stem of "yearly"
        following = words[found.last].text.casefold() if found.last < len(words) else ""
        if following in data(language, "words")["sums"]["from_now"]:
            continue  # "a year from now" is a date
        yield words[found.first].start, words[found.last - 1].end, found.label


@cache
def _recurrence_turns(language: str) -> Phrases[str]:
    turns = data(language, "words")["sums"]
    return Phrases(language, [(turn, per) for per in ("month", "year") for turn in turns[per]])


def _is_open(between: str, language: str) -> bool:
    """Whether nothing stands between an amount and a turn that would part them."""
    if re.search(r"[\d.;:?!,]", between):
        return False
    return not Phrases(language, [(turn, "") for turn in data(language, "words")["sums"]["barriers"]]).find(between)


def _found(text: str, language: str) -> Iterator[Quantity]:
    for match in _FROM_NOW.finditer(text):
        yield Quantity(Decimal(1), _UNITS[match["unit"].casefold()], match.start(), match.end(), match[0])
    for match in _QUANTITY.finditer(text):
        unit = (match["unit"] or "").casefold()
        if match["words"] and not unit:
            continue  # "one", "two": words of a sentence, no amounts
        value = _value(match, language)
        money = match["symbol"] or match["code"] or match["currency"]
        kind = _UNITS.get(unit) or (Kind.MONEY if money or match["scale"] else None)
        if kind is None and is_year(match["digits"] or ""):
            continue  # a calendar year
        if kind is None and _MONTH_NAME.match(text, match.end()):
            continue  # the day of a date
        start = match.start("words") if match["words"] else min(i for i in map(match.start, _PARTS) if i >= 0)
        yield Quantity(value, kind, start, match.end(), text[start : match.end()].strip(), _currency(match))


_PARTS = ("lead", "code", "symbol", "sign", "digits")


def _currency(match: re.Match[str]) -> str | None:
    if match["symbol"]:
        return _SYMBOLS[match["symbol"]]
    code = (match["code"] or match["currency"] or "").casefold()
    return _CODES.get(code)


def _value(match: re.Match[str], language: str) -> Decimal:
    value = parse_words(match["words"].casefold()) if match["words"] else plain_number(match["digits"], language)
    scale = _SCALES.get((match["scale"] or "").casefold(), 0)
    value = value.scaleb(scale)
    return -value if match["sign"] or match["lead"] else value


def plain_number(digits: str, language: str) -> Decimal:
    """The value of digits as the language writes them: 1.000 is a thousand in Vietnamese and one in English."""
    if language == VIETNAMESE:
        whole, comma, fraction = digits.replace(" ", "").partition(",")
        grouped = re.fullmatch(r"\d{1,3}(?:\.\d{3})+", whole)
        if grouped or comma:
            return Decimal(whole.replace(".", "") + ("." + fraction if comma and fraction.isdigit() else ""))
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", digits):
        return Decimal(digits.replace(",", ""))
    try:
        return Decimal(digits)
    except ArithmeticError:
        return parse_digits(digits)[0]
