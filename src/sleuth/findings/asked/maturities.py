"""A balance that is parted by when it is due, as the sum of both parts: "Bank loans, current" and "non-current"."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from sleuth.findings.asked.answers import Figure, if_stated
from sleuth.findings.asked.books import Fact
from sleuth.findings.asked.choosing import Chooser
from sleuth.findings.asked.formulas import difference
from sleuth.language.calendar import YEAR
from sleuth.language.metrics import default_lexicon, label_form
from sleuth.language.query import Measure
from sleuth.language.times import AskedTime
from sleuth.language.tokens import stems
from sleuth.language.wordlist import wordlist

_LATER, _SOON = (re.compile(wordlist("labels")[name]) for name in ("later", "soon"))


def balance_at(chooser: Chooser, measure: Measure, time: AskedTime | None) -> Figure | None:
    """A balance as the sum of what is due within a year and later; None where one of them is not stated."""
    parted = _both_maturities(chooser, measure, time)
    if parted is None:
        return None
    name, (later, soon) = parted
    title = f"{name[:1].upper()}{name[1:]}"
    facts = (("p1", later), ("p2", soon))
    return Figure(chooser.book.document_id, facts, title, "p1 + p2", "amount", later.period)


def balance_change(
    chooser: Chooser, measure: Measure, times: Sequence[AskedTime], *, in_percent: bool = False
) -> Figure | None:
    """How much such a balance changed between two times, or from the year before; None where it is not stated."""
    new = balance_at(chooser, measure, times[-1] if times else None)
    if new is None:
        return None
    old = balance_at(chooser, measure, times[0]) if len(times) > 1 else _year_before(chooser, new)
    return None if old is None else difference(new.title, old, new, in_percent=in_percent)


def _year_before(chooser: Chooser, balance: Figure) -> Figure | None:
    """A balance of the same lines a year earlier; None where one of them is not stated."""
    facts: list[tuple[str, Fact]] = []
    for name, fact in balance.facts:
        earlier = if_stated(partial(chooser.before, _line_of(chooser, fact), fact, YEAR))
        if earlier is None:
            return None
        facts.append((name, earlier))
    return replace(balance, facts=tuple(facts), period=facts[0][1].period)


def _line_of(chooser: Chooser, fact: Fact) -> list[Fact]:
    """The figures of one line at all times."""
    line = fact.metric, fact.name, fact.dimension
    return [one for one in chooser.book.facts if (one.metric, one.name, one.dimension) == line]


def _both_maturities(
    chooser: Chooser, measure: Measure, time: AskedTime | None
) -> tuple[str, tuple[Fact, Fact]] | None:
    """The name of a balance and its two parts at one time, what is due later first; None where one is not stated."""
    if not chooser.query.heavy <= chooser.book.names | chooser.others | stems(measure.name, chooser.book.language):
        return None
    named = [(fact, *_parted(fact)) for fact in chooser.book.facts if fact.period.is_instant and chooser.is_own(fact)]
    of_measure = [one for one in named if one[1] and _is_called(one[1], measure, chooser.book.language)]
    names = {name for _, name, _ in of_measure}
    if len(names) != 1:
        return None
    later = _at(chooser, [fact for fact, _, is_later in of_measure if is_later], time)
    soon = _at(chooser, [fact for fact, _, is_later in of_measure if not is_later], time)
    if later is None or soon is None or later.period.key != soon.period.key or later.unit != soon.unit:
        return None
    return names.pop(), (later, soon)


def _parted(fact: Fact) -> tuple[str, bool]:
    """The name of a line without the words that tell when it is due, and whether that is later; "" without such."""
    name = fact.name.casefold()
    is_later = _LATER.search(name) is not None
    form = (_LATER if is_later else _SOON).sub(" ", name)
    return (label_form(form), is_later) if form != name else ("", False)


def _is_called(name: str, measure: Measure, language: str) -> bool:
    """Whether a name is one of the measure's, or the very words that are asked for."""
    is_known = any(metric.key in measure.keys for metric in default_lexicon().named(name))
    return is_known or stems(name, language) == stems(measure.name, language)


def _at(chooser: Chooser, facts: Sequence[Fact], time: AskedTime | None) -> Fact | None:
    return if_stated(lambda: chooser.at(facts, time)) if facts else None
