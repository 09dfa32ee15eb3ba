"""Reads a table as a list: one record a row, with its sections, apart from totals and from rows of a label alone."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, lru_cache

from sleuth.evidence.source import Page, Table
from sleuth.findings.records.columns import Column, Kind, are_periods, column_of, is_empty
from sleuth.findings.tables.headings import Heading, read_headings
from sleuth.findings.tables.layout import lines_above
from sleuth.language.concepts import kinds_of_rows, text_stems, told_by
from sleuth.language.dates import read_dates
from sleuth.language.days import days_of
from sleuth.language.glyphs import plain, plain_label
from sleuth.language.quantity import read_cell
from sleuth.language.scale import NOTHING, Scaling, read_scaling
from sleuth.language.wordlist import wordlist

SECTION = -1  # the column of the sections that rows stand under
_FEWEST = 2  # columns and rows of a list
_NEARLY_ALL, _DISTINCT = 0.9, 0.5  # the part of the rows that a column tells apart, so that it may name them
_MOST_KEYS = 3  # columns that tell rows apart together
_CODE = re.compile(r"[A-Z]{0,4}[-/ ]?\d[\d/-]*")
_FORMS_OF_CODES = 0.25  # the forms that the codes of a column have at most, by its rows
_OF_A_FORM = 0.4  # the part of the names that are headings of columns


@dataclass(frozen=True, slots=True)
class Field:
    """A cell: characters `start` (inclusive) to `end` (exclusive) of its page."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Record:
    """A row that is a thing of the list's kind."""

    row: int  # in the table's grid
    fields: Mapping[int, Field]  # by column
    section: str = ""  # what it stands under: "Norway"

    def text(self, column: int) -> str:
        """What it says in a column; "" where it says nothing."""
        if column == SECTION:
            return self.section
        cell = self.fields.get(column)
        return "" if cell is None or is_empty(cell.text) else cell.text


@dataclass(frozen=True, slots=True)
class Records:
    """A table as a list. `place` is the table's number on its page, from 0."""

    page: Page
    place: int
    columns: tuple[Column, ...]
    rows: tuple[Record, ...]
    totals: tuple[Record, ...]
    naming: int  # the column that names the rows; two may bear one name
    titles: tuple[str, ...] = ()  # what stands over the table, and the page's label
    is_cut: bool = False  # it goes on, or began, on another page
    keys: tuple[int, ...] = ()  # further columns that tell the rows apart, where their names alone do not

    def column(self, heading: str) -> Column:
        """The column of a heading."""
        return next(column for column in self.columns if column.heading == heading)

    @property
    def rest(self) -> frozenset[int]:
        """The rows that stand for several things: "Other customers (141)"."""
        return frozenset(row.row for row in self.rows if is_rest(row.text(self.naming)))

    @property
    def named_by(self) -> Column:
        """The column that names the rows."""
        return next(column for column in self.columns if column.index == self.naming)

    def named_with(self, code: int) -> "Records":
        """The list with its rows named by another column, and what named them beside."""
        return replace(self, naming=code, keys=(self.naming, *self.keys))

    @property
    def as_of(self) -> date | None:
        """The day of which the list is, as its own titles say: "status 31 January 2026"; None where they say none."""
        stated = [days_of(found) for title in self.titles for found in read_dates(plain(title).text)]
        days = {one.first for one in stated if one is not None and one.first == one.last}
        return days.pop() if len(days) == 1 else None

    @property
    def by_time(self) -> Column | None:
        """The column of days or periods that tells the rows apart: "Month", "Quarter"; None where there is none."""
        for index in (self.naming, *self.keys):
            column = next(one for one in self.columns if one.index == index)
            if column.kind is Kind.DAYS or are_periods(list(distinct(self.rows, index))):
                return column
        return None

    @property
    def repeats_names(self) -> bool:
        """Whether two rows bear one name: orders of one customer."""
        names = [row.text(self.naming) for row in self.rows]
        return len(set(names)) < len(names)

    @property
    def coded_by(self) -> Column | None:
        """The column of codes that tells all rows apart, where another one names them: "Order", of "SO-1001"."""
        return next(
            (
                column
                for column in self.columns
                if column.index not in (self.naming, SECTION)
                and column.kind is Kind.TEXT
                and _holds_codes(column, self.rows)
                and _distinct_part(column, self.rows) == 1
            ),
            None,
        )


def _of_it(title: str) -> str:
    """What stands over a list, without the sentences on what it leaves out: "Norway is in a separate list"."""
    lacks = re.compile(wordlist("records")["titles"]["lacks"], re.IGNORECASE)
    return " ".join(one for one in re.split(r"(?<=[.;])\s+", title) if not lacks.search(one))


