"""Follow-up questions, completed by the one before."""

import pytest

from sleuth.reason.followup import complete

ASKED = "What were total net sales in the third quarter of 2023?"


@pytest.mark.parametrize(
    ("question", "before", "meant"),
    [
        ("And in 2022?", "What were total net sales in 2023?", "What were total net sales in 2022?"),
        ("And in the second quarter of 2022?", ASKED, "What were total net sales in the second quarter of 2022?"),
        ("What about 2021?", "What was EBITDA?", "What was EBITDA 2021?"),
        ("And operating income?", "What was revenue in 2023?", "What was operating income in 2023?"),
        ("What about the governing law?", "What is the term of the lease?", "What is governing law?"),
        ("And net income in 2022?", "What was revenue in 2023?", "What was net income in 2022?"),
        ("What about the monthly rent?", "When does the lease begin?", "What is monthly rent?"),
        ("Och 2022?", "Hur stor var omsättningen 2023?", "Hur stor var omsättningen 2022?"),
        ("Who signed the lease?", ASKED, "Who signed the lease?"),
    ],
)
def test_a_follow_up_means_what_the_question_before_left_open(question: str, before: str, meant: str) -> None:
    assert complete(question, before) == meant
