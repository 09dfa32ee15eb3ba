"""Figures of the whole project: what each document answers to a typed question, and which of them to rely on.

The question is resolved in each document by itself (`findings.resolution`), its figures are proven on their pages
(`answering.proving`). What is decided here is only between documents: the period that is most current, then the
source that weighs most.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from sleuth.agents.analyst.room import Room
from sleuth.answering.proving import prove_figures
from sleuth.answering.verification import Proven
from sleuth.findings.asked.books import Book, Fact, rank_of
from sleuth.findings.asked.resolution import Figure, Resolution, resolve_each
from sleuth.findings.finding import subject_key
from sleuth.language.measures import formulas
from sleuth.language.metrics import default_lexicon
from sleuth.language.period import Period, same_period
from sleuth.language.query import Measure, Operation, Query
from sleuth.language.scenario import Scenario
from sleuth.language.times import AskedTime
from sleuth.store.ledger.findings import StoredFinding, stored_period

_TOGETHER = (Operation.TREND, Operation.PARTS, Operation.LARGEST, Operation.SMALLEST)
_BETWEEN_TIMES = (Operation.CHANGE, Operation.GROWTH, Operation.AVERAGE)


@dataclass(frozen=True, slots=True)
class Stated:
    """A figure that a document gives as an answer."""

    subject: str  # as printed; "" where no document says whose figures it states
    document_id: int
    figure: Figure
    assumptions: tuple[str, ...] = ()

    @property
    def fact(self) -> Fact:
        """The figure's first fact: of a computed one its first part."""
        return self.figure.facts[0][1]

    @property
    def is_change(self) -> bool:
        """Whether it tells how much something changed from one time to another."""
        return {name for name, _ in self.figure.facts} == {"old", "new"}

    @property
    def period(self) -> Period | None:
        """When it holds; of a change the later time."""
        return self.figure.facts[-1][1].period if self.is_change else self.fact.period


@dataclass(frozen=True, slots=True)
class Shown:
    """A figure to rely on, proven on its page."""

    stated: Stated
    proven: Proven
    others: tuple[Stated, ...] = ()  # what further documents give for the same
    also: tuple[Proven, ...] = ()  # of a change: the same told in another form, as an amount or in percent

    @property
    def fact(self) -> Fact:
        """As of `stated`."""
        return self.stated.fact


@dataclass(frozen=True, slots=True)
class Found:
    """What the project's figures answer to a question."""

    shown: tuple[Shown, ...] = ()
    missing: str = ""  # why there is none, and what there is instead
    known: bool = False  # whether any document states the measure
    instead: tuple[Period, ...] = ()  # the periods of which there is a figure, the latest first


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
    asked for as a forecast may be stated as an estimate, and the other way round. `books` where they are loaded
    already. `strict`: no other company's figures. `months`: the length of the periods of a trend.
    """
    books = await room.library.books(query) if books is None else books
    asked = _Asked(room, query, subject_key(subject), strict, months)
    found = await _find(asked, books)
    if found.shown or query.scenario not in _EXPECTED:
        return found
    other = next(scenario for scenario in _EXPECTED if scenario != query.scenario)
    expected = await _find(replace(asked, query=replace(query, scenario=other)), books)
    return expected if expected.shown else found


_EXPECTED = (Scenario.FORECAST.value, Scenario.ESTIMATE.value)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question with what narrows it."""

    room: Room
    query: Query
    subject: str  # folded; "" for any
    strict: bool = False
    months: int | None = None


async def _find(asked: _Asked, books: Sequence[Book]) -> Found:
    shown: list[Shown] = []
    reasons: list[Resolution] = []
    for part in _parts_of(asked.query):
        found, answers = _resolve(part, books)
        groups = _by_subject(found)
        own = [(book, answer) for book, answer in answers if subject_key(book.subject) == asked.subject]
        if asked.subject and (asked.strict or any(answer.known for _, answer in own)):
            groups = {key: group for key, group in groups.items() if key == asked.subject}
            answers = own
        for group in groups.values():
            shown += await _best(asked, group)
        if not groups:
            reasons += [answer for _, answer in answers]
    best = next((one for one in reasons if one.known), reasons[0] if reasons else Resolution())
    return Found(tuple(shown), best.missing, best.known or bool(shown), _latest_first(reasons))


