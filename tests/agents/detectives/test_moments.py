"""Dates with the precision they are stated in; what is no date of an inquiry is refused."""

from datetime import date

import pytest

from sleuth.agents.detectives.moments import read_moments

TODAY = date(2026, 6, 1)


@pytest.mark.parametrize(
    ("text", "day", "precision"),
    [
        ("den 1 december 2024", "2024-12-01", "day"),
        ("2024-12-01", "2024-12-01", "day"),
        ("den 11/3 2020", "2020-03-11", "day"),
        ("i december 2024", "2024-12-01", "month"),
        ("hösten 2024", "2024-09-01", "season"),
        ("våren 2023", "2023-03-01", "season"),
        ("andra halvåret 2024", "2024-07-01", "season"),
        ("under år 2019", "2019-01-01", "year"),
    ],
)
def test_a_date_keeps_its_precision(text: str, day: str, precision: str) -> None:
    (moment,) = read_moments(f"Betänkandet överlämnades {text}.", TODAY)
    assert (str(moment.day), moment.precision) == (day, precision)


@pytest.mark.parametrize(
    "text",
    [
        "den 31 februari 2020",  # no such day
        "den 1 juli",  # of which year?
        "direktiv 95/46/EG av den 24 oktober 1995",  # an act's date, not the inquiry's
        "den 5 maj 2099",  # the distant future
        "år 1789",  # the distant past
    ],
)
def test_what_is_no_date_of_an_inquiry_is_refused(text: str) -> None:
    assert not read_moments(text, TODAY)


def test_a_last_day_is_told_from_a_day() -> None:
    decided, due = read_moments("Den 9 juni 2022 beslutades att uppdraget ska redovisas senast den 1 mars 2023.", TODAY)
    assert (decided.is_deadline, due.is_deadline) == (False, True)
