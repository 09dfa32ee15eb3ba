"""The months that a document means by the numbers of its accounting periods, by what its pages say: "P05 FY25"."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from sleuth.evidence.source import Source, Table
from sleuth.language.calendar import YEAR, Month
from sleuth.language.numbered import (
    counts_thirteen,
    dated_number,
    ends_of_periods,
    find_numbers,
    in_months,
    years_of_weeks,
)
from sleuth.language.timing import names_year_before, read_timing, without_year_before

_COVER_LINES = 6
_FRONT = 3_000  # characters of a page
_FEWEST_DATED = 2  # headings with a number and a date


@dataclass(frozen=True, slots=True)
class Numbering:
    """A fiscal year of the document, and its last month."""

    year: int
    closes: Month

    @property
    def opening_month(self) -> int:
        """The month, 1 to 12, with which the fiscal year begins."""
        return self.closes.plus(1).month

    def month(self, number: int, year: int) -> Month:
        """The month that a period of a fiscal year is."""
        return self.closes.plus(YEAR * (year - self.year) + number - YEAR)


def numbering(source: Source) -> Numbering | None:
    """How a document counts its periods; None where it does not show that it does, or shows two ways, or thirteen.

    It shows that it does by the number and the month of its cover, or by two headings with a number and a date; its
    years are known by "FY25 is the 52 weeks to 27 September 2025", or by "Period 05 FY25" over the day that ends it.
    """
    found = _told_in(tuple(page.text for page in source.pages))
    if not found:
        return None
    dated = set(_dated(source))
    if len(dated) < _FEWEST_DATED and _of_cover(_cover(source)) is None:
        return None
    first = found[0]
    agree = all(first.month(YEAR, other.year) == other.closes for other in found)
    fit = all((month.month - number + 1 - first.opening_month) % YEAR == 0 for number, month in dated)
    return first if agree and fit else None


@lru_cache(maxsize=256)
def _told_in(texts: tuple[str, ...]) -> tuple[Numbering, ...]:
    """The fiscal years that the texts of a document's pages tell; none where it counts thirteen periods."""
    if any(map(counts_thirteen, texts)):
        return ()
    lines = (line for text in texts for line in text[:_FRONT].split("\n"))
    told = [Numbering(year, month) for line in lines for year, month in years_of_weeks(line)]
    of_cover = _of_cover(texts[0].split("\n")[:_COVER_LINES]) if texts else None
    return (*told, *([of_cover] if of_cover is not None else []))


def _cover(source: Source) -> list[str]:
    return (source.pages[0].text if source.pages else "").split("\n")[:_COVER_LINES]


def _of_cover(lines: Sequence[str]) -> Numbering | None:
    """The year that the cover's number, its year and the day on which the period ended tell together."""
    numbers = {(one.number, one.year) for line in lines for one in find_numbers(line) if one.year is not None}
    ends = {month for line in lines for month in ends_of_periods(line)}
    dated = {told[1] for line in lines if (told := dated_number(line)) is not None}
    months = ends | dated
    if len(numbers) != 1 or len(months) != 1:
        return None
    number, year = numbers.pop()
    return Numbering(year, months.pop().plus(YEAR - number)) if year is not None else None


def _dated(source: Source) -> Iterator[tuple[int, Month]]:
    for page in source.pages:
        for table in page.tables:
            for path in table.column_paths.values():
                if (told := dated_number(" ".join(path))) is not None:
                    yield told


@dataclass(frozen=True, slots=True)
class Placed:
    """The numbers of one table: how the document counts, and the fiscal year of those beside which none stands."""

    counted: Numbering | None = None
    year: int | None = None

    def table(self, table: Table) -> Table:
        """The table with months for the numbers over its columns, and for rows that are called by a number alone."""
        if self.counted is None:
            return table
        columns = {column: tuple(self._path(path)) for column, path in table.column_paths.items()}
        rows = {row: (*path[:-1], self._label(path[-1])) if path else path for row, path in table.row_paths.items()}
        caption = "\n".join(self.lines(table.caption.split("\n")))
        return replace(table, column_paths=columns, row_paths=rows, caption=caption)

    def lines(self, lines: Iterable[str]) -> tuple[str, ...]:
        """Lines with months for their numbers."""
        return tuple(self._line(line, self.year) for line in lines)

    def _path(self, path: Sequence[str]) -> Iterator[str]:
        years = {timing.year for part in path if (timing := read_timing(part)) is not None and timing.year}
        year = next(iter(years)) if len(years) == 1 and not any(map(dated_number, path)) else self.year
        return (self._line(part, year) for part in path)

    def _label(self, label: str) -> str:
        numbers = find_numbers(label.strip())
        is_alone = len(numbers) == 1 and numbers[0].end - numbers[0].start == len(label.strip())
        return self._line(label, self.year) if is_alone else label

    def _line(self, line: str, of_all: int | None) -> str:
        counted = self.counted
        if counted is None:
            return line

        def month_of(number: int, beside: int | None) -> Month | None:
            year = beside if beside is not None else of_all
            return counted.month(number, year) if year is not None else None

        return in_months(line, month_of)


def placed(source: Source, table: Table, over: Sequence[str]) -> Placed:
    """What the numbers of a table mean; `over`: the lines above it, the nearest first, whose year is that of the
    numbers, else the year of the cover's. Below "Prior year" alone it is the year before.
    """
    paths = (*table.column_paths.values(), *table.row_paths.values())
    has_numbers = any(map(find_numbers, over)) or any(find_numbers(part) for path in paths for part in path)
    counted = numbering(source) if has_numbers else None
    if counted is None:
        return Placed()
    year = next((year for line in (*over, *_cover(source)) if (year := _fiscal_year(line)) is not None), None)
    is_before = any(names_year_before(line) and _names_no_year(line) for line in over[:1])
    return Placed(counted, year - is_before if year is not None else None)


def _fiscal_year(line: str) -> int | None:
    numbers = find_numbers(line)
    timing = read_timing(line)
    if len(numbers) == 1 and numbers[0].year is not None:
        return numbers[0].year
    return (
        timing.year if timing is not None and timing.months == YEAR and not (timing.month or timing.rolling) else None
    )


def _names_no_year(line: str) -> bool:
    timing = read_timing(without_year_before(line))
    return timing is None or timing.year is None
