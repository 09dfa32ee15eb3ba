"""Comparison: two scenarios, times, companies, parts or sources side by side, with the variance of each line."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple

from sleuth.agents.analyst.answer import Answer, Block, bullet, heading, line, note, row
from sleuth.agents.analyst.attention import attention_to
from sleuth.agents.analyst.behaviours.compared import ACTUAL, Side, sides_of_message
from sleuth.agents.analyst.behaviours.fact import fact_lookup, question_offer
from sleuth.agents.analyst.dialogue.typed import without_frame
from sleuth.agents.analyst.ledger import Shown, fact_of_finding, measure_of
from sleuth.agents.analyst.notes import sides_of
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.sides import find_alike
from sleuth.agents.analyst.subjects import named_subjects, subject_of, which_subject
from sleuth.agents.analyst.telling import shown_name, shown_percent, shown_value, sources_of
from sleuth.agents.analyst.turn import Turn
from sleuth.agents.analyst.variance import variance
from sleuth.agents.analyst.wording import short, small
from sleuth.evidence.moments import is_of_another_time, stated_timings
from sleuth.findings.asked.books import Fact
from sleuth.language.glyphs import plain
from sleuth.language.query import Measure, Operation, Query, Word
from sleuth.language.spoken import opening, spoken
from sleuth.language.times import find_times
from sleuth.language.timing import Timing
from sleuth.reason.understand.figures import read_query
from sleuth.store.ledger.conflicts import StoredConflict, list_conflicts

_MOST_CONFLICTS = 6


class Compared(NamedTuple):
    """A measure, and its figure on each side; None where a side has none."""

    measure: Measure
    cells: Sequence[Shown | None]

    @property
    def figures(self) -> list[Shown]:
        return [cell for cell in self.cells if cell is not None]

    @property
    def is_complete(self) -> bool:
        return len(self.figures) == len(self.cells)


async def comparison(turn: Turn) -> Answer:
    """The sides that a message names, measure by measure; a plain lookup where it names fewer than two."""
    if _is_beside_before(turn):
        return await fact_lookup(turn)
    query = _bare(turn)
    if _asks_of_sources(turn.message):
        answer = await _sources(turn, query)
        if answer is not None:
            return answer
    subject = subject_of(turn)
    companies = named_subjects(turn.room, turn.message)
    if subject is None and len(companies) < 2:
        return which_subject(turn)
    sides = await sides_of_message(turn, query, companies, subject or "")
    if len(sides) < 2:
        return await fact_lookup(turn)
    return await _side_by_side(turn, query, sides, subject or "")


def _is_beside_before(turn: Turn) -> bool:
    """Whether a message sets the figure before beside that of another time: "vs FY24?"."""
    query = turn.meant.query
    return query is not None and turn.meant.inherits_period and query.operation is Operation.CHANGE


def _bare(turn: Turn) -> Query:
    """The question with its measures, or the usual ones where none is named, and without the words for sides."""
    read = turn.meant.query or read_query(turn.message, turn.meant.language)
    measures = read.known_measures
    chosen = measures or tuple(measure_of(key) for key in data("statements")["comparison"]["measures"])
    companies = {word for subject in turn.room.subjects for word in plain(subject).text.split()}
    words = tuple(word for word in without_frame(read.words) if not _frames(word, companies))
    return replace(read, measures=chosen, words=words, operation=Operation.LEVEL, scenario="")


def _frames(word: Word, companies: set[str]) -> bool:
    """Whether a word only names a side: a scenario, a company, the comparison itself."""
    form = plain(word.text).text
    return form.removesuffix("'s") in companies or form in data("statements")["comparing"]


def _asks_of_sources(message: str) -> bool:
    return len(re.findall(data("statements")["of_sources"]["says"], plain(message).text)) > 1


async def _side_by_side(turn: Turn, query: Query, sides: Sequence[Side], subject: str) -> Answer:
    """The table, with the variance where there are two columns."""
    found = await asyncio.gather(*(_cells(turn, measure, sides) for measure in query.measures))
    rows = [one for one in map(Compared, query.measures, found) if one.figures]
    complete = [one for one in rows if one.is_complete]
    if not complete:
        return await fact_lookup(turn) if len(query.measures) == 1 and not rows else _incomplete(turn, sides, rows)
    phrases = turn.phrases
    labels = _labels(sides, complete)
    header = (phrases("metric"), *labels, *([phrases("variance")] if len(sides) == 2 else []))
    blocks: list[Block] = [heading(_title(labels, complete)), row(header)]
    blocks += [_row(one.figures, with_variance=len(sides) == 2) for one in complete]
    lacking = [_called(one.measure) for one in rows if not one.is_complete]
    if lacking:
        blocks.append(note(phrases("only_one_side", names=", ".join(lacking))))
    blocks += _scenario_notes(turn, sides, complete)
    shown = [cell for one in complete for cell in one.figures]
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


def _labels(sides: Sequence[Side], rows: Sequence[Compared]) -> list[str]:
    """The columns' headings, with their periods where these differ and are not told yet. `rows`: complete ones."""
    periods = [{short(one.figures[number].stated.period) for one in rows} for number in range(len(sides))]
    if all(one == periods[0] for one in periods):
        return [side.label for side in sides]
    labels = []
    for side, of_side in zip(sides, periods, strict=True):
        is_told = len(of_side) > 1 or any(str(time) in side.label for time in side.query.times)
        labels.append(side.label if is_told else f"{side.label} ({next(iter(of_side))})")
    return labels


