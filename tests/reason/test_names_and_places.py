"""Words of a question that name somebody, or a place in the document, ask for nothing themselves."""

import pytest

from sleuth.language.query import Operation
from sleuth.reason.understand.figures import read_query


def heavy(question: str) -> set[str]:
    return {word.text for word in read_query(question, "en").words if word.is_heavy}


@pytest.mark.parametrize(
    "question",
    [
        "What was 3M's cost of sales in 2021?",
        "What tax rate did 3M report for 2021?",
        "How many people were at 3M in 2021?",
    ],
)
def test_a_company_called_like_a_length_of_time_is_no_time(question: str) -> None:
    assert [str(time) for time in read_query(question, "en").times] == ["2021"]


@pytest.mark.parametrize(
    "question", ["revenue 3M 2021", "3M to June 2021 revenue", "revenue for the 3M ended June 2021"]
)
def test_a_length_beside_its_year_is_a_time(question: str) -> None:
    (time,) = read_query(question, "en").times
    assert time.timing is not None
    assert time.timing.months == 3


@pytest.mark.parametrize("company", ["Best Buy", "First Lowest Price", "Peak Resorts"])
def test_a_superlative_in_a_name_asks_for_no_extreme(company: str) -> None:
    query = read_query(f"What were {company}'s SG&A expenses in 2022?", "en")
    assert query.operation is Operation.LEVEL


def test_a_superlative_that_is_no_name_asks_for_the_highest() -> None:
    assert read_query("Which region had the best revenue in 2022?", "en").operation is Operation.LARGEST


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("How much cash did the company pay out in dividends in 2020?", "dividends paid"),
        ("How much cash did Orvik spend buying back its own shares in 2021?", "share repurchases"),
        ("How much money did it spend on research and development?", "research and development"),
        ("How much cash does the company hold?", "cash and cash equivalents"),
        ("How much cash flow from operating activities was there?", "cash flow from operating activities"),
    ],
)
def test_cash_that_is_paid_for_something_is_not_the_cash_held(question: str, key: str) -> None:
    query = read_query(question, "en")
    assert [measure.keys[0] for measure in query.measures] == [key]
    assert "cash" not in heavy(question)


@pytest.mark.parametrize(
    "place",
    [
        "In the segment note, what",
        "According to the supplemental income statement note, what",
        "In Orvik's disaggregated revenue table, what",
        "Per the reconciliation, what",
    ],
)
def test_where_to_look_is_not_what_is_asked(place: str) -> None:
    assert heavy(f"{place} were net sales of the Kegs in 2020?") == {"Kegs"}


@pytest.mark.parametrize("place", ["per the cash flow statement", "according to the segment note"])
def test_where_to_look_may_stand_behind_the_question(place: str) -> None:
    assert heavy(f"What were net sales of the Kegs in 2020, {place}?") == {"Kegs"}


def test_cash_that_is_paid_for_taxes_is_a_line_of_cash() -> None:
    query = read_query("How much cash did Orvik pay for income taxes in 2015?", "en")
    assert query.measures[0].keys == ("cash and cash equivalents",)


def test_the_full_year_beside_two_years_is_no_third_time() -> None:
    query = read_query("How did full-year operating income change from fiscal 2021 to fiscal 2022?", "en")
    assert [str(time) for time in query.times] == ["fiscal 2021", "fiscal 2022"]


@pytest.mark.parametrize("deed", ["earn", "make"])
def test_what_is_earned_from_something_is_revenue(deed: str) -> None:
    query = read_query(f"How much did Orvik {deed} from card fees in 2021?", "en")
    assert "net income" not in {key for measure in query.measures for key in measure.keys}
    assert {"card", "fees"} <= heavy(f"How much did Orvik {deed} from card fees in 2021?")
