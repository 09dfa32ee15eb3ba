"""What holds of the passage index wherever it stands: PostgreSQL, Chroma in memory, on disk, and on a server."""

from collections.abc import Callable
from typing import Any

import numpy as np
import psycopg
import pytest

from sleuth.errors import StoreError
from sleuth.store.documents.documents import remove_document
from sleuth.store.index.passage_index import OpenIndex, PassageIndex, PostgresIndex
from sleuth.store.projects import ensure_project
from tests.conformance.conftest import MODEL, Filled


def question(seed: int, dimensions: int = 16) -> Any:
    vector = np.random.default_rng(-seed - 1 & 0xFFFF).normal(size=dimensions).astype(np.float32)
    return vector / np.linalg.norm(vector)


def ids(hits: list[tuple[int, float]]) -> list[int]:
    return [passage_id for passage_id, _ in hits]


def test_the_nearest_come_in_the_order_of_an_exact_scan(index: PassageIndex, project: int, add: Any) -> None:
    add(project, "a.pdf", *(f"page {n}" for n in range(120)))
    filled = Filled(index, project)
    for seed in range(5):
        found, exact = ids(index.nearest(project, MODEL, question(seed), 20)), filled.nearest(question(seed), 20)
        assert filled.cosines(question(seed), found) == pytest.approx(filled.cosines(question(seed), exact), abs=2e-3)


def test_their_similarity_is_the_cosine(index: PassageIndex, project: int, add: Any) -> None:
    add(project, "a.pdf", "one", "two", "three")
    filled = Filled(index, project)
    for passage_id, similarity in index.nearest(project, MODEL, question(1), 3):
        cosine = float(filled.matrix[filled.ids.index(passage_id)] @ question(1))
        assert similarity == pytest.approx(cosine, abs=2e-3)


def test_similarities_are_those_of_nearest(index: PassageIndex, project: int, add: Any) -> None:
    add(project, "a.pdf", *(f"page {n}" for n in range(30)))
    filled = Filled(index, project)
    near = dict(index.nearest(project, MODEL, question(1), 30))
    wanted = [*filled.ids[::2], filled.ids[0], 0]  # one of them twice, and one that does not exist
    assert index.similarities(project, MODEL, question(1), wanted) == pytest.approx(
        {passage_id: near[passage_id] for passage_id in filled.ids[::2]}, abs=1e-3
    )
    assert index.similarities(project, MODEL, question(1), []) == {}


def test_only_the_documents_asked_for_are_searched(index: PassageIndex, project: int, add: Any) -> None:
    documents = [add(project, f"{name}.pdf", *(f"{name} {n}" for n in range(10))) for name in "abcd"]
    filled = Filled(index, project)
    for chosen in ([documents[1].id], [documents[3].id, documents[0].id], [d.id for d in documents]):
        found = index.nearest(project, MODEL, question(2), 15, chosen)
        assert ids(found) == filled.nearest(question(2), 15, chosen)
    assert index.nearest(project, MODEL, question(2), 15, []) == []


def test_there_may_be_fewer_than_asked_for(index: PassageIndex, project: int, add: Any) -> None:
    document = add(project, "a.pdf", "one", "two")
    Filled(index, project)
    assert len(index.nearest(project, MODEL, question(0), 100)) == 2
    assert len(index.nearest(project, MODEL, question(0), 100, [document.id, 0])) == 2


def test_what_has_no_vector_is_pending_in_order(index: PassageIndex, project: int, add: Any) -> None:
    add(project, "a.pdf", "one", "two")
    add(project, "b.pdf", "three")
    assert index.progress(project, MODEL) == (0, 3)
    pending = index.pending(project, MODEL, 2)
    assert [p.content for p in pending] == ["one", "two"]
    index.put(project, MODEL, [(pending[0].id, pending[0].document_id)], question(0)[None, :])
    assert [p.content for p in index.pending(project, MODEL, 10)] == ["two", "three"]
    assert index.progress(project, MODEL) == (1, 3)


def test_another_opening_of_the_index_sees_the_same(
    open_index: OpenIndex, connection: psycopg.Connection, project: int, add: Any
) -> None:
    add(project, "a.pdf", "one", "two")
    Filled(open_index(connection), project)
    assert open_index(connection).pending(project, MODEL, 10) == []
    assert open_index(connection).progress(project, MODEL) == (2, 2)
    assert len(open_index(connection).nearest(project, MODEL, question(0), 10)) == 2


def test_putting_again_changes_nothing(index: PassageIndex, project: int, add: Any) -> None:
    add(project, "a.pdf", "one", "two")
    filled = Filled(index, project)
    index.put(project, MODEL, filled.passages, filled.matrix)
    assert index.progress(project, MODEL) == (2, 2)
    assert ids(index.nearest(project, MODEL, question(0), 10)) == filled.nearest(question(0), 10)


def test_a_matrix_of_another_length_is_refused(index: PassageIndex, project: int) -> None:
    with pytest.raises(ValueError, match="0 passages, but 1 vectors"):
        index.put(project, MODEL, [], question(0)[None, :])


def test_more_than_one_batch_fits(index: PassageIndex, project: int, add: Any) -> None:
    add(project, "a.pdf", *(f"page {n}" for n in range(1_100)))
    filled = Filled(index, project, 4)
    assert index.progress(project, MODEL) == (1_100, 1_100)
    assert len(index.similarities(project, MODEL, question(0, 4), filled.ids)) == 1_100


def test_hosted_models_fit(index: PassageIndex, project: int, add: Any) -> None:
    add(project, "a.pdf", "one", "two")
    filled = Filled(index, project, 3_072)
    assert ids(index.nearest(project, MODEL, filled.matrix[1], 1)) == [filled.ids[1]]


