"""The rows of tables that quotes lie in, and what each of their cells counts and is of."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache, lru_cache

from sleuth.evidence.cells.place import Place, counts_things, headings_over, place_of, scaling_lines
from sleuth.evidence.lexicon import currency_units, lexicon
from sleuth.evidence.moments import is_of_another_time
from sleuth.evidence.quote import Match
from sleuth.evidence.source import Page, Source, Span, Table
from sleuth.evidence.values import Quantity
from sleuth.language.calendar import YEAR
from sleuth.language.quantity import Printed, read_cell
from sleuth.language.scale import read_scaling
from sleuth.language.scenario import Scenario, read_scenarios
from sleuth.language.times import find_times
from sleuth.language.timing import Timing, lengths, read_timing

_BELOW = 300  # characters behind a table that may say in what it counts
_MOST_ROWS = 40
_LEAST_AMOUNT = 100  # smaller numbers of a row may be that of a note
_SHORTEST_NAME = 3  # characters of a cell that a line of a table is told by
_LONGEST_TITLE = 80  # characters of a line
_SHORT_YEARS = re.compile(r"(?<![\d/.])(\d\d)/(\d\d)(?![\d/.])")  # "24/25"
_SHORT_DATE = re.compile(r"(?<![\d.])([0-3]\d)\.([01]\d)\.(\d\d)(?![\d.])")  # "31.10.25"


@dataclass(frozen=True, slots=True)
class Said:
    """A cell that holds words or a date."""

    column: int
    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """A quoted row of a table."""

    page: Page
    table: Table
    number: int
    cells: tuple[Place, ...]  # those that hold a number
    words: tuple[Said, ...]  # the others, right of the row's label
    text: str  # all cells, as printed

    @property
    def headings(self) -> tuple[str, ...]:
        """What all columns of the table are called, and the sections that the row stands in."""
        columns = (part for path in self.table.column_paths.values() for part in path)
        own = (part for place in self.cells for part in (*place.headings, *place.labels))
        return (*columns, *own, *self.table.row_paths.get(self.number, ()), *(one.heading for one in self.words))

    @property
    def titles(self) -> list[str]:
        """The lines around the table that may name it."""
        place = self.cells[0] if self.cells else None
        lines = [*around(place), *place.corner] if place is not None else self.table.caption.split("\n")
        return titles_of(self.page, lines)

    def told(self) -> str:
        """The row for a reader who does not see its table: its labels, each cell under its heading, what is around."""
        if not self.cells and not self.words:
            return self.text
        labels = self.cells[0].labels if self.cells else self.table.row_paths.get(self.number, ())
        label = ", ".join(dict.fromkeys(" ".join(part.split()) for part in labels if part.strip()))
        named = [(place.column, " ".join(place.headings), place.text) for place in self.cells]
        named += [(one.column, one.heading, one.text) for one in self.words]
        cells = [f"{' '.join(heading.split())} = {' '.join(text.split())}" for _, heading, text in sorted(named)]
        about = " / ".join(dict.fromkeys(around(self.cells[0]) if self.cells else ()))
        return f"{about}. {label or self.text}: {'; '.join(cells)}. As printed: {self.text}"


def titles_of(page: Page, lines: Iterable[str]) -> list[str]:
    """The short lines that are no rows of a table: a sentence above one may speak of anybody."""
    rows = {page.line_of(cell) for table in page.tables for cell in table.cells()}
    short = [line for line in lines if len(line) <= _LONGEST_TITLE and not line.endswith(".")]
    return [line for line in short if not any(cell in line for cell in rows if len(cell) > _SHORTEST_NAME)]


def _is_reference(place: Place) -> bool:
    """Whether a cell only gives the number of a note."""
    return any(heading.strip().casefold() in lexicon("words")["reference"] for heading in place.headings)


def is_heading(row: Row) -> bool:
    """Whether a row only names the columns of its table."""
    return not row.cells and row.number not in row.table.row_paths


def is_time(text: str) -> bool:
    """Whether a cell holds a date or a period, and nothing else."""
    found = times_in(text.strip())
    return len(found) == 1 and found[0][:2] == (0, len(text.strip()))


def rows_of(source: Source, match: Match) -> list[Row]:
    """The rows of tables that located words lie in; none where other text lies among them, or where they are many."""
    found: list[Row] = []
    for span in match.spans:
        page = source.page_of(span)
        here = [row for table in page.tables for row in _touched(source, page, table, span)]
        if not here:
            return []
        found += here
    return found


def _touched(source: Source, page: Page, table: Table, span: Span) -> Iterator[Row]:
    numbers = sorted({cell.row for cell in table.cells() if cell.start < span.end and cell.end > span.start})
    for number in numbers if len(numbers) <= _MOST_ROWS else ():
        cells = sorted((cell for cell in table.cells() if cell.row == number), key=lambda cell: cell.column)
        places = [place_of(source, Span(page.number, cell.start, cell.end)) for cell in cells]
        first = table.first_column  # names the rows, or numbers them
        held = tuple(
            place
            for place in places
            if place is not None
            and place.row == number
            and place.column > first
            and read_cell(place.text)
            and not _is_reference(place)
        )
        columns = {place.column for place in held}
        words = [
            Said(
                cell.column, " ".join(headings_over(page, table, number, cell.column)), page.text[cell.start : cell.end]
            )
            for cell in cells
            if cell.column not in (first, *columns)
        ]
        text = " | ".join(page.line_of(cell) for cell in cells)
        yield Row(page, table, number, held, tuple(words), text)


def around(place: Place) -> list[str]:
    """The lines that say what a table is of and in what it counts: over it, its caption, and right below it."""
    lines = [*place.lines, *place.corner, *place.table.caption.split("\n"), *_below(place)]
    return [" ".join(line.split()) for line in lines if line.strip()]


def _below(place: Place) -> list[str]:
    end = max(cell.end for cell in place.table.cells())
    return place.page.text[end : end + _BELOW].strip().split("\n")[:2]


def holds(place: Place, quantity: Quantity, *, is_less: bool = False) -> bool:
    """Whether a cell states a number of a sentence: in its scale and unit, or rounded to the digits that it has.

    `is_less`: the sentence takes the number away, and a cell may say so by its sign.
    """
    printed = read_cell(place.text, signs=place.signs)
    is_negative = quantity.value < 0 and not quantity.text.startswith("(")  # "9,315 (7,120)": what it was before
    if printed is None or (is_negative and printed.value >= 0):
        return False
    if printed.value < 0 and not is_negative and not is_less and not _is_cost(place):
        return False
    value = abs(quantity.value)
    if printed.unit == "percent" and quantity.unit in currency_units():
        return False
    if quantity.unit == "percent":
        return _is_share(place, printed) and is_near(abs(printed.value), quantity)
    if quantity.unit in _counted_units():
        return _says_unit(place, quantity.unit) and is_near(abs(printed.value), quantity)
    if quantity.unit in ("", "times") and not quantity.scale:
        return is_near(abs(printed.value), quantity) if value == abs(printed.value) or quantity.unit else False
    return any(
        is_near(abs(printed.value).scaleb(scale), quantity)
        for scale, currency in _counted(place, printed)
        if _fits(quantity, currency, place)
    )


def _is_cost(place: Place) -> bool:
    """Whether a row is called a cost, and prints all its numbers in brackets or with a minus, as costs are told."""
    words = {word.strip("(),:") for label in place.labels for word in label.casefold().split()}
    numbers = [printed for text in place.row_texts(place.row) if (printed := read_cell(text)) is not None]
    larger = [one for one in numbers if abs(one.value) >= _LEAST_AMOUNT]
    return bool(words & set(lexicon("words")["cost"])) and all(one.value < 0 for one in larger)


def in_full(place: Place) -> tuple[Decimal, str]:
    """What a cell counts, with its sign, and its unit; "" where nothing tells it."""
    printed = read_cell(place.text, signs=place.signs)
    assert printed is not None
    if _is_share(place, printed):
        return printed.value, "percent"
    scale, currency = next(_counted(place, printed), (0, ""))
    return printed.value.scaleb(scale), currency


def is_near(value: Decimal, quantity: Quantity) -> bool:
    """Whether a value is that of a number of a sentence, as far as its digits go; signs are not looked at."""
    return abs(value - abs(quantity.value)) <= quantity.step / 2


def _is_share(place: Place, printed: Printed) -> bool:
    texts = (place.text, *place.headings, *place.labels)
    return printed.unit == "percent" or any("%" in text or "per cent" in text.casefold() for text in texts)


def _counted(place: Place, printed: Printed) -> Iterator[tuple[int, str]]:
    """In what a cell may count: by its own words, its column's, else by what is said around the table."""
    if printed.scale is not None or printed.currency:
        yield printed.scale or 0, printed.currency or ""
        return
    for texts in ((place.unit,), place.headings, (*scaling_lines(place), *_below(place))):
        stated = [scaling for text in texts if (scaling := read_scaling(text, place.signs)).money is not None]
        if stated:
            yield from ((scaling.money or 0, scaling.currency or "") for scaling in stated[:2])
            return
    of_column, of_table = (
        [currency for text in texts if (currency := read_scaling(text, place.signs).currency)]
        for texts in (place.headings, place.corner)
    )
    yield from ((0, currency) for currency in of_column or of_table or [""])


