"""Databases and projects of the session's server that tests make and drop."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import sql

_TRIES = 50


def drop(connection: psycopg.Connection, name: str) -> None:
    """Drop a database with whoever is in it. PostgreSQL's own cleaning, which we may not end, is waited for."""
    for left in reversed(range(_TRIES)):
        try:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
            return
        except psycopg.errors.InsufficientPrivilege:
            if not left:
                raise
            time.sleep(0.2)


@contextmanager
def temporary_project(connection: psycopg.Connection, name: str) -> Iterator[int]:
    """A project while the block runs. It leaves no row, and no open transaction: that would keep indexes waiting."""
    from sleuth.store.projects import ensure_project, remove_project

    project = ensure_project(connection, name)
    connection.commit()
    try:
        yield project
    finally:
        connection.rollback()
        remove_project(connection, name)
        connection.commit()
