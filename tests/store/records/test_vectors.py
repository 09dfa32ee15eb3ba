"""Vectors: stored once, counted, found by cosine, exactly or by the index of a large project."""

from typing import TYPE_CHECKING, Any

import numpy as np
import psycopg
import pytest

from sleuth.store.documents.documents import find_documents, remove_document
from sleuth.store.index import vector_index
from sleuth.store.index import vectors as module
from sleuth.store.index.vectors import ensure_vector_index, nearest, pending_passages, save_vectors, vector_progress
from sleuth.store.projects import remove_project

if TYPE_CHECKING:
    from sleuth.store.server.database import Database

MODEL = "m'1%s"  # a name that has to be quoted


def directions(count: int, dimensions: int = 8) -> Any:
    matrix = np.random.default_rng(count).normal(size=(count, dimensions)).astype(np.float32)
    return matrix / np.linalg.norm(matrix, axis=1, keepdims=True)


def fill(connection: psycopg.Connection, project: int, model: str = MODEL) -> tuple[list[int], Any]:
    """A vector for each passage; the passages' ids and their vectors."""
    pending = pending_passages(connection, project, model, 10_000)
    matrix = directions(len(pending))
    save_vectors(connection, project, model, [(p.id, p.document_id) for p in pending], matrix)
    return [p.id for p in pending], matrix


def by_hand(ids: list[int], matrix: Any, vector: Any, limit: int) -> list[int]:
    return [ids[i] for i in np.argsort(-(matrix @ vector))[:limit]]


def test_the_nearest_come_first_with_their_cosine(connection: psycopg.Connection, project: int, add: Any) -> None:
    add("a.pdf", *(f"page {n}" for n in range(30)))
    ids, matrix = fill(connection, project)
    hits = nearest(connection, project, MODEL, 8, matrix[7], 5)
    assert [i for i, _ in hits] == by_hand(ids, matrix, matrix[7], 5)
    assert hits[0] == (ids[7], pytest.approx(1.0, abs=1e-3))


def test_only_the_documents_asked_for_are_searched(connection: psycopg.Connection, project: int, add: Any) -> None:
    add("a.pdf", "one", "two")
    other = add("b.pdf", "three", "four").document
    ids, matrix = fill(connection, project)
    found = {i for i, _ in nearest(connection, project, MODEL, 8, matrix[0], 10, [other.id])}
    assert found == set(ids[2:])
    assert nearest(connection, project, MODEL, 8, matrix[0], 10, []) == []


def test_vectors_of_another_model_do_not_serve(connection: psycopg.Connection, project: int, add: Any) -> None:
    add("a.pdf", "one")
    fill(connection, project, "other")
    assert nearest(connection, project, MODEL, 8, directions(1)[0], 10) == []


def test_saving_twice_stores_once(connection: psycopg.Connection, project: int, add: Any) -> None:
    add("a.pdf", "one", "two")
    passages = [(p.id, p.document_id) for p in pending_passages(connection, project, MODEL, 10)]
    assert save_vectors(connection, project, MODEL, passages, directions(2)) == 2
    assert save_vectors(connection, project, MODEL, passages, directions(2)) == 0


def test_a_vector_of_a_passage_that_was_removed_meanwhile_is_passed_over(
    connection: psycopg.Connection, project: int, add: Any
) -> None:
    add("a.pdf", "one")
    add("b.pdf", "two")
    passages = [(p.id, p.document_id) for p in pending_passages(connection, project, MODEL, 10)]
    remove_document(connection, project, "a.pdf")
    assert save_vectors(connection, project, MODEL, passages, directions(2)) == 1


def test_what_lacks_a_vector_is_pending_and_counted(connection: psycopg.Connection, project: int, add: Any) -> None:
    add("a.pdf", "one", "two")
    (document,) = find_documents(connection, project, ["a.pdf"])
    first = pending_passages(connection, project, MODEL, 1)
    assert [(p.document_id, p.content) for p in first] == [(document.id, "one")]
    save_vectors(connection, project, MODEL, [(first[0].id, document.id)], directions(1))
    assert vector_progress(connection, project, MODEL) == (1, 2)
    assert [p.content for p in pending_passages(connection, project, MODEL, 10)] == ["two"]


def test_a_matrix_of_another_length_is_refused(connection: psycopg.Connection, project: int) -> None:
    with pytest.raises(ValueError, match="0 passages, but 2 vectors"):
        save_vectors(connection, project, MODEL, [], directions(2))


