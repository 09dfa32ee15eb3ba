"""The figure of a longer time as the sum of shorter ones: a calendar year of the months of a monthly sheet."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sleuth.findings.asked.answers import if_stated
from sleuth.findings.asked.books import Fact
from sleuth.findings.asked.choosing import Chooser
from sleuth.language.calendar import Month
from sleuth.language.metrics import default_lexicon
from sleuth.language.period import Period
from sleuth.language.scenario import Scenario, is_alike
from sleuth.language.times import AskedTime

_EXPECTED = (Scenario.FORECAST.value, Scenario.ESTIMATE.value)
_LENGTHS = (6, 3, 1)  # months of what is added, the fewest addends first


class Sum(NamedTuple):
    """The facts that fill a period, the earliest first."""

    period: Period
    facts: tuple[Fact, ...]


def add_up(chooser: Chooser, facts: Sequence[Fact], time: AskedTime) -> Sum | None:
    """The facts of equal length that fill the time asked for, one after another; None where one of them is missing.

    Only amounts that flow add up: no balances, no ratios, no amounts per share.
    """
    wanted = chooser.query.scenario or Scenario.ACTUAL.value
    flows = _with_past(wanted, [fact for fact in facts if _flows(fact)])
    for length in _LENGTHS:
        of_length = [fact for fact in flows if fact.period.months == length]
        period = chooser.placing.period(time, of_length[0].period) if of_length else None
        if period is None or period.months is None or period.months <= length or period.months % length:
            continue
        filled = filling(chooser, of_length, period, length)
        if filled and is_alike(wanted, filled[-1].scenario):
            return Sum(period, filled)
    return None


def filling(chooser: Chooser, facts: Sequence[Fact], period: Period, length: int) -> tuple[Fact, ...]:
    """The facts of one unit that are of the parts of a period, so many months each, the earliest first; none where one
    of the parts has none."""
    found = [_closing_with(chooser, facts, month) for month in _closings(period, length)]
    filled = tuple(fact for fact in found if fact is not None)
    is_whole = len(filled) == len(found) and len({(fact.unit, fact.scale) for fact in filled}) == 1
    return filled if is_whole else ()


def _with_past(wanted: str, facts: Sequence[Fact]) -> list[Fact]:
    """Those of a scenario; of a forecast also the months before it that its own table gives as they happened (6+6)."""
    found = [fact for fact in facts if is_alike(wanted, fact.scenario)]
    if wanted not in _EXPECTED:
        return found
    pages = {fact.page for fact in found}
    ends = {fact.period.key for fact in found}
    past = [fact for fact in facts if fact.scenario == Scenario.ACTUAL.value and fact.page in pages]
    return [*found, *(fact for fact in past if fact.period.key not in ends)]


def _flows(fact: Fact) -> bool:
    metric = default_lexicon().metrics.get(fact.metric)
    return metric is not None and metric.kind == "flow" and metric.unit == "money"


def _closings(period: Period, length: int) -> Iterator[Month]:
    """The months with which the parts of a period end, the earliest first; none where its own end is not known."""
    last = period.end.closing_month
    if last is None or period.months is None:
        return
    for back in range(period.months - length, -1, -length):
        yield last.plus(-back)


def _closing_with(chooser: Chooser, facts: Sequence[Fact], month: Month) -> Fact | None:
    """The figure of the part that ends with a month; None where there is none, or there are two."""
    here = [fact for fact in facts if fact.period.end.closing_month == month]
    return if_stated(lambda: chooser.prevailing(here)) if here else None
