"""When the figures of one table hold, and in which scenario: headers first, then rows, then the caption."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import NamedTuple

from sleuth.evidence.source import Table
from sleuth.findings.finding import Factor
from sleuth.findings.profile import Profile
from sleuth.findings.tables.headings import (
    Heading,
    bare_title,
    is_made_on,
    names_only_scenario,
    names_only_time,
    without_mix,
)
from sleuth.findings.tables.own_times import time_beside, up_to
from sleuth.findings.tables.statements import is_prose
from sleuth.language.calendar import YEAR, Calendar, Month
from sleuth.language.glyphs import plain
from sleuth.language.metrics import default_lexicon, label_form
from sleuth.language.period import Day, Period, period_ending
from sleuth.language.scenario import Scenario, read_scenarios
from sleuth.language.timing import (
    NO_TIME,
    Timing,
    as_duration,
    as_instant,
    bare_months,
    closings,
    common_timing,
    lengths,
    names_time,
    names_year_before,
    only,
    read_timing,
    scan_times,
    spacing,
    without_year_before,
)
from sleuth.language.wordlist import wordlist

_GRACE = timedelta(days=45)  # figures may be made shortly before the day they are of
_MANY_YEARS = 3  # of which a title cannot tell the one month in which they end
_LONGEST_TITLE = 160  # characters
_RAN_ON = frozenset((Scenario.ACTUAL, Scenario.FORECAST))  # "actual/forecast": what is over, and what is still to come


class Told(NamedTuple):
    """What the headings of a cell tell of time, and the parts of its row's path that tell something else."""

    timing: Timing
    names: tuple[str, ...]
    scenarios: frozenset[Scenario]


