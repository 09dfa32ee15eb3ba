"""Databases and projects of the session's server that tests make and drop."""

import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import sql

_TRIES = 50


@contextmanager
def temporary_database(dsn: str, name: str = "test", template: str = "template1") -> Iterator[str]:
    """The address of a database beside that of `dsn`, a copy of the template, while the block runs."""
    name = f"{name}_{secrets.token_hex(6)}"
    with psycopg.connect(dsn, autocommit=True) as connection:
        form = sql.SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY FILE_COPY")  # quicker where nothing is synced
        connection.execute(form.format(sql.Identifier(name), sql.Identifier(template)))
        try:
            yield dsn.replace("/sleuth?", f"/{name}?")
        finally:
            _drop(connection, name)


def _drop(connection: psycopg.Connection, name: str) -> None:
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
