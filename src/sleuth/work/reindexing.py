"""Changes a project's embedding model. The old vectors serve until the new ones are whole; killed, it goes on."""

from dataclasses import dataclass
from typing import Any

import psycopg

from sleuth.config import Settings
from sleuth.errors import UserError
from sleuth.models.embeddings import embedding_access, open_embedder
from sleuth.models.usage import cost_of
from sleuth.store.index.embeddings import Embedding, coming_model, embedding_of, forget_embedding, set_coming_model
from sleuth.store.index.finding_vectors import FindingVectors
from sleuth.store.index.passage_index import PassageIndex
from sleuth.store.projects import embedding_model, lock_project, set_embedding_model
from sleuth.store.server.database import Database
from sleuth.work.embedding import alone, chosen_model, embed_project
from sleuth.work.filling import OnProgress


@dataclass(frozen=True, slots=True)
class Reindexed:
    """The model that serves now, the one before, and what its vectors took in all."""

    before: str | None
    embedding: Embedding
    passages: int

    def to_json(self) -> dict[str, Any]:
        """The public shape, as `sleuth reindex --json` prints it."""
        took = self.embedding
        cost = cost_of(took.model, took.tokens)
        return {
            "embedding": took.model,
            "before": self.before,
            "changed": took.model != self.before,
            "dimensions": took.dimensions,
            "passages": self.passages,
            "usage": {
                "calls": took.calls,
                "errors": took.errors,
                "tokens": took.tokens,
                "seconds": round(took.seconds, 3),
                "cost_usd": "unknown" if cost is None else str(cost),
            }
            if took.calls
            else None,
        }


def reindex(database: Database, settings: Settings, project_id: int, wish: str, on_progress: OnProgress) -> Reindexed:
    """Let the vectors of the wished model ("auto" chooses one) serve the project, and delete those of others.

    Raises UserError or ModelError; the same call goes on then, and until it ends the old vectors serve.
    """
    with database.connection() as connection:
        before = embedding_model(connection, project_id)
        model = chosen_model(connection, wish, project_id)
        if model is None:
            raise UserError("the project holds no documents yet. Add some with `sleuth add PATH`.")
        length = open_embedder(model, embedding_access(settings)).dimensions  # what cannot be had is told at once
        _begin(connection, project_id, model)
        connection.commit()
        if _is_another(connection, project_id, model, length):
            with alone(connection, project_id):
                _start_over(connection, database.index(connection), project_id, model)
    embed_project(database, settings, project_id, on_progress)
    with database.connection() as connection:
        done, _ = database.index(connection).progress(project_id, model)
        serving, coming = embedding_model(connection, project_id), coming_model(connection, project_id)
        if serving != model:
            raise UserError(f"{coming or serving} was asked for meanwhile, and {serving} serves. Run it again.")
        return Reindexed(before, embedding_of(connection, project_id, model) or Embedding(model, length), done)


def _begin(connection: psycopg.Connection, project_id: int, model: str) -> None:
    with connection.transaction():
        lock_project(connection, project_id)
        serving = embedding_model(connection, project_id)
        if serving is None:
            set_embedding_model(connection, project_id, model)
        set_coming_model(connection, project_id, None if serving in (None, model) else model)


def _is_another(connection: psycopg.Connection, project_id: int, model: str, length: int) -> bool:
    """Whether the project's vectors of this name are of another length, and so serve no question any more."""
    known = embedding_of(connection, project_id, model)
    return known is not None and known.dimensions not in (None, length)


def _start_over(connection: psycopg.Connection, index: PassageIndex, project_id: int, model: str) -> None:
    index.forget(project_id, model)
    FindingVectors(connection).forget(project_id, model)
    forget_embedding(connection, project_id, model)
    connection.commit()
