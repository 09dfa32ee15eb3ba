"""A cell with its headers answers only where they, or the titles of its table, name what is asked for."""

from dataclasses import replace
from decimal import Decimal

import pytest

from sleuth.evidence.cells import Meaning
from sleuth.evidence.responds import figure_responds, headed_responds
from sleuth.language.quantity import Quantity
from sleuth.reason.understand.figures import figure_query, line_query


@pytest.mark.parametrize(
    ("question", "cell", "titles", "answers"),
    [
        (
            "What was the order backlog of Dosing at the end of 2025?",
            "Dosing, 2025: 138.9",
            "Order intake by segment",
            False,
        ),
        ("What was the order intake of Dosing in 2025?", "Dosing, 2025: 138.9", "Order intake by segment", True),
        ("How many people did it employ in Brazil in 2024?", "Brazil, 2024: 148.6", "Revenue by country", False),
        ("How many employees were there in Brazil in 2024?", "Brazil, 2024: 148", "Headcount by country", True),
        ("Kudu Poultry's trading result in the 2024 year?", "Kudu Poultry, 2024: 2 874", "Number of employees", False),
    ],
)
def test_the_measure_asked_for_is_named_by_the_cell_or_its_table(
    question: str, cell: str, titles: str, answers: bool
) -> None:
    query = figure_query(question) or line_query(question)
    assert query is not None

    assert (headed_responds(query, f"{cell}\n{titles}", frozenset()) == "") is answers


@pytest.mark.parametrize(
    ("question", "part", "answers"),
    [
        ("What were sales to German customers in 2023?", "Germany", True),
        ("How large were US sales in 2023?", "USA", True),
        ("What were British sales in 2023?", "Ireland", False),
    ],
)
def test_a_country_is_its_people_too(question: str, part: str, answers: bool) -> None:
    query = figure_query(question)
    assert query is not None
    meaning = Meaning("Revenue", Quantity(Decimal(100), "EUR", 6), None, metric="revenue", dimension=(part,))
    untimed = replace(query, times=())

    assert (figure_responds(untimed, meaning, frozenset()) == "") is answers
