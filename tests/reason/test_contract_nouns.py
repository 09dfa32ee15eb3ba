"""A noun by which a question calls its contract asks for no clause: "for the Brenn licence" is of it."""

import pytest

from sleuth.reason.rank.provisions import find_clauses


@pytest.mark.parametrize(
    "question",
    [
        "Do we need the institute's approval for the Brenn licence on a sale?",
        "Behöver vi institutets godkännande för Brenns licens?",
        "Which products are under the Brenn licence?",
    ],
)
def test_a_licence_that_is_only_named_does_not_ask_for_its_grant(question: str) -> None:
    assert "license grant" not in [clause.name for clause in find_clauses(question)]


@pytest.mark.parametrize("question", ["What licence is granted?", "What is the license grant of the agreement?"])
def test_the_grant_is_asked_for_by_what_is_granted(question: str) -> None:
    assert [clause.name for clause in find_clauses(question)] == ["license grant"]
