"""The course of one measure through its periods, or its parts at one time."""

import re
from collections.abc import Sequence
from dataclasses import replace

from sleuth.agents.analyst.answer import Answer, Block, bullet, heading
from sleuth.agents.analyst.attention import attention_to
from sleuth.agents.analyst.behaviours.divided import parts_ranked
from sleuth.agents.analyst.behaviours.fact import fact_lookup, nothing_found
from sleuth.agents.analyst.dialogue.divided import PartsAsked, read_split
from sleuth.agents.analyst.dialogue.moved import moved
from sleuth.agents.analyst.ledger import Shown, divisions, find_figures
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.queries import time_of
from sleuth.agents.analyst.subjects import subject_of, which_subject
from sleuth.agents.analyst.turn import Turn
from sleuth.agents.analyst.variance import change_in_percent
from sleuth.agents.analyst.wording import name_of, value_of, when
from sleuth.findings.asked.books import Fact
from sleuth.language.calendar import YEAR
from sleuth.language.countries import is_place
from sleuth.language.glyphs import plain
from sleuth.language.metrics import is_residual
from sleuth.language.period import same_period
from sleuth.language.query import Operation, Query
from sleuth.language.spoken import opening, spoken


async def course_or_parts(turn: Turn, query: Query) -> Answer:
    """One measure through its periods, or by its parts at one time."""
    subject = subject_of(turn)
    if subject is None:
        return which_subject(turn)
    months = _length(turn.message)
    split = None if months else read_split(turn.message, query)
    if split is not None and (told := await parts_ranked(turn, split)) is not None:
        return told
    is_split = split is not None or query.operation is Operation.PARTS
    operation = Operation.PARTS if is_split else Operation.TREND
    asked = replace(query, operation=operation)
    course = await find_figures(turn.room, asked, subject, strict=bool(subject), months=months)
    if len(course.shown) < 2 and operation is Operation.TREND:
        operation = Operation.PARTS
        course = await find_figures(turn.room, replace(query, operation=operation), subject, strict=bool(subject))
    if split is not None:
        course = replace(course, shown=tuple(one for one in course.shown if _is_of_kind(one, split)))
    if len(course.shown) < 2:
        return await fact_lookup(turn) if split is None else await nothing_found(turn)
    if operation is Operation.TREND:
        blocks = _course(course.shown)
    else:
        blocks = await _split(turn, query, course.shown, subject)
    measures = list(dict.fromkeys(shown.fact.metric for shown in course.shown))
    blocks += await attention_to(turn, list(course.shown), measures, subject)
    return Answer(
        tuple(blocks), period=course.shown[-1].stated.period, subject=subject,
        calls=tuple(turn.tools.calls),
    )  # fmt: skip


def _is_of_kind(part: Shown, split: PartsAsked) -> bool:
    """Whether a part is a place, where the question splits by places; or none, where it splits by segments."""
    names = part.fact.dimension[-1:]
    return any(map(is_place, names)) == split.is_of_places or any(map(is_residual, names))


def _length(message: str) -> int | None:
    """How long the periods are that a message asks for: "by quarter"; None where it does not say."""
    form = plain(message).text
    lengths = data("statements")["lengths"]
    return next((months for says, months in lengths.items() if re.search(says, form)), None)


def _course(shown: Sequence[Shown]) -> list[Block]:
    """The figures of a measure in time, each with its change."""
    blocks: list[Block] = []
    name = ""
    before: Shown | None = None
    for one in shown:
        if name_of(one.fact) != name:
            name, before = name_of(one.fact), None
            blocks.append(heading(f"{opening(name)}:"))
        change = change_in_percent(before.fact, one.fact) if before is not None and _follows(one, before) else ""
        scenario = "" if one.fact.scenario in ("", "actual") else f", {one.fact.scenario}"
        text = f"{when(one.fact.period)}{scenario}: {value_of(one.fact)}" + (f" ({change})" if change else "")
        blocks.append(bullet(text, one.proven.citations, one.proven.proof))
        before = one
    return blocks


def _follows(one: Shown, before: Shown) -> bool:
    """Whether a figure's period comes right after that of another: a change over a hole tells nothing."""
    now, last = one.fact.period, before.fact.period
    return now is not None and last is not None and same_period(moved(now, now.months or YEAR), last)


async def _split(turn: Turn, query: Query, shown: Sequence[Shown], subject: str) -> list[Block]:
    """The parts of a measure at one time, division by division, and the whole."""
    first = shown[0].fact
    level = replace(query, operation=Operation.LEVEL, times=(time_of(first.period),))
    whole = await find_figures(turn.room, level, subject, strict=bool(subject))
    groups = divisions(shown, whole.shown[0] if whole.shown else None)
    blocks: list[Block] = [heading(f"{spoken(first.metric)}, {when(first.period)}:")]
    for number, division in enumerate(groups):
        if number:
            blocks.append(heading(turn.phrases("or_by")))
        blocks += [
            bullet(f"{part_name(one.fact)}: {value_of(one.fact)}", one.proven.citations, one.proven.proof)
            for one in division
        ]
    return blocks


def part_name(fact: Fact) -> str:
    """A part's name, with the measure behind it where its row prints both: "Product sales"."""
    if not fact.dimension:
        return name_of(fact)
    part, printed = fact.dimension[-1], fact.row_path[-1].strip(" :") if fact.row_path else ""
    return printed if printed.startswith(f"{part} ") else part
