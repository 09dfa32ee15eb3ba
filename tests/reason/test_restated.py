"""What a letter says that an earlier one said is not told as what is, where it says anew."""

from collections.abc import Callable

import pytest

Prove = Callable[..., Callable[[str], str]]

OPENING = "Orvik Mills AB – claim\nWe refer to our letter of 3 May 2024, in which Orvik Mills claimed EUR 700,000. "
RAISED = "The belt was replaced in June. The claim is hereby increased to EUR 940,000. Please pay by 1 July 2025.\n"
GRID = (("Head of loss", "EUR"), ("Lost margin", "610,000"), ("Energy", "330,000"), ("Total", "940,000"))


def test_the_sentence_that_raises_a_claim_answers(evidence: Callable[..., object], prove: Prove) -> None:
    answer = prove(evidence(f"{OPENING}{RAISED}", filenames=["Claim_Orvik_Mills.md"]))(
        "How much does Orvik Mills claim?"
    )

    assert "940,000" in answer
    assert "700,000" not in answer


def test_the_total_of_the_table_that_says_it_anew_answers(
    evidence: Callable[..., object], table_page: Callable[..., object], prove: Prove
) -> None:
    page = table_page(f"{OPENING}\n\nIts loss now stands as follows:\n", GRID, after="\nPlease pay by 1 July 2025.\n")
    answer = prove(evidence(page, filenames=["Claim_Orvik_Mills.pdf"]))("How much does Orvik Mills claim?")

    assert "Its loss now stands as follows" in answer
    assert "940,000" in answer
    assert "700,000" not in answer


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How much does Orvik Mills claim?", f"{OPENING}Please pay by 1 July 2025.\n"),
        ("How much did Orvik Mills claim in May 2024?", f"{OPENING}{RAISED}"),
    ],
)
def test_what_was_said_before_answers_where_it_is_asked_or_nothing_replaces_it(
    question: str, text: str, evidence: Callable[..., object], prove: Prove
) -> None:
    assert "700,000" in prove(evidence(text, filenames=["Claim_Orvik_Mills.md"]))(question)
