"""Arithmetic over amounts of sources."""

from decimal import Decimal

import pytest

from sleuth.evidence.computation import Amount, NotComputableError, agree, compute, written


def amounts(**written_as: str) -> dict[str, Amount]:
    """Amounts from "12.5 $# million": the number, then how it is written."""
    pairs = {name: text.partition(" ") for name, text in written_as.items()}
    return {name: Amount(Decimal(number), unit or "#") for name, (number, _, unit) in pairs.items()}


@pytest.mark.parametrize(
    ("expression", "given", "form", "sentence"),
    [
        ("a / b", {"a": "5121.3 $# million", "b": "7491.5 $# million"}, "ratio",
         "It: 0.68 = $5,121.3 million ÷ $7,491.5 million"),
        ("(a - b) / a", {"a": "40 $# million", "b": "30 $# million"}, "percent",
         "It: 25.0% = ($40 million − $30 million) ÷ $40 million"),
        ("a - abs(b)", {"a": "3676.2 $# million", "b": "-460.8 $# million"}, "amount",
         "It: $3,215.4 million = $3,676.2 million − $460.8 million"),
        ("new - old", {"old": "24.6 #%", "new": "21.6 #%"}, "amount",
         "It: −3.0 percentage points = 21.6% − 24.6%"),
        ("365 * a / b", {"a": "10 kr# thousand", "b": "73 kr# thousand"}, "days",
         "It: 50.00 days = 365 × kr10 thousand ÷ kr73 thousand"),
        ("a - (b - c)", {"a": "9", "b": "5", "c": "3"}, "amount", "It: 7 = 9 − (5 − 3)"),
    ],
)  # fmt: skip
def test_a_figure_is_computed_exactly_and_shows_its_arithmetic(
    expression: str, given: dict[str, str], form: str, sentence: str
) -> None:
    assert written("It", form, compute(expression, amounts(**given))) == sentence


@pytest.mark.parametrize(
    ("expression", "given", "reason"),
    [
        ("a + b", {"a": "1 $# million", "b": "1 $# thousand"}, "of different units"),
        ("a - b", {"a": "1 $# million", "b": "1 €# million"}, "of different units"),
        ("a / b", {"a": "1 $# million", "b": "3 #%"}, "of different units"),
        ("a / b", {"a": "1 $# million", "b": "0 $# million"}, "divide by zero"),
        ("a / c", {"a": "1"}, "is not there"),
        ("__import__('os')", {}, "is no arithmetic"),
        ("a ** a", {"a": "2"}, "of different units"),
    ],
)
def test_what_does_not_go_together_is_not_computed(expression: str, given: dict[str, str], reason: str) -> None:
    with pytest.raises(NotComputableError, match=reason):
        compute(expression, amounts(**given))


def test_a_ratio_of_what_did_not_cancel_out_is_none() -> None:
    with pytest.raises(NotComputableError, match="is no plain number"):
        written("It", "ratio", compute("a - b", amounts(a="2 $# million", b="1 $# million")))


def test_a_currency_printed_once_a_column_holds_for_all_of_it() -> None:
    agreed = agree(amounts(first="100 $# million", other="40 # million"))
    assert {amount.unit for amount in agreed.values()} == {"$# million"}


def test_two_currencies_are_never_made_one() -> None:
    given = amounts(dollars="100 $# million", euros="40 €# million", bare="1 # million")
    assert agree(given) == given


def test_a_yearly_rate_is_a_root_of_the_whole_growth() -> None:
    grown = compute("(new / old) ** (1 / 2) - 1", amounts(new="121 $# million", old="100 $# million"))

    assert written("Revenue, CAGR", "percent", grown) == (
        "Revenue, CAGR: 10.0% = ($121 million ÷ $100 million) ^ (1 ÷ 2) − 1"
    )
