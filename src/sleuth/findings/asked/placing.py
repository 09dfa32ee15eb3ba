"""The period that a time of a question means, in the calendar of one document."""

import re
from dataclasses import dataclass, replace

from sleuth.findings.asked.books import Book, Fact
from sleuth.language.calendar import YEAR, Month
from sleuth.language.metrics import default_lexicon
from sleuth.language.period import Day, Period, same_period
from sleuth.language.query import Query
from sleuth.language.times import AskedTime
from sleuth.language.timing import Timing, as_duration, as_instant

_PARTS = (3, 6, 9)  # months of what reports are made of less than a year


@dataclass(frozen=True, slots=True)
class Placing:
    """Places the times of one question in one document's calendar."""

    query: Query
    book: Book

    def is_at(self, fact: Fact, time: AskedTime) -> bool:
        """Whether a fact is of a time that the question names."""
        stated = fact.period
        metric = default_lexicon().metrics.get(fact.metric)
        if metric is not None and metric.is_instant:
            quarter = 4 if stated.months == YEAR else stated.fiscal_quarter
            stated = replace(stated, months=None, fiscal_quarter=quarter)  # under "FY25": that of its last day
        wanted = self.period(time, stated)
        return wanted is not None and (same_period(wanted, stated) or _ends_early_in(wanted, stated))

    def period(self, time: AskedTime, like: Period) -> Period | None:
        """The period that a question means, for a measure that is stated as `like` is: at a day, or over months."""
        if time.timing is None:
            return self._relative(time, like)
        timing: Timing = time.timing
        if timing.to_date and timing.month is None and timing.number is None:
            timing = self._up_to_latest(timing, time.back)
        if timing.year is None and time.months == YEAR:  # "Q3 this year"
            year = self._latest_year()
            timing = replace(timing, year=year - time.back // YEAR) if year is not None else timing
        if timing == Timing(months=timing.months) and timing.months in _PARTS and self.book.latest is not None:
            return Period(Day(*self.book.latest), None if like.is_instant else timing.months)  # "half year": the latest
        timing = self._of_latest(timing)
        if (named := self._quarter_by_name(timing)) is not None:
            return Period(Day(*named), None if like.is_instant else 3)
        if like.is_instant:
            return as_instant(timing, self.book.calendar)
        if timing.month and not (timing.day or timing.months or timing.quarter or timing.to_date or timing.rolling):
            timing = replace(timing, months=1)  # "in March 2024"
        return as_duration(timing, self.book.calendar)

    def so_far(self, time: AskedTime) -> Period | None:
        """The part of "this year" that is over at the latest month reported; None where all of it is, or for any other
        time.
        """
        is_this_year = time.timing is None and time.months == YEAR and not time.back and not time.is_ended
        if not is_this_year or self.book.today is None:
            return None
        passed = self.book.calendar.place(self.book.today).months
        return Period(Day(*self.book.today), passed) if passed < YEAR else None

    def _up_to_latest(self, timing: Timing, back: int) -> Timing:
        """The year to date as up to the latest month reported, or so many months before: "YTD", "FY25 so far"."""
        today = self.book.today
        if today is None or timing.year not in (None, self.book.calendar.place(today).year):
            return timing
        last = today.plus(-back)
        return Timing(last.year, last.month, to_date=True)

    def _of_latest(self, timing: Timing) -> Timing:
        """A month, a quarter or a half without a year as the latest of that name that is over: "in March", "H1"."""
        today, calendar = self.book.today, self.book.calendar
        if timing.year is not None or timing.rolling or today is None:
            return timing
        if timing.month is not None:
            return replace(timing, year=today.year - (timing.month > today.month))
        passed = timing.number or (3 * timing.quarter if timing.quarter else 6 * (timing.half or 0))
        if not passed:
            return timing
        year = calendar.place(today).year
        ends = calendar.month(year, passed)
        return replace(timing, year=year - (ends > today))

    def _latest_year(self) -> int | None:
        """The fiscal year of the latest month that is reported, or the one that a plan alone is of."""
        if self.book.today is not None:
            return self.book.calendar.place(self.book.today).year
        ends = {fact.period.end.closing_month for fact in self.book.facts}
        years = {self.book.calendar.place(month).year for month in ends if month is not None}
        return years.pop() if len(years) == 1 else None

    def _quarter_by_name(self, timing: Timing) -> Month | None:
        """The end of a quarter that the document's name tells: "Q3 2023" of "2023 Q3 ACME.pdf", and of years before.

        Whoever names files so means the calendar's quarters, whatever the company calls them.
        """
        years = [int(name) for name in self.book.names if re.fullmatch(r"20\d\d", name)]
        quarters = [name for name in self.book.names if re.fullmatch(r"q[1-4]", name)]
        is_named = len(years) == 1 and quarters == [f"q{timing.quarter}"] and self.book.months == 3
        if not is_named or timing.year is None or timing.month or self.book.latest is None:
            return None
        return self.book.latest.plus(12 * (timing.year - years[0]))

    def _relative(self, time: AskedTime, like: Period) -> Period | None:
        """A time told by its place beside the latest one: "a year earlier", "at the end of the previous year"."""
        stated = next((one for one in self.query.times if one.timing is not None), None)
        if stated is not None:
            base = self.period(stated, like)
            month = base.end.closing_month if base else None
            return Period(Day(*month.plus(-(time.back or 12))), like.months) if month else None
        if self.book.latest is None or self.book.today is None:
            return None
        months = time.months or self.book.months
        if months == 12:
            latest = self.book.calendar.place(self.book.today).year
            has_ended = self.book.calendar.month(latest) == self.book.today
            is_latest = time.is_ended and has_ended and all(one.is_ended for one in self.query.times)
            end = self.book.calendar.month(latest - time.back // YEAR + is_latest)
        else:
            end = self.book.latest.plus(-time.back)
        return Period(Day(*end), None if like.is_instant else months)


def _ends_early_in(wanted: Period, stated: Period) -> bool:
    """Whether a stretch is asked for by the month of its last day: "the year to February 2024" ends on 2 February.

    A year of 52 weeks belongs to the month before; a single month named so is that month.
    """
    if wanted.end.month is None or wanted.end.day is not None or stated.months in (None, 1):
        return False
    ends = (stated.end.year, stated.end.month)
    return stated.months == wanted.months and stated.end.day is not None and ends == (wanted.end.year, wanted.end.month)
