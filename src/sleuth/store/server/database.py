"""The way to the store: one pool of connections to PostgreSQL, embedded or yours, its schema up to date."""

import logging
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Any

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg_pool import ConnectionPool, PoolTimeout

from sleuth.config import Settings
from sleuth.errors import StoreError
from sleuth.store.index.passage_index import OpenIndex, PassageIndex, PostgresIndex, index_of
from sleuth.store.ledger.graph import Graph, OpenGraph, graph_of, open_record
from sleuth.store.server.migrate import SCHEMA, migrate
from sleuth.store.server.requirements import ensure_extensions

if TYPE_CHECKING:
    from sleuth.store.server.embedded import Server

_CONNECTIONS = 10
_CONNECT_SECONDS = 10
_WAIT_SECONDS = 30.0
_PAUSE_SECONDS = 0.2
_OPTIONS: dict[str, Any] = {"connect_timeout": _CONNECT_SECONDS, "application_name": "sleuth"}
logging.getLogger("psycopg").setLevel(logging.ERROR)  # what fails in the end is our StoreError
_SCHEMES = ("postgresql://", "postgres://")


class Database:
    """An open database. Use it as a context manager, or call `close`."""

    def __init__(
        self,
        dsn: str,
        server: "Server | None" = None,
        open_index: OpenIndex = PostgresIndex,
        open_graph: OpenGraph = open_record,
    ) -> None:
        self.dsn = dsn  # postgresql://…
        self.server = server  # None when the server is not ours
        self._open_index = open_index
        self._open_graph = open_graph
        self.failure: Exception | None = None  # why the last attempt to connect failed
        self._pool = ConnectionPool(
            dsn,
            connection_class=_connection_class(self),
            min_size=0,
            max_size=_CONNECTIONS,
            open=False,
            timeout=_WAIT_SECONDS,
            configure=_configure,
            check=ConnectionPool.check_connection,
            kwargs=_OPTIONS,
        )

    @contextmanager
    def connection(self) -> Iterator[psycopg.Connection]:
        """A connection whose work is committed at the end of the block, or rolled back when the block raises."""
        self._pool.open()
        try:
            with self._pool.connection() as connection:
                yield connection
        except PoolTimeout as error:
            reason = _first_line(self.failure) if self.failure else f"all {_CONNECTIONS} connections are in use"
            raise StoreError(f"{where(self.dsn)}: no connection within {_WAIT_SECONDS:.0f} s: {reason}.") from error
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:
            raise store_error(self.dsn, error) from error

    def dedicated(self, *, autocommit: bool = True) -> psycopg.Connection:
        """A connection that is no part of the pool; who asks for it closes it. Raises StoreError.

        Where the server is just being restarted it waits, as long as for one of the pool.
        """
        deadline = time.monotonic() + _WAIT_SECONDS
        kind = _connection_class(self)
        while True:
            try:
                return kind.connect(self.dsn, autocommit=autocommit, **_OPTIONS)
            except psycopg.OperationalError as error:
                if time.monotonic() > deadline:
                    raise store_error(self.dsn, error) from error
            time.sleep(_PAUSE_SECONDS)

    def index(self, connection: psycopg.Connection) -> PassageIndex:
        """Where the vectors of passages stand, by the settings; for as long as the connection is held."""
        return self._open_index(connection)

    def graph(self, connection: psycopg.Connection) -> AbstractContextManager[Graph]:
        """Where the graph stands, by the settings. Entering raises StoreError where a server is out of reach."""
        return self._open_graph(connection)

    def close(self) -> None:
        """Give everything back; again is harmless."""
        self._pool.close()
        if self.server:
            self.server.release()

    def __enter__(self) -> "Database":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_database(settings: Settings) -> Database:
    """The store that the settings name, with its schema up to date. Raises StoreError with the remedy."""
    if settings.database_url:
        dsn = _address(settings.database_url)
        prepare(dsn)
        return Database(dsn, open_index=index_of(settings), open_graph=graph_of(settings))
    from sleuth.store.server import embedded

    server = embedded.start(settings.home, settings.server_grace_seconds)
    try:
        _prepare_embedded(server)
        return Database(server.dsn(), server, index_of(settings), graph_of(settings))
    except BaseException:
        server.release()
        raise


