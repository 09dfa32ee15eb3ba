"""Locks between processes, which the server drops with their connection, however that ends."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

EMBEDDING = "sleuth.embed"  # held, with a project's number, by the process that makes its vectors
_FIRST_PAUSE_SECONDS = 0.01
_LONGEST_PAUSE_SECONDS = 0.5


@contextmanager
def held(connection: psycopg.Connection, name: str, number: int = 0) -> Iterator[None]:
    """Hold the lock of this name and number, which one process at a time has. No transaction may be open.

    The lock is asked for again and again: a statement that waits for it would keep its snapshot, and CREATE INDEX
    CONCURRENTLY, which the holder may run, waits until every older snapshot is gone. Then both would wait for ever.
    """
    pause = _FIRST_PAUSE_SECONDS
    while not _take(connection, name, number):
        time.sleep(pause)
        pause = min(2 * pause, _LONGEST_PAUSE_SECONDS)
    try:
        yield
    finally:
        if not connection.closed:  # else the server has dropped the lock
            connection.rollback()
            connection.execute("SELECT pg_advisory_unlock(hashtextextended(%s, %s))", (name, number))
            connection.commit()


def is_held(connection: psycopg.Connection, name: str, number: int = 0) -> bool:
    """Whether any process holds this lock now."""
    row = connection.execute(
        """
        SELECT EXISTS (
            SELECT FROM pg_locks, hashtextextended(%s, %s) AS key
            WHERE locktype = 'advisory' AND granted AND objsubid = 1
              AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
              AND (classid::bigint << 32 | objid::bigint) = key
        )
        """,
        (name, number),
    ).fetchone()
    return bool(row and row[0])


def _take(connection: psycopg.Connection, name: str, number: int) -> bool:
    row = connection.execute("SELECT pg_try_advisory_lock(hashtextextended(%s, %s))", (name, number)).fetchone()
    connection.commit()
    return bool(row and row[0])
