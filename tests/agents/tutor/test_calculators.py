"""The calculators: results against published figures, arithmetic that can be followed, clear refusals."""

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.agents.tutor.calculators.registry import calculate, calculators
from sleuth.agents.tutor.calculators.style import Style, arithmetic
from sleuth.agents.tutor.calculators.working import CalculationError, Kind

ENGLISH, VIETNAMESE = Style.of("en"), Style.of("vi")

CASES: list[tuple[str, Mapping[str, Any], str, str]] = [
    ("simple_interest", {"principal": 1000, "rate": 5, "years": 2}, "interest", "100"),
    ("compound_interest", {"principal": 1000, "rate": 5, "years": 2}, "balance", "1102.50"),
    ("compound_interest", {"principal": 1000, "rate": 5, "years": 10, "per_year": 12}, "balance", "1647.01"),
    ("present_value", {"amount": 1000, "rate": 10, "years": 2}, "value", "826.45"),
    ("effective_rate", {"rate": 12, "per_year": 12}, "effective", "12.68"),
    ("doubling_time", {"rate": 6}, "estimate", "12"),
    ("inflation", {"amount": 100, "rate": 3, "years": 10}, "price", "134.39"),
    ("inflation", {"amount": 100, "rate": 3, "years": 10}, "power", "74.41"),
    ("real_return", {"nominal": 5, "inflation": 3}, "real", "1.94"),
    ("growth_rate", {"start": 1000, "end": 2000, "years": 10}, "growth", "7.18"),
    ("fund_fee", {"principal": 10000, "rate": 6, "fee": 1, "years": 30}, "cost", "14215.49"),
    ("savings_plan", {"deposit": 100, "rate": 5, "years": 10}, "balance", "15528.23"),
    ("savings_plan", {"deposit": 100, "rate": 0, "years": 10}, "balance", "12000"),
    ("savings_goal", {"goal": 12000, "rate": 0, "years": 2}, "deposit", "500"),
    ("emergency_fund", {"expenses": 2000, "months": 6}, "fund", "12000"),
    ("emergency_fund", {"expenses": 2000, "months": 6, "saved": 15000}, "gap", "0"),
    ("budget_split", {"income": 3000}, "for_needs", "1500"),
    ("budget_split", {"income": 3000}, "for_savings", "600"),
    ("cash_flow", {"income": 3000, "expenses": [1200, 400, 900]}, "surplus", "500"),
    ("net_worth", {"assets": [250000, 12000], "debts": [180000, 7000]}, "net_worth", "75000"),
    ("insurance", {"loss": 5000, "deductible": 500, "share": 20}, "you_pay", "1400"),
    ("insurance", {"loss": 300, "deductible": 500}, "you_pay", "300"),
    ("income_tax", {"income": 50000, "limits": [10000, 40000], "rates": [0, 20, 40]}, "tax", "10000"),
    ("income_tax", {"income": 50000, "limits": [10000, 40000], "rates": [0, 20, 40]}, "average", "20"),
    ("loan", {"principal": 200000, "rate": 6, "years": 30}, "payment", "1199.10"),
    ("loan", {"principal": 12000, "rate": 0, "years": 1}, "payment", "1000"),
    ("apr", {"principal": 10000, "fee": 0, "rate": 8, "years": 3}, "apr", "8"),
    ("apr", {"principal": 10000, "fee": 300, "rate": 8, "years": 3}, "apr", "10.08"),
    ("card_payoff", {"balance": 3000, "rate": 20, "payment": 100}, "months", "42"),
    ("bond_yield", {"face": 1000, "coupon": 5, "price": 950, "years": 10}, "to_maturity", "5.67"),
    ("bond_yield", {"face": 1000, "coupon": 5, "price": 950, "years": 10}, "current", "5.26"),
    ("bond_yield", {"face": 1000, "coupon": 5, "price": 1000, "years": 7}, "to_maturity", "5"),
    ("bond_price", {"face": 1000, "coupon": 5, "rate": 6, "years": 10}, "price", "926.40"),
    ("average_cost", {"amount": 300, "prices": [30, 20, 25]}, "average", "24.32"),
    ("portfolio_return", {"weights": [60, 40], "returns": [7, 3]}, "expected", "5.4"),
    ("capm", {"risk_free": 3, "beta": "1.2", "market": 8}, "expected", "9"),
    ("dividend_value", {"dividend": 2, "growth": 5, "required": 12}, "value", "30"),
    ("capital_gain", {"cost": 1000, "proceeds": 1500, "tax": 20}, "kept", "400"),
    ("capital_gain", {"cost": 1500, "proceeds": 1000, "tax": 20}, "due", "0"),
    ("price_ratio", {"price": 50, "per_share": "2.5"}, "ratio", "20"),
    ("net_present_value", {"outlay": 100, "rate": 10, "flows": [60, 60]}, "net_value", "4.13"),
    ("annuity_value", {"payment": 1000, "rate": 5, "years": 10}, "value", "7721.73"),
    ("annuity_value", {"payment": 1000, "rate": 5, "years": 10, "at_once": 1}, "value", "8107.82"),
    ("expected_value", {"chances": [1, 99], "amounts": [20000, 0]}, "expected", "200"),
    ("share", {"part": 600, "whole": 3000}, "share", "20"),
    ("count_share", {"part": 10, "whole": 1000}, "share", "1"),
    ("count_change", {"old": 1000, "new": 780}, "change", "-22"),
    ("percentage_change", {"old": 80, "new": 100}, "change", "25"),
    ("percent_of", {"whole": 200, "rate": "7.5"}, "part", "15"),
    ("conversion", {"amount": 100, "rate": "1.08"}, "converted", "108"),
    ("depreciation", {"cost": 20000, "salvage": 5000, "years": 5}, "yearly", "3000"),
    ("break_even", {"fixed": 1000, "price": 15, "cost": 8}, "units", "143"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "arguments", "result", "expected"), CASES)
