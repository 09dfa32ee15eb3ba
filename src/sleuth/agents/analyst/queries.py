"""Periods as times that are asked for."""

from sleuth.language.period import Period
from sleuth.language.times import AskedTime, find_times
from sleuth.language.timing import Timing


def time_of(period: Period) -> AskedTime:
    """A period as a time that is asked for: "Q3 2024"."""
    name = period.name
    read = find_times(name)
    if len(read) == 1 and read[0].timing is not None and read[0].timing.year:
        return AskedTime(0, len(name), name, read[0].timing)
    end = period.end
    return AskedTime(0, len(name), name, Timing(end.year, end.month, end.day, months=period.months))


def dated(period: Period) -> AskedTime:
    """A period as a time that is asked for by its last day: one in all documents, whatever fiscal years they have."""
    end = period.end
    if period.assumed or period.months is None or end.month is None:
        return time_of(period)
    return AskedTime(0, len(period.name), period.name, Timing(end.year, end.month, end.day, months=period.months))
