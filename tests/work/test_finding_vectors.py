"""Findings get their vectors behind those of passages, change models with them, and go with their documents."""

import pytest

from sleuth.work.removal import remove_documents
from tests.work.room import HOSTED, Room

ACCOUNTS = """Lumen AB,,,
Income statement (EUR thousand),,,
,FY2021,FY2022,FY2023
Revenue,12000,13500,15100
Cost of goods sold,7000,7600,8300
Gross profit,5000,5900,6800
"""


@pytest.fixture
def accounts(room: Room) -> Room:
    """With a file of figures, embedded."""
    room.add(room.put("accounts.csv", ACCOUNTS))
    room.embed()
    return room


def test_a_removed_document_is_not_found_and_leaves_no_vector(accounts: Room) -> None:
    assert accounts.vectors("findings")["minilm"] >= 9
    remove_documents(accounts.database, accounts.project, ["accounts.csv"])
    assert accounts.vectors("findings") == {}


def test_a_reindex_takes_the_findings_along(accounts: Room) -> None:
    before = accounts.vectors("findings")["minilm"]
    done = accounts.reindex()
    assert done.embedding.model == HOSTED
    assert accounts.vectors("findings") == {HOSTED: before}
