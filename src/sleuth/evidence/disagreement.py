"""Whether two sentences that answer one typed question give different values of the kind asked for.

Strict: each sentence must state just one such value of what is asked after, of times and scopes that do not set them
apart. Where one is not sure, nothing is said of the two.
"""

import re
from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from sleuth.evidence.lexicon import lexicon
from sleuth.evidence.prose import value_kind
from sleuth.evidence.reading import Reading, read
from sleuth.evidence.values import Quantity
from sleuth.language.asked import Answer, Asked, value_nouns
from sleuth.language.dates import Date
from sleuth.language.glyphs import plain
from sleuth.language.times import stated_times
from sleuth.language.tokens import stems, tokens
from sleuth.language.weight import is_stop

_NARROWING = frozenset({"mean", "least", "most", "plan", "forecast"})  # but what something "fell to" is its level
AMOUNTS = frozenset({Answer.MONEY, Answer.NUMBER, Answer.COUNT, Answer.SHARE, Answer.DURATION})
_MARK = re.compile(r"[;:()]|,(?!\d)")
_DAYS = {"day": 1, "calendar day": 1, "week": 7, "fortnight": 14}
_MONTHS = {"month": 1, "quarter": 3, "year": 12, "decade": 120}


@dataclass(frozen=True, slots=True)
class Value:
    """The one value of a sentence that answers a typed question."""

    written: str  # as it stands in the sentence
    clause: str  # in plain form: what stands around it, to the next marks
    amount: Decimal | None = None  # in single units; of a length of time in days or in months
    unit: str = ""
    slack: Decimal = Decimal(0)  # what rounding may hide, to either side
    date: Date | None = None


def answered_value(asked: Asked, sentence: str) -> Value | None:
    """The value of the kind asked for; None where the sentence states none, or several that the question fits."""
    reading, kind = read(sentence, asked.language), _kind(asked)
    if kind is Answer.DATE:
        return _date(reading)
    if kind not in AMOUNTS:
        return None
    found = _amounts(asked, reading, kind)
    if len({(value.amount, value.unit) for _, value in found}) > 1:
        found = _under_condition(asked, reading, found)
    return found[0][1] if found and len({(value.amount, value.unit) for _, value in found}) == 1 else None


def _kind(asked: Asked) -> Answer:
    """The kind of value asked for; of "what notice period applies" the one that its noun is measured in."""
    if asked.answer is not Answer.THING:
        return asked.answer
    kinds = {kind for noun, kind in value_nouns(asked.language).items() if noun in asked.stems}
    return next(iter(kinds)) if len(kinds) == 1 else Answer.THING


def disagree(asked: Asked, one: str, other: str) -> tuple[Value, Value] | None:
    """The two values, where the sentences answer the question differently; None where they may both hold."""
    first, second = answered_value(asked, one), answered_value(asked, other)
    if first is None or second is None or _may_both_hold(first, second) or not _speak_of_one(asked, one, other):
        return None
    if _kind(asked) is not Answer.DATE and _of_other_times(one, other):
        return None
    return (first, second) if scopes(first.clause) == scopes(second.clause) else None


def unasked_scopes(asked: Asked, sentence: str) -> frozenset[str]:
    """What makes the value of a sentence one of a part, a mean, a plan or a bound that the question does not name."""
    value = answered_value(asked, sentence)
    return (scopes(value.clause) & _NARROWING) - scopes(plain(asked.text).text) if value is not None else frozenset()


def scopes(text: str) -> frozenset[str]:
    """The scopes that a text, in plain form, names."""
    return frozenset(name for name, form in _forms().items() if form.search(text))


def _speak_of_one(asked: Asked, one: str, other: str) -> bool:
    """Whether both sentences hold half of what the question names, at least, or the same of it."""
    names = {word.stem for word in tokens(asked.text, asked.language) if not is_stop(word.text, asked.language)}
    said = [names & stems(text, asked.language) for text in (one, other)]
    return said[0] == said[1] or all(2 * len(held) >= len(names) for held in said)


def _may_both_hold(one: Value, other: Value) -> bool:
    if one.date is not None and other.date is not None:
        return _may_be(one.date, other.date)
    if one.amount is None or other.amount is None or one.unit != other.unit:
        return True
    return abs(one.amount - other.amount) <= one.slack + other.slack


def _may_be(one: Date, other: Date) -> bool:
    fields = ("year", "month", "day", "quarter")
    pairs = [(getattr(one, name), getattr(other, name)) for name in fields]
    return all(first == second for first, second in pairs if first is not None and second is not None)


