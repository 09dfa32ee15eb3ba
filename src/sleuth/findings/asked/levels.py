"""The figures of measures at the times asked for: as stated, as the sum of shorter times, or by a formula."""

from collections.abc import Callable, Sequence

from sleuth.findings.asked.adding import Sum, add_up
from sleuth.findings.asked.answers import Figure, NotStatedError, if_stated, stated_figure, title_of
from sleuth.findings.asked.books import Fact
from sleuth.findings.asked.choosing import Chooser
from sleuth.findings.asked.formulas import formula_at
from sleuth.findings.asked.maturities import balance_at
from sleuth.findings.asked.months import over_months
from sleuth.language.measures import Formula, formulas
from sleuth.language.metrics import label_form
from sleuth.language.query import Measure
from sleuth.language.times import AskedTime
from sleuth.language.tokens import stems

_PERCENT = stems("percent percentage", "en") | stems("procent", "sv")
_CURRENCY = 3  # letters of a currency's code (ISO 4217)


def levels(chooser: Chooser) -> list[Figure]:
    """Each measure at each time."""
    return _each(chooser, lambda measure, time: [_level(chooser, measure, time)])


def ratios(chooser: Chooser) -> list[Figure]:
    """Each ratio at each time, behind the amounts that go by its name."""
    return _each(chooser, lambda measure, time: [*_amounts(chooser, measure, time), _ratio(chooser, measure, time)])


def _each(chooser: Chooser, figures_of: Callable[[Measure, AskedTime | None], list[Figure]]) -> list[Figure]:
    """The figures of each measure at each time, as far as they are stated; what is not is kept as lacking.

    Raises NotStatedError where none is.
    """
    times: Sequence[AskedTime | None] = [t for t in chooser.query.times if not _is_name(chooser, t)] or (None,)
    found: list[Figure] = []
    problems: list[NotStatedError] = []
    for measure in chooser.query.measures:
        for time in times:
            try:
                found += figures_of(measure, time)
            except NotStatedError as error:
                problems.append(error)
    if not found:
        raise next((one for one in problems if one.known), problems[0])
    chooser.lacking.extend(map(str, problems))
    return found


def _is_name(chooser: Chooser, time: AskedTime) -> bool:
    """Whether what looks like a time is a name of the document's: "3M" may be a company, and no three months."""
    is_dated = time.timing is None or time.timing.year is not None  # "FY26" is a year in a file's name too
    return not is_dated and time.text.casefold() in chooser.book.names


def _level(chooser: Chooser, measure: Measure, time: AskedTime | None) -> Figure:
    if measure.formula and not measure.keys:
        return formula_at(chooser, formulas()[measure.formula], time)
    try:
        return _at(chooser, chooser.stating(measure), time)
    except NotStatedError:
        made = balance_at(chooser, measure, time) or _of_months(chooser, measure, time)
        if made is None:
            raise
        return made


def _of_months(chooser: Chooser, measure: Measure, time: AskedTime | None) -> Figure | None:
    """The mean or the total of the months of a time, where the question asks for that."""
    found = over_months(chooser, measure, time) if time is not None else None
    if found is None:
        return None
    kind, expression, period, facts = found
    title = f"{title_of(facts[0])}, {kind} of {len(facts)} months, {period.name}"
    return Figure(chooser.book.document_id, _numbered(facts), title, expression, "amount", period)


def _at(chooser: Chooser, facts: Sequence[Fact], time: AskedTime | None) -> Figure:
    """The fact of a time; where none is stated, the sum of those that fill it. Raises NotStatedError."""
    try:
        return stated_figure(chooser.book.document_id, chooser.at(facts, time))
    except NotStatedError:
        summed = add_up(chooser, facts, time) if time is not None else None
        if summed is None:
            raise
        return _summed(chooser, summed)


def _summed(chooser: Chooser, summed: Sum) -> Figure:
    cells = _numbered(summed.facts)
    title = f"{title_of(summed.facts[0])}, {summed.period.name}"
    expression = " + ".join(name for name, _ in cells)
    scenarios = {fact.scenario for fact in summed.facts}
    mixed = summed.facts[-1].scenario if len(scenarios) > 1 else ""
    return Figure(chooser.book.document_id, cells, title, expression, "amount", summed.period, mixed)


def _ratio(chooser: Chooser, measure: Measure, time: AskedTime | None) -> Figure:
    """The figure as the document states it, or else computed by its formula: so too where it is stated in full
    points only ("27%")."""
    if not measure.formula:
        return _at(chooser, chooser.stating(measure), time)
    formula = formulas()[measure.formula]
    stating = chooser.stating if measure.keys else lambda _: _of_formula_name(chooser, formula)
    stated = if_stated(lambda: _at(chooser, stating(measure), time))
    if stated is None:
        return formula_at(chooser, formula, time)
    fact = stated.facts[0][1]
    is_in_full_points = fact.unit == "percent" and fact.step >= 1
    computed = if_stated(lambda: formula_at(chooser, formula, time)) if is_in_full_points else None
    return computed or stated


def _of_formula_name(chooser: Chooser, formula: Formula) -> list[Fact]:
    """The lines that go by a formula's own name: "Days sales outstanding" among the figures of each month."""
    names = {label_form(name) for name in (formula.name, *formula.asks)}
    found = chooser.of_part([fact for fact in chooser.book.facts if label_form(fact.name) in names])
    if not found:
        raise NotStatedError(f"no line is called {formula.name}")
    return found


def _amounts(chooser: Chooser, measure: Measure, time: AskedTime | None) -> list[Figure]:
    """The amount that a document calls by a ratio's name: "Gross margin 8,121"."""
    if chooser.query.stems & _PERCENT:
        return []
    called = [fact for fact in chooser.book.facts if is_called(fact, measure)]
    amounts = chooser.of_part([f for f in called if len(f.unit) == _CURRENCY])
    stated = if_stated(lambda: chooser.at(amounts, time)) if amounts else None
    return [stated_figure(chooser.book.document_id, stated)] if stated is not None else []


def is_called(fact: Fact, measure: Measure) -> bool:
    """Whether the line of a fact has the very name of a measure."""
    return bool(fact.row_path) and label_form(fact.row_path[-1]) == measure.name


def _numbered(facts: Sequence[Fact]) -> tuple[tuple[str, Fact], ...]:
    return tuple((f"p{number}", fact) for number, fact in enumerate(facts, 1))
