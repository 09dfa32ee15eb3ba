"""Typed follow-ups to a figure: at both times that were spoken of, or one scenario against another."""

import re
from collections.abc import Sequence
from dataclasses import replace

from sleuth.agents.analyst.dialogue.given import Given
from sleuth.agents.analyst.dialogue.moved import year_before
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.queries import time_of
from sleuth.language.glyphs import plain
from sleuth.language.period import Period
from sleuth.language.query import Measure, Operation, Query, Word
from sleuth.language.scenario import Scenario, read_scenarios
from sleuth.language.times import AskedTime, find_times
from sleuth.language.timing import Timing
from sleuth.reason.understand.figures import read_query
from sleuth.reason.understand.margins import is_margin, margin_of
from sleuth.reason.understand.phrases import without_doubts
from sleuth.reason.understand.several import split

_BOTH = 2


def at_both_times(
    message: str, before: Query | None, given: Sequence[Given], period: Period | None, language: str
) -> Query | None:
    """What a message asks of "both years": its measure, or that of the question before, at the last two times given.

    After a change over a year they are the time that the answer was of, and the year before. Where no two are known it
    asks of a time that no figure is of.
    """
    said = re.search(data("dialogue")["figure"]["both_times"], message, re.IGNORECASE)
    if before is None or said is None:
        return None
    times = _last_two(given)
    if len(times) < _BOTH and before.operation in (Operation.CHANGE, Operation.GROWTH) and period is not None:
        times = (year_before(period), time_of(period))
    asked = read_query(message, language)
    if len(times) < _BOTH:
        return replace(asked, times=(AskedTime(0, 0, said[0], Timing()),)) if asked.names_measure else None
    measures = asked.known_measures or _margin_of(asked, before)
    formula = any(one.formula for one in measures)
    operation = Operation.RATIO if formula else Operation.LEVEL
    text = f"{message[: said.start()]}{' and '.join(map(str, times))}{message[said.end() :]}"
    return replace(before, text=text, measures=measures or before.measures, operation=operation, times=times)


def sets_against_time_before(message: str) -> bool:
    """Whether a message sets what was spoken of against an earlier time, and no plan: "and against last year?"."""
    times = find_times(message)
    if not times or read_scenarios(message):
        return False
    is_before = all(time.timing is None and time.back for time in times)
    return is_before and re.match(data("dialogue")["figure"]["set_against"], plain(message).text) is not None


def with_two_years(message: str) -> str:
    """A message that opens a conversation, with "both years" as what they are then: the last and the one before it."""
    says = data("dialogue")["figure"]["both_years"]
    return re.sub(says, "last year and the year before last", message, flags=re.IGNORECASE)


def without_frame(words: Sequence[Word]) -> tuple[Word, ...]:
    """Words without those that only set one scenario against another: "miss", "against", "budget"."""
    return tuple(word for word in words if not _frames(plain(word.text).text))


def _frames(form: str) -> bool:
    says = data("dialogue")["figure"]
    return bool(read_scenarios(form)) or any(re.fullmatch(says[name], form) for name in ("against", "framing"))


def _last_two(given: Sequence[Given]) -> tuple[AskedTime, ...]:
    """The last two different times of figures that were shown, the earlier first."""
    named: dict[tuple[int, int], AskedTime] = {}
    for one in reversed(given):
        read = find_times(one.when)
        if one.order[0] and len(read) == 1 and not one.is_reckoned:
            named.setdefault(one.order, read[0])
    return tuple(named[order] for order in sorted(list(named)[:2]))


def _margin_of(asked: Query, before: Query) -> tuple[Measure, ...]:
    """ "The margin" after a question for EBITDA is the EBITDA margin."""
    if not any(map(is_margin, asked.words)) or len(before.measures) != 1:
        return ()
    margin = margin_of(before.measures)
    return () if margin is None else (margin,)


# What a year is planned as, then expected as, then was: what comes later is held against what came before.
_AS_THEY_COME = (Scenario.BUDGET, Scenario.PRO_FORMA, Scenario.ESTIMATE, Scenario.FORECAST, Scenario.ACTUAL)


def against(
    message: str, before: Query | None, time: AskedTime | None, language: str
) -> tuple[Query, Scenario, Scenario] | None:
    """The figure that a message sets against another scenario of it, and both scenarios, what is compared first.

    "How did the actual come out against that?" after a budget; "And against the forecast?" after either; "Was EBITDA
    more than budget?" at any time. `time`: of the figure before, where the message names none.
    """
    message = without_doubts(split(message)[0].text)  # "…, and why?" asks something else
    form = plain(message).text
    asked = read_query(message, language)
    own = asked.known_measures
    read = read_scenarios(form)
    named: Sequence[Scenario] = [one for one in _AS_THEY_COME if one in read]
    planned = () if named else _plan_before(form, asked, before)
    is_against = bool(planned) or re.search(data("dialogue")["figure"]["against"], form) is not None
    named = named or planned
    if not is_against or not named or (before is None and not own):
        return None
    of_before = Scenario(before.scenario) if before and before.scenario and not own else Scenario.ACTUAL
    new, old = (named[0], of_before) if len(named) == 1 else (named[-1], named[0])
    if new is old:
        old = Scenario.ACTUAL
    if Scenario.ACTUAL in (new, old) and new is not Scenario.ACTUAL:
        new, old = old, new  # what happened is set against what was planned
    times = asked.times or ((time,) if time else before.times if before else ())
    words = without_frame(asked.words)
    if own or before is None:
        figure = replace(asked, words=words, measures=own)
    elif not any(one.keys or one.formula for one in before.measures):
        return None  # the question before named no figure that could be compared
    else:
        figure = replace(before, words=words or before.words)
    return None if new is old else (replace(figure, operation=Operation.LEVEL, times=times, scenario=""), new, old)


def _plan_before(form: str, asked: Query, before: Query | None) -> Sequence[Scenario]:
    """The plan that the question before set a figure against, where a message says how far off it something was.

    A message with a measure or a time of its own asks of what happened: "how far off was November on sales?".
    """
    if before is None or not re.search(data("dialogue")["figure"]["off_plan"], form):
        return ()
    read = read_scenarios(before.text)
    spoken = [one for one in _AS_THEY_COME if one in read and one is not Scenario.ACTUAL]
    is_own = bool(asked.times) or any(one.keys or one.formula for one in asked.measures)
    return spoken[:1] if is_own else spoken
