"""Starts DBOS on our database, and hands the work of dead executors to live ones."""

import logging
import secrets
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import psycopg
from dbos import DBOS, DBOSConfig, DBOSPortableJSONSerializer, WorkflowStatus

from sleuth.config import Settings
from sleuth.errors import StoreError
from sleuth.store.database import Database
from sleuth.store.locks import held

_APPLICATION = "sleuth"
_VERSION = "1"  # fixed: a newer Sleuth finishes what an older one began; raise it when a workflow's steps change
_POLL_SECONDS = 0.1
_REAP_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Running:
    """What durable steps work with: they are plain functions that DBOS calls, and take only data."""

    database: Database
    settings: Settings


_running: Running | None = None


def running() -> Running:
    """The database and settings of the engine in this process."""
    if _running is None:
        raise StoreError("durable work was called outside of an engine; open one with sleuth.work.engine.engine.")
    return _running


@contextmanager
def engine(
    database: Database, settings: Settings, queues: dict[str, int], per_minute: dict[str, int] | None = None
) -> Iterator[None]:
    """DBOS running in this process, taking work from `queues` (name → how many at a time; 0: only putting it there).

    `per_minute` limits how much of a queue is begun a minute, by all processes together.

    The executor's life is an advisory lock on a connection of its own: the server drops it when the process dies,
    however it dies. That is how `reap` tells the dead from the busy.
    """
    global _running
    logging.getLogger("dbos").setLevel(logging.CRITICAL)
    key = secrets.randbits(62)
    with psycopg.connect(database.dsn, autocommit=True) as life:
        life.execute("SELECT pg_advisory_lock(%s)", (key,))
        with _exclusive_launch(database.dsn):
            DBOS(config=_config(database.dsn, key))
            DBOS.listen_queues([name for name, concurrency in queues.items() if concurrency])
            DBOS.launch()
            for name, concurrency in queues.items():
                if not concurrency:
                    continue  # how others take from it is theirs to say
                limit = (per_minute or {}).get(name)
                DBOS.register_queue(
                    name,
                    worker_concurrency=concurrency,
                    limiter={"limit": limit, "period": 60.0} if limit else None,
                    polling_interval_sec=_POLL_SECONDS,
                    on_conflict="always_update",
                )
        _running = Running(database, settings)
        try:
            with _repeating(lambda: reap(database.dsn, queues), _REAP_SECONDS):
                yield
        finally:
            DBOS.destroy(workflow_completion_timeout_sec=0)
            _running = None


def _config(dsn: str, key: int) -> DBOSConfig:
    return {
        "name": _APPLICATION,
        "system_database_url": dsn.replace("postgresql://", "postgresql+psycopg://", 1),
        "application_version": _VERSION,
        "executor_id": str(key),
        "serializer": DBOSPortableJSONSerializer(),  # rows are data: nothing in the database is ever unpickled
        "log_level": "CRITICAL",
        "sys_db_pool_size": 6,
    }


@contextmanager
def _exclusive_launch(dsn: str) -> Iterator[None]:
    """One process at a time creates DBOS's tables."""
    with psycopg.connect(dsn, autocommit=True) as connection, held(connection, "sleuth.work.launch"):
        yield


@contextmanager
def _repeating(action: Callable[[], object], seconds: float) -> Iterator[None]:
    """Runs `action` now and then every so often, in the background, until the block ends."""
    action()
    stop = threading.Event()

    def loop() -> None:
        while not stop.wait(seconds):
            action()

    thread = threading.Thread(target=loop, name="sleuth-reaper", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def reap(dsn: str, queues: Iterable[str]) -> int:
    """Put work that a dead executor left pending back on its queue; how many pieces of work were revived.

    A dead executor's lock is free. It is held while its work is listed and revived, so that two reapers never
    revive the same.
    """
    names = list(queues)
    executors = {status.executor_id for status in _pending(names)} - {DBOS.executor_id, None}
    if not executors:
        return 0
    with psycopg.connect(dsn, autocommit=True) as connection:
        return sum(_revive(connection, executor, names) for executor in executors if executor)


def _pending(queues: list[str], executor: str | None = None) -> list[WorkflowStatus]:
    return DBOS.list_workflows(
        status="PENDING", queue_name=queues, executor_id=executor, load_input=False, load_output=False
    )


def _revive(connection: psycopg.Connection, executor: str, queues: list[str]) -> int:
    row = connection.execute("SELECT pg_try_advisory_lock(%s)", (int(executor),)).fetchone()
    if row is None or not row[0]:
        return 0
    try:
        left = _pending(queues, executor)
        for status in left:
            DBOS.resume_workflow(status.workflow_id, queue_name=status.queue_name)
        return len(left)
    finally:
        connection.execute("SELECT pg_advisory_unlock(%s)", (int(executor),))
