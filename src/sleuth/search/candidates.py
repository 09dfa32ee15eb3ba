"""What the store knows about the passages that may become hits, read in as few queries as it takes."""

from collections.abc import Sequence

import psycopg

from sleuth.search.files import FileLabel
from sleuth.search.ranking import Candidate
from sleuth.search.scope import Scope


def load_candidates(connection: psycopg.Connection, passage_ids: Sequence[int]) -> list[Candidate]:
    """The passages of these ids that still exist."""
    rows = connection.execute(
        """
        SELECT passages.id, document_id, filename, page, start, "end", content, context
        FROM passages JOIN documents ON documents.id = document_id
        WHERE passages.id = ANY(%s)
        """,
        (list(passage_ids),),
    ).fetchall()  # all at once: row by row takes many times as long
    return [Candidate(*row) for row in rows]


def page_labels(connection: psycopg.Connection, candidates: Sequence[Candidate]) -> dict[tuple[int, int], str]:
    """(document, page number) → how a citation names the page, of each candidate's page."""
    rows = connection.execute(
        """
        SELECT document_id, number, label FROM unnest(%s::bigint[], %s::integer[]) AS wanted(document, page)
        JOIN pages ON document_id = document AND number = page
        """,
        ([candidate.document_id for candidate in candidates], [candidate.page for candidate in candidates]),
    ).fetchall()
    return {(document_id, number): label for document_id, number, label in rows}


def opening_passages(connection: psycopg.Connection, document_ids: Sequence[int], characters: int) -> list[int]:
    """The passages with which the documents open."""
    return [
        passage_id
        for (passage_id,) in connection.execute(
            "SELECT id FROM passages WHERE document_id = ANY(%s) AND start < %s AND position < 20 ORDER BY id",
            (list(document_ids), characters),
        )
    ]


def file_labels(connection: psycopg.Connection, scope: Scope) -> dict[int, FileLabel]:
    """What is known of each document in scope from outside: its name, its title and its label."""
    only = None if scope.only is None else list(scope.only)
    rows = connection.execute(
        """
        SELECT id, filename, title || ' ' || label FROM documents
        WHERE project_id = %s AND live AND (%s::bigint[] IS NULL OR id = ANY(%s::bigint[]))
        """,
        (scope.project_id, only, only),
    ).fetchall()
    return {document_id: FileLabel(filename, description) for document_id, filename, description in rows}
