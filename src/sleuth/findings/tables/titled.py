"""What the headings of a table leave out of their time, as its title tells it: "Jan, Feb, …" under "Budget 2025"."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from sleuth.findings.tables.headings import Heading, is_of_month
from sleuth.language.calendar import ASSUMED, YEAR, Calendar, Month
from sleuth.language.metrics import default_lexicon, label_form
from sleuth.language.timing import NO_TIME, Timing, bare_months, names_year_before, read_timing

_FEWEST_MONTHS = 3  # columns that make a run of months
Headings = dict[int, Heading]


def titled_time(titles: Sequence[str], reported: Timing = NO_TIME) -> Timing:
    """The time that the nearest title with a year names; `titles` are the nearest first. NO_TIME where it names two.

    "YTD September" and "September" alone are of the year of the month that the whole document is `reported` for, if it
    is that month; "Month" and "Year to date" are that month, and the year up to it.
    """
    for title in titles:
        timing = read_timing(title)
        if timing is None:
            return NO_TIME
        if timing.to_date and timing.month is not None and timing.month == reported.month:
            return replace(timing, year=timing.year or reported.year)
        if reported.month is not None and timing.year is None and (told := _of_reported(timing, reported)) is not None:
            return told
        if timing.year is not None:
            is_month = timing.month is not None and is_of_month(timing.rest)
            return replace(timing, months=1) if is_month else timing
    return NO_TIME


def _of_reported(timing: Timing, reported: Timing) -> Timing | None:
    """What a title without a year says of the month that the document reports; None where it says nothing of it."""
    if timing.quarter or timing.half or timing.rolling or timing.day:
        return None
    if timing.to_date and timing.month is None:
        return replace(timing, year=reported.year, month=reported.month)
    is_month = timing.month is None and timing.months is None and is_of_month(timing.rest)
    is_that_month = timing.is_bare_month and timing.month == reported.month
    return replace(reported, months=1) if is_month or is_that_month else None


def reported_before(titles: Sequence[str], paths: Mapping[int, Sequence[str]], reported: Timing) -> Timing | None:
    """The month that the document is `reported` for, a year before, where a table is titled "Revenue – prior year" and
    its last month is that one; None for other tables. `titles` are the nearest first.
    """
    timings = [timing for path in paths.values() if (timing := read_timing(" ".join(path))) is not None]
    months = bare_months(timings)
    if not titles or not names_year_before(titles[0]) or not months:
        return None
    before = replace(reported, year=reported.year - 1) if reported.year is not None else reported
    return before if reported.month is None or max(months) == Month(before.year or 0, reported.month) else None


def titled_months(headings: Mapping[int, Heading], titled: Timing, calendar: Calendar) -> Headings:
    """Months in a row without a year, "Jan" to "Dec" under "Budget 2025", as months of the title's year.

    Each may stand over several scenarios ("Jan actual", "Jan budget"), or all of them once for each scenario; the month
    of the title itself may stand alone.
    """
    bare = {column: head for column, head in sorted(headings.items()) if head.timing and head.timing.is_bare_month}
    of_columns = {column: head.timing.month for column, head in bare.items() if head.timing and head.timing.month}
    numbers = list(dict.fromkeys(of_columns.values()))
    follow = all(later == earlier % YEAR + 1 for earlier, later in pairwise(numbers))
    is_of_title = titled.year is not None and numbers == [titled.month]
    if not (is_of_title or _FEWEST_MONTHS <= len(numbers) <= YEAR) or not follow:
        return dict(headings)
    months = {month.month: month.year for month in _dated(numbers, titled, calendar)}
    return dict(headings) | {
        column: replace(head, timing=Timing(months[month], month, months=1 if is_of_title else None), is_titled=True)
        for column, head in bare.items()
        if (month := of_columns[column]) in months
    }


def _is_measure(name: str) -> bool:
    return bool(default_lexicon().named(label_form(name)))


def titled_stretches(headings: Mapping[int, Heading], titled: Timing, reported: Timing) -> Headings:
    """The headings by column, with the stretches of time that they leave to the title: "YTD", "Month actual".

    Where the title names no month, that for which the whole document is `reported` ends them.
    """
    is_open = titled.month is None and titled.year in (None, reported.year) and not (titled.quarter or titled.half)
    closing = replace(titled, year=reported.year, month=reported.month) if is_open and reported.month else titled
    return _years_to_date({column: _of_title(head, closing) for column, head in headings.items()}, closing)


def of_year_before(headings: Mapping[int, Heading]) -> Headings:
    """The headings by column, where "YTD prior year" is a year before the time that the others are of."""
    return {
        column: replace(head, timing=replace(head.timing, year=head.timing.year - 1), is_before=False)
        if head.is_before and head.timing is not None and head.timing.year is not None
        else head
        for column, head in headings.items()
    }


def _of_title(head: Heading, titled: Timing) -> Heading:
    """A heading that leaves its stretch of time to the title: "Month actual" and "YTD actual", or "Actual" alone, under
    "September 2025"; "Actual 2025", or "Revenue budget", under "Year to date September 2025".
    """
    timing = head.timing
    if timing is None or timing.months or timing.month or timing.quarter or timing.half or timing.rolling:
        return head
    is_stretch = titled.to_date or titled.months == 1
    if titled.month is not None and is_of_month(timing.rest) and not timing.to_date:
        return replace(head, timing=replace(titled, months=1, to_date=False), names=())
    if not timing.is_time and is_stretch and not head.is_derived and all(map(_is_measure, head.names)):
        return replace(head, timing=titled)
    if timing.year is not None and titled.to_date and titled.month is not None and not timing.to_date:
        return replace(head, timing=replace(timing, month=titled.month, to_date=True))
    return head


def _dated(numbers: Sequence[int], titled: Timing, calendar: Calendar) -> list[Month]:
    """Months by their numbers, with their years: they end with the month of the title, or lie in its year."""
    if titled.year is None or titled.quarter or titled.half:
        return []
    if titled.month is not None:
        last = Month(titled.year, titled.month)
        return [last.plus(n + 1 - len(numbers)) for n in range(len(numbers))] if numbers[-1] == last.month else []
    if not calendar.stated:
        calendar = Calendar(numbers[-1]) if len(numbers) == YEAR else ASSUMED
    passed = [calendar.place(Month(titled.year, number)).months for number in numbers]
    months = [calendar.month(titled.year, months) for months in passed]
    if all(later.since(earlier) == 1 for earlier, later in pairwise(months)):
        return months
    return [Month(titled.year, number) for number in numbers] if numbers[0] == 1 else []


def _years_to_date(headings: Mapping[int, Heading], titled: Timing) -> Headings:
    """The year to date that names no month, or no year, as up to the month of the title: "YTD" under "September 2025".

    Where the title names no month, one without a year is of the latest that is named beside it: "Sep YTD budget".
    """
    found = dict(headings)
    timings = [head.timing for head in headings.values() if head.timing is not None and head.timing.to_date]
    for column, head in headings.items():
        timing = head.timing
        if timing is None or not timing.to_date or timing.quarter or timing.half:
            continue
        month = timing.month or titled.month
        beside = [one.year for one in timings if one.year is not None and one.month == month]
        year = timing.year or (titled.year if titled.month == month else max(beside, default=None))
        if month is not None and year is not None:
            found[column] = replace(head, timing=replace(timing, year=year, month=month))
    return found
