"""Parts of a year with the years that a question gives them: each its own, where it repeats the part."""

import pytest

from sleuth.language.times import find_times
from sleuth.language.times_together import in_their_year


@pytest.mark.parametrize(
    ("text", "months", "backs"),
    [
        ("the five months this year, and the same five months last year", [5, 5], [0, 12]),
        ("the six months this year and the same period last year", [6, 6], [0, 12]),
        ("nine months last year versus nine months this year", [9, 9], [12, 0]),
    ],
)
def test_each_part_of_a_year_is_of_the_year_behind_it(text: str, months: list[int], backs: list[int]) -> None:
    times = in_their_year(find_times(text), text)
    assert [time.timing and time.timing.months for time in times] == months
    assert [time.back for time in times] == backs
    assert all(time.months == 12 for time in times)


def test_a_day_of_two_digits_each_is_read_before_a_month_of_one() -> None:
    (time,) = find_times("cash at 30/6/25")
    assert time.timing is not None
    assert (time.timing.year, time.timing.month, time.timing.day) == (2025, 6, 30)
    assert not find_times("clause 5/6/25")  # day or month first is not certain
