"""What is missing, by a list that says where its requests stand: its word and our own look, told apart."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from sleuth.store.server.database import Database
from tests.agents.analyst.conftest import analyst_of

LIST = """Ref,Area,Request,Status,Comment
1.1,Corporate,Shareholders' agreement,Open,Consent of Varnum needed
1.2,Corporate,Minutes of board meetings,Open,
1.3,Legal,Tolberg contract,Declined,Not before signing
2.1,People,Employment agreements,Partly,CFO only
2.2,Tax,Tax returns,Provided,
2.3,Other,Site plans,Open,
2.4,Insurance,Fire certificates,N/A,
"""
EMPLOYMENT = """EMPLOYMENT AGREEMENT

This Employment Agreement is made between Harrow Silo Ltd. and Ida Moreau, who is employed from 1 May 2021.
"""
MINUTES = "Minutes of the Board of Directors\n\n28 May 2025\n\n" + "The board met and approved the new silo roof. " * 3


@pytest.fixture
def answer(database: Database, new_project: Callable[..., int], tmp_path: Path) -> str:
    """What is missing in a room that holds this list."""
    files = {"IRL.csv": LIST, "9 CFO.txt": EMPLOYMENT, "13 Minutes.txt": MINUTES}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    analyst = analyst_of(database, new_project("scratch"), [tmp_path / name for name in files])
    return asyncio.run(analyst.ask("What is still missing in the data room?")).answer


def test_requests_stand_under_the_lists_own_word_the_weightiest_first(answer: str) -> None:
    assert answer.startswith("By IRL.csv, 7 requests: 3 outstanding, 1 declined, 1 partly there")
    headings = [line.strip("*") for line in answer.splitlines() if line.startswith("**")]
    assert headings == [
        "Outstanding (3)", "Declined (1)", "Partly there (1)", "Provided by the list, but we see less (1)",
    ]  # fmt: skip
    assert answer.index("Shareholders' agreement") < answer.index("Site plans")


def test_the_lists_remark_is_told_as_its_own_word(answer: str) -> None:
    assert "- ❌ Shareholders' agreement (1.1): “Open – Consent of Varnum needed”\n" in answer
    assert "- ❌ Tolberg contract (1.3): “Declined – Not before signing”\n" in answer
    assert "- ◐ Employment agreements (2.1): “Partly – CFO only” – here: 9 CFO.txt, " in answer


def test_where_the_list_and_our_own_look_disagree_both_are_told(answer: str) -> None:
    assert "- ❌ Minutes of board meetings (1.2): “Open” – but this looks like it: 13 Minutes.txt, " in answer
    assert "- ◐ Tax returns (2.2): “Provided” – no document here was found to be it" in answer


def test_what_does_not_apply_is_not_told_as_missing(answer: str) -> None:
    assert "Fire certificates" not in answer


def test_without_standings_a_mention_is_told_as_missing(
    database: Database, new_project: Callable[..., int], tmp_path: Path
) -> None:
    report = "# Report\n\nText of the year.\n\n## Insurance policies\n\n" + "Harrow Silo is insured. " * 10
    files = {"IRL.csv": "Ref,Request\n1.1,Insurance policies\n1.2,Title deeds\n", "report.md": report}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    analyst = analyst_of(database, new_project("scratch"), [tmp_path / name for name in files])
    answer = asyncio.run(analyst.ask("What is still missing in the data room?")).answer
    assert "- ❌ Insurance policies – only spoken of in report.md, " in answer
