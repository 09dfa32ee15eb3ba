"""The fiscal calendar of a company: its years, quarters and months, and how documents name them."""

from dataclasses import dataclass
from datetime import date, timedelta

from dataroom.truth import Period

_MONTHS = {
    "en": "January February March April May June July August September October November December",
    "sv": "januari februari mars april maj juni juli augusti september oktober november december",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
}


def month_end(year: int, month: int) -> date:
    """The last day of a month; months beyond 1 to 12 run into the years beside."""
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    return date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)


def months_before(end: date, months: int) -> date:
    """The end of the month that lies so many months before."""
    return month_end(end.year, end.month - months)


def month_name(day: date, language: str = "en") -> str:
    return _MONTHS[language].split()[day.month - 1]


def long_date(day: date, language: str = "en") -> str:
    """The day in words, such as 31 December 2024."""
    dot = "." if language == "de" else ""
    return f"{day.day}{dot} {month_name(day, language)} {day.year}"


@dataclass(frozen=True, slots=True)
class Calendar:
    """Fiscal years end in month `close`; `last` is the last closed one; of the current, `elapsed` months are booked."""

    close: int
    last: int
    elapsed: int

    def year(self, number: int) -> Period:
        return Period(month_end(number, self.close), 12, f"FY{number}")

    def quarter(self, year: int, number: int) -> Period:
        return Period(month_end(year, self.close - 12 + 3 * number), 3, f"Q{number} FY{year}")

    def month(self, year: int, number: int) -> Period:
        """The n-th month of the fiscal year, 1 to 12."""
        end = month_end(year, self.close - 12 + number)
        return Period(end, 1, f"{month_name(end)[:3]} {end.year}")

    def to_date(self, year: int, months: int) -> Period:
        """The first months of a fiscal year."""
        return Period(month_end(year, self.close - 12 + months), months, f"{months}M FY{year}")

    @property
    def current(self) -> int:
        return self.last + 1

    @property
    def booked(self) -> date:
        """The end of the last booked month."""
        return self.to_date(self.current, self.elapsed).end


def instant(day: date) -> Period:
    return Period(day, 0, long_date(day))