def _title(labels: Sequence[str], rows: Sequence[Compared]) -> str:
    """ "Revenue: Forecast vs. Actual (Q3 2024)"."""
    name = f"{opening(_called(rows[0].measure))}: " if len(rows) == 1 else ""
    periods = {short(cell.stated.period) for one in rows for cell in one.figures}
    when = f" ({periods.pop()})" if len(periods) == 1 else ""
    return f"{name}{' vs. '.join(labels)}{when}"


def _incomplete(turn: Turn, sides: Sequence[Side], rows: Sequence[Compared]) -> Answer:
    """Only one side is stated: its figures, and what is missing."""
    phrases = turn.phrases
    blocks: list[Block] = []
    for one in rows:
        for cell, side in zip(one.cells, sides, strict=True):
            if cell is not None:
                when = short(cell.stated.period)
                text = f"{side.label}, {when}: {opening(shown_name(cell))} {shown_value(cell)}"
                blocks.append(bullet(text, cell.proven.citations, cell.proven.proof))
    empty = [side.label for number, side in enumerate(sides) if all(one.cells[number] is None for one in rows)]
    said = phrases("no_side", sides=f" {phrases('or')} ".join(empty or [side.label for side in sides]))
    name = _called(rows[0].measure) if rows else ""
    return Answer(
        (line(said), *blocks), closing=phrases("offer_qa"), calls=tuple(turn.tools.calls), refuses=not blocks,
        offers=(question_offer(turn, f"{name} {' / '.join(empty)}".strip()),),
    )  # fmt: skip


def _scenario_notes(turn: Turn, sides: Sequence[Side], rows: Sequence[Compared]) -> list[Block]:
    """That a side without a scenario of its own holds plans, not what happened. `rows`: complete ones."""
    notes = []
    for number, side in enumerate(sides):
        stated = {one.figures[number].fact.scenario for one in rows}
        planned = sorted(stated - {"", ACTUAL, side.query.scenario})
        if planned:
            notes.append(note(turn.phrases("side_is", side=side.label, scenario=", ".join(planned))))
    return notes


def _timings(conflict: StoredConflict) -> list[Timing]:
    return stated_timings(find_times(conflict.sides[0].period_name))


async def _sources(turn: Turn, query: Query) -> Answer | None:
    """What different sources state for the same: the open contradictions on the measures of the times asked of, side
    by side.
    """
    keys = {key for measure in query.measures for key in measure.keys}
    found = await turn.room.read(lambda connection, project: list_conflicts(connection, project, ("open", "explained")))
    asked = stated_timings(query.times)
    of_measures = [one for one in found if one.sides[0].metric in keys]
    fitting = [one for one in of_measures if not is_of_another_time(asked, _timings(one))][:_MOST_CONFLICTS]
    blocks: list[Block] = []
    for conflict in fitting:
        sides = await sides_of(turn.room, conflict.sides)
        values = {side.value for side in sides}
        if len(values) < 2:
            continue
        first = conflict.sides[0]
        blocks.append(heading(f"{spoken(first.metric)}, {first.period_name}"))
        blocks.append(row((turn.phrases("in_document"), turn.phrases("value"), turn.phrases("variance"))))
        facts = [fact_of_finding(side.finding) for side in sides]
        base = next((fact for fact in facts if fact is not None), None)
        for side, fact in zip(sides, facts, strict=True):
            against = variance(base, fact) if base and fact and fact.id != base.id else ""
            blocks.append(row((side.finding.filename, side.value, against or "–"), side.citations, side.proof))
    return Answer(tuple(blocks), calls=tuple(turn.tools.calls)) if blocks else None