def read_records(page: Page, place: int, language: str) -> Records | None:
    """The table of a page as a list; None where it is none: without headings, or with times alone over its columns."""
    table = page.tables[place]
    headings = _headings(table)
    texts = _fields(page, table)
    first_row = min(table.row_paths, default=0)
    body = [row for row in sorted(texts) if row >= first_row]
    if len(headings) < _FEWEST or len(set(headings.values())) < len(headings):
        return None
    first = min(headings)
    rows, totals = _records(table, texts, body, headings)
    if len(rows) < _FEWEST or _is_of_times(table, [column for column in headings if column != first]):
        return None
    above = lines_above(page, table)
    caption = _caption_scaling(above)
    columns = [
        column_of(index, heading, [row.text(index) for row in rows], caption, language)
        for index, heading in headings.items()
    ]
    if any(row.section for row in rows):
        columns.append(column_of(SECTION, "Section", [row.section for row in rows], NOTHING, language))
    named = _naming(columns, rows) or _named_together(columns, rows)
    if not named or _is_form(columns, rows, named[0]):
        return None
    titles = (*(_of_it(title) for title in above), page.label)
    return Records(page, place, tuple(columns), tuple(rows), tuple(totals), named[0], titles, keys=named[1:])


def goes_on(page: Page, place: int, before: Page | None, after: Page | None) -> bool:
    """Whether a table of a page may go on on the next, or began on the one before: there stands one as wide beside it.

    Only pages that a layout has cut can part a table.
    """
    if page.words is None:
        return False
    table = page.tables[place]
    nexts = after.tables[:1] if after is not None and place == len(page.tables) - 1 else ()
    previous = before.tables[-1:] if before is not None and place == 0 else ()
    return any(_width(other) == _width(table) for other in (*nexts, *previous))


def _width(table: Table) -> int:
    return max((cell.column for cell in table.cells()), default=0)


@lru_cache(maxsize=32768)
def is_total(label: str) -> bool:
    """Whether a row's label says that it sums others up."""
    return _form("says").fullmatch(plain_label(label)) is not None


@lru_cache(maxsize=32768)
def is_rest(label: str) -> bool:
    """Whether a row's name says that it stands for all things that the list does not name."""
    return _form("rest").fullmatch(plain_label(label)) is not None


@cache
def _form(name: str) -> re.Pattern[str]:
    return re.compile(wordlist("records")["totals"][name])


def _headings(table: Table) -> dict[int, str]:
    """The columns' headings; over the first column the last line of the caption, where the reader set it there."""
    headings = {column: " ".join(path) for column, path in table.column_paths.items() if path}
    first = table.first_column
    lines = [line for line in table.caption.split("\n") if line.strip()]
    if headings and first not in headings and lines:
        headings[first] = lines[-1].strip()
    return dict(sorted(headings.items()))


def _fields(page: Page, table: Table) -> dict[int, dict[int, Field]]:
    rows: dict[int, dict[int, Field]] = defaultdict(dict)
    for cell in table.cells():
        start, end = cell.start, cell.end
        if (before := rows[cell.row].get(cell.column)) is not None:
            start, end = min(before.start, start), max(before.end, end)
        rows[cell.row][cell.column] = Field(" ".join(page.text[start:end].split()), start, end)
    return rows


def _records(
    table: Table, texts: Mapping[int, Mapping[int, Field]], body: Sequence[int], headings: Mapping[int, str]
) -> tuple[list[Record], list[Record]]:
    """The rows that are things, and those that sum them up. What has a label alone is a section or a remark."""
    rows: list[Record] = []
    totals: list[Record] = []
    for row in body:
        fields = {column: cell for column, cell in texts[row].items() if column in headings}
        if sum(not is_empty(cell.text) for cell in fields.values()) < _FEWEST:
            continue
        record = Record(row, fields, _section(table.row_paths.get(row, ()), fields))
        (totals if any(is_total(cell.text) for cell in fields.values()) else rows).append(record)
    if len(rows) > _FEWEST and _is_whole(rows[-1]):
        totals.append(rows.pop())
    last = _last_thing(rows, max((total.row for total in totals), default=0))
    return rows[:last], sorted([*totals, *rows[last:]], key=lambda record: record.row)


def _is_whole(row: Record) -> bool:
    """Whether a row is called what all those above it are together: "Group"."""
    label = row.fields[min(row.fields)].text
    return _form("whole").fullmatch(plain_label(label)) is not None


def _last_thing(rows: Sequence[Record], total: int) -> int:
    """How many of the rows are things: below them may stand a sum without the word ("Gross debt") and what follows it.

    Such a row says nothing but numbers, where the things above it say words too, and one of them is their sum. Below
    the row of the `total` it is enough that it counts in no percent where all above do: "Power, kWh per tonne".
    """
    worded: set[int] = set()  # columns in which a row above says words
    for at, row in enumerate(rows):
        is_below = at >= _FEWEST and all(_says_numbers_alone(one, worded) for one in rows[at:])
        is_behind_total = 0 < total < row.row and _is_counted_otherwise(row, rows[:at])
        if is_below and (is_behind_total or (len(worded) > _FEWEST and _sums(row, rows[:at]))):
            return at
        worded |= {column for column, cell in row.fields.items() if read_cell(cell.text) is None}
    return len(rows)


