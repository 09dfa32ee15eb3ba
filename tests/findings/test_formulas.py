"""Formulas over several years, and measures that are the whole of another."""

from dataclasses import replace
from decimal import Decimal

import pytest

from sleuth.evidence.computation import Amount, compute, written
from sleuth.findings.asked.answers import Figure, Resolution
from sleuth.findings.asked.books import Fact, make_book
from sleuth.findings.asked.resolution import resolve
from sleuth.language.metrics import BETWEEN_PARTS
from sleuth.reason.understand.figures import read_query
from tests.findings.periods import period


def fact(number: int, metric: str, label: str, year: int, value: str) -> Fact:
    return Fact(
        number, metric, label, (label,), (), "Halden plc", period(f"FY{year}"), "actual", Decimal(value), "USD", 6,
        Decimal(1), 0, 1, 10 * number, 10 * number + 5, f"{label} {value}",
    )  # fmt: skip


SALES = [fact(1, "revenue", "Revenue", 2021, "1000"), fact(2, "revenue", "Revenue", 2022, "1000"),
         fact(3, "revenue", "Revenue", 2023, "1000")]  # fmt: skip
PROFITS = [fact(4, "net income", "Net income", 2021, "10"), fact(5, "net income", "Net income", 2022, "20"),
           fact(6, "net income", "Net income", 2023, "60")]  # fmt: skip
GROSS = [fact(7, "gross profit", "Gross profit", 2022, "400"), fact(8, "gross profit", "Gross profit", 2023, "380")]


def asked(question: str, facts: list[Fact]) -> Resolution:
    book = make_book(1, "halden.pdf", "Halden plc", "en", "Halden plc", [period("FY2023")], facts)
    return resolve(read_query(question, "en"), [book])


def told(figure: Figure) -> str:
    amounts = {name: Amount(one.value, "$# million") for name, one in figure.facts}
    return written(figure.title, figure.form, compute(figure.expression, amounts)).split(" = ")[0]


@pytest.mark.parametrize(
    "question",
    [
        "What is Halden's FY2021 - FY2023 3 year average net profit margin?",
        "What was the average net profit margin of Halden from FY2021 to FY2023?",
        "What is the FY2021 to FY2023 three-year average of net profit margin for Halden?",
    ],
)
def test_a_formula_is_averaged_over_every_year_between(question: str) -> None:
    (figure,) = asked(question, [*SALES, *PROFITS]).figures
    assert told(figure) == "Net profit margin, average of FY2021 to FY2023: 3.0%"


def test_no_mean_is_taken_where_a_year_between_is_not_stated() -> None:
    found = asked("What is Halden's FY2021 - FY2023 average net profit margin?", [*SALES, PROFITS[0], PROFITS[2]])
    assert not found.figures


@pytest.mark.parametrize(
    "question",
    [
        "Has Halden's gross margin improved or declined between FY2022 and FY2023?",
        "Does Halden have an improving gross margin profile as of FY2023?",
    ],
)
def test_the_change_of_a_margin_is_in_points_and_shows_both_years(question: str) -> None:
    found = asked(question, [*SALES, *GROSS])
    assert [told(figure) for figure in found.figures] == [
        "Gross margin, change from FY2022 to FY2023: −2.0 percentage points",
        "Gross margin, FY2022: 40.0%",
        "Gross margin, FY2023: 38.0%",
    ]


def test_the_change_of_a_computed_amount_is_told_in_percent_where_that_is_asked() -> None:
    parts = [fact(20 + year, "operating income", "Operating profit", 2020 + year, str(100 * year)) for year in (2, 3)]
    parts += [fact(30 + year, "depreciation and amortization", "Depreciation", 2020 + year, "40") for year in (2, 3)]
    found = asked("By how many percent did Halden's EBITDA grow from FY2022 to FY2023?", parts)
    assert told(found.figures[0]) == "EBITDA, change from FY2022 to FY2023: 41.7%"


@pytest.mark.parametrize(
    "question",
    ["What was Halden's average annual net income growth from FY2021 to FY2023?",
     "Halden yearly growth of net income on average FY2021 to FY2023"],
)  # fmt: skip
def test_the_mean_growth_of_some_years_is_that_of_each_of_them(question: str) -> None:
    (figure,) = asked(question, PROFITS).figures
    assert told(figure) == "Net income, average yearly change from FY2021 to FY2023: 150.0%"
    assert not asked(question, [PROFITS[0], PROFITS[2]]).figures  # a year between is not stated
    planned = [*PROFITS[:2], replace(PROFITS[2], scenario="budget")]
    assert not asked(question, planned).figures


