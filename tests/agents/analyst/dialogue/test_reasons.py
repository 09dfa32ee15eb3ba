"""What a question for a reason is asked of, where it does not say."""

from dataclasses import replace

import pytest

from sleuth.agents.analyst.dialogue.context import Context
from sleuth.agents.analyst.dialogue.given import Given
from sleuth.agents.analyst.dialogue.mentions import Known
from sleuth.agents.analyst.dialogue.reasons import reason_of
from sleuth.agents.analyst.intents import Intent
from sleuth.agents.analyst.run import Reply
from sleuth.agents.analyst.understanding import understand_message
from sleuth.language.period import fiscal_period
from sleuth.reason.understand.figures import figure_query
from tests.agents.analyst.dialogue.test_completing import Talk

_QUESTION = "how did kiln revenue do in H1 2025 against last year"
_KILNS = (
    Given("kilns", "revenue, Kilns", "H1 2024", (2024, 6), "EUR"),
    Given("kilns", "revenue, Kilns", "H1 2025", (2025, 6), "EUR"),
)


def _told(*given: Given) -> Context:
    return Context(_QUESTION, figure_query(_QUESTION), fiscal_period(2025, 6, 6), given=given, told=len(given))


@pytest.mark.parametrize(
    "message",
    [
        "why?",
        "And why?",
        "why the drop?",
        "how come",
        "why did it fall so much",
        "what drove that?",
        "why was it restated",
    ],
)
def test_the_reason_of_a_figure_is_asked_of_its_measure_part_and_time(message: str) -> None:
    assert reason_of(message, _told(*_KILNS), "en") == f"{message.rstrip('?')}, Kilns revenue H1 2025?"


def test_varfor_asks_so_too() -> None:
    assert reason_of("varför då?", _told(*_KILNS), "sv").endswith("Kilns revenue H1 2025?")


@pytest.mark.parametrize(
    "message",
    [
        "why did the Orvik plant close?",
        "why was the auditor changed",
        "And EBITDA?",
        "what happened in Aalborg",
        "who?",
    ],
)
def test_a_question_with_a_matter_of_its_own_stays(message: str) -> None:
    assert reason_of(message, _told(*_KILNS), "en") == ""


def test_a_figure_of_an_earlier_turn_is_not_what_was_told() -> None:
    context = replace(_told(*_KILNS), question="what does the Lovik plant cost now", query=None, period=None, told=0)

    assert reason_of("why so much more", context, "en") == "why so much more, Lovik plant cost now?"


def test_a_figure_that_was_not_found_is_asked_for_in_full() -> None:
    query = figure_query("kiln EBITDA margin in 2024")
    context = Context("vs 2022?", query)

    assert reason_of("why so much worse?", context, "en") == "why so much worse, Kiln ebitda margin 2024?"


def test_why_of_nothing_is_asked_of_nothing() -> None:
    assert reason_of("why?", Context(), "en") == ""


def test_no_figure_answers_why() -> None:
    understood = understand_message("why the drop?", _told(*_KILNS), Known(), Intent.FACT_LOOKUP)

    assert understood.meant.query is None
    assert not understood.bound.is_open


def test_after_why_the_figure_is_still_what_the_conversation_is_about(talk: Talk) -> None:
    replies: list[Reply] = talk("What's the Q3 revenue?", "why?", "Q2?")

    assert replies[-1].answer.startswith("Q2 2024 revenue was €4,800K")
