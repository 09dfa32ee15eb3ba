"""The HNSW index of a large project: one for each table of vectors, project and model, so that no other's are met."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

import psycopg
from psycopg import sql
from psycopg.pq import TransactionStatus

EXACT_PASSAGES = 20_000  # up to here an exact scan takes milliseconds, and no filter can spoil its recall
Table = Literal["vectors", "finding_vectors"]  # of passages, of findings
_TABLES: tuple[Table, ...] = ("vectors", "finding_vectors")
_MOST_DIMENSIONS = 4_000  # of a halfvec in an HNSW index
_BUILD_KILOBYTES = 256 * 1024  # for the graph; beyond its memory the build is many times slower


def ensure_vector_index(
    connection: psycopg.Connection, project_id: int, model: str, dimensions: int, table: Table = "vectors"
) -> bool:
    """Build the index once the project holds more than EXACT_PASSAGES vectors of the model; whether it serves now.

    Given a connection outside a transaction, it is built while vectors are being written; else writers wait.
    False also while another process builds it.
    """
    concurrently = connection.info.transaction_status == TransactionStatus.IDLE
    with _autocommit(connection) if concurrently else connection.transaction():
        if dimensions > _MOST_DIMENSIONS or not _is_large(connection, project_id, model, table):
            return False
        with _building_alone(connection, name := _index_name(project_id, model, table)) as alone:
            if alone and not _is_valid(connection, name):
                _build(connection, name, project_id, model, dimensions, table, concurrently)
            return alone


def drop_vector_indexes(connection: psycopg.Connection, project_id: int) -> None:
    """Drop the project's indexes, of every model."""
    rows = connection.execute(
        "SELECT indexname FROM pg_indexes WHERE schemaname = current_schema() AND indexname ^@ ANY(%s)",
        ([_prefix(project_id, table) for table in _TABLES],),
    ).fetchall()
    for (name,) in rows:
        connection.execute(sql.SQL("DROP INDEX {}").format(sql.Identifier(name)))


def drop_vector_index(connection: psycopg.Connection, project_id: int, model: str, table: Table = "vectors") -> None:
    """Drop the project's index of one model; given a connection outside a transaction, no search waits for it."""
    concurrently = connection.info.transaction_status == TransactionStatus.IDLE
    with _autocommit(connection) if concurrently else connection.transaction():
        connection.execute(
            sql.SQL("DROP INDEX {} IF EXISTS {}").format(
                sql.SQL("CONCURRENTLY" if concurrently else ""), sql.Identifier(_index_name(project_id, model, table))
            )
        )


def _prefix(project_id: int, table: Table) -> str:
    return f"{table}_hnsw_{project_id}_"


def _index_name(project_id: int, model: str, table: Table) -> str:
    # A model's name may be longer than an index's may.
    return _prefix(project_id, table) + hashlib.sha256(model.encode()).hexdigest()[:12]


def _is_large(connection: psycopg.Connection, project_id: int, model: str, table: Table) -> bool:
    form = sql.SQL("SELECT 1 FROM {} WHERE project_id = %s AND model = %s OFFSET %s LIMIT 1")
    return bool(connection.execute(form.format(sql.Identifier(table)), (project_id, model, EXACT_PASSAGES)).fetchone())


def _is_valid(connection: psycopg.Connection, name: str) -> bool:
    """Whether the index is whole; what a killed process left of it is not."""
    row = connection.execute("SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(%s)", (name,)).fetchone()
    return bool(row and row[0])


def _build(
    connection: psycopg.Connection,
    name: str,
    project_id: int,
    model: str,
    dimensions: int,
    table: Table,
    concurrently: bool,
) -> None:
    connection.execute(sql.SQL("DROP INDEX IF EXISTS {}").format(sql.Identifier(name)))
    connection.execute(
        """
        SELECT set_config('maintenance_work_mem', greatest(setting::bigint, %s)::text, false)
        FROM pg_settings WHERE name = 'maintenance_work_mem'
        """,
        (_BUILD_KILOBYTES,),
    )
    try:
        connection.execute(
            sql.SQL(
                """
                CREATE INDEX {how} {name} ON {table} USING hnsw ((embedding::halfvec({dimensions})) halfvec_cosine_ops)
                WHERE project_id = {project} AND model = {model}
                """
            ).format(
                how=sql.SQL("CONCURRENTLY" if concurrently else ""),
                name=sql.Identifier(name),
                table=sql.Identifier(table),
                dimensions=dimensions,
                project=sql.Literal(project_id),
                model=sql.Literal(model),
            )
        )
    finally:
        if connection.info.transaction_status != TransactionStatus.INERROR:  # else the rollback resets it
            connection.execute("RESET maintenance_work_mem")


@contextmanager
def _building_alone(connection: psycopg.Connection, name: str) -> Iterator[bool]:
    """Whether no other process builds this index; until the block ends, none will."""
    row = connection.execute("SELECT pg_try_advisory_lock(hashtextextended(%s, 0))", (name,)).fetchone()
    alone = bool(row and row[0])
    try:
        yield alone
    finally:
        if alone and connection.info.transaction_status != TransactionStatus.INERROR:
            connection.execute("SELECT pg_advisory_unlock(hashtextextended(%s, 0))", (name,))


@contextmanager
def _autocommit(connection: psycopg.Connection) -> Iterator[None]:
    before = connection.autocommit
    connection.autocommit = True
    try:
        yield
    finally:
        connection.autocommit = before
