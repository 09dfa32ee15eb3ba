"""Whether the times that a sentence states are those that a question asks about.

A part of the second gate (`responds`, `prose`). "At 31 October" is another time than "the end of April 2025", although
it names no year.
"""

import re
from collections.abc import Iterable, Sequence

from sleuth.language.calendar import YEAR
from sleuth.language.times import AskedTime, find_times
from sleuth.language.timing import Timing

ANOTHER_TIME = "it speaks of another time"
_LAST_DAY = (12, 31)  # of a calendar year: month and day


def stated_timings(times: Iterable[AskedTime]) -> list[Timing]:
    """The times that are stated, not told by their place beside the latest ("a year earlier")."""
    return [time.timing for time in times if time.timing is not None]


def is_of_another_time(asked: Sequence[Timing], said: Sequence[Timing]) -> bool:
    """Whether none of the years that are said is asked for, or none of the days, months and quarters."""
    if not asked:
        return False
    years = [one for one in said if one.year]
    moments = [one for one in said if _is_moment(one)]
    if any(named and not _any_agrees(asked, named) for named in (years, moments)):
        return True
    asks_years = not any(_is_moment(one) for one in asked) and any(one.year for one in asked)
    return asks_years and bool(moments) and not years and not any(_closes_a_year(one) for one in moments)


def is_within_bounds(asked: Iterable[AskedTime], sentence: str) -> bool:
    """Whether a sentence says what holds until or from a day, and the time asked for is on that side of it.

    "0.50 per cent if made on or before 20 February 2026" tells of June 2025.
    """
    wanted = [(time.timing.year, time.timing.month or 1) for time in asked if time.timing and time.timing.year]
    bounded = [(_BOUND.search(sentence[: time.start]), time.timing) for time in find_times(sentence) if time.timing]
    stretches = [
        (bound["until"] is not None, (day.year, day.month or 1)) for bound, day in bounded if bound and day.year
    ]
    return bool(wanted) and all(
        any((one <= day if until else one >= day) for until, day in stretches) for one in wanted
    )


_BOUND = re.compile(
    r"\b(?:(?P<until>(?:on or )?before|until|till|no(?:t)? later than|senast(?: den)?|före(?: den)?|till och med)"
    r"|(?:on or )?after|from|since|från(?: och med)?(?: den)?|efter(?: den)?)\s+\Z",
    re.IGNORECASE,
)


def _is_moment(timing: Timing) -> bool:
    """Whether a part of a year is named: a day, a month, a quarter, a half."""
    return bool(timing.month or timing.quarter or timing.half)


def _closes_a_year(timing: Timing) -> bool:
    """Whether a day without its year may stand for the whole year: "the twelve months to 31 May", "31 December"."""
    return timing.months == YEAR or (timing.month, timing.day) == _LAST_DAY


def _any_agrees(asked: Sequence[Timing], said: Sequence[Timing]) -> bool:
    return any(_agree(one, other) for one in asked for other in said)


def _agree(one: Timing, other: Timing) -> bool:
    """Whether two times contradict each other in nothing that both say."""
    fields = ("year", "month", "day", "quarter", "half", "months")
    pairs = [(getattr(one, name), getattr(other, name)) for name in fields]
    return all(a == b for a, b in pairs if a is not None and b is not None)
