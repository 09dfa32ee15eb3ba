"""Computes a formula from one document's facts: of one time, and as its change or its mean over several years."""

import re
from collections.abc import Sequence
from dataclasses import replace

from sleuth.findings.asked.answers import Figure, NotStatedError
from sleuth.findings.asked.books import Fact
from sleuth.findings.asked.choosing import Chooser, when
from sleuth.findings.asked.parts import telling_words
from sleuth.findings.tables.parts import sums_up
from sleuth.language.calendar import YEAR
from sleuth.language.glyphs import plain
from sleuth.language.measures import YEAR_BEFORE, Formula, Way, names_in, parts
from sleuth.language.metrics import BETWEEN_PARTS
from sleuth.language.period import same_period
from sleuth.language.query import Measure
from sleuth.language.times import AskedTime
from sleuth.language.wordlist import wordlist

_MOST_YEARS = 10  # of a mean
_SAYS_EXTERNAL = re.compile(wordlist("labels")["says_external"])
_REVENUE = "revenue"  # the name of a formula's part


def formula_at(chooser: Chooser, formula: Formula, time: AskedTime | None) -> Figure:
    """A formula over measures of one time. Raises NotStatedError where no way has all its parts."""
    problem = NotStatedError(f"the parts of {formula.name} are not all stated", known=True)
    for way in formula.ways:
        try:
            return _computed(chooser, formula, way, time)
        except NotStatedError as error:
            problem = error
    raise problem


def formula_change(
    chooser: Chooser, formula: Formula, times: Sequence[AskedTime], *, in_percent: bool = False
) -> list[Figure]:
    """The difference of two times' figures and both of them; with one time or none, it and the year before."""
    new = formula_at(chooser, formula, times[-1] if times else None)
    old = formula_at(chooser, formula, times[0]) if len(times) > 1 else _earlier(chooser, formula, new)
    if old.facts == new.facts:
        raise NotStatedError("both times are one and the same, which cannot be compared with itself", known=True)
    name = ", ".join((formula.name, *new.facts[0][1].dimension))
    return [difference(name, old, new, in_percent=in_percent), *sorted((old, new), key=_end)]


def difference(name: str, old: Figure, new: Figure, *, in_percent: bool = False) -> Figure:
    """How much a computed figure changed between two times; what is a percentage itself changes by its points."""
    old, new = sorted((old, new), key=_end)
    one, other = _numbered(old, 0), _numbered(new, 1)
    before, after = one.facts[0][1], other.facts[0][1]
    expression = f"({other.expression}) - ({one.expression})"
    form = "points" if new.form == "percent" else new.form
    if in_percent and new.form != "percent":
        expression, form = f"({expression}) / abs({one.expression})", "percent"
    title = f"{name}, change from {when(before)} to {when(after)}"
    return Figure(new.document_id, (*other.facts, *one.facts), title, expression, form, after.period)


def formula_average(chooser: Chooser, formula: Formula, times: Sequence[AskedTime]) -> Figure:
    """The mean of a formula's figures of every year from the first time to the last. Raises NotStatedError."""
    ends = sorted((formula_at(chooser, formula, time) for time in times), key=_end)
    first, last = ends[0], ends[-1]
    yearly = [last]
    while _end(yearly[-1]) > _end(first) and len(yearly) < _MOST_YEARS:
        yearly.append(_earlier(chooser, formula, yearly[-1]))
    named = [_numbered(figure, number) for number, figure in enumerate(reversed(yearly))]
    cells = tuple(cell for figure in named for cell in figure.facts)
    expression = f"({' + '.join(f'({figure.expression})' for figure in named)}) / {len(named)}"
    title = f"{formula.name}, average of {when(first.facts[0][1])} to {when(last.facts[0][1])}"
    return Figure(chooser.book.document_id, cells, title, expression, formula.form)