def test_growth_without_a_mean_is_that_between_both_years() -> None:
    (figure,) = asked("By how many percent did Halden's net income grow from FY2021 to FY2023?", PROFITS).figures
    assert told(figure).endswith("500.0%")


def test_an_amount_is_no_margin_where_the_margin_cannot_be_computed() -> None:
    assert not asked("Has Halden's gross margin improved between FY2022 and FY2023?", GROSS).figures


def test_without_minority_interests_all_net_income_is_the_shareholders() -> None:
    question = "What was Halden's net income attributable to shareholders in FY2023?"
    minority = fact(9, "line: others", "Net income attributable to non-controlling interests", 2023, "5")
    assert [one.facts[0][1].id for one in asked(question, PROFITS).figures] == [6]
    assert not asked(question, [*PROFITS, minority]).figures


def test_the_shareholders_own_line_goes_before_the_whole() -> None:
    own = replace(fact(9, "net income attributable to shareholders", "To owners", 2023, "55"))
    question = "What was Halden's net income attributable to shareholders in FY2023?"
    assert [one.facts[0][1].id for one in asked(question, [*PROFITS, own]).figures] == [9]


@pytest.mark.parametrize(
    ("tax", "net", "rate"),
    [("-25", "75", "25.0%"), ("25", "75", "25.0%"), ("25", "125", "−25.0%"), ("-25", "125", "−25.0%")],
)
def test_a_tax_rate_has_the_sign_of_what_is_left_after_tax_and_not_that_of_print(tax: str, net: str, rate: str) -> None:
    facts = [
        fact(1, "income before taxes", "Profit before tax", 2023, "100"),
        fact(2, "income tax", "Income tax", 2023, tax),
        fact(3, "net income", "Profit for the year", 2023, net),
    ]
    (figure,) = asked("What was Halden's effective tax rate in FY2023?", facts).figures
    assert told(figure) == f"Effective tax rate, FY2023: {rate}"


def of_segment(number: int, metric: str, label: str, part: str, value: str) -> Fact:
    return replace(fact(number, metric, label, 2023, value), dimension=(part,))


CRANES = [
    of_segment(11, "ebitda", "Segment EBITDA", "Cranes", "30"),
    of_segment(12, "revenue", "Revenue", "Cranes", "200"),
]
BARGES = [
    of_segment(13, "ebitda", "Segment EBITDA", "Barges", "10"),
    of_segment(14, "revenue", "Revenue", "Barges", "50"),
]
OF_CRANES = "What was the EBITDA margin of Cranes in FY2023?"


def test_the_margin_of_a_segment_is_of_its_own_figures() -> None:
    (figure,) = asked(OF_CRANES, [*SALES, *CRANES, *BARGES]).figures
    assert told(figure) == "EBITDA margin, Cranes, FY2023: 15.0%"


def test_a_segment_that_sells_to_others_of_the_company_has_no_certain_margin() -> None:
    inside = of_segment(15, BETWEEN_PARTS, "Inter-segment revenue", "Cranes", "40")
    assert not asked(OF_CRANES, [*CRANES, inside]).figures
    assert asked(OF_CRANES, [*CRANES, replace(inside, value=Decimal(0))]).figures
    assert asked(OF_CRANES, [*CRANES, replace(inside, dimension=("Barges",))]).figures


def test_external_revenue_alone_leaves_open_what_a_segment_sells_inside() -> None:
    external = replace(CRANES[1], label="External revenue")
    assert not asked(OF_CRANES, [CRANES[0], external]).figures
    assert asked(
        OF_CRANES, [CRANES[0], external, of_segment(15, BETWEEN_PARTS, "Inter-segment", "Barges", "40")]
    ).figures


def test_the_margin_of_a_segment_is_of_the_total_of_what_it_sells() -> None:
    inside = of_segment(15, BETWEEN_PARTS, "Inter-segment revenue", "Cranes", "40")
    (figure,) = asked(OF_CRANES, [CRANES[0], replace(CRANES[1], row_path=("Total revenue",)), inside]).figures
    assert told(figure) == "EBITDA margin, Cranes, FY2023: 15.0%"


def test_figures_of_two_segments_make_no_margin() -> None:
    found = asked(OF_CRANES, [CRANES[0], replace(CRANES[1], dimension=("Tower Cranes",))])
    assert not found.figures