def test_3072_dimensions_fit(connection: psycopg.Connection, project: int, add: Any) -> None:
    add("a.pdf", "one")
    passages = [(p.id, p.document_id) for p in pending_passages(connection, project, MODEL, 10)]
    vector = directions(1, 3072)
    save_vectors(connection, project, MODEL, passages, vector)
    assert nearest(connection, project, MODEL, 3072, vector[0], 1)[0][1] == pytest.approx(1.0, abs=1e-3)


class TestLargeProjects:
    """The index of projects beyond EXACT_PASSAGES, with a smaller border."""

    @pytest.fixture
    def large(self, monkeypatch: pytest.MonkeyPatch, connection: psycopg.Connection, project: int, add: Any) -> int:
        monkeypatch.setattr(vector_index, "EXACT_PASSAGES", 100)
        monkeypatch.setattr(module, "EXACT_PASSAGES", 100)
        add("a.pdf", *(f"page {n}" for n in range(150)))
        add("b.pdf", "a page", "another")
        connection.commit()
        return project

    def indexes(self, connection: psycopg.Connection, project: int) -> list[str]:
        rows = connection.execute(
            "SELECT indexdef FROM pg_indexes WHERE indexname LIKE %s", (f"vectors\\_hnsw\\_{project}\\_%",)
        )
        return [definition for (definition,) in rows]

    def validity(self, connection: psycopg.Connection, project: int) -> list[bool]:
        rows = connection.execute(
            "SELECT indisvalid FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE relname LIKE %s",
            (f"vectors\\_hnsw\\_{project}\\_%",),
        )
        return [valid for (valid,) in rows]

    @pytest.mark.parametrize("in_transaction", [False, True])
    def test_it_is_built_once_and_serves_the_search(
        self, connection: psycopg.Connection, large: int, in_transaction: bool
    ) -> None:
        ids, matrix = fill(connection, large)
        if not in_transaction:
            connection.commit()
        assert ensure_vector_index(connection, large, MODEL, 8)
        assert ensure_vector_index(connection, large, MODEL, 8)
        assert len(self.indexes(connection, large)) == 1
        hits = nearest(connection, large, MODEL, 8, matrix[3], 10)
        assert [i for i, _ in hits] == by_hand(ids, matrix, matrix[3], 10)

    def test_the_search_is_planned_with_it(self, connection: psycopg.Connection, large: int) -> None:
        fill(connection, large)
        connection.commit()
        ensure_vector_index(connection, large, MODEL, 8)
        connection.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off")
        plan = connection.execute(
            b"EXPLAIN " + module.search_form(large, MODEL, 8, exact=False, filtered=False).as_bytes(connection),
            {"vector": str(directions(1)[0].tolist()), "limit": 10},
        ).fetchall()
        assert any("vectors_hnsw_" in line for (line,) in plan)

    def test_a_filter_leaves_as_many_hits_as_there_are(self, connection: psycopg.Connection, large: int) -> None:
        _, matrix = fill(connection, large)
        connection.commit()
        ensure_vector_index(connection, large, MODEL, 8)
        (other,) = find_documents(connection, large, ["b.pdf"])
        assert len(nearest(connection, large, MODEL, 8, matrix[0], 10, [other.id])) == 2

    def test_a_small_project_has_none(self, connection: psycopg.Connection, project: int, add: Any) -> None:
        add("a.pdf", "one")
        fill(connection, project)
        assert not ensure_vector_index(connection, project, MODEL, 8)
        assert self.indexes(connection, project) == []

    def test_an_unfinished_index_is_replaced(
        self, connection: psycopg.Connection, database: "Database", large: int
    ) -> None:
        fill(connection, large)
        connection.execute("SET statement_timeout = 300")
        connection.commit()
        with database.connection() as writer:
            writer.execute("LOCK TABLE vectors IN ROW EXCLUSIVE MODE")  # the build waits for writers, here too long
            with pytest.raises(psycopg.errors.QueryCanceled):
                ensure_vector_index(connection, large, MODEL, 8)
        connection.execute("RESET statement_timeout")
        connection.commit()
        assert self.validity(connection, large) == [False]
        connection.commit()
        assert ensure_vector_index(connection, large, MODEL, 8)
        assert self.validity(connection, large) == [True]

    def test_it_goes_with_its_project(self, connection: psycopg.Connection, large: int) -> None:
        fill(connection, large)
        connection.commit()
        ensure_vector_index(connection, large, MODEL, 8)
        (name,) = connection.execute("SELECT name FROM projects WHERE id = %s", (large,)).fetchone() or ("",)
        remove_project(connection, name)
        assert self.indexes(connection, large) == []
        connection.rollback()
