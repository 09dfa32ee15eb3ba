"""A whole home as one file, and back: the backup, the way to a newer PostgreSQL, and the move to another server.

The archive is a zip of `manifest.json` (who wrote it, with which versions) and `database.dump` (pg_dump's custom format
of our schemas). Extensions and roles stay behind: the server that receives it has its own.
"""

import json
import os
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import psycopg

from sleuth.config import Settings
from sleuth.errors import StoreError, UserError
from sleuth.store.server.database import connect, open_database, prepare
from sleuth.store.server.migrate import migrations
from sleuth.store.server.requirements import installed
from sleuth.store.server.transfer import dump, load, tools_version

SCHEMAS = ("sleuth", "dbos")
_FORMAT = 1
_MANIFEST = "manifest.json"
_DUMP = "database.dump"


def export_home(settings: Settings, path: Path) -> None:
    """Write everything into the new file `path`; a moment's state, though others may be writing. Raises StoreError."""
    if path.exists():
        raise UserError(f"{path}: the file exists already. Name another.")
    with open_database(settings) as database, connect(database.dsn) as connection, _draft_of(path) as draft:
        _refuse_newer_server(connection)
        manifest = _manifest(connection)
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_STORED) as archive:
            archive.writestr(_MANIFEST, json.dumps(manifest, indent=2))
            with archive.open(_DUMP, "w", force_zip64=True) as target:
                dump(database.dsn, manifest["schemas"], target)


def restore_home(settings: Settings, path: Path) -> None:
    """Read an archive into a home without projects: all of it, or nothing. Raises UserError or StoreError."""
    with _opened(path) as archive:
        _check(path, _read_manifest(path, archive))
        with open_database(settings) as database:
            with connect(database.dsn) as connection:
                _refuse_used_home(connection, settings)
            with archive.open(_DUMP) as source:
                try:
                    load(database.dsn, SCHEMAS, source)
                except zipfile.BadZipFile as error:
                    raise UserError(f"{path}: the file is damaged ({error}). Nothing was restored.") from error
            prepare(database.dsn)


@contextmanager
def _draft_of(path: Path) -> Iterator[Path]:
    """A file beside `path` that becomes it when the block ends well."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.touch(mode=0o600, exist_ok=False)
        yield draft
        with draft.open("rb") as file:
            os.fsync(file.fileno())
        draft.rename(path)
    except OSError as error:
        raise StoreError(f"{path}: cannot be written ({error.strerror}). Name a file on a disk with space.") from error
    finally:
        draft.unlink(missing_ok=True)


@contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    try:
        archive = zipfile.ZipFile(path)
    except FileNotFoundError as error:
        raise UserError(f"{path}: there is no such file.") from error
    except (zipfile.BadZipFile, OSError) as error:
        raise UserError(f"{path}: this is not a complete export of Sleuth ({error}).") from error
    with archive:
        yield archive


def _manifest(connection: psycopg.Connection) -> dict[str, Any]:
    present = connection.execute("SELECT nspname FROM pg_namespace WHERE nspname = ANY(%s)", (list(SCHEMAS),))
    return {
        "format": _FORMAT,
        "sleuth": version("sleuth"),
        "schema": migrations()[-1].version,
        "schemas": sorted(name for (name,) in present),
        "postgresql": connection.info.server_version // 10_000,
        "pgvector": installed(connection)["vector"],
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _read_manifest(path: Path, archive: zipfile.ZipFile) -> dict[str, Any]:
    try:
        manifest: dict[str, Any] = json.loads(archive.read(_MANIFEST))
        archive.getinfo(_DUMP)
    except (KeyError, ValueError, zipfile.BadZipFile) as error:
        raise UserError(f"{path}: this is not an export of Sleuth ({error}).") from error
    return manifest


def _check(path: Path, manifest: dict[str, Any]) -> None:
    if manifest.get("format") != _FORMAT or manifest.get("schema", 0) > migrations()[-1].version:
        raise UserError(
            f"{path}: it was written by Sleuth {manifest.get('sleuth')}, which is newer than this one "
            f"({version('sleuth')}). Install that version or a newer one."
        )


def _refuse_newer_server(connection: psycopg.Connection) -> None:
    server = connection.info.server_version // 10_000
    if server > tools_version():
        raise StoreError(
            f"The server is PostgreSQL {server}; this Sleuth's pg_dump knows {tools_version()}. "
            f"Install a newer Sleuth, or use the server's own pg_dump."
        )


def _refuse_used_home(connection: psycopg.Connection, settings: Settings) -> None:
    row = connection.execute("SELECT count(*) FROM sleuth.projects").fetchone()
    if row and row[0]:
        home = "the database of SLEUTH_DATABASE_URL" if settings.database_url else str(settings.home)
        raise UserError(
            f"{home} holds {row[0]} project(s) already, and restoring would replace them. "
            "Set SLEUTH_HOME to an empty folder, or SLEUTH_DATABASE_URL to an empty database."
        )
