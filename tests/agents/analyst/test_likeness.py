"""A message that no pattern knows is taken by what people say who want the same."""

import pytest

from sleuth.agents.analyst.intents import Intent
from sleuth.agents.analyst.likeness import likely_intent


@pytest.mark.parametrize(
    ("message", "intent"),
    [
        ("which of the requests did they not reply to", Intent.GAP_IDENTIFICATION),
        ("is there something to be afraid of?", Intent.DUE_DILIGENCE),
        ("what sort of firm is this", Intent.EXPLORATION),
        ("and what is their line of business?", Intent.EXPLORATION),
        ("Vad har säljaren inte lämnat ännu?", Intent.GAP_IDENTIFICATION),
    ],
)
def test_a_wording_that_no_pattern_knows_is_taken_for_what_is_nearest(message: str, intent: Intent) -> None:
    assert likely_intent(message) is intent


@pytest.mark.parametrize(
    "message",
    [
        "what was missing from the pallets",
        "which risks does the carrier bear?",
        "what does the lessee have to hand over",
        "who runs the company?",
        "why is the delivery not complete",
        "are the permits complete?",
        "what is the gap against plan",
    ],
)
def test_a_question_after_a_fact_that_only_sounds_alike_stays_one(message: str) -> None:
    assert likely_intent(message) is Intent.FACT_LOOKUP


@pytest.mark.parametrize(
    "message",
    ["What is missing from the Brenn invoice?", "What was missing in May 2024?", "Which 3 documents are missing?"],
)
def test_a_message_that_names_something_is_held_against_no_other(message: str) -> None:
    assert likely_intent(message) is Intent.FACT_LOOKUP
