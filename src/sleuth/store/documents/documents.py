"""Documents: added, named, superseded and removed, each in one transaction.

A project's live documents have distinct contents, and each name (filename or alias) belongs to one of them. A changed
file of the same name is a new version: the old one's pages stay readable as history, its passages and vectors are
deleted, so that nothing superseded is ever found.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

import psycopg
from psycopg import sql
from psycopg.types.json import Jsonb

from sleuth.errors import StoreError, UserError
from sleuth.evidence.source import PageSource, Problem, Source
from sleuth.store.documents.pages import document_text as document_text
from sleuth.store.documents.pages import insert_pages
from sleuth.store.documents.pages import load_pages as load_pages
from sleuth.store.documents.passages import PassageDraft as PassageDraft
from sleuth.store.documents.passages import delete_passages, insert_passages
from sleuth.store.ledger.portraits import unrelate
from sleuth.store.names import owners_of, storable
from sleuth.store.projects import lock_project
from sleuth.store.rows import records
from sleuth.store.talk.answers import forget_answers


@dataclass(frozen=True, slots=True)
class Document:
    """A document's record. `problems` holds {"reason", "page" or None} of each thing that could not be read."""

    id: int
    project_id: int
    filename: str
    aliases: Sequence[str]  # other names under which the same bytes were added
    content_hash: str  # SHA-256, hex
    version: int  # 1-based, among the documents of this filename
    replaces: int | None  # the document of the version before
    live: bool  # false once superseded
    kind: str
    page_source: str
    language: str  # ISO 639-1
    stemmer: str  # PostgreSQL's text search configuration
    quality: str
    quality_reason: str
    title: str
    label: str  # what it is, in one line
    metadata: Mapping[str, str]
    status: str  # "ready", or "partial" where something could not be read
    problems: Sequence[Mapping[str, Any]]
    page_count: int
    passage_count: int
    added_at: datetime


@dataclass(frozen=True, slots=True)
class Added:
    """The document that holds the content; `created` is false when the project had it already."""

    document: Document
    created: bool


_COLUMNS = sql.SQL(", ").join(
    sql.SQL("stemmer::text") if field.name == "stemmer" else sql.Identifier(field.name) for field in fields(Document)
)


def add_document(
    connection: psycopg.Connection,
    project_id: int,
    source: Source,
    *,
    content_hash: str,
    data: bytes | None,
    language: str,
    regconfig: str,
    quality: str,
    quality_reason: str,
    passages: Sequence[PassageDraft],
) -> Added:
    """Store a source with its passages, findable by words when this returns and the caller's transaction ends.

    Content that the project holds already becomes a further name of that document; another content under a name in
    use becomes its new version. `data` may be None where save_file has stored the bytes.
    """
    with connection.transaction():
        lock_project(connection, project_id)
        if data is not None:
            save_file(connection, project_id, content_hash, data)
        if twin := _live_content(connection, project_id, content_hash):
            return Added(_give_name(connection, twin, storable(source.filename)), created=False)
        replaced = _free_name(connection, project_id, storable(source.filename))
        document = _insert(
            connection,
            project_id=project_id,
            filename=storable(source.filename),
            content_hash=content_hash,
            version=replaced.version + 1 if replaced else 1,
            replaces=replaced and replaced.id,
            kind=source.kind,
            page_source=source.page_source.value,
            language=language,
            stemmer=regconfig,
            quality=quality,
            quality_reason=storable(quality_reason),
            title=storable(source.title),
            label=storable(passages[0].context.partition("\n")[0]) if passages else "",
            metadata=Jsonb({storable(key): storable(value) for key, value in source.metadata.items()}),
            status="partial" if source.problems else "ready",
            problems=Jsonb([{"reason": storable(p.reason), "page": p.page} for p in source.problems]),
            page_count=len(source.pages),
            passage_count=len(passages),
        )
        insert_pages(connection, project_id, document.id, source.pages)
        insert_passages(connection, project_id, document.id, regconfig, passages)
        return Added(document, created=True)


def add_alias(connection: psycopg.Connection, project_id: int, content_hash: str, filename: str) -> Document:
    """Let the live document of this content be known by a further name, which it takes from any other document."""
    document = name_content(connection, project_id, content_hash, filename)
    if document is None:
        raise UserError(f"{filename}: the project no longer holds its content. Add the file again.")
    return document