def _latest_first(reasons: Sequence[Resolution]) -> tuple[Period, ...]:
    """Each period for which there is a figure, once; whole years before parts of them."""
    periods = {period.name: period for reason in reasons for period in reason.instead}
    return tuple(sorted(periods.values(), key=lambda period: (period.months == 12, _end(period)), reverse=True))


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


def _resolve(query: Query, books: Sequence[Book]) -> tuple[list[Stated], list[tuple[Book, Resolution]]]:
    """The figures that the documents give, and what each of them answered."""
    every: list[tuple[Book, Resolution]] = []
    for wanted in _ways_to_ask(query):
        answers = [(book, _by_itself(wanted, book, answer)) for book, answer in resolve_each(wanted, books)]
        found = [_stated(book, figure, answer) for book, answer in answers for figure in answer.figures]
        if found:
            return found, answers
        every += answers
    return [], every


def _by_itself(query: Query, book: Book, answer: Resolution) -> Resolution:
    """A document's answer; of a course in time all of its own periods, not only the one that it has beside others."""
    if query.operation is Operation.TREND:
        _, own = resolve_each(query, [book])[0]
        return own if own.figures else answer
    return _in_some_year(query, book, answer)


def _in_some_year(query: Query, book: Book, answer: Resolution) -> Resolution:
    """A document's answer; where a time has no year, that of the latest year for which there is one."""
    if answer.figures or not any(map(_lacks_year, query.times)):
        return answer
    for timed in _with_years(query, book):
        _, found = resolve_each(timed, [book])[0]
        if found.figures:
            return found
    return answer


def _stated(book: Book, figure: Figure, answer: Resolution) -> Stated:
    return Stated(figure.facts[0][1].subject or book.subject, book.document_id, figure, answer.assumptions)


def _ways_to_ask(query: Query) -> list[Query]:
    """The question for each measure that its name may mean, the one of just that name first.

    "Gross margin" is a percentage, though some print the amount under that name.
    """
    measure = query.measures[0]
    if len(query.measures) != 1 or len(measure.keys) < 2:
        return [query]
    known = default_lexicon().metrics
    keys = sorted(measure.keys, key=lambda key: known[key].kind != "ratio" if key in known else True)
    if not any(key in known and known[key].kind == "ratio" for key in keys):
        return [query]
    return [replace(query, measures=(replace(measure, keys=(key,)),)) for key in keys]


def _with_years(query: Query, book: Book) -> Iterator[Query]:
    """The question with the years that its times leave out, the latest first: "Q3" is the latest one there is.

    What happened goes before what was planned, unless a plan is asked for.
    """
    wanted = query.scenario or Scenario.ACTUAL.value
    dated = [fact for fact in book.facts if fact.period is not None]
    of_plans = () if query.scenario else sorted({fact.scenario for fact in dated} - {wanted})
    for scenario in (wanted, *of_plans):
        years = {year for fact in dated if fact.scenario == scenario for year in _years(fact)}
        for year in sorted(years, reverse=True):
            times = tuple(_of_year(time, year) for time in query.times)
            yield replace(query, times=times, scenario=query.scenario if scenario == wanted else scenario)


def _years(fact: Fact) -> list[int]:
    """The years by which a fact's time may be asked for."""
    period = fact.period
    return [] if period is None else [year for year in (period.fiscal_year, period.end.year) if year]


def _lacks_year(time: AskedTime) -> bool:
    timing = time.timing
    return timing is not None and timing.year is None and bool(timing.quarter or timing.half or timing.month)


def _of_year(time: AskedTime, year: int) -> AskedTime:
    if time.timing is None or not _lacks_year(time):
        return time
    return replace(time, text=f"{time.text} {year}", timing=replace(time.timing, year=year))


def _by_subject(found: Sequence[Stated]) -> dict[str, list[Stated]]:
    """What is given for each subject. Where only one is named, what names none is its own too."""
    keys = {subject_key(one.subject): one.subject for one in found if one.subject}
    only = next(iter(keys.values())) if len(keys) == 1 else ""
    groups: dict[str, list[Stated]] = {}
    for one in found:
        named = one if one.subject or not only else replace(one, subject=only)
        groups.setdefault(subject_key(named.subject), []).append(named)
    return groups


