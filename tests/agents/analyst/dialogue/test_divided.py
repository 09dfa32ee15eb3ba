"""Questions about which part of a measure stands out."""

import pytest

from sleuth.agents.analyst.conversation import Context
from sleuth.agents.analyst.dialogue.divided import read_parts


@pytest.mark.parametrize(
    ("question", "against", "is_low", "names"),
    [
        ("Which segment is furthest behind budget in H1 FY26?", "budget", True, ()),
        ("Which segment missed budget the least in Q1 FY26?", "budget", False, ()),
        ("Which of Flow, Sense and Services grew fastest in FY25?", "year", False, ("Flow", "Sense", "Services")),
        ("Vilket segment tappade försäljning 2024/25?", "year", True, ()),
        ("Which segment has the lowest EBITDA margin in FY25?", "", True, ()),
    ],
)
def test_parts_are_judged_by_a_plan_by_the_year_before_or_by_a_ratio(
    question: str, against: str, is_low: bool, names: tuple[str, ...]
) -> None:
    asked = read_parts(question, Context())
    assert asked is not None
    assert (asked.against, asked.is_low, asked.names) == (against, is_low, names)


def test_a_follow_up_goes_on_with_the_plan_and_the_time_before() -> None:
    asked = read_parts("which segment is worst", Context(question="How is H1 FY26 tracking against budget?"))
    assert asked is not None
    assert (asked.against, str(asked.query.times[0]), asked.is_low) == ("budget", "H1 FY26", True)


@pytest.mark.parametrize(
    "question", ["Which is the largest segment?", "Which customers are in Germany?", "which segment is worst"]
)
def test_what_says_neither_a_change_nor_a_plan_is_no_such_question(question: str) -> None:
    assert read_parts(question, Context()) is None


@pytest.mark.parametrize(
    ("question", "direction"),
    [
        ("Which segment shrank in FY25?", -1),
        ("Which segment missed budget the least in Q1 FY26?", -1),
        ("Which segment grew fastest in FY25?", 1),
        ("Which segment grew the least in FY25?", 0),
        ("Which segment grew slowest in FY25?", 0),
        ("Vilket segment tappade försäljning 2024/25?", -1),
    ],
)
def test_parts_that_fell_or_grew_are_asked_for_where_a_verb_says_so(question: str, direction: int) -> None:
    asked = read_parts(question, Context())
    assert asked is not None
    assert asked.direction == direction