def name_content(connection: psycopg.Connection, project_id: int, content_hash: str, filename: str) -> Document | None:
    """The live document of this content, which is known by this name from now on; None where there is none."""
    with connection.transaction():
        lock_project(connection, project_id)
        document = _live_content(connection, project_id, content_hash)
        return document and _give_name(connection, document, storable(filename))


def list_documents(connection: psycopg.Connection, project_id: int) -> list[Document]:
    """The live documents by name."""
    return _select(connection, "project_id = %s AND live ORDER BY filename", project_id)


def find_documents(connection: psycopg.Connection, project_id: int, filenames: Sequence[str]) -> list[Document]:
    """The live documents of these names or aliases, each once, in the order given. Raises UserError as find_ids."""
    wanted = find_ids(connection, project_id, filenames)
    documents = {document.id: document for document in _select(connection, "id = ANY(%s)", wanted)}
    return [documents[i] for i in wanted]


def find_ids(connection: psycopg.Connection, project_id: int, filenames: Sequence[str]) -> list[int]:
    """The ids of the live documents of these names, aliases or patterns, each once, in the order given.

    A name may lack leading folders where that is unambiguous; a pattern ("*.eml") means every document whose name, or
    the end of it behind a folder, fits. Raises UserError, with near names, for a name that is unknown or could be
    several, and for a pattern that nothing fits.
    """
    rows = connection.execute(
        "SELECT id, filename, aliases FROM documents WHERE project_id = %s AND live", (project_id,)
    )
    owners = {name: document_id for document_id, filename, aliases in rows for name in (filename, *aliases)}
    return list(dict.fromkeys(i for filename in filenames for i in owners_of(filename, owners)))


def documents_edition(connection: psycopg.Connection, project_id: int) -> tuple[int, int, int, str | None]:
    """What changes whenever a project's live documents, their names or its embedding model do."""
    row = connection.execute(
        """
        SELECT count(documents.id), coalesce(max(documents.id), 0),
               coalesce(sum(hashtextextended(filename, documents.id) / 65536), 0)::bigint, embedding
        FROM projects LEFT JOIN documents ON project_id = projects.id AND live
        WHERE projects.id = %s GROUP BY projects.id
        """,
        (project_id,),
    ).fetchone()
    if row is None:
        return (0, 0, 0, None)
    return (int(row[0]), int(row[1]), int(row[2]), row[3])


def load_document(connection: psycopg.Connection, document_id: int) -> Document:
    """One document, live or superseded. Raises UserError when it has been removed."""
    found = _select(connection, "id = %s", document_id)
    if not found:
        raise UserError(f"Document {document_id} has been removed. `sleuth documents` lists what is there.")
    return found[0]


def document_history(connection: psycopg.Connection, document_id: int) -> list[Document]:
    """All that the document replaced, newest first, beginning with itself."""
    return _select(
        connection,
        """
        id IN (
            WITH RECURSIVE chain AS (
                SELECT id, replaces FROM documents WHERE id = %s
                UNION
                SELECT older.id, older.replaces FROM documents AS older JOIN chain ON older.id = chain.replaces
            ) SELECT id FROM chain
        ) ORDER BY version DESC, id DESC
        """,
        document_id,
    )


def load_source(connection: psycopg.Connection, document_id: int) -> Source:
    """The document as it was read: what quotes are located in."""
    document = load_document(connection, document_id)
    return Source(
        document.filename,
        document.kind,
        PageSource(document.page_source),
        load_pages(connection, document_id),
        document.title,
        document.metadata,
        tuple(Problem(problem["reason"], problem["page"]) for problem in document.problems),
    )


def save_file(connection: psycopg.Connection, project_id: int, content_hash: str, data: bytes) -> None:
    """Keep a file's bytes, so that any worker can read, render or re-read them; once for each content."""
    connection.execute(
        "INSERT INTO files (project_id, content_hash, data) VALUES (%s, %s, %b) ON CONFLICT DO NOTHING",
        (project_id, content_hash, data),
    )


class MissingFileError(StoreError):
    """The project does not hold the bytes of a file."""


