"""Questions that call a row of a sheet of indicators by its printed name, asked through the whole graph."""

import asyncio

import pytest

from sleuth.answering.run import research_in
from sleuth.answering.state import REFUSAL
from sleuth.evals.shelf import Shelf
from tests.records import workbook

INDICATORS = (
    ("Indicator", "Unit", "Jul-23", "Aug-23", "Sep-23"),
    ("Kilns delivered", "kilns", 33, 34, 25),
    ("First-time fixes", "%", 83.5, 84.1, 82.9),
    ("Sickness absence", "%", 3.1, 3.4, 2.9),
)
SITES = (
    ("Site", "Country", "Production", "Service", "Total"),
    ("Tilburg", "Netherlands", 120, 40, 160),
    ("Gent", "Belgium", 80, 35, 115),
    ("Lyon", "France", 0, 50, 50),
    ("Total", "", 200, 125, 325),
)


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return Shelf([workbook("Indicators.xlsx", INDICATORS, "KPIs"), workbook("Staff.xlsx", SITES, "Headcount")])


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("How many kilns were delivered in August 2023?", "August 2023: 34"),
        ("kilns delivered Sep 2023", "September 2023: 25"),
        ("What was the sickness absence in July 2023?", "July 2023: 3.1%"),
        ("first time fixes in September 2023?", "September 2023: 82.9%"),
    ],
)
def test_a_row_that_is_called_by_its_name_answers(shelf: Shelf, question: str, part: str) -> None:
    assert part in asyncio.run(research_in(shelf, question)).answer


@pytest.mark.parametrize(
    "question",
    [
        "How many kilns were ordered in August 2023?",
        "How many kilns were delivered in August 2021?",
        "kilns delivered to Norway in August 2023",
        "What happened in August 2023?",
    ],
)
def test_a_row_of_another_name_or_time_does_not(shelf: Shelf, question: str) -> None:
    assert asyncio.run(research_in(shelf, question)).answer == REFUSAL


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("How many people work in Gent?", "115"),
        ("How many employees are there in the Netherlands?", "160"),
        ("How many people are in production in Belgium?", "80"),
        ("How many sites are there?", "3 sites"),
        ("Which site has most people in production?", "Tilburg"),
    ],
)
def test_the_row_of_a_site_in_a_table_of_headcount_is_no_employee(shelf: Shelf, question: str, part: str) -> None:
    assert part in asyncio.run(research_in(shelf, question)).answer


YEAR = [f"{month}-23" for month in ("Jul", "Aug", "Sep", "Oct", "Nov", "Dec")]
YEAR += [f"{month}-24" for month in ("Jan", "Feb", "Mar", "Apr", "May", "Jun")]


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("How many kilns were delivered in total in Q1 FY24?", "36 = 11 + 12 + 13"),
        ("What was the average monthly revenue in FY24?", "17"),
    ],
)
def test_the_total_or_the_mean_of_months_is_computed_where_it_is_asked_for(question: str, part: str) -> None:
    values = range(11, 23)
    rows = (
        ("Indicator", "Unit", *YEAR, "FY24"),
        ("Kilns delivered", "kilns", *values, sum(values)),
        ("Sickness absence", "%", *range(1, 13), ""),
        ("Revenue", "EUR m", *values, sum(values)),
    )
    shelf = Shelf([workbook("Indicators.xlsx", rows, "KPIs")])
    assert part in asyncio.run(research_in(shelf, question)).answer


@pytest.mark.parametrize("word", ["total", "average"])
def test_shares_have_neither(shelf: Shelf, word: str) -> None:
    answer = asyncio.run(research_in(shelf, f"What was the {word} sickness absence in Q1 FY24?")).answer
    assert "+" not in answer


@pytest.mark.parametrize("question", ["How big is the Gent warehouse?", "How long is the notice in Lyon?"])
def test_rows_that_only_repeat_the_question_tell_nothing(question: str) -> None:
    staff = (
        ("Name", "Role", "Location"),
        ("A. Ek", "Picker", "Gent"),
        ("B. Ås", "Picker", "Gent"),
        ("C. Al", "Driver", "Lyon"),
    )
    shelf = Shelf([workbook("Staff.xlsx", staff, "Key staff")])
    assert "different" not in asyncio.run(research_in(shelf, question)).answer
