"""Which questions ask whether a covenant is kept, or what its limit is."""

import pytest

from sleuth.agents.analyst.behaviours.covenants import read_covenant
from sleuth.agents.analyst.dialogue.context import Context


@pytest.mark.parametrize(
    "message",
    ["What is the leverage covenant at 30 September 2025?", "Current leverage covenant in the bank facility?"],
)
def test_the_limit_of_a_measure_is_asked_for_by_its_covenant(message: str) -> None:
    query = read_covenant(message, Context())
    assert query is not None
    assert query.measures[0].keys == ("leverage",)


@pytest.mark.parametrize(
    ("message", "before"),
    [
        ("When does the leverage covenant go back down?", ""),
        ("What was the leverage covenant originally?", ""),
        ("Is leverage in the downside case within the covenant?", ""),
        ("Worst leverage of the business plan, is that ok under the covenant?", ""),
        ("What can the bank do if the leverage covenant is broken?", ""),
        ("Does that break the leverage covenant?", "What is EBITDA in the downside case in FY27?"),
    ],
)
def test_what_else_is_asked_of_a_covenant_is_no_question_of_its_limit(message: str, before: str) -> None:
    assert read_covenant(message, Context(question=before)) is None
