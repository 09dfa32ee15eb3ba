"""What answers nothing that was asked is not told: the whole for a place, an amount for a number of things."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from sleuth.agents.analyst.behaviours.in_force import has_moved_since
from sleuth.agents.analyst.run import Reply
from sleuth.store.server.database import Database
from tests.agents.analyst.conftest import analyst_of
from tests.records import book_of

ACCOUNTS = (
    ("EUR thousand", "FY2024", "FY2025"),
    ("Revenue by country",),
    ("Sweden", 310, 344),
    ("Norway", 205, 221),
    ("Revenue", 515, 565),
    ("EBITDA", 61, 72),
)
SEGMENTS = (
    ("Revenue by segment, EUR thousand",),
    ("", "FY2025", "FY2025 budget"),
    ("Clinics", 344, 360),
    ("Products", 221, 200),
    ("Group", 565, 560),
)
Talks = Callable[..., Reply]


@pytest.fixture
def talk(database: Database, new_project: Callable[..., int], tmp_path: Path) -> Talks:
    """talk(messages…) → the reply to the last of them, over accounts with countries and a sheet of segments."""
    (tmp_path / "Accounts_2025.xlsx").write_bytes(book_of({"Income": ACCOUNTS, "Segments": SEGMENTS}))
    analyst = analyst_of(database, new_project("untold"), sorted(tmp_path.iterdir()))

    def reply(*messages: str) -> Reply:
        conversation, last = None, None
        for message in messages:
            last = asyncio.run(analyst.ask(message, conversation))
            conversation = last.conversation
        assert last is not None
        return last

    return reply


def test_what_is_asked_there_is_not_told_of_the_whole(talk: Talks) -> None:
    assert talk("What was revenue in Sweden in FY2024?", "and EBITDA there, that year?").refuses


def test_things_that_are_to_be_counted_are_no_amount(talk: Talks) -> None:
    assert talk("How many of the clinics are below budget on revenue in FY2025?").refuses
    assert "344" in talk("What was the revenue of Clinics in FY2025?").answer


def test_a_figure_that_the_message_gives_itself_is_no_answer(talk: Talks) -> None:
    assert talk("and the 9.7% revenue growth for FY2025?").refuses
    assert "9.7" in talk("By what percentage did revenue grow in FY2025?").answer


def test_a_segment_that_is_called_by_its_places_is_none_of_them(talk: Talks) -> None:
    assert "Clinics" not in talk("Biggest clinic by revenue in FY2025?").pieces[0]


@pytest.mark.parametrize(
    ("asked", "told", "moved"),
    [
        ("current rent of the mill?", "The rent is 420. It is adjusted each January by the net price index.", True),
        ("what is the rent now?", "The fee of 12 is indexed annually.", True),
        ("what is the fee now?", "The amount is replaced by 12. It is adjusted each year by the index.", False),
        ("what rent was agreed?", "The rent is 420. It is adjusted each January by the net price index.", False),
        ("current rent of the mill?", "The rent is 420, paid quarterly in advance.", False),
    ],
)
def test_a_first_amount_that_an_index_moves_is_not_what_is_paid_now(asked: str, told: str, moved: bool) -> None:
    assert has_moved_since(asked, told) is moved
