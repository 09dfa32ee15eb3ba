"""A measure that a question names by both its outcomes is one measure."""

import pytest

from sleuth.reason.understand.figures import read_query


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("What was the profit or loss before tax in 2023?", "income before taxes"),
        ("What was the net income or loss in 2023?", "net income"),
        ("What were the earnings or losses before tax in 2023?", "income before taxes"),
        ("What was the loss before taxation in 2023?", "income before taxes"),
    ],
)
def test_profit_or_loss_is_one_measure(question: str, key: str) -> None:
    query = read_query(question, "en")
    assert [measure.keys for measure in query.measures] == [(key,)]
    assert not query.heavy


def test_two_measures_that_are_joined_by_and_are_two() -> None:
    assert len(read_query("What were the profit and the income tax in 2023?", "en").measures) == 2
