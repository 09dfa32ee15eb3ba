"""Financial deep dive: a statement line by line with changes, margins and parts; or the course of a single measure."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sleuth.agents.analyst.answer import Answer, Block, Offer, bullet, heading, item, line
from sleuth.agents.analyst.attention import attention_to
from sleuth.agents.analyst.behaviours.fact import fact_lookup, question_offer
from sleuth.agents.analyst.conversation import moved
from sleuth.agents.analyst.ledger import Shown, divisions, find_figures, measure_of
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.queries import time_of
from sleuth.agents.analyst.subjects import subject_of, which_subject
from sleuth.agents.analyst.telling import shown_name, shown_percent, shown_value, sources_of
from sleuth.agents.analyst.turn import Turn
from sleuth.agents.analyst.variance import change_in_percent
from sleuth.agents.analyst.wording import is_share, name_of, opening, short, small, value_of, when
from sleuth.answering.verification import Citation
from sleuth.findings.asked.books import Fact
from sleuth.language.glyphs import plain
from sleuth.language.period import Period, same_period
from sleuth.language.query import Measure, Operation, Query
from sleuth.language.spoken import spoken
from sleuth.language.times import AskedTime
from sleuth.reason.understand.figures import read_query

_YEAR = 12


@dataclass(frozen=True, slots=True)
class Told:
    """A line of a statement: its figure, and that of a year before."""

    measure: str
    now: Shown
    before: Shown | None = None
    parts: tuple[Shown, ...] = ()
    margin: Shown | None = None
    margin_before: Shown | None = None


async def deep_dive(turn: Turn) -> Answer:
    """The statement that is asked for; a measure through time or by its parts; else what is said of the topic."""
    query = read_query(turn.message, turn.meant.language)
    statement = _statement(turn.message)
    if statement is None and any(measure.keys or measure.formula for measure in query.measures):
        return await _measure(turn, query)
    if statement is None:
        return await fact_lookup(turn)
    subject = subject_of(turn)
    if subject is None:
        return which_subject(turn)
    return await _walk(turn, statement, query, subject)


def _statement(message: str) -> Mapping[str, Any] | None:
    """The statement that a message names; the most specific of several."""
    form = plain(message).text
    named = [row for row in data("statements")["statement"] if re.search(row["says"], form)]
    return named[-1] if named else None


async def _walk(turn: Turn, statement: Mapping[str, Any], query: Query, subject: str) -> Answer:
    """The lines of a statement, of one period and the year before."""
    asked = _all_lines(query, statement)
    anchor = await _anchor(turn, asked, statement, subject)
    if anchor is None:
        return await fact_lookup(turn)
    told = [one for one in await _lines(turn, asked, statement, anchor, subject) if one is not None]
    phrases = turn.phrases
    title = statement.get(f"title_{phrases.language}") or statement["title_en"]
    of = f" {phrases('of')} {subject}" if subject and len(turn.room.subjects) > 1 else ""
    blocks: list[Block] = [line(phrases("here_is", title=f"{title}{of}", when=when(anchor)))]
    for one in told:
        blocks += _line_blocks(turn, one)
    shown = [one.now for one in told]
    blocks += await attention_to(turn, shown, [one.measure for one in told], subject)
    missing = _missing(statement, told)
    if missing:
        blocks.append(Block("note", phrases("lines_missing", names=", ".join(missing))))
    asks = [question_offer(turn, ", ".join(missing))] if missing else []
    return Answer(
        tuple(blocks),
        assumption="" if query.times else f"{anchor.name}, {phrases('the_latest')}",
        offers=(*_drill_downs(turn, told), *asks),
        period=anchor,
        subject=subject,
        calls=tuple(turn.tools.calls),
    )


def _all_lines(query: Query, statement: Mapping[str, Any]) -> Query:
    """The question for all lines of a statement at once, so that the ledger is read once."""
    keys = [key for row in statement["lines"] for key in (row["measure"], row.get("margin")) if key]
    measures = tuple(measure_of(key) for key in keys)
    return replace(query, measures=measures, words=(), operation=Operation.LEVEL)


async def _anchor(turn: Turn, asked: Query, statement: Mapping[str, Any], subject: str) -> Period | None:
    """The period that is told: the one asked for, else that of the newest complete statement, by its chief lines."""
    books = await turn.room.library.books(asked)

    async def periods(measure: Measure, times: tuple[AskedTime, ...]) -> list[Period]:
        wanted = replace(asked, measures=(measure,), times=times)
        found = await find_figures(turn.room, wanted, subject, books, strict=bool(subject))
        return [shown.stated.period for shown in found.shown if shown.stated.period is not None]

    chief = [measure_of(key) for key in data("statements")["chief"][statement["name"]]]
    latest = [found for measure in chief for found in (await periods(measure, asked.times))[:1]]
    candidates = {period.key: period for period in latest}
    if len(candidates) > 1 and not asked.times:
        told = dict.fromkeys(candidates, 0)
        for key, period in candidates.items():
            told[key] = sum([bool(await periods(measure, (time_of(period),))) for measure in chief])
        return candidates[max(told, key=lambda key: (told[key], str(candidates[key].end)))]
    if latest:
        return latest[0]
    for measure in asked.measures:
        found = await periods(measure, asked.times)
        if found:
            return found[0]
    return None


async def _lines(
    turn: Turn, asked: Query, statement: Mapping[str, Any], anchor: Period, subject: str
) -> list[Told | None]:
    books = await turn.room.library.books(asked)
    time = time_of(anchor)

    async def one_line(row: Mapping[str, Any]) -> Told | None:
        async def figure(key: str, at: AskedTime) -> Shown | None:
            wanted = replace(asked, measures=(measure_of(key),), times=(at,))
            found = await find_figures(turn.room, wanted, subject, books, strict=bool(subject))
            return found.shown[0] if found.shown else None

        async def share(key: str, at: AskedTime) -> Shown | None:
            """A margin in percent; where documents print the amount under its name, it is computed."""
            found = await figure(key, at)
            if found is None or found.stated.figure.expression or is_share(found.fact):
                return found
            wanted = replace(asked, measures=(replace(measure_of(key), keys=()),), times=(at,))
            computed = await find_figures(turn.room, wanted, subject, books, strict=bool(subject))
            return computed.shown[0] if computed.shown else None

        now = await figure(row["measure"], time)
        if now is None:
            return None
        before = await figure(row["measure"], year_before(anchor))
        margin = await share(row["margin"], time) if "margin" in row else None
        margin_before = await share(row["margin"], year_before(anchor)) if margin is not None else None
        parts: tuple[Shown, ...] = ()
        if row.get("parts"):
            divided = replace(asked, measures=(measure_of(row["measure"]),), times=(time,), operation=Operation.PARTS)
            found = await find_figures(turn.room, divided, subject, books, strict=bool(subject))
            parts = tuple(next(iter(divisions(found.shown, now, only_whole=True)), []))
        return Told(row["measure"], now, before, parts, margin, margin_before)

    return list(await asyncio.gather(*(one_line(row) for row in statement["lines"])))


def year_before(period: Period) -> AskedTime:
    """The same period of the year before, as it would be asked for."""
    return time_of(moved(period, _YEAR))


def _line_blocks(turn: Turn, told: Told) -> list[Block]:
    """A line in bold with its change; its parts and its margin below."""
    name = opening(shown_name(told.now))
    blocks = [item(f"**{name}:** {_with_change(turn, told.now, told.before)}", *_proof(told.now, told.before))]
    blocks += [
        bullet(f"{_part_name(part.fact)}: {value_of(part.fact)}", part.proven.citations, part.proven.proof)
        for part in told.parts
    ]
    if told.margin is not None:
        name = opening(shown_name(told.margin))
        text = f"{name}: {_margin_change(turn, told.margin, told.margin_before)}"
        blocks.append(bullet(text, *_proof(told.margin, told.margin_before)))
    return blocks


def _proof(now: Shown, before: Shown | None) -> tuple[tuple[Citation, ...], str]:
    return sources_of([now, before]), now.proven.proof


def _with_change(turn: Turn, now: Shown, before: Shown | None) -> str:
    """A figure with its change against the year before: "€5.2M (+12.0% from €4.6M in Q3 2023)"."""
    value = shown_value(now)
    if before is None or now.stated.figure.expression or before.stated.figure.expression:
        return value
    change = change_in_percent(before.fact, now.fact)
    if not change:
        return value
    told = turn.phrases(
        _timed("change_from", before), change=change, old=value_of(before.fact), when=short(before.fact.period)
    )
    return f"{value} ({told})"


def _margin_change(turn: Turn, now: Shown, before: Shown | None) -> str:
    """A margin against the year before: "42.0% (down from 45.0% in FY2023)"."""
    value = shown_value(now)
    if before is None:
        return value
    old = shown_value(before)
    rise = (shown_percent(now) or 0) - (shown_percent(before) or 0)
    key = "down_from" if rise < 0 else "up_from" if rise > 0 else "as_in"
    return f"{value} ({turn.phrases(_timed(key, before), old=old, when=short(before.stated.period))})"


def _timed(key: str, before: Shown) -> str:
    """The wording of a change from a day, or from a stretch of time."""
    period = before.stated.period
    return f"{key}_at" if period is not None and period.is_instant else key


def _part_name(fact: Fact) -> str:
    """A part's name, with the measure behind it where its row prints both: "Product sales"."""
    if not fact.dimension:
        return name_of(fact)
    part, printed = fact.dimension[-1], fact.row_path[-1].strip(" :") if fact.row_path else ""
    return printed if printed.startswith(f"{part} ") else part


