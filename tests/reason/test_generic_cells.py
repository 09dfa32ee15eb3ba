"""Cells of any table, by the names of their row and their column."""

import asyncio
from collections.abc import Callable

import pytest

from sleuth.evidence.source import Page
from sleuth.reason.extractive import ExtractiveReasoner
from sleuth.reason.protocol import Evidence, Inquiry

Lay = Callable[..., Page]
Gather = Callable[..., list[Evidence]]
Prove = Callable[[list[Evidence]], Callable[[str], str]]

ORDERS = (
    ("Customer", "Vessel", "Order value EUR million", "Delivery"),
    ("Orvik", "Ferry", "17.4", "2025-10-31"),
    ("Borg Marine", "Tug", "8.5", "2026-02-28"),
)
MODEL = (
    ("Valuation", "2024A", "2025E", ""),
    ("Terminal value", "433,434", "440,100", ""),
    ("Growth rate", "3.0%", "WACC", "6.08%"),
)


@pytest.mark.parametrize(
    ("question", "stated"),
    [
        ("What is the value of the order from Borg Marine?", "Borg Marine, Order value EUR million: 8.5"),
        ("What is the order value of Orvik?", "Orvik, Order value EUR million: 17.4"),
    ],
)
def test_a_cell_answers_by_any_name_of_its_row(
    table_page: Lay, evidence: Gather, prove: Prove, question: str, stated: str
) -> None:
    assert prove(evidence(table_page("", ORDERS)))(question) == stated


def test_a_cell_goes_by_the_words_beside_it_where_no_column_has_a_heading(
    table_page: Lay, evidence: Gather, prove: Prove
) -> None:
    assert prove(evidence(table_page("", MODEL)))("What WACC does the valuation use?") == "WACC: 6.08%"


def test_a_row_that_is_not_there_is_refused(table_page: Lay, evidence: Gather, prove: Prove) -> None:
    assert prove(evidence(table_page("", ORDERS)))("What is the value of the order from Halden?") == ""


def test_two_cells_that_answer_alike_and_differ_are_refused(table_page: Lay, evidence: Gather) -> None:
    twice = (ORDERS[0], ("Orvik", "Ferry", "17.4", ""), ("Orvik", "Ferry", "11.2", ""))
    inquiry = Inquiry("What is the order value of Orvik?", (evidence("")[0].document,))
    draft = asyncio.run(ExtractiveReasoner().draft(inquiry, evidence(table_page("", twice))))
    assert draft.claims == ()
