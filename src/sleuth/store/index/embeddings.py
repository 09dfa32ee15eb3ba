"""Which models a project has vectors of: the one that serves, the one that comes, those that are to be forgotten."""

from dataclasses import dataclass

import psycopg

from sleuth.store.rows import column, records, scalar


@dataclass(frozen=True, slots=True)
class Embedding:
    """A project's vectors of one model, and what they took where the model is hosted."""

    model: str
    dimensions: int | None  # None before the first vector
    calls: int = 0
    errors: int = 0  # attempts that failed
    tokens: int = 0
    seconds: float = 0.0


def coming_model(connection: psycopg.Connection, project_id: int) -> str | None:
    """The model whose vectors are being made to take over; None when no reindex is under way."""
    return scalar(connection, "SELECT coming FROM projects WHERE id = %s", (project_id,))


def set_coming_model(connection: psycopg.Connection, project_id: int, model: str | None) -> None:
    """Have this model take over once all passages have its vectors; with None the one that serves stays."""
    connection.execute("UPDATE projects SET coming = %s WHERE id = %s", (model, project_id))


def let_serve(connection: psycopg.Connection, project_id: int, coming: str) -> bool:
    """Let the vectors of the coming model serve from now on; False where another was asked for meanwhile.

    To be called in a transaction in which nothing was found to be missing, with the project locked.
    """
    connection.execute(
        "INSERT INTO embeddings (project_id, model) SELECT id, embedding FROM projects WHERE id = %s "
        "ON CONFLICT DO NOTHING",  # so that what served is forgotten
        (project_id,),
    )
    return bool(
        connection.execute(
            "UPDATE projects SET embedding = coming, coming = NULL WHERE id = %s AND coming = %s", (project_id, coming)
        ).rowcount
    )


def embedding_of(connection: psycopg.Connection, project_id: int, model: str) -> Embedding | None:
    """What is known of the project's vectors of a model; None where it has none."""
    found = records(
        connection,
        Embedding,
        "SELECT model, dimensions, calls, errors, tokens, seconds FROM embeddings WHERE project_id = %s AND model = %s",
        (project_id, model),
    )
    return found[0] if found else None


def add_to_embedding(connection: psycopg.Connection, project_id: int, more: Embedding) -> None:
    """Count what a batch of vectors took."""
    connection.execute(
        """
        INSERT INTO embeddings AS known (project_id, model, dimensions, calls, errors, tokens, seconds)
        VALUES (%s, %s, %s, %s, %s, %s, %s)
        ON CONFLICT (project_id, model) DO UPDATE SET
            dimensions = coalesce(excluded.dimensions, known.dimensions), calls = known.calls + excluded.calls,
            errors = known.errors + excluded.errors, tokens = known.tokens + excluded.tokens,
            seconds = known.seconds + excluded.seconds
        """,
        (project_id, more.model, more.dimensions, more.calls, more.errors, more.tokens, more.seconds),
    )


def left_models(connection: psycopg.Connection, project_id: int) -> list[str]:
    """The models whose vectors nobody needs any more."""
    return column(
        connection,
        """
        SELECT model FROM embeddings JOIN projects ON id = project_id
        WHERE project_id = %s AND model IS DISTINCT FROM embedding AND model IS DISTINCT FROM coming
        """,
        (project_id,),
    )


def forget_embedding(connection: psycopg.Connection, project_id: int, model: str) -> None:
    """Nothing is left of the project's vectors of this model."""
    connection.execute("DELETE FROM embeddings WHERE project_id = %s AND model = %s", (project_id, model))
