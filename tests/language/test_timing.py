"""Times as headings and questions name them."""

import pytest

from sleuth.language.timing import lengths, read_timing


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