def _says_numbers_alone(row: Record, worded: Set[int]) -> bool:
    """Whether a row has a label and numbers only, in columns where none of those above has words."""
    said = [column for column, cell in row.fields.items() if column in worded and not is_empty(cell.text)]
    return len(said) == 1


def _is_counted_otherwise(row: Record, above: Sequence[Record]) -> bool:
    """Whether a row says a number that is no percentage in a column where each above it is one."""
    for column, cell in row.fields.items():
        own = read_cell(cell.text)
        units = {read.unit for other in above if (read := read_cell(other.text(column))) is not None}
        if own is not None and units == {"percent"} and own.unit != "percent":
            return True
    return False


def _sums(row: Record, above: Sequence[Record]) -> bool:
    for column, cell in row.fields.items():
        total = read_cell(cell.text)
        parts = [read.value for other in above if (read := read_cell(other.text(column))) is not None]
        if total is not None and len(parts) >= _FEWEST and total.value and sum(parts) == total.value:
            return True
    return False


def _section(path: tuple[str, ...], fields: Mapping[int, Field]) -> str:
    """The innermost part of a row's path that none of its own cells says."""
    own = {cell.text for cell in fields.values()}
    outer = [part for part in path if " ".join(part.split()) not in own]
    return outer[-1] if outer else ""


def _is_of_times(table: Table, columns: Sequence[int]) -> bool:
    """Whether all columns are times or scenarios, but for those that refer to notes: it is accounts, and no list."""
    headings = [read_headings(table.column_paths[column]) for column in columns if column in table.column_paths]
    held = [heading for heading in headings if not heading.is_aside]
    return bool(held) and all(not heading.names and _tells_time(heading) for heading in held)


def _tells_time(heading: Heading) -> bool:
    return heading.timing is None or heading.timing.is_time or bool(heading.scenarios)


def _caption_scaling(lines: Sequence[str]) -> Scaling:
    """What the lines over a table say of its amounts: the nearest that says a scale or a currency."""
    scaling = NOTHING
    for line in reversed(lines):
        read = read_scaling(line)
        if read.money is not None:
            scaling = scaling.over(read)
    return scaling


def _naming(columns: Sequence[Column], rows: Sequence[Record]) -> tuple[int, ...]:
    """The first column of words that tells nearly all rows apart, or most; else the first of codes, numbers or days."""
    inside = [column for column in columns if column.index != SECTION]
    words = [column for column in inside if column.kind is Kind.TEXT]
    codes = [column for column in words if _holds_codes(column, rows)]
    named = [column for column in words if column not in codes]
    numbers = [column for column in inside if column.kind in (Kind.IDENTITY, Kind.COUNTRY)]
    times = [column for column in inside[:1] if column.kind is Kind.DAYS]
    for kept in (named, codes, numbers, times):
        parts = {column.index: _distinct_part(column, rows) for column in kept}
        for least in (_NEARLY_ALL, _DISTINCT):
            if found := [index for index, part in parts.items() if part >= least]:
                return (found[0],)
    return ()


def _named_together(columns: Sequence[Column], rows: Sequence[Record]) -> tuple[int, ...]:
    """The first columns, of words or days, that tell nearly all rows apart together: a quarter and a site."""
    keys = tuple(column.index for column in columns[:_MOST_KEYS] if column.kind in (Kind.TEXT, Kind.DAYS, Kind.COUNTRY))
    for count in range(2, len(keys) + 1):
        said = {tuple(row.text(column) for column in keys[:count]) for row in rows}
        if len(said) >= _NEARLY_ALL * len(rows):
            return keys[:count]
    return ()


def _holds_codes(column: Column, rows: Sequence[Record]) -> bool:
    """Whether a column numbers its rows by codes of one form: "K-1001", "S01"."""
    said = [text for row in rows if (text := row.text(column.index))]
    forms = {re.sub(r"\d", "0", text) for text in said}
    return len(forms) <= len(said) * _FORMS_OF_CODES and all(_CODE.fullmatch(text) for text in said)


def _is_form(columns: Sequence[Column], rows: Sequence[Record], naming: int) -> bool:
    """Whether two columns are a form's: at the left stand names of columns, "Tenant" and "Rent", not things."""
    if len(columns) > _FEWEST:
        return False
    names = [row.text(naming) for row in rows]
    return sum(bool(told_by(name) or kinds_of_rows(text_stems(name))) for name in names) > len(names) * _OF_A_FORM


def _distinct_part(column: Column, rows: Sequence[Record]) -> float:
    """The part of the rows that a column tells apart."""
    return len({text for row in rows if (text := row.text(column.index))}) / len(rows)


def distinct(rows: Sequence[Record], column: int) -> Iterator[str]:
    """The different values of a column, in their order."""
    yield from dict.fromkeys(text for row in rows if (text := row.text(column)))
