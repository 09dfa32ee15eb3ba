"""Migrations: each once, in order, whole or not at all, and never over a schema that is not ours."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from sleuth.errors import StoreError
from sleuth.store.server.migrate import Migration, migrate, migrations, read

FIRST = read("0001_first.sql", "CREATE TABLE first (id integer)")
SECOND = read("0002_second.sql", "INSERT INTO first VALUES (1); CREATE TABLE second (id integer)")
BROKEN = read("0002_broken.sql", "INSERT INTO first VALUES (1); SELECT 1 / 0")


@pytest.fixture
def connection(database_url: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(database_url, autocommit=True) as opened:
        yield opened


def count(connection: psycopg.Connection, table: str) -> int:
    row = connection.execute(f"SELECT count(*) FROM sleuth.{table}").fetchone()
    assert row is not None
    return int(row[0])


def test_what_is_missing_is_applied_once_and_in_order(connection: psycopg.Connection) -> None:
    assert migrate(connection, (FIRST,)) == ["0001_first.sql"]
    assert migrate(connection, (FIRST, SECOND)) == ["0002_second.sql"]
    assert migrate(connection, (FIRST, SECOND)) == []
    assert count(connection, "first") == 1


def test_a_migration_that_fails_leaves_nothing_and_is_named(connection: psycopg.Connection) -> None:
    with pytest.raises(StoreError, match=r"0002_broken\.sql.*division by zero"):
        migrate(connection, (FIRST, BROKEN))
    assert count(connection, "first") == 0
    assert count(connection, "migrations") == 1


def test_a_newer_schema_is_refused(connection: psycopg.Connection) -> None:
    migrate(connection, (FIRST, SECOND))
    with pytest.raises(StoreError, match=r"version 2 .*knows 1.*newer Sleuth"):
        migrate(connection, (FIRST,))


def test_a_schema_that_another_text_made_is_refused(connection: psycopg.Connection) -> None:
    migrate(connection, (FIRST,))
    with pytest.raises(StoreError, match=r"another 0001_first\.sql"):
        migrate(connection, (read(FIRST.name, FIRST.script + " -- edited"), SECOND))


def test_processes_that_come_at_once_apply_each_migration_once(database_url: str) -> None:
    def run(wanted: tuple[Migration, ...]) -> list[str]:
        with psycopg.connect(database_url, autocommit=True) as connection:
            return migrate(connection, wanted)

    with ThreadPoolExecutor(6) as threads:
        applied = [name for names in threads.map(run, [(FIRST, SECOND)] * 6) for name in names]
    assert sorted(applied) == [FIRST.name, SECOND.name]


def test_no_two_of_the_programs_migrations_have_one_number() -> None:
    versions = [migration.version for migration in migrations()]
    assert versions == sorted(set(versions))
