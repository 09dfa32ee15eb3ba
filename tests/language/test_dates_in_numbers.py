"""Dates written in numbers alone are read where the order of their parts cannot be mistaken."""

import pytest

from sleuth.language.dates import read_dates
from sleuth.language.timing import read_timing

READ = {
    "31.12.2025": (2025, 12, 31),
    "3.4.2026": (2026, 4, 3),  # with stops the day is always first
    "31-12-2025": (2025, 12, 31),
    "31/12/2025": (2025, 12, 31),
    "12-31-2025": (2025, 12, 31),
    "31.12.25": (2025, 12, 31),
    "30/06/25": (2025, 6, 30),
    "2025-12-31": (2025, 12, 31),
}


@pytest.mark.parametrize("written", READ)
def test_a_date_in_numbers_is_the_day_that_it_can_only_be(written: str) -> None:
    (found,) = read_dates(f"due on {written} at the latest")

    assert (found.year, found.month, found.day) == READ[written]


@pytest.mark.parametrize("written", ["31-12-2025", "31/12/2025", "31.12.2025", "31.12.25", "30/06/25"])
def test_a_heading_of_a_day_in_numbers_is_that_day(written: str) -> None:
    found = read_timing(written)

    assert found is not None
    assert (found.year, found.month, found.day) == READ[written]


@pytest.mark.parametrize("written", ["25-12-31", "clause 13.4.2025.1", "12.50.2025", "v2.10.2025", "tel 31-12-20256"])
def test_what_may_be_another_day_or_none_is_no_day(written: str) -> None:
    assert not any(one.day for one in read_dates(written))
