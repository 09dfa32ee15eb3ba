"""Answers a typed question from findings: strict in measure, part, period and scenario, or says what there is instead.

Nothing here knows of pages or sentences. A figure of another measure, part or time than asked for is never an answer.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sleuth.findings.asked.books import Book, Fact, agree
from sleuth.language.calendar import Month
from sleuth.language.measures import Formula, formulas, parts
from sleuth.language.metrics import default_lexicon, is_residual, is_whole, label_form
from sleuth.language.period import Day, Period, same_period
from sleuth.language.query import Measure, Operation, Query
from sleuth.language.scenario import Scenario, is_alike
from sleuth.language.spoken import spoken
from sleuth.language.times import AskedTime
from sleuth.language.timing import Timing, as_duration, as_instant
from sleuth.language.tokens import stems, tokens
from sleuth.language.weight import is_frame, is_legal_form, is_linking

_LEAST_SHOWN = 5  # periods that are named where none is the one asked for
_MOST_PERIODS = 8  # of a trend
_MARK = re.compile(r"(?<=\w) ?\d\Z")
_PERCENT = stems("percent percentage", "en") | stems("procent", "sv")
_YEAR = 12  # months
_CURRENCY = 3  # letters of a currency's code (ISO 4217)
_LINE = "line: "  # a line of a statement that goes by its own name


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of an answer: a fact, or what is computed from several."""

    document_id: int
    facts: tuple[tuple[str, Fact], ...]  # by their names in the expression
    title: str = ""  # of a computed figure
    expression: str = ""  # empty: the fact itself
    form: str = ""  # ratio, percent, days, amount


@dataclass(frozen=True, slots=True)
class Resolution:
    """What the findings answer to a question."""

    figures: tuple[Figure, ...] = ()
    assumptions: tuple[str, ...] = ()
    missing: str = ""  # why there is none, and what there is instead
    known: bool = False  # whether any document states the measure at all
    instead: tuple[Period, ...] = ()  # the periods of which there is a figure, where none is of the time asked for


class NotStatedError(Exception):
    """The findings do not state what is asked for; the message says what there is instead."""

    def __init__(self, reason: str, *, known: bool = False, instead: tuple[Period, ...] = ()) -> None:
        super().__init__(reason)
        self.known = known
        self.instead = instead


def resolve(query: Query, books: Sequence[Book]) -> Resolution:
    """The figures that answer, from the documents that the question is about."""
    figures: list[Figure] = []
    assumptions: dict[str, None] = {}
    missing: list[Resolution] = []
    answers = resolve_each(query, books)
    for _, found in answers:
        figures += found.figures
        assumptions |= dict.fromkeys(found.assumptions)
        if not found.figures:
            missing.append(found)
    if not figures:
        best = next((one for one in missing if one.known), missing[0] if missing else None)
        return best or Resolution(missing="no document states it")
    if len(answers) > 1 and query.operation in (Operation.LARGEST, Operation.SMALLEST):
        figures.sort(key=lambda figure: figure.facts[0][1].amount, reverse=query.operation is Operation.LARGEST)
    return Resolution(tuple(_once(figures, query)), tuple(assumptions), known=True)


def resolve_each(query: Query, books: Sequence[Book]) -> list[tuple[Book, Resolution]]:
    """What each document that the question is about answers by itself."""
    asked = _asked_of(query, books)
    named = query.stems & frozenset().union(*(book.names for book in asked))
    return [(book, _resolve_one(_Reader(query, book, len(asked) > 1, named))) for book in asked]


def _resolve_one(reader: "_Reader") -> Resolution:
    try:
        figures = reader.answer()
    except NotStatedError as error:
        return Resolution(missing=str(error), known=error.known, instead=error.instead)
    return Resolution(tuple(figures), tuple(reader.assumptions), known=True)


def _asked_of(query: Query, books: Sequence[Book]) -> list[Book]:
    """The documents whose names the question says; all of them where it says none."""
    scores = [len(query.stems & book.names) for book in books]
    best = max(scores, default=0)
    return [book for book, score in zip(books, scores, strict=True) if score == best]


def _once(figures: Sequence[Figure], query: Query) -> list[Figure]:
    """Without figures that another document states alike, where the question names the time."""
    if not query.times:
        return list(figures)
    kept: list[Figure] = []
    for figure in figures:
        if not any(_same(figure, other) for other in kept):
            kept.append(figure)
    return kept


