"""Findings get their vectors behind those of passages, change models with them, and go with their documents."""

import pytest

from sleuth.config import Settings
from sleuth.store.index.finding_vectors import Bounds
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


def test_a_question_finds_the_finding_it_is_about(accounts: Room) -> None:
    best = accounts.match("How high was gross profit in 2023?").found[0].finding
    assert (best.metric, best.period_name, f"{best.value}") == ("gross profit", "FY2023", "6800")


def test_before_there_are_vectors_it_is_said(room: Room) -> None:
    assert room.match("gross profit").degraded == ("The findings have no vectors yet.",)


def test_a_document_whose_findings_wait_is_said(accounts: Room) -> None:
    accounts.add(accounts.put("more.csv", ACCOUNTS.replace("Lumen", "Halden").replace("15100", "15200")))
    found = accounts.match("gross profit")
    assert {match.finding.filename for match in found.found} == {"accounts.csv"}
    assert found.degraded == ("The findings of 1 document have no vectors yet: they are not searched by meaning.",)
    accounts.embed()
    assert accounts.match("gross profit").degraded == ()


def test_a_removed_document_is_not_found_and_leaves_no_vector(accounts: Room) -> None:
    assert accounts.vectors("findings")["minilm"] >= 9
    remove_documents(accounts.database, accounts.project, ["accounts.csv"])
    assert accounts.vectors("findings") == {}
    assert accounts.match("gross profit").found == ()


def test_a_reindex_takes_the_findings_along(accounts: Room) -> None:
    before = accounts.vectors("findings")["minilm"]
    done = accounts.reindex()
    assert done.embedding.model == HOSTED
    assert accounts.vectors("findings") == {HOSTED: before}
    assert len(accounts.match("gross profit").found) == 5


def test_bounds_hold(accounts: Room) -> None:
    assert accounts.match("gross profit", Bounds(domains=["legal"])).found == ()


def test_a_model_out_of_reach_is_a_remark(accounts: Room) -> None:
    accounts.reindex()
    accounts.settings = Settings(background=False, embedding_url="http://127.0.0.1:1", embedding_key="k")
    found = accounts.match("operating income")
    assert found.found == ()
    assert found.degraded[0].endswith("Findings are not searched by meaning.")
