"""Gives passages their vectors, behind the words: what lacks a vector is the queue, so nothing is lost or doubled."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg

from sleuth.config import Settings
from sleuth.errors import StoreError, UserError
from sleuth.ingest.context import embedding_text
from sleuth.store.database import Database
from sleuth.store.documents import list_documents
from sleuth.store.passage_index import in_this_process
from sleuth.store.projects import embedding_model, set_embedding_model

_BATCH = 64  # passages; a second or two of work, and so the most that a kill costs

OnProgress = Callable[[int, int], None]  # vectors made, passages in all


def embed_project(database: Database, settings: Settings, project_id: int, on_progress: OnProgress) -> None:
    """Embed every passage of a project that lacks a vector; one process a project does so at a time."""
    from sleuth.models.embeddings import open_embedder

    with database.connection() as connection, _alone(connection, project_id):
        model, index = project_model(connection, settings, project_id), database.index(connection)
        index.settle(project_id)
        if model is None or not index.pending(project_id, model, 1):
            return  # before half a second goes into loading the model
        embedder = open_embedder(model)
        while batch := index.pending(project_id, model, _BATCH):
            connection.commit()  # no transaction stays open while the model computes
            matrix = embedder.embed_passages([embedding_text(p.context, p.content) for p in batch])
            index.put(project_id, model, [(p.id, p.document_id) for p in batch], matrix)
            connection.commit()
            on_progress(*index.progress(project_id, model))
            connection.commit()  # so that the index is built beside its readers and writers
        index.complete(project_id, model, embedder.dimensions)


@contextmanager
def _alone(connection: psycopg.Connection, project_id: int) -> Iterator[None]:
    """Waits until no other process embeds this project; the lock goes with the connection, however that ends."""
    connection.execute("SELECT pg_advisory_lock(hashtextextended('sleuth.embed', %s))", (project_id,))
    connection.commit()
    try:
        yield
    finally:
        connection.rollback()
        connection.execute("SELECT pg_advisory_unlock(hashtextextended('sleuth.embed', %s))", (project_id,))
        connection.commit()


def project_model(connection: psycopg.Connection, settings: Settings, project_id: int) -> str | None:
    """The project's embedding model; chosen by the languages of its documents the first time, and recorded.

    None while the project holds no document.
    """
    from sleuth.models.embeddings import choose_embedder

    model = embedding_model(connection, project_id)
    if model is None:
        languages = [document.language for document in list_documents(connection, project_id)]
        if not languages:
            return None
        model = choose_embedder(languages) if settings.embedding == "auto" else settings.embedding
        set_embedding_model(connection, project_id, model)
        connection.commit()
    return model


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
            env={**os.environ, "SLEUTH_HOME": str(settings.home)},
        )


def _is_due(database: Database, project_id: int) -> bool:
    """Whether passages lack vectors, as far as can be told: the worker's log says why an index is out of reach."""
    with database.connection() as connection:
        model = embedding_model(connection, project_id)
        if model is None:
            return bool(list_documents(connection, project_id))
        try:
            done, total = database.index(connection).progress(project_id, model)
        except (StoreError, UserError):
            return True
        return done < total
