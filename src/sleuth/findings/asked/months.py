"""The mean, or the total, of the months of a longer time, where a question asks for it and no figure is stated."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from sleuth.findings.asked.adding import filling
from sleuth.findings.asked.answers import if_stated
from sleuth.findings.asked.books import Fact
from sleuth.findings.asked.choosing import Chooser
from sleuth.language.calendar import YEAR
from sleuth.language.glyphs import plain
from sleuth.language.period import Day, Period
from sleuth.language.query import Measure, Word
from sleuth.language.times import AskedTime
from sleuth.language.wordlist import wordlist

_MEAN, _TOTAL, _PER_MONTH = (re.compile(wordlist("operations")[name]) for name in ("average", "total", "per_month"))
_COUNTED = ("count", "employee")


class OverMonths(NamedTuple):
    """What is made of months: the word for it, its expression over p1, p2, …, the whole time, the months' facts."""

    kind: str  # "average" or "total"
    expression: str
    period: Period
    facts: tuple[Fact, ...]


def over_months(chooser: Chooser, measure: Measure, time: AskedTime) -> OverMonths | None:
    """The mean or the total of the months of a time, as far as a question asks for one.

    None where a month has no figure. Balances have a mean and no total, shares neither.
    """
    kind = next((name for name, says in _KINDS.items() if says.search(plain(chooser.query.text).text)), None)
    if kind is None:
        return None
    bare = replace(chooser, query=replace(chooser.query, words=_without(chooser.query.words, _KINDS[kind])))
    own = _PER_MONTH.sub(" ", _KINDS[kind].sub(" ", plain(measure.name).text))
    named = replace(measure, name=" ".join(own.split()))
    facts = if_stated(lambda: bare.of_scenario(bare.stating(named)))
    period = bare.placing.period(time, Period(Day(0), YEAR))
    if facts is None or period is None or not period.months:
        return None
    monthly = [fact for fact in facts if fact.period.months in (None, 1)]
    filled = filling(bare, monthly, period, 1)
    is_share = any(fact.unit == "percent" for fact in filled)  # months may weigh differently
    if len(filled) < 2 or is_share or (kind == "total" and not _adds_up(filled)):
        return None
    joined = " + ".join(f"p{number}" for number in range(1, len(filled) + 1))
    expression = joined if kind == "total" else f"({joined}) / {len(filled)}"
    return OverMonths(kind, expression, period, filled)


_KINDS = {"average": _MEAN, "total": _TOTAL}


def _without(words: Sequence[Word], says: re.Pattern[str]) -> tuple[Word, ...]:
    """The words but those that only ask for the mean of months."""
    forms = ((word, plain(word.text).text) for word in words)
    return tuple(word for word, form in forms if not (says.search(form) or _PER_MONTH.fullmatch(form)))


def _adds_up(facts: Sequence[Fact]) -> bool:
    """Whether figures of months make a total: things that are counted in the month, not at its end."""
    return all(fact.period.months == 1 and fact.unit in _COUNTED for fact in facts)
