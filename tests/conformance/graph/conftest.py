"""Every place that the graph can stand in, and the smallest project that holds each kind of node and edge."""

import importlib.util
import os
import secrets
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
import pytest

from sleuth.config import Settings
from sleuth.store.ledger.findings import Filter, list_findings, save_findings
from sleuth.store.ledger.graph import Graph, graph_of
from tests.documents import revenue
from tests.processes import end_of, free_port, listens, until

if TYPE_CHECKING:
    from sleuth.store.documents.documents import Document

PLACES = ("record", "bolt", "yours")


@pytest.fixture(scope="session")
def bolt_settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    """A real server that speaks Bolt: ArcadeDB, with the Java that its package brings."""
    spec = importlib.util.find_spec("arcadedb_embedded")
    if spec is None or spec.origin is None:
        pytest.skip("arcadedb-embedded is not installed (the extra dev): no Bolt server to test against")
    package, folder, port = Path(spec.origin).parent, tmp_path_factory.mktemp("arcadedb"), free_port()
    password = secrets.token_hex(8)
    options = {
        "server.rootPath": folder, "server.rootPassword": password, "server.httpIncomingHost": "127.0.0.1",
        "server.httpIncomingPort": free_port(), "server.defaultDatabases": "neo4j[root]", "bolt.host": "127.0.0.1",
        "bolt.port": port, "server.plugins": "Bolt:com.arcadedb.bolt.BoltProtocolPlugin",
    }  # fmt: skip
    command = [package / "jre" / "bin" / "java", "-Xmx512m", "-cp", package / "jars" / "*"]
    command += [f"-Darcadedb.{name}={value}" for name, value in options.items()]
    command.append("com.arcadedb.server.ArcadeDBServer")
    with (
        (folder / "said.txt").open("wb") as log,
        subprocess.Popen(command, cwd=folder, stdout=log, stderr=log) as server,
    ):
        try:
            until(lambda: _listens(port, server, folder / "said.txt"), 120, folder / "said.txt")
            yield Settings(neo4j_uri=f"bolt://127.0.0.1:{port}", neo4j_user="root", neo4j_password=password)
        finally:
            server.kill()


def _listens(port: int, server: "subprocess.Popen[bytes]", log: Path) -> bool:
    assert server.poll() is None, f"ArcadeDB ended at once: {end_of(log)}"
    return b"Server started" in log.read_bytes() and listens(port)


@pytest.fixture
def graph_settings(request: pytest.FixtureRequest, place: str) -> Settings:
    if place == "record":
        return Settings(neo4j_uri=None)
    if place == "bolt":
        settings: Settings = request.getfixturevalue("bolt_settings")
        return settings
    if "NEO4J_URI" not in os.environ:
        pytest.skip("no Neo4j of yours: set NEO4J_URI, NEO4J_USER and NEO4J_PASSWORD to test against it")
    user, password = os.environ.get("NEO4J_USER", "neo4j"), os.environ.get("NEO4J_PASSWORD")
    return Settings(neo4j_uri=os.environ["NEO4J_URI"], neo4j_user=user, neo4j_password=password)


@pytest.fixture(params=PLACES)
def place(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def graph(connection: psycopg.Connection, graph_settings: Settings, room: "Room") -> Iterator[Graph]:
    with graph_of(graph_settings)(connection) as graph:
        yield graph
        connection.rollback()
        graph.forget(room.project)


class Room:
    """A project whose documents state revenues; `relate` and `supersede` join them."""

    def __init__(self, connection: psycopg.Connection, project: int, add: "Callable[..., Document]") -> None:
        self._connection, self.project, self._add = connection, project, add

    def document(self, filename: str, *revenues: int, year: int = 2023) -> "tuple[int, list[int]]":
        """A document that states these revenues, one a year; its number and those of its findings."""
        document = self._add(self.project, filename, f"{filename} {revenues} {year}")
        found = [revenue(value, year + n, n, locator=f"p.{n}") for n, value in enumerate(revenues)]
        save_findings(self._connection, self.project, document.id, found, "1")
        self._connection.commit()
        stored = list_findings(self._connection, self.project, Filter(document_ids=[document.id]))
        return document.id, [finding.id for finding in stored]

    def relate(self, kind: str, source: int, target: int, status: str = "standing") -> None:
        self._connection.execute(
            "INSERT INTO relations (project_id, kind, basis, source, target, reason, status) "
            "VALUES (%s, %s, %s, %s, %s, %s, %s)",
            (
                self.project, kind, "version" if kind == "SUPERSEDES" else "comparison", source, target,
                f"{kind} for a reason", status,
            ),
        )  # fmt: skip
        self._connection.commit()

    def supersede(self, newer: int, older: int, status: str = "confirmed") -> None:
        self._connection.execute(
            "INSERT INTO supersessions (project_id, newer, older, reason, evidence, certain, status) "
            "VALUES (%s, %s, %s, 'its name says so', '{}', true, %s)",
            (self.project, newer, older, status),
        )
        self._connection.commit()


@pytest.fixture
def room(connection: psycopg.Connection, project: int, add: "Callable[..., Document]") -> Room:
    return Room(connection, project, add)


@pytest.fixture
def other_room(connection: psycopg.Connection, new_project: Callable[[], int], add: "Callable[..., Document]") -> Room:
    return Room(connection, new_project(), add)