def _same(a: Figure, b: Figure) -> bool:
    if len(a.facts) != len(b.facts) or a.title != b.title:
        return False
    pairs = zip(a.facts, b.facts, strict=True)
    return all(x.metric == y.metric and x.dimension == y.dimension and agree(x, y) for (_, x), (_, y) in pairs)


@dataclass(slots=True)
class _Reader:
    """Reads one document's facts for one question."""

    query: Query
    book: Book
    compares: bool = False  # with other documents
    others: frozenset[str] = frozenset()  # words of the question that name any of the documents
    assumptions: list[str] = field(default_factory=list)

    def answer(self) -> list[Figure]:
        """The figures of this document. Raises NotStatedError."""
        handlers: Mapping[Operation, Callable[[], list[Figure]]] = {
            Operation.GROWTH: self._changes,
            Operation.CHANGE: self._changes,
            Operation.RATIO: self._ratios,
            Operation.SHARE: self._shares,
            Operation.AVERAGE: self._averages,
            Operation.TREND: self._levels if self.compares else self._trend,  # several reports are periods in a row
            Operation.PARTS: self._parts,
            Operation.LARGEST: self._levels if self.compares else self._extremes,
            Operation.SMALLEST: self._levels if self.compares else self._extremes,
        }
        return handlers.get(self.query.operation, self._levels)()

    def _levels(self) -> list[Figure]:
        """Each measure at each time."""
        times: Sequence[AskedTime | None] = self.query.times or (None,)
        return [self._level(measure, time) for measure in self.query.measures for time in times]

    def _level(self, measure: Measure, time: AskedTime | None) -> Figure:
        if measure.formula and not measure.keys:
            return self._formula(formulas()[measure.formula], time)
        return self._figure(self._choose(self._stating(measure), time))

    def _figure(self, fact: Fact) -> Figure:
        return Figure(self.book.document_id, (("", fact),))

    # Which facts are of the measure and of the part asked for.

    def _stating(self, measure: Measure) -> list[Fact]:
        """The facts of a measure and of the part that the question names. Raises NotStatedError."""
        of_measure = [fact for fact in self.book.facts if fact.metric in measure.keys]
        found = self._of_part(of_measure)
        if not found:
            found = [fact for fact in self.book.facts if self._is_named(fact, measure)]
        if not found:
            known = bool(of_measure) and self.query.heavy <= self.book.names
            raise NotStatedError(f"no figure of {measure.name} that the question asks for", known=known)
        return found

    def _of_part(self, facts: Sequence[Fact]) -> list[Fact]:
        """The facts whose subject and part account for every word of the question, and add no part of their own."""
        fitting = [(fact, self._leftover(fact)) for fact in facts if self._accounts(fact)]
        least = min((leftover for _, leftover in fitting), default=0)
        return [fact for fact, leftover in fitting if leftover == least] if least == 0 else []

    def _accounts(self, fact: Fact) -> bool:
        said = self.book.names | self.others | _named(fact.subject, self.book.language) | self._dimension_stems(fact)
        if not self.query.heavy <= said:
            return False
        return self._is_own(fact) or bool(_named(fact.subject, self.book.language) & self.query.stems - self.book.names)

    def _is_own(self, fact: Fact) -> bool:
        """Whether a figure is of the company whose document it is."""
        own = _named(self.book.subject, self.book.language)
        return not fact.subject or not self.book.subject or bool(own & _named(fact.subject, self.book.language))

    def _dimension_stems(self, fact: Fact) -> frozenset[str]:
        return frozenset(stem for part in fact.dimension for stem in stems(part, self.book.language))

    def _leftover(self, fact: Fact) -> int:
        """How many words of its part the question does not say."""
        said = self.query.stems
        words = [word for part in fact.dimension for word in tokens(_bare(self._unmarked(part)), self.book.language)]
        telling = [w for w in words if not (is_linking(w.text, self.book.language) or is_legal_form(w.text))]
        return sum(w.stem not in said and not is_frame(w.text, self.book.language) for w in telling)

    def _unmarked(self, part: str) -> str:
        """A part's name without the mark of a note ("Hardlines 2"), unless others are told apart by their numbers."""
        name = _MARK.sub("", part)
        if name == part:
            return part
        others = (other for fact in self.book.facts for other in fact.dimension if other != part)
        return part if any(_MARK.sub("", other) == name for other in others) else name

    def _is_named(self, fact: Fact, measure: Measure) -> bool:
        """Whether a line goes by the name that the question gives: all its telling words, and no others."""
        language = self.book.language
        asked = self._asked_words(measure)
        name = [w for w in tokens(_bare(fact.name), language) if not is_linking(w.text, language)]
        telling = {w.stem for w in name if not is_frame(w.text, language)} or {w.stem for w in name}
        if measure.keys and not fact.metric.startswith(_LINE):
            return False  # a line that is known to state another measure
        if fact.dimension and self._leftover(fact):
            return False
        around = frozenset(stem for part in fact.row_path[:-1] for stem in stems(part, language))
        said = {w.stem for w in name} | self._dimension_stems(fact) | self.book.names | around
        required = self.query.heavy | frozenset(stem for stem in asked if stem not in self.query.stems)
        return bool(telling) and telling <= asked | self.query.stems and required <= said and self._is_own(fact)

    def _asked_words(self, measure: Measure) -> frozenset[str]:
        return stems(measure.name, self.book.language)

    # When.

    def _choose(self, facts: Sequence[Fact], time: AskedTime | None) -> Fact:
        """The fact of the time asked for; the latest where none is named. Raises NotStatedError."""
        dated = [fact for fact in facts if fact.period is not None]
        if time is None:
            return self._prevailing(self._latest(self._of_scenario(dated)))
        fitting = [fact for fact in dated if self._is_at(fact, time)]
        if not fitting:
            instead = tuple(fact.period for fact in dated if fact.period is not None)
            raise NotStatedError(f"none of {time}; there is {_periods(dated)}", known=True, instead=instead)
        return self._prevailing(self._of_scenario(fitting))

    def _of_scenario(self, facts: Sequence[Fact]) -> list[Fact]:
        """Those of the scenario that is asked for; where none is, what happened, or else what is planned."""
        wanted = self.query.scenario or Scenario.ACTUAL.value
        found = [fact for fact in facts if fact.scenario == wanted]
        found = found or [fact for fact in facts if is_alike(wanted, fact.scenario)]
        if found or not facts:
            return found
        others = {fact.scenario for fact in facts}
        if self.query.scenario:
            raise NotStatedError(f"no {wanted} figure; there is {', '.join(sorted(others))}", known=True)
        if len(others) > 1:
            raise NotStatedError(f"it is stated as {' and '.join(sorted(others))}", known=True)
        self.assumptions.append(f"{others.pop()}; no actual figure is stated")
        return list(facts)

    def _is_at(self, fact: Fact, time: AskedTime) -> bool:
        stated = fact.period
        metric = default_lexicon().metrics.get(fact.metric)
        if stated is not None and metric is not None and metric.is_instant:
            quarter = 4 if stated.months == _YEAR else stated.fiscal_quarter
            stated = replace(stated, months=None, fiscal_quarter=quarter)  # under "FY25": that of its last day
        wanted = self._period(time, stated)
        return wanted is not None and stated is not None and same_period(wanted, stated)

    def _period(self, time: AskedTime, like: Period | None) -> Period | None:
        """The period that a question means, for a measure that is stated as `like` is: at a day, or over months."""
        if like is None:
            return None
        if time.timing is None:
            return self._relative(time, like)
        timing: Timing = time.timing
        if (named := self._quarter_by_name(timing)) is not None:
            return Period(Day(*named), None if like.is_instant else 3)
        if like.is_instant:
            return as_instant(timing, self.book.calendar)
        if timing.month and not (timing.day or timing.months or timing.quarter or timing.to_date or timing.rolling):
            timing = replace(timing, months=1)  # "in March 2024"
        return as_duration(timing, self.book.calendar)

    def _quarter_by_name(self, timing: Timing) -> Month | None:
        """The end of a quarter that the document's name tells: "Q3 2023" of "2023 Q3 ACME.pdf", and of years before.

        Whoever names files so means the calendar's quarters, whatever the company calls them.
        """
        years = [int(name) for name in self.book.names if re.fullmatch(r"20\d\d", name)]
        quarters = [name for name in self.book.names if re.fullmatch(r"q[1-4]", name)]
        is_named = len(years) == 1 and quarters == [f"q{timing.quarter}"] and self.book.months == 3
        if not is_named or timing.year is None or timing.month or self.book.latest is None:
            return None
        return self.book.latest.plus(12 * (timing.year - years[0]))

    def _relative(self, time: AskedTime, like: Period) -> Period | None:
        """A time told by its place beside the latest one: "a year earlier", "at the end of the previous year"."""
        stated = next((one for one in self.query.times if one.timing is not None), None)
        if stated is not None:
            base = self._period(stated, like)
            month = base.end.closing_month if base else None
            return Period(Day(*month.plus(-(time.back or 12))), like.months) if month else None
        if self.book.latest is None:
            return None
        months = time.months or self.book.months
        if months == 12:
            year = self.book.calendar.place(self.book.latest).year - time.back // 12
            end = self.book.calendar.month(year)
        else:
            end = self.book.latest.plus(-time.back)
        return Period(Day(*end), None if like.is_instant else months)

    def _latest(self, facts: Sequence[Fact]) -> list[Fact]:
        """The facts of the latest period: a fiscal year before a part of one that ends with it, else the shortest."""
        periods = [fact.period for fact in facts if fact.period is not None]
        if not periods:
            raise NotStatedError("no figure with a period", known=True)
        latest = max(periods, key=lambda period: _recency(period, self.book.months))
        self.assumptions.append(f"{latest.name}, the latest")
        return [fact for fact in facts if fact.period is not None and same_period(fact.period, latest)]

    def _prevailing(self, facts: Sequence[Fact]) -> Fact:
        """The figure that facts of one measure and time agree on, the most precise; a statement outranks a note."""
        best = min(fact.rank for fact in facts)
        ranked = sorted(facts, key=lambda fact: (fact.rank, fact.precision, fact.id))
        top = [fact for fact in ranked if fact.rank == best]
        if all(agree(top[0], other) for other in top[1:]):
            return top[0]
        said = ", ".join(dict.fromkeys(f"{fact.value:f}" for fact in top[:_LEAST_SHOWN]))
        raise NotStatedError(f"it is stated in different ways ({said})", known=True)

    # Operations.

    def _changes(self) -> list[Figure]:
        """How much each measure changed between two times."""
        return [figure for measure in self.query.measures for figure in self._change(measure)]

    def _change(self, measure: Measure) -> list[Figure]:
        facts = self._stating(measure)
        times = self.query.times
        new = self._choose(facts, times[-1] if times else None)
        old = self._choose(facts, times[0]) if len(times) > 1 else self._before(facts, new, 12)
        if _end(old) > _end(new):
            old, new = new, old
        if old.scenario != new.scenario:
            raise NotStatedError(f"one figure is {old.scenario}, the other {new.scenario}", known=True)
        cells = (("old", old), ("new", new))
        name = self._title(new)
        if self.query.operation is Operation.GROWTH and new.unit != "percent":
            return [Figure(self.book.document_id, cells, f"{name}, change", "(new - old) / abs(old)", "percent")]
        made = [Figure(self.book.document_id, cells, f"{name}, change", "new - old", "amount")]
        if new.unit != "percent" and old.amount:
            title = f"{name}, change in percent"
            made.append(Figure(self.book.document_id, cells, title, "(new - old) / abs(old)", "percent"))
        return made

    def _before(self, facts: Sequence[Fact], new: Fact, months: int) -> Fact:
        """The same measure so many months earlier. Raises NotStatedError."""
        month = new.period.end.closing_month if new.period else None
        if new.period is None or month is None:
            raise NotStatedError("no figure to compare with", known=True)
        earlier = replace(new.period, end=Day(*month.plus(-months)), fiscal_year=None, fiscal_quarter=None)
        fitting = [f for f in self._of_scenario(facts) if f.period is not None and same_period(earlier, f.period)]
        if not fitting:
            raise NotStatedError(f"no figure of the {months} months before to compare with", known=True)
        return self._prevailing(fitting)

    def _ratios(self) -> list[Figure]:
        times: Sequence[AskedTime | None] = self.query.times or (None,)
        found: list[Figure] = []
        for measure in self.query.measures:
            for time in times:
                found += [*self._amounts(measure, time), self._ratio(measure, time)]
        return found

    def _ratio(self, measure: Measure, time: AskedTime | None) -> Figure:
        """The figure as the document states it, or else computed by its formula: so too where it is stated in full
        points only ("27%")."""
        stated: Figure | None = None
        if measure.keys:
            try:
                fact = self._choose(self._stating(measure), time)
                stated = self._figure(fact)
                if not measure.formula or fact.unit != "percent" or fact.step < 1:
                    return stated
            except NotStatedError:
                if not measure.formula:
                    raise
        try:
            return self._formula(formulas()[measure.formula], time)
        except NotStatedError:
            if stated is None:
                raise
            return stated

    def _amounts(self, measure: Measure, time: AskedTime | None) -> list[Figure]:
        """The amount that a document calls by a ratio's name: "Gross margin 8,121"."""
        if self.query.stems & _PERCENT:
            return []
        called = [f for f in self.book.facts if f.row_path and label_form(f.row_path[-1]) == measure.name]
        amounts = self._of_part([f for f in called if len(f.unit) == _CURRENCY])
        try:
            return [self._figure(self._choose(amounts, time))] if amounts else []
        except NotStatedError:
            return []

    def _formula(self, formula: Formula, time: AskedTime | None) -> Figure:
        """A formula over measures of one time. Raises NotStatedError where no way has all its parts."""
        problem = NotStatedError(f"the parts of {formula.name} are not all stated", known=True)
        for way in formula.ways:
            try:
                return self._computed(formula, way, time)
            except NotStatedError as error:
                problem = error
        raise problem

    def _computed(self, formula: Formula, way: str, time: AskedTime | None) -> Figure:
        facts: list[tuple[str, Fact]] = []
        anchor: Fact | None = None
        for name in _names_in(way):
            stating = self._stating(Measure(name, (parts()[name.removesuffix(_BEFORE)],)))
            fact = self._choose(stating, time) if anchor is None or time is not None else self._beside(stating, anchor)
            if name.endswith(_BEFORE):
                fact = self._before(stating, fact, 12)
            elif anchor is None:
                anchor = fact
            facts.append((name, fact))
        lengths = {fact.period.months for _, fact in facts if fact.period and fact.period.months}
        scenarios = {fact.scenario for _, fact in facts}
        if len(scenarios) > 1:
            raise NotStatedError(f"the parts of {formula.name} are {' and '.join(sorted(scenarios))}", known=True)
        if len(lengths) > 1:
            raise NotStatedError(f"the parts of {formula.name} are of different lengths of time", known=True)
        return Figure(self.book.document_id, tuple(facts), f"{formula.name}, {_when(facts[0][1])}", way, formula.form)

    def _beside(self, facts: Sequence[Fact], anchor: Fact) -> Fact:
        """The fact of the time of another: the same months, or the day on which they end. Raises NotStatedError."""
        assert anchor.period is not None
        month = anchor.period.end.closing_month
        fitting = [
            f for f in self._of_scenario(facts) if f.period is not None and _together(f.period, anchor.period, month)
        ]
        if not fitting:
            raise NotStatedError(f"no figure of {_when(anchor)}", known=True)
        return self._prevailing(fitting)

    def _shares(self) -> list[Figure]:
        """What a part makes up of its whole, in percent."""
        whole_measure = self.query.measures[0]
        part_measure = self.query.measures[-1]
        times: Sequence[AskedTime | None] = self.query.times or (None,)
        stated = [fact for fact in self.book.facts if fact.metric in whole_measure.keys]
        of_whole = [fact for fact in stated if not fact.dimension and self._is_own(fact)]
        made = []
        for time in times:
            part = self._choose(self._stating(part_measure), time)
            whole = self._beside(of_whole, part)
            if part_measure is whole_measure and not part.dimension:
                raise NotStatedError("the question names no part of it", known=True)
            title = f"{self._title(part)}, share of {whole.name}"
            cells = (("part", part), ("whole", whole))
            made.append(Figure(self.book.document_id, cells, title, "part / whole", "percent"))
        return made

    def _averages(self) -> list[Figure]:
        """The mean of a measure over the years that the question spans."""
        measure = self.query.measures[0]
        facts = self._stating(measure)
        if len(self.query.times) < 2:
            raise NotStatedError("the question does not say over which years to average", known=True)
        ends = [self._choose(facts, time) for time in self.query.times]
        first, last = min(ends, key=_end), max(ends, key=_end)
        yearly = [last]
        while _end(yearly[-1]) > _end(first):
            yearly.append(self._before(facts, yearly[-1], 12))
        cells = tuple((f"y{number}", fact) for number, fact in enumerate(reversed(yearly)))
        expression = f"({' + '.join(name for name, _ in cells)}) / {len(cells)}"
        title = f"{self._title(last)}, average of {_when(first)} to {_when(last)}"
        return [Figure(self.book.document_id, cells, title, expression, "amount")]

    def _trend(self) -> list[Figure]:
        """Every period of one length, the earliest first."""
        found: dict[str, Fact] = {}
        for measure in self.query.measures:
            facts = [f for f in self._of_scenario(self._stating(measure)) if f.period is not None]
            lengths = Counter(fact.period.months for fact in facts if fact.period)
            length = lengths.most_common(1)[0][0]
            for fact in facts:
                if fact.period and fact.period.months == length:
                    alike = [f for f in facts if f.period and same_period(f.period, fact.period)]
                    found[f"{fact.metric} {fact.period.key}"] = self._prevailing(alike)
        ordered = sorted(found.values(), key=lambda fact: (fact.metric, _end(fact)))
        if len(ordered) < 2:
            raise NotStatedError("there is one period only", known=True)
        return [self._figure(fact) for fact in ordered[-_MOST_PERIODS:]]

    def _parts(self) -> list[Figure]:
        """The parts of a measure at one time, the largest first."""
        members = self._members()
        return [self._figure(fact) for fact in sorted(members, key=lambda fact: -fact.amount)]

    def _extremes(self) -> list[Figure]:
        """The part with the highest or the lowest figure."""
        members = [fact for fact in self._members() if not is_residual(fact.dimension[-1])]
        if len(members) < 2:
            raise NotStatedError("no parts to choose from", known=True)
        pick = max if self.query.operation is Operation.LARGEST else min
        return [self._figure(pick(members, key=lambda fact: fact.amount))]

    def _members(self) -> list[Fact]:
        """One fact for each part of a measure, all of one time and of one table's division. Raises NotStatedError."""
        measure, time = self.query.measures[0], self.query.times[0] if self.query.times else None
        divided = [f for f in self.book.facts if f.metric in measure.keys and len(f.dimension) == 1 and self._is_own(f)]
        dated = [fact for fact in self._of_scenario(divided) if fact.period is not None] if divided else []
        at = [f for f in dated if self._is_at(f, time)] if time else self._latest(dated) if dated else []
        if not at:
            raise NotStatedError(f"no parts of {measure.name}", known=bool(divided))
        found: dict[str, Fact] = {}
        for fact in at:
            if not is_whole(fact.dimension[0]):
                found.setdefault(fact.dimension[0].casefold(), fact)
        return list(found.values())

    def _title(self, fact: Fact) -> str:
        name = spoken(fact.metric) if is_whole(fact.name) or fact.name in fact.dimension else fact.name
        return ", ".join((name, *fact.dimension))


