"""Gives passages and findings their vectors, behind the words: what lacks one is the queue, none is lost or doubled."""

import logging
import subprocess
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

import psycopg

from sleuth.config import Settings
from sleuth.environment import to_work
from sleuth.errors import ModelError, StoreError, UserError
from sleuth.store.documents.documents import list_documents
from sleuth.store.index.embeddings import coming_model, forget_embedding, left_models, let_serve
from sleuth.store.index.finding_vectors import FindingVectors
from sleuth.store.index.passage_index import PassageIndex, in_this_process
from sleuth.store.projects import embedding_model, lock_project, set_embedding_model
from sleuth.store.server.database import Database
from sleuth.store.server.locks import EMBEDDING, held

if TYPE_CHECKING:
    from sleuth.work.filling import Filling, OnProgress

_log = logging.getLogger(__name__)
_FINDINGS_AT_ONCE = 1_024  # they are short; and looking for what lacks a vector reads the whole project


def embed_project(database: Database, settings: Settings, project_id: int, on_progress: "OnProgress") -> None:
    """Embed the passages, then the findings, of a project that lack a vector; one process a project at a time.

    Where another model is to take over, the vectors that serve come first, then its own; once none is missing, it
    serves, and the others are forgotten. Raises ModelError or UserError; what was made until then is kept.
    """
    from sleuth.models.embeddings import embedding_access
    from sleuth.work.filling import Filling

    with database.connection() as connection, alone(connection, project_id):
        serving, index = project_model(connection, settings, project_id), database.index(connection)
        index.settle(project_id)
        forget_left(connection, index, project_id)
        if serving is None:
            return
        access = embedding_access(settings)
        passages = Filling(connection, index, project_id, access)
        findings = Filling(connection, FindingVectors(connection), project_id, access, "findings", _FINDINGS_AT_ONCE)
        coming = coming_model(connection, project_id)
        if coming is None:
            _fill((passages, findings), serving, on_progress)
            return
        while coming_model(connection, project_id) == coming:
            _take_over((passages, findings), serving, coming, on_progress)
            if _switch((passages, findings), coming):
                forget_left(connection, index, project_id)


def _fill(fillings: Sequence["Filling"], model: str, on_progress: "OnProgress") -> None:
    for filling in fillings:
        filling.fill(model, on_progress)


def _take_over(fillings: Sequence["Filling"], serving: str, coming: str, on_progress: "OnProgress") -> None:
    """Make all vectors of the coming model, of new documents first those of the serving one."""
    able = True

    def serve() -> None:
        nonlocal able
        try:
            if able:
                _fill(fillings, serving, lambda _done, _total: None)
        except (ModelError, UserError) as error:  # it may be what the change is to get away from
            able = False
            _log.warning("serving_model_failed project=%s model=%s error=%s", fillings[0].project_id, serving, error)

    serve()
    for filling in fillings:
        filling.fill(coming, on_progress, serve)


def _switch(fillings: Sequence["Filling"], coming: str) -> bool:
    """Let the coming model serve if nothing lacks its vector; while this looks, no document comes or goes."""
    connection, project_id = fillings[0].connection, fillings[0].project_id
    with connection.transaction():
        lock_project(connection, project_id)
        lacking = any(filling.index.pending(project_id, coming, 1) for filling in fillings)
        done = not lacking and let_serve(connection, project_id, coming)
    connection.commit()
    return done


def forget_left(connection: psycopg.Connection, index: PassageIndex, project_id: int) -> None:
    """Remove the vectors of models that neither serve nor come."""
    for model in left_models(connection, project_id):
        connection.commit()  # so that no search waits for the index to go
        index.forget(project_id, model)
        FindingVectors(connection).forget(project_id, model)
        forget_embedding(connection, project_id, model)
    connection.commit()


def alone(connection: psycopg.Connection, project_id: int) -> AbstractContextManager[None]:
    """Waits until no other process embeds this project; the lock goes with the connection, however that ends."""
    return held(connection, EMBEDDING, project_id)


def project_model(connection: psycopg.Connection, settings: Settings, project_id: int) -> str | None:
    """The project's embedding model; chosen by the languages of its documents the first time, and recorded.

    None while the project holds no document.
    """
    from sleuth.models.embeddings import embedding_access, open_embedder

    model = embedding_model(connection, project_id)
    if model is None:
        model = chosen_model(connection, settings.embedding, project_id)
        if model is None:
            return None
        open_embedder(model, embedding_access(settings))  # a name that cannot be opened is not recorded
        set_embedding_model(connection, project_id, model)
        connection.commit()
    return model


def chosen_model(connection: psycopg.Connection, wish: str, project_id: int) -> str | None:
    """The model that is wished for; with "auto" by the languages of the documents, and None where there are none."""
    from sleuth.models.embeddings import choose_embedder

    if not (languages := [document.language for document in list_documents(connection, project_id)]):
        return None
    return choose_embedder(languages) if wish == "auto" else wish


def embed_in_background(database: Database, settings: Settings, project_id: int) -> None:
    """Start a process that outlives this one and embeds what is left; nothing when nothing is."""
    if not settings.background:
        return
    if in_this_process(settings):
        embed_project(database, settings, project_id, lambda _done, _total: None)
        return
    if not _is_due(database, project_id):
        return
    settings.home.mkdir(parents=True, exist_ok=True)
    with (settings.home / "worker.log").open("ab") as log:
        subprocess.Popen(
            [sys.executable, "-m", "sleuth", "worker", "--until-idle"],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            env=to_work({name: getattr(settings, name) for name in settings.model_fields_set | {"home"}}),
        )


def _is_due(database: Database, project_id: int) -> bool:
    """Whether passages lack vectors, as far as can be told: the worker's log says why an index is out of reach."""
    with database.connection() as connection:
        model = embedding_model(connection, project_id)
        if model is None:
            return bool(list_documents(connection, project_id))
        if coming_model(connection, project_id) or left_models(connection, project_id):
            return True
        try:
            done, total = database.index(connection).progress(project_id, model)
        except (StoreError, UserError):
            return True
        return done < total or bool(FindingVectors(connection).pending(project_id, model, 1))
