"""What the documents of a project answer to a typed question, and which of their figures to rely on.

Each document answers by itself (`resolution`). What is decided here is only between documents: whose figure it is, the
period that is most current, then the source that weighs most.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from sleuth.findings.asked.answers import Figure, Resolution
from sleuth.findings.asked.books import Book, Fact, agree
from sleuth.findings.asked.resolution import resolve_each
from sleuth.findings.compared.authority import Witness
from sleuth.findings.finding import subject_key
from sleuth.language.calendar import YEAR
from sleuth.language.measures import adjusted_for
from sleuth.language.metrics import default_lexicon
from sleuth.language.period import Period, same_period
from sleuth.language.query import Operation, Query
from sleuth.language.scenario import Scenario
from sleuth.language.times import AskedTime

_FILED = Witness(0, "", "filed").rank


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
        fact = self.figure.facts[0][1]
        return replace(fact, scenario=self.figure.scenario) if self.figure.scenario else fact

    @property
    def total(self) -> Fact:
        """The figure as one fact: of a sum over a longer time what its parts come to, at that time."""
        if not self.figure.expression or self.figure.period is None:
            return self.fact
        facts = [fact for _, fact in self.figure.facts]
        value = sum((fact.value for fact in facts), Decimal(0))
        step = min(fact.step for fact in facts)  # "43" stands beside "42.3"
        return replace(self.fact, value=value, step=step, period=self.figure.period)

    @property
    def is_change(self) -> bool:
        """Whether it tells how much something changed from one time to another."""
        return {name for name, _ in self.figure.facts} == {"old", "new"}

    @property
    def period(self) -> Period:
        """When it holds; of a change the later time."""
        if self.figure.period is not None:
            return self.figure.period
        return self.figure.facts[-1][1].period if self.is_change else self.fact.period


@dataclass(frozen=True, slots=True)
class Sources:
    """The documents as sources: how much each weighs."""

    witnesses: Mapping[int, Witness]
    plans: Collection[int] = ()  # the documents half of whose figures are planned, not what happened


def resolve_documents(query: Query, books: Sequence[Book]) -> tuple[list[Stated], list[tuple[Book, Resolution]]]:
    """The figures that the documents give, and what each of them answered.

    What happened, under a name that may mean the measure, goes before what was planned under its own: a pack tells the
    adjusted EBITDA of September, of whose EBITDA there is only a budget.
    """
    every: list[tuple[Book, Resolution]] = []
    planned: tuple[list[Stated], list[tuple[Book, Resolution]]] | None = None
    for wanted in _ways_to_ask(query):
        answers = [(book, _by_itself(wanted, book, answer)) for book, answer in resolve_each(wanted, books)]
        stated = [_stated(book, figure, answer) for book, answer in answers for figure in answer.figures]
        found = [one for one in stated if one.fact.scenario == query.scenario] or stated  # a forecast, or an estimate
        if found and (query.scenario or any(one.fact.scenario == Scenario.ACTUAL.value for one in found)):
            return found, answers
        if found:
            planned = planned or (found, answers)
        every += answers
    return planned or ([], every)


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
    """The question for each measure that its name may mean, the one of just that name first; then for what is adjusted,
    where nothing else is stated.

    "Gross margin" is a percentage, though some print the amount under that name.
    """
    adjusted = [adjusted_for(measure, default_lexicon()) or measure for measure in query.measures]
    last = [replace(query, measures=tuple(adjusted))] if tuple(adjusted) != query.measures else []
    return [*_of_that_name(query), *last]


def _of_that_name(query: Query) -> list[Query]:
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
    of_plans = () if query.scenario else sorted({fact.scenario for fact in book.facts} - {wanted})
    for scenario in (wanted, *of_plans):
        years = {year for fact in book.facts if fact.scenario == scenario for year in _years(fact)}
        for year in sorted(years, reverse=True):
            times = tuple(of_year(time, year) if _lacks_year(time) else time for time in query.times)
            yield replace(query, times=times, scenario=query.scenario if scenario == wanted else scenario)


def _years(fact: Fact) -> list[int]:
    """The years by which a fact's time may be asked for."""
    return [year for year in (fact.period.fiscal_year, fact.period.end.year) if year]


