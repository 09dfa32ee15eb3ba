"""Words of a text: runs of letters, without marks and endings, and whether they stand in a stretch of it."""

from typing import NamedTuple

import pytest

from sleuth.language.glyphs import plain_label, plain_line
from sleuth.language.spoken import in_a_row
from sleuth.language.tokens import genitive_of, is_capitalised, letter_words, spaced, tokens, without_genitive


class Stretch(NamedTuple):
    start: int
    end: int


def test_digits_and_marks_part_words_of_letters() -> None:
    assert letter_words("FY25 EBITDA-bridge, v2") == ["FY", "EBITDA", "bridge", "v"]


def test_shorter_words_can_be_left_out() -> None:
    assert letter_words("FY25 EBITDA-bridge, v2", 3) == ["EBITDA", "bridge"]


def test_a_file_name_is_read_with_blanks_for_its_marks() -> None:
    assert spaced("Board_minutes-(final).pdf") == "Board minutes final pdf"


@pytest.mark.parametrize(("word", "bare", "ending"), [("Orvik’s", "Orvik", "’s"), ("Holdings'", "Holdings", "'")])
def test_a_name_stands_without_its_genitive(word: str, bare: str, ending: str) -> None:
    assert (without_genitive(word), genitive_of(word)) == (bare, ending)


def test_a_name_without_a_genitive_stays() -> None:
    assert (without_genitive("Mills"), genitive_of("Mills")) == ("Mills", "")


@pytest.mark.parametrize(("text", "is_name"), [("Stonebeck Partners", True), ("HMRC", True), ("Rent review", False)])
def test_names_have_capitals_throughout(text: str, is_name: bool) -> None:
    assert is_capitalised(text) is is_name


def test_a_word_stands_within_a_stretch_that_holds_its_beginning() -> None:
    rent, grew, in_, year = tokens("rent grew in 2024")
    assert [word.is_within([Stretch(10, 17)]) for word in (rent, grew, in_, year)] == [False, False, True, True]


def test_a_line_in_plain_form_has_single_blanks_and_small_letters() -> None:
    assert plain_line("  Net\n Sales –\t2024 ") == "net sales - 2024"


def test_a_label_in_plain_form_has_no_marks_around_it() -> None:
    assert plain_label("Total revenue: ") == "total revenue"


@pytest.mark.parametrize(
    ("names", "row"), [(["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c"), ([], "")]
)
def test_names_stand_in_a_row_with_a_word_before_the_last(names: list[str], row: str) -> None:
    assert in_a_row(names, "or") == row


@pytest.mark.parametrize("text", ["G&A", "g&a", "SG&A", "sg&a", "R&D", "r&d", "D&o"])
def test_letters_joined_by_an_ampersand_are_one_word_also_when_small(text: str) -> None:
    assert [word.text for word in tokens(f"{text} over budget", "en")] == [text, "over", "budget"]
