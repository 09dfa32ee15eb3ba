"""A server that lacks something is an error that holds the very statement an administrator must run."""

import secrets
from collections.abc import Iterator

import psycopg
import pytest

from sleuth.config import Settings
from sleuth.errors import StoreError
from sleuth.store.server.database import Database, open_database
from tests.databases import temporary_database


@pytest.fixture
def bare_url(database: Database) -> Iterator[str]:
    """A database without extensions: PostgreSQL's own template, owned by an ordinary role."""
    with temporary_database(database.dsn, template="template0") as url:
        yield url


@pytest.fixture
def guest_url(database: Database, database_url: str) -> Iterator[str]:
    """A database with the extensions, for a role that may only connect."""
    name = f"guest_{secrets.token_hex(6)}"
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {name} LOGIN PASSWORD 'guest'")
        yield f"postgresql://{name}:guest@{database_url.partition('@')[2]}"
        connection.execute(f"DROP ROLE {name}")


def test_a_role_that_may_not_add_pgvector_gets_the_statement(bare_url: str) -> None:
    with pytest.raises(StoreError, match=r"administrator run in this database: CREATE EXTENSION IF NOT EXISTS vector;"):
        open_database(Settings(database_url=bare_url))


def test_extensions_that_the_role_may_add_are_added(database: Database, bare_url: str) -> None:
    assert database.server is not None
    admin = database.server.dsn("postgres", psycopg.conninfo.conninfo_to_dict(bare_url)["dbname"])  # type: ignore[arg-type]
    with psycopg.connect(admin, autocommit=True) as connection:
        connection.execute("CREATE EXTENSION vector")
    with open_database(Settings(database_url=bare_url)) as opened, opened.connection() as connection:
        names = connection.execute("SELECT extname FROM pg_extension ORDER BY 1").fetchall()
    assert ("btree_gin",) in names
    assert ("pg_trgm",) in names


def test_an_old_pgvector_is_refused_with_the_statement(database: Database, database_url: str) -> None:
    assert database.server is not None
    admin = database.server.dsn("postgres", str(psycopg.conninfo.conninfo_to_dict(database_url)["dbname"]))
    with psycopg.connect(admin, autocommit=True) as connection:
        connection.execute("UPDATE pg_extension SET extversion = '0.6.2' WHERE extname = 'vector'")
    with pytest.raises(StoreError, match=r"pgvector 0\.6\.2.*0\.7 or newer.*ALTER EXTENSION vector UPDATE;"):
        open_database(Settings(database_url=database_url))


def test_a_role_that_may_not_make_the_schema_gets_the_statement(guest_url: str) -> None:
    with pytest.raises(StoreError, match=r'GRANT CREATE ON DATABASE "test_\w+" TO "guest_\w+";'):
        open_database(Settings(database_url=guest_url))