_BEFORE = "_before"


def _names_in(way: str) -> list[str]:
    """The names in an expression, each once, those of the year before behind their own."""
    import ast

    names = {node.id for node in ast.walk(ast.parse(way)) if isinstance(node, ast.Name)} - {"abs"}
    return sorted(names, key=lambda name: (name.endswith(_BEFORE), way.index(name)))


def _named(subject: str, language: str) -> frozenset[str]:
    return stems(subject, language)


def _bare(name: str) -> str:
    """A name without what stands in brackets: "China (including Hong Kong)"."""
    bare, _, _ = name.partition("(")
    return bare if bare.strip() else name


def _recency(period: Period, months: int) -> tuple[str, bool, int]:
    """Later first; of those that end together the length that the document chiefly reports, then the shortest."""
    return str(period.end), period.months == months, -(period.months or 0)


def _end(fact: Fact) -> str:
    return str(fact.period.end) if fact.period else ""


def _when(fact: Fact) -> str:
    if fact.period is None:
        return ""
    return fact.period.described if fact.period.is_instant else fact.period.name


def _together(one: Period, other: Period, month: Month | None) -> bool:
    """Whether two periods are one, or one is the day on which the other's months end, which `month` closes."""
    ends = one.is_instant != other.is_instant and month is not None and one.end.closing_month == month
    return ends or same_period(one, other)


def _periods(facts: Iterable[Fact]) -> str:
    named = sorted({fact.period.name for fact in facts if fact.period}, reverse=True)
    return ", ".join(named[:_LEAST_SHOWN]) or "none with a period"
