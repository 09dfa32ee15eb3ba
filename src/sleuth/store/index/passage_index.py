"""The port to the vectors of passages: in PostgreSQL beside the passages, or in Chroma, as SLEUTH_INDEX says.

PostgreSQL is the record either way: an index holds vectors of passages that the record holds, and what the record does
not hold is never found, whatever an index still remembers of it.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

import psycopg

from sleuth.config import Settings
from sleuth.errors import StoreError
from sleuth.store.index.vectors import (
    PendingPassage,
    drop_vector_index,
    ensure_vector_index,
    nearest,
    pending_passages,
    save_vectors,
    similarities,
    vector_progress,
)

IN_MEMORY = ":memory:"  # SLEUTH_CHROMA_PATH

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]
    Matrix = NDArray[np.float32]


class PassageIndex(Protocol):
    """The vectors of a project's passages, apart by model. Each method may raise StoreError with the remedy."""

    def pending(self, project_id: int, model: str, limit: int) -> list[PendingPassage]:
        """Passages of the record that lack a vector of the model: the queue of what is to be embedded."""

    def progress(self, project_id: int, model: str) -> tuple[int, int]:
        """How many passages of the record have a vector of the model, and how many passages there are."""

    def put(self, project_id: int, model: str, passages: Sequence[tuple[int, int]], matrix: "Matrix") -> None:
        """Store a row of the matrix for each (passage id, document id). Again is harmless.

        Passages that were removed meanwhile are passed over.
        """

    def nearest(
        self, project_id: int, model: str, vector: "Vector", limit: int, document_ids: Sequence[int] | None = None
    ) -> list[tuple[int, float]]:
        """The passages nearest to the vector, of these documents only if given, as (id, cosine), best first."""

    def similarities(
        self, project_id: int, model: str, vector: "Vector", passage_ids: Sequence[int]
    ) -> dict[int, float]:
        """Passage → cosine similarity to the vector; passages without a vector of the model are left out."""

    def settle(self, project_id: int) -> None:
        """Drop what the record no longer holds, and have passages carry the names that their documents have now."""

    def complete(self, project_id: int, model: str, dimensions: int) -> None:
        """All passages have been put: make what searches of a large project need."""

    def forget(self, project_id: int, model: str) -> None:
        """Remove every vector of the model. Again is harmless."""


OpenIndex = Callable[[psycopg.Connection], PassageIndex]


def index_of(settings: Settings) -> OpenIndex:
    """How to open the index that the settings name, on a connection to the record. Nothing is reached for yet."""
    if settings.index == "postgres":
        return PostgresIndex

    def open_chroma(connection: psycopg.Connection) -> PassageIndex:
        from sleuth.store.index.chroma import ChromaIndex
        from sleuth.store.index.chroma_place import place_of

        return ChromaIndex(connection, place_of(settings))

    return open_chroma


def in_this_process(settings: Settings) -> bool:
    """Whether the index ends with the process that fills it, so that no other can fill it."""
    return settings.index == "chroma" and not settings.chroma_url and str(settings.chroma_path) == IN_MEMORY


class PostgresIndex:
    """Vectors in the table `vectors`: stored, searched and removed in the transactions of the passages themselves."""

    def __init__(self, connection: psycopg.Connection) -> None:
        self._connection = connection

    def pending(self, project_id: int, model: str, limit: int) -> list[PendingPassage]:
        """What lacks a row."""
        return pending_passages(self._connection, project_id, model, limit)

    def progress(self, project_id: int, model: str) -> tuple[int, int]:
        """By counting rows."""
        return vector_progress(self._connection, project_id, model)

    def put(self, project_id: int, model: str, passages: Sequence[tuple[int, int]], matrix: "Matrix") -> None:
        """In one statement."""
        save_vectors(self._connection, project_id, model, passages, matrix)

    def nearest(
        self, project_id: int, model: str, vector: "Vector", limit: int, document_ids: Sequence[int] | None = None
    ) -> list[tuple[int, float]]:
        """By an exact scan of what is small, by HNSW beyond."""
        try:
            return nearest(self._connection, project_id, model, len(vector), vector, limit, document_ids)
        except psycopg.errors.DataException as error:
            raise StoreError(
                f"The vectors of the model {model} in PostgreSQL: {str(error).splitlines()[0]}. They are another "
                "model's of the same name: run `sleuth reindex`."
            ) from error

    def similarities(
        self, project_id: int, model: str, vector: "Vector", passage_ids: Sequence[int]
    ) -> dict[int, float]:
        """By reading their rows."""
        return similarities(self._connection, model, vector, passage_ids)

    def settle(self, project_id: int) -> None:
        """Nothing to do: foreign keys remove vectors with their passages, and names stand in the record only."""

    def complete(self, project_id: int, model: str, dimensions: int) -> None:
        """Build the HNSW index of a large project."""
        ensure_vector_index(self._connection, project_id, model, dimensions)

    def forget(self, project_id: int, model: str) -> None:
        """Its rows, then its HNSW index, without keeping a search waiting where no transaction is open."""
        drop_vector_index(self._connection, project_id, model)
        with self._connection.transaction():
            self._connection.execute("DELETE FROM vectors WHERE project_id = %s AND model = %s", (project_id, model))
