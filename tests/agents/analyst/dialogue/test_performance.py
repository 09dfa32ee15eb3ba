"""Questions about how a company, or a part of it, did."""

import pytest

from sleuth.agents.analyst.dialogue.context import Context
from sleuth.agents.analyst.dialogue.performance import read_performance


@pytest.mark.parametrize(
    ("question", "whose", "time"),
    [
        ("How did Chilled Foods do in Q2 2025?", {"chilled", "foods"}, "Q2 2025"),
        ("how is soups doing", {"soups"}, ""),
        ("How did the company perform last year?", set(), "last year"),
        ("how did they do in 2024", set(), "2024"),
        ("Hur gick det för Soppor under 2024?", {"soppor"}, "2024"),
    ],
)
def test_whose_figures_and_of_when_are_read(question: str, whose: set[str], time: str) -> None:
    asked = read_performance(question, Context())
    assert asked is not None
    assert {word.text.casefold() for word in asked.words} == whose
    assert (str(asked.time) if asked.time else "") == time


@pytest.mark.parametrize(
    "question",
    [
        "How are we doing against budget this year?",
        "How did the change of terms come about?",
        "How did they deal with the recall?",
        "What did Soups do with the old plant?",
        "How is revenue recognised?",
        "How has revenue developed by quarter?",
    ],
)
def test_other_questions_after_how_are_none(question: str) -> None:
    assert read_performance(question, Context()) is None
