"""A balance that is parted by when it is due, as the sum of both parts: "Bank loans, current" and "non-current"."""

import re
from collections.abc import Sequence

from sleuth.findings.asked.answers import NotStatedError
from sleuth.findings.asked.books import Fact
from sleuth.findings.asked.choosing import Chooser
from sleuth.language.metrics import default_lexicon, label_form
from sleuth.language.query import Measure
from sleuth.language.times import AskedTime
from sleuth.language.tokens import stems
from sleuth.language.wordlist import wordlist

_LATER, _SOON = (re.compile(wordlist("labels")[name]) for name in ("later", "soon"))


def both_maturities(chooser: Chooser, measure: Measure, time: AskedTime | None) -> tuple[str, tuple[Fact, Fact]] | None:
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
    try:
        return chooser.at(facts, time) if facts else None
    except NotStatedError:
        return None
