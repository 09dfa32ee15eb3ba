"""How many people work at the company, and when."""

from datetime import date
from decimal import Decimal

from dataroom.books import Books
from dataroom.company import Company
from dataroom.fiscal import instant
from dataroom.truth import Meaning


def heads(company: Company, function: str, end: date) -> int:
    """Employees of a function at a month's end: it grew by a fiftieth a year."""
    months = (company.calendar.booked.year - end.year) * 12 + company.calendar.booked.month - end.month
    return round(company.heads[function] * (1 - 0.0016 * months))


def headcount(company: Company, end: date, off: int = 0, variant: str = "") -> Meaning:
    """All employees at a month's end."""
    total = sum(heads(company, function, end) for function in company.heads) + off
    return Meaning(company.name, "headcount", instant(end), "actual", Decimal(total), "count", variant if off else "")


def heads_of(company: Company, function: str, end: date, off: int = 0, variant: str = "") -> Meaning:
    """The employees of a function at a month's end."""
    count = Decimal(heads(company, function, end) + off)
    shown = variant if off else ""
    return Meaning(company.name, "headcount", instant(end), "actual", count, "count", shown, function)


def average_headcount(company: Company, books: Books, year: int) -> Meaning:
    """The mean over a fiscal year; the subsidiary's goes with its share of the group's people."""
    period = company.calendar.year(year)
    total = sum(heads(company, function, period.end) for function in company.heads)
    share = Decimal("0.98") if books.subject == company.name else Decimal("0.16")
    average = Decimal(round(total * share))
    return Meaning(books.subject, "average_headcount", period, "actual", average, "count")
