"""Where a full stop ends a sentence."""

import pytest

from sleuth.language.sentences import ends_sentence


@pytest.mark.parametrize(
    "text",
    [
        "Sales rose.| The margin fell.",
        "Growth was 3.2.| The margin fell.",
        "It was sold to Alpha Inc.| The price was paid.",
        "Avtalet löper på ett år i.| Det förlängs.",
        "as set out in Schedule C.| 7.2 The cap is 5%.",
    ],
)
def test_a_full_stop_ends_a_sentence(text: str) -> None:
    stop = text.index("|") - 1
    assert ends_sentence(text.replace("|", ""), stop)


@pytest.mark.parametrize(
    "text",
    [
        "Sold to Alpha Inc.| and others",
        "signed by J.| Smith",
        "signed by Bo E.H.| Tall",
        "assisted by jur.kand.| Eva-Lena Öst",
        "see Art.| 4 of the agreement",
        "am 31.| Dezember 2023",
        "4.2.| Renewal",
        "t.ex.| Alfa AB",
    ],
)
def test_a_full_stop_of_an_abbreviation_an_initial_or_an_item_ends_none(text: str) -> None:
    stop = text.index("|") - 1
    assert not ends_sentence(text.replace("|", ""), stop)
