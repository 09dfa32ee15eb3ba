"""Times as headings and questions name them."""

import pytest

from sleuth.language.calendar import Calendar
from sleuth.language.timing import as_duration, lengths, read_timing


@pytest.mark.parametrize(
    ("text", "year", "month", "months"),
    [
        ("FY25 (May 2024 – Apr 2025)", 2025, 4, 12),
        ("May 2024 – Apr 2025", 2025, 4, 12),
        ("May 2023 to June 2024", 2024, 6, 14),
        ("Jan – Mar 2024", 2024, 3, 3),
        ("the year to April 2025", 2025, 4, 12),
        ("the quarter to January 2025", 2025, 1, 3),
    ],
)
def test_a_stretch_has_the_length_between_its_ends(text: str, year: int, month: int, months: int) -> None:
    timing = read_timing(text)
    assert timing is not None
    assert (timing.year, timing.month, timing.months) == (year, month, months)


def test_years_to_come_are_no_stretch() -> None:
    timing = read_timing("in years to come")
    assert timing is not None
    assert timing.months is None


def test_lengths_that_are_told_together_are_each_told() -> None:
    assert lengths("for the three and nine months ended June 30, 2024") == {3, 9}


@pytest.mark.parametrize("text", ["CY2024", "CY24", "calendar 2024", "calendar year 2024", "kalenderåret 2024"])
def test_a_calendar_year_is_no_fiscal_year(text: str) -> None:
    timing = read_timing(text)
    assert timing is not None
    for calendar in (Calendar(), Calendar(4, stated=True)):
        period = as_duration(timing, calendar)
        assert period is not None
        assert (period.key, period.fiscal_year) == ("12m 2024-12", None)


def test_a_calendar_year_is_the_fiscal_year_of_a_company_that_closes_in_december() -> None:
    timing = read_timing("CY2024")
    assert timing is not None
    period = as_duration(timing, Calendar(12, stated=True))
    assert period is not None
    assert period.name == "FY2024"
