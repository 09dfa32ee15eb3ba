"""Figures of the whole project: what each document answers to a typed question, and which of them to rely on.

The question is resolved in each document by itself (`findings.asked.resolution`) and the answers are ranked
(`findings.asked.weighing`); here the figures are proven on their pages (`answering.proving`), the best first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from sleuth.agents.analyst.dialogue.divided import asks_of_parts
from sleuth.agents.analyst.room import Room
from sleuth.answering.proving import prove_figures
from sleuth.answering.verification import Proven
from sleuth.findings.asked.answers import Resolution
from sleuth.findings.asked.books import Book, Fact, agree, rank_of
from sleuth.findings.asked.weighing import (
    Stated,
    alike,
    by_subject,
    end_month,
    finest_first,
    rank,
    resolve_documents,
    same_time,
)
from sleuth.findings.finding import subject_key
from sleuth.language.measures import formulas
from sleuth.language.metrics import default_lexicon
from sleuth.language.period import Period
from sleuth.language.query import Measure, Operation, Query
from sleuth.language.scenario import Scenario
from sleuth.language.times import AskedTime
from sleuth.store.ledger.findings import StoredFinding, stored_period

_TOGETHER = (Operation.TREND, Operation.PARTS, Operation.LARGEST, Operation.SMALLEST)
_BETWEEN_TIMES = (Operation.CHANGE, Operation.GROWTH, Operation.AVERAGE)


@dataclass(frozen=True, slots=True)
class Shown:
    """A figure to rely on, proven on its page."""

    stated: Stated
    proven: Proven
    others: tuple[Stated, ...] = ()  # what further documents give for the same
    also: tuple[Proven, ...] = ()  # of a change: the same told in another form, as an amount or in percent
    among: int = 0  # periods of which it is the one asked for, each of them proven

    @property
    def fact(self) -> Fact:
        """As of `stated`."""
        return self.stated.fact

    @property
    def total(self) -> Fact:
        """As of `stated`."""
        return self.stated.total


@dataclass(frozen=True, slots=True)
class Found:
    """What the project's figures answer to a question."""

    shown: tuple[Shown, ...] = ()
    missing: str = ""  # why there is none, and what there is instead
    known: bool = False  # whether any document states the measure
    instead: tuple[Period, ...] = ()  # the periods of which there is a figure, the latest first
    lacking: tuple[Query, ...] = ()  # the parts of the question, by measure and time, that have no figure


async def find_figures(
    room: Room,
    query: Query,
    subject: str = "",
    books: Sequence[Book] | None = None,
    *,
    strict: bool = False,
    months: int | None = None,
) -> Found:
    """The figures that answer, one for each measure, time and subject that is asked about; the best source of each.

    `subject`: the company that the conversation is about; others answer only where it has no such measure. What is
    asked for as a forecast may be stated as an estimate, and the other way round, or else as a budget. `books` where
    they are loaded already. `strict`: no other company's figures. `months`: the length of the periods of a trend.
    """
    books = await room.library.books(query) if books is None else books
    asked = _Asked(room, query, subject_key(subject), strict, months)
    found = await _find(asked, books)
    for other in _PLANS if query.scenario in _EXPECTED and not found.shown else ():
        planned = await _find(replace(asked, query=replace(query, scenario=other)), books)
        if planned.shown:
            return planned
    return found


_EXPECTED = (Scenario.FORECAST.value, Scenario.ESTIMATE.value)
_PLANS = (*_EXPECTED, Scenario.BUDGET.value)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question with what narrows it."""

    room: Room
    query: Query
    subject: str  # folded; "" for any
    strict: bool = False
    months: int | None = None

    @property
    def is_of_chief(self) -> bool:
        """Whether it is about the company that most documents are of: what names nobody is that company's."""
        return next(map(subject_key, self.room.subjects), "") == self.subject


async def _find(asked: _Asked, books: Sequence[Book]) -> Found:
    shown: list[Shown] = []
    reasons: list[Resolution] = []
    lacking: list[Query] = []
    for part in _parts_of(asked.query):
        found, answers = resolve_documents(part, books)
        groups = by_subject(found)
        own = [(book, answer) for book, answer in answers if subject_key(book.subject) == asked.subject]
        if asked.subject and (asked.strict or any(answer.known for _, answer in own)):
            takes_unnamed = asked.is_of_chief and not asked.strict and asked.subject not in groups
            kept = (asked.subject, "") if takes_unnamed else (asked.subject,)
            groups = {key: group for key, group in groups.items() if key in kept}
            answers = own
        if _tells_no_part(part, groups):
            groups = {}
        for group in groups.values():
            shown += await _best(asked, group)
        if not groups:
            reasons += [answer for _, answer in answers]
            lacking.append(part)
    best = next((one for one in reasons if one.known), reasons[0] if reasons else Resolution())
    return Found(tuple(shown), best.missing, best.known or bool(shown), _latest_first(reasons), tuple(lacking))


def _tells_no_part(query: Query, groups: Mapping[str, Sequence[Stated]]) -> bool:
    """Whether it is asked which part is the largest, and totals alone are there."""
    if query.each or query.operation not in (Operation.LARGEST, Operation.SMALLEST) or not asks_of_parts(query.text):
        return False
    return not any(one.fact.dimension for group in groups.values() for one in group)


def _latest_first(reasons: Sequence[Resolution]) -> tuple[Period, ...]:
    """Each period for which there is a figure, once; whole years before parts of them."""
    periods = {period.name: period for reason in reasons for period in reason.instead}
    return tuple(sorted(periods.values(), key=lambda period: (period.months == 12, end_month(period)), reverse=True))