class TestRemoval:
    def test_what_is_removed_is_never_found_nor_counted(
        self, index: PassageIndex, connection: psycopg.Connection, project: int, add: Any
    ) -> None:
        """Not even before `settle`: a process may be killed in between."""
        gone = add(project, "a.pdf", *(f"a {n}" for n in range(40)))
        add(project, "b.pdf", "one", "two", "three")
        filled = Filled(index, project)
        left = [passage_id for passage_id, owner in filled.passages if owner != gone.id]
        remove_document(connection, project, "a.pdf")
        for _ in range(2):
            assert sorted(ids(index.nearest(project, MODEL, question(0), 3))) == left
            assert index.nearest(project, MODEL, question(0), 3, [gone.id]) == []
            assert index.progress(project, MODEL) == (3, 3)
            index.settle(project)

    def test_what_is_removed_meanwhile_is_not_put(
        self, index: PassageIndex, connection: psycopg.Connection, project: int, add: Any
    ) -> None:
        add(project, "a.pdf", "one")
        add(project, "b.pdf", "two")
        passages = [(p.id, p.document_id) for p in index.pending(project, MODEL, 10)]
        remove_document(connection, project, "a.pdf")
        index.put(project, MODEL, passages, np.stack([question(0), question(1)]))
        assert ids(index.nearest(project, MODEL, question(0), 10)) == [passages[1][0]]

    def test_a_new_version_takes_the_place_of_the_old(
        self, open_index: OpenIndex, connection: psycopg.Connection, project: int, add: Any
    ) -> None:
        """With as many passages as before, so that numbers alone do not tell."""
        add(project, "a.pdf", "old one", "old two")
        Filled(open_index(connection), project)
        add(project, "a.pdf", "new one", "new two")
        index = open_index(connection)
        assert index.progress(project, MODEL) == (0, 2)
        index.settle(project)
        assert [p.content for p in index.pending(project, MODEL, 10)] == ["new one", "new two"]
        new = Filled(index, project)
        assert ids(index.nearest(project, MODEL, question(0), 10)) == new.nearest(question(0), 10)


class TestApart:
    def test_two_projects_never_meet(self, index: PassageIndex, new_project: Callable[[], int], add: Any) -> None:
        one, other = new_project(), new_project()
        add(one, "a.pdf", "one", "two")
        add(other, "a.pdf", "one", "two", "three")
        filled, beside = Filled(index, one), Filled(index, other)
        assert ids(index.nearest(one, MODEL, question(0), 10)) == filled.nearest(question(0), 10)
        assert ids(index.nearest(other, MODEL, question(0), 10)) == beside.nearest(question(0), 10)
        assert index.progress(one, MODEL) == (2, 2)

    def test_two_models_never_meet(self, index: PassageIndex, project: int, add: Any) -> None:
        add(project, "a.pdf", "one", "two")
        Filled(index, project, 16)
        filled = Filled(index, project, 8, "another model")
        assert len(index.nearest(project, MODEL, question(0), 10)) == 2
        assert ids(index.nearest(project, "another model", question(0, 8), 10)) == filled.nearest(question(0, 8), 10)

    def test_a_project_that_is_made_anew_begins_empty(
        self, index: PassageIndex, connection: psycopg.Connection, add: Any
    ) -> None:
        from sleuth.store.projects import remove_project

        for _ in range(2):
            project = ensure_project(connection, "made anew")
            connection.commit()
            add(project, "a.pdf", "one", "two")
            assert index.progress(project, MODEL) == (0, 2)
            filled = Filled(index, project)
            assert ids(index.nearest(project, MODEL, question(0), 10)) == filled.nearest(question(0), 10)
            remove_project(connection, "made anew")
            connection.commit()


class TestErrors:
    def test_an_index_that_was_never_filled_finds_nothing_or_says_so(
        self, index: PassageIndex, project: int, add: Any
    ) -> None:
        """PostgreSQL has its table from the beginning; a collection that is not there may be in another place."""
        add(project, "a.pdf", "one")
        index.settle(project)
        if isinstance(index, PostgresIndex):
            assert index.nearest(project, MODEL, question(0), 10) == []
            assert index.similarities(project, MODEL, question(0), [1]) == {}
            return
        with pytest.raises(StoreError, match=r"no collection sleuth-.*(mend SLEUTH_CHROMA|add and ask in one)"):
            index.nearest(project, MODEL, question(0), 10)
        with pytest.raises(StoreError, match=r"no collection sleuth-.*(mend SLEUTH_CHROMA|add and ask in one)"):
            index.similarities(project, MODEL, question(0), [1])

    def test_a_vector_of_another_length_is_refused_with_the_remedy(
        self, index: PassageIndex, project: int, add: Any
    ) -> None:
        add(project, "a.pdf", "one", "two")
        filled = Filled(index, project)
        with pytest.raises(StoreError, match=r"dimension.*`sleuth (worker --until-idle|reindex)`"):
            index.nearest(project, MODEL, question(0, 4), 10)
        assert len(index.nearest(project, MODEL, filled.matrix[0], 10)) == 2


def test_a_model_is_forgotten_alone(
    index: PassageIndex, connection: psycopg.Connection, project: int, add: Any
) -> None:
    add(project, "a.pdf", "one", "two")
    Filled(index, project)
    Filled(index, project, 8, "another model")
    for _ in range(2):
        connection.commit()
        index.forget(project, MODEL)
        assert index.progress(project, MODEL) == (0, 2)
        assert len(index.pending(project, MODEL, 10)) == 2
        assert len(index.nearest(project, "another model", question(0, 8), 10)) == 2