@dataclass(frozen=True, slots=True)
class Clock:
    """One table's time."""

    about: Profile
    caption: str
    page_label: str
    common: Timing
    titled: Timing  # of the lines that are titles, not sentences
    spacing: int | None
    years: frozenset[int]  # that headings name
    month: Month | None  # the one that is set beside the year to date; beside that of the year before, the later
    lengths: frozenset[int]  # months of the stretches of time that headings name
    told_lengths: frozenset[int]  # those that the caption names
    column_paths: Mapping[int, Sequence[str]]
    between: Mapping[int, Timing]  # rows between two dated balances: what happened from the one to the other
    paired: frozenset[str] = frozenset()  # the names that several rows bear, each beside a scenario: "EBITDA – budget"
    bare: frozenset[str] = frozenset()  # what rows are called without a scenario
    row_spacing: int | None = None  # as `spacing`, of rows that are times: "Jul-24", "Aug-24", …
    is_planned: bool = False  # a heading, its title or the document's name says that something is planned
    is_contradicted: bool = False  # its columns are months outside of the year that its title names
    closings: Mapping[int, Timing] = field(default_factory=dict)  # the one day that the caption names of a year
    last_marked: int | None = None  # the last year over which a scenario stands, where "actual" stands over one

    def told(self, path: Sequence[str], row: int, column: int, head: Heading) -> Told | None:
        """The time of a cell; None where its headings name none, or two. "Revenue – PY" is of the year before."""
        bare = bare_title(without_year_before(path[-1])) if path and names_year_before(path[-1]) else ""
        if bare not in self.bare or not bare:
            return self._told(path, row, column, head)
        told = self._told((*path[:-1], bare), row, column, head)
        if told is None or told.timing.year is None or told.scenarios - {Scenario.ACTUAL}:
            return None
        return Told(replace(told.timing, year=told.timing.year - 1), told.names, frozenset([Scenario.ACTUAL]))

    def _told(self, path: Sequence[str], row: int, column: int, head: Heading) -> Told | None:
        scenarios = head.scenarios | _scenarios(part for part in path if names_only_scenario(part))
        names = tuple(part for part in path if not names_only_scenario(part))
        if names and (bare_title(names[-1]) in self.paired or _is_measure_of_plan(names[-1])):
            scenarios |= read_scenarios(names[-1])
            names = (*names[:-1], bare_title(names[-1]))
        if head.timing is None or self.is_contradicted:
            return None
        is_of_row = head.is_titled or head.timing.is_bare_month
        if is_of_row and (own := time_beside(names)) is not None and own[0].month is None:
            return Told(self._filled(replace(head.timing, year=own[0].year)), own[1], scenarios)  # "EBITDA 2024", "Jan"
        if head.timing.year is not None:
            return Told(*up_to(self._filled(head.timing), names), scenarios)
        if not head.timing.is_time and row in self.between:
            return Told(self.between[row], names, scenarios)
        if not head.timing.is_time and (own := time_beside(names)) is not None:
            return Told(self._filled(own[0]), own[1], scenarios)
        times = [part for part in names if names_only_time(part)]
        over = self.column_paths.get(column, ()) if head.timing.is_time else ()
        timing = read_timing(" ".join([*times, *over]))
        if timing is None:
            return None
        rest = tuple(part for part in names if part not in times)
        filled = self._filled(timing)
        if self.row_spacing == 1 and times and not over and filled.month and not (filled.months or filled.day):
            filled = replace(filled, months=1)
        if head.is_before and filled.year is not None:
            filled = replace(filled, year=filled.year - 1)
        return Told(*up_to(filled, rest), scenarios | _scenarios(times)) if filled.is_time else None

    def _filled(self, timing: Timing) -> Timing:
        """What the headings leave open, the caption may say."""
        said = self.common
        if not timing.is_time and (said.quarter or said.half):
            return said  # "Budget" under "H1 2025 in brief" is that of the half, not of the year
        if (
            timing.to_date
            and timing.month is None
            and self.month is not None
            and timing.year in (None, self.month.year)
        ):
            return replace(timing, year=self.month.year, month=self.month.month)
        if self.spacing == 1 and timing.year and timing.month and not (timing.day or timing.months):
            return timing if timing.rolling or timing.to_date else replace(timing, months=1)
        if self._is_reported_month(timing):
            return replace(timing, months=1)
        if timing.quarter or timing.half or timing.rolling or timing.to_date:
            year = said.year or self._reported_year(timing)
            return timing if timing.year is not None or year is None else replace(timing, year=year)
        if timing.year is None and said.year is not None:
            timing = replace(timing, year=said.year)
        closing = self.closings.get(timing.year or 0, said)
        if (
            timing.month is None
            and closing.month is not None
            and (
                said.months is not None
                or timing.months in self.told_lengths
                or (self.titled.month is not None and timing.months is None)
            )
            and said.months in (None, timing.months or said.months)
            and (said.year is None or not self.years or said.year in self.years)
            # "Business plan 2025-2029 (May 2025)" was made in May
            and (said.months == YEAR or len(self.years) < _MANY_YEARS)
        ):
            timing = replace(timing, month=closing.month, day=closing.day)
        if timing.months is None and said.months is not None:
            timing = replace(timing, months=said.months)
        if timing.months is None and timing.month is not None and timing.day is None:
            timing = replace(timing, months=self.spacing)
        if timing.year is None and timing.month is None and timing.months == YEAR:
            timing = replace(timing, year=self.about.months_of)
        return timing

    def _is_reported_month(self, timing: Timing) -> bool:
        """Whether a heading is the month that the document reports, or the same a year before, and says no more."""
        reported = self.about.reported
        years = (reported.year, (reported.year or 0) - 1)
        return timing.is_month and timing.month == reported.month and timing.year in years

    def _reported_year(self, timing: Timing) -> int | None:
        """The fiscal year of the half, or the quarter, with which the month that the document reports ends."""
        reported, calendar = self.about.reported, self.about.calendar
        if reported.year is None or reported.month is None or not calendar.stated:
            return None
        place = calendar.place(Month(reported.year, reported.month))
        ends = 6 * timing.half if timing.half else 3 * (timing.quarter or 0)
        return place.year if ends == place.months else None

    def period(self, timing: Timing, is_instant: bool, opens: bool) -> Period | None:
        """The period of a measure; `opens`: the balance at its beginning. None where its length or end is open."""
        calendar = self.about.calendar
        timing = self.about.ended(timing)
        bare = timing.months is None and timing.month is None and not (timing.quarter or timing.half or timing.rolling)
        if bare and self.about.is_of_part:
            return None  # "2023" in a quarterly report is the quarter's column, whose heading was lost
        is_open = timing.months is not None and timing.month is None and not (timing.quarter or timing.half)
        if is_open and not timing.rolling and self.about.is_of_part and timing.months != max(self.lengths, default=0):
            return None  # "Three months 2023" beside "Nine months 2023" is not the first quarter
        if is_instant and not opens:
            return as_instant(timing, calendar)
        if timing.months is None and timing.month is not None and not (timing.rolling or timing.to_date):
            timing = replace(timing, months=only(self.lengths))
        period = as_duration(timing, calendar)
        if not opens or period is None or period.months is None or period.end.closing_month is None:
            return None if opens else period
        return period_ending(Day(*period.end.closing_month.plus(-period.months)), None, calendar)

    def scenario(self, named: frozenset[Scenario], period: Period) -> tuple[Scenario | None, tuple[Factor, ...]]:
        """What the headings name, else the caption, the sheet or the file; else what is over has happened."""
        for found in (named, self._titled(period), read_scenarios(self.page_label)):
            if found == _RAN_ON and self._is_told_by_month(period):
                return (Scenario.ACTUAL if self._is_over(period) else Scenario.FORECAST), ()
            if found:
                return (next(iter(found)), ()) if len(found) == 1 else (None, ())
        if self.about.scenario is not None:
            return self.about.scenario, (Factor("the scenario is that of the whole file", 0.1),)
        planned = dict(self.about.plans).get(period.fiscal_year or period.end.year)
        if planned is not None:
            return planned, (Factor("the file plans that year", 0.1),)
        if self.about.date is None:
            return Scenario.ACTUAL, (Factor("the document bears no date", 0.1),)
        is_over = _begun(period, self.about.date)
        if is_over and self.is_planned and self._is_told_by_month(period):
            is_over = self._is_over(period)
        if not is_over and self.is_planned:
            return Scenario.FORECAST, (Factor("the time is still to come", 0.1),)
        if not is_over and period.assumed and period.end.year <= self.about.date.year:
            is_over = True  # a year of that number may have ended: the calendar, not the day, is in doubt
        if self.last_marked is not None and period.months == YEAR and (period.fiscal_year or 0) > self.last_marked:
            return (Scenario.FORECAST if self.is_planned else None), ()  # "FY2026" behind "FY2024A, FY2025 budget"
        return (Scenario.ACTUAL, ()) if is_over else (None, ())

    def _is_told_by_month(self, period: Period) -> bool:
        """Whether the document names the month that it reports, which then tells what has happened."""
        return bool(self.about.reported.month) and period.end.closing_month is not None

    def _is_over(self, period: Period) -> bool:
        """Whether a period ends with the month that is reported, or before it."""
        month, reported = period.end.closing_month, self.about.reported
        return month is not None and (month.year, month.month) <= (reported.year or 0, reported.month or 0)

    def _titled(self, period: Period) -> frozenset[Scenario]:
        """The scenarios of the nearest line above that is a title and names one; not of a year before the one that the
        title names: 2024 beside it in "Latest estimate for 2025".
        """
        lines = [line for line in self.caption.split("\n") if "=" not in line]  # "FY26 = budget v4" is of one column
        titles = [line for line in lines if len(line) <= _LONGEST_TITLE and not is_prose(plain(line).text)]
        titles = [line for line in titles if not _is_of_year_before(line, period)]
        return next(filter(None, map(read_scenarios, reversed(titles))), frozenset())


