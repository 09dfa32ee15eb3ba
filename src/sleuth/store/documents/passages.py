"""Passages: the slices of a document's text that searches find, and the counts of the words in them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import LiteralString, NamedTuple

import psycopg

from sleuth.evidence.source import Span
from sleuth.store.names import storable
from sleuth.store.rows import records


@dataclass(frozen=True, slots=True)
class PassageDraft:
    """A passage before it is stored: characters `start` (inclusive) to `end` (exclusive) of the document's text."""

    position: int  # 0-based order in the document
    page: int  # the page of its first character
    start: int
    end: int
    content: str  # exactly text[start:end]
    context: str = ""  # title and headings: into the index, never into the content


@dataclass(frozen=True, slots=True)
class Passage:
    """A stored passage and the name of its document; fields as in PassageDraft."""

    id: int
    document_id: int
    filename: str
    position: int
    page: int
    start: int
    end: int
    content: str
    context: str


def insert_passages(
    connection: psycopg.Connection, project_id: int, document_id: int, stemmer: str, drafts: Sequence[PassageDraft]
) -> None:
    """Store a new document's passages and count their words; the caller holds the project's lock."""
    # One INSERT of arrays: as fast as COPY, which row-level security forbids.
    connection.execute(
        """
        INSERT INTO passages (project_id, document_id, language, position, page, start, "end", content, context)
        SELECT %s, %s, %s::regconfig, draft.*
        FROM unnest(%s::int[], %s::int[], %s::int[], %s::int[], %s::text[], %s::text[]) AS draft
        """,
        (
            project_id,
            document_id,
            stemmer,
            [draft.position for draft in drafts],
            [draft.page for draft in drafts],
            [draft.start for draft in drafts],
            [draft.end for draft in drafts],
            [storable(draft.content) for draft in drafts],
            [storable(draft.context) for draft in drafts],
        ),
    )
    connection.execute(
        """
        INSERT INTO lexemes AS known (project_id, lexeme, passages)
        SELECT %(project)s, lexeme, count(*)
        FROM passages, unnest(tsvector_to_array(words)) AS lexeme
        WHERE document_id = %(document)s
        GROUP BY lexeme
        ON CONFLICT (project_id, lexeme) DO UPDATE SET passages = known.passages + excluded.passages
        """,
        {"project": project_id, "document": document_id},
    )


def delete_passages(connection: psycopg.Connection, project_id: int, document_ids: Sequence[int]) -> None:
    """Delete the passages of documents with their vectors, and uncount their words; the caller holds the lock."""
    # Waits for those who are giving them vectors, and keeps others from it.
    connection.execute("SELECT FROM documents WHERE id = ANY(%s) ORDER BY id FOR UPDATE", (list(document_ids),))
    connection.execute(
        """
        WITH fewer AS (
            SELECT lexeme, count(*) AS passages
            FROM passages, unnest(tsvector_to_array(words)) AS lexeme
            WHERE document_id = ANY(%(documents)s)
            GROUP BY lexeme
        ), gone AS (
            DELETE FROM lexemes USING fewer
            WHERE project_id = %(project)s AND lexemes.lexeme = fewer.lexeme AND lexemes.passages <= fewer.passages
        )
        UPDATE lexemes SET passages = lexemes.passages - fewer.passages
        FROM fewer
        WHERE project_id = %(project)s AND lexemes.lexeme = fewer.lexeme AND lexemes.passages > fewer.passages
        """,
        {"project": project_id, "documents": list(document_ids)},
    )
    # The vectors follow by their foreign key.
    connection.execute("DELETE FROM passages WHERE document_id = ANY(%s)", (list(document_ids),))


def lock_passages(
    connection: psycopg.Connection, project_id: int, document_ids: Sequence[int], passage_ids: Sequence[int]
) -> list[Passage]:
    """Those of the passages that still exist; none of these documents can be removed until the transaction ends."""
    connection.execute("SELECT FROM projects WHERE id = %s FOR KEY SHARE", (project_id,))
    connection.execute("SELECT FROM documents WHERE id = ANY(%s) ORDER BY id FOR KEY SHARE", (list(document_ids),))
    return _select(connection, "passages.id = ANY(%s)", project_id, list(passage_ids))


def first_passages(connection: psycopg.Connection, project_id: int) -> list[Passage]:
    """The passage that each live document of the project opens with."""
    return _select(connection, "position = 0", project_id)


def _select(connection: psycopg.Connection, condition: LiteralString, project_id: int, *given: object) -> list[Passage]:
    return records(
        connection,
        Passage,
        """
        SELECT passages.id, document_id, filename, position, page, start, "end", content, context
        FROM passages JOIN documents ON documents.id = document_id
        WHERE documents.project_id = %s AND """
        + condition,
        (project_id, *given),
    )


class Around(NamedTuple):
    """A passage, where it begins in its document's text, and the pages that it touches: number and start of each."""

    content: str
    start: int
    pages: list[tuple[int, int]]


def passages_around(connection: psycopg.Connection, places: Sequence[tuple[int, Span]]) -> list[Around | None]:
    """The passage that holds most of each place (document, span of a page); None where the document has none."""
    found: list[Around | None] = []
    for document_id, span in places:
        row = connection.execute(
            """
            SELECT content, passages.start, passages."end" FROM passages
            JOIN pages USING (document_id)
            CROSS JOIN LATERAL (SELECT pages.start + %(start)s AS first, pages.start + %(end)s AS last) AS place
            WHERE document_id = %(document)s AND number = %(page)s AND passages.start < last AND passages."end" > first
            ORDER BY least(passages."end", last) - greatest(passages.start, first) DESC, position
            LIMIT 1
            """,
            {"document": document_id, "page": span.page, "start": span.start, "end": span.end},
        ).fetchone()
        if row is None:
            found.append(None)
            continue
        pages = connection.execute(
            "SELECT number, start FROM pages WHERE document_id = %s AND start < %s AND start + length(text) > %s",
            (document_id, row[2], row[1]),
        ).fetchall()
        found.append(Around(row[0], row[1], pages))
    return found
