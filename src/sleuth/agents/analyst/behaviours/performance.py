"""How a company or a part of it did: its main figures of one time beside those of the year before."""

from dataclasses import dataclass, replace

from sleuth.agents.analyst.answer import Answer, Block, heading, row
from sleuth.agents.analyst.behaviours.fact import nothing_found
from sleuth.agents.analyst.dialogue.collecting import from_ledger
from sleuth.agents.analyst.dialogue.moved import year_before
from sleuth.agents.analyst.dialogue.performance import PerformanceAsked
from sleuth.agents.analyst.ledger import Shown, find_figures
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.queries import time_of
from sleuth.agents.analyst.subjects import subject_of
from sleuth.agents.analyst.telling import shown_value, sources_of
from sleuth.agents.analyst.turn import Turn
from sleuth.agents.analyst.variance import variance
from sleuth.agents.analyst.wording import short
from sleuth.findings.asked.books import Book
from sleuth.language.period import same_period
from sleuth.language.query import Measure, Operation, Query
from sleuth.language.scenario import Scenario
from sleuth.language.spoken import opening, spoken

_ACTUAL = Scenario.ACTUAL.value
_FEWEST = 2  # measures, of which it can be told how somebody did


@dataclass(frozen=True, slots=True)
class _Line:
    """A measure at the time asked for, and a year before where the document states that too."""

    new: Shown
    old: Shown | None


async def performance(turn: Turn, asked: PerformanceAsked) -> Answer:
    """The main figures of one document; that there are none, where none states some of them for whom is asked about."""
    measures = data("parts")["performance"]["measures"]
    first = await _figure(turn, _query(turn, asked, measures[0]), None)
    if first is None or first.stated.period is None:
        return await nothing_found(turn)
    at = replace(asked, time=asked.time or time_of(first.stated.period))
    found = [line for key in measures if (line := await _line(turn, at, key, first)) is not None]
    lines = list({line.new.fact.metric: line for line in found}.values())  # an adjusted figure may stand for the plain
    return _told(turn, lines) if len(lines) >= _FEWEST else await nothing_found(turn)


def _query(turn: Turn, asked: PerformanceAsked, key: str) -> Query:
    times = (asked.time,) if asked.time is not None else ()
    measure = Measure(key, (key,))
    return Query(turn.message, turn.meant.language, Operation.LEVEL, (measure,), asked.words, times, _ACTUAL)


async def _line(turn: Turn, asked: PerformanceAsked, key: str, first: Shown) -> _Line | None:
    """A measure of the document that states the first one, at the same time."""
    query = _query(turn, asked, key)
    books = [one for one in await turn.room.library.books(query) if one.document_id == first.stated.document_id]
    new = await _figure(turn, query, books)
    period = new.stated.period if new is not None else None
    told = first.stated.period
    if new is None or period is None or told is None or not same_period(period, told):
        return None
    old = await _figure(turn, replace(query, times=(year_before(period),)), books)
    return _Line(new, old if old is not None and old.total.unit == new.total.unit else None)


async def _figure(turn: Turn, query: Query, books: list[Book] | None) -> Shown | None:
    """The one figure that answers; None where there is none or more than one."""
    found = await find_figures(turn.room, query, turn.meant.subject or subject_of(turn) or "", books)
    return found.shown[0] if len(found.shown) == 1 else None


def _told(turn: Turn, lines: list[_Line]) -> Answer:
    """A table of the figures under whose and of when they are."""
    first = lines[0].new
    period = first.stated.period
    whose = ", ".join(first.fact.dimension) or first.stated.subject
    title = f"{whose} ({short(period)})" if whose else short(period)
    earlier = next((line.old.stated.period for line in lines if line.old is not None), None)
    header = [turn.phrases("metric"), short(period)]
    if earlier is not None:
        header[1:1] = [short(earlier)]
        header.append(turn.phrases("variance"))
    rows = [_row(line, compares=earlier is not None) for line in lines]
    given = from_ledger([shown for line in lines for shown in (line.old, line.new) if shown is not None])
    return Answer(
        (heading(title), row(header), *rows), period=period, subject=first.stated.subject, given=given,
        calls=tuple(turn.tools.calls),
    )  # fmt: skip


def _row(line: _Line, *, compares: bool) -> Block:
    """A measure with its figure; where it is set against the year before, that and what lies between."""
    cells = [opening(spoken(line.new.fact.metric)), shown_value(line.new)]
    if compares:
        cells[1:1] = [shown_value(line.old) if line.old is not None else "–"]
        cells.append(variance(line.old.total, line.new.total) if line.old is not None else "–")
    return row(cells, sources_of((line.old, line.new)), "computed")