def _printed_currency(place: Place) -> str:
    """The one currency that cells of the table print: filers print "$" in the first and the last row alone."""
    printed = (read_cell(text, signs=place.signs) for text in place.body_texts)
    named = {one.currency for one in printed if one is not None and one.currency}
    return named.pop() if len(named) == 1 else ""


@cache
def _counted_units() -> frozenset[str]:
    """The units of things that are counted one by one: "employee", "item"."""
    units = lexicon("units")
    return frozenset(units["unit"].values()) - {*currency_units(), "percent", "points", "times"}


def _says_unit(place: Place, unit: str) -> bool:
    """Whether a cell counts things, or its row, its column or the table's title names what a number counts."""
    printed = read_cell(place.text, signs=place.signs)
    bare = printed is not None and next(_counted(place, printed), (0, "")) == (0, "")
    titles = titles_of(place.page, around(place)) if bare else ()
    names = " ".join((*place.labels, *place.headings, *place.corner, *titles)).casefold()
    own = (word for word, counted in lexicon("units")["unit"].items() if counted == unit)
    return counts_things(place) or any(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", names) for word in own)


def _fits(quantity: Quantity, currency: str, place: Place) -> bool:
    """Whether a number's currency is the cell's; where the table leaves it open, a cell of the row may name it."""
    if not quantity.unit or quantity.unit == currency:
        return True
    row = {" ".join(text.split()) for text in place.row_texts(place.row)}
    return not currency and (quantity.unit in row or quantity.unit == _printed_currency(place))


@lru_cache(maxsize=4096)
def times_in(text: str) -> tuple[tuple[int, int, Timing], ...]:
    """The times that a text names with their offsets, years of two digits read as years."""
    found: list[tuple[int, int, Timing]] = []
    rest = text
    for pattern, written in ((_SHORT_DATE, _dated), (_SHORT_YEARS, _in_full_years)):
        for match in pattern.finditer(rest):
            times = find_times(written(match))
            found += [(match.start(), match.end(), one.timing) for one in times if one.timing]
            if times:
                rest = rest[: match.start()] + " " * len(match[0]) + rest[match.end() :]
    found += [(one.start, one.end, one.timing) for one in find_times(rest) if one.timing]
    return tuple(sorted(found, key=lambda one: one[0]))


def _dated(found: re.Match[str]) -> str:
    return f"20{found[3]}-{found[2]}-{found[1]}"


def _in_full_years(found: re.Match[str]) -> str:
    """ "24/25" is a fiscal year; "30/60" is not."""
    return f"20{found[0]}" if (int(found[1]) + 1) % 100 == int(found[2]) else found[0]


def own_times(place: Place) -> list[Timing]:
    """The times that a cell's row and column name; a year that a month stands under is not the cell's own.

    A quarter is one of the year that it stands under.
    """
    whole = read_timing(" ".join(place.headings))  # "Nine months ended", "September 30", "2023" are one time
    if whole is not None and whole.year is not None:
        return [whole]
    by_text = [[time for _, _, time in times_in(text)] for text in (*place.labels, *place.headings)]
    nearest = by_text[-1] if place.headings and any(time.year for time in by_text[-1]) else []
    found = nearest or [time for times in by_text for time in times]  # "YTD 2024" beside "YTD 2025" and under it
    parts = [time for time in found if time.month or time.quarter or time.half]
    years = {time.year for time in found if time.year and time not in parts}
    if len(years) == 1 and not any(time.year or time.month for time in parts):
        (year,) = years
        parts = [replace(time, year=year) for time in parts]
    return parts or found


def is_of_other_length(asked: Timing, place: Place) -> bool:
    """Whether a cell is of more or fewer months than a time: of nine where it is a quarter, of three where a year."""
    own = lengths(" ".join(place.headings)) or {length for time in own_times(place) if (length := _length(time))}
    return bool(own) and _length(asked, bare=YEAR) not in (0, *own)


def _length(time: Timing, *, bare: int = 0) -> int:
    """The months of a time, 0 where it does not say; a `bare` year has those given."""
    part = 3 if time.quarter else 6 if time.half else 0
    is_bare = time.year is not None and not (time.month or time.day or time.to_date or time.rolling)
    return time.months or part or (bare if is_bare else 0)


def scenarios_of(place: Place) -> frozenset[Scenario]:
    """What a cell's row and column say it is instead of a figure that happened: a budget, a forecast."""
    named = (read_scenarios(text) for text in (*place.labels, *place.headings))
    return frozenset(scenario for found in named for scenario in found if scenario is not Scenario.ACTUAL)


def year_of(place: Place) -> int:
    """The year that a cell is of; 0 where its row and its column name none."""
    return max((time.year or 0 for time in own_times(place)), default=0)


def has_rivals(place: Place) -> bool:
    """Whether other columns of the row are of other times."""
    own = own_times(place)
    columns = {cell.column for cell in place.table.cells() if cell.row == place.row} - {place.column}
    paths = {headings_over(place.page, place.table, place.row, column) for column in columns} - {place.headings}
    return any(is_of_another_time(own, [time for text in path for _, _, time in times_in(text)]) for path in paths)


def page_times(place: Place) -> list[Timing]:
    """The times that the lines around a table, its headings and its labels name."""
    paths = (*place.table.column_paths.values(), *place.table.row_paths.values())
    texts = (*around(place), *(part for path in paths for part in path))
    return [time for text in texts for _, _, time in times_in(text)]


def says_year(asked: Timing, times: Iterable[Timing]) -> bool:
    """Whether one of some times has the year of another, or leaves it out."""
    return any(one.year is None or asked.year is None or one.year == asked.year for one in times)


def names_of_rows(rows: Sequence[Row]) -> list[str]:
    """What the rows of the quoted tables are called: their labels, and each name of a list that only one row has."""
    tables = {id(row.table): row.table for row in rows}.values()
    found: list[str] = []
    for table in tables:
        parts = [part for path in table.row_paths.values() for part in dict.fromkeys(path)]
        single = [part for part in parts if parts.count(part) == 1]
        found += [*(" ".join(path) for path in table.row_paths.values()), *single]
    return found
