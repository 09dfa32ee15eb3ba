"""Vectors of passages: stored, counted, indexed and searched by cosine.

Up to EXACT_PASSAGES the search is exact, over the project or over the documents asked for:

    ORDER BY embedding <=> vector

Beyond, a partial HNSW index of the project and its model serves, which only this form uses:

    WHERE project_id = N AND model = 'x' ORDER BY embedding::halfvec(D) <=> vector::halfvec(D)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import psycopg
from psycopg import sql

from sleuth.store.index.vector_index import EXACT_PASSAGES
from sleuth.store.index.vector_index import drop_vector_index as drop_vector_index
from sleuth.store.index.vector_index import ensure_vector_index as ensure_vector_index
from sleuth.store.rows import column, records

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

_SEARCHED = 200  # hnsw.ef_search: of near copies, 100 found a sixth fewer of the truly nearest


@dataclass(frozen=True, slots=True)
class PendingPassage:
    """A passage without a vector, and what is to be embedded."""

    id: int
    document_id: int
    content: str
    context: str


def pending_passages(connection: psycopg.Connection, project_id: int, model: str, limit: int) -> list[PendingPassage]:
    """Passages of the project that lack a vector of the model, document by document, oldest first."""
    return records(
        connection,
        PendingPassage,
        """
        SELECT passages.id, document_id, content, context
        FROM documents JOIN passages ON document_id = documents.id
        WHERE documents.project_id = %(project)s AND live AND passage_count > (
            SELECT count(*) FROM vectors  -- counting an index is quicker than probing for each passage
            WHERE project_id = %(project)s AND model = %(model)s AND vectors.document_id = documents.id
        ) AND NOT EXISTS (
            SELECT FROM vectors WHERE passage_id = passages.id AND model = %(model)s
        ) ORDER BY document_id, position LIMIT %(limit)s
        """,
        {"project": project_id, "model": model, "limit": limit},
    )


def vector_progress(connection: psycopg.Connection, project_id: int, model: str) -> tuple[int, int]:
    """How many passages of the project have a vector of the model, and how many passages there are."""
    row = connection.execute(
        """
        SELECT (SELECT count(*) FROM vectors WHERE project_id = %(project)s AND model = %(model)s),
               (SELECT coalesce(sum(passage_count), 0) FROM documents WHERE project_id = %(project)s AND live)
        """,
        {"project": project_id, "model": model},
    ).fetchone()
    assert row is not None
    return int(row[0]), int(row[1])


def save_vectors(
    connection: psycopg.Connection,
    project_id: int,
    model: str,
    passages: Sequence[tuple[int, int]],
    matrix: "Matrix",
) -> int:
    """Store a vector for each (passage id, document id); returns how many were new.

    Passages that were removed meanwhile, or have a vector of the model already, are passed over.
    """
    from pgvector import HalfVector

    if len(passages) != len(matrix):
        raise ValueError(f"{len(passages)} passages, but {len(matrix)} vectors")
    document_ids = sorted({document_id for _, document_id in passages})
    with connection.transaction():
        # Neither a document nor the project can be removed from here on; what was removed just now is not seen below.
        connection.execute("SELECT FROM projects WHERE id = %s FOR KEY SHARE", (project_id,))
        connection.execute("SELECT FROM documents WHERE id = ANY(%s) ORDER BY id FOR KEY SHARE", (document_ids,))
        # One INSERT of arrays: as fast as COPY, which row-level security forbids.
        return connection.execute(
            """
            INSERT INTO vectors (project_id, document_id, passage_id, model, embedding)
            SELECT project_id, document_id, id, %(model)s, embedding
            FROM unnest(%(passages)s::bigint[], %(embeddings)b::halfvec[]) AS given(passage_id, embedding)
            JOIN passages ON id = passage_id AND project_id = %(project)s::bigint
            WHERE document_id = ANY(%(documents)s)
            ON CONFLICT DO NOTHING
            """,
            {
                "project": project_id,
                "model": model,
                "documents": document_ids,
                "passages": [passage_id for passage_id, _ in passages],
                "embeddings": [HalfVector(row) for row in matrix],
            },
        ).rowcount


def nearest(
    connection: psycopg.Connection,
    project_id: int,
    model: str,
    dimensions: int,
    vector: "Matrix",
    limit: int,
    document_ids: Sequence[int] | None = None,
) -> list[tuple[int, float]]:
    """The passages nearest to the vector, as (passage id, cosine similarity), best first.

    Exact for what holds at most EXACT_PASSAGES, by the project's index beyond.
    """
    from pgvector import HalfVector

    values = {
        "vector": HalfVector(vector),
        "limit": limit,
        "documents": None if document_ids is None else list(document_ids),
    }
    with connection.transaction():  # a vector that does not fit leaves the caller's transaction whole
        exact = _passages_to_search(connection, project_id, document_ids) <= EXACT_PASSAGES
        form = search_form(project_id, model, dimensions, exact=exact, filtered=document_ids is not None)
        return connection.execute(form, values).fetchall()


def similarities(
    connection: psycopg.Connection, model: str, vector: "Matrix", passage_ids: Sequence[int]
) -> dict[int, float]:
    """Passage → cosine similarity to the vector; passages without a vector of the model are left out."""
    from pgvector import HalfVector

    rows = connection.execute(
        """
        SELECT passage_id, 1 - (embedding <=> %s::halfvec) FROM vectors WHERE passage_id = ANY(%s) AND model = %s
        """,
        (HalfVector(vector), list(passage_ids), model),
    ).fetchall()
    return {passage_id: float(similarity) for passage_id, similarity in rows}


def search_form(project_id: int, model: str, dimensions: int, *, exact: bool, filtered: bool) -> sql.Composed:
    """The statement that finds the nearest, with %(vector)s, %(limit)s and, if filtered, %(documents)s to fill in."""
    form = "embedding <=> %(vector)s::halfvec" if exact else "embedding::halfvec({0}) <=> %(vector)s::halfvec({0})"
    return sql.SQL(
        """
        SELECT passage_id, 1 - ({distance}) FROM vectors
        WHERE project_id = {project} AND model = {model} {filter}
        ORDER BY {distance} LIMIT %(limit)s
        """
    ).format(
        distance=sql.SQL(form).format(dimensions),
        project=sql.Literal(project_id),
        model=_constant(model),
        filter=sql.SQL("AND document_id = ANY(%(documents)s)" if filtered else ""),
    )


def _constant(text: str) -> sql.SQL:
    """A text as a constant of a statement with placeholders: a partial index is seen through constants only."""
    return sql.SQL(sql.Literal(text).as_string().replace("%", "%%"))


def _passages_to_search(connection: psycopg.Connection, project_id: int, document_ids: Sequence[int] | None) -> int:
    """How many there are; for this transaction, the index is told to look at enough of it, and to go on where a filter
    leaves too few (pgvector 0.8)."""
    ids = None if document_ids is None else list(document_ids)
    (count,) = column(
        connection,
        """
        SELECT (
            SELECT coalesce(sum(passage_count), 0) FROM documents
            WHERE project_id = %(project)s AND live AND (%(ids)s::bigint[] IS NULL OR id = ANY(%(ids)s::bigint[]))
        ), set_config('hnsw.ef_search', %(searched)s, true),
           CASE WHEN string_to_array(extversion, '.')::int[] >= '{0,8}'
                THEN set_config('hnsw.iterative_scan', 'strict_order', true) END
        FROM pg_extension WHERE extname = 'vector'
        """,
        {"project": project_id, "ids": ids, "searched": str(_SEARCHED)},
    )
    return int(count)
