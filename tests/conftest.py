"""What every test may ask for."""

import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
import pytest

from tests.databases import temporary_database, temporary_project
from tests.processes import until

if TYPE_CHECKING:
    from sleuth.store.server.database import Database

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="session", autouse=True)
def no_hosted_model() -> None:
    """No test talks to a model that somebody pays for, whatever key lies about."""
    for name in ("OPENAI_API_KEY", "SLEUTH_MODEL"):
        os.environ.pop(name, None)


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of evaluation data; tests that need it skip where it is absent."""
    path = Path(os.environ.get("SLEUTH_DATA", ROOT.parent / "shared" / "data"))
    if not path.is_dir():
        pytest.skip(f"evaluation data is not at {path}; set SLEUTH_DATA")
    return path


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator["Database"]:
    """A real embedded server for the whole session. Tests that share it keep apart by a project of their own."""
    from sleuth.config import Settings
    from sleuth.store.server.database import open_database
    from sleuth.store.server.embedded.locks import is_held

    home = tmp_path_factory.mktemp("home")
    with open_database(Settings(home=home, database_url=None, server_grace_seconds=0)) as opened:
        _hurry(opened)
        yield opened
    locks = [home / "postgres" / name for name in ("alive", "watching")]
    until(lambda: not any(map(is_held, locks)), 60)
    shutil.rmtree(home)


def _hurry(database: "Database") -> None:
    """Tests of this server lose nothing in a power cut; what is durable is tested on servers of their own."""
    assert database.server is not None
    with psycopg.connect(database.server.dsn("postgres"), autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET fsync = off")
        connection.execute("SELECT pg_reload_conf()")


@pytest.fixture
def connection(database: "Database") -> Iterator[psycopg.Connection]:
    """A connection to the session's database. Others see what it has committed."""
    with database.connection() as connection:
        yield connection


@pytest.fixture
def new_project(connection: psycopg.Connection) -> Iterator[Callable[..., int]]:
    """new_project() makes an empty project, committed; it goes with the test, and all that is in it."""
    with ExitStack() as projects:

        def new_project(name: str = "project") -> int:
            return projects.enter_context(temporary_project(connection, f"{name} {secrets.token_hex(6)}"))

        yield new_project


@pytest.fixture
def project(new_project: Callable[..., int]) -> int:
    """A project of the test's own."""
    return new_project()


@pytest.fixture
def database_url(database: "Database") -> Iterator[str]:
    """The address of an empty database of the session's server: no schema of ours yet, the extensions are there."""
    with temporary_database(database.dsn) as url:
        yield url


@pytest.fixture(scope="session")
def blank(database: "Database") -> Iterator[str]:
    """The name of a database with the schema and without a row, for others to be copied from: nobody may be in it."""
    from sleuth.store.server.database import prepare

    with temporary_database(database.dsn, "blank") as url:
        prepare(url)
        yield str(psycopg.conninfo.conninfo_to_dict(url)["dbname"])


@pytest.fixture
def fresh_url(database: "Database", blank: str) -> Iterator[str]:
    """The address of a database with the schema and without a row."""
    with temporary_database(database.dsn, template=blank) as url:
        yield url


@pytest.fixture
def fresh_database(fresh_url: str) -> Iterator["Database"]:
    """A database of its own, with the schema and without a row."""
    from sleuth.config import Settings
    from sleuth.store.server.database import open_database

    with open_database(Settings(database_url=fresh_url)) as opened:
        yield opened
