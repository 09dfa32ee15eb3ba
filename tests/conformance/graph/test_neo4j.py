"""What holds of the graph on a server alone: it is shared, it may be interrupted, and it may be out of reach."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
import pytest

from sleuth.config import Settings
from sleuth.errors import StoreError
from sleuth.store.ledger.graph import Graph, Label, Node, graph_of
from sleuth.store.server.database import Database
from sleuth.work.adding import add_paths
from sleuth.work.removal import remove_documents
from tests.conformance.graph.conftest import Room
from tests.processes import free_port

if TYPE_CHECKING:
    from neo4j import Driver


@pytest.fixture
def place() -> str:
    return "bolt"


@pytest.fixture
def as_others(bolt_settings: Settings) -> "Iterator[Driver]":
    """A client of another program."""
    from neo4j import GraphDatabase

    auth = (bolt_settings.neo4j_user, bolt_settings.neo4j_password or "")
    with GraphDatabase.driver(bolt_settings.neo4j_uri or "", auth=auth) as driver:
        yield driver


def rows(driver: "Driver", statement: str, **values: Any) -> list[list[Any]]:
    return [record.values() for record in driver.execute_query(statement, values).records]


def test_others_read_what_a_finding_states_and_where(graph: Graph, room: Room, as_others: "Driver") -> None:
    room.document("report.pdf", 12)
    graph.project(room.project)
    found = rows(
        as_others,
        "MATCH (f:Finding)-[:EXTRACTED_FROM]->(d:Document)-[:EXTRACTED_FROM]->(deal:Deal) "
        "RETURN f.metric, f.period, f.scenario, f.value, f.unit, f.scale, f.quote, d.filename",
    )
    assert found == [["revenue", "FY2023", "actual", "12", "EUR", 6, "Net sales 12", "report.pdf"]]


def test_nodes_of_others_are_left_alone(graph: Graph, room: Room, as_others: "Driver") -> None:
    rows(as_others, "CREATE (:Document {key: 'theirs', filename: 'mine.pdf'})")
    room.document("report.pdf", 12)
    for anew in (False, True):
        graph.project(room.project, anew)
    graph.forget(room.project)
    assert rows(as_others, "MATCH (n) RETURN n.filename") == [["mine.pdf"]]
    rows(as_others, "MATCH (n) DETACH DELETE n")


def test_what_a_killed_projection_left_is_mended(graph: Graph, room: Room, as_others: "Driver") -> None:
    room.document("report.pdf", 12)
    graph.project(room.project)
    (deal,) = rows(as_others, "MATCH (n:Deal) RETURN n.deal")[0]
    rows(as_others, "MATCH (f:Finding) SET f.value = '99' WITH f MATCH (f)-[r]->() DELETE r")
    rows(as_others, "CREATE (:Finding {key: 'left', deal: $deal, id: 7, mark: 'killed'})", deal=deal)
    graph.project(room.project)
    assert rows(as_others, "MATCH (f:Finding)-[r]->() RETURN f.value, type(r)") == [["12", "EXTRACTED_FROM"]]
    assert graph.counts(room.project)["Finding"] == 1


def test_two_projections_at_once_make_one_graph(
    graph: Graph, room: Room, database: Database, bolt_settings: Settings
) -> None:
    room.document("report.pdf", *range(10, 60))

    def project(_: int) -> None:
        with database.connection() as connection, graph_of(bolt_settings)(connection) as other:
            other.project(room.project)

    with ThreadPoolExecutor(3) as threads:
        assert len(list(threads.map(project, range(3)))) == 3
    assert graph.counts(room.project)["Finding"] == 50


def test_more_than_one_batch_is_projected_and_deleted(graph: Graph, room: Room) -> None:
    number, _ = room.document("report.pdf", *range(2_500))
    graph.project(room.project)
    assert graph.counts(room.project)["EXTRACTED_FROM"] == 2_501
    assert len(graph.neighbours(room.project, Node(Label.DOCUMENT, number))) == 2_501
    graph.project(room.project, anew=True)
    assert graph.counts(room.project)["Finding"] == 2_500


def test_adding_and_removing_documents_keep_the_server_in_step(
    database: Database, bolt_settings: Settings, new_project: Callable[[], int], tmp_path: Path
) -> None:
    project = new_project()
    path = tmp_path / "accounts.csv"
    path.write_text(
        "Lumen AB,,,\nIncome statement (EUR thousand),,,\n,FY2021,FY2022,FY2023\nRevenue,12000,13500,15100\n"
    )
    settings = Settings(background=False)
    with Database(database.dsn, None, open_graph=graph_of(bolt_settings)) as opened:
        add_paths(opened, settings, project, [path], lambda _: None)
        with opened.connection() as connection, opened.graph(connection) as graph:
            assert graph.counts(project) == {
                "Deal": 1, "Document": 1, "Finding": 3, "Insight": 1,
                "EXTRACTED_FROM": 4, "SUPERSEDES": 0, "CONTRADICTS": 0, "SUPPORTS": 3,
            }  # fmt: skip
            remove_documents(opened, project, ["accounts.csv"])
            counts = dict(graph.counts(project))
            graph.forget(project)
    assert counts.pop("Deal") == 1
    assert set(counts.values()) == {0}


class TestOutOfReach:
    def said(self, connection: psycopg.Connection, **settings: Any) -> str:
        with pytest.raises(StoreError) as caught, graph_of(Settings(**settings))(connection):
            pass
        return str(caught.value)

    def test_a_server_that_does_not_run(self, connection: psycopg.Connection) -> None:
        uri = f"bolt://127.0.0.1:{free_port()}"
        said = self.said(connection, neo4j_uri=uri, neo4j_password="x")
        assert f"{uri} cannot be reached" in said
        assert "Check SLEUTH_NEO4J_URI" in said

    def test_a_wrong_password_is_never_repeated(self, connection: psycopg.Connection, bolt_settings: Settings) -> None:
        uri = bolt_settings.neo4j_uri
        said = self.said(connection, neo4j_uri=uri, neo4j_user="root", neo4j_password="wrong-secret")
        assert "refuses root. Mend SLEUTH_NEO4J_USER and SLEUTH_NEO4J_PASSWORD" in said
        assert "wrong-secret" not in said

    @pytest.mark.parametrize("uri", ["", "localhost:7687", "http://127.0.0.1:7474", "bolt://neo4j:secret@127.0.0.1"])
    def test_an_address_that_is_none(self, connection: psycopg.Connection, uri: str) -> None:
        said = self.said(connection, neo4j_uri=uri, neo4j_password="x")
        assert "It reads bolt://HOST:7687" in said
        assert "secret" not in said

    def test_a_missing_driver_names_the_extra(self, database: Database) -> None:
        script = (
            "import sys; sys.modules['neo4j'] = None\n"
            "from sleuth.config import Settings\n"
            "from sleuth.store.ledger.graph import graph_of\n"
            "with graph_of(Settings(neo4j_uri='bolt://127.0.0.1:1'))(None): pass"
        )
        ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
        assert "StoreError" in ended.stderr
        assert "pip install 'sleuth[neo4j]'" in ended.stderr

    def test_a_server_that_goes_meanwhile(self, connection: psycopg.Connection, room: Room) -> None:
        """A port that speaks something else."""
        import socketserver

        class Deaf(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                self.request.recv(1)

        with socketserver.TCPServer(("127.0.0.1", 0), Deaf) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            said = self.said(connection, neo4j_uri=f"bolt://127.0.0.1:{server.server_address[1]}", neo4j_password="x")
            server.shutdown()
        assert "SLEUTH_NEO4J_URI" in said
