"""Numbers of accounting periods in headings and titles."""

import pytest

from sleuth.language.calendar import Calendar, Month
from sleuth.language.numbered import in_months

CALENDAR = Calendar(9, stated=True)


def month_of(number: int, year: int | None) -> Month:
    return CALENDAR.month(year or 2025, number)


@pytest.mark.parametrize(
    ("heading", "said"),
    [
        ("P05 Actual", "Feb 2025 Actual"),
        ("PERIOD 05 (4 weeks)", "Feb 2025"),
        ("FY24 P12", "Sep 2024"),
        ("P01 26-Oct-24", "Oct 2024"),
        ("Capital expenditure YTD P05", "Capital expenditure YTD Feb 2025"),
        ("YEAR TO DATE (21 weeks)", "YEAR TO DATE"),
    ],
)
def test_the_number_of_a_period_is_its_month(heading: str, said: str) -> None:
    assert in_months(heading, month_of) == said


@pytest.mark.parametrize("heading", ["Plant P2", "Car park P1", "p. 5", "10p", "P01-P05", "P05 26-Oct-24"])
def test_a_number_of_something_else_stays(heading: str) -> None:
    assert in_months(heading, month_of) == heading
