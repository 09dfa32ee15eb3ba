"""A typed question about the rows of a table: which rows, what is to be done with them, and which columns tell it."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

from sleuth.language.tokens import tokens


class RowOperation(StrEnum):
    """What is to be done with the rows that meet all conditions."""

    LIST = "list"
    COUNT = "count"
    SUM = "sum"
    AVERAGE = "average"
    LARGEST = "largest"  # the rows with the highest values of a column, or its latest days
    SMALLEST = "smallest"
    SHARE = "share"  # their part in the sum over all rows, in percent
    VALUE = "value"  # what each of them says in a column


@dataclass(frozen=True, slots=True)
class OneOf:
    """A column says one of these values, or none of them where `is_not`."""

    column: str  # its heading as printed
    values: tuple[str, ...]  # as printed in the table
    is_not: bool = False

    @property
    def is_one(self) -> bool:
        """Whether it says that a cell is one value."""
        return not self.is_not and len(self.values) == 1

    def is_said_by(self, said: Collection[str]) -> bool:
        """Whether some words, in small letters, hold all those of its first value."""
        return all(word.text.casefold() in said for word in tokens(self.values[0]))

    def __str__(self) -> str:
        return f"{self.column} {'is not' if self.is_not else 'is'} {' or '.join(self.values)}".strip()


@dataclass(frozen=True, slots=True)
class Dated:
    """A column's day lies from `first` to `last`, both inclusive; None: without a limit on that side."""

    column: str
    first: date | None
    last: date | None
    said: str  # in the question's words: "on or before 30 April 2026"

    def __str__(self) -> str:
        return f"{self.column} {self.said}"


@dataclass(frozen=True, slots=True)
class Ranged:
    """A column's amount is at least `low` and at most `high`; above or below them where `is_strict`."""

    column: str
    low: Decimal | None  # in the units of `unit`, all digits: 10000000 for "SEK 10 million"
    high: Decimal | None
    unit: str  # ISO 4217, "percent", or "" for plain numbers
    is_strict: bool
    said: str  # "over SEK 10 million"

    def __str__(self) -> str:
        return f"{self.column} {self.said}"


Condition = OneOf | Dated | Ranged


class DerivedForm(StrEnum):
    """How two columns of a row make one figure."""

    GROWTH = "growth"  # the one less the other, in percent of the other
    PERCENT = "percent"  # the one in percent of the other
    RATIO = "ratio"  # the one for each of the other


@dataclass(frozen=True, slots=True)
class Derived:
    """A column that no table prints: each row's figure in one column over that in another."""

    heading: str  # what it is called
    top: str  # the headings as printed
    bottom: str
    form: DerivedForm

    def of(self, top: Decimal, bottom: Decimal) -> str:
        """The figure of a row as it is shown: "74.9%", "12.50"; "" where there is nothing to divide by."""
        if bottom <= 0:
            return ""
        if self.form is DerivedForm.RATIO:
            return f"{top / bottom:.2f}"
        above = top - bottom if self.form is DerivedForm.GROWTH else top
        return f"{100 * above / bottom:.1f}%"


@dataclass(frozen=True, slots=True)
class TableQuery:
    """A question about the rows of a table, understood in the light of that table.

    Columns are named by their headings as printed, so that a follow-up may replace one condition and keep the rest
    ("and the Danish ones?" replaces the values of the column that holds countries).
    """

    text: str  # the question
    language: str  # ISO 639-1
    rows: str  # what a row is, in the question's word: "customers"; "" where it names none
    operation: RowOperation
    conditions: tuple[Condition, ...] = ()
    columns: tuple[str, ...] = ()  # what is asked of the rows; the first is what they are ranked by or computed over
    count: int = 1  # of a ranking, or the share or sum of its first rows: how many rows; 0 for all others
    place: int = 1  # of a ranking: from which place on, 1 for the first
    beside: tuple[str, ...] = ()  # columns that are told beside what is asked for
    distinct: str = ""  # the column whose different values are listed or counted, not the rows
    derived: tuple[Derived, ...] = ()  # columns that are computed from others
    group: str = ""  # the column whose equal values make one thing, of which all rows are counted or summed up

    @property
    def is_ranked(self) -> bool:
        """Whether only the first or the last rows of an order are meant."""
        if self.operation is RowOperation.SUM:
            return self.count > 1  # "the five largest together"
        is_share = self.operation is RowOperation.SHARE
        return self.operation in (RowOperation.LARGEST, RowOperation.SMALLEST) or (is_share and self.count > 0)

    @property
    def names_rows(self) -> bool:
        """Whether it says which rows are meant, or what a row is: "the limit" is a column, and says neither."""
        return bool(self.rows or self.conditions) or self.is_ranked

    @property
    def names_all(self) -> bool:
        """Whether cells are asked for of rows that are meant by values which the question says in full: a row without
        a name is not that of "Ana Reis".
        """
        said = {word.text.casefold() for word in tokens(self.text, self.language)}
        values = [one for one in self.conditions if isinstance(one, OneOf) and one.is_one]
        are_full = all(one.is_said_by(said) for one in values)
        is_by_values = bool(values) and len(values) == len(self.conditions)
        return self.operation is RowOperation.VALUE and is_by_values and are_full

    @property
    def is_per_row(self) -> bool:
        """Whether each row counts as one thing, so that none that stands for several can be among them."""
        return self.is_ranked or self.operation is RowOperation.COUNT

    def __str__(self) -> str:
        return " · ".join(self._parts())

    def _parts(self) -> Iterator[str]:
        yield self.rows or "rows"
        yield from map(str, self.conditions)
        if self.columns:
            yield ", ".join(self.columns)
        if self.distinct:
            yield f"different {self.distinct}"
        if self.group:
            yield f"by {self.group}"
        yield self.operation.value if self.place == 1 else f"{self.operation.value}, place {self.place}"
