"""Numbers that sentences and rows print, read where they stand, so that they can be reckoned with."""

from decimal import Decimal

import pytest

from sleuth.answering.cells import printed_number
from sleuth.evidence.source import Page, Span


def read(text: str, number: str) -> tuple[str, str, int] | None:
    """The value, unit and scale of the number that starts with some digits in a sentence."""
    page = Page(1, text, "p.1")
    found = printed_number(page, [Span(1, 0, len(text))], text.index(number))
    return (str(found.value), found.unit, found.scale) if found else None


@pytest.mark.parametrize(
    ("text", "number", "quantity"),
    [
        ("The fee was $86 million.", "86", ("86", "USD", 6)),
        ("The fee was $37.8 million and rose.", "37.8", ("37.8", "USD", 6)),
        ("The cost fell to 88,412 (97,318).", "97,318", ("97318", "", 0)),
        ("The cost fell to SEK 88.4 million (97.3).", "97.3", ("97.3", "SEK", 6)),
        ("The cost fell to SEK 88.4 million (97.3 million).", "97.3", ("97.3", "SEK", 6)),
        ("The result was $(460) million.", "460", ("-460", "USD", 6)),
        ("The share was 14.2 per cent.", "14.2", ("14.2", "percent", 0)),
    ],
)
def test_a_number_is_read_with_its_unit_and_scale(text: str, number: str, quantity: tuple[str, str, int]) -> None:
    found = read(text, number)

    assert found is not None
    assert (Decimal(found[0]), *found[1:]) == (Decimal(quantity[0]), *quantity[1:])


@pytest.mark.parametrize("number", ["6 million", "fee"])
def test_what_is_no_whole_number_is_none(number: str) -> None:
    assert read("The fee was $86 million.", number) is None


def test_a_number_outside_the_cited_words_is_none() -> None:
    page = Page(1, "The fee was 86. The rent was 12.", "p.1")

    assert printed_number(page, [Span(1, 0, 15)], page.text.index("12")) is None
