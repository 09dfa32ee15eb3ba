"""Where the files of a project lay when they were added, and which of them still lie there."""

from collections.abc import Sequence
from pathlib import Path

import psycopg

from sleuth.store.names import storable


def note_origin(connection: psycopg.Connection, project_id: int, content_hash: str, path: Path) -> None:
    """Keep where a stored file was found, unless a place is known at which it still lies."""
    row = connection.execute(
        "SELECT origin FROM files WHERE project_id = %s AND content_hash = %s", (project_id, content_hash)
    ).fetchone()
    if row is None or (row[0] and _is_file(row[0])):
        return
    connection.execute(
        "UPDATE files SET origin = %s WHERE project_id = %s AND content_hash = %s",
        (storable(str(path.absolute())), project_id, content_hash),
    )


def original_files(connection: psycopg.Connection, document_ids: Sequence[int]) -> dict[int, Path]:
    """Document id → the file it was added from, of those that still lie there with as many bytes."""
    rows = connection.execute(
        """
        SELECT documents.id, origin, octet_length(data) FROM documents
        JOIN files ON files.project_id = documents.project_id AND files.content_hash = documents.content_hash
        WHERE documents.id = ANY(%s) AND origin <> ''
        """,
        (list(document_ids),),
    ).fetchall()
    return {document_id: Path(origin) for document_id, origin, size in rows if _is_file(origin, size)}


def _is_file(path: str, size: int | None = None) -> bool:
    try:
        found = Path(path).stat()
    except (OSError, ValueError):
        return False
    return size is None or found.st_size == size
