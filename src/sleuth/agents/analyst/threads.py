"""Where a turn that waits for a person is kept: LangGraph's checkpoints in the project's own PostgreSQL.

They stand in a schema of their own, which LangGraph's migrations make and change. A turn that is over leaves none.
"""

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
        try:
            await _prepare(connection)
            saver: Any = AsyncPostgresSaver(connection)
            if not await _is_ready(connection):
                await saver.setup()
        except psycopg.errors.InsufficientPrivilege:
            _log.warning("threads_in_memory", extra={"reason": "the role may not make a schema"})
            saver = InMemorySaver()
        yield saver
    finally:
        await connection.close()


async def _prepare(connection: Any) -> None:
    """Make the schema, if it is not there."""
    found = await (await connection.execute("SELECT to_regnamespace(%s) AS there", (SCHEMA,))).fetchone()
    if found["there"] is None:
        await connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")


async def _is_ready(connection: Any) -> bool:
    """Whether this version of LangGraph has made its tables."""
    from langgraph.checkpoint.postgres.base import MIGRATIONS

    found = await (await connection.execute("SELECT to_regclass('checkpoint_migrations') AS there")).fetchone()
    if found["there"] is None:
        return False
    last = await (await connection.execute("SELECT max(v) AS v FROM checkpoint_migrations")).fetchone()
    return bool(last["v"] == len(MIGRATIONS) - 1)


def thread_of(project_id: int, conversation_id: int) -> Any:
    """The configuration of a conversation's thread."""
    return {"configurable": {"thread_id": f"{project_id}:{conversation_id}"}}
