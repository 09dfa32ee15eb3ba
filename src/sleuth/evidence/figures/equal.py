"""When two numbers, or two times, are the same."""

from decimal import Decimal

from sleuth.evidence.tokens import Time
from sleuth.evidence.values import Quantity
from sleuth.language.calendar import Calendar
from sleuth.language.dates import Date
from sleuth.language.period import Day, Period, fiscal_period, period_ending, same_period

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