def load_file(connection: psycopg.Connection, project_id: int, content_hash: str) -> bytes:
    """The bytes of a file as they were added. Raises MissingFileError when the project does not hold them."""
    with connection.cursor(binary=True) as cursor:
        row = cursor.execute(
            "SELECT data FROM files WHERE project_id = %s AND content_hash = %s", (project_id, content_hash)
        ).fetchone()
    if row is None:
        raise MissingFileError(f"The bytes of content {content_hash[:12]} are not in the store. Add the file again.")
    return bytes(row[0])


def discard_file(connection: psycopg.Connection, project_id: int, content_hash: str) -> None:
    """Forget the bytes of a file that became no document; those of a document stay."""
    with connection.transaction():
        lock_project(connection, project_id)
        _delete_unused_files(connection, project_id, [content_hash])


def remove_document(connection: psycopg.Connection, project_id: int, filename: str) -> Document:
    """Delete the live document of this name or alias with all its names, versions, pages, passages, vectors and bytes.

    Returns what it was. Raises UserError, with near names, for an unknown name.
    """
    with connection.transaction():
        lock_project(connection, project_id)
        (document,) = find_documents(connection, project_id, [filename])
        # What its names stood for once goes too, even where the chain of versions was broken by a copy.
        doomed = document_history(connection, document.id) + _select(
            connection,
            "project_id = %s AND NOT live AND filename = ANY(%s)",
            project_id,
            [document.filename, *document.aliases],
        )
        ids = list({version.id for version in doomed})
        delete_passages(connection, project_id, ids)
        unrelate(connection, ids)
        forget_answers(connection, ids)
        connection.execute("DELETE FROM documents WHERE id = ANY(%s)", (ids,))
        _delete_unused_files(connection, project_id, [version.content_hash for version in doomed])
        return document


def _delete_unused_files(connection: psycopg.Connection, project_id: int, hashes: Sequence[str]) -> None:
    connection.execute(
        """
        DELETE FROM files WHERE project_id = %(project)s AND content_hash = ANY(%(hashes)s) AND NOT EXISTS (
            SELECT FROM documents WHERE project_id = %(project)s AND documents.content_hash = files.content_hash
        )
        """,
        {"project": project_id, "hashes": list(hashes)},
    )


def _give_name(connection: psycopg.Connection, document: Document, filename: str) -> Document:
    if filename in (document.filename, *document.aliases):
        return document
    _free_name(connection, document.project_id, filename)
    connection.execute("UPDATE documents SET aliases = aliases || %s::text WHERE id = %s", (filename, document.id))
    return load_document(connection, document.id)


def _free_name(connection: psycopg.Connection, project_id: int, filename: str) -> Document | None:
    """Take a name from the live document that has it, as its file now holds something else.

    A document that has other names keeps those. One that has none is superseded: it is returned.
    """
    holders = _select(connection, "project_id = %s AND live AND %s = ANY(aliases || filename)", project_id, filename)
    if not holders:
        return None
    (holder,) = holders
    names = [name for name in (holder.filename, *holder.aliases) if name != filename]
    if names:
        connection.execute(
            "UPDATE documents SET filename = %s, aliases = %s WHERE id = %s", (names[0], names[1:], holder.id)
        )
        return None
    delete_passages(connection, project_id, [holder.id])
    connection.execute("UPDATE documents SET live = false WHERE id = %s", (holder.id,))
    unrelate(connection, [holder.id])
    return holder


def _live_content(connection: psycopg.Connection, project_id: int, content_hash: str) -> Document | None:
    found = _select(connection, "project_id = %s AND live AND content_hash = %s", project_id, content_hash)
    return found[0] if found else None


def _insert(connection: psycopg.Connection, **values: object) -> Document:
    statement = sql.SQL("INSERT INTO documents ({}) VALUES ({}) RETURNING {}").format(
        sql.SQL(", ").join(map(sql.Identifier, values)),
        sql.SQL(", ").join(map(sql.Placeholder, values)),
        _COLUMNS,
    )
    (document,) = records(connection, Document, statement, values)
    return document


def _select(connection: psycopg.Connection, condition: str, *parameters: object) -> list[Document]:
    """Documents by a condition of ours; what users give travels in `parameters`."""
    statement = sql.SQL("SELECT {} FROM documents WHERE ").format(_COLUMNS) + sql.SQL(condition)
    return records(connection, Document, statement, parameters)
