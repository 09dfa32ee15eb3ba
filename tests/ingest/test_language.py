"""The language of a document, and its stemmer."""

import pytest

from sleuth.ingest.language import detect_language, stemmer


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The monthly rent is EUR 4,200 and the lease ends on 30 June 2031.", "en"),
        ("Hyran är 4 200 kronor per månad och avtalet löper till den 30 juni 2031.", "sv"),
        ("Die monatliche Miete beträgt 4.200 Euro, und der Vertrag endet am 30. Juni 2031.", "de"),
        ("12 450 3,1 99", "en"),
        ("", "en"),
    ],
)
def test_the_language_of_a_text(text: str, language: str) -> None:
    assert detect_language(text) == language


def test_a_language_that_postgresql_cannot_stem_is_left_unstemmed() -> None:
    assert stemmer("ja") == "simple"
