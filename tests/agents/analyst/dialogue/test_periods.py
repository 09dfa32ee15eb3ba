"""What "that quarter" stands for in a conversation."""

from dataclasses import replace

import pytest

from sleuth.agents.analyst.dialogue.context import Context
from sleuth.agents.analyst.dialogue.periods import bind_time
from sleuth.language.period import Day, Period
from sleuth.reason.understand.figures import read_query


def _after(question: str) -> Context:
    return Context(question=question, query=read_query(question, "en"))


@pytest.mark.parametrize(
    ("before", "message", "bound"),
    [
        ("Revenue in Q2 FY2025?", "Which segment shrank in that quarter?", "Which segment shrank in Q2 FY2025?"),
        ("Revenue in the quarter ended March 2025?", "EBIT that quarter?", "EBIT in quarter ended March 2025?"),
        ("Revenue in H1 FY26?", "and EBIT for that half?", "and EBIT for H1 FY26?"),
        ("Revenue in FY24?", "What did we pay in that fiscal year?", "What did we pay in FY24?"),
        ("Cash at 31 March 2025?", "and debt in that period?", "and debt in 31 March 2025?"),
        ("Omsättning Q3 2024?", "Vad var EBITDA det kvartalet?", "Vad var EBITDA i Q3 2024?"),
    ],
)
def test_that_quarter_is_the_one_that_was_asked_about(before: str, message: str, bound: str) -> None:
    assert bind_time(message, _after(before)).text == bound


def test_that_year_is_the_one_that_the_quarter_of_a_given_figure_lies_in() -> None:
    quarter = Period(Day(2024, 12, 31), 3, fiscal_year=2025, fiscal_quarter=2)
    context = replace(_after("Revenue in Q2 FY2025?"), period=quarter)

    assert bind_time("What was EBITDA that year?", context).text == "What was EBITDA in FY2025?"


def test_that_year_is_the_one_that_a_question_without_a_figure_named() -> None:
    context = Context(question="Did they keep the leasing limit in 2023?")

    assert bind_time("operating cash flow that year", context).text == "operating cash flow in 2023"


@pytest.mark.parametrize(
    ("before", "word"),
    [("", "that quarter"), ("Revenue in FY24?", "that quarter"), ("Revenue in Q1 and Q2 2024?", "that quarter")],
)
def test_a_quarter_that_nothing_said_before_fits_is_left_open(before: str, word: str) -> None:
    bound = bind_time("Which segment shrank in that quarter?", _after(before))

    assert (bound.word, bound.text) == (word, "Which segment shrank in that quarter?")


@pytest.mark.parametrize(
    "message",
    [
        "In Q1 2024, what was EBITDA in that quarter?",
        "Are there that year-end entries?",
        "How is that quarter of staff?",
    ],
)
def test_what_is_no_time_that_was_spoken_of_stays(message: str) -> None:
    assert bind_time(message, _after("Revenue in Q2 FY2025?")).text == message
