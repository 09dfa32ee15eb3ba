"""Headers of PDF tables that stand close, or wider than their column."""

import pytest

from sleuth.ingest.readers.tables.numbers import PERIOD_GLUED, begins_period, is_value, is_year


@pytest.mark.parametrize("word", ["FY24", "2024E", "Q3", "Sep-24", "9M", "LTM"])
def test_a_period_begins_with(word: str) -> None:
    assert begins_period(word)


@pytest.mark.parametrize(("word", "before"), [("FY24", "Q3"), ("2024", "9M"), ("Budget", "FY24"), ("Segment", "")])
def test_no_period_begins_with(word: str, before: str) -> None:
    assert not begins_period(word, before)


def test_headers_without_a_gap_are_parted_where_a_year_begins() -> None:
    assert PERIOD_GLUED.split("ActualFY24") == ["Actual", "FY24"]
    assert PERIOD_GLUED.split("McDonald") == ["McDonald"]


@pytest.mark.parametrize("text", ["30.09.2022", "1.1.2024"])
def test_a_date_is_no_value(text: str) -> None:
    assert not is_value(text)


@pytest.mark.parametrize("text", ["2.910", "1.234.567", "30.09"])
def test_numbers_with_points_are_values(text: str) -> None:
    assert is_value(text)


@pytest.mark.parametrize("text", ["2023*", "2023 (1)", "FY2024"])
def test_a_year_with_a_mark_is_a_year(text: str) -> None:
    assert is_year(text)
