"""Projects: made once, found by name, removed with everything in them."""

from typing import Any

import psycopg
import pytest

from sleuth.errors import UserError
from sleuth.store.projects import (
    embedding_model,
    ensure_project,
    find_project,
    list_projects,
    remove_project,
    set_embedding_model,
)
from sleuth.store.server.database import Database

TABLES = ("files", "documents", "pages", "passages", "lexemes", "vectors")


@pytest.fixture
def name(connection: psycopg.Connection, project: int) -> str:
    (name,) = connection.execute("SELECT name FROM projects WHERE id = %s", (project,)).fetchone() or ("",)
    return str(name)


def test_a_project_is_made_once(connection: psycopg.Connection, project: int, name: str) -> None:
    assert ensure_project(connection, f" {name} ") == find_project(connection, name) == project
    assert name in [p.name for p in list_projects(connection)]


@pytest.mark.parametrize("name", ["", "  ", "\n"])
def test_a_project_needs_a_name(connection: psycopg.Connection, name: str) -> None:
    with pytest.raises(UserError, match="-p NAME"):
        ensure_project(connection, name)


def test_an_unknown_project_is_refused_with_near_names(connection: psycopg.Connection, project: int, name: str) -> None:
    with pytest.raises(UserError, match=f"Did you mean .*“{name}”"):
        find_project(connection, name.replace("project", "projct"))


def test_an_unknown_project_that_resembles_none_is_refused_with_some_names(
    connection: psycopg.Connection, project: int
) -> None:
    with pytest.raises(UserError, match="There is no project “zzzzzz”"):
        find_project(connection, "zzzzzz")


def test_the_embedding_model_is_recorded(connection: psycopg.Connection, project: int) -> None:
    assert embedding_model(connection, project) is None
    set_embedding_model(connection, project, "e5")
    assert embedding_model(connection, project) == "e5"


def test_removing_a_project_leaves_no_row(connection: psycopg.Connection, project: int, name: str, add: Any) -> None:
    add("a.pdf", "one")
    add("a.pdf", "two")
    remove_project(connection, name)
    for table in TABLES:
        assert connection.execute(f"SELECT count(*) FROM {table} WHERE project_id = %s", (project,)).fetchone() == (0,)


def test_adding_to_a_removed_project_is_refused(connection: psycopg.Connection, name: str, add: Any) -> None:
    remove_project(connection, name)
    with pytest.raises(UserError, match="has been removed"):
        add("a.pdf", "one")


def test_whoever_names_no_project_means_the_only_one(fresh_database: Database) -> None:
    with fresh_database.connection() as connection:
        with pytest.raises(UserError, match="sleuth add PATH"):
            find_project(connection)
        demo = ensure_project(connection, "demo")
        assert find_project(connection) == demo
        with pytest.raises(UserError, match=r"There is no project “dmo”\. Did you mean “demo”"):
            find_project(connection, "dmo")


def test_of_several_projects_one_has_to_be_named_unless_one_is_the_default(fresh_database: Database) -> None:
    with fresh_database.connection() as connection:
        for name in ("demo", "lumen"):
            ensure_project(connection, name)
        with pytest.raises(UserError, match=r"There are 2 projects\. Name one with -p: “demo” or “lumen”"):
            find_project(connection)
        default = ensure_project(connection)
        assert find_project(connection) == default


def test_only_what_is_named_is_removed(fresh_database: Database) -> None:
    with fresh_database.connection() as connection:
        ensure_project(connection, "demo")
        with pytest.raises(UserError, match="There is no project “default”"):
            remove_project(connection, "default")
