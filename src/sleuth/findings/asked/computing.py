"""Computes what a typed question asks of one document's facts: levels, changes, ratios, shares, parts."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from sleuth.findings.asked.adding import Sum, add_up, filling
from sleuth.findings.asked.answers import Figure, NotStatedError, if_stated
from sleuth.findings.asked.books import Book, Fact
from sleuth.findings.asked.choosing import Chooser, when
from sleuth.findings.asked.formulas import formula_at, formula_average, formula_change
from sleuth.findings.asked.maturities import balance_at, balance_change
from sleuth.findings.asked.months import over_months
from sleuth.language.calendar import Month
from sleuth.language.glyphs import plain
from sleuth.language.measures import formulas
from sleuth.language.metrics import is_residual, is_whole, label_form
from sleuth.language.period import Day, Period, same_period
from sleuth.language.query import Measure, Operation, Query, Word
from sleuth.language.spoken import spoken
from sleuth.language.times import AskedTime, is_before_another
from sleuth.language.tokens import stems, tokens
from sleuth.language.wordlist import wordlist

_MOST_PERIODS = 8  # of a trend
_FEWEST = 2  # periods of which one is the highest
_YEAR = 12  # months
_PERCENT = stems("percent percentage", "en") | stems("procent", "sv")
_CURRENCY = 3  # letters of a currency's code (ISO 4217)


@dataclass(frozen=True, slots=True)
class Computation:
    """What one question asks of one document's facts."""

    chooser: Chooser
    compares: bool = False  # with other documents

    @property
    def query(self) -> Query:
        """The question."""
        return self.chooser.query

    @property
    def book(self) -> Book:
        """The document's facts."""
        return self.chooser.book

    def answer(self) -> list[Figure]:
        """The figures of this document. Raises NotStatedError."""
        if self.query.each:
            return self._extreme_periods()
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
        return self._each(lambda measure, time: [self._level(measure, time)])

    def _each(self, figures_of: Callable[[Measure, AskedTime | None], list[Figure]]) -> list[Figure]:
        """The figures of each measure at each time, as far as they are stated; what is not is kept as lacking.

        Raises NotStatedError where none is.
        """
        times: Sequence[AskedTime | None] = [t for t in self.query.times if not self._is_name(t)] or (None,)
        found: list[Figure] = []
        problems: list[NotStatedError] = []
        for measure in self.query.measures:
            for time in times:
                try:
                    found += figures_of(measure, time)
                except NotStatedError as error:
                    problems.append(error)
        if not found:
            raise next((one for one in problems if one.known), problems[0])
        self.chooser.lacking.extend(map(str, problems))
        return found

    def _is_name(self, time: AskedTime) -> bool:
        """Whether what looks like a time is a name of the document's: "3M" may be a company, and no three months."""
        is_dated = time.timing is None or time.timing.year is not None  # "FY26" is a year in a file's name too
        return not is_dated and time.text.casefold() in self.book.names

    def _level(self, measure: Measure, time: AskedTime | None) -> Figure:
        if measure.formula and not measure.keys:
            return formula_at(self.chooser, formulas()[measure.formula], time)
        try:
            return self._at(self.chooser.stating(measure), time)
        except NotStatedError:
            made = balance_at(self.chooser, measure, time) or self._of_months(measure, time)
            if made is None:
                raise
            return made

    def _of_months(self, measure: Measure, time: AskedTime | None) -> Figure | None:
        """The mean or the total of the months of a time, where the question asks for that."""
        found = over_months(self.chooser, measure, time) if time is not None else None
        if found is None:
            return None
        kind, expression, period, facts = found
        title = f"{self._title(facts[0])}, {kind} of {len(facts)} months, {period.name}"
        return Figure(self.book.document_id, _numbered(facts), title, expression, "amount", period)

    def _at(self, facts: Sequence[Fact], time: AskedTime | None) -> Figure:
        """The fact of a time; where none is stated, the sum of those that fill it. Raises NotStatedError."""
        try:
            return self._figure(self.chooser.at(facts, time))
        except NotStatedError:
            summed = add_up(self.chooser, facts, time) if time is not None else None
            if summed is None:
                raise
            return self._summed(summed)

    def _summed(self, summed: Sum) -> Figure:
        cells = _numbered(summed.facts)
        title = f"{self._title(summed.facts[0])}, {summed.period.name}"
        expression = " + ".join(name for name, _ in cells)
        scenarios = {fact.scenario for fact in summed.facts}
        mixed = summed.facts[-1].scenario if len(scenarios) > 1 else ""
        return Figure(self.book.document_id, cells, title, expression, "amount", summed.period, mixed)

    def _figure(self, fact: Fact) -> Figure:
        return Figure(self.book.document_id, (("", fact),))

    def _changes(self) -> list[Figure]:
        """How much each measure changed between two times, or on average in each year between them."""
        if self.query.is_mean:
            return [self._mean_growth(measure) for measure in self.query.measures]
        return [figure for measure in self.query.measures for figure in self._stated_or_computed_change(measure)]

    def _stated_or_computed_change(self, measure: Measure) -> list[Figure]:
        """The change of the figures that are stated, or else those of both times, by the measure's formula.

        A margin that is asked for is first the percentage, then an amount only where the document calls it so.
        """
        if not measure.formula:
            return self._change_of_stated(measure)
        formula = formulas()[measure.formula]
        in_percent = self.query.operation is Operation.GROWTH
        of_formula = measure if in_percent else replace(measure, keys=(formula.key,) if formula.key else ())
        stated = if_stated(lambda: self._change(of_formula))
        if stated is not None:
            return stated
        try:
            return formula_change(self.chooser, formula, self.query.times, in_percent=in_percent)
        except NotStatedError:
            if not any(self._is_called(fact, measure) for fact in self.book.facts):
                raise
            return self._change(measure)

    def _change_of_stated(self, measure: Measure) -> list[Figure]:
        """The change of a stated figure, or of a balance that is the sum of what is due within a year and later."""
        try:
            return self._change(measure)
        except NotStatedError:
            in_percent = self.query.operation is Operation.GROWTH
            made = balance_change(self.chooser, measure, self.query.times, in_percent=in_percent)
            if made is None:
                raise
            return [made]

    def _change(self, measure: Measure) -> list[Figure]:
        facts = self.chooser.stating(measure)
        times = self.query.times
        is_from = len(times) > 1 or self.query.is_since
        from_before = len(times) == 1 and is_before_another(times[0])  # "how much more than a year earlier?"
        is_latest = not times or self.query.is_since or from_before
        new = self.chooser.at(facts, None if is_latest else times[-1])
        back = times[0].back if from_before else _YEAR
        old = self.chooser.at(facts, times[0]) if is_from else self.chooser.before(facts, new, back)
        if _end(old) > _end(new):
            old, new = new, old
        if old.scenario != new.scenario:
            raise NotStatedError(f"one figure is {old.scenario}, the other {new.scenario}", known=True)
        cells = (("old", old), ("new", new))
        name = self._title(new)
        # a cost in brackets that grows is no fall
        is_outflow = old.is_cost and new.is_cost and min(old.value, new.value) < 0
        difference = "abs(new) - abs(old)" if is_outflow else "new - old"
        if self.query.operation is Operation.GROWTH and new.unit != "percent":
            return [Figure(self.book.document_id, cells, f"{name}, change", f"({difference}) / abs(old)", "percent")]
        made = [Figure(self.book.document_id, cells, f"{name}, change", difference, "amount")]
        if new.unit != "percent" and old.amount:
            title = f"{name}, change in percent"
            made.append(Figure(self.book.document_id, cells, title, f"({difference}) / abs(old)", "percent"))
        return made

    def _ratios(self) -> list[Figure]:
        return self._each(lambda measure, time: [*self._amounts(measure, time), self._ratio(measure, time)])

    def _ratio(self, measure: Measure, time: AskedTime | None) -> Figure:
        """The figure as the document states it, or else computed by its formula: so too where it is stated in full
        points only ("27%")."""
        if not measure.formula:
            return self._at(self.chooser.stating(measure), time)
        formula = formulas()[measure.formula]
        stated = if_stated(lambda: self._at(self.chooser.stating(measure), time)) if measure.keys else None
        if stated is None:
            return formula_at(self.chooser, formula, time)
        fact = stated.facts[0][1]
        is_in_full_points = fact.unit == "percent" and fact.step >= 1
        computed = if_stated(lambda: formula_at(self.chooser, formula, time)) if is_in_full_points else None
        return computed or stated

    def _amounts(self, measure: Measure, time: AskedTime | None) -> list[Figure]:
        """The amount that a document calls by a ratio's name: "Gross margin 8,121"."""
        if self.query.stems & _PERCENT:
            return []
        called = [fact for fact in self.book.facts if self._is_called(fact, measure)]
        amounts = self.chooser.of_part([f for f in called if len(f.unit) == _CURRENCY])
        stated = if_stated(lambda: self.chooser.at(amounts, time)) if amounts else None
        return [self._figure(stated)] if stated is not None else []

    def _is_called(self, fact: Fact, measure: Measure) -> bool:
        return bool(fact.row_path) and label_form(fact.row_path[-1]) == measure.name

    def _shares(self) -> list[Figure]:
        """What a part makes up of its whole, in percent."""
        whole_measure = self.query.measures[0]
        part_measure = self.query.measures[-1]
        times: Sequence[AskedTime | None] = self.query.times or (None,)
        stated = [fact for fact in self.book.facts if fact.metric in whole_measure.keys]
        of_whole = [fact for fact in stated if not fact.dimension and self.chooser.is_own(fact)]
        made = []
        for time in times:
            part = self.chooser.at(self._stating_part(whole_measure, part_measure), time)
            whole = self.chooser.beside(of_whole, part)
            if part_measure is whole_measure and not part.dimension:
                raise NotStatedError("the question names no part of it", known=True)
            title = f"{self._title(part)}, share of {whole.name}"
            cells = (("part", part), ("whole", whole))
            expression = "abs(part) / whole" if part.is_cost and part.value < 0 < whole.value else "part / whole"
            made.append(Figure(self.book.document_id, cells, title, expression, "percent"))
        return made

    def _stating_part(self, whole: Measure, part: Measure) -> list[Fact]:
        """The facts of the part of a share: where the name of a measure is that of a part of the whole, the part.

        "What share of sales was advertising?" asks for the sales of advertising, not for what it costs.
        """
        if part is not whole and not self.chooser.is_spent:
            names = tuple(Word(word.text, word.stem, True) for word in tokens(part.name, self.book.language))
            query = replace(self.query, measures=(whole,), words=(*self.query.words, *names))
            named = if_stated(lambda: replace(self.chooser, query=query).stating(whole))
            if named is not None and any(fact.dimension for fact in named):
                return named
        return self.chooser.stating(part)

    def _averages(self) -> list[Figure]:
        """The mean of a measure over the years that the question spans."""
        measure = self.query.measures[0]
        if len(self.query.times) < 2:
            raise NotStatedError("the question does not say over which years to average", known=True)
        if measure.formula:
            return [formula_average(self.chooser, formulas()[measure.formula], self.query.times)]
        cells = self._each_year(measure)
        expression = f"({' + '.join(name for name, _ in cells)}) / {len(cells)}"
        first, last = cells[0][1], cells[-1][1]
        title = f"{self._title(last)}, average of {when(first)} to {when(last)}"
        return [Figure(self.book.document_id, cells, title, expression, "amount")]

    def _mean_growth(self, measure: Measure) -> Figure:
        """The mean of the growth of each year from the first time to the last. Raises NotStatedError."""
        cells = self._each_year(measure)
        names = [name for name, _ in cells]
        grown = [f"({new} - {old}) / abs({old})" for old, new in pairwise(names)]
        if not grown or cells[-1][1].unit == "percent":
            raise NotStatedError("there is no growth of each year to take the mean of", known=True)
        first, last = cells[0][1], cells[-1][1]
        title = f"{self._title(last)}, average yearly change from {when(first)} to {when(last)}"
        expression = f"({' + '.join(grown)}) / {len(grown)}"
        return Figure(self.book.document_id, cells, title, expression, "percent", last.period)

    def _each_year(self, measure: Measure) -> tuple[tuple[str, Fact], ...]:
        """The figure of every year from the first time asked for to the last. Raises NotStatedError."""
        if len(self.query.times) < _FEWEST:
            raise NotStatedError("the question does not say from which year to which", known=True)
        facts = self.chooser.stating(measure)
        ends = [self.chooser.at(facts, time) for time in self.query.times]
        first, last = min(ends, key=_end), max(ends, key=_end)
        yearly = [last]
        while _end(yearly[-1]) > _end(first):
            yearly.append(self.chooser.before(facts, yearly[-1], _YEAR))
        if len({fact.scenario for fact in yearly}) > 1:
            raise NotStatedError("the figures are partly what happened, partly what is planned", known=True)
        return tuple((f"y{number}", fact) for number, fact in enumerate(reversed(yearly)))

    def _trend(self) -> list[Figure]:
        """Every period of one length, the earliest first."""
        found: dict[str, Fact] = {}
        for measure in self.query.measures:
            facts = self.chooser.of_scenario(self.chooser.stating(measure))
            lengths = Counter(fact.period.months for fact in facts)
            length = lengths.most_common(1)[0][0]
            for fact in facts:
                if fact.period.months == length:
                    alike = [f for f in facts if same_period(f.period, fact.period)]
                    found[f"{fact.metric} {fact.period.key}"] = self.chooser.prevailing(alike)
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

    def _extreme_periods(self) -> list[Figure]:
        """The figures of all periods among which one is asked for, that one first: the months of a year.

        Raises NotStatedError where one of them has no figure, or two are the highest alike.
        """
        length = self.query.each
        facts = self.chooser.of_scenario(self.chooser.stating(self.query.measures[0]))
        of_length = [fact for fact in facts if fact.period.months == length]
        span = self._span(of_length)
        found = filling(self.chooser, of_length, span, length) if span is not None else ()
        is_largest = self.query.operation is Operation.LARGEST
        ranked = sorted(found, key=lambda fact: fact.amount, reverse=is_largest)
        if len(ranked) < _FEWEST or ranked[0].amount == ranked[1].amount:
            raise NotStatedError("no one of the periods is told to be it", known=bool(ranked))
        return [self._figure(fact) for fact in ranked]

    def _span(self, facts: Sequence[Fact]) -> Period | None:
        """The stretch of time whose periods are compared: the one asked for, else the latest year; of years all.

        None where the question names several times that do not make one stretch.
        """
        ends = sorted(month for fact in facts if (month := fact.period.end.closing_month) is not None)
        if not ends:
            return None
        if not self.query.times:
            every = ends[-1].since(ends[0]) + _YEAR if self.query.each == _YEAR else 0
            return Period(Day(*ends[-1]), max(_YEAR, every))
        asked = [self.chooser.placing.period(time, Period(Day(0), _YEAR)) for time in self.query.times]
        placed = [period for period in asked if period is not None]
        if len(placed) < len(asked):
            return None
        if self.query.is_since:
            return _stretch(placed[0], ends[-1])
        if len(placed) == 1:
            return placed[0]
        is_spanned = re.search(wordlist("operations")["spanning"], plain(self.query.text).text) is not None
        closes = placed[-1].end.closing_month
        return _stretch(placed[0], closes) if is_spanned and len(placed) == _FEWEST and closes is not None else None

    def _members(self) -> list[Fact]:
        """One fact for each part of a measure, all of one time and of one table's division. Raises NotStatedError."""
        measure, time = self.query.measures[0], self.query.times[0] if self.query.times else None
        divided = [
            f for f in self.book.facts if f.metric in measure.keys and len(f.dimension) == 1 and self.chooser.is_own(f)
        ]
        at = self._members_at(self.chooser.of_scenario(divided), time)
        if not at:
            raise NotStatedError(f"no parts of {measure.name}", known=bool(divided))
        found: dict[str, Fact] = {}
        for fact in at:
            if not is_whole(fact.dimension[0]):
                found.setdefault(fact.dimension[0].casefold(), fact)
        return list(found.values())

    def _members_at(self, dated: Sequence[Fact], time: AskedTime | None) -> Sequence[Fact]:
        """Those of the time asked for; where none is named, the latest."""
        if time is not None:
            return [fact for fact in dated if self.chooser.is_at(fact, time)]
        return self.chooser.latest(dated) if dated else []

    def _title(self, fact: Fact) -> str:
        is_part = any(part in fact.name for part in fact.dimension)  # "Net sales – Cold Storage"
        name = spoken(fact.metric) if is_whole(fact.name) or is_part else fact.name
        return ", ".join((name, *fact.dimension))


def _stretch(first: Period, last: Month) -> Period | None:
    """From the first month of a period to the end of another month; None where that lies before, or is not known."""
    month = first.end.closing_month
    if month is None or first.months is None or last < month:
        return None
    return Period(Day(*last), last.since(month) + first.months)


def _numbered(facts: Sequence[Fact]) -> tuple[tuple[str, Fact], ...]:
    return tuple((f"p{number}", fact) for number, fact in enumerate(facts, 1))


def _end(fact: Fact) -> str:
    return str(fact.period.end)
