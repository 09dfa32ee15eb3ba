"""A role that does not own the schema sees the project it was restricted to, and nothing else."""

from collections.abc import Callable
from typing import Any

import numpy as np
import psycopg
import pytest

from sleuth.store.documents.documents import document_text, list_documents, remove_document
from sleuth.store.index.embeddings import Embedding, add_to_embedding
from sleuth.store.index.vectors import nearest, pending_passages, save_vectors
from sleuth.store.index.words import rank_words
from sleuth.store.projects import list_projects
from sleuth.store.server.isolation import restrict

pytestmark = pytest.mark.usefixtures("other")
TABLES = ("projects", "files", "documents", "pages", "passages", "lexemes", "vectors", "embeddings")


@pytest.fixture
def other(connection: psycopg.Connection, project: int, new_project: Callable[..., int], put: Any, add: Any) -> int:
    """A second project; both hold a document "mine.pdf" or "theirs.pdf" with its vector."""
    other = new_project()
    add("mine.pdf", "my goodwill")
    put(other, "theirs.pdf", "their goodwill")
    for number in (project, other):
        passages = [(p.id, p.document_id) for p in pending_passages(connection, number, "m", 9)]
        save_vectors(connection, number, "m", passages, np.ones((len(passages), 4), np.float32))
        add_to_embedding(connection, number, Embedding("m", 4))
    connection.commit()
    return other


def counts(connection: psycopg.Connection) -> dict[str, int]:
    found = {}
    for table in TABLES:
        (found[table],) = connection.execute(f"SELECT count(*) FROM {table}").fetchone() or (0,)
    return found


def test_nothing_is_seen_without_a_project(tenant: psycopg.Connection) -> None:
    assert counts(tenant) == dict.fromkeys(TABLES, 0)


def test_every_table_shows_the_one_project(tenant: psycopg.Connection, project: int) -> None:
    restrict(tenant, project)
    assert counts(tenant) == dict.fromkeys(TABLES, 1)
    assert [p.id for p in list_projects(tenant)] == [project]


def test_the_restriction_ends_with_the_transaction(tenant: psycopg.Connection, project: int) -> None:
    restrict(tenant, project)
    tenant.commit()
    assert counts(tenant) == dict.fromkeys(TABLES, 0)


def test_another_projects_documents_cannot_be_read_searched_or_removed(
    tenant: psycopg.Connection, connection: psycopg.Connection, project: int, other: int
) -> None:
    (theirs,) = list_documents(connection, other)
    restrict(tenant, project)
    assert document_text(tenant, theirs.id) == ""
    assert rank_words(tenant, other, {"goodwill": 1.0}, 10) == []
    assert nearest(tenant, other, "m", 4, np.ones(4, np.float32), 10) == []
    assert tenant.execute("DELETE FROM documents WHERE id = %s", (theirs.id,)).rowcount == 0


def test_the_own_project_is_searched_and_changed_as_ever(tenant: psycopg.Connection, project: int, put: Any) -> None:
    restrict(tenant, project)
    added = put(project, "new.pdf", "new goodwill", connection=tenant)
    passages = [(p.id, p.document_id) for p in pending_passages(tenant, project, "m", 9)]
    assert save_vectors(tenant, project, "m", passages, np.ones((1, 4), np.float32)) == 1
    assert len(rank_words(tenant, project, {"goodwill": 1.0}, 10)) == 2
    assert len(nearest(tenant, project, "m", 4, np.ones(4, np.float32), 10)) == 2
    assert remove_document(tenant, project, "new.pdf").id == added.document.id


def test_nothing_can_be_written_into_another_project(tenant: psycopg.Connection, project: int, other: int) -> None:
    restrict(tenant, project)
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
        tenant.execute("INSERT INTO files (project_id, content_hash, data) VALUES (%s, 'h', '')", (other,))


def test_every_table_with_a_project_is_guarded(connection: psycopg.Connection) -> None:
    unguarded = connection.execute(
        """
        SELECT relname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
        WHERE attname = 'project_id' AND relkind IN ('r', 'p') AND NOT attisdropped AND NOT relrowsecurity
          AND relnamespace = 'sleuth'::regnamespace
        """
    ).fetchall()
    assert unguarded == []
