"""Turns that wait are kept in tables which the first process makes, however many start at once."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import psycopg

from sleuth.agents.analyst.threads import SCHEMA, checkpointer, thread_of
from sleuth.store.server.database import Database

_AT_ONCE = 4


async def _use(database: Database, number: int) -> bool:
    async with checkpointer(database) as saver:
        return await saver.aget_tuple(thread_of(1, number)) is None


def test_processes_that_start_at_once_make_the_tables_once(database: Database) -> None:
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")

    with ThreadPoolExecutor(_AT_ONCE) as pool:
        started = list(pool.map(lambda number: asyncio.run(_use(database, number)), range(_AT_ONCE)))

    assert started == [True] * _AT_ONCE
