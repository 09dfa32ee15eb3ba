"""When two numbers, or two times, are the same."""

from collections.abc import Iterable
from datetime import date, timedelta
from decimal import Decimal

from sleuth.evidence.tokens import Time
from sleuth.evidence.values import Quantity
from sleuth.language.calendar import Calendar
from sleuth.language.dates import Date
from sleuth.language.period import Day, Period, fiscal_period, period_ending, same_period

_SHORTEST_MONTH = 28  # days: a term is counted from a day that each month has
_BASE = {"week": (7, "day"), "quarter": (3, "month"), "year": (12, "month")}


def same_amount(claim: Quantity, source: Quantity) -> bool:
    """The same value in the same unit, bounded alike; "about 40" may stand for 40."""
    (value, unit), (other, others_unit) = in_base_unit(claim), in_base_unit(source)
    bounded = claim.bound == source.bound or (claim.bound == "about" and not source.bound)
    return value == other and unit == others_unit and bounded


def in_base_unit(quantity: Quantity) -> tuple[Decimal, str]:
    """Weeks are days and years are months; nothing else is converted, as no month has a fixed number of days."""
    times, unit = _BASE.get(quantity.unit, (1, quantity.unit))
    return quantity.value * times, unit


def same_time(claim: Time, source: Time, calendar: Calendar | None) -> bool:
    """The same date or a less precise one, or the same period by the document's calendar."""
    one, two = claim.date, source.date
    lengthy = claim.months or source.months or one.quarter or two.quarter
    if not lengthy or (claim.months == source.months and one.quarter == two.quarter):
        return one.stated_by(two)
    mine, theirs = period_of(claim, calendar), period_of(source, calendar)
    return mine is not None and theirs is not None and same_period(mine, theirs)


def is_reckoned(asked: Date, dates: Iterable[Date], terms: Iterable[Quantity]) -> bool:
    """Whether a date is the end of a term that begins on another one, or the day before: "seven years from 1 May"."""
    lengths = [length for length in map(in_base_unit, terms) if length[1] in ("day", "month")]
    starts = [one for one in dates if one.year and one.month]
    return any(_ends_on(asked, _after(start, *length)) for start in starts for length in lengths)


def _after(start: Date, length: Decimal, unit: str) -> date:
    first = date(start.year or 1, start.month or 1, min(start.day or 1, _SHORTEST_MONTH))
    if unit == "day":
        return first + timedelta(days=int(length) + (start.day or 1) - first.day)
    months = first.month - 1 + int(length)
    end = date(first.year + months // 12, months % 12 + 1, first.day)
    return end + timedelta(days=(start.day or 1) - first.day)


def _ends_on(asked: Date, end: date) -> bool:
    days = (end, end - timedelta(days=1))
    return any(asked.stated_by(Date(day.year, day.month, day.day)) for day in days)


def must_differ(one: Date, two: Date) -> bool:
    """Whether two dates cannot be of the same time, whatever the fiscal calendar."""
    if one.year and two.year and one.year != two.year:
        return True
    if one.month and two.month:
        return one.month != two.month or bool(one.day and two.day and one.day != two.day)
    return bool(one.quarter and two.quarter and one.quarter != two.quarter)


def period_of(span: Time, calendar: Calendar | None) -> Period | None:
    """The period that a date with its length names; None where the calendar that it takes is not known."""
    date = span.date
    if date.year is None:
        return None
    if span.months and date.month:
        return period_ending(Day(date.year, date.month, date.day), span.months, calendar or Calendar())
    if calendar is None:
        return None
    if date.quarter:
        return fiscal_period(date.year, 3, 3 * date.quarter, calendar)
    if span.months and span.months < 12:
        return fiscal_period(date.year, span.months, span.months, calendar)
    return None if date.month else fiscal_period(date.year, 12, 12, calendar)