def _prepare_embedded(server: "Server") -> None:
    try:
        prepare(server.dsn())
    except StoreError as error:
        if "password authentication failed" not in str(error.__cause__):
            raise
        raise StoreError(
            f"{server.place.secret}: this is not the password of the server. Delete this file, wait until all that "
            "uses Sleuth has ended and the server has stopped, half a minute later, and run the same command again: "
            "a new password is made when it starts."
        ) from error


def prepare(dsn: str) -> list[str]:
    """Check the server and bring the schema up to date; the names of the migrations applied."""
    with connect(dsn) as connection:
        try:
            ensure_extensions(connection)
            return migrate(connection)
        except psycopg.errors.InsufficientPrivilege as error:
            info = connection.info
            raise StoreError(
                f"{where(dsn)} does not let the role {info.user} make the schema: {_first_line(error)}. "
                f'Let an administrator run: GRANT CREATE ON DATABASE "{info.dbname}" TO "{info.user}";'
            ) from error
        except psycopg.OperationalError as error:
            raise store_error(dsn, error) from error
        except psycopg.Error as error:
            raise StoreError(f"{where(dsn)}: the schema could not be made: {_first_line(error)}.") from error


def connect(dsn: str) -> psycopg.Connection:
    """A plain connection, autocommitting. Raises StoreError that names the server but never the password."""
    try:
        return psycopg.connect(dsn, autocommit=True, **_OPTIONS)
    except psycopg.Error as error:
        raise StoreError(
            f"{where(dsn)} cannot be reached: {_first_line(error)}. Check SLEUTH_DATABASE_URL and that the server "
            "runs; without that setting Sleuth uses a server of its own."
        ) from error


def store_error(dsn: str, error: BaseException) -> StoreError:
    """What a failure of the server means for whoever asked, with the remedy."""
    if isinstance(error, psycopg.errors.DiskFull):
        return StoreError(f"{where(dsn)}: the disk is full. Free some space, then run the same command again.")
    return StoreError(f"{where(dsn)}: {_first_line(error)}. Run the same command again to go on.")


def where(dsn: str) -> str:
    """The server of an address, as a person knows it: database and host, without the password."""
    parts = conninfo_to_dict(dsn)
    host = parts.get("host") or parts.get("hostaddr") or "this machine"
    return f"PostgreSQL database {parts.get('dbname') or parts.get('user') or ''} on {host}"


def _address(url: str) -> str:
    """The address in the one form that every library reads."""
    try:
        conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        url = ""  # what libpq says of it may quote the password
    if not url.startswith(_SCHEMES):
        raise StoreError(
            "SLEUTH_DATABASE_URL is not an address of PostgreSQL. It reads postgresql://USER:PASSWORD@HOST/DATABASE."
        )
    return url.replace("postgres://", "postgresql://", 1)


def _first_line(error: BaseException) -> str:
    return str(error).strip().splitlines()[0].rstrip(".") if str(error).strip() else type(error).__name__


def _configure(connection: psycopg.Connection) -> None:
    from pgvector.psycopg import register_vector

    connection.execute(f"SET search_path = {SCHEMA}, public")
    register_vector(connection)
    connection.commit()


def _connection_class(database: Database) -> type[psycopg.Connection]:
    """Connections of this database, which start the embedded server again when it was killed."""

    class Reviving(psycopg.Connection[Any]):
        @classmethod
        def connect(cls, conninfo: str = "", **options: Any) -> "psycopg.Connection[Any]":  # type: ignore[override]
            try:
                try:
                    return super().connect(conninfo, **options)
                except psycopg.OperationalError:
                    if database.server is None:
                        raise
                    database.server.ensure()
                    return super().connect(database.server.dsn(), **options)
            except (psycopg.Error, StoreError) as error:
                database.failure = error  # the pool tries again, and in the end only says that time is up
                raise

    return Reviving
