"""The columns of a comparison: what a message sets side by side."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sleuth.agents.analyst.dialogue.moved import year_before
from sleuth.agents.analyst.ledger import find_figures
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.queries import time_of
from sleuth.agents.analyst.sides import in_one_year
from sleuth.agents.analyst.subjects import chief_subjects
from sleuth.agents.analyst.turn import Turn
from sleuth.findings.asked.books import Book, Fact
from sleuth.findings.finding import subject_key
from sleuth.language.calendar import YEAR
from sleuth.language.glyphs import plain
from sleuth.language.measures import adjusted_for
from sleuth.language.metrics import default_lexicon
from sleuth.language.period import Period
from sleuth.language.query import Query, Word
from sleuth.language.scenario import Scenario, read_scenarios
from sleuth.language.spoken import opening
from sleuth.language.times import AskedTime
from sleuth.language.times_together import is_before_another
from sleuth.language.tokens import tokens

ACTUAL = Scenario.ACTUAL.value
_EXPECTED = (Scenario.FORECAST.value, Scenario.ESTIMATE.value)


@dataclass(frozen=True, slots=True)
class Side:
    """One column of a comparison: its heading, and the question of its figures."""

    label: str
    query: Query
    subject: str = ""
    is_named: bool = False  # it is the company of this column: no other's figures stand in it


async def sides_of_message(turn: Turn, query: Query, companies: Sequence[str], subject: str) -> list[Side]:
    """The columns, by what the message names twice: scenarios, times, companies, parts; else the year before."""
    scenarios = scenarios_compared(turn.message)
    if scenarios:
        return await _of_scenarios(turn, query, scenarios, subject)
    stated = [time for time in query.times if time.timing is not None]
    if len(stated) > 1:
        return [Side(str(time), replace(query, times=(time,)), subject) for time in sorted(stated, key=_begins)[:3]]
    if len(companies) > 1:
        return [Side(company, query, company, True) for company in companies[:3]]
    parts = _parts(query)
    if len(parts) > 1:
        return [Side(" ".join(w.text for w in words), replace(query, words=words), subject) for words in parts]
    if len(turn.room.subjects) > 1 and query.times == () and _asks_of_companies(turn.message):
        return [Side(company, query, company, True) for company in chief_subjects(turn.room)[:3]]
    told = next((time for time in query.times if not is_before_another(time)), None)
    return await _of_years(turn, replace(query, times=tuple(stated) or ((told,) if told else ())), subject)


def _begins(time: AskedTime) -> tuple[int, int]:
    """The order of times: by year, or by how long before the latest ("YTD last year"), then by the part of it."""
    timing = time.timing
    if timing is None:
        return (0, 0)
    return (timing.year or -time.back, timing.month or 3 * (timing.quarter or 0) or 6 * (timing.half or 0) or 12)


def scenarios_compared(message: str) -> list[str]:
    """The scenarios that a message sets against each other, what was planned first, what happened last."""
    named = [scenario.value for scenario in Scenario if scenario in read_scenarios(message)]
    planned = [scenario for scenario in named if scenario != ACTUAL]
    return [*planned, ACTUAL] if planned else []


async def _of_scenarios(turn: Turn, query: Query, scenarios: Sequence[str], subject: str) -> list[Side]:
    """A column for each scenario, of one time: the one asked for, or the latest that all of them have.

    Where no time has all of them, each column is of its own latest time, and says so.
    """
    books = await turn.room.library.books(query)
    stated = _stated_scenarios(query, books, subject)
    chosen = [one if _alike(one) & stated else _other_plan(stated) or one for one in scenarios]
    if len(query.times) > 1:
        times = sorted(query.times, key=_begins)
        return [
            Side(f"{opening(scenario)} {time}", replace(query, times=(time,), scenario=scenario), subject)
            for scenario, time in zip(reversed(chosen), times, strict=False)
        ]
    query = await in_one_year(turn.room, query, chosen, subject)
    period = None if query.times else common_period(query, chosen, books, subject)
    at = (time_of(period),) if period is not None else query.times
    if at:
        return [Side(opening(one), replace(query, times=at, scenario=one), subject) for one in chosen]
    by_time = [ACTUAL, *(one for one in chosen if one != ACTUAL)]  # what happened comes before what is planned
    periods = [_latest(query, one, books, subject) for one in by_time]
    return [
        Side(opening(one), replace(query, times=(time_of(period),) if period else (), scenario=one), subject)
        for one, period in zip(by_time, periods, strict=True)
    ]


def _latest(query: Query, scenario: str, books: Sequence[Book], subject: str) -> Period | None:
    """The latest whole year, or else the latest time, of which there are figures of a scenario."""
    wholes = [fact for fact in _facts_of(query, books, subject) if not fact.dimension]
    periods = [fact.period for fact in wholes if fact.scenario in _alike(scenario)]
    return max(periods, key=lambda period: (period.months == YEAR, str(period.end)), default=None)


def _stated_scenarios(query: Query, books: Sequence[Book], subject: str) -> set[str]:
    """The scenarios for which there are figures of the measures."""
    return {fact.scenario for fact in _facts_of(query, books, subject)}


def _facts_of(query: Query, books: Sequence[Book], subject: str) -> list[Fact]:
    """The facts of the question's measures, or of what is adjusted of them, that are the company's; everyone's where no
    company is given."""
    adjusted = [adjusted_for(measure, default_lexicon()) for measure in query.measures]
    keys = {key for measure in (*query.measures, *filter(None, adjusted)) for key in measure.keys}
    return [fact for book in books for fact in book.facts if fact.metric in keys and _is_of(fact, book, subject)]


def _alike(scenario: str) -> set[str]:
    """A scenario and what else it may be called."""
    return set(_EXPECTED) if scenario in _EXPECTED else {scenario}


def _other_plan(stated: set[str]) -> str:
    """What was planned under another name, where the one asked for is not stated; "" for nothing."""
    return next((one for one in ("budget", *_EXPECTED) if one in stated), "")


def _is_of(fact: Fact, book: Book, subject: str) -> bool:
    whose = subject_key(fact.subject or book.subject)  # a budget may say nothing of whose it is
    return not (subject and whose) or whose == subject_key(subject)


def common_period(query: Query, scenarios: Sequence[str], books: Sequence[Book], subject: str) -> Period | None:
    """The latest period for which there are figures of every scenario; a forecast may be called an estimate."""
    wholes = [fact for fact in _facts_of(query, books, subject) if not fact.dimension]
    found: list[dict[str, Period]] = []
    for scenario in scenarios:
        alike = _alike(scenario)
        periods = [fact.period for fact in wholes if fact.scenario in alike]
        found.append({period.key: period for period in periods})
    common = set.intersection(*map(set, found)) if found else set()
    dated = [found[0][key] for key in common]
    return max(dated, key=lambda period: (str(period.end), period.months or 0), default=None)


async def _of_years(turn: Turn, query: Query, subject: str) -> list[Side]:
    """The time asked for, or the latest, against the same of the year before."""
    for measure in query.measures:
        found = await find_figures(turn.room, replace(query, measures=(measure,)), subject, strict=bool(subject))
        period = found.shown[0].stated.period if found.shown else None
        if period is not None:
            before = year_before(period)
            now = time_of(period)
            return [Side(str(time), replace(query, times=(time,)), subject) for time in (before, now)]
    return []


def _parts(query: Query) -> list[tuple[Word, ...]]:
    """The parts that the words of a question name, where an "and", "to" or "with" stands between them."""
    heavy = query.heavy_words
    if len(query.measures) != 1 or len(heavy) < 2:
        return []
    texts = [token.text for token in tokens(query.text, query.language)]
    groups: list[list[Word]] = []
    last = 0
    for word in heavy:
        place = texts.index(word.text) if word.text in texts else 0
        if not groups or place - last > 1:
            groups.append([])
        groups[-1].append(word)
        last = place
    return [tuple(group) for group in groups] if len(groups) > 1 else []


def _asks_of_companies(message: str) -> bool:
    return re.search(data("statements")["of_companies"]["says"], plain(message).text) is not None
