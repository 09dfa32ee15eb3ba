"""A role that owns nothing."""

import secrets
from collections.abc import Iterator
from typing import TYPE_CHECKING

import psycopg
import pytest
from psycopg import sql

from sleuth.store.server.isolation import grant_access

if TYPE_CHECKING:
    from sleuth.store.server.database import Database


@pytest.fixture
def tenant(database: "Database", connection: psycopg.Connection) -> Iterator[psycopg.Connection]:
    """A connection that acts as a role with rights to read and write, but not the owner's."""
    name = f"tenant_{secrets.token_hex(4)}"
    role = sql.Identifier(name)
    connection.execute(sql.SQL("CREATE ROLE {}").format(role))
    grant_access(connection, name)
    connection.commit()
    with database.connection() as tenant:
        tenant.execute(sql.SQL("SET ROLE {}").format(role))
        tenant.commit()
        yield tenant
        tenant.rollback()
        tenant.execute("RESET ROLE")
    connection.execute(sql.SQL("DROP OWNED BY {0}; DROP ROLE {0}").format(role))
    connection.commit()
