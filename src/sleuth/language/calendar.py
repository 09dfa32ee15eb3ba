"""A company's fiscal calendar: the month its year ends in, and how its years are numbered."""

from dataclasses import dataclass
from typing import NamedTuple

YEAR = 12  # months
_NAMES = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class Month(NamedTuple):
    """A calendar month; `month` counts from 1."""

    year: int
    month: int

    @property
    def name(self) -> str:
        """For people: "Jan 2025"."""
        return f"{_NAMES[self.month - 1]} {self.year}"

    def plus(self, months: int) -> "Month":
        """The month so many later (or, below zero, earlier)."""
        years, month = divmod(self.month - 1 + months, 12)
        return Month(self.year + years, month + 1)

    def since(self, other: "Month") -> int:
        """How many months this lies after the other."""
        return 12 * (self.year - other.year) + self.month - other.month


class Place(NamedTuple):
    """Where a month stands in the fiscal calendar."""

    year: int  # the fiscal year it lies in
    months: int  # how many months of that year have passed at its end, 1 to 12


@dataclass(frozen=True, slots=True)
class Calendar:
    """Fiscal years end with `ends_in` and bear the number of the calendar year they end in, plus `offset`."""

    ends_in: int = 12
    offset: int = 0  # -1 where a year that ends in January 2024 is called fiscal 2023
    stated: bool = False  # learned from a document, or else the calendar year is assumed

    def place(self, month: Month) -> Place:
        """The fiscal year of a month, and how far into it the month's end is."""
        passed = (month.month - self.ends_in - 1) % 12 + 1
        ending = month.year if month.month <= self.ends_in else month.year + 1
        return Place(ending + self.offset, passed)

    def month(self, fiscal_year: int, passed: int = 12) -> Month:
        """The month at whose end so many months of the fiscal year have passed."""
        return Month(fiscal_year - self.offset, self.ends_in).plus(passed - 12)


ASSUMED = Calendar()
