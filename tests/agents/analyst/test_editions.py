"""Two versions of one document: which counts, and what differs; no other question is taken for one about versions."""

import asyncio

import pytest

from sleuth.agents.analyst.intents import asks_of_editions
from sleuth.agents.analyst.run import Analyst


@pytest.mark.parametrize(
    "message",
    [
        "There are two versions of the monthly accounts, which one do I use and what changed?",
        "Which version of the budget should I rely on?",
        "What has changed between the versions of the net debt?",
        "Det finns två versioner av bokslutet, vilken gäller?",
        "Vilken version ska vi använda?",
    ],
)
def test_questions_about_versions_are_told_by_their_words(message: str) -> None:
    assert asks_of_editions(message)


@pytest.mark.parametrize(
    "message",
    [
        "What changed in net debt?",
        "Which software version do they sell?",
        "What is the latest forecast?",
        "Vad har ändrats?",
    ],
)
def test_other_questions_of_change_are_not_about_versions(message: str) -> None:
    assert not asks_of_editions(message)


def test_the_newer_version_is_named_with_the_cells_that_differ(scratch: Analyst) -> None:
    question = "There are two versions of the net debt, which one do I use and what changed?"
    answer = asyncio.run(scratch.ask(question)).answer
    assert answer.startswith("Use Net_Debt_CORRECTED.xlsx: it replaces Net_Debt.xlsx (")
    assert "Net debt, 30 September 2024: 10,600 → 10,800" in answer
    assert "Bank loans" not in answer  # which are the same in both


def test_a_document_without_versions_is_not_told_as_one(scratch: Analyst) -> None:
    answer = asyncio.run(scratch.ask("Which version of the quarterly report should I use?")).answer
    assert "replaces" not in answer
