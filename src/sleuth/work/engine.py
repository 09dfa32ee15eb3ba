"""Starts DBOS on our database, and hands the work of dead executors to live ones."""

import logging
import secrets
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass

import psycopg
import sqlalchemy.exc
from dbos import DBOS, DBOSConfig, DBOSPortableJSONSerializer, WorkflowStatus

from sleuth.config import Settings
from sleuth.errors import StoreError
from sleuth.store.server.database import Database
from sleuth.store.server.locks import held
from sleuth.work.connections import ADDRESS, Connections

_log = logging.getLogger(__name__)
_APPLICATION = "sleuth"
_VERSION = "1"  # fixed: a newer Sleuth finishes what an older one began; raise it when a workflow's steps change
_POLL_SECONDS = 0.1
_REAP_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Running:
    """What durable steps work with: they are plain functions that DBOS calls, and take only data."""

    database: Database
    settings: Settings
    connections: Connections | None = None  # None where DBOS does not run

    def check(self) -> None:
        """Raises StoreError for what happened in the background and does not mend itself, such as a full disk."""
        if self.connections and self.connections.failure:
            raise self.connections.failure


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
    connections = Connections(database)
    with closing(Life(database, key)) as life, connections.errors_told():
        try:
            with _exclusive_launch(database):
                _launch(_config(connections, key), queues, per_minute or {})
            _running = Running(database, settings, connections)

            def look_after() -> None:
                life.renew()
                reap(database, queues)

            with _repeating(look_after, _REAP_SECONDS):
                yield
        finally:
            connections.close()
            DBOS.destroy(workflow_completion_timeout_sec=0)
            _running = None


class Life:
    """An executor's lock, on a connection of its own that may be lost and made anew."""

    def __init__(self, database: Database, key: int) -> None:
        self._database, self._key = database, key
        self._connection: psycopg.Connection | None = None
        self.renew()

    def renew(self) -> None:
        """Hold the lock, though the server was restarted meanwhile. Raises StoreError."""
        try:
            if self._connection is not None:
                self._connection.execute("SELECT 1")
                return
        except psycopg.OperationalError:
            self.close()
        self._connection = self._database.dedicated()
        self._connection.execute("SELECT pg_advisory_lock(%s)", (self._key,))

    def close(self) -> None:
        """Let others take over."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _launch(config: DBOSConfig, queues: dict[str, int], per_minute: dict[str, int]) -> None:
    DBOS(config=config)
    DBOS.listen_queues([name for name, concurrency in queues.items() if concurrency])
    DBOS.launch()
    for name, concurrency in queues.items():
        if not concurrency:
            continue  # how others take from it is theirs to say
        limit = per_minute.get(name)
        DBOS.register_queue(
            name,
            worker_concurrency=concurrency,
            limiter={"limit": limit, "period": 60.0} if limit else None,
            polling_interval_sec=_POLL_SECONDS,
            on_conflict="always_update",
        )


def _config(connections: Connections, key: int) -> DBOSConfig:
    return {
        "name": _APPLICATION,
        "system_database_url": ADDRESS,
        "system_database_engine": connections.engine,
        "application_version": _VERSION,
        "executor_id": str(key),
        "serializer": DBOSPortableJSONSerializer(),  # rows are data: nothing in the database is ever unpickled
        "log_level": "CRITICAL",
    }


@contextmanager
def _exclusive_launch(database: Database) -> Iterator[None]:
    """One process at a time creates DBOS's tables."""
    with database.dedicated() as connection, held(connection, "sleuth.work.launch"):
        yield


@contextmanager
def _repeating(action: Callable[[], object], seconds: float) -> Iterator[None]:
    """Runs `action` now and then every so often, in the background, until the block ends.

    While the store is out of reach it fails, and is run again later: whoever waits for work says what is wrong.
    """
    action()
    stop = threading.Event()

    def loop() -> None:
        while not stop.wait(seconds):
            try:
                action()
            except (StoreError, psycopg.Error, sqlalchemy.exc.SQLAlchemyError) as error:
                _log.info("look_after_failed error=%s", error)

    thread = threading.Thread(target=loop, name="sleuth-reaper", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def reap(database: Database, queues: Iterable[str]) -> int:
    """Put work that a dead executor left pending back on its queue; how many pieces of work were revived.

    A dead executor's lock is free. It is held while its work is listed and revived, so that two reapers never
    revive the same.
    """
    names = list(queues)
    executors = {status.executor_id for status in _pending(names)} - {DBOS.executor_id, None}
    if not executors:
        return 0
    with database.dedicated() as connection:
        return sum(_revive(connection, executor, names) for executor in executors if executor)


def is_waiting(queue: str) -> bool:
    """Whether any work of a queue waits or runs, here or elsewhere."""
    return bool(
        DBOS.list_workflows(
            status=["ENQUEUED", "PENDING"], queue_name=queue, limit=1, load_input=False, load_output=False
        )
    )


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
