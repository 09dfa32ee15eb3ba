"""Makes the vectors of one project, batch by batch: what a kill or a failing provider interrupts stays, and goes on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import psycopg

from sleuth.errors import ModelError
from sleuth.ingest.context import embedding_text
from sleuth.models.embeddings import Embedder, Matrix, open_embedder
from sleuth.models.hosted import Access
from sleuth.models.usage import Tally
from sleuth.store.index.embeddings import Embedding, add_to_embedding, coming_model, embedding_of
from sleuth.store.projects import embedding_model

_BATCH = 64  # passages; a second of work, and so the most that a kill costs

OnProgress = Callable[[int, int], None]  # vectors made, passages in all


class Pending(Protocol):
    """A passage or a finding without a vector."""

    @property
    def id(self) -> int: ...
    @property
    def document_id(self) -> int: ...
    @property
    def content(self) -> str: ...
    @property
    def context(self) -> str: ...


class Fillable(Protocol):
    """What is to be filled, as store.passage_index.PassageIndex says: passages, or store.finding_vectors: findings."""

    def pending(self, project_id: int, model: str, limit: int) -> Sequence[Pending]: ...
    def progress(self, project_id: int, model: str) -> tuple[int, int]: ...
    def put(self, project_id: int, model: str, passages: Sequence[tuple[int, int]], matrix: Matrix, /) -> None: ...
    def complete(self, project_id: int, model: str, dimensions: int) -> None: ...


@dataclass(frozen=True, slots=True)
class Filling:
    """Work on the vectors of a project, on a connection without an open transaction."""

    connection: psycopg.Connection
    index: Fillable
    project_id: int
    access: Access
    what: str = "passages"  # that are filled, for people
    batch: int = _BATCH

    def fill(self, model: str, on_progress: OnProgress, between: Callable[[], None] = lambda: None) -> None:
        """Embed what lacks a vector of the model, while it is wanted; `between` batches other work may be done.

        Raises ModelError or UserError; what was made until then is kept.
        """
        if not self.index.pending(self.project_id, model, 1):
            return  # before half a second goes into loading the model
        try:
            self._fill(open_embedder(model, self.access), on_progress, between)
        except ModelError as error:
            self.connection.rollback()
            done, total = self.index.progress(self.project_id, model)
            raise type(error)(
                f"{error} {done} of {total} {self.what} have their vectors of {model}, which are kept. Run the same "
                "command again, or `sleuth worker --until-idle`, to go on."
            ) from error

    def _fill(self, embedder: Embedder, on_progress: OnProgress, between: Callable[[], None]) -> None:
        name = embedder.name
        while (batch := self.index.pending(self.project_id, name, self.batch)) and self._is_wanted(name):
            self.connection.commit()  # no transaction stays open while the model computes
            before = _spent(embedder)
            matrix = embedder.embed_passages([embedding_text(p.context, p.content) for p in batch])
            self._refuse_another_length(name, matrix)
            add_to_embedding(self.connection, self.project_id, _embedding(name, matrix, before, _spent(embedder)))
            self.index.put(self.project_id, name, [(p.id, p.document_id) for p in batch], matrix)
            self.connection.commit()
            on_progress(*self.index.progress(self.project_id, name))
            self.connection.commit()  # so that the index is built beside its readers and writers
            between()
        self.connection.commit()
        self.index.complete(self.project_id, name, embedder.dimensions)

    def _is_wanted(self, model: str) -> bool:
        """Whether nobody has asked for another model meanwhile."""
        wanted = (embedding_model(self.connection, self.project_id), coming_model(self.connection, self.project_id))
        return model in wanted

    def _refuse_another_length(self, model: str, matrix: Matrix) -> None:
        known = embedding_of(self.connection, self.project_id, model)
        length = matrix.shape[1]
        if known is not None and known.dimensions not in (None, length):
            raise ModelError(
                f"{model}: its vectors have {length} numbers now, and those of the project {known.dimensions}: it is "
                f"another model of the same name. Make all anew: `sleuth reindex --embedding {model}`."
            )


def _spent(embedder: Embedder) -> Tally:
    return replace(embedder.usage.total()) if embedder.usage else Tally()


def _embedding(model: str, matrix: Matrix, before: Tally, after: Tally) -> Embedding:
    return Embedding(
        model,
        matrix.shape[1],
        calls=after.calls - before.calls,
        errors=after.errors - before.errors,
        tokens=after.tokens_in - before.tokens_in,
        seconds=after.seconds - before.seconds,
    )
