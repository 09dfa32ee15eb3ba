"""Comparison: two scenarios, times, companies, parts or sources side by side, with the variance of each line."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from sleuth.agents.analyst.answer import Answer, Block, heading, note, row
from sleuth.agents.analyst.attention import attention_to
from sleuth.agents.analyst.behaviours.deep_dive import year_before
from sleuth.agents.analyst.behaviours.fact import fact_lookup, question_offer
from sleuth.agents.analyst.dialogue.typed import without_frame
from sleuth.agents.analyst.ledger import Shown, fact_of_finding, find_figures, measure_of
from sleuth.agents.analyst.notes import sides_of
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.queries import time_of
from sleuth.agents.analyst.sides import find_alike, in_one_year
from sleuth.agents.analyst.subjects import chief_subjects, named_subjects, subject_of, which_subject
from sleuth.agents.analyst.telling import shown_name, shown_percent, shown_value, sources_of
from sleuth.agents.analyst.turn import Turn
from sleuth.agents.analyst.variance import variance
from sleuth.agents.analyst.wording import opening, short, small
from sleuth.findings.asked.books import Book, Fact
from sleuth.findings.finding import subject_key
from sleuth.language.glyphs import plain
from sleuth.language.period import Period
from sleuth.language.query import Measure, Operation, Query, Word
from sleuth.language.scenario import Scenario, read_scenarios
from sleuth.language.spoken import spoken
from sleuth.language.times import AskedTime
from sleuth.language.tokens import tokens
from sleuth.reason.understand.figures import read_query
from sleuth.store.ledger.conflicts import list_conflicts

_ACTUAL = Scenario.ACTUAL.value
_MOST_CONFLICTS = 6


@dataclass(frozen=True, slots=True)
class Side:
    """One column of a comparison: its heading, and the question of its figures."""

    label: str
    query: Query
    subject: str = ""
    is_named: bool = False  # it is the company of this column: no other's figures stand in it


async def comparison(turn: Turn) -> Answer:
    """The sides that a message names, measure by measure; a plain lookup where it names fewer than two."""
    query = _bare(turn)
    if _asks_of_sources(turn.message):
        answer = await _sources(turn, query)
        if answer is not None:
            return answer
    subject = subject_of(turn)
    companies = named_subjects(turn.room, turn.message)
    if subject is None and len(companies) < 2:
        return which_subject(turn)
    sides = await _sides(turn, query, companies, subject or "")
    if len(sides) < 2:
        return await fact_lookup(turn)
    return await _side_by_side(turn, query, sides, subject or "")


def _bare(turn: Turn) -> Query:
    """The question with its measures, or the usual ones where none is named, and without the words for sides."""
    read = turn.meant.query or read_query(turn.message, turn.meant.language)
    measures = tuple(one for one in read.measures if one.keys or one.formula)
    chosen = measures or tuple(measure_of(key) for key in data("statements")["comparison"]["measures"])
    companies = {word for subject in turn.room.subjects for word in plain(subject).text.split()}
    words = tuple(word for word in without_frame(read.words) if not _frames(word, companies))
    return replace(read, measures=chosen, words=words, operation=Operation.LEVEL, scenario="")


def _frames(word: Word, companies: set[str]) -> bool:
    """Whether a word only names a side: a scenario, a company, the comparison itself."""
    form = plain(word.text).text
    return form.removesuffix("'s") in companies or form in data("statements")["comparing"]


async def _sides(turn: Turn, query: Query, companies: Sequence[str], subject: str) -> list[Side]:
    """The columns, by what the message names twice: scenarios, times, companies, parts; else the year before."""
    scenarios = _scenarios(turn.message)
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
    return await _of_years(turn, replace(query, times=tuple(stated)), subject)


def _begins(time: AskedTime) -> tuple[int, int]:
    """The order of times: by year, then by the part of it."""
    timing = time.timing
    if timing is None:
        return (0, 0)
    return (timing.year or 0, timing.month or 3 * (timing.quarter or 0) or 6 * (timing.half or 0) or 12)


def _scenarios(message: str) -> list[str]:
    """The scenarios that a message sets against each other, what was planned first, what happened last."""
    named = [scenario.value for scenario in Scenario if scenario in read_scenarios(message)]
    planned = [scenario for scenario in named if scenario != _ACTUAL]
    return [*planned, _ACTUAL] if planned else []


async def _of_scenarios(turn: Turn, query: Query, scenarios: Sequence[str], subject: str) -> list[Side]:
    """A column for each scenario, of one time: the one asked for, or the latest that all of them have.

    Where no time has all of them, each column is of its own latest time, and says so.
    """
    books = await turn.room.library.books(query)
    stated = _stated_scenarios(query, books, subject)
    chosen = [one if _alike(one) & stated else _other_plan(stated) or one for one in scenarios]
    if len(query.times) > 1:
        times = sorted(query.times, key=_begins)
        pairs = zip(reversed(chosen), times, strict=False)
        return [
            Side(f"{opening(one)} {time}", replace(query, times=(time,), scenario=one), subject) for one, time in pairs
        ]
    query = await in_one_year(turn.room, query, chosen, subject)
    period = None if query.times else _common_period(query, chosen, books, subject)
    at = (time_of(period),) if period is not None else query.times
    if not at:  # each of its own time: what happened comes before what is planned
        chosen = [_ACTUAL, *(one for one in chosen if one != _ACTUAL)]
    return [Side(opening(one), replace(query, times=at, scenario=one), subject) for one in chosen]


def _stated_scenarios(query: Query, books: Sequence[Book], subject: str) -> set[str]:
    """The scenarios for which there are figures of the measures."""
    keys = {key for measure in query.measures for key in measure.keys}
    return {
        fact.scenario for book in books for fact in book.facts if fact.metric in keys and _is_of(fact, book, subject)
    }


def _alike(scenario: str) -> set[str]:
    """A scenario and what else it may be called."""
    return set(_EXPECTED) if scenario in _EXPECTED else {scenario}


def _other_plan(stated: set[str]) -> str:
    """What was planned under another name, where the one asked for is not stated; "" for nothing."""
    return next((one for one in ("budget", *_EXPECTED) if one in stated), "")


def _is_of(fact: Fact, book: Book, subject: str) -> bool:
    return not subject or subject_key(fact.subject or book.subject) == subject_key(subject)


def _common_period(query: Query, scenarios: Sequence[str], books: Sequence[Book], subject: str) -> Period | None:
    """The latest period for which there are figures of every scenario; a forecast may be called an estimate."""
    keys = {key for measure in query.measures for key in measure.keys}
    found: list[dict[str, Period]] = []
    for scenario in scenarios:
        alike = _alike(scenario)
        periods: dict[str, Period] = {}
        for book in books:
            for fact in book.facts:
                is_whole = fact.metric in keys and fact.scenario in alike and not fact.dimension
                if fact.period and is_whole and _is_of(fact, book, subject):
                    periods[fact.period.key] = fact.period
        found.append(periods)
    common = set.intersection(*(set(periods) for periods in found)) if found else set()
    dated = [found[0][key] for key in common]
    return max(dated, key=lambda period: (str(period.end), period.months or 0), default=None)


_EXPECTED = (Scenario.FORECAST.value, Scenario.ESTIMATE.value)


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
    heavy = [word for word in query.words if word.is_heavy]
    if len(query.measures) != 1 or len(heavy) < 2:
        return []
    words = tokens(query.text, query.language)
    places = [next((n for n, w in enumerate(words) if w.text == word.text), 0) for word in heavy]
    groups: list[list[Word]] = [[heavy[0]]]
    for before, (at, word) in zip(places, list(zip(places, heavy, strict=True))[1:], strict=False):
        if at - before > 1:
            groups.append([])
        groups[-1].append(word)
    return [tuple(group) for group in groups] if len(groups) > 1 else []


def _asks_of_companies(message: str) -> bool:
    return re.search(data("statements")["of_companies"]["says"], plain(message).text) is not None


def _asks_of_sources(message: str) -> bool:
    return len(re.findall(data("statements")["of_sources"]["says"], plain(message).text)) > 1


async def _side_by_side(turn: Turn, query: Query, sides: Sequence[Side], subject: str) -> Answer:
    """The table, with the variance where there are two columns."""
    found = await asyncio.gather(*(_cells(turn, measure, sides) for measure in query.measures))
    rows = [
        (measure, cells)
        for measure, cells in zip(query.measures, found, strict=True)
        if any(cell is not None for cell in cells)
    ]
    complete = [(measure, cells) for measure, cells in rows if all(cell is not None for cell in cells)]
    if not complete:
        return await fact_lookup(turn) if len(query.measures) == 1 and not rows else _incomplete(turn, sides, rows)
    phrases = turn.phrases
    labels = _labels(sides, complete)
    header = (phrases("metric"), *labels, *([phrases("variance")] if len(sides) == 2 else []))
    blocks: list[Block] = [heading(_title(labels, complete)), row(header)]
    for _, cells in complete:
        blocks.append(_row([cell for cell in cells if cell is not None], with_variance=len(sides) == 2))
    lacking = [_called(measure) for measure, cells in rows if (measure, cells) not in complete]
    if lacking:
        blocks.append(note(phrases("only_one_side", names=", ".join(lacking))))
    blocks += _scenario_notes(turn, sides, complete)
    shown = [cell for _, cells in complete for cell in cells if cell is not None]
    blocks += await attention_to(turn, shown, [], subject, most=2)
    period = shown[-1].stated.period
    return Answer(tuple(blocks), period=period, subject=subject, calls=tuple(turn.tools.calls))


async def _cells(turn: Turn, measure: Measure, sides: Sequence[Side]) -> list[Shown | None]:
    """The figures of one measure, one for each side; None where there is none."""
    asked = [(replace(side.query, measures=(measure,)), side.subject, side.is_named) for side in sides]
    return await find_alike(turn.room, asked)


def _row(cells: Sequence[Shown], *, with_variance: bool) -> Block:
    values = [shown_value(cell) for cell in cells]
    if with_variance:
        values.append(_variance(cells[0], cells[1]))
    same = cells[0].fact.dimension == cells[-1].fact.dimension or cells[0].fact.scenario != cells[-1].fact.scenario
    name = shown_name(cells[-1]) if same else spoken(cells[0].fact.metric)
    return row((opening(name), *values), sources_of(cells), "computed" if with_variance else cells[0].proven.proof)


def _variance(first: Shown, second: Shown) -> str:
    """The second column against the first; of computed percentages from what is shown."""
    if all(one.stated.figure.period or not one.stated.figure.expression for one in (first, second)):
        return variance(first.total, second.total) or "–"
    one, other = _percentage(first), _percentage(second)
    if one is None or other is None:
        return "–"
    return variance(one, other)


def _percentage(shown: Shown) -> Fact | None:
    """A share as a fact, so that two of them can be set against each other."""
    value = shown_percent(shown)
    if value is None:
        return None
    step = Decimal(1).scaleb(int(value.as_tuple().exponent))
    return replace(shown.fact, value=value, unit="percent", scale=0, step=step, is_cost=False)


def _called(measure: Measure) -> str:
    return small(spoken(measure.keys[-1])) if measure.keys else measure.name


def _labels(sides: Sequence[Side], rows: Sequence[tuple[Measure, Sequence[Shown | None]]]) -> list[str]:
    """The columns' headings, with their periods where these differ and are not told yet."""
    periods = [
        {short(c.stated.period) for _, cells in rows if (c := cells[number]) is not None}
        for number in range(len(sides))
    ]
    if all(one == periods[0] for one in periods):
        return [side.label for side in sides]
    return [
        f"{side.label} ({next(iter(of))})" if len(of) == 1 and not side.query.times else side.label
        for side, of in zip(sides, periods, strict=True)
    ]