async def _best(asked: _Asked, group: Sequence[Stated]) -> list[Shown]:
    """The figure, or the series of figures, to rely on; what cannot be proven gives way to the next."""
    room, query = asked.room, asked.query
    if query.operation in _TOGETHER:
        return await _series(asked, group)
    ranked = sorted(group, key=lambda one: _rank(one, room, is_timed=bool(query.times)))
    for one in ranked:
        verdict = (await prove_figures(room.library, [one.figure]))[0]
        if isinstance(verdict, Proven):
            others = tuple(other for other in ranked if other is not one and _alike(other, one))
            twins = [other.figure for other in ranked if other is not one and other.figure.facts == one.figure.facts]
            also = [proof for proof in await prove_figures(room.library, twins) if isinstance(proof, Proven)]
            return [Shown(one, verdict, others, tuple(also))]
    return []


async def _series(asked: _Asked, group: Sequence[Stated]) -> list[Shown]:
    """Several figures in order: of a trend the best source of each period, of parts those of one source."""
    room, query = asked.room, asked.query
    ranked = sorted(group, key=lambda one: _rank(one, room, is_timed=True))
    if query.operation is Operation.TREND:
        length = asked.months or _chief_length(ranked)
        chosen = [
            one
            for number, one in enumerate(ranked)
            if _length(one) == length and not _stated_before(one, ranked[:number])
        ]
        ordered = sorted(chosen, key=lambda one: _end(one.period))
    else:
        source = min(group, key=lambda one: _rank(one, room, is_timed=bool(query.times)))
        ordered = [one for one in group if one.document_id == source.document_id]
    verdicts = await prove_figures(room.library, [one.figure for one in ordered])
    return [Shown(one, verdict) for one, verdict in zip(ordered, verdicts, strict=True) if isinstance(verdict, Proven)]


def _chief_length(found: Sequence[Stated]) -> int | None:
    """The length of time that most figures have, the longer of equals."""
    lengths = [_length(one) for one in found]
    return max(lengths, key=lambda length: (lengths.count(length), length or 0), default=None)


def _length(one: Stated) -> int | None:
    return one.period.months if one.period else None


def _stated_before(one: Stated, earlier: Sequence[Stated]) -> bool:
    return any(_same_time(one, other) and one.fact.metric == other.fact.metric for other in earlier)


def _same_time(one: Stated, other: Stated) -> bool:
    return one.period is not None and other.period is not None and same_period(one.period, other.period)


def _alike(one: Stated, other: Stated) -> bool:
    """Whether two documents give a figure of the same measure, time and scenario."""
    same = one.fact.metric == other.fact.metric and one.fact.scenario == other.fact.scenario
    return same and one.fact.dimension == other.fact.dimension and _same_time(one, other)


def _rank(one: Stated, room: Room, *, is_timed: bool) -> tuple[object, ...]:
    """What happened first, then the latest, then the source that weighs most, then the newest document."""
    witness = room.witnesses.get(one.document_id)
    months = one.period.months if one.period else None
    recency = "" if is_timed else _descending(_end(one.period))
    dated = witness.dated.isoformat() if witness and witness.dated else ""
    weight = witness.rank if witness else 9
    is_planned = one.fact.scenario not in ("", Scenario.ACTUAL.value)
    is_beside_plans = one.document_id in room.plans and not is_planned
    return (
        is_planned, recency, months != 12, weight, is_beside_plans, bool(one.figure.expression), one.fact.rank,
        _descending(dated), one.document_id,
    )  # fmt: skip


def _end(period: Period | None) -> str:
    """The month in which a period ends, so that "December 2024" and "31 December 2024" are one."""
    month = period.end.closing_month if period else None
    return f"{month.year:04}-{month.month:02}" if month else f"{period.end.year:04}-12" if period else ""


def _descending(text: str) -> str:
    """A text that sorts the other way round: the later date first."""
    return "".join(chr(0x10FFF - ord(letter)) for letter in text) if text else chr(0x1FFFF)


def fact_of_finding(finding: StoredFinding) -> Fact | None:
    """A stored finding as a fact; None where it states no figure."""
    if finding.value is None:
        return None
    step = finding.step if finding.step is not None else Decimal(1)
    return Fact(
        finding.id, finding.metric, finding.label, tuple(finding.row_path), tuple(finding.dimension), finding.subject,
        stored_period(finding), finding.scenario, finding.value, finding.unit, finding.scale, step,
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
