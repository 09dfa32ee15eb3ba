"""A room of small documents, each stating figures, in the test's project."""

from typing import TYPE_CHECKING, Any

import psycopg
import pytest

from sleuth.ingest.relating import relate
from tests.databases import temporary_project
from tests.store.ledger.room import ROOM, Room, add_all, everything, put

if TYPE_CHECKING:
    from sleuth.store.server.database import Database


@pytest.fixture
def add(connection: psycopg.Connection, project: int) -> Room:
    """add("a.pdf", revenue="5.2", quality="audited") stores a document that states so, and relates the project."""

    def add(filename: str, *, related: bool = True, **said: str) -> int:
        document_id = put(connection, project, filename, **said)
        if related:
            relate(connection, project)
        connection.commit()
        return document_id

    return add


@pytest.fixture(scope="session")
def undisturbed(database: "Database") -> list[Any]:
    """All relations of ROOM, as one worker makes them whom nobody disturbs."""
    with database.connection() as connection, temporary_project(connection, "undisturbed") as project:
        add_all(connection, project, ROOM)
        return everything(connection, project)
