"""Locks between processes: one holds, the others wait, and waiting hinders nobody."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import psycopg
import pytest

from sleuth.store.server.locks import held
from tests.processes import until


def waits_then_holds(url: str) -> bool:
    with psycopg.connect(url) as connection, held(connection, "lock"):
        return True


def test_one_holds_and_the_next_waits_until_it_is_free(database_url: str) -> None:
    with ThreadPoolExecutor(1) as threads:
        with psycopg.connect(database_url) as connection, held(connection, "lock"):
            waiting = threads.submit(waits_then_holds, database_url)
            with pytest.raises(TimeoutError):
                waiting.result(timeout=0.5)
        assert waiting.result(timeout=10)


def test_the_holder_may_build_an_index_concurrently_while_others_wait(database_url: str) -> None:
    with ThreadPoolExecutor(1) as threads, ExitStack() as stack:
        holder = stack.enter_context(psycopg.connect(database_url, autocommit=True))
        holder.execute("CREATE TABLE numbers (number integer)")
        with held(holder, "lock"):
            waiting = threads.submit(waits_then_holds, database_url)
            until(lambda: _asks(holder), 10)
            holder.execute("SET statement_timeout = '10s'")
            holder.execute("CREATE INDEX CONCURRENTLY ON numbers (number)")
        assert waiting.result(timeout=10)


def test_the_lock_of_a_lost_connection_is_free(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        with pytest.raises(psycopg.OperationalError), held(connection, "lock"):
            connection.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        assert waits_then_holds(database_url)


def _asks(connection: psycopg.Connection) -> bool:
    """Whether another session has asked for a lock."""
    row = connection.execute(
        "SELECT count(*) FROM pg_stat_activity "
        "WHERE pid <> pg_backend_pid() AND datname = current_database() AND query <> ''"
    ).fetchone()
    return bool(row and row[0])
