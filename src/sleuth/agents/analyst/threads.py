"""Where a turn that waits for a person is kept: LangGraph's checkpoints in the project's own PostgreSQL.

They stand in a schema of their own, which LangGraph's migrations make and change. A turn that is over leaves none.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sleuth.store.server.database import Database

SCHEMA = "sleuth_threads"
_log = logging.getLogger(__name__)
_log.addHandler(logging.NullHandler())


@asynccontextmanager
async def checkpointer(database: "Database") -> AsyncIterator[Any]:
    """A checkpointer on the store; in memory, for as long as the block runs, where the role may not make the schema."""
    import psycopg
    from langgraph.checkpoint.memory import InMemorySaver
    from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
    from psycopg.rows import dict_row

    connection = await psycopg.AsyncConnection.connect(
        database.dsn, autocommit=True, prepare_threshold=0, row_factory=dict_row, options=f"-c search_path={SCHEMA}"
    )
    try:
        saver: Any = AsyncPostgresSaver(connection)
        try:
            if not await _is_ready(connection):
                await asyncio.to_thread(_prepare, database.dsn)
        except psycopg.errors.InsufficientPrivilege:
            _log.warning("threads_in_memory", extra={"reason": "the role may not make a schema"})
            saver = InMemorySaver()
        yield saver
    finally:
        await connection.close()


def _prepare(dsn: str) -> None:
    """Make the schema and its tables, one process at a time: two that make the same ones disturb each other."""
    import psycopg
    from langgraph.checkpoint.postgres import PostgresSaver
    from psycopg.conninfo import make_conninfo

    from sleuth.store.server.locks import held

    with psycopg.connect(dsn, autocommit=True) as connection, held(connection, SCHEMA):
        if connection.execute("SELECT to_regnamespace(%s)", (SCHEMA,)).fetchone() == (None,):
            connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
        with PostgresSaver.from_conn_string(make_conninfo(dsn, options=f"-c search_path={SCHEMA}")) as saver:
            saver.setup()


async def _value(connection: Any, query: str) -> Any:
    row = await (await connection.execute(query)).fetchone()
    return next(iter(row.values()))


async def _is_ready(connection: Any) -> bool:
    """Whether this version of LangGraph has made its tables."""
    from langgraph.checkpoint.postgres.base import MIGRATIONS

    if await _value(connection, "SELECT to_regclass('checkpoint_migrations')") is None:
        return False
    return bool(await _value(connection, "SELECT max(v) FROM checkpoint_migrations") == len(MIGRATIONS) - 1)


def thread_of(project_id: int, conversation_id: int) -> Any:
    """The configuration of a conversation's thread."""
    return {"configurable": {"thread_id": f"{project_id}:{conversation_id}"}}
