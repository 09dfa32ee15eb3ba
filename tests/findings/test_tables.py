"""Tables become findings where everything is certain, and stay cells where anything is not."""

import json
from decimal import Decimal
from pathlib import Path

import pytest

from sleuth.evals.grids import grid_source
from sleuth.findings.extraction import table_findings
from sleuth.findings.finding import Finding
from sleuth.findings.metrics import default_lexicon, extended_lexicon, label_form
from sleuth.findings.quantity import Quantity

STATEMENT = ["Halden AB", "Income statement", "SEK thousands"]


def findings(grid: list[list[str]], above: list[str], language: str = "en") -> list[Finding]:
    return table_findings(grid_source("statement.html", grid, above), language)


def facts(grid: list[list[str]], above: list[str] = STATEMENT, language: str = "en") -> set[tuple[str, ...]]:
    """(metric, dimension, period, scenario, value, unit with its power of ten) of each finding."""
    return {
        (f.metric, "/".join(f.dimension), f.period.name, f.scenario, str(f.quantity.value), unit_of(f.quantity))
        for f in findings(grid, above, language)
        if f.period and f.scenario and f.quantity
    }


def unit_of(quantity: Quantity) -> str:
    return f"{quantity.unit} {quantity.scale}"


@pytest.mark.parametrize(
    ("label", "metric"),
    [
        ("Total net sales", "revenue"),
        ("Sales, net", "revenue"),
        ("Operating profit (EBIT)", "operating income"),
        ("Income tax expense (benefit)", "income tax"),
        ("Accounts receivable, net (Note 5)", "accounts receivable"),
        ("Total shareholders’ equity", "total equity"),
        ("Rörelseresultat (EBIT)", "operating income"),
        ("EBITDA-marginal, %", "ebitda margin"),
        ("Umsatzerlöse", "revenue"),
        ("Deferred revenue", "deferred revenue"),
        ("Net income per share: Basic", "basic earnings per share"),
    ],
)
def test_labels_are_measures_by_their_whole_name(label: str, metric: str) -> None:
    assert [known.key for known in default_lexicon().named(label_form(label))] == [metric]


@pytest.mark.parametrize("label", ["Revenue growth", "Interest income (expense)", "Services revenue", "Basic", "Other"])
def test_what_only_contains_a_name_is_no_measure(label: str) -> None:
    assert not default_lexicon().named(label_form(label))


def test_a_small_statement_in_english() -> None:
    grid = [
        ["", "FY2023A", "2024E", "Growth"],
        ["Revenue", "49,100", "53,500", "9.0%"],
        ["EBITDA", "8,375", "(170)", ""],
        ["EBITDA margin", "17.1%", "19.0%", ""],
    ]
    assert facts(grid) == {
        ("revenue", "", "FY2023", "actual", "49100", "SEK 3"),
        ("revenue", "", "FY2024", "estimate", "53500", "SEK 3"),
        ("ebitda", "", "FY2023", "actual", "8375", "SEK 3"),
        ("ebitda", "", "FY2024", "estimate", "-170", "SEK 3"),
        ("ebitda margin", "", "FY2023", "actual", "17.1", "percent 0"),
        ("ebitda margin", "", "FY2024", "estimate", "19.0", "percent 0"),
    }


def test_a_small_statement_in_swedish() -> None:
    grid = [
        ["", "2023", "2022"],
        ["Nettoomsättning", "412,5", "398,1"],
        ["Rörelseresultat", "-12,3", "20,0"],
        ["Årets resultat", "-15,0", "11,2"],
    ]
    assert {
        ("revenue", "", "FY2023", "actual", "412.5", "SEK 6"),
        ("operating income", "", "FY2023", "actual", "-12.3", "SEK 6"),
        ("net income", "", "FY2022", "actual", "11.2", "SEK 6"),
    } <= facts(grid, ["Resultaträkning", "Mkr"], "sv")


def test_a_small_statement_in_german() -> None:
    grid = [
        ["", "Geschäftsjahr 2023", "Geschäftsjahr 2022"],
        ["Umsatzerlöse", "1.234", "1.100"],
        ["Jahresüberschuss", "12", "(3)"],
    ]
    assert ("revenue", "", "FY2023", "actual", "1234", "EUR 3") in facts(
        grid, ["Gewinn- und Verlustrechnung", "TEUR"], "de"
    )