def test_a_result_is_the_published_figure(name: str, arguments: Mapping[str, Any], result: str, expected: str) -> None:
    calculation = calculate(name, arguments)
    wanted = Decimal(expected)
    step = Decimal(1).scaleb(int(wanted.as_tuple().exponent))
    assert calculation.results[result].quantize(Decimal("0.01") if step < 1 else step) == wanted


def test_every_calculator_has_a_case() -> None:
    assert {name for name, *_ in CASES} == set(calculators())


@pytest.mark.parametrize(("name", "arguments"), [(name, arguments) for name, arguments, *_ in CASES])
def test_each_line_of_arithmetic_gives_the_printed_result_again(name: str, arguments: Mapping[str, Any]) -> None:
    """Each printed expression, computed from its printed numbers, is the printed result up to rounding.

    An equation ("… = $950 → r ≈ 5.67%") must hold with the printed root in its place.
    """
    for line in arithmetic(calculate(name, arguments), ENGLISH):
        equation, arrow, solution = line.partition(" → ")
        expression, result = re.split(r" [=≈] ", equation)
        root = 0.0
        if arrow:
            unknown, found = re.split(r" [=≈] ", solution)
            root = _number(found) / (12 if unknown == "12 × r" else 1)
        assert _computed(expression, root) == pytest.approx(_number(result), rel=2e-3, abs=0.011), line


def _number(printed: str) -> float:
    value = float(re.sub(r"[^\d.−]", "", printed).replace("−", "-"))
    return value / 100 if printed.endswith("%") else value


def _computed(expression: str, root: float) -> float:
    """The value of a printed expression."""
    python = re.sub(r"[$,]", "", expression)
    python = re.sub(r"([\d.]+)%", r"(\1/100)", python)
    for shown, meant in (("×", "*"), ("÷", "/"), ("−", "-"), ("^", "**")):
        python = python.replace(shown, meant)
    python = python.replace("ln 2", "ln(2)").replace("ln(", "log(").replace("⌈", "ceil(").replace("⌉", ")")
    python = re.sub(r" (?:years?|months?)", "", python)
    import math

    return float(eval(python, {"log": math.log, "ceil": math.ceil, "r": root}))


