"""A table with the months of the company's calendar for the numbers of its accounting periods: "P05 Actual"."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sleuth.evidence.source import Table
from sleuth.findings.profile import Profile
from sleuth.language.calendar import YEAR, Calendar, Month
from sleuth.language.numbered import find_numbers, in_months
from sleuth.language.timing import names_year_before, read_timing, without_year_before


@dataclass(frozen=True, slots=True)
class Numbers:
    """What the numbers of periods in one table mean. Without a year they mean nothing, and stay."""

    calendar: Calendar
    year: int | None = None  # the fiscal year of those beside which none stands

    def of_table(self, table: Table) -> Table:
        """The table with months in the headings of its columns, and in rows that are called by a period alone."""
        if self.year is None:
            return table
        columns = {column: self._of_path(path) for column, path in table.column_paths.items()}
        rows = {row: self._of_row(path) for row, path in table.row_paths.items()}
        return replace(table, column_paths=columns, row_paths=rows)

    def of_line(self, line: str) -> str:
        """A title, or what stands over the labels, with the month for the number in it."""
        return self._in_months(line, self.year)

    def _of_path(self, path: Sequence[str]) -> tuple[str, ...]:
        """The headings of one column; the year of one of them is that of the number in another: "FY24" over "P12"."""
        years = {timing.year for part in path if (timing := read_timing(part)) is not None and not timing.month}
        named = years - {None}
        year = named.pop() if len(named) == 1 else self.year
        return tuple(self._in_months(part, year) for part in path)

    def _of_row(self, path: Sequence[str]) -> tuple[str, ...]:
        """The labels of one row; only the last may be a period, and nothing beside it."""
        numbers = find_numbers(path[-1]) if path else []
        is_alone = len(numbers) == 1 and (numbers[0].start, numbers[0].end) == (0, len(path[-1].strip()))
        return (*path[:-1], self.of_line(path[-1])) if is_alone else tuple(path)

    def _in_months(self, text: str, year_of_all: int | None) -> str:
        def month_of(number: int, beside: int | None) -> Month | None:
            year = beside if beside is not None else year_of_all
            return self.calendar.month(year, number) if year is not None else None

        return in_months(text, month_of)


def numbers_of(about: Profile, over: Sequence[str]) -> Numbers:
    """How the numbers in a table are placed; `over` are the lines above it, the nearest first.

    They lie in the year that the nearest line names, else in that of the month which the document reports; below
    "Prior year" alone in the one before. They are left unread in a document that does not count its periods.
    """
    if not about.counts_periods:
        return Numbers(about.calendar)
    is_before = any(map(_names_only_year_before, over[:1]))
    named = next(filter(None, map(_fiscal_year, over)), None) or _reported_year(about)
    return Numbers(about.calendar, named - is_before if named is not None else None)


def _names_only_year_before(line: str) -> bool:
    timing = read_timing(without_year_before(line))
    return names_year_before(line) and (timing is None or timing.year is None)


def _fiscal_year(line: str) -> int | None:
    """The year that a line names, in which the numbers below it lie: of "Period trend FY25", and of "P05 FY25"."""
    numbers = find_numbers(line)
    if len(numbers) == 1 and numbers[0].year is not None:
        return numbers[0].year
    timing = read_timing(line)
    is_year = timing is not None and timing.months == YEAR and timing.month is None and not timing.rolling
    return timing.year if timing is not None and is_year else None


def _reported_year(about: Profile) -> int | None:
    reported = about.reported
    if reported.year is None or reported.month is None:
        return None
    return about.calendar.place(Month(reported.year, reported.month)).year
