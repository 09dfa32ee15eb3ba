"""Which column of a row holds the value asked for: by its time, by being a level or a change, a sum or a share."""

import re
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass

from sleuth.language.scenario import Scenario, read_scenarios
from sleuth.reason.cells import Row, Value
from sleuth.reason.periods import Period

_WHOLE = re.compile(r"\b(?:total|consolidated|summa|totalt|koncernen)\b", re.IGNORECASE)
_RATE = re.compile(r"\b(?:margin|rate|ratio|percentage|growth|yield|share of|andel|marginal\w*|skattesats)\b|%", re.I)
_PLAIN_RATE = re.compile(r"\b(?:rate|ratio|percent\w*|yield|skattesats)\b", re.IGNORECASE)

_MONTHS_OF_QUARTER, _MONTHS_OF_YEAR = 3, 12
_MONTHS_OFF = 0.5  # by which years of 52 and 53 weeks may end before or after twelve months
_DAYS_OF_MONTH = 30.4


@dataclass(frozen=True, slots=True)
class Wish:
    """What a question wants of a column."""

    period: Period
    named: Period  # the time that the document's own names tell
    may_change: bool = False  # a column of changes may answer too
    growth: bool = False  # only a column of changes answers
    percent: bool = False
    scenarios: Set[Scenario] = frozenset()  # that the question names
    to_date: bool = False  # a quarter may be told as the year up to its end, as statements of cash flows do


def column_for(row: Row, wish: Wish) -> Value | None:
    """The value of the time asked for. None: it is not there."""
    if wish.growth:
        return _growth(row, wish)
    values = _of_the_whole([v for v in row.values if v.is_number and (wish.may_change or not v.is_change)])
    values = _of_form(values, row, wish.percent)
    return next(filter(None, (_of_time(pool, wish) for pool in _likely(values, wish.scenarios))), None)


def _likely(values: Sequence[Value], asked: Set[Scenario]) -> list[list[Value]]:
    """The values of the scenario asked for; where none is, what happened before what is only expected."""
    told = [read_scenarios(" ".join(value.headers)) for value in values]
    if asked:
        fitting = [value for value, scenarios in zip(values, told, strict=True) if scenarios & asked]
        return [fitting] if any(told) else [list(values)]
    return [[v for v, scenarios in zip(values, told, strict=True) if scenarios <= {Scenario.ACTUAL}], list(values)]


def _of_time(values: list[Value], wish: Wish) -> Value | None:
    asked = wish.period
    if asked.months:
        values = _of_length(values, wish)
    if asked.months == _MONTHS_OF_YEAR and wish.named.quarter and all(_is_day(value) for value in values):
        return _at_year_end(values, asked, wish.named)
    if asked.month and not asked.days:
        return next((v for v in values if v.period.holds_month(asked.month)), None)
    if not asked.days:
        values = _of_no_single_month(values, asked)
    if not values:
        return None
    if not asked.is_named:
        return _newest(_of_whole_years(values))
    if asked.days:
        return next((v for v in values if asked.days & v.period.days), None)
    return _of_the_year(values, asked, wish.named)


def _is_day(value: Value) -> bool:
    return bool(value.period.days) and value.period.months is None


def _at_year_end(values: Sequence[Value], asked: Period, named: Period) -> Value | None:
    """The balance at the end of a fiscal year, in the report on a quarter whose own balance comes first."""
    if not values or len(asked.years) != 1 or len(named.years) != 1 or named.quarter is None:
        return None
    months = _MONTHS_OF_QUARTER * named.quarter + _MONTHS_OF_YEAR * (max(named.years) - 1 - max(asked.years))
    end = _in_months(max(values[0].period.days)) - months
    return next((v for v in values[1:] if abs(_in_months(max(v.period.days)) - end) <= _MONTHS_OFF), None)


def _in_months(day: tuple[int, int, int]) -> float:
    return _MONTHS_OF_YEAR * day[0] + day[1] + day[2] / _DAYS_OF_MONTH


