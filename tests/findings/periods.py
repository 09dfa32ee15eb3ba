"""Periods as people write them, for the tests of findings."""

from sleuth.language.calendar import Calendar
from sleuth.language.period import Period
from sleuth.language.timing import as_duration, read_timing


def period(text: str) -> Period:
    timing = read_timing(text)
    assert timing is not None
    duration = as_duration(timing, Calendar())
    assert duration is not None
    return duration