def _is_of_year_before(title: str, period: Period) -> bool:
    """Whether a whole year is an earlier one than the only year that a title names."""
    timing = read_timing(title)
    named = timing.year if timing is not None and timing.month is None else None
    is_year = period.months == YEAR and period.fiscal_year is not None
    return is_year and named is not None and (period.fiscal_year or named) < named


def clock(table: Table, caption: str, page_label: str, heads: Sequence[Heading], about: Profile) -> Clock:
    """Read what holds for the whole table once."""
    timings = [head.timing for head in heads if head.timing is not None]
    months, told = bare_months(timings), of_periods(caption)
    years = frozenset(timing.year for timing in timings if timing.year)
    titles = [line for line in told if not is_prose(plain(line).text)]
    if common_timing("\n".join(told)).year is None and titles and names_time(titles[-1]):
        told = titles = titles[-1:]  # "2025 – $000", right below "2024 is restated."
    stretches = {timing.months for timing in timings if timing.months}
    return Clock(
        about, caption, page_label, common_timing("\n".join(told)), common_timing("\n".join(titles)),
        spacing(timings, about.calendar), years, max(months) if len({month.month for month in months}) == 1 else None,
        frozenset(stretches), lengths("\n".join(told)), table.column_paths,
        _between(table), _paired(table), _bare(table), row_spacing=spacing(_of_rows(table), about.calendar),
        is_planned=_is_planned(heads, titles, page_label, about),
        is_contradicted=_are_outside(months, titles, about.calendar) or _are_of_year_before(months, titles, about),
        closings=closings("\n".join(told)), last_marked=_last_marked(heads),
    )  # fmt: skip


def _of_rows(table: Table) -> list[Timing]:
    """The times that rows are called by."""
    labels = [path[-1] for path in table.row_paths.values() if path and names_only_time(path[-1])]
    return [timing for label in labels if (timing := read_timing(label)) is not None]


def _last_marked(heads: Sequence[Heading]) -> int | None:
    """The last year over which headings set a scenario; None where none of them is marked as actual."""
    years = [(head.timing.year, head.scenarios) for head in heads if head.timing and not head.timing.month]
    marked = {(year, scenario) for year, scenarios in years if year is not None for scenario in scenarios}
    return max(marked)[0] if any(scenario is Scenario.ACTUAL for _, scenario in marked) else None


def _is_measure_of_plan(label: str) -> bool:
    """Whether a label is a measure with one scenario beside it: "EBITDA budget", not "Expected credit losses"."""
    known = default_lexicon()
    is_measure = bool(known.named(label_form(bare_title(label)))) and not known.named(label_form(label))
    return is_measure and len(read_scenarios(label)) == 1