def _parts_of(query: Query) -> list[Query]:
    """The question measure by measure, and time by time where it does not compare the times."""
    measured = [replace(query, measures=(measure,)) for measure in query.measures]
    if query.operation is Operation.SHARE:
        return [query]
    if query.operation in (*_TOGETHER, *_BETWEEN_TIMES):
        return measured
    operation = Operation.RATIO if query.operation is Operation.RATIO else Operation.LEVEL
    times: Sequence[tuple[AskedTime, ...]] = [(time,) for time in query.times] or [()]
    return [
        replace(one, times=time, operation=Operation.RATIO if one.measures[0].formula else operation)
        for one in measured
        for time in times
    ]


async def _best(asked: _Asked, group: Sequence[Stated]) -> list[Shown]:
    """The figure, or the series of figures, to rely on; what cannot be proven gives way to the next that agrees."""
    room, query = asked.room, asked.query
    if query.operation in _TOGETHER:
        return await _series(asked, group)
    ranked = sorted(group, key=lambda one: rank(one, room.sources, is_timed=query.is_timed))
    if query.operation is Operation.RATIO:  # a margin before the amount that a statement calls by its name
        ranked = finest_first(sorted(ranked, key=lambda one: not _is_percent(one)))
    for number, one in enumerate(ranked):
        if any(alike(one, better) and not agree(one.total, better.total) for better in ranked[:number]):
            return []  # a better source says otherwise, though it cannot be proven
        verdict = (await prove_figures(room.library, [one.figure]))[0]
        if isinstance(verdict, Proven):
            others = tuple(other for other in ranked if other is not one and alike(other, one))
            twins = [other.figure for other in ranked if other is not one and other.figure.facts == one.figure.facts]
            also = [proof for proof in await prove_figures(room.library, twins) if isinstance(proof, Proven)]
            return [Shown(one, verdict, others, tuple(also))]
    return []


def _is_percent(one: Stated) -> bool:
    return one.figure.form == "percent" or (not one.figure.expression and one.fact.unit == "percent")


async def _series(asked: _Asked, group: Sequence[Stated]) -> list[Shown]:
    """Several figures in order: of a trend the best source of each period, of parts those of one source."""
    room, query = asked.room, asked.query
    ranked = sorted(group, key=lambda one: rank(one, room.sources, is_timed=True))
    if query.operation is Operation.TREND:
        length = asked.months or _chief_length(ranked)
        chosen = [
            one
            for number, one in enumerate(ranked)
            if _length(one) == length and not _stated_before(one, ranked[:number])
        ]
        ordered = sorted(chosen, key=lambda one: end_month(one.period))
    else:
        source = min(group, key=lambda one: rank(one, room.sources, is_timed=query.is_timed))
        ordered = [one for one in group if one.document_id == source.document_id]
    verdicts = await prove_figures(room.library, [one.figure for one in ordered])
    if query.each:
        first = verdicts[0]
        are_proven = all(isinstance(verdict, Proven) for verdict in verdicts)
        return [Shown(ordered[0], first, among=len(ordered))] if are_proven and isinstance(first, Proven) else []
    return [Shown(one, verdict) for one, verdict in zip(ordered, verdicts, strict=True) if isinstance(verdict, Proven)]


def _chief_length(found: Sequence[Stated]) -> int | None:
    """The length of time that most figures have, the longer of equals."""
    lengths = [_length(one) for one in found]
    return max(lengths, key=lambda length: (lengths.count(length), length or 0), default=None)


def _length(one: Stated) -> int | None:
    return one.period.months


def _stated_before(one: Stated, earlier: Sequence[Stated]) -> bool:
    return any(same_time(one, other) and one.fact.metric == other.fact.metric for other in earlier)


def fact_of_finding(finding: StoredFinding) -> Fact | None:
    """A stored finding as a fact; None where it states no figure."""
    period = stored_period(finding)
    if finding.value is None or period is None:
        return None
    step = finding.step if finding.step is not None else Decimal(1)
    return Fact(
        finding.id, finding.metric, finding.label, tuple(finding.row_path), tuple(finding.dimension), finding.subject,
        period, finding.scenario, finding.value, finding.unit, finding.scale, step,
        rank_of(finding.rule), finding.page, finding.start, finding.end, finding.quote, finding.is_cost,
    )  # fmt: skip


def measure_of(key: str) -> Measure:
    """A measure of the lexicon by its key, or by the formula that computes it where no document states it."""
    formula = next((one.name for one in formulas().values() if key in (one.key, one.name.casefold())), "")
    return Measure(key, (key,) if key in default_lexicon().metrics else (), formula)


def divisions(parts: Sequence[Shown], whole: Shown | None, *, only_whole: bool = False) -> list[list[Shown]]:
    """The parts of a measure, division by division as the pages hold them; those that add up to the whole, if any do.

    A page may divide revenue by product, another by country: parts of two divisions are never one list.
    `only_whole`: none where none adds up.
    """
    by_page: dict[tuple[int, int], list[Shown]] = {}
    for part in parts:
        by_page.setdefault((part.stated.document_id, part.fact.page), []).append(part)
    groups = sorted((group for group in by_page.values() if len(group) > 1), key=lambda group: group[0].fact.rank)
    complete = [group for group in groups if whole is not None and _adds_up(group, whole)]
    return complete if complete or only_whole else groups[:1]


def _adds_up(parts: Sequence[Shown], whole: Shown) -> bool:
    total = sum((part.fact.amount for part in parts), Decimal(0))
    return abs(total - whole.fact.amount) <= len(parts) * whole.fact.precision