def _of_length(values: Sequence[Value], wish: Wish) -> list[Value]:
    asked = wish.period
    fitting = [v for v in values if v.period.months in (asked.months, None)]
    if fitting or not wish.to_date or asked.quarter is None:
        return fitting
    return [v for v in values if v.period.months == _MONTHS_OF_QUARTER * asked.quarter]


def _growth(row: Row, wish: Wish) -> Value | None:
    """The column of changes: it tells of the newest time of its row."""
    changes = [v for v in row.values if v.is_number and v.is_change]
    changes = [v for v in changes if "%" in v.text] or changes
    newest = max((year for v in row.values for year in v.period.years), default=None)
    if wish.period.is_named and (newest not in wish.period.years or wish.period.quarter or wish.period.month):
        return None
    return changes[0] if changes else None


def _of_form(values: Sequence[Value], row: Row, wants_percent: bool) -> list[Value]:
    """Shares where a share is asked for or the row is a rate; amounts otherwise."""
    shares = [v for v in values if "%" in v.text or "%" in row.label]
    if wants_percent:
        return shares or (list(values) if _PLAIN_RATE.search(row.label) else [])
    if _RATE.search(row.label):
        return shares or list(values)
    return [v for v in values if v not in shares]


def _of_the_whole(values: Sequence[Value]) -> list[Value]:
    """Where columns are segments and not times, only the column of the whole states the measure."""
    if len(values) < 2 or len({value.period for value in values}) > 1 or not any(value.headers for value in values):
        return list(values)
    return [value for value in values if any(_WHOLE.search(header) for header in value.headers)] or list(values[:0])


def _of_whole_years(values: Sequence[Value]) -> list[Value]:
    """Without the quarters of years that also stand there as a whole."""
    return [v for v in values if v.period.quarter is None] or list(values)


def _of_no_single_month(values: Sequence[Value], asked: Period) -> list[Value]:
    """Where columns run through the months of a year, none of them is the year's; the last is the newest there is."""
    single = [v for v in values if v.period.month and not (v.period.days or v.period.months)]
    counted = Counter(year for year, _ in {v.period.month for v in single if v.period.month})
    monthly = [v for v in single if v.period.month and counted[v.period.month[0]] > 1]
    last = sorted(monthly, key=lambda v: v.period.month or (0, 0))[-1:]
    return [v for v in values if v not in monthly] or ([] if asked.is_named else last)


def _newest(values: Sequence[Value]) -> Value:
    """The first value of the newest year: statements run from the newest time to the oldest, or the other way."""
    newest = max((year for v in values for year in v.period.years), default=None)
    return next((v for v in values if newest in v.period.years), values[0])


def _of_the_year(values: Sequence[Value], asked: Period, named: Period) -> Value | None:
    if any(v.period.quarter for v in values):
        return _of_the_quarter(values, asked)
    fitting = asked.quarter is None or asked.quarter == named.quarter or named.quarter is None
    if asked.quarter and asked.quarter == named.quarter and len(named.years) == len(asked.years) == 1:
        return _of_fiscal_quarter(values, max(named.years) - max(asked.years))
    by_year = [v for v in values if asked.years & v.period.years]
    if by_year and fitting:
        return by_year[0]
    told = bool(asked.years & named.years) and fitting
    if asked.quarter and asked.quarter == named.quarter and (told or not asked.years):
        return values[0]  # a fiscal year need not be the calendar's: the first column is the filing's own
    return values[0] if told and not any(v.period.years for v in values) else None


def _of_fiscal_quarter(values: Sequence[Value], years_before: int) -> Value | None:
    """A report on the same quarter of a fiscal year: its first column is its own, others are so many years before."""
    own = max(values[0].period.years, default=None)
    if own is None or years_before == 0:
        return values[0] if years_before == 0 else None
    return next((v for v in values if own - years_before in v.period.years), None)


def _of_the_quarter(values: Sequence[Value], asked: Period) -> Value | None:
    """Where columns are named by quarter, only the very quarter answers, and only a whole year for a year."""
    fitting = [v for v in values if v.period.quarter == asked.quarter]
    if asked.years:
        return next((v for v in fitting if asked.years & v.period.years), None)
    return _newest(fitting) if fitting else None
