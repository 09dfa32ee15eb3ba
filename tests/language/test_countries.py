"""Countries by their names, adjectives and codes."""

import pytest

from sleuth.language.countries import country_of


@pytest.mark.parametrize("text", ["Norway", "norwegian", "Norwegians", "Norge", "norska", "NO", "NOR"])
def test_a_country_is_known_by_each_of_its_words(text: str) -> None:
    assert country_of(text) == "NO"


@pytest.mark.parametrize("text", ["no", "in", "is", "us", "it", "Bergen", "", "Norwegian fish"])
def test_small_words_and_other_texts_name_no_country(text: str) -> None:
    assert country_of(text) == ""
