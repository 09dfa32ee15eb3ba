"""What a query returns, as values: records of a class, one column, or a single value."""

from typing import Any, TypeVar

import psycopg
from psycopg.abc import Params
from psycopg.abc import QueryNoTemplate as Query
from psycopg.rows import class_row, scalar_row

T = TypeVar("T")


def records(connection: psycopg.Connection, kind: type[T], query: Query, values: Params | None = None) -> list[T]:
    """Each row as a `kind`, whose fields are named as the query's columns; `dict` takes any columns."""
    with connection.cursor(row_factory=class_row(kind)) as cursor:
        return cursor.execute(query, values).fetchall()


def column(connection: psycopg.Connection, query: Query, values: Params | None = None) -> list[Any]:
    """The first column of each row."""
    with connection.cursor(row_factory=scalar_row) as cursor:
        return cursor.execute(query, values).fetchall()


def scalar(connection: psycopg.Connection, query: Query, values: Params | None = None) -> Any | None:
    """The first column of the first row; None where there is no row."""
    found = column(connection, query, values)
    return found[0] if found else None
