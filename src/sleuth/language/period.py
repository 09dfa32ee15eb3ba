"""When a fact holds: a day, or a stretch of months that ends on one, each as precise as it was stated."""

from dataclasses import dataclass, field

from sleuth.language.calendar import ASSUMED, YEAR, Calendar, Month

_WEEK = 7  # days: a year of 52 weeks that ends on 1 January is that of December
_FULL_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_LENGTHS = {1: "month", 3: "three months", 6: "six months", 9: "nine months", 12: "year"}


@dataclass(frozen=True, slots=True)
class Day:
    """A date with the precision it was given: "December 2024" has no day, and is not the first of December."""

    year: int
    month: int | None = None
    day: int | None = None

    def __str__(self) -> str:
        parts = (f"{self.year:04}", *(f"{part:02}" for part in (self.month, self.day) if part is not None))
        return "-".join(parts)

    @property
    def written(self) -> str:
        """As a person writes it, as precise as it is: "June 30, 2023", "June 2023", "2023"."""
        if self.month is None:
            return str(self.year)
        name = _FULL_MONTHS[self.month - 1]
        return f"{name} {self.year}" if self.day is None else f"{name} {self.day}, {self.year}"

    @property
    def closing_month(self) -> Month | None:
        """The month that ends with this day: the first week of a month closes the month before."""
        if self.month is None:
            return None
        month = Month(self.year, self.month)
        return month.plus(-1) if self.day is not None and self.day <= _WEEK else month

    def may_be(self, other: "Day") -> bool:
        """Whether the two may be one date, compared as far as both are precise."""
        if self.year == other.year and None in (self.month, other.month):
            return True
        if None in (self.day, other.day):
            return self.closing_month == other.closing_month or (self.year, self.month) == (other.year, other.month)
        return self == other


@dataclass(frozen=True, slots=True)
class Period:
    """An instant (`months` is None), or the `months` that end with `end`."""

    end: Day
    months: int | None = None
    fiscal_year: int | None = None  # where the period is a year, or a part of one that begins or ends a quarter
    fiscal_quarter: int | None = None  # the quarter at whose end a quarter, a half or an instant ends
    assumed: bool = field(default=False, compare=False)  # it is named by a fiscal year that no document places
    label: str = field(default="", compare=False)  # as printed

    @property
    def is_instant(self) -> bool:
        return self.months is None

    @property
    def key(self) -> str:
        """One text for equal periods: "2023-10-29", "3m 2023-10", "12m 2023"."""
        if self.months is None:
            return str(self.end)
        month = self.end.closing_month
        return f"{self.months}m {Day(*month) if month else self.end.year}"

    @property
    def name(self) -> str:
        """For people: "Q3 2024", "FY2023", "H1 2024", "9M Oct 2023", "LTM Jun 2024", "CY2024", "2023-10-29"."""
        if self.months is None:
            return str(self.end)
        month = self.end.closing_month
        said = month.name if month else str(self.end.year)
        if self.months == 1:
            return said
        if self.fiscal_year is None:
            is_calendar_year = self.months == YEAR and month is not None and month.month == YEAR
            if is_calendar_year:
                return f"CY{self.end.year}"
            return f"LTM {said}" if self.months == YEAR else f"{self.months}M {said}"
        return self._fiscal_name(month, said)

    @property
    def described(self) -> str:
        """In full: "June 30, 2023", "three months ended June 30, 2023"; with the fiscal name where that says more."""
        if self.assumed and self.fiscal_year is not None:  # no document says when its fiscal year ends
            return self.name if self.months else self._assumed_end()
        if self.months is None or self.months == 1:
            return self.end.written
        length = _LENGTHS.get(self.months, f"{self.months} months")
        full = f"{length} ended {self.end.written}" if self.end.month else self.name
        named_by_calendar = self.fiscal_year is None or self.name == full or "FY" not in self.name
        if self.months == 12 and self.end.month == 12:
            named_by_calendar = self.end.year == self.fiscal_year
        return full if named_by_calendar else f"{self.name} ({full})"

    def _assumed_end(self) -> str:
        quarter = f"Q{self.fiscal_quarter} " if self.fiscal_quarter not in (None, 4) else ""
        return f"the end of {quarter}{self.fiscal_year}"

    def _fiscal_name(self, month: Month | None, said: str) -> str:
        calendar_year = month is None or (month.year == self.fiscal_year and month.month % 3 == 0)
        year = f"{'' if calendar_year else 'FY'}{self.fiscal_year}"
        if self.months == 12:
            return f"FY{self.fiscal_year}"
        if self.months == 3 and self.fiscal_quarter:
            return f"Q{self.fiscal_quarter} {year}"
        if self.months == 6 and self.fiscal_quarter:
            return f"H{self.fiscal_quarter // 2} {year}"
        return f"{self.months}M {said}"


def same_period(a: Period, b: Period) -> bool:
    """Whether two periods are one, compared as far as both are precise.

    Where one document does not tell its fiscal calendar, "Q3 FY2024" means the quarter that the other calls so.
    """
    if a.months != b.months:
        return False
    if (a.assumed or b.assumed) and a.fiscal_year is not None and b.fiscal_year is not None:
        return (a.fiscal_year, a.fiscal_quarter) == (b.fiscal_year, b.fiscal_quarter) and (
            a.months in (None, 3, 6, 12) or _same_end(a, b)
        )
    return _same_end(a, b)


def _same_end(a: Period, b: Period) -> bool:
    if a.months is None:
        return a.end.may_be(b.end)
    if a.end.month is None or b.end.month is None:
        return a.end.year == b.end.year
    return a.end.closing_month == b.end.closing_month


def period_ending(end: Day, months: int | None, calendar: Calendar = ASSUMED, label: str = "") -> Period:
    """The period of so many months (None: the instant) that ends with a day, placed in the fiscal calendar.

    Where no calendar is stated, a day alone tells no fiscal year: it may lie in any quarter of it.
    """
    month = end.closing_month
    if month is None:
        return Period(end, months, end.year if months == 12 else None, None, not calendar.stated, label)
    if not calendar.stated and months is None:
        return Period(end, months, None, None, False, label)
    year, passed = calendar.place(month)
    quarter = passed // 3 if passed % 3 == 0 and months in (None, 3, 6) else None
    whole = months is None or passed == months or (months in (3, 6) and passed % months == 0)
    return Period(end, months, year if whole else None, quarter, False, label)


def fiscal_period(year: int, months: int | None, passed: int, calendar: Calendar = ASSUMED, label: str = "") -> Period:
    """The period of so many months at whose end `passed` months of the fiscal year have gone: Q3 is (3, 9)."""
    end = Day(*calendar.month(year, passed))
    quarter = passed // 3 if passed % 3 == 0 and months in (None, 3, 6) else None
    return Period(end, months, year, quarter, not calendar.stated, label)


def placed(period: Period, calendar: Calendar) -> Period:
    """A period of a document that tells no calendar, placed in one that is known: by its fiscal year, or by its end."""
    month = period.end.closing_month
    if month is None or not calendar.stated:
        return period
    if not period.assumed:
        return period_ending(period.end, period.months, calendar, period.label)
    if period.fiscal_year is None:
        return period
    passed = ASSUMED.place(month).months
    return fiscal_period(period.fiscal_year, period.months, passed, calendar, period.label)
