"""What the store knows about the passages that may become hits, read in as few queries as it takes."""

from collections.abc import Sequence

import psycopg

from sleuth.search.files import FileLabel
from sleuth.search.ranking import Candidate


def load_candidates(connection: psycopg.Connection, passage_ids: Sequence[int]) -> list[Candidate]:
    """The passages of these ids that still exist."""
    rows = connection.execute(
        """
        SELECT passages.id, document_id, filename, page, start, "end", content, context
        FROM passages JOIN documents ON documents.id = document_id
        WHERE passages.id = ANY(%s)
        """,
        (list(passage_ids),),
    )
    return [Candidate(*row) for row in rows]


def page_labels(connection: psycopg.Connection, candidates: Sequence[Candidate]) -> dict[tuple[int, int], str]:
    """(document, page number) → how a citation names the page, of each candidate's page."""
    rows = connection.execute(
        """
        SELECT document_id, number, label FROM unnest(%s::bigint[], %s::integer[]) AS wanted(document, page)
        JOIN pages ON document_id = document AND number = page
        """,
        ([candidate.document_id for candidate in candidates], [candidate.page for candidate in candidates]),
    )
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


def file_labels(connection: psycopg.Connection, document_ids: Sequence[int]) -> dict[int, FileLabel]:
    """What is known of each document from outside: its name, its title and its label."""
    rows = connection.execute(
        "SELECT id, filename, title || ' ' || label FROM documents WHERE id = ANY(%s)", (list(document_ids),)
    )
    return {document_id: FileLabel(filename, description) for document_id, filename, description in rows}
