"""Databases of the session's server that tests make and drop."""

import time

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