def _is_planned(heads: Sequence[Heading], titles: Sequence[str], page_label: str, about: Profile) -> bool:
    """Whether anything by which a table is called speaks of a plan: then its figures of a time to come are expected."""
    said = [*(head.scenarios for head in heads), *map(read_scenarios, (*titles, page_label))]
    return about.is_plan or any(one - {Scenario.ACTUAL} for one in said)


def _paired(table: Table) -> frozenset[str]:
    """The names that rows bear beside different scenarios: "Revenue – actual" and "Revenue – budget"."""
    found: dict[str, set[frozenset[Scenario]]] = {}
    for path in table.row_paths.values():
        said = read_scenarios(path[-1]) if path else frozenset[Scenario]()
        if len(said) == 1 or said == _RAN_ON:
            found.setdefault(bare_title(path[-1]), set()).add(said)
    return frozenset(name for name, scenarios in found.items() if name and len(scenarios) > 1)


def _bare(table: Table) -> frozenset[str]:
    """What rows are called without a scenario, those that say they are of the year before aside."""
    labels = (path[-1] for path in table.row_paths.values() if path)
    return frozenset(bare_title(label) for label in labels if not names_year_before(label))


def _are_outside(months: Sequence[Month], titles: Sequence[str], calendar: Calendar) -> bool:
    """Whether no month of a table lies in the fiscal year that its title names: "Same months of FY2025" over April
    2025, where that year ended in March. Which of both is meant is not certain.
    """
    named = [[mention.timing for mention in scan_times(plain(title).text)] for title in titles]
    of_titles = [{one.year for one in said if one.year and one.months == YEAR and not one.month} for said in named]
    years = next((years for years in reversed(of_titles) if years), set())  # the nearest to the table
    places = {calendar.place(month).year for month in months}
    return calendar.stated and bool(years) and bool(places) and years.isdisjoint(places)


def _are_of_year_before(months: Sequence[Month], titles: Sequence[str], about: Profile) -> bool:
    """Whether "Prior year" stands over the very months that the document reports: which are meant is not certain."""
    is_bare = any(names_year_before(title) and read_timing(without_year_before(title)) == NO_TIME for title in titles)
    reported = (about.reported.year, about.reported.month)
    return bool(months) and is_bare and (max(months).year, max(months).month) == reported


def of_periods(caption: str) -> list[str]:
    """The lines that may tell what period figures are of: not when something was written, or when the year ends."""
    lines = [without_mix(_YEAR_ENDS.sub(" ", line)) for line in caption.split("\n")]
    titled = [_is_title(line) for line in lines]
    return [
        line
        for n, line in enumerate(lines)
        if titled[n] or (n and titled[n - 1] and names_only_time(line)) or not is_made_on(line)
    ]


def _is_title(line: str) -> bool:
    """Whether a line is the title of a statement, and what follows it only the statement's date."""
    words = plain(line).text
    found = [match for form in wordlist("patterns", "findings")["titles"].values() if (match := re.search(form, words))]
    tail = words[max(match.end() for match in found) :].partition("(")[0].strip() if found else ""
    return bool(found) and not is_prose(words) and (not re.search(r"\w", tail) or names_only_time(tail))


_YEAR_ENDS = re.compile(wordlist("periods")["calendar"]["says"], re.IGNORECASE)


def _between(table: Table) -> dict[int, Timing]:
    """The time of each row that stands between two balances, as in a statement of equity."""
    found: dict[int, Timing] = {}
    opened: Timing | None = None
    waiting: list[int] = []
    for row in sorted(table.row_paths):
        label = table.row_paths[row][-1] if table.row_paths[row] else ""
        timing = read_timing(label) if _BALANCE.match(label) else None
        if timing is None or timing.month is None or timing.year is None:
            waiting.append(row)
            continue
        months = _months_between(opened, timing) if opened is not None else 0
        if 1 <= months <= 12:
            found |= {between: replace(timing, months=months, rest="") for between in waiting}
        opened, waiting = timing, []
    return found


_BALANCE = re.compile(r"(?:balances?|ingående|utgående|eget kapital|stand|equity)\b.*\d{4}", re.IGNORECASE)


def _months_between(older: Timing, newer: Timing) -> int:
    ends = [Day(t.year, t.month, t.day).closing_month for t in (older, newer) if t.year]
    return ends[1].since(ends[0]) if len(ends) == 2 and ends[0] and ends[1] else 0


def _scenarios(parts: Iterable[str]) -> frozenset[Scenario]:
    return frozenset().union(*(read_scenarios(part) for part in parts))


def _begun(period: Period, made: date) -> bool:
    """Whether the period was over when the document was made."""
    month = period.end.closing_month
    if month is None:
        return period.end.year <= made.year
    return date(month.year, month.month, 28) <= made + _GRACE
