"""How internal documents head their columns."""

from collections.abc import Sequence
from dataclasses import dataclass

from dataroom.blocks import Column
from dataroom.company import Company
from dataroom.fiscal import instant, long_date, month_name
from dataroom.lines import Shown
from dataroom.phrasing import unit_caption
from dataroom.truth import Period

_NUMBERS = {3: "Three", 6: "Six", 9: "Nine"}
_SUFFIX = {"actual": "A", "budget": "B", "forecast": "F", "estimate": "E"}


@dataclass(frozen=True, slots=True)
class Headers:
    """One document's habit; `flavour` chooses it."""

    company: Company
    flavour: int

    @classmethod
    def of(cls, company: Company, topic: str) -> "Headers":
        return cls(company, company.random(f"headers/{topic}").randrange(60))

    def year(self, number: int, scenario: str = "actual") -> Shown:
        """A fiscal year. With more than one scenario about, the suffix or word says which."""
        suffix, word = _SUFFIX[scenario], scenario.capitalize()
        header = (
            (f"FY{number}{suffix}",),
            (f"{number}{suffix}",),
            (f"FY{number % 100} {word}",),
            (word, f"FY{number}"),
        )[self.flavour % 4]
        return Shown(Column(header), self.company.calendar.year(number), scenario)

    def quarter(self, year: int, number: int) -> Shown:
        plain = self.company.calendar.close == 12
        header = (
            f"Q{number} FY{year}",
            f"Q{number}-{year % 100}" if plain else f"Q{number} FY{year % 100}",
            f"Q{number} {year}" if plain else f"Q{number} FY{year}",
        )[self.flavour % 3]
        return Shown(Column((header,)), self.company.calendar.quarter(year, number))

    def to_date(self, year: int, scenario: str = "actual") -> Shown:
        """The year so far."""
        elapsed = self.company.calendar.elapsed
        period = self.company.calendar.to_date(year, elapsed)
        header = (
            f"YTD {month_name(period.end)[:3]}-{period.end.year % 100}",
            f"{elapsed}M FY{year}",
            f"{_NUMBERS[elapsed]} months ended {long_date(period.end)}",
        )[self.flavour % 3]
        return Shown(Column((header,)), period, scenario)

    def trailing(self) -> Shown:
        """The last twelve booked months."""
        end = self.company.calendar.booked
        label = f"LTM {month_name(end)[:3]}-{end.year % 100}"
        return Shown(Column((label,)), Period(end, 12, label))

    def instant(self, period: Period) -> Shown:
        end = period.end
        header = (long_date(end), f"{end.day} {month_name(end)[:3]} {end.year}", f"{end:%d/%m/%Y}")[self.flavour % 3]
        return Shown(Column((header,)), instant(end))

    def caption(self, scale: str) -> str:
        """The unit, and when the fiscal year ends where that is not December."""
        unit = unit_caption(self.company.currency, scale, self.flavour)
        close = self.company.calendar
        if close.close == 12:
            return unit
        end = close.year(close.last).end
        return f"{unit}; fiscal year ends {end.day} {month_name(end)}"


def columns(shown: Sequence[Shown]) -> tuple[Column, ...]:
    return tuple(one.column for one in shown)
