"""Which column of a report on a quarter is meant: the quarter, the year to date, or the last fiscal year's end."""

from collections.abc import Callable

import pytest

from sleuth.evidence.source import Page
from sleuth.language.times import find_times
from sleuth.reason.protocol import Evidence

Lay = Callable[..., Page]
Gather = Callable[..., list[Evidence]]
Prove = Callable[[list[Evidence]], Callable[[str], str]]

INCOME = (
    ("", "Three Months Ended", "Six Months Ended"),
    ("", "July 29, 2023", "July 29, 2023"),
    ("Operating income", "$ 350", "$ 660"),
)
CASH = (
    ("", "Six Months Ended", "Six Months Ended"),
    ("", "July 29, 2023", "July 30, 2022"),
    ("Depreciation and amortization", "$ 470", "$ 440"),
    ("Net cash provided by operating activities", "$ 205", "$ (680)"),
)
BALANCE = (
    ("", "July 29, 2023", "January 28, 2023", "July 30, 2022"),
    ("Cash and cash equivalents", "$ 1,090", "$ 1,870", "$ 840"),
)


@pytest.fixture
def answer(table_page: Lay, evidence: Gather, prove: Prove) -> Callable[[str], str]:
    """Asks the report on the second quarter of a fiscal year that ends in January."""
    laid = [
        table_page("Statements of earnings (in millions)\n\n", INCOME, headers=2),
        table_page("Statements of cash flows (in millions)\n\n", CASH, headers=2),
        table_page("Balance sheets (in millions)\n\n", BALANCE),
    ]
    pages = [Page(number, page.text, f"p.{number}", tables=page.tables) for number, page in enumerate(laid, 1)]
    return prove(evidence(*pages, filenames=("HALDEN_2024Q2_10Q.pdf",)))


def test_a_quarters_own_column_comes_before_the_year_to_date(answer: Callable[[str], str]) -> None:
    said = answer("What was operating income in Q2 2024?")
    assert said == "Operating income, Q2 FY2024 (three months ended July 29, 2023): $350 million"


def test_a_quarter_is_not_answered_with_the_year_to_date(answer: Callable[[str], str]) -> None:
    assert answer("What was operating cash flow in Q2 2024?") == ""
    said = answer("What was operating cash flow in the first half of fiscal 2024?")
    assert said == "Net cash provided by operating activities, H1 FY2024 (six months ended July 29, 2023): $205 million"


def test_a_quarters_income_is_not_joined_with_cash_flows_of_half_a_year(answer: Callable[[str], str]) -> None:
    assert "+" not in answer("What was the unadjusted EBITDA in Q2 2024?")


def test_a_fiscal_year_ends_so_many_quarters_before_the_reports_own_day(answer: Callable[[str], str]) -> None:
    said = answer("What was cash and cash equivalents at the end of FY2023?")
    assert said == "Cash and cash equivalents, January 28, 2023: $1,870 million"


def test_the_end_of_a_fiscal_year_that_has_no_column_is_refused(answer: Callable[[str], str]) -> None:
    assert answer("What was cash and cash equivalents at the end of FY2024?") == ""


def test_a_fiscal_year_and_a_quarter_are_told_one_by_one(answer: Callable[[str], str]) -> None:
    said = answer("What were cash and cash equivalents in FY2023 and Q2 of FY2024?")
    assert said.splitlines() == [
        "Cash and cash equivalents, January 28, 2023: $1,870 million",
        "Cash and cash equivalents, July 29, 2023: $1,090 million",
    ]


def test_what_changed_between_two_days_is_told_with_its_arithmetic(answer: Callable[[str], str]) -> None:
    said = answer("Was there any drop in cash and cash equivalents between FY2023 and Q2 of FY2024?")
    assert said.splitlines()[:2] == [
        "Cash and cash equivalents, change: −$780 million = $1,090 million − $1,870 million",
        "Cash and cash equivalents, change in percent: −41.7% = ($1,090 million − $1,870 million) ÷ $1,870 million",
    ]


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("between FY2023 and Q2 of FY2024", [(2023, None), (2024, 2)]),
        ("between Q2 of FY2024 and FY 2023", [(2024, 2), (2023, None)]),
        ("from Q1 2023 to Q3 2023", [(2023, 1), (2023, 3)]),
        ("in 2021 and 2022", [(2021, None), (2022, None)]),
        ("in the second quarter of fiscal 2024", [(2024, 2)]),
        ("in Q3 2023 and Q3 2022", [(2023, 3), (2022, 3)]),
    ],
)
def test_times_are_told_apart(text: str, times: list[tuple[int, int | None]]) -> None:
    assert [(time.timing.year, time.timing.quarter) for time in find_times(text) if time.timing] == times