def _computed(chooser: Chooser, formula: Formula, way: Way, time: AskedTime | None) -> Figure:
    found: dict[str, Fact] = {}
    anchor: Fact | None = None
    for name in sorted(way.names, key=_is_before):
        stating = _stating(chooser, name)
        fact = chooser.beside(stating, anchor) if anchor and time is None else chooser.at(stating, time)
        if _is_before(name):
            fact = chooser.before(stating, fact, YEAR)
        elif anchor is None:
            anchor = fact
        found[name] = fact
    if not way.holds({name: fact.amount for name, fact in found.items()}):
        raise NotStatedError(f"{formula.name} is not computed so", known=True)
    facts = [(name, fact) for name, fact in found.items() if name in names_in(way.expression)]
    return _figure(chooser, formula, way.expression, facts)


def _earlier(chooser: Chooser, formula: Formula, figure: Figure) -> Figure:
    """The figure of the year before, from the same measures. Raises NotStatedError."""
    facts = [(name, chooser.before(_stating(chooser, name), fact, YEAR)) for name, fact in figure.facts]
    return _figure(chooser, formula, figure.expression, facts)


def _figure(chooser: Chooser, formula: Formula, way: str, facts: Sequence[tuple[str, Fact]]) -> Figure:
    lengths = {fact.period.months for _, fact in facts if fact.period.months}
    scenarios = {fact.scenario for _, fact in facts}
    if len(scenarios) > 1:
        raise NotStatedError(f"the parts of {formula.name} are {' and '.join(sorted(scenarios))}", known=True)
    if len(lengths) > 1:
        raise NotStatedError(f"the parts of {formula.name} are of different lengths of time", known=True)
    _require_one_part(chooser, formula, [fact for _, fact in facts])
    title = ", ".join((formula.name, *facts[0][1].dimension, when(facts[0][1])))
    return Figure(chooser.book.document_id, tuple(facts), title, way, formula.form)


def _require_one_part(chooser: Chooser, formula: Formula, facts: Sequence[Fact]) -> None:
    """Raises NotStatedError where the parts of a formula are not of one segment, or its revenue may be with or without
    what the segment sells to others of the company.
    """
    if len({_part(fact, chooser.book.language) for fact in facts}) > 1:
        raise NotStatedError(f"the parts of {formula.name} are of different segments", known=True)
    for fact in facts:
        if fact.metric == parts()[_REVENUE] and fact.dimension and _sells_inside(chooser, fact):
            raise NotStatedError(f"{', '.join(fact.dimension)} has revenue from other segments too", known=True)


def _part(fact: Fact, language: str) -> frozenset[str]:
    """What tells the part that a figure is of, without the name of its measure."""
    words = (word for name in fact.dimension for word in telling_words(name, fact.metric, language))
    return frozenset(word.text.casefold() for word in words)


def _sells_inside(chooser: Chooser, revenue: Fact) -> bool:
    """Whether a segment sells, or may sell, to other segments in the time of its revenue, unless that is called the
    total of both. Where the revenue is called external, the document has to tell which segments do.
    """
    if sums_up(revenue.name):
        return False
    of_time = [one for one in chooser.book.facts if same_period(one.period, revenue.period)]
    inside = [one for one in of_time if one.metric == BETWEEN_PARTS]
    if not inside:
        return _SAYS_EXTERNAL.search(plain(f"{revenue.label} {revenue.name}").text) is not None
    return any(one.amount and one.dimension == revenue.dimension for one in inside)


def _stating(chooser: Chooser, name: str) -> list[Fact]:
    return chooser.stating(Measure(name, (parts()[name.removesuffix(YEAR_BEFORE)],)))


def _is_before(name: str) -> bool:
    """Whether a name of an expression means the year before."""
    return name.endswith(YEAR_BEFORE)


def _numbered(figure: Figure, number: int) -> Figure:
    """The figure with its year's number in the names of its parts, so that those of several years stand together."""
    names = {name: f"{name}_y{number}" for name, _ in figure.facts}
    expression = re.sub(r"[a-z_]\w*", lambda word: names.get(word[0], word[0]), figure.expression)
    facts = tuple((names[name], fact) for name, fact in figure.facts)
    return replace(figure, facts=facts, expression=expression)


def _end(figure: Figure) -> str:
    return max(str(fact.period.end) for _, fact in figure.facts)
