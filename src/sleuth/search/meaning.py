"""The dense side of a search: which passages lie near the question, and what is said where vectors are missing."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import psycopg

from sleuth.errors import ModelError
from sleuth.models.embeddings import Embedder, Vector, open_embedder
from sleuth.search.candidates import similarities
from sleuth.search.query import Query
from sleuth.search.scope import Scope
from sleuth.store.projects import embedding_model
from sleuth.store.vectors import nearest, vector_progress


@dataclass(frozen=True, slots=True)
class Meaning:
    """The cosine similarity of every candidate that has a vector, and remarks for the user on what has none."""

    similar: dict[int, float] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()


def nearest_in_meaning(
    connection: psycopg.Connection,
    asked: Query,
    scope: Scope,
    reaches: Sequence[tuple[Sequence[int] | None, int]],
    further: Sequence[int],
) -> Meaning:
    """The nearest passages of each reach (documents or None for all, how many), and how near the `further` ones are.

    Without vectors or without the model there is nothing but a remark: the words serve alone.
    """
    model = embedding_model(connection, scope.project_id)
    if model is None:
        return Meaning(remarks=("The passages have no vectors yet: found by words only.",))
    try:
        embedder = open_embedder(model)
    except ModelError as error:
        return Meaning(remarks=(f"{error} Found by words only.",))
    vector = embed(embedder, asked)
    similar: dict[int, float] = {}
    for only, depth in reaches:
        similar |= nearest(connection, scope.project_id, model, embedder.dimensions, vector, depth, only)
    similar |= similarities(connection, model, vector, [i for i in further if i not in similar])
    remarks = (_incomplete(connection, scope, model, similar, further), _foreign(scope, model))
    return Meaning(similar, tuple(filter(None, remarks)))


def embed(embedder: Embedder, asked: Query) -> Vector:
    """Midway between the question and how documents say what it asks for."""
    vector = embedder.embed_query(asked.core)
    if asked.said:
        vector = vector + embedder.embed_query("; ".join(asked.said))
        vector /= np.linalg.norm(vector)
    return vector


def _incomplete(
    connection: psycopg.Connection, scope: Scope, model: str, similar: dict[int, float], further: Sequence[int]
) -> str:
    """A remark where passages lack vectors. They are not counted where all that the words found has them."""
    if similar and all(i in similar for i in further):
        return ""
    done, total = vector_progress(connection, scope.project_id, model)
    return f"{done} of {total} passages have vectors so far: the others are found by words only." * (done < total)


def _foreign(scope: Scope, model: str) -> str:
    """A remark where the model does not read a document's language."""
    foreign = sum(document.language != "en" for document in scope.documents)
    if not foreign or model != "minilm":
        return ""
    return f"{foreign} of {len(scope.documents)} documents are not in English, all that the model minilm reads."
