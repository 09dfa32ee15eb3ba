"""DBOS's connections: they start the embedded server again when it was killed, and their errors are the store's."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import sqlalchemy as sa
from sqlalchemy.engine import ExceptionContext

from sleuth.errors import StoreError
from sleuth.store.server.database import Database, store_error

ADDRESS = "postgresql+psycopg:///sleuth"  # names the driver; where the database is, `Database` knows
_CONNECTIONS = 6
_IDLE_TRANSACTION_MILLISECONDS = 60_000  # DBOS's own default


class Connections:
    """The pool that DBOS works with, in our thread and in threads of its own.

    DBOS tries again, without end, whatever a lost connection or a full disk interrupts. So it bears a restart of the
    server. What does not mend itself is a `failure`, which ends all attempts and is for us to raise; and so does
    `close`.
    """

    def __init__(self, database: Database) -> None:
        self.failure: StoreError | None = None  # what trying again does not mend
        self._database = database
        self._closed = False
        self.engine = sa.create_engine(
            ADDRESS, creator=self._connect, pool_size=_CONNECTIONS, max_overflow=0, pool_pre_ping=True
        )
        sa.event.listen(self.engine, "handle_error", self._judge)

    def close(self) -> None:
        """Give all connections back, and let no thread try again."""
        self._closed = True
        self.engine.dispose()

    def _connect(self) -> psycopg.Connection[Any]:
        if self._closed:
            raise StoreError("the work has ended")
        if self.failure:
            raise self.failure
        try:
            connection = self._database.dedicated(autocommit=False)
        except StoreError as error:
            self.failure = error
            raise
        connection.execute(f"SET idle_in_transaction_session_timeout = {_IDLE_TRANSACTION_MILLISECONDS}")
        connection.commit()
        return connection

    def _judge(self, context: ExceptionContext) -> None:
        error = context.original_exception
        if isinstance(error, psycopg.errors.DiskFull):
            self.failure = store_error(self._database.dsn, error)
            raise self.failure from error
        if self._closed and isinstance(error, psycopg.Error):
            raise StoreError("the work has ended") from error

    @contextmanager
    def errors_told(self) -> Iterator[None]:
        """What SQLAlchemy and the driver raise within the block becomes a StoreError."""
        try:
            yield
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:
            raise store_error(self._database.dsn, error) from error
        except sa.exc.DBAPIError as error:
            raise store_error(self._database.dsn, error.orig or error) from error
        except sa.exc.TimeoutError as error:
            raise StoreError("The store is too busy: no connection was free. Run the same command again.") from error