def _missing(statement: Mapping[str, Any], told: Sequence[Told]) -> list[str]:
    """The statement's chief lines that no document states for the period."""
    found = {one.measure for one in told}
    chief = data("statements")["chief"][statement["name"]]
    return [small(spoken(key)) for key in chief if key not in found]


def _drill_downs(turn: Turn, told: Sequence[Told]) -> tuple[Offer, ...]:
    phrases = turn.phrases
    return tuple(Offer(phrases(key), ask=phrases(key)) for key in ("ask_quarters", "ask_red_flags") if told)


async def _measure(turn: Turn, query: Query) -> Answer:
    """One measure through its periods, or by its parts at one time."""
    subject = subject_of(turn)
    if subject is None:
        return which_subject(turn)
    operation = Operation.PARTS if query.operation is Operation.PARTS else Operation.TREND
    months = _length(turn.message)
    asked = replace(query, operation=operation)
    course = await find_figures(turn.room, asked, subject, strict=bool(subject), months=months)
    if len(course.shown) < 2 and operation is Operation.TREND:
        operation = Operation.PARTS
        course = await find_figures(turn.room, replace(query, operation=operation), subject, strict=bool(subject))
    if len(course.shown) < 2:
        return await fact_lookup(turn)
    if operation is Operation.TREND:
        blocks = _course(turn, course.shown)
    else:
        blocks = await _split(turn, query, course.shown, subject)
    measures = list(dict.fromkeys(shown.fact.metric for shown in course.shown))
    blocks += await attention_to(turn, list(course.shown), measures, subject)
    return Answer(
        tuple(blocks), period=course.shown[-1].stated.period, subject=subject,
        calls=tuple(turn.tools.calls),
    )  # fmt: skip


def _length(message: str) -> int | None:
    """How long the periods are that a message asks for: "by quarter"; None where it does not say."""
    form = plain(message).text
    lengths = data("statements")["lengths"]
    return next((months for says, months in lengths.items() if re.search(says, form)), None)


def _course(turn: Turn, shown: Sequence[Shown]) -> list[Block]:
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
    return now is not None and last is not None and same_period(moved(now, now.months or _YEAR), last)


async def _split(turn: Turn, query: Query, shown: Sequence[Shown], subject: str) -> list[Block]:
    """The parts of a measure at one time, division by division, and the whole."""
    first = shown[0].fact
    level = replace(query, operation=Operation.LEVEL, times=(time_of(first.period),) if first.period else ())
    whole = await find_figures(turn.room, level, subject, strict=bool(subject))
    groups = divisions(shown, whole.shown[0] if whole.shown else None)
    blocks: list[Block] = [heading(f"{spoken(first.metric)}, {when(first.period)}:")]
    for number, division in enumerate(groups):
        if number:
            blocks.append(heading(turn.phrases("or_by")))
        blocks += [
            bullet(f"{_part_name(one.fact)}: {value_of(one.fact)}", one.proven.citations, one.proven.proof)
            for one in division
        ]
    return blocks
