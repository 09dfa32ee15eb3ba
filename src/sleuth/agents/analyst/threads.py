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
_PAUSE_SECONDS = 0.05
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
        try:
            saver: Any = AsyncPostgresSaver(connection)
            if not await _is_ready(connection):
                async with _alone(connection):
                    await _prepare(connection, saver)
        except psycopg.errors.InsufficientPrivilege:
            _log.warning("threads_in_memory", extra={"reason": "the role may not make a schema"})
            saver = InMemorySaver()
        yield saver
    finally:
        await connection.close()


@asynccontextmanager
async def _alone(connection: Any) -> AsyncIterator[None]:
    """Hold a lock of the server, which one process at a time has: two that make the same tables disturb each other.

    It is asked for again and again, as in `store.server.locks`: a statement that waited would keep its snapshot, and
    LangGraph makes its indexes concurrently.
    """
    key = (f"{__name__}.prepare",)
    while not (await _value(connection, "SELECT pg_try_advisory_lock(hashtextextended(%s, 0))", key)):
        await asyncio.sleep(_PAUSE_SECONDS)
    try:
        yield
    finally:
        await connection.execute("SELECT pg_advisory_unlock(hashtextextended(%s, 0))", key)


async def _prepare(connection: Any, saver: Any) -> None:
    """Make the schema and its tables, unless another process has made them by now."""
    if await _value(connection, "SELECT to_regnamespace(%s)", (SCHEMA,)) is None:
        await connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
    if not await _is_ready(connection):
        await saver.setup()


async def _value(connection: Any, query: str, parameters: tuple[Any, ...] = ()) -> Any:
    row = await (await connection.execute(query, parameters)).fetchone()
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