def test_a_part_of_revenue_is_not_revenue() -> None:
    grid = [["", "FY2023"], ["Net sales:", ""], ["Products", "60"], ["Services", "40"], ["Total net sales", "100"]]
    assert facts(grid) == {
        ("revenue", "Products", "FY2023", "actual", "60", "SEK 3"),
        ("revenue", "Services", "FY2023", "actual", "40", "SEK 3"),
        ("revenue", "", "FY2023", "actual", "100", "SEK 3"),
    }


def test_a_line_of_a_statement_goes_by_its_own_name() -> None:
    grid = [["", "FY2023"], ["Revenue", "100"], ["Acquisition termination cost", "7"], ["Net income", "10"]]
    assert ("line: acquisition termination cost", "", "FY2023", "actual", "7", "SEK 3") in facts(grid)


@pytest.mark.parametrize(
    ("grid", "above"),
    [
        ([["", "FY2023"], ["Revenue", "100"]], ["Selected figures"]),  # neither unit nor scale
        ([["", "Europe"], ["Revenue", "100"]], STATEMENT),  # no period
        ([["", "2023 vs 2022"], ["Revenue", "100"]], STATEMENT),  # two
        ([["", "Variance 2023"], ["Revenue", "100"]], STATEMENT),  # a difference
        ([["", "FY2023"], ["Widgets shipped", "100"]], ["Table 7, SEK thousands"]),  # no measure, no statement
        (
            [["", "FY2023"], ["Revenue", "100"]],
            ["Summary of the equity method investee, SEK thousands"],
        ),  # somebody else's
        ([["", "FY2023"], ["Revenue", "12.4"]], ["As a percentage of group revenue, SEK thousands"]),
        ([["", "FY2023 actual budget"], ["Revenue", "100"]], STATEMENT),  # two scenarios
    ],
)
def test_what_is_not_certain_stays_a_cell(grid: list[list[str]], above: list[str]) -> None:
    assert not facts(grid, above)


def test_one_name_with_two_values_is_certain_for_neither() -> None:
    grid = [["", "FY2023"], ["Revenue", "100"], ["Revenue", "110"], ["Net income", "10"]]
    assert {metric for metric, *_ in facts(grid)} == {"net income"}


def test_a_balance_in_a_cash_flow_statement_is_its_change() -> None:
    grid = [
        ["", "FY2023"],
        ["Changes in operating assets and liabilities:", ""],
        ["Inventories", "(405)"],
        ["Net cash provided by operating activities", "900"],
    ]
    found = facts(grid, ["Statement of cash flows", "(in USD millions)"])
    assert ("change in inventories", "", "FY2023", "actual", "-405", "USD 6") in found


def test_a_finding_says_where_it_stands_and_which_rule_made_it() -> None:
    grid = [["", "FY2023"], ["Revenue", "49,100"], ["Net income", "10"]]
    (revenue, *_) = findings(grid, STATEMENT)
    page = grid_source("statement.html", grid, STATEMENT).pages[0]
    assert page.text[revenue.span.start : revenue.span.end] == "49,100"
    assert revenue.quote in page.text
    assert revenue.rule == "table: named metric of a statement"


def test_users_name_their_own_metrics() -> None:
    for text, name in (
        ('[[metric]]\nkey = "revenue"\nnames = ["Net fee income"]\n', "own.toml"),
        ("metric:\n  - key: revenue\n    names: [Net fee income]\n", "own.yaml"),
    ):
        assert [m.key for m in extended_lexicon(text, name).named("net fee income")] == ["revenue"]


def test_values_are_decimals() -> None:
    grid = [["", "FY2023"], ["Revenue", "0.1"], ["Net income", "0.2"]]
    assert sum(f.quantity.amount for f in findings(grid, STATEMENT) if f.quantity) == Decimal("300.0")


def test_the_sample_judged_by_hand_is_right_in_95_of_100() -> None:
    lines = (Path(__file__).parent / "precision.jsonl").read_text(encoding="utf-8").splitlines()
    verdicts = [json.loads(line)["right"] for line in lines]
    assert len(verdicts) == 100
    assert sum(verdicts) >= 95
