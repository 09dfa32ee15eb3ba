"""The fiscal times of a question that a column of a list has: "FY25" of the quarters "FY2025-Q1" to "FY2025-Q4"."""

import re
from collections.abc import Iterator, Sequence

from sleuth.findings.records.columns import Column, Kind, period_of
from sleuth.findings.records.reading import Records, distinct
from sleuth.language.times import AskedTime, find_times
from sleuth.language.timing import Timing, merged
from sleuth.reason.records.asking import Asking
from sleuth.reason.records.senses.meaning import Meaning, Sense

_FISCAL = re.compile(r"(?i)\bfy|fiscal|\d\d\s?/\s?\d\d\b|räkenskapsår")
_ALL_QUARTERS = frozenset((1, 2, 3, 4))


def periods_meant(asking: Asking, records: Records) -> Iterator[Meaning]:
    """A fiscal time, over a column of fiscal periods: "FY25" of the quarters "FY2025-Q1" to "FY2025-Q4"."""
    column = records.by_time
    if column is None or column.kind is Kind.DAYS:
        return
    times = [time for time in find_times(asking.text) if time.timing is not None]
    years = [time for time in times if time.timing and time.timing.year and not time.timing.quarter]
    parts = [time for time in times if time.timing and not time.timing.year]
    if len(years) == len(parts) == 1:  # "FY2024-Q3", "the Q3 waste of FY2024"
        times = [time for time in times if time not in (*years, *parts)]
        yield from _period_meant(asking, records, column, (*years, *parts))
    for time in times:
        yield from _period_meant(asking, records, column, (time,))


def _period_meant(asking: Asking, records: Records, column: Column, times: Sequence[AskedTime]) -> Iterator[Meaning]:
    """The values of a column that lie in a time, which may be said in two places: its year, and the part of it.

    Of a year and its quarters in one column the year is meant, not both.
    """
    here = frozenset[int]().union(*(asking.words_in(time.start, time.end) for time in times))
    by_length = _values_in(times, records, column)
    if here and by_length:
        longest = by_length[max(by_length)]
        yield Meaning(Sense.VALUE, here, 1.1 + 1.5 * len(here), column, tuple(longest))


def _values_in(times: Sequence[AskedTime], records: Records, column: Column) -> dict[int, list[str]]:
    """The values of a column that lie in a time and are fiscal as it is, by their length in quarters."""
    timing = merged([time.timing for time in times if time.timing is not None])
    is_fiscal = any(_is_fiscal(time.text) for time in times)
    found: dict[int, list[str]] = {}
    for value in distinct(records.rows, column.index):
        period = period_of(value)
        if timing is None or period is None or _is_fiscal(value) != is_fiscal:
            continue
        if _lies_in(period, timing):
            found.setdefault(len(_quarters(period)), []).append(value)
    return found


def _quarters(period: Timing) -> frozenset[int]:
    """The quarters of its year that a period covers: all of them where it names none."""
    if period.quarter:
        return frozenset([period.quarter])
    if period.half:
        return frozenset((2 * period.half - 1, 2 * period.half))
    return _ALL_QUARTERS


def _lies_in(period: Timing, asked: Timing) -> bool:
    """Whether a period is the one asked for, or a part of it."""
    is_same_year = (period.year, period.month) == (asked.year, asked.month)
    return is_same_year and _quarters(period) <= _quarters(asked)


def _is_fiscal(text: str) -> bool:
    """Whether a text calls its year a fiscal one: "FY25", "2024/25"."""
    return _FISCAL.search(text) is not None
