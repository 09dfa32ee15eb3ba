"""Countries by their names, adjectives and codes."""

import pytest

from sleuth.language.countries import country_of, is_place
from sleuth.language.metrics import is_complement


@pytest.mark.parametrize("text", ["Norway", "norwegian", "Norwegians", "Norge", "norska", "NO", "NOR"])
def test_a_country_is_known_by_each_of_its_words(text: str) -> None:
    assert country_of(text) == "NO"


@pytest.mark.parametrize("text", ["no", "in", "is", "us", "it", "Bergen", "", "Norwegian fish"])
def test_small_words_and_other_texts_name_no_country(text: str) -> None:
    assert country_of(text) == ""


@pytest.mark.parametrize(
    ("text", "is_named"),
    [
        ("Northern Europe", True),
        ("Region South", True),
        ("Central", True),
        ("North and West", True),
        ("Rest of Asia", True),
        ("Central costs", False),
        ("Western Tools", False),
        ("Central kitchen", False),
    ],
)
def test_a_direction_is_a_place_alone_or_beside_others_only(text: str, is_named: bool) -> None:
    assert is_place(text) is is_named


@pytest.mark.parametrize("text", ["International", "Rest of Europe", "Non-US", "Foreign countries", "Outside Norway"])
def test_what_lies_outside_of_a_place_is_none_itself(text: str) -> None:
    assert is_complement(text)


@pytest.mark.parametrize("text", ["Europe", "North America", "International Paper Products", "Norway"])
def test_a_place_or_a_name_is_no_complement(text: str) -> None:
    assert not is_complement(text)


@pytest.mark.parametrize("text", ["England", "Scotland", "Northern England", "South Wales", "Bavaria"])
def test_a_part_of_a_country_is_a_place(text: str) -> None:
    assert is_place(text)
