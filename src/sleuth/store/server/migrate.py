"""Brings a database's schema up to this program's: plain SQL files, each applied once, in order, in a transaction."""

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files

import psycopg

from sleuth.errors import StoreError

SCHEMA = "sleuth"
_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('sleuth.store.server.migrate', 0))"


@dataclass(frozen=True, slots=True)
class Migration:
    """One file of `store/migrations/`: `0001_documents.sql` is version 1."""

    version: int
    name: str
    script: str
    checksum: str


@cache
def migrations() -> tuple[Migration, ...]:
    """This program's migrations, in order."""
    folder = files("sleuth.store").joinpath("migrations")
    return tuple(
        read(entry.name, entry.read_text(encoding="utf-8"))
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name)
        if entry.name.endswith(".sql")
    )


def read(filename: str, script: str) -> Migration:
    """The migration that a file holds."""
    return Migration(int(filename.split("_")[0]), filename, script, sha256(script.encode()).hexdigest())


def migrate(connection: psycopg.Connection, wanted: tuple[Migration, ...] | None = None) -> list[str]:
    """Apply what is missing; the names of what was applied. Raises StoreError when the schema is not ours or newer."""
    known = migrations() if wanted is None else wanted
    if not pending(connection, known):
        return []
    applied = []
    with connection.transaction():
        connection.execute(_LOCK)  # whoever waits here finds nothing left to do
        connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
        connection.execute(
            f"CREATE TABLE IF NOT EXISTS {SCHEMA}.migrations (version integer PRIMARY KEY, name text NOT NULL, "
            "checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())"
        )
    for migration in known:
        with connection.transaction():
            connection.execute(_LOCK)
            if migration in pending(connection, known):
                _apply(connection, migration)
                applied.append(migration.name)
    return applied


def pending(connection: psycopg.Connection, known: tuple[Migration, ...]) -> list[Migration]:
    """What is missing, in order. Raises StoreError when what was applied is not what this program knows."""
    applied = _applied(connection)
    newest = known[-1].version if known else 0
    for version, (name, checksum) in applied.items():
        if version > newest:
            raise StoreError(
                f"The database's schema is version {version} ({name}); this Sleuth knows {newest}. "
                "Install the newer Sleuth that wrote it."
            )
        if checksum != next((m.checksum for m in known if m.version == version), None):
            raise StoreError(
                f"The database's schema was made by another {name} than this Sleuth's. Use the Sleuth that made it, or "
                "name an empty home (SLEUTH_HOME) or database (SLEUTH_DATABASE_URL) and add the documents again."
            )
    return [migration for migration in known if migration.version not in applied]


def _applied(connection: psycopg.Connection) -> dict[int, tuple[str, str]]:
    row = connection.execute("SELECT to_regclass(%s) IS NOT NULL", (f"{SCHEMA}.migrations",)).fetchone()
    if not row or not row[0]:
        return {}
    rows = connection.execute(f"SELECT version, name, checksum FROM {SCHEMA}.migrations ORDER BY version")
    return {version: (name, checksum) for version, name, checksum in rows}


def _apply(connection: psycopg.Connection, migration: Migration) -> None:
    connection.execute(f"SET LOCAL search_path = {SCHEMA}, public")
    try:
        connection.execute(migration.script)
    except psycopg.Error as error:
        raise StoreError(f"{migration.name}: the schema could not be brought up to date: {error}") from error
    connection.execute(
        f"INSERT INTO {SCHEMA}.migrations (version, name, checksum) VALUES (%s, %s, %s)",
        (migration.version, migration.name, migration.checksum),
    )
