"""A role that is bound to a project is given to people who write SQL: nothing that they set shows them another."""

import secrets
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from psycopg import sql

from sleuth.errors import UserError
from sleuth.store.projects import remove_project
from sleuth.store.server.isolation import _TABLES, bind_role, grant_access, unbind_role

if TYPE_CHECKING:
    from sleuth.store.server.database import Database


@pytest.fixture
def other(connection: psycopg.Connection, new_project: Callable[..., int], put: Any, add: Any) -> int:
    """A second project; each holds a document."""
    other = new_project("other")
    add("mine.pdf", "my goodwill")
    put(other, "theirs.pdf", "their goodwill")
    connection.commit()
    return other


@pytest.fixture
def role(connection: psycopg.Connection) -> Iterator[str]:
    """A role that may log in, and nothing else; its password is its name."""
    name = f"guest_{secrets.token_hex(4)}"
    connection.execute(sql.SQL("CREATE ROLE {} LOGIN PASSWORD {}").format(sql.Identifier(name), name))
    connection.commit()
    yield name
    connection.rollback()
    connection.execute(sql.SQL("DROP OWNED BY {0}; DROP ROLE {0}").format(sql.Identifier(name)))
    connection.execute("DELETE FROM bound_roles WHERE role = %s", (name,))
    connection.commit()


@pytest.fixture
def guest(database: "Database", connection: psycopg.Connection, role: str, project: int, other: int) -> Iterator[Any]:
    """A connection of the role, which is bound to the first project."""
    bind_role(connection, role, project)
    connection.commit()
    with log_in(database, role) as guest:
        yield guest


def log_in(database: "Database", role: str) -> psycopg.Connection:
    address = psycopg.conninfo.make_conninfo(database.dsn, user=role, password=role)
    connection = psycopg.connect(address, autocommit=True)
    connection.execute("SET search_path = sleuth, public")
    return connection


def seen(guest: psycopg.Connection) -> list[str]:
    return [name for (name,) in guest.execute("SELECT filename FROM documents ORDER BY filename")]


def test_it_sees_its_project_without_naming_it(guest: psycopg.Connection) -> None:
    assert seen(guest) == ["mine.pdf"]


@pytest.mark.parametrize("wish", ["{}", "", "nonsense"])
def test_naming_another_project_shows_nothing_else(guest: psycopg.Connection, other: int, wish: str) -> None:
    guest.execute("SELECT set_config('sleuth.project', %s, false)", (wish.format(other),))
    assert seen(guest) == ["mine.pdf"]


def test_it_cannot_take_another_role(guest: psycopg.Connection) -> None:
    for statement in ("SET ROLE sleuth", "SET SESSION AUTHORIZATION sleuth", "SET row_security = off; TABLE documents"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            guest.execute(statement)
        guest.execute("RESET row_security")


def test_it_cannot_bind_itself_elsewhere_or_learn_of_others(
    guest: psycopg.Connection, connection: psycopg.Connection, other: int
) -> None:
    for statement in ("UPDATE bound_roles SET project_id = %s", "INSERT INTO bound_roles VALUES ('x', %s)"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            guest.execute(statement, (other,))
    connection.execute("INSERT INTO bound_roles VALUES ('somebody', %s)", (other,))
    connection.commit()
    assert guest.execute("SELECT count(*) FROM bound_roles").fetchone() == (1,)
    connection.execute("DELETE FROM bound_roles WHERE role = 'somebody'")


def test_it_reads_and_never_writes(guest: psycopg.Connection, project: int) -> None:
    for statement in ("DELETE FROM documents", "UPDATE documents SET title = 'x'"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            guest.execute(statement)
    for table in _TABLES:
        guest.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table)))


def test_when_its_project_is_removed_it_sees_nothing(
    guest: psycopg.Connection, connection: psycopg.Connection, project: int, other: int
) -> None:
    row = connection.execute("SELECT name FROM projects WHERE id = %s", (project,)).fetchone()
    assert row is not None
    remove_project(connection, row[0])
    connection.commit()
    guest.execute("SELECT set_config('sleuth.project', %s, false)", (str(other),))
    assert seen(guest) == []
    connection.execute("INSERT INTO projects (name) VALUES (%s)", row)  # for the fixture that removes it
    connection.commit()


def test_rights_that_it_had_before_are_taken_away(
    database: "Database", connection: psycopg.Connection, role: str, project: int, other: int
) -> None:
    grant_access(connection, role)
    bind_role(connection, role, project)
    connection.commit()
    with log_in(database, role) as guest, pytest.raises(psycopg.errors.InsufficientPrivilege):
        guest.execute("DELETE FROM documents")


def test_what_is_taken_away_is_not_seen(
    guest: psycopg.Connection, connection: psycopg.Connection, role: str, other: int
) -> None:
    unbind_role(connection, role)
    connection.commit()
    with pytest.raises(psycopg.Error):
        seen(guest)


def test_a_program_names_its_project_as_before(tenant: psycopg.Connection, other: int) -> None:
    tenant.execute("SELECT set_config('sleuth.project', %s, true)", (str(other),))
    assert seen(tenant) == ["theirs.pdf"]


@pytest.mark.parametrize(("name", "reason"), [("nobody at all", "CREATE ROLE"), ("sleuth", "may see everything")])
def test_a_role_that_cannot_be_bound_is_named(
    connection: psycopg.Connection, project: int, name: str, reason: str
) -> None:
    with pytest.raises(UserError, match=reason):
        bind_role(connection, name, project)
