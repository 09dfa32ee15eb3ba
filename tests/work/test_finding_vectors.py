"""Findings get their vectors behind those of passages, change models with them, and go with their documents."""

from pathlib import Path

import pytest
from tests.scripted import Script
from tests.work.room import HOSTED, EmbeddedRoom

from sleuth.config import Settings
from sleuth.search.findings import Matches, search_findings
from sleuth.search.services import services_of
from sleuth.store.database import Database
from sleuth.store.finding_vectors import Bounds
from sleuth.work.reindexing import reindex
from sleuth.work.removal import remove_documents

ACCOUNTS = """Lumen AB,,,
Income statement (EUR thousand),,,
,FY2021,FY2022,FY2023
Revenue,12000,13500,15100
Cost of goods sold,7000,7600,8300
Gross profit,5000,5900,6800
"""


class Room(EmbeddedRoom):
    """Asked for findings."""

    def search(self, question: str, bounds: Bounds | None = None) -> Matches:
        with self.database.connection() as connection:
            services = services_of(self.settings)
            return search_findings(connection, self.project, question, bounds or Bounds(), 5, services)

    def vectors(self) -> dict[str, int]:
        return self.count("finding_vectors")


@pytest.fixture
def room(database: Database, tmp_path: Path, request: pytest.FixtureRequest, script: Script) -> Room:
    return Room(database, tmp_path, request.node.name, script.url)


def test_a_question_finds_the_finding_it_is_about(room: Room) -> None:
    room.add("accounts.csv", ACCOUNTS)
    room.embed()
    best = room.search("How high was gross profit in 2023?").found[0].finding
    assert (best.metric, best.period_name, f"{best.value}") == ("gross profit", "FY2023", "6800")


def test_before_there_are_vectors_it_is_said(room: Room) -> None:
    assert room.search("gross profit").degraded == ("The findings have no vectors yet.",)


def test_a_document_whose_findings_wait_is_said(room: Room) -> None:
    room.add("accounts.csv", ACCOUNTS)
    room.embed()
    room.add("more.csv", ACCOUNTS.replace("Lumen", "Halden").replace("15100", "15200"))
    found = room.search("gross profit")
    assert {match.finding.filename for match in found.found} == {"accounts.csv"}
    assert found.degraded == ("The findings of 1 documents have no vectors yet: they are not searched by meaning.",)
    room.embed()
    assert room.search("gross profit").degraded == ()


def test_a_removed_document_is_not_found_and_leaves_no_vector(room: Room) -> None:
    room.add("accounts.csv", ACCOUNTS)
    room.embed()
    assert room.vectors()["minilm"] >= 9
    remove_documents(room.database, room.project, ["accounts.csv"])
    assert room.vectors() == {}
    assert room.search("gross profit").found == ()


def test_a_reindex_takes_the_findings_along(room: Room) -> None:
    room.add("accounts.csv", ACCOUNTS)
    room.embed()
    before = room.vectors()["minilm"]
    done = reindex(room.database, room.settings, room.project, HOSTED, lambda done, total: None)
    assert done.embedding.model == HOSTED
    assert room.vectors() == {HOSTED: before}
    assert len(room.search("gross profit").found) == 5


def test_bounds_hold(room: Room) -> None:
    room.add("accounts.csv", ACCOUNTS)
    room.embed()
    assert room.search("gross profit", Bounds(domains=["legal"])).found == ()


def test_a_model_out_of_reach_is_a_remark(room: Room) -> None:
    room.add("accounts.csv", ACCOUNTS)
    room.embed()
    reindex(room.database, room.settings, room.project, HOSTED, lambda done, total: None)
    room.settings = Settings(background=False, embedding_url="http://127.0.0.1:1", embedding_key="k")
    found = room.search("operating income")
    assert found.found == ()
    assert found.degraded[0].endswith("Findings are not searched by meaning.")
