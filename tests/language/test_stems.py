"""Words are compared by their Snowball stems."""

import pytest

from sleuth.language.stems import stem


@pytest.mark.parametrize(
    ("one", "other", "language"),
    [
        ("terminated", "terminates", "en"),
        ("Company’s", "company", "en"),
        ("liabilities", "liability", "en"),
        ("regeringens", "regering", "sv"),
        ("avtalen", "avtal", "sv"),
    ],
)
def test_inflections_of_a_word_share_a_stem(one: str, other: str, language: str) -> None:
    assert stem(one, language) == stem(other, language)


@pytest.mark.parametrize(
    ("one", "other"),
    [("restated", "restored"), ("parts", "parties"), ("invested", "invented"), ("tested", "testified")],
)
def test_different_words_have_different_stems(one: str, other: str) -> None:
    assert stem(one) != stem(other)


def test_a_language_without_stemmer_leaves_words_whole() -> None:
    assert stem("Chứng", "vi") == "chứng"
