"""Rooms that tests of requests ask: small documents written as files would be read."""

from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from sleuth.config import Settings
from sleuth.ingest.extraction import catch_up
from sleuth.ingest.pipeline import content_hash, ingest
from sleuth.ingest.relating import relate
from sleuth.store.documents.documents import save_file

Put = Callable[[str, str], None]


@pytest.fixture
def put(connection: psycopg.Connection, project: int) -> Put:
    """put(name, text) adds a file of this text to the project, read as any other."""

    def put(name: str, text: str) -> None:
        put_bytes(connection, project, name, text.encode())

    return put


def put_bytes(connection: psycopg.Connection, project: int, name: str, data: bytes) -> None:
    """Add a file to a project and derive all that is derived of it."""
    settings = Settings()
    digest = content_hash(data)
    save_file(connection, project, digest, data)
    ingest(connection, project, digest, name, settings)
    catch_up(connection, project, settings)
    relate(connection, project)


def put_folder(connection: psycopg.Connection, project: int, folder: Path) -> None:
    """Add all files of a folder."""
    settings = Settings()
    for path in sorted(file for file in folder.rglob("*") if file.is_file()):
        data = path.read_bytes()
        digest = content_hash(data)
        save_file(connection, project, digest, data)
        ingest(connection, project, digest, path.name, settings)
    catch_up(connection, project, settings)
    relate(connection, project)
