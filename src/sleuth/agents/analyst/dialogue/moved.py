"""Times that need the period before them: "Q2" of its year, "the quarter before", the same months a year earlier."""

from calendar import monthrange
from dataclasses import replace

from sleuth.agents.analyst.queries import time_of
from sleuth.language.calendar import YEAR, Month
from sleuth.language.glyphs import plain
from sleuth.language.period import Day, Period, period_ending
from sleuth.language.query import Query
from sleuth.language.times import AskedTime
from sleuth.language.timing import Timing


def readings(time: AskedTime, period: Period) -> list[tuple[AskedTime, str]]:
    """The times that are meant beside a period, each with the key of its wording; more than one where it is open."""
    if _is_part_of_year_before(time) and time.months != period.months:  # "same month last year?" of a whole year
        return [(replace(time, timing=Timing(None)), "")]
    year = _year_of(time, period)
    if year is None:
        return [(_in_year_of(time, period), "")]
    whole = period_ending(Day(year, 12), YEAR)
    whole = replace(whole, fiscal_year=year, assumed=True)
    if period.months == YEAR:
        return [(time_of(whole), "")]
    same = _back(period, (period.fiscal_year or period.end.year) - year)
    kind = {3: "same_quarter", 6: "same_half", None: "same_day"}.get(period.months, "same_months")
    return [(time_of(same), kind), (time_of(whole), "full_year")]


def _year_of(time: AskedTime, period: Period) -> int | None:
    """The year that a time names and nothing else; None where it says more, or a distance alone."""
    if time.timing is None:
        is_year = time.months == YEAR and time.back > 0
        return (period.fiscal_year or period.end.year) - time.back // YEAR if is_year else None
    timing = time.timing
    says_more = timing.month or timing.quarter or timing.half or timing.months or timing.rolling or timing.to_date
    return None if says_more else timing.year


def _is_part_of_year_before(time: AskedTime) -> bool:
    """Whether a time is a month, quarter or half of the year before: "same month last year"."""
    return time.timing is None and 0 < time.months < YEAR and time.back == YEAR


def _in_year_of(time: AskedTime, period: Period) -> AskedTime:
    """A time that needs the period before: "Q2" of its year, "the quarter before"."""
    if time.timing is None:
        like = time.months in (0, period.months)
        return time_of(moved(period, time.back)) if like and time.back else time
    if time.timing.year is None and (time.timing.quarter or time.timing.half or time.timing.month):
        year = period.fiscal_year or period.end.year
        if time.timing.month:
            year = year_of_month(time.timing.month, period)
        return replace(time, text=f"{time.text} {year}", timing=replace(time.timing, year=year))
    return time


def year_of_month(month: int, period: Period) -> int:
    """The year of a month of the fiscal year that a period is, or lies in: November 2025 of a year to June 2026."""
    last = _end_of_year(period)
    if last is None:
        return period.end.year
    return last.year if month <= last.month else last.year - 1


def _end_of_year(period: Period) -> Month | None:
    """The month that ends the fiscal year of a period; None where that is not known."""
    month = period.end.closing_month
    if month is None or period.months == YEAR:
        return month
    return month.plus(3 * (4 - period.fiscal_quarter)) if period.fiscal_quarter else None


def in_year(query: Query, period: Period | None) -> Query:
    """The question with times that lack their year in that of the period before."""
    if period is None:
        return query
    bound = [_in_year_of(time, period) if time.timing or is_before_it(time) else time for time in query.times]
    return replace(query, times=tuple(bound))


def is_as_long(time: AskedTime, period: Period | None) -> bool:
    return time.timing is not None or period is None or time.months in (0, period.months)


def is_before_it(time: AskedTime) -> bool:
    """Whether a time is told by its place before the one that was spoken of: "the quarter before"."""
    return plain(time.text).text.split()[-1] in ("before", "earlier", "innan", "tidigare")


def _back(period: Period, years: int) -> Period:
    return moved(period, YEAR * years)


def moved(period: Period, months: int) -> Period:
    """The period so many months earlier."""
    month = period.end.closing_month
    if month is None:
        return replace(period, end=Day(period.end.year - months // YEAR), fiscal_year=None)
    end = month.plus(-months)
    year = period.fiscal_year - months // YEAR if period.fiscal_year and months % YEAR == 0 else None
    quarter = period.fiscal_quarter
    if months % YEAR and months % 3 == 0 and quarter and period.fiscal_year:
        passed = 4 * period.fiscal_year + quarter - 1 - months // 3
        year, quarter = passed // 4, passed % 4 + 1
    return replace(period, end=_day_in(end, period.end), fiscal_year=year, fiscal_quarter=quarter)


def year_before(period: Period) -> AskedTime:
    """The same period of the year before, as it would be asked for."""
    return time_of(moved(period, YEAR))


def _day_in(month: Month, like: Day) -> Day:
    """The day of a month that corresponds to a day of another: the last one to the last one."""
    if like.day is None or like.month is None:
        return Day(month.year, month.month)
    last = monthrange(month.year, month.month)[1]
    is_last = like.day == monthrange(like.year, like.month)[1]
    return Day(month.year, month.month, last if is_last else min(like.day, last))
