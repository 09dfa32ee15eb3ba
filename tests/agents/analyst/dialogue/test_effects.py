"""What something would do to a figure is no figure as it is stated."""

import pytest

from sleuth.agents.analyst.dialogue.completing import complete_message
from sleuth.agents.analyst.dialogue.context import Context
from sleuth.agents.analyst.dialogue.effects import asks_effect_of_that
from sleuth.language.period import fiscal_period
from sleuth.reason.understand.figures import figure_query
from tests.agents.analyst.dialogue.test_completing import Talk

_EFFECTS = [
    "what does that do to ebitda", "And what does it mean for leverage?", "how would this affect net income?",
    "how does that change EBITDA?", "what is the effect of that on EBITDA", "EBITDA without that?",
    "what would net income have been otherwise?", "EBITDA adjusted for these?", "hur påverkar det EBITDA?",
]  # fmt: skip
_FIGURES = [
    "How did it change?", "how did that change from 2022?", "And EBITDA?", "EBITDA before that?",
    "adjusted EBITDA?", "what does that amount to in percent",
]  # fmt: skip


@pytest.mark.parametrize("message", _EFFECTS)
def test_the_effect_of_what_was_told_is_asked_for(message: str) -> None:
    question = "What was revenue in FY2024?"
    context = Context(question, figure_query(question), fiscal_period(2024, 12, 12), True)

    assert asks_effect_of_that(message)
    assert complete_message(message, context).query is None


@pytest.mark.parametrize("message", _FIGURES)
def test_the_figure_itself_is_asked_for(message: str) -> None:
    assert not asks_effect_of_that(message)


def test_an_effect_that_nothing_computes_is_refused_though_the_figure_is_there(talk: Talk) -> None:
    replies = talk("What's the Q3 revenue?", "what does that do to EBITDA?", "And EBITDA?")

    assert replies[1].refuses
    assert not replies[1].claims
    assert replies[2].claims
