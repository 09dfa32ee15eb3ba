"""A statement line by line, with changes against the year before, margins and parts."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sleuth.agents.analyst.answer import Answer, Block, Offer, bullet, item, line, note
from sleuth.agents.analyst.attention import attention_to
from sleuth.agents.analyst.behaviours.course import part_name
from sleuth.agents.analyst.behaviours.fact import fact_lookup, question_offer
from sleuth.agents.analyst.dialogue.moved import year_before
from sleuth.agents.analyst.ledger import Shown, divisions, find_figures, measure_of
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.queries import time_of
from sleuth.agents.analyst.room import Room
from sleuth.agents.analyst.telling import shown_name, shown_percent, shown_value, sources_of
from sleuth.agents.analyst.turn import Turn
from sleuth.agents.analyst.variance import change_in_percent
from sleuth.agents.analyst.wording import is_share, short, small, value_of, when
from sleuth.answering.verification import Citation
from sleuth.findings.asked.books import Book
from sleuth.language.period import Period
from sleuth.language.query import Measure, Operation, Query
from sleuth.language.spoken import opening, spoken
from sleuth.language.times import AskedTime


@dataclass(frozen=True, slots=True)
class Told:
    """A line of a statement: its figure, and that of a year before."""

    measure: str
    now: Shown
    before: Shown | None = None
    parts: tuple[Shown, ...] = ()
    margin: Shown | None = None
    margin_before: Shown | None = None


async def walk(turn: Turn, statement: Mapping[str, Any], query: Query, subject: str) -> Answer:
    """The lines of a statement, of one period and the year before; `subject` is the company, "" for the only one."""
    asked = _all_lines(query, statement)
    lines = _Lines(turn.room, asked, await turn.room.library.books(asked), subject)
    anchor = await lines.anchor(data("statements")["chief"][statement["name"]])
    if anchor is None:
        return await fact_lookup(turn)
    found = await asyncio.gather(*(lines.told(row, anchor) for row in statement["lines"]))
    told = list({one.now.fact: one for one in found if one is not None}.values())
    phrases = turn.phrases
    title = statement.get(f"title_{phrases.language}") or statement["title_en"]
    of = f" {phrases('of')} {subject}" if subject and len(turn.room.subjects) > 1 else ""
    blocks: list[Block] = [line(phrases("here_is", title=f"{title}{of}", when=when(anchor)))]
    for one in told:
        blocks += _line_blocks(turn, one)
    shown = [one.now for one in told]
    blocks += await attention_to(turn, shown, [one.measure for one in told], subject)
    missing = ", ".join(_missing(statement, told))
    if missing:
        blocks.append(note(phrases("lines_missing", names=missing)))
    asks = [question_offer(turn, missing)] if missing else []
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


@dataclass(frozen=True, slots=True)
class _Lines:
    """Where the lines of a statement are looked up: the question for all of them, and the facts that answer it."""

    room: Room
    asked: Query
    books: Sequence[Book]
    subject: str

    async def anchor(self, chief: Sequence[str]) -> Period | None:
        """The period asked for, else that of the newest statement that has most of its chief lines."""
        measures = [measure_of(key) for key in chief]
        latest = [found for measure in measures for found in (await self._periods(measure, self.asked.times))[:1]]
        candidates = {period.key: period for period in latest}
        if len(candidates) > 1 and not self.asked.times:
            return await self._most_complete(list(candidates.values()), measures)
        if latest:
            return latest[0]
        for measure in self.asked.measures:
            found = await self._periods(measure, self.asked.times)
            if found:
                return found[0]
        return None

    async def told(self, row: Mapping[str, Any], anchor: Period) -> Told | None:
        """A line of the statement at a period and the year before; None where it is not stated."""
        key, margin_key = row["measure"], row.get("margin", "")
        now_at, before_at = time_of(anchor), year_before(anchor)
        now = await self._figure(measure_of(key), now_at)
        if now is None:
            return None
        before = await self._figure(measure_of(key), before_at)
        margin = await self._share(margin_key, now_at) if margin_key else None
        margin_before = await self._share(margin_key, before_at) if margin is not None else None
        parts = await self._parts(key, now_at, now) if row.get("parts") else ()
        return Told(key, now, before, parts, margin, margin_before)

    async def _most_complete(self, periods: Sequence[Period], measures: Sequence[Measure]) -> Period:
        """The period with figures of most measures, the latest of several."""
        counts = []
        for period in periods:
            stated = [await self._periods(measure, (time_of(period),)) for measure in measures]
            counts.append(sum(map(bool, stated)))
        ranked = zip(counts, periods, strict=True)
        return max(ranked, key=lambda one: (one[0], str(one[1].end)))[1]

    async def _periods(self, measure: Measure, times: tuple[AskedTime, ...]) -> list[Period]:
        found = await self._find(measure, times)
        return [shown.stated.period for shown in found]

    async def _figure(self, measure: Measure, at: AskedTime) -> Shown | None:
        found = await self._find(measure, (at,))
        return found[0] if found else None

    async def _share(self, key: str, at: AskedTime) -> Shown | None:
        """A margin in percent; where documents print the amount under its name, it is computed."""
        found = await self._figure(measure_of(key), at)
        if found is None or found.stated.figure.expression or is_share(found.fact):
            return found
        return await self._figure(replace(measure_of(key), keys=()), at)

    async def _parts(self, key: str, at: AskedTime, whole: Shown) -> tuple[Shown, ...]:
        """The parts of a measure by its first division that adds up to the whole."""
        found = await self._find(measure_of(key), (at,), Operation.PARTS)
        return tuple(next(iter(divisions(found, whole, only_whole=True)), []))

    async def _find(
        self, measure: Measure, times: tuple[AskedTime, ...], operation: Operation = Operation.LEVEL
    ) -> Sequence[Shown]:
        asked = replace(self.asked, measures=(measure,), times=times, operation=operation)
        found = await find_figures(self.room, asked, self.subject, self.books, strict=bool(self.subject))
        return found.shown


def _line_blocks(turn: Turn, told: Told) -> list[Block]:
    """A line in bold with its change; its parts and its margin below."""
    name = opening(shown_name(told.now))
    blocks = [item(f"**{name}:** {_with_change(turn, told.now, told.before)}", *_proof(told.now, told.before))]
    blocks += [
        bullet(f"{part_name(part.fact)}: {value_of(part.fact)}", part.proven.citations, part.proven.proof)
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


def _missing(statement: Mapping[str, Any], told: Sequence[Told]) -> list[str]:
    """The statement's chief lines that no document states for the period."""
    found = {one.measure for one in told}
    chief = data("statements")["chief"][statement["name"]]
    return [small(spoken(key)) for key in chief if key not in found]


def _drill_downs(turn: Turn, told: Sequence[Told]) -> tuple[Offer, ...]:
    phrases = turn.phrases
    return tuple(Offer(phrases(key), ask=phrases(key)) for key in ("ask_quarters", "ask_red_flags") if told)
