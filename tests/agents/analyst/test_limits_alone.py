"""A row that is called a covenant is no answer for the ratio that is asked for beside it."""

import pytest

from sleuth.agents.analyst.answer import Answer, line
from sleuth.agents.analyst.behaviours.printed_limits import tells_limit_alone

LIMIT = line("Covenant (x), March 2026: 3.25x", (), "cell")
RATIO = line("Leverage, March 2026: 2.10x", (), "cell")


@pytest.mark.parametrize(
    "message", ["leverage at the end of March and how far from the covenant?", "leverage vs the covenant, March 2026"]
)
def test_a_limit_alone_answers_no_question_for_the_ratio_beside_it(message: str) -> None:
    assert tells_limit_alone(message, Answer((LIMIT,)))
    assert not tells_limit_alone(message, Answer((RATIO, LIMIT)))


def test_a_limit_answers_a_question_for_the_limit() -> None:
    assert not tells_limit_alone("what is the leverage covenant in March 2026?", Answer((LIMIT,)))