def _lacks_year(time: AskedTime) -> bool:
    timing = time.timing
    return not has_year(time) and timing is not None and bool(timing.quarter or timing.half or timing.month)


def has_year(time: AskedTime) -> bool:
    """Whether a time says of which year it is, or by its place beside the latest one: "Full year" and "Q2" do not."""
    return time.timing is None or time.timing.year is not None or time.months == YEAR


def of_year(time: AskedTime, year: int) -> AskedTime:
    """A time without a year in one."""
    if time.timing is None or has_year(time):
        return time
    return replace(time, text=f"{time.text} {year}", timing=replace(time.timing, year=year))


def by_subject(found: Sequence[Stated]) -> dict[str, list[Stated]]:
    """What is given for each subject. Where only one is named, what names none is its own too."""
    keys = {subject_key(one.subject): one.subject for one in found if one.subject}
    only = next(iter(keys.values())) if len(keys) == 1 else ""
    groups: dict[str, list[Stated]] = {}
    for one in found:
        named = one if one.subject or not only else replace(one, subject=only)
        groups.setdefault(subject_key(named.subject), []).append(named)
    return groups


def same_time(one: Stated, other: Stated) -> bool:
    """Whether two figures are of one period."""
    return same_period(one.period, other.period)


def alike(one: Stated, other: Stated) -> bool:
    """Whether two documents give a figure of the same measure, time and scenario."""
    same = one.fact.metric == other.fact.metric and one.fact.scenario == other.fact.scenario
    return same and one.fact.dimension == other.fact.dimension and same_time(one, other)


def rank(one: Stated, sources: Sources, *, is_timed: bool) -> tuple[object, ...]:
    """What happened first, then the latest, then the source that weighs most, then the newest document.

    A later report of management's own states a month anew; of others a statement goes before a note first. What is
    filed weighs as what is audited: the next year's report, audited or not by its own pages, restates the year.
    """
    witness = sources.witnesses.get(one.document_id)
    recency = "" if is_timed else _descending(end_month(one.period))
    dated = witness.dated.isoformat() if witness and witness.dated else ""
    weight = max(witness.rank, _FILED) if witness else 9
    is_planned = one.fact.scenario not in ("", Scenario.ACTUAL.value)
    is_beside_plans = one.document_id in sources.plans and not is_planned
    newest, place = _descending(dated), one.fact.rank
    is_reported_anew = witness is not None and witness.quality == "management" and not is_planned
    order = (newest, place) if is_reported_anew else (place, newest)
    return (
        is_planned, recency, one.period.months != 12, weight, is_beside_plans, bool(one.figure.expression),
        not is_reported_anew, *order, one.document_id,
    )  # fmt: skip


def finest_first(ranked: Sequence[Stated]) -> list[Stated]:
    """Computed figures in their order, before them the one of the finest print among those computed alike to the first.

    "24.5 / 134.4" of a report in millions is 18.2 %, where the accounts in thousands make it 18.3 %. What another
    document states otherwise, and not only in coarser units, is not alike.
    """
    if not ranked or not ranked[0].figure.expression:
        return list(ranked)
    alike_computed = [one for one in ranked if _computed_alike(one, ranked[0])]
    finest = min(alike_computed, key=_coarseness)
    return [finest, *(one for one in ranked if one is not finest)]


def _computed_alike(one: Stated, other: Stated) -> bool:
    """Whether two figures are computed in one way from figures that agree, as far as both are precise."""
    first, second = one.figure, other.figure
    if first.expression != second.expression or len(first.facts) != len(second.facts):
        return False
    pairs = zip(first.facts, second.facts, strict=True)
    return all(a == b and x.metric == y.metric and agree(x, y) for (a, x), (b, y) in pairs) and same_time(one, other)


def _coarseness(one: Stated) -> Decimal:
    """The largest unit of the last printed digit of what a figure is computed from, in single units."""
    return max(fact.precision for _, fact in one.figure.facts)


def end_month(period: Period) -> str:
    """The month in which a period ends, so that "December 2024" and "31 December 2024" are one."""
    month = period.end.closing_month
    return f"{month.year:04}-{month.month:02}" if month else f"{period.end.year:04}-12"


def _descending(text: str) -> str:
    """A text that sorts the other way round: the later date first."""
    return "".join(chr(0x10FFF - ord(letter)) for letter in text) if text else chr(0x1FFFF)
