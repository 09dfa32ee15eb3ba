"""What the store knows about the passages that may become hits, read in as few queries as it takes."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import psycopg
from psycopg.rows import class_row

from sleuth.search.files import FileLabel
from sleuth.search.ranking import Candidate

if TYPE_CHECKING:
    from sleuth.models.embeddings import Vector


def load_candidates(connection: psycopg.Connection, passage_ids: Sequence[int]) -> list[Candidate]:
    """The passages of these ids that still exist."""
    with connection.cursor(row_factory=class_row(Candidate)) as cursor:
        return cursor.execute(
            """
            SELECT passages.id AS passage_id, passages.document_id, filename, page, passages.start, "end", content,
                   context, label AS locator
            FROM passages
            JOIN documents ON documents.id = passages.document_id
            JOIN pages ON pages.document_id = passages.document_id AND number = page
            WHERE passages.id = ANY(%s)
            """,
            (list(passage_ids),),
        ).fetchall()


def opening_passages(connection: psycopg.Connection, document_ids: Sequence[int], characters: int) -> list[int]:
    """The passages with which the documents open."""
    return [
        passage_id
        for (passage_id,) in connection.execute(
            "SELECT id FROM passages WHERE document_id = ANY(%s) AND start < %s AND position < 20 ORDER BY id",
            (list(document_ids), characters),
        )
    ]


def similarities(
    connection: psycopg.Connection, model: str, vector: "Vector", passage_ids: Sequence[int]
) -> dict[int, float]:
    """Passage → cosine similarity to the vector; passages without a vector of the model are left out."""
    from pgvector import HalfVector

    rows = connection.execute(
        """
        SELECT passage_id, 1 - (embedding <=> %s::halfvec) FROM vectors WHERE passage_id = ANY(%s) AND model = %s
        """,
        (HalfVector(vector), list(passage_ids), model),
    )
    return {passage_id: float(similarity) for passage_id, similarity in rows}


def file_labels(connection: psycopg.Connection, document_ids: Sequence[int]) -> dict[int, FileLabel]:
    """What is known of each document from outside: its name, its title and the first line of its context."""
    rows = connection.execute(
        """
        SELECT document_id, filename, title || ' ' || split_part(context, E'\\n', 1)
        FROM documents JOIN passages ON document_id = documents.id AND position = 0
        WHERE documents.id = ANY(%s)
        """,
        (list(document_ids),),
    )
    return {document_id: FileLabel(filename, description) for document_id, filename, description in rows}
