"""What was decided of a figure is told by the minutes, and no table of a plan."""

import asyncio

import pytest

from sleuth.answering.run import research_in
from sleuth.evals.shelf import Shelf
from sleuth.evidence.source import Page, PageSource, Source
from tests.records import workbook

PLAN = (
    ("Budget 2026, version 2",),
    ("EUR k", "2025", "2026 budget"),
    ("Revenue", 84000, 90200),
    ("EBITDA", 15500, 17050),
)
MINUTES = """Minutes of the supervisory board of Halden Group B.V.

2. Budget. The budget 2026 was approved at revenue of EUR 89.4 million and EBITDA of EUR 16.6 million.
Revenue in 2025 was EUR 84.0 million and EBITDA EUR 15.5 million.
"""
SHELF = (
    workbook("Budget_2026_v2.xlsx", PLAN, "Budget"),
    Source("Minutes_2025-12-11.md", "markdown", PageSource.WHOLE, (Page(1, MINUTES, "whole"),)),
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (
            "Which revenue and EBITDA did the board approve for the 2026 budget?",
            "approved at revenue of EUR 89.4 million",
        ),
        ("What is the budgeted revenue for 2026?", "90,200"),
    ],
)
def test_a_figure_that_was_approved_stands_in_the_minutes_and_any_other_in_a_table(question: str, told: str) -> None:
    found = asyncio.run(research_in(Shelf(list(SHELF)), question))

    assert told in " ".join(claim.text for claim in found.proven)
