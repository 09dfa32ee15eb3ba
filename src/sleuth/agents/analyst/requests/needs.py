"""The periods that a request needs, by the room's calendar, and which of them something is of."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from sleuth.agents.analyst.requests.wanted import Wanted
from sleuth.language.calendar import Calendar, Month
from sleuth.language.period import Period
from sleuth.language.spoken import in_a_row
from sleuth.language.times import find_times
from sleuth.language.timing import Timing, as_duration, as_instant

_MOST_NAMED = 4  # periods in one remark
_GRACE = 31  # days by which something may be older than the day that is asked for


@dataclass(frozen=True, slots=True, order=True)
class Need:
    """A stretch of `months` that ends with the month `end`."""

    end: Month
    months: int
    label: str

    def is_met_by(self, period: Period) -> bool:
        """Whether a period is it; the balance at its end counts too."""
        end = period.end.closing_month
        if end is None:
            return self.months == 12 and period.months in (12, None) and period.fiscal_year == self.end.year
        return end == self.end and period.months in (self.months, None)


def year_need(year: int, calendar: Calendar) -> Need:
    """A fiscal year."""
    return Need(calendar.month(year), 12, f"FY{year}")


def month_need(month: Month) -> Need:
    """A calendar month."""
    return Need(month, 1, month.name)


def needs_of(wanted: Wanted, calendar: Calendar, last_year: int | None, latest: Month | None) -> list[Need]:
    """What a request needs, the earliest first; none where it names no period."""
    found = list(_stated(wanted, calendar, latest))
    if wanted.last and wanted.unit == "year" and last_year is not None:
        found += [year_need(year, calendar) for year in range(last_year - wanted.last + 1, last_year + 1)]
    if wanted.last and wanted.unit == "month" and latest is not None:
        found += [month_need(latest.plus(-back)) for back in range(wanted.last)]
    if wanted.next and wanted.unit == "year" and last_year is not None:
        found += [year_need(year, calendar) for year in range(last_year + 1, last_year + wanted.next + 1)]
    if wanted.is_this_year and last_year is not None:
        found.append(year_need(last_year + 1, calendar))
    return sorted(set(found))


def _stated(wanted: Wanted, calendar: Calendar, latest: Month | None) -> Iterator[Need]:
    for timing in wanted.times:
        period = as_duration(timing, calendar) or as_instant(timing, calendar)
        end = period.end.closing_month if period is not None else None
        if period is None or end is None:
            continue
        if wanted.each in ("month", "quarter") and timing.month is None and period.months in (12, None):
            yield from _each(wanted, calendar, period, latest)
        elif wanted.each == "month" and timing.month is not None and period.months:
            yield from (month_need(end.plus(-back)) for back in range(period.months))
        elif timing.to_date or (period.months is None and timing.month is None):
            yield year_need(calendar.place(end).year, calendar)
        else:
            yield Need(end, period.months or 1, _label(period, end, calendar))


def _label(period: Period, end: Month, calendar: Calendar) -> str:
    if period.months == 12 and calendar.place(end).months == 12:
        return f"FY{calendar.place(end).year}"
    return period.name if period.months else end.name


def _each(wanted: Wanted, calendar: Calendar, year: Period, latest: Month | None) -> Iterator[Need]:
    """The months, or quarters, of a year, up to the day that is asked for or the latest that are booked."""
    number = year.fiscal_year or year.end.year
    until = Month(wanted.until.year, wanted.until.month) if wanted.until else None
    step = 1 if wanted.each == "month" else 3
    for passed in range(step, 13, step):
        end = calendar.month(number, passed)
        if (until is None and latest is not None and end > latest) or (until is not None and end > until):
            return
        yield month_need(end) if step == 1 else Need(end, 3, f"Q{passed // 3} {number}")


def stated_needs(text: str, calendar: Calendar) -> Iterator[Period]:
    """The periods that a name states: "Monthly report, April 2025", "Sales FY2024", "as of 30 June 2025"."""
    for time in find_times(text):
        timing = time.timing
        if timing is None or timing.year is None:
            continue
        period = as_duration(_as_month(timing), calendar) or as_instant(timing, calendar)
        if period is not None:
            yield period


def _as_month(timing: Timing) -> Timing:
    """ "April 2025" as the month: a name that says no length means all of it."""
    if timing.month is None or timing.day is not None or timing.months is not None or timing.to_date:
        return timing
    return Timing(timing.year, timing.month, None, 1)


def days_in(text: str) -> list[date]:
    """The days that a text states."""
    timings = (time.timing for time in find_times(text) if time.timing is not None)
    return [timing.date for timing in timings if timing.date is not None]


def is_old(day: date, asked: date) -> bool:
    """Whether something of a day is too old for what is asked for as of another."""
    return day < asked - timedelta(days=_GRACE)


def named(needs: Sequence[Need] | Iterable[Need]) -> str:
    """The periods for people: "FY2022", "Jan 2025, Feb 2025 and 4 more"."""
    labels = [need.label for need in sorted(needs)]
    shown = labels[:_MOST_NAMED] if len(labels) > _MOST_NAMED + 1 else labels
    left = len(labels) - len(shown)
    if left:
        return f"{', '.join(shown)} and {left} more"
    return in_a_row(labels, "and")
