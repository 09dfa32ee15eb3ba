"""Headers of PDF tables that stand close, or wider than their column."""

import pytest

from sleuth.ingest.readers.tables.numbers import is_value, is_year


@pytest.mark.parametrize("text", ["30.09.2022", "1.1.2024"])
def test_a_date_is_no_value(text: str) -> None:
    assert not is_value(text)


@pytest.mark.parametrize("text", ["2.910", "1.234.567", "30.09"])
def test_numbers_with_points_are_values(text: str) -> None:
    assert is_value(text)


@pytest.mark.parametrize("text", ["2023*", "2023 (1)", "FY2024"])
def test_a_year_with_a_mark_is_a_year(text: str) -> None:
    assert is_year(text)
