"""What minutes tell of a decision, and what a claimant has stated anew."""

from collections.abc import Callable
from pathlib import Path

import pytest

from sleuth.agents.analyst.run import Reply
from sleuth.store.server.database import Database
from tests.agents.analyst.conftest import analyst_of, conversing

PAPERS = {
    "Minutes board 14 May 2025.md": """# Minutes of the board of Vik Nets Limited

Held on 14 May 2025. Present: Ida Berg, Jon Moe, Siri Dahl, Per Lunde.

## 3. Trawler

It was resolved to order the trawler Havsula for £4.1 million. Ms Dahl voted against, as the yard had no guarantee.

## 4. Dividend

The dividend of £200,000 was approved by all.

## 5. Net loft

Approved by three votes to one, Mr Lunde voting against because he would rather rent the loft at Skaw.
""",
    "Annual report 2024.md": """# Vik Nets Limited: annual report for the year ended 31 December 2024

Approved on 20 March 2025.

The Skaw Harbour Authority has claimed quay dues of £310,000 for the years 2022 and 2023.

The Fishery Council has claimed a levy of £45,000 for 2023.
""",
    "Letter harbour authority.md": """SKAW HARBOUR AUTHORITY

2 September 2025

To Vik Nets Limited

Our records show that quay dues of £486,000 are owed for the years 2022 to 2024.
""",
}
Asks = Callable[..., Reply]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Minutes with two dissents, a report with two claims, and a later letter of one claimant."""
    made = tmp_path_factory.mktemp("decisions")
    for name, text in PAPERS.items():
        (made / name).write_text(text, encoding="utf-8")
    return made


@pytest.fixture
def ask(database: Database, new_project: Callable[..., int], folder: Path) -> Asks:
    """ask(message) → the reply over those files, without a model."""
    return conversing(analyst_of(database, new_project("decisions"), sorted(folder.iterdir())))


@pytest.mark.parametrize(
    ("question", "told", "other"),
    [
        ("who opposed the trawler order and on what ground?", "Ms Dahl voted against", "Lunde"),
        ("anyone against the net loft in the board vote?", "Mr Lunde voting against", "Dahl"),
    ],
)
def test_who_was_against_a_decision_is_told_of_the_item_that_is_meant(
    ask: Asks, question: str, told: str, other: str
) -> None:
    reply = ask(question)
    assert not reply.refuses
    assert told in reply.answer
    assert other not in reply.answer


@pytest.mark.parametrize(
    "question",
    [
        "did anyone vote against the dividend?",
        "who opposed the trawler order at the November board?",
        "who voted against the budget?",
    ],
)
def test_a_dissent_of_another_item_or_meeting_is_not_told(ask: Asks, question: str) -> None:
    assert ask(question).refuses


def test_an_older_amount_of_a_claim_is_not_told_where_the_claimant_wrote_later(ask: Asks) -> None:
    reply = ask("how much is the Skaw Harbour Authority claiming?")
    assert reply.refuses or "310,000" not in reply.answer


def test_a_claim_that_nothing_later_tells_of_stands(ask: Asks) -> None:
    assert "45,000" in ask("how much is the Fishery Council claiming?").answer
