"""The days that a cell or a phrase names, as precise as it is written."""

from datetime import date

import pytest

from sleuth.language.days import Days, is_day_first, read_days


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2026-04-30", date(2026, 4, 30), date(2026, 4, 30)),
        ("30 April 2026", date(2026, 4, 30), date(2026, 4, 30)),
        ("30.4.2026", date(2026, 4, 30), date(2026, 4, 30)),
        ("20260430", date(2026, 4, 30), date(2026, 4, 30)),
        ("2026-04-30 00:00:00", date(2026, 4, 30), date(2026, 4, 30)),
        ("15 januari 2027", date(2027, 1, 15), date(2027, 1, 15)),
        ("31-Dec-26", date(2026, 12, 31), date(2026, 12, 31)),
        ("Dec-26", date(2026, 12, 1), date(2026, 12, 31)),
        ("February 2028", date(2028, 2, 1), date(2028, 2, 29)),
        ("2026-04", date(2026, 4, 1), date(2026, 4, 30)),
        ("Q2 2026", date(2026, 4, 1), date(2026, 6, 30)),
        ("2026", date(2026, 1, 1), date(2026, 12, 31)),
    ],
)
def test_a_cell_names_the_days_that_it_is_precise_to(text: str, first: date, last: date) -> None:
    assert read_days(text) == Days(first, last)


@pytest.mark.parametrize(
    "text", ["until further notice", "30 April", "2026-13-01", "FY26", "12 months", "1 Jan 2025 - 31 Dec 2026", ""]
)
def test_what_is_no_day_of_the_calendar_or_more_than_one_is_not_read(text: str) -> None:
    assert read_days(text) is None


def test_a_day_and_month_that_may_change_places_are_read_by_the_others_of_their_column() -> None:
    assert read_days("03/04/2026") is None
    assert read_days("03/04/2026", day_first=is_day_first(["03/04/2026", "31/12/2026"])) == Days(
        *[date(2026, 4, 3)] * 2
    )
    assert read_days("03/04/2026", day_first=is_day_first(["03/04/2026", "12/31/2026"])) == Days(
        *[date(2026, 3, 4)] * 2
    )
    assert is_day_first(["31/12/2026", "12/31/2026"]) is None
