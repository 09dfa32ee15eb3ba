"""How much measures changed between two times, and their means over the years between them."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from sleuth.findings.asked.answers import Figure, NotStatedError, if_stated, title_of
from sleuth.findings.asked.books import Fact
from sleuth.findings.asked.choosing import Chooser, end_of, when
from sleuth.findings.asked.formulas import formula_average, formula_change
from sleuth.findings.asked.levels import is_called
from sleuth.findings.asked.maturities import balance_change
from sleuth.language.calendar import YEAR
from sleuth.language.measures import formulas
from sleuth.language.period import same_period
from sleuth.language.query import Measure, Operation
from sleuth.language.scenario import Scenario
from sleuth.language.times import AskedTime
from sleuth.language.times_together import is_before_another

_LEAST_YEARS = 2  # for a yearly rate: of one year the growth itself is it


def changes(chooser: Chooser) -> list[Figure]:
    """How much each measure changed between two times, or on average in each year between them."""
    if chooser.query.is_compound:
        return [_compound_growth(chooser, measure) for measure in chooser.query.measures]
    if chooser.query.is_mean:
        return [_mean_growth(chooser, measure) for measure in chooser.query.measures]
    return [figure for measure in chooser.query.measures for figure in _stated_or_computed_change(chooser, measure)]


def _stated_or_computed_change(chooser: Chooser, measure: Measure) -> list[Figure]:
    """The change of the figures that are stated, or else those of both times, by the measure's formula.

    A margin that is asked for is first the percentage, then an amount only where the document calls it so.
    """
    if not measure.formula:
        return _change_of_stated(chooser, measure)
    formula = formulas()[measure.formula]
    in_percent = chooser.query.operation is Operation.GROWTH
    of_formula = measure if in_percent else replace(measure, keys=(formula.key,) if formula.key else ())
    stated = if_stated(lambda: _change(chooser, of_formula))
    if stated is not None:
        return stated
    try:
        return formula_change(chooser, formula, chooser.query.times, in_percent=in_percent)
    except NotStatedError:
        if not any(is_called(fact, measure) for fact in chooser.book.facts):
            raise
        return _change(chooser, measure)


def _change_of_stated(chooser: Chooser, measure: Measure) -> list[Figure]:
    """The change of a stated figure, or of a balance that is the sum of what is due within a year and later."""
    try:
        return _change(chooser, measure)
    except NotStatedError:
        in_percent = chooser.query.operation is Operation.GROWTH
        made = balance_change(chooser, measure, chooser.query.times, in_percent=in_percent)
        if made is None:
            raise
        return [made]


def _change(chooser: Chooser, measure: Measure) -> list[Figure]:
    facts = chooser.stating(measure)
    times = chooser.query.times
    is_from = len(times) > 1 or chooser.query.is_since
    from_before = len(times) == 1 and is_before_another(times[0])  # "how much more than a year earlier?"
    is_latest = not times or chooser.query.is_since or from_before
    new = chooser.at(facts, None if is_latest else times[-1])
    back = times[0].back if from_before else YEAR
    old = chooser.at(facts, times[0]) if is_from else chooser.before(facts, new, back)
    if end_of(old) > end_of(new):
        old, new = new, old
    if old.scenario == new.scenario and same_period(old.period, new.period):
        raise NotStatedError(f"both times are {when(new)}, which cannot be compared with itself", known=True)
    if old.scenario != new.scenario:
        raise NotStatedError(f"one figure is {old.scenario}, the other {new.scenario}", known=True)
    cells = (("old", old), ("new", new))
    name = title_of(new)
    # a cost in brackets that grows is no fall
    is_outflow = old.is_cost and new.is_cost and min(old.value, new.value) < 0
    difference = "abs(new) - abs(old)" if is_outflow else "new - old"
    if chooser.query.operation is Operation.GROWTH and new.unit != "percent":
        return [Figure(chooser.book.document_id, cells, f"{name}, change", f"({difference}) / abs(old)", "percent")]
    made = [Figure(chooser.book.document_id, cells, f"{name}, change", difference, "amount")]
    if new.unit != "percent" and old.amount:
        title = f"{name}, change in percent"
        made.append(Figure(chooser.book.document_id, cells, title, f"({difference}) / abs(old)", "percent"))
    return made


def averages(chooser: Chooser) -> list[Figure]:
    """The mean of a measure over the years that the question spans."""
    measure = chooser.query.measures[0]
    if len(chooser.query.times) < 2:
        raise NotStatedError("the question does not say over which years to average", known=True)
    if measure.formula:
        return [formula_average(chooser, formulas()[measure.formula], chooser.query.times)]
    cells = _each_year(chooser, measure)
    expression = f"({' + '.join(name for name, _ in cells)}) / {len(cells)}"
    first, last = cells[0][1], cells[-1][1]
    title = f"{title_of(last)}, average of {when(first)} to {when(last)}"
    return [Figure(chooser.book.document_id, cells, title, expression, "amount")]


def _compound_growth(chooser: Chooser, measure: Measure) -> Figure:
    """The yearly rate that leads from the first year asked for to the last, which may be a planned one.

    Raises NotStatedError.
    """
    facts, times = chooser.stating(measure), chooser.query.times
    ends = [_of_any_scenario(chooser, facts, time) for time in times]
    old, new = min(ends, key=end_of), max(ends, key=end_of)
    months = [fact.period.end.closing_month for fact in (old, new)]
    passed = months[1].since(months[0]) if months[0] and months[1] else 0
    years, rest = divmod(passed, YEAR)
    if years < _LEAST_YEARS or rest or min(old.value, new.value) <= 0 or new.unit == "percent":
        raise NotStatedError("there are no two amounts, whole years apart, that grew at a yearly rate", known=True)
    title = f"{title_of(new)}, CAGR {when(old)} to {when(new)}"
    expression = f"(new / old) ** (1 / {years}) - 1"
    return Figure(chooser.book.document_id, (("old", old), ("new", new)), title, expression, "percent", new.period)


def _of_any_scenario(chooser: Chooser, facts: Sequence[Fact], time: AskedTime) -> Fact:
    """The figure of a time: what happened, else what is expected of it."""
    fitting = [fact for fact in facts if chooser.is_at(fact, time)]
    happened = [fact for fact in fitting if fact.scenario == Scenario.ACTUAL.value]
    if happened:
        return chooser.prevailing(happened)
    return chooser.at(facts, time)


def _mean_growth(chooser: Chooser, measure: Measure) -> Figure:
    """The mean of the growth of each year from the first time to the last. Raises NotStatedError."""
    cells = _each_year(chooser, measure)
    names = [name for name, _ in cells]
    grown = [f"({new} - {old}) / abs({old})" for old, new in pairwise(names)]
    if not grown or cells[-1][1].unit == "percent":
        raise NotStatedError("there is no growth of each year to take the mean of", known=True)
    first, last = cells[0][1], cells[-1][1]
    title = f"{title_of(last)}, average yearly change from {when(first)} to {when(last)}"
    expression = f"({' + '.join(grown)}) / {len(grown)}"
    return Figure(chooser.book.document_id, cells, title, expression, "percent", last.period)


def _each_year(chooser: Chooser, measure: Measure) -> tuple[tuple[str, Fact], ...]:
    """The figure of every year from the first time asked for to the last. Raises NotStatedError."""
    if len(chooser.query.times) < 2:
        raise NotStatedError("the question does not say from which year to which", known=True)
    facts = chooser.stating(measure)
    ends = [chooser.at(facts, time) for time in chooser.query.times]
    first, last = min(ends, key=end_of), max(ends, key=end_of)
    yearly = [last]
    while end_of(yearly[-1]) > end_of(first):
        yearly.append(chooser.before(facts, yearly[-1], YEAR))
    if len({fact.scenario for fact in yearly}) > 1:
        raise NotStatedError("the figures are partly what happened, partly what is planned", known=True)
    return tuple((f"y{number}", fact) for number, fact in enumerate(reversed(yearly)))
