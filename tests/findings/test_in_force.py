"""From when until when a value holds that is set anew from time to time."""

from datetime import date

import pytest

from sleuth.findings.text.in_force import Stretch, is_from, stretch_from, stretch_in, stretch_of


@pytest.mark.parametrize(
    ("sentence", "since"),
    [
        ("The rent with effect from 11 November 2021 is £318,500 a year.", date(2021, 11, 11)),
        ("RESOLVED to raise her salary to £252,000 from 1 April 2025; other terms unchanged.", date(2025, 4, 1)),
        ("The fixed salary of Ms Holm is raised to EUR 325,000 as of 1 January 2025.", date(2025, 1, 1)),
        ("The base salary is set at NOK 2,890,000 from 1 January 2025.", date(2025, 1, 1)),
        ("Hyran är från och med 1 april 2025 2 400 000 kr.", date(2025, 4, 1)),
    ],
)
def test_a_sentence_tells_from_when_its_value_holds(sentence: str, since: date) -> None:
    assert stretch_of(sentence) == Stretch(since, None)


@pytest.mark.parametrize(
    "sentence",
    [
        "Basic salary: £215,000 a year, reviewed on 1 July each year.",
        "The letter of 3 May 2024 mentions a rent of £10,000.",
        "The rent is £10,000 from 1 May 2023 and £12,000 from 1 May 2024.",
    ],
)
def test_a_day_on_which_nothing_begins_or_two_of_them_tell_none(sentence: str) -> None:
    assert stretch_of(sentence) is None


@pytest.mark.parametrize(
    ("cells", "day_first", "stretch"),
    [
        (["7-9", "10/1/2023-9/30/2026", "$1,348,740"], False, Stretch(date(2023, 10, 1), date(2026, 9, 30))),
        (["1 April 2024 to 31 March 2025", "£90,000"], None, Stretch(date(2024, 4, 1), date(2025, 3, 31))),
        (["2024-01-01", "2024-12-31", "90,000"], None, Stretch(date(2024, 1, 1), date(2024, 12, 31))),
        (["Ida Berg", "2024-01-01", "90,000"], None, None),
    ],
)
def test_a_row_names_its_days_in_one_cell_or_in_two(
    cells: list[str], day_first: bool | None, stretch: Stretch | None
) -> None:
    assert stretch_in(cells, day_first=day_first) == stretch


def test_a_value_that_holds_from_a_day_holds_until_the_next_of_its_column() -> None:
    column = ["1 May 2021", "1 May 2024 *", "1 May 2025 (notified 3 March 2025)"]

    assert stretch_from(column[1], column, day_first=None) == Stretch(date(2024, 5, 1), date(2025, 4, 30))
    assert stretch_from(column[2], column, day_first=None) == Stretch(date(2025, 5, 1), None)


def test_beside_a_day_that_is_not_read_no_value_is_sure_to_hold() -> None:
    column = ["1 May 2021", "as agreed later"]

    assert stretch_from(column[0], column, day_first=None) is None


@pytest.mark.parametrize(
    ("heading", "tells"), [("From", True), ("Effective from", True), ("To", False), ("Transferred from Orvik", False)]
)
def test_a_heading_tells_from_when_values_hold(heading: str, tells: bool) -> None:
    assert is_from(heading) is tells