def _title(labels: Sequence[str], rows: Sequence[tuple[Measure, Sequence[Shown | None]]]) -> str:
    """ "Revenue: Forecast vs. Actual (Q3 2024)"."""
    name = f"{opening(_called(rows[0][0]))}: " if len(rows) == 1 else ""
    periods = {short(cell.stated.period) for _, cells in rows for cell in cells if cell is not None}
    when = f" ({periods.pop()})" if len(periods) == 1 else ""
    return f"{name}{' vs. '.join(labels)}{when}"


def _incomplete(turn: Turn, sides: Sequence[Side], rows: Sequence[tuple[Measure, Sequence[Shown | None]]]) -> Answer:
    """Only one side is stated: its figures, and what is missing."""
    phrases = turn.phrases
    blocks: list[Block] = []
    for _, cells in rows:
        for cell, side in zip(cells, sides, strict=True):
            if cell is not None:
                text = f"{side.label}: {opening(shown_name(cell))} {shown_value(cell)}"
                blocks.append(Block("bullet", text, cell.proven.citations, cell.proven.proof))
    empty = [side.label for n, side in enumerate(sides) if all(cells[n] is None for _, cells in rows)]
    said = phrases("no_side", sides=f" {phrases('or')} ".join(empty or [side.label for side in sides]))
    return Answer(
        (Block("line", said), *blocks), closing=phrases("offer_qa"), calls=tuple(turn.tools.calls), refuses=not blocks,
        offers=(question_offer(turn, f"{_called(rows[0][0]) if rows else ''} {' / '.join(empty)}".strip()),),
    )  # fmt: skip


