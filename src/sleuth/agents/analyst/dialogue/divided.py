"""Questions about which part of a measure stands out, by its figure, its change in a year, or against a plan."""

import re
from dataclasses import dataclass, replace

from sleuth.agents.analyst.conversation import Context
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.queries import time_of
from sleuth.language.glyphs import plain
from sleuth.language.query import Measure, Operation, Query
from sleuth.language.scenario import Scenario, read_scenarios
from sleuth.language.weight import detect_language
from sleuth.reason.understand.figures import read_query

_LIST = re.compile(r",? (?:and|or|och|eller) |, ")


@dataclass(frozen=True, slots=True)
class PartsAsked:
    """A measure at one time, whose parts are to be ranked."""

    query: Query  # without words for the parts
    against: str  # "" by the figure itself, "year" by its change from the year before, or a planned scenario
    names: tuple[str, ...] = ()  # the parts, where the question counts them up
    is_low: bool = False  # the lowest is asked for
    is_of_places: bool | None = None  # whether the parts are places; None where nothing says it
    direction: int = 0  # -1 only parts that fell, or lie below the plan; 1 only those that grew, or lie above; 0 any


def read_parts(message: str, context: Context) -> PartsAsked | None:
    """What a message asks of the parts of a measure; None where it asks nothing of the kind.

    A follow-up goes on with the parts, the plan, the measure and the time of the question before, as far as it names
    none of its own.
    """
    form = plain(message).text
    asked = _kind(message, form)
    before = _before(context) if _says("asks", "bare", form) or asked is not None else None
    if (asked is None and before is None) or not _says("stands_out", "says", form):
        return None
    names, is_of_places = asked or (before.names, before.is_of_places)  # type: ignore[union-attr]
    query = _query(message, before, context)
    against = _against(form, before, query)
    if against is None or query is None:
        return None
    is_low = _is_low(form)
    return PartsAsked(query, against, names, is_low, is_of_places, _direction(form, is_low=is_low))


def _kind(message: str, form: str) -> tuple[tuple[str, ...], bool | None] | None:
    """The parts that a message counts up, or whether those it speaks of are places; None where it speaks of none."""
    found = re.search(data("parts")["asks"]["named"], message)
    if found is not None:
        return tuple(name.strip() for name in _LIST.split(found["names"])), None
    for kind, noun in data("parts")["nouns"].items():
        if re.search(data("parts")["asks"]["opens"].replace("{noun}", noun), form):
            return (), kind == "of_places"
    return None


def _before(context: Context) -> PartsAsked | None:
    """What the question before asked of parts, or of a plan as a whole; None where it was neither."""
    question = context.question
    if not question:
        return None
    earlier = read_parts(question, Context())
    if earlier is not None:
        return earlier
    plan = planned_in(question)
    query = read_query(question, detect_language(question))
    return PartsAsked(_measured(query), plan) if plan else None


def planned_in(text: str) -> str:
    """The planned scenario that a text sets a figure against; "" for none."""
    named = [one for one in Scenario if one in read_scenarios(text) and one is not Scenario.ACTUAL]
    return named[0].value if len(named) == 1 and _says_against(text) else ""


def _says_against(text: str) -> bool:
    return re.search(data("dialogue")["figure"]["against"], plain(text).text) is not None


def _query(message: str, before: PartsAsked | None, context: Context) -> Query | None:
    """The measure and the time; what the message does not name is that of the question before."""
    own = read_query(message, detect_language(message))
    measures = tuple(one for one in own.measures if one.keys or one.formula)
    if not measures:
        measures = before.query.measures if before else _measured(own).measures
    times = own.times or (before.query.times if before else ())
    if not times and before is None and context.period is not None:
        times = (time_of(context.period),)
    return replace(own, measures=measures[:1], times=times, words=(), scenario="", operation=Operation.LEVEL)


def _measured(query: Query) -> Query:
    """A question with its own measures, or that which is told of a plan where none is named."""
    own = tuple(one for one in query.measures if one.keys or one.formula)
    usual = data("parts")["plan"]["measures"][0]
    return replace(query, measures=own or (Measure(usual, (usual,)),))


def _against(form: str, before: PartsAsked | None, query: Query | None) -> str | None:
    """What the parts are judged by; None where nothing says it."""
    if plan := planned_in(form):
        return plan
    if _says("stands_out", "changes", form):
        return "year"
    if query is not None and query.measures[0].formula:
        return ""
    return before.against if before is not None else None


def _is_low(form: str) -> bool:
    is_fallen = _says("stands_out", "fell", form)
    if _says("stands_out", "least", form):
        return not is_fallen
    return is_fallen or _says("stands_out", "low", form)


def _direction(form: str, *, is_low: bool) -> int:
    """Which way a part must lie: what "grew the least" may have fallen, what "fell the least" fell."""
    if _says("stands_out", "downward", form):
        return -1
    return 1 if not is_low and _says("stands_out", "upward", form) else 0


def _says(section: str, name: str, form: str) -> bool:
    return re.search(data("parts")[section][name], form) is not None
