"""A project of its own in the session's store."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import psycopg
import pytest

from sleuth.store.projects import ensure_project, remove_project

if TYPE_CHECKING:
    from sleuth.store.database import Database


@pytest.fixture
def connection(database: "Database") -> Iterator[psycopg.Connection]:
    with database.connection() as connection:
        yield connection


@pytest.fixture
def project(connection: psycopg.Connection, request: pytest.FixtureRequest) -> Iterator[int]:
    name = f"findings {request.node.name}"
    project_id = ensure_project(connection, name)
    connection.commit()
    yield project_id
    connection.rollback()
    remove_project(connection, name)
    connection.commit()
