"""Years that a message writes with two digits."""

import pytest

from sleuth.agents.analyst.dialogue.years import with_full_years


@pytest.mark.parametrize(
    ("message", "meant"),
    [
        ("was the leasing limit kept in 24?", "was the leasing limit kept in 2024?"),
        ("vs 22?", "vs 2022?"),
        ("yearly growth 21 to 24", "yearly growth 2021 to 2024"),
        ("from 21 till 23, and why", "from 2021 till 2023, and why"),
        ("EBITDA for '25", "EBITDA for 2025"),
    ],
)
def test_two_digits_where_a_time_stands_are_a_year(message: str, meant: str) -> None:
    assert with_full_years(message) == meant


@pytest.mark.parametrize(
    "message",
    [
        "what falls due in 24 months",
        "is 22 to 24 in clause 8?",
        "net debt in june 25?",
        "how many staff have 12 to 18 months left?",
        "does the price rise to 30?",
        "in 24% of the stores",
        "H1 24 against H1 25",
    ],
)
def test_other_numbers_stay(message: str) -> None:
    assert with_full_years(message) == message
