"""Figures that are set against each other: of one measure, at one time, as precisely as any document states them."""

from collections.abc import Sequence
from dataclasses import replace

from sleuth.agents.analyst.ledger import Shown, find_figures
from sleuth.agents.analyst.room import Room
from sleuth.agents.analyst.subjects import chief_subjects
from sleuth.answering.proving import prove_figures
from sleuth.answering.verification import Proven
from sleuth.findings.asked.books import Book, agree
from sleuth.findings.asked.weighing import has_year, of_year
from sleuth.findings.finding import subject_key
from sleuth.language.measures import adjusted_for
from sleuth.language.metrics import default_lexicon
from sleuth.language.query import Query
from sleuth.language.scenario import Scenario, is_alike


async def find_alike(
    room: Room, asked: Sequence[tuple[Query, str, bool]], books: Sequence[Book] | None = None
) -> list[Shown | None]:
    """One figure for each question of one measure, its company, and whether no other company's is meant.

    All are of one measure: where a plan states it adjusted alone, what happened is told adjusted too. None for each
    where they are not. None for a plan that means other months by the time that is asked for, as one may that does not
    say when its fiscal year ends.
    """
    found = [await _one(room, one, books) for one in asked]
    if not _is_of_one_time(asked, found):
        actual = ("", Scenario.ACTUAL.value)
        return [one if query.scenario in actual else None for one, (query, _, _) in zip(found, asked, strict=True)]
    if len(_metrics(found)) < 2:
        return found
    adjusted = [adjusted_for(query.measures[0], default_lexicon()) for query, _, _ in asked]
    wanted = [
        (replace(query, measures=(measure,)), subject, strict)
        for measure, (query, subject, strict) in zip(adjusted, asked, strict=True)
        if measure is not None
    ]
    again = [await _one(room, one, None) for one in wanted]
    return again if len(again) == len(found) and len(_metrics(again)) == 1 else [None] * len(found)


def _is_of_one_time(asked: Sequence[tuple[Query, str, bool]], found: Sequence[Shown | None]) -> bool:
    """Whether the figures of one company that are asked for at one time in several scenarios end in one month."""
    if len({(query.times, subject) for query, subject, _ in asked}) > 1 or len({q.scenario for q, *_ in asked}) == 1:
        return True
    periods = [one.stated.period for one in found if one is not None]
    ends = {period.end.closing_month for period in periods if period.months is not None}
    return len(ends) <= 1


def _metrics(found: Sequence[Shown | None]) -> set[str]:
    return {one.fact.metric for one in found if one is not None}


async def _one(room: Room, asked: tuple[Query, str, bool], books: Sequence[Book] | None) -> Shown | None:
    query, subject, strict = asked
    found = await find_figures(room, query, subject, books, strict=strict)
    chief = {"", *map(subject_key, chief_subjects(room))}
    own = [one for one in found.shown if subject_key(one.stated.subject) in chief] or list(found.shown)
    if len(own) > 1 and not strict:
        return None
    return await _finest(room, own[0]) if own else None


async def _finest(room: Room, shown: Shown) -> Shown:
    """The most precise of the figures that are the same: a sum of months rather than the rounded year of a slide."""
    own = shown.stated.total
    finer = [one for one in shown.others if one.total.precision < own.precision and agree(one.total, own)]
    for one in sorted(finer, key=lambda one: one.total.precision):
        verdict = (await prove_figures(room.library, [one.figure]))[0]
        if isinstance(verdict, Proven):
            return Shown(one, verdict, (shown.stated, *(other for other in shown.others if other is not one)))
    return shown


async def in_one_year(room: Room, query: Query, scenarios: Sequence[str], subject: str) -> Query:
    """The question with the year that its times leave out: the latest in which every scenario has its figure.

    "Full year forecast against budget" is of the year that both are of; "Q2" is that of one year for both.
    """
    if not query.times or all(has_year(time) for time in query.times):
        return query
    books = await room.library.books(query)
    for year in _years(query, books, scenarios):
        dated = replace(query, times=tuple(time if has_year(time) else of_year(time, year) for time in query.times))
        sides = [(replace(dated, scenario=scenario), subject, False) for scenario in scenarios]
        if all(one is not None for one in await find_alike(room, sides, books)):
            return dated
    return query


def _years(query: Query, books: Sequence[Book], scenarios: Sequence[str]) -> list[int]:
    """The fiscal years of which there are figures of every scenario in some document, the latest first."""
    keys = {key for measure in query.measures for key in measure.keys}
    adjusted = [adjusted_for(measure, default_lexicon()) for measure in query.measures]
    keys |= {key for one in adjusted if one is not None for key in one.keys}
    by_scenario: list[set[int]] = [set() for _ in scenarios]
    for book in books:
        for fact in book.facts:
            if fact.metric not in keys:
                continue
            month = fact.period.end.closing_month
            year = fact.period.fiscal_year or (book.calendar.place(month).year if month is not None else None)
            for number, scenario in enumerate(scenarios):
                if year and is_alike(scenario, fact.scenario):
                    by_scenario[number].add(year)
    return sorted(set.intersection(*by_scenario), reverse=True)
