"""The way to the store: what a connection brings, and what is said when there is none."""

import os
import signal
from pathlib import Path

import psycopg
import pytest

from sleuth.config import Settings
from sleuth.errors import StoreError
from sleuth.store.server.database import Database, open_database
from tests.processes import until


def test_a_connection_finds_the_schema_and_vectors(database: Database) -> None:
    with database.connection() as connection:
        row = connection.execute("SELECT count(*), '[1,2]'::halfvec FROM documents").fetchone()
    assert row is not None
    assert row[1].to_list() == [1.0, 2.0]


def test_what_a_block_did_is_undone_when_it_raises(fresh_database: Database) -> None:
    def fail() -> None:
        with fresh_database.connection() as connection:
            connection.execute("INSERT INTO projects (name) VALUES ('kept?')")
            raise KeyError("stop")

    with pytest.raises(KeyError):
        fail()
    with fresh_database.connection() as connection:
        assert connection.execute("SELECT count(*) FROM projects").fetchone() == (0,)


def test_a_url_serves_like_the_embedded_server(database_url: str) -> None:
    with open_database(Settings(database_url=database_url)) as opened, opened.connection() as connection:
        connection.execute("INSERT INTO projects (name) VALUES ('here')")
    with psycopg.connect(database_url) as connection:
        assert connection.execute("SELECT name FROM sleuth.projects").fetchone() == ("here",)


def test_an_unreachable_server_is_named_without_its_password() -> None:
    with pytest.raises(StoreError) as error:
        open_database(Settings(database_url="postgresql://ann:hunter2@127.0.0.1:1/papers"))
    assert "127.0.0.1" in str(error.value)
    assert "SLEUTH_DATABASE_URL" in str(error.value)
    assert "hunter2" not in str(error.value)


def test_a_wrong_password_is_an_error_that_names_the_server(database: Database) -> None:
    secret = psycopg.conninfo.conninfo_to_dict(database.dsn)["password"]
    with pytest.raises(StoreError, match="password authentication failed") as error:
        open_database(Settings(database_url=database.dsn.replace(str(secret), "wrong-secret")))
    assert "wrong-secret" not in str(error.value)


def test_an_address_that_is_none_says_how_one_reads() -> None:
    with pytest.raises(StoreError, match="postgresql://USER:PASSWORD@HOST/DATABASE"):
        open_database(Settings(database_url="not an address hunter2"))


def test_a_killed_embedded_server_is_started_again_under_an_open_database(tmp_path: Path) -> None:
    from sleuth.store.server.embedded import processes
    from sleuth.store.server.embedded.locks import is_held

    with open_database(Settings(home=tmp_path, database_url=None, server_grace_seconds=0)) as opened:
        with opened.connection() as connection:
            connection.execute("INSERT INTO projects (name) VALUES ('kept')")
        assert opened.server is not None
        pid = processes.postmaster(opened.server.place.data)
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        alive = opened.server.place.alive
        until(lambda: not is_held(alive))  # its other processes notice a little later
        with opened.connection() as connection:
            assert connection.execute("SELECT name FROM projects").fetchone() == ("kept",)


def test_a_connection_that_is_lost_in_use_is_an_error_that_says_to_go_on(fresh_database: Database) -> None:
    with pytest.raises(StoreError, match="Run the same command again"), fresh_database.connection() as connection:
        connection.execute("SELECT pg_terminate_backend(pg_backend_pid())")


def test_postgres_is_short_for_postgresql(database_url: str) -> None:
    with open_database(Settings(database_url=database_url.replace("postgresql://", "postgres://"))) as opened:
        assert opened.dsn == database_url