def _of_other_times(one: str, other: str) -> bool:
    """Whether both sentences tell a time, and none that the other tells too."""
    first, second = stated_times(one), stated_times(other)
    if not first.is_named or not second.is_named:
        return False
    return not (first.cover(second) or second.cover(first))


@cache
def _forms() -> dict[str, re.Pattern[str]]:
    return {name: re.compile(rf"(?<!\w)(?:{form})(?!\w)") for name, form in lexicon("scopes")["scope"].items()}


def _date(reading: Reading) -> Value | None:
    dates = {(date.year, date.month, date.day, date.quarter): date for date in reading.dates if date.year is not None}
    if len(dates) != 1:
        return None
    (date,) = dates.values()
    clause = _clause(reading.plain, date.start, date.end)
    return Value(_written(reading, date.start, date.end), clause, date=date)


def _written(reading: Reading, start: int, end: int) -> str:
    """The text's own characters of a stretch of its plain form."""
    form = plain(reading.text)
    return " ".join(reading.text[form.start(start) : form.end(end - 1)].split())


def _clause(text: str, start: int, end: int) -> str:
    """What stands around a value, from the mark before it to the mark behind it."""
    before = max((mark.end() for mark in _MARK.finditer(text, 0, start)), default=0)
    behind = _MARK.search(text, end)
    return text[before : behind.start() if behind else len(text)]


def _amounts(asked: Asked, reading: Reading, kind: Answer) -> list[tuple[Quantity, Value]]:
    """The values of the kind asked for; of counts those that stand beside the noun, where any does."""
    kinds = (Answer.COUNT, Answer.MONEY, Answer.SHARE) if kind is Answer.NUMBER else (kind,)
    said = {word.text for word in tokens(asked.text, asked.language) if word.is_number}
    fitting = [
        quantity
        for quantity in reading.quantities
        if value_kind(quantity.unit) in kinds and quantity.bound in ("", "about") and quantity.text not in said
    ]
    counted = [quantity for quantity in fitting if _counts(asked, reading, quantity)]
    chosen = counted if counted and kind in (Answer.COUNT, Answer.NUMBER) else fitting
    return [(quantity, _value(reading, quantity)) for quantity in chosen]


def _counts(asked: Asked, reading: Reading, quantity: Quantity) -> bool:
    """Whether the noun that is asked after stands right behind a number, or was read with it."""
    behind = [token.stem for token in tokens(reading.plain[quantity.end : quantity.end + 40], asked.language)][:3]
    own = [token.stem for token in tokens(quantity.text, asked.language)]
    return any(stem in head for head in asked.heads for stem in (*own, *behind))


def _value(reading: Reading, quantity: Quantity) -> Value:
    clause = _clause(reading.plain, quantity.start, quantity.end)
    written = _written(reading, quantity.start, quantity.end)
    scale = _DAYS.get(quantity.unit) or _MONTHS.get(quantity.unit)
    if scale is not None:
        return Value(written, clause, quantity.value * scale, "days" if quantity.unit in _DAYS else "months")
    slack = quantity.step if quantity.bound else quantity.step / 2
    return Value(written, clause, quantity.value, quantity.unit, slack)


@cache
def _opener() -> re.Pattern[str]:
    """What opens the condition or the case that a value is of: "if", "when", "for", "in"."""
    alignment = lexicon("alignment")
    words = (*alignment["subordinator"], *alignment["preposition"])
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)")


def _under_condition(
    asked: Asked, reading: Reading, found: list[tuple[Quantity, Value]]
) -> list[tuple[Quantity, Value]]:
    """Of several values the one whose condition the question names.

    "Six months if the Executive gives notice and twelve months if the Company gives notice": the company's. What names
    the next value, as in "revenue of 221 and EBITDA of 50", is no condition of the one before it.
    """
    ends = [*(quantity.start for quantity, _ in found[1:]), len(reading.plain)]
    conditions = [
        _condition(reading.plain[quantity.end : end], asked.language)
        for (quantity, _), end in zip(found, ends, strict=True)
    ]
    times_said = Counter(stem for condition in conditions for stem in condition)
    fitting = []
    for value, condition in zip(found, conditions, strict=True):
        own = {stem for stem in condition if times_said[stem] == 1}  # that no other value's condition says
        if own & asked.stems:
            fitting.append(value)
    return fitting if len(fitting) == 1 else []


def _condition(text: str, language: str) -> frozenset[str]:
    """The stems of the condition that a text behind a value opens; empty where it opens none."""
    opening = _opener().search(text)
    return stems(text[opening.end() :], language) if opening is not None else frozenset()
