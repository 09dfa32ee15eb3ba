"""Months that stand together under a longer stretch of time: "Q2 FY25: Aug-24, Sep-24, Oct-24", "FY24: May 2023, …"."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from sleuth.evidence.source import Page, Table
from sleuth.findings.tables.headings import Heading, read_headings
from sleuth.findings.tables.titled import of_year_before, titled_months, titled_stretches
from sleuth.language.calendar import ASSUMED, Calendar, Month
from sleuth.language.currency import USUAL, Signs
from sleuth.language.glyphs import plain
from sleuth.language.metrics import is_whole
from sleuth.language.quantity import Printed, read_cell
from sleuth.language.scenario import without_scenario
from sleuth.language.timing import NO_TIME, Timing, names_year_before, read_timing, without_year_before
from sleuth.language.wordlist import wordlist

_QUARTER, _HALF, _YEAR = 3, 6, 12  # months
_FEWEST_ROWS = 2  # that show that months add up
_WHOLE_YEAR = re.compile(wordlist("periods")["whole_year"]["says"], re.IGNORECASE)
_NUMBER = re.compile(  # "P7", "Per 7", "P01-05"
    r"(?:p|per|period|m|month|månad)\.?\s?\d{1,2}(?:\s?[-–]\s?(?:p\.?\s?)?\d{1,2})?", re.IGNORECASE
)
Paths = Mapping[int, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Stretch:
    """A heading over months that follow one another, each over a column of its own."""

    timing: Timing  # what it says of time
    months: tuple[Month, ...]  # the earliest first

    @property
    def closing(self) -> tuple[int, int | None] | None:
        """The month of the calendar that closes the fiscal year, and how many years its number is ahead of the year in
        which it ends (None where it has no number); None where the months do not fill the stretch.
        """
        last, timing = self.months[-1], self.timing
        if timing.to_date or len(self.months) != _length(timing):
            return None
        passed = _QUARTER * timing.quarter if timing.quarter else _HALF * timing.half if timing.half else _YEAR
        end = last.plus(_YEAR - passed)
        return end.month, None if timing.year is None else timing.year - end.year


def stretches(paths: Paths) -> dict[tuple[str, ...], Stretch]:
    """The headings that are divided into months, by their parts."""
    found: dict[tuple[str, ...], set[Month]] = defaultdict(set)
    for path in map(_without_number, paths.values()):
        if (month := _own_month(path)) is not None:
            found[tuple(path[:-1])].add(month)
    return dict(_stretches(found))


def all_stretches(paths: Paths) -> list[Stretch]:
    """The stretches that headings over months name, and those that stand right behind their months."""
    return [*stretches(paths).values(), *_behind_months(paths)]


def _behind_months(paths: Paths) -> Iterator[Stretch]:
    """Quarters, halves and years each in the column after their months: "Jul-23, Aug-23, Sep-23, Q1"."""
    run: list[Month] = []
    for column in sorted(paths):
        timing = read_timing(" ".join(paths[column]))
        if timing is None or not timing.is_time:
            run = []
            continue
        month = _month_of(timing)
        if month is not None:
            run = [*run, month] if run and month.since(run[-1]) == 1 else [month]
            continue
        length = _length(timing)
        is_named = bool(timing.quarter or timing.half or timing.year is not None)
        is_whole = is_named and timing.month is None and not (timing.rolling or timing.to_date)
        if is_whole and len(run) >= length:
            yield Stretch(timing, tuple(run[-length:]))


def opening_months(page: Page, table: Table) -> Iterator[int]:
    """The months, 1 to 12, with which a year begins as columns show: those that add up to the year to date behind them,
    and twelve that add up to "FY" or "Total".
    """
    numbers = _numbers(page, table)
    run: dict[int, int] = {}  # column → month
    for column, path in sorted(table.column_paths.items()):
        timing = read_timing(" ".join(_without_number(path))) or NO_TIME
        told = (timing.day, timing.quarter, timing.half, timing.rolling, timing.months)
        if timing.month is not None and not (any(told) or timing.to_date):
            follows = bool(run) and timing.month == [*run.values()][-1] % _YEAR + 1
            run = {**run, column: timing.month} if follows else {column: timing.month}
            continue
        is_to_date = timing.to_date and not any(told) and timing.month in (None, *[*run.values()][-1:])
        is_year = len(run) == _YEAR and (_names_whole_year(path) or _is_year_alone(timing))
        if len(run) > 1 and (is_to_date or is_year) and _add_up(numbers, tuple(run), column):
            yield next(iter(run.values()))


def _numbers(page: Page, table: Table) -> list[dict[int, Printed]]:
    """The numbers of each row, by column."""
    rows: dict[int, dict[int, Printed]] = defaultdict(dict)
    for cell in table.cells():
        if cell.row in table.row_paths and (printed := read_cell(page.text[cell.start : cell.end])) is not None:
            rows[cell.row][cell.column] = printed
    return list(rows.values())


def _add_up(rows: Sequence[Mapping[int, Printed]], parts: Sequence[int], total: int) -> bool:
    """Whether numbers of columns make up that of another in at least two rows, up to the rounding of each part."""
    whole = [row for row in rows if total in row and row[total].value and all(column in row for column in parts)]
    off = [abs(sum(row[column].value for column in parts) - row[total].value) / row[total].step for row in whole]
    return sum(steps <= len(parts) for steps in off) >= _FEWEST_ROWS


def _stretches(found: Mapping[tuple[str, ...], set[Month]]) -> Iterator[tuple[tuple[str, ...], Stretch]]:
    for outer, divided in found.items():
        timing = read_timing(" ".join(outer))
        months = tuple(sorted(divided))
        if timing is None or timing.month is not None or len(months) < 2:
            continue
        follow = all(later.since(earlier) == 1 for earlier, later in pairwise(months))
        if follow and (timing.quarter or timing.half or timing.year is not None):
            yield outer, Stretch(timing, months)


def headings_by_column(
    paths: Paths,
    signs: Signs = USUAL,
    titled: Timing = NO_TIME,
    calendar: Calendar = ASSUMED,
    reported: Timing = NO_TIME,
) -> dict[int, Heading]:
    """The headings of each column: of a month under its quarter or year, that of the month alone.

    What is said of a year to date beside its months is of the time up to the last of them. What headings leave out,
    the time that the table is `titled` with tells, or the month that the document is `reported` for.
    """
    divided = stretches(paths)
    bare = {column: _without_number(path) for column, path in paths.items()}
    headings = {column: _heading(path, divided.get(path[:-1]), signs) for column, path in bare.items()}
    headings = _years_before(headings, bare)
    headings = titled_months(headings, titled if titled.year is not None else reported, calendar)
    headings |= _whole_years(headings, bare)
    headings = _titled_years(headings, bare, titled, calendar)
    return of_year_before(titled_stretches(headings, titled, reported))


def _years_before(headings: Mapping[int, Heading], paths: Paths) -> dict[int, Heading]:
    """The headings by column; "PY" that shares the heading "October 2025" with others is of the year before that."""
    current = {tuple(path[:-1]) for path in paths.values() if len(path) > 1 and not names_year_before(path[-1])}
    return {
        column: replace(head, is_before=True)
        if tuple(paths[column][:-1]) in current and _is_of_year_before(paths[column][-1]) and _has_year(head)
        else head
        for column, head in headings.items()
    }


def _has_year(head: Heading) -> bool:
    return head.timing is not None and head.timing.year is not None


def _is_of_year_before(heading: str) -> bool:
    """Whether a heading says that it is of the year before, and names no year itself."""
    timing = read_timing(without_year_before(heading))
    return names_year_before(heading) and timing is not None and timing.year is None


def _whole_years(headings: Mapping[int, Heading], paths: Paths) -> dict[int, Heading]:
    """The columns behind months that are headed as their year, without its number ("FY budget", "Total"), or as the
    year up to the last of them ("YTD").
    """
    found: dict[int, Heading] = {}
    run: list[Month] = []
    is_titled = False  # the title tells the year of the months
    for column, head in sorted(headings.items()):
        month = _month_of(head.timing) if head.timing is not None else None
        if month is not None:
            run = [*run, month] if run and month.since(run[-1]) == 1 else [month]
            is_titled = head.is_titled
        elif len(run) >= _YEAR and _names_whole_year(paths[column]):
            last = run[-1]
            timing = Timing(last.year, last.month, months=_YEAR)
            found[column] = replace(head, timing=timing, names=(), is_titled=is_titled)
        elif len(run) > 1 and head.timing is not None and _is_to_date_alone(head.timing):
            timing = replace(head.timing, year=run[-1].year, month=run[-1].month)
            found[column] = replace(head, timing=timing, is_titled=is_titled)
    return found


def _titled_years(
    headings: Mapping[int, Heading], paths: Paths, titled: Timing, calendar: Calendar
) -> dict[int, Heading]:
    """The headings, where "FY budget" without its number is the fiscal year in which the time of the title lies."""
    if titled.year is None or (titled.month is not None and not calendar.stated):
        return dict(headings)
    year = calendar.place(Month(titled.year, titled.month)).year if titled.month is not None else titled.year
    return {
        column: replace(head, timing=Timing(year, months=_YEAR), names=())
        if (head.timing is None or head.timing.year is None) and _names_year_alone(paths[column])
        else head
        for column, head in headings.items()
    }


def _names_year_alone(path: Sequence[str]) -> bool:
    return _names_whole_year(path) and not any(is_whole(without_scenario(part)) for part in path)


def _is_year_alone(timing: Timing) -> bool:
    """Whether a time is a fiscal year, and no month of it: "FY26"."""
    return timing.months == _YEAR and timing.month is None and not (timing.rolling or timing.to_date)


def _is_to_date_alone(timing: Timing) -> bool:
    """Whether a time is the year to date, and does not say to which: "YTD"."""
    return timing.to_date and timing.month is None and not (timing.quarter or timing.half or timing.year)


def _names_whole_year(path: Sequence[str]) -> bool:
    """Whether all that headings say, beside a scenario, is that their column is of a year."""
    told = " ".join(without_scenario(plain(part).text).strip(" :-()") for part in path)
    return _WHOLE_YEAR.fullmatch(told.strip()) is not None


def _heading(path: tuple[str, ...], stretch: Stretch | None, signs: Signs) -> Heading:
    head = read_headings(path, signs)
    if (whole := _whole_year_alone(path)) is not None:
        head = replace(head, timing=whole)
    if stretch is None:
        return head
    own = read_timing(path[-1])
    if own is not None and _own_month(path) is not None:
        return replace(head, timing=replace(own, months=1))
    timing = head.timing
    if timing is None or not timing.to_date or timing.month is not None:
        return head
    last = stretch.months[-1]
    return replace(head, timing=replace(timing, year=last.year, month=last.month, months=None))


def _whole_year_alone(path: Sequence[str]) -> Timing | None:
    """The year of "FY 2024" that stands beside others under a year to date: it is of no part of that year."""
    own = read_timing(without_scenario(path[-1])) if len(path) > 1 else None
    outer = read_timing(" ".join(path[:-1]))
    is_whole = own is not None and own.months == _YEAR and own.year is not None and own.month is None
    return own if is_whole and outer is not None and (outer.to_date or (outer.months or _YEAR) < _YEAR) else None


def _without_number(path: Sequence[str]) -> tuple[str, ...]:
    """The headings without the number of a period below the month that it is: "Nov-23" above "P7"."""
    if len(path) > 1 and _NUMBER.fullmatch(path[-1].strip()):
        timing = read_timing(path[-2])
        if timing is not None and (timing.month is not None or timing.to_date):
            return tuple(path[:-1])
    return tuple(path)


def _own_month(path: Sequence[str]) -> Month | None:
    """The month with its year that the innermost of several headings names."""
    timing = read_timing(path[-1]) if len(path) > 1 else None
    return _month_of(timing) if timing is not None else None


def _month_of(timing: Timing) -> Month | None:
    """The one month that a time is; None where it is anything else."""
    if timing.year is None or timing.month is None:
        return None
    is_bare = not (timing.day or timing.quarter or timing.half or timing.to_date or timing.months)
    return Month(timing.year, timing.month) if is_bare else None


def _length(timing: Timing) -> int:
    return _QUARTER if timing.quarter else _HALF if timing.half else _YEAR
