"""What a PostgreSQL must offer, and the exact statements that mend what it lacks."""

import psycopg

from sleuth.errors import StoreError

OLDEST_SERVER = 150_000
OLDEST_VECTOR = (0, 7)  # the first with halfvec
EXTENSIONS = ("vector", "pg_trgm", "btree_gin")


def ensure_extensions(connection: psycopg.Connection) -> None:
    """Have the extensions that the schema needs. Raises StoreError with what an administrator must run."""
    version = connection.info.server_version
    if version < OLDEST_SERVER:
        raise StoreError(f"{_server(connection)} is PostgreSQL {version // 10_000}; Sleuth needs 15 or newer.")
    found = installed(connection)
    missing = [name for name in EXTENSIONS if name not in found]
    for name in missing:
        _create(connection, name)
    if missing:
        found = installed(connection)
    if _numbers(found["vector"]) < OLDEST_VECTOR:
        raise StoreError(
            f"{_server(connection)} has pgvector {found['vector']}; Sleuth needs 0.7 or newer. Install a newer "
            "pgvector on the server, then let an administrator run in this database: ALTER EXTENSION vector UPDATE;"
        )


def installed(connection: psycopg.Connection) -> dict[str, str]:
    """The extensions of this database and their versions."""
    return dict(connection.execute("SELECT extname, extversion FROM pg_extension").fetchall())


def _create(connection: psycopg.Connection, name: str) -> None:
    statement = f"CREATE EXTENSION IF NOT EXISTS {name}"
    try:
        with connection.transaction():
            connection.execute(statement)
    except psycopg.errors.InsufficientPrivilege as error:
        raise StoreError(
            f"{_server(connection)} does not let the role {connection.info.user} add an extension. "
            f"Let an administrator run in this database: {statement};"
        ) from error
    except psycopg.errors.UniqueViolation:  # another process was faster
        return
    except psycopg.Error as error:
        raise StoreError(
            f"{_server(connection)} cannot load the extension {name}: {str(error).strip()}\n"
            f"Install it on the server (pgvector 0.7 or newer for vector, postgresql-contrib for the others), "
            f"then run in this database: {statement};"
        ) from error


def _server(connection: psycopg.Connection) -> str:
    info = connection.info
    return f"The database {info.dbname} on {info.host or 'this machine'}"


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdigit())