def _scenario_notes(
    turn: Turn, sides: Sequence[Side], rows: Sequence[tuple[Measure, Sequence[Shown | None]]]
) -> list[Block]:
    """That a side without a scenario of its own holds plans, not what happened."""
    notes = []
    for number, side in enumerate(sides):
        of_side = [cells[number] for _, cells in rows]
        stated = {cell.fact.scenario for cell in of_side if cell is not None}
        planned = sorted(stated - {"", _ACTUAL, side.query.scenario})
        if planned:
            notes.append(note(turn.phrases("side_is", side=side.label, scenario=", ".join(planned))))
    return notes


async def _sources(turn: Turn, query: Query) -> Answer | None:
    """What different sources state for the same: the open contradictions on the measures, side by side."""
    keys = {key for measure in query.measures for key in measure.keys}
    found = await turn.room.read(lambda connection, project: list_conflicts(connection, project, ("open", "explained")))
    fitting = [one for one in found if one.sides[0].metric in keys][:_MOST_CONFLICTS]
    blocks: list[Block] = []
    for conflict in fitting:
        sides = await sides_of(turn.room, conflict.sides)
        values = {side.value for side in sides}
        if len(values) < 2:
            continue
        first = conflict.sides[0]
        blocks.append(heading(f"{spoken(first.metric)}, {first.period_name}"))
        blocks.append(row((turn.phrases("in_document"), turn.phrases("value"), turn.phrases("variance"))))
        base = next((fact for fact in (fact_of_finding(side.finding) for side in sides) if fact is not None), None)
        for side in sides:
            fact = fact_of_finding(side.finding)
            against = variance(base, fact) if base is not None and fact is not None and fact.id != base.id else "–"
            blocks.append(row((side.finding.filename, side.value, against or "–"), side.citations, side.proof))
    return Answer(tuple(blocks), calls=tuple(turn.tools.calls)) if blocks else None
