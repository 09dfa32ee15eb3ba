"""The other names of companies."""

import pytest

from sleuth.language.companies import other_names, own_names
from sleuth.language.tokens import stems


def test_a_short_name_stands_for_the_long_one() -> None:
    assert "j&j" in other_names(stems("JNJ"))


def test_a_name_that_says_one_word_twice_is_not_everyone_who_bears_the_word() -> None:
    assert "j&j" not in other_names(stems("Johnson Controls International plc"))


@pytest.mark.parametrize("asked", ["J.M. Smucker", "J. M. Smucker"])
def test_a_company_is_known_with_its_initials_apart_and_together(asked: str) -> None:
    known = frozenset().union(*map(stems, own_names("The J. M. Smucker Company")))
    assert stems(asked) <= known