def test_exact_results_are_marked_equal_and_rounded_ones_almost_equal() -> None:
    exact = arithmetic(calculate("compound_interest", {"principal": 1000, "rate": 5, "years": 2}), ENGLISH)
    rounded = arithmetic(calculate("compound_interest", {"principal": 1000, "rate": 5, "years": 7}), ENGLISH)
    assert exact[0] == "$1,000 × (1 + 5%)^2 = $1,102.50"
    assert rounded[0] == "$1,000 × (1 + 5%)^7 ≈ $1,407.10"


def test_vietnamese_amounts_are_written_as_in_vietnam() -> None:
    lines = arithmetic(calculate("compound_interest", {"principal": 10_000_000, "rate": "5.5", "years": 2}), VIETNAMESE)
    assert lines[0] == "10.000.000 đồng × (1 + 5,5%)^2 = 11.130.250 đồng"


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("compound_interest", {"principal": 1000, "rate": 5}, "needs years"),
        (
            "compound_interest",
            {"principal": "a lot", "rate": 5, "years": 1},
            "principal is “a lot”, which is no number",
        ),
        ("compound_interest", {"principal": -5, "rate": 5, "years": 1}, "principal is -5; it must be above 0"),
        ("compound_interest", {"principal": 1, "rate": 5, "years": 1, "tip": 3}, "has no argument tip"),
        ("compound_interest", {"principal": "NaN", "rate": 5, "years": 1}, "principal is NaN"),
        ("compound_interest", {"principal": 1, "rate": 5, "years": 1, "per_year": "1.5"}, "whole number"),
        ("budget_split", {"income": 100, "needs": 60}, "add up to 100"),
        ("card_payoff", {"balance": 1000, "rate": 24, "payment": 20}, "never ends"),
        ("dividend_value", {"dividend": 1, "growth": 8, "required": 6}, "lower than the required return"),
        ("break_even", {"fixed": 100, "price": 5, "cost": 5}, "price must be higher"),
        ("fortune", {}, "there is no calculator “fortune”"),
    ],
)
def test_what_cannot_be_computed_is_refused_with_the_reason(
    name: str, arguments: Mapping[str, Any], message: str
) -> None:
    with pytest.raises(CalculationError, match=re.escape(message)):
        calculate(name, arguments)


money = st.integers(1, 10**7)
percents = st.integers(1, 300).map(lambda tenths: Decimal(tenths) / 10)
years = st.integers(1, 40)


@given(money, percents, years)
def test_discounting_undoes_compounding(principal: int, rate: Decimal, span: int) -> None:
    grown = calculate("compound_interest", {"principal": principal, "rate": rate, "years": span}).results["balance"]
    back = calculate("present_value", {"amount": grown, "rate": rate, "years": span}).results["value"]
    assert abs(back - principal) < Decimal("1e-15") * principal


@given(money, percents, years)
def test_the_instalments_of_a_loan_are_worth_the_loan(principal: int, rate: Decimal, span: int) -> None:
    payment = calculate("loan", {"principal": principal, "rate": rate, "years": span}).results["payment"]
    left = Decimal(principal)
    for _ in range(span * 12):
        left = left * (1 + rate / 1200) - payment
    assert abs(left) < Decimal("1e-9") * principal


@given(st.integers(100, 10_000), percents, percents, years)
def test_a_bond_bought_at_its_price_yields_the_rate(face: int, coupon: Decimal, rate: Decimal, span: int) -> None:
    price = calculate("bond_price", {"face": face, "coupon": coupon, "rate": rate, "years": span}).results["price"]
    found = calculate("bond_yield", {"face": face, "coupon": coupon, "price": price, "years": span})
    assert abs(found.results["to_maturity"] - rate) < Decimal("1e-6")


def test_every_result_has_a_kind() -> None:
    for name, arguments, *_ in CASES:
        calculation = calculate(name, arguments)
        for result in calculation.results:
            assert isinstance(calculation.calculator.kind_of(result), Kind)
