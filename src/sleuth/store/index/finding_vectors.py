"""Vectors of findings: the queue of what lacks one, their storing, and the matching of a question with them."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

import psycopg

from sleuth.errors import StoreError
from sleuth.findings.asked.wording import wording
from sleuth.store.index.vector_index import drop_vector_index, ensure_vector_index
from sleuth.store.rows import records

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]
    Matrix = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class PendingFinding:
    """A finding without a vector, and what is to be embedded."""

    id: int
    document_id: int
    content: str
    context: str = ""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Which findings a question may match; None filters nothing."""

    document_ids: Sequence[int] | None = None
    domains: Sequence[str] | None = None
    statuses: Sequence[str] | None = ("proposed", "validated")
    least_confidence: float | None = None  # both inclusive
    most_confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """A finding that matches, and what its score is made of. For ranking, never shown to users."""

    finding_id: int
    score: float  # similarity x recency x confidence
    similarity: float  # cosine
    recency: float
    confidence: float


class FindingVectors:
    """The vectors of a project's findings, apart by model: filled as those of passages are."""

    def __init__(self, connection: psycopg.Connection) -> None:
        self._connection = connection

    def pending(self, project_id: int, model: str, limit: int) -> list[PendingFinding]:
        """Findings of live documents that lack a vector of the model, by document and reading order."""
        rows = records(self._connection, _Row, _PENDING, {"project": project_id, "model": model, "limit": limit})
        return [PendingFinding(row.id, row.document_id, wording(row)) for row in rows]

    def progress(self, project_id: int, model: str) -> tuple[int, int]:
        """How many findings of live documents have a vector of the model, and how many there are."""
        row = self._connection.execute(
            """
            SELECT count(v.finding_id), count(*) FROM findings AS f
            JOIN documents AS d ON d.id = f.document_id
            LEFT JOIN finding_vectors AS v ON v.finding_id = f.id AND v.model = %(model)s
            WHERE f.project_id = %(project)s AND d.live
            """,
            {"project": project_id, "model": model},
        ).fetchone()
        assert row is not None
        return int(row[0]), int(row[1])

    def put(self, project_id: int, model: str, findings: Sequence[tuple[int, int]], matrix: "Matrix") -> None:
        """Store a row of the matrix for each (finding id, document id); what was removed meanwhile is passed over."""
        from pgvector import HalfVector

        if len(findings) != len(matrix):
            raise ValueError(f"{len(findings)} findings, but {len(matrix)} vectors")
        with self._connection.transaction():
            # Who changes findings holds this too: none changes while what is filtered by is copied.
            self._connection.execute("SELECT FROM projects WHERE id = %s FOR NO KEY UPDATE", (project_id,))
            self._connection.execute(
                """
                INSERT INTO finding_vectors (
                    project_id, document_id, finding_id, model, embedding, domain, status, confidence, document_date
                )
                SELECT project_id, document_id, id, %(model)s, embedding, domain, status, confidence, document_date
                FROM unnest(%(findings)s::bigint[], %(embeddings)b::halfvec[]) AS given(finding_id, embedding)
                JOIN findings ON id = finding_id AND project_id = %(project)s::bigint
                ON CONFLICT DO NOTHING
                """,
                {
                    "project": project_id,
                    "model": model,
                    "findings": [finding_id for finding_id, _ in findings],
                    "embeddings": [HalfVector(row) for row in matrix],
                },
            )

    def complete(self, project_id: int, model: str, dimensions: int) -> None:
        """Build the HNSW index of a project with many findings."""
        ensure_vector_index(self._connection, project_id, model, dimensions, "finding_vectors")

    def forget(self, project_id: int, model: str) -> None:
        """Remove every vector of the model. Again is harmless."""
        drop_vector_index(self._connection, project_id, model, "finding_vectors")
        with self._connection.transaction():
            self._connection.execute(
                "DELETE FROM finding_vectors WHERE project_id = %s AND model = %s", (project_id, model)
            )


_PENDING = """
    SELECT f.id, document_id, subject, dimension, metric, f.label, period_name, scenario, value, unit, scale, text
    FROM findings AS f JOIN documents AS d ON d.id = document_id
    WHERE f.project_id = %(project)s AND d.live AND NOT EXISTS (
        SELECT FROM finding_vectors WHERE finding_id = f.id AND model = %(model)s
    ) ORDER BY document_id, position LIMIT %(limit)s
"""


@dataclass(frozen=True, slots=True)
class _Row:
    id: int
    document_id: int
    subject: str
    dimension: Sequence[str]
    metric: str
    label: str
    period_name: str
    scenario: str
    value: Decimal | None
    unit: str
    scale: int
    text: str


_ANYTHING = Bounds()


def match_findings(
    connection: psycopg.Connection,
    project_id: int,
    model: str,
    vector: "Vector",
    bounds: Bounds = _ANYTHING,
    limit: int = 20,
) -> list[Match]:
    """The findings that match a question's vector, best first: the SQL function of the same name."""
    from pgvector import HalfVector

    try:
        with connection.transaction():
            return records(
                connection,
                Match,
                """
                SELECT * FROM match_findings(
                    %s, %s::halfvec, %s, %s, %s, %s::real, %s::real, wanted => %s, of_model => %s
                )
                """,
                (
                    project_id, HalfVector(vector), _listed(bounds.document_ids), _listed(bounds.domains),
                    _listed(bounds.statuses), bounds.least_confidence, bounds.most_confidence, limit, model,
                ),
            )  # fmt: skip
    except psycopg.errors.DataException as error:
        raise StoreError(
            f"The vectors of findings of the model {model}: {str(error).splitlines()[0]}. They are another model's "
            "of the same name: run `sleuth reindex`."
        ) from error


def _listed(values: Sequence[object] | None) -> list[object] | None:
    return None if values is None else list(values)
