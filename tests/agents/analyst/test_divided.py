"""Parts of a measure are ranked by the line that is asked for, or not at all."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from sleuth.agents.analyst.run import Reply
from sleuth.store.server.database import Database
from tests.agents.analyst.conftest import analyst_of
from tests.records import book_of

SEGMENTS = (
    ("Segments, EUR thousand",),
    (),
    ("Year ended 31 December 2025", "Growing", "Packing", "Storage", "Group"),
    ("External revenue", 6240, 71385, 14815, 92440),
    ("Inter-segment revenue", 18460, 1120, 5930, None),
    ("Total revenue", 24700, 72505, 20745, 92440),
)
Asks = Callable[[str], Reply]


@pytest.fixture
def room(database: Database, new_project: Callable[..., int], tmp_path: Path) -> Asks:
    """room(message) → the reply over a note that prints the external and the total revenue of each segment."""
    (tmp_path / "Accounts_2025.xlsx").write_bytes(book_of({"Segments": SEGMENTS}))
    analyst = analyst_of(database, new_project("parts"), sorted(tmp_path.iterdir()))
    return lambda message: asyncio.run(analyst.ask(message))


def test_segments_are_ranked_by_their_revenue(room: Asks) -> None:
    assert "72,505" in room("Which segment has the highest revenue in 2025?").answer


def test_no_line_of_another_name_ranks_them_where_the_one_asked_for_is_printed(room: Asks) -> None:
    assert "72,505" not in room("Which segment has the highest external revenue in 2025?").answer


def test_segments_beside_countries_are_ranked_by_no_figure_where_no_whole_tells_which_divide_it(
    database: Database, new_project: Callable[..., int], tmp_path: Path
) -> None:
    mixed = (("EUR thousand", "FY2025"), ("Revenue",), ("Packing", 40), ("Storage", 30), ("Sweden", 45), ("Norway", 25))
    (tmp_path / "Accounts_2025.xlsx").write_bytes(book_of({"Revenue": mixed}))
    analyst = analyst_of(database, new_project("mixed"), sorted(tmp_path.iterdir()))
    assert "Sweden" not in asyncio.run(analyst.ask("Which segment has the highest revenue in 2025?")).answer
