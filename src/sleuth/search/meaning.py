"""The dense side of a search: which passages lie near the question, and what is said where vectors are missing."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import psycopg

from sleuth.errors import ModelError, StoreError, UserError
from sleuth.models.embeddings import Vector
from sleuth.search.query import Query
from sleuth.search.scope import Scope
from sleuth.search.services import Services
from sleuth.store.index.passage_index import PassageIndex
from sleuth.store.projects import embedding_model

_SAID_WORDS = 24  # of how documents put it: more tell the model nothing more, and take it longer
_LEAD_DEPTH = 50  # further candidates from the documents that the question names


@dataclass(frozen=True, slots=True)
class Meaning:
    """The cosine similarity of every candidate that has a vector, and remarks for the user on what has none."""

    similar: dict[int, float] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Thought:
    """The question's vector, computed while its words are looked up."""

    model: str
    vector: Future[Vector]
    anew: Callable[[], "Thought | None"]  # the same by the model that serves now; None where it is this one


def think(connection: psycopg.Connection, project_id: int, asked: Query, services: Services) -> Thought | None:
    """Begin to embed the question with the project's model; None where there are no vectors to compare it with."""
    model = embedding_model(connection, project_id)
    if model is None:
        return None

    def anew() -> Thought | None:
        changed = embedding_model(connection, project_id) != model
        return think(connection, project_id, asked, services) if changed else None

    vector = _threads().submit(direction, services, model, asked.core, _told(asked))
    return Thought(model, vector, anew)


def nearest_in_meaning(
    index: PassageIndex,
    thought: Thought | None,
    scope: Scope,
    depth: int,
    lead: Sequence[int],
    further: Sequence[int],
) -> Meaning:
    """The nearest passages, also of the documents that lead, and how near the `further` passages are.

    Without vectors, the model or the index there is nothing but a remark: the words serve alone.
    """
    if thought is None:
        return Meaning(remarks=("The passages have no vectors yet: found by words only.",))
    meaning = _meaning(index, thought, scope, depth, lead, further)
    if meaning.remarks and (anew := thought.anew()):  # a reindex ended just now, and the vectors went with it
        return nearest_in_meaning(index, anew, scope, depth, lead, further)
    return meaning


def _meaning(
    index: PassageIndex, thought: Thought, scope: Scope, depth: int, lead: Sequence[int], further: Sequence[int]
) -> Meaning:
    try:
        similar = _similar(index, thought.model, thought.vector.result(), scope, depth, lead, further)
        remarks = (_incomplete(index, scope, thought.model, similar, further), _foreign(scope, thought.model))
    except (ModelError, StoreError, UserError) as error:
        return Meaning(remarks=(f"{error} Found by words only.",))
    return Meaning(similar, tuple(filter(None, remarks)))


def _similar(
    index: PassageIndex,
    model: str,
    vector: Vector,
    scope: Scope,
    depth: int,
    lead: Sequence[int],
    further: Sequence[int],
) -> dict[int, float]:
    similar = dict(index.nearest(scope.project_id, model, vector, depth, scope.only))
    if lead:
        similar |= index.nearest(scope.project_id, model, vector, _LEAD_DEPTH, lead)
    return similar | index.similarities(scope.project_id, model, vector, [i for i in further if i not in similar])


@lru_cache(maxsize=256)
def direction(services: Services, model: str, question: str, said: str) -> Vector:
    """Midway between the question and how documents say what it asks for. Agents ask the same thing again."""
    embedder = services.embedder(model)
    vector = embedder.embed_query(question)
    if said:
        vector = vector + embedder.embed_query(said)
        vector /= np.linalg.norm(vector)
    vector.flags.writeable = False
    return vector


def _told(asked: Query) -> str:
    return " ".join("; ".join(asked.said).split()[:_SAID_WORDS])


@lru_cache(maxsize=1)
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=4, thread_name_prefix="sleuth-embed")


def _incomplete(
    index: PassageIndex, scope: Scope, model: str, similar: dict[int, float], further: Sequence[int]
) -> str:
    """A remark where passages lack vectors. They are not counted where all that the words found has them."""
    if similar and all(i in similar for i in further):
        return ""
    done, total = index.progress(scope.project_id, model)
    if done >= total:
        return ""
    return f"{done} of {total} passages have vectors so far: the others are found by words only."


def _foreign(scope: Scope, model: str) -> str:
    """A remark where the model does not read a document's language."""
    foreign = sum(language != "en" for language in scope.languages.values())
    if not foreign or model != "minilm":
        return ""
    return f"{foreign} of {len(scope.documents)} documents are not in English, all that the model minilm reads."
