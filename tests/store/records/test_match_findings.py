"""Matching findings by meaning: the filters of `match_findings`, its order and borders; how vectors come and go."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

import numpy as np
import psycopg
import pytest

from sleuth.errors import StoreError
from sleuth.findings.finding import Factor
from sleuth.store.documents.documents import remove_document
from sleuth.store.index import vector_index
from sleuth.store.index.finding_vectors import Bounds, FindingVectors, Match, match_findings
from sleuth.store.ledger.findings import Filter, list_findings, save_findings, set_status
from tests.databases import temporary_project
from tests.documents import revenue, source_of, store

if TYPE_CHECKING:
    from sleuth.store.server.database import Database

State = Callable[..., list[int]]
MODEL = "m'1%s/large"


def vector(*values: float, dimensions: int = 8) -> Any:
    """A unit vector that begins so."""
    made = np.zeros(dimensions, np.float32)
    made[: len(values)] = values
    return made / np.linalg.norm(made)


@pytest.fixture
def state(connection: psycopg.Connection, project: int, put: Any) -> State:
    """state("a.pdf", (1, 0), (0, 1), domain=…) stores a document with a finding for each vector; their numbers."""

    def state(
        filename: str,
        *places: Sequence[float],
        project: int = project,
        domain: str = "financial",
        doubt: float = 0.0,
        made: date | None = None,
        dimensions: int = 8,
        model: str = MODEL,
    ) -> list[int]:
        document = put(project, filename, f"text of {filename}").document
        factors = (Factor("test", doubt),) if doubt else ()
        findings = [revenue(n, 2020 + n, n, domain=domain, factors=factors) for n in range(len(places))]
        save_findings(connection, project, document.id, findings, "1", made)
        stored = [f.id for f in list_findings(connection, project, Filter(document_ids=[document.id]))]
        if stored:
            matrix = np.stack([vector(*place, dimensions=dimensions) for place in places])
            FindingVectors(connection).put(project, model, [(i, document.id) for i in stored], matrix)
        return stored

    return state


@pytest.fixture
def match(connection: psycopg.Connection, project: int) -> Callable[..., list[Match]]:
    def match(*place: float, limit: int = 20, project: int = project, **bounds: Any) -> list[Match]:
        return match_findings(connection, project, MODEL, vector(*place), Bounds(**bounds), limit)

    return match


def ids(matches: Sequence[Match]) -> list[int]:
    return [match.finding_id for match in matches]


class TestOrder:
    def test_the_nearest_come_first_with_their_cosine(self, state: State, match: Any) -> None:
        far, near, between = state("a.pdf", (0, 1), (1, 0), (1, 1))
        found = match(1, 0)
        assert ids(found) == [near, between, far]
        assert [m.similarity for m in found] == pytest.approx([1, 0.7071, 0], abs=2e-3)

    def test_newer_documents_come_first_among_equals(self, state: State, match: Any) -> None:
        (old,) = state("old.pdf", (1, 0), made=date(2021, 1, 1))
        (new,) = state("new.pdf", (1, 0), made=date(2024, 1, 1))
        (undated,) = state("undated.pdf", (1, 0))
        found = match(1, 0)
        assert ids(found) == [new, undated, old]
        assert [m.recency for m in found] == pytest.approx([1.0, 0.85, 0.7 + 0.3 * 0.5 ** (1095 / 730)], abs=1e-4)

    def test_recency_is_counted_from_the_newest_of_the_project_not_from_today(self, state: State, match: Any) -> None:
        state("a.pdf", (1, 0), made=date(1999, 12, 31))
        assert match(1, 0)[0].recency == 1.0

    def test_surer_findings_come_first_among_equals(self, state: State, match: Any) -> None:
        (doubtful,) = state("a.pdf", (1, 0), doubt=0.4)
        (sure,) = state("b.pdf", (1, 0))
        found = match(1, 0)
        assert ids(found) == [sure, doubtful]
        assert found[1].confidence == pytest.approx(0.6)

    def test_the_score_is_the_product(self, state: State, match: Any) -> None:
        state("a.pdf", (1, 1), doubt=0.2, made=date(2020, 1, 1))
        state("b.pdf", (1, 0), made=date(2024, 1, 1))
        for m in match(1, 0):
            assert m.score == pytest.approx(m.similarity * m.recency * m.confidence, abs=1e-5)

    def test_meaning_outweighs_age(self, state: State, match: Any) -> None:
        (old,) = state("old.pdf", (1, 0), made=date(1990, 1, 1))
        (new,) = state("new.pdf", (0.5, 1), made=date(2024, 1, 1))
        assert ids(match(1, 0)) == [old, new]

    def test_as_many_as_wanted_come(self, state: State, match: Any) -> None:
        state("a.pdf", *[(1, n) for n in range(30)])
        assert len(match(1, 0, limit=7)) == 7
        assert len(match(1, 0, limit=100)) == 30


class TestFilters:
    @pytest.fixture
    def one_of_each(self, state: State, connection: psycopg.Connection, project: int) -> dict[str, int]:
        made = {
            "financial": state("f.pdf", (1, 0))[0],
            "legal": state("l.pdf", (1, 0.1), domain="legal")[0],
            "doubtful": state("d.pdf", (1, 0.2), doubt=0.5)[0],
            "rejected": state("r.pdf", (1, 0.3))[0],
            "validated": state("v.pdf", (1, 0.4))[0],
        }
        for status in ("rejected", "validated"):
            set_status(connection, project, made[status], status, "Ann")
        return made

    @pytest.mark.parametrize(
        ("bounds", "expected"),
        [
            ({}, {"financial", "legal", "doubtful", "validated"}),
            ({"statuses": None}, {"financial", "legal", "doubtful", "validated", "rejected"}),
            ({"statuses": ["rejected"]}, {"rejected"}),
            ({"statuses": []}, set()),
            ({"domains": ["legal"]}, {"legal"}),
            ({"domains": ["legal", "financial"]}, {"financial", "legal", "doubtful", "validated"}),
            ({"least_confidence": 0.6}, {"financial", "legal", "validated"}),
            ({"most_confidence": 0.6}, {"doubtful"}),
            ({"least_confidence": 0.5, "most_confidence": 0.5}, {"doubtful"}),
            ({"domains": ["legal"], "most_confidence": 0.6}, set()),
        ],
    )
    def test_only_what_passes_is_found(
        self, one_of_each: dict[str, int], match: Any, bounds: dict[str, Any], expected: set[str]
    ) -> None:
        found = {name for name, number in one_of_each.items() if number in ids(match(1, 0, **bounds))}
        assert found == expected

    def test_only_the_documents_asked_for(
        self, one_of_each: dict[str, int], match: Any, connection: psycopg.Connection, project: int
    ) -> None:
        owners = {f.id: f.document_id for f in list_findings(connection, project)}
        legal = one_of_each["legal"]
        assert ids(match(1, 0, document_ids=[owners[legal]])) == [legal]
        assert match(1, 0, document_ids=[]) == []

    def test_another_project_is_never_met(self, state: State, match: Any, put: Any, other_project: int) -> None:
        (mine,) = state("mine.pdf", (1, 0))
        (theirs,) = state("theirs.pdf", (1, 0), project=other_project)
        assert ids(match(1, 0)) == [mine]
        assert ids(match(1, 0, project=other_project)) == [theirs]

    def test_vectors_of_another_model_are_never_met(self, state: State, match: Any) -> None:
        state("a.pdf", (1, 0), model="another", dimensions=16)
        assert match(1, 0) == []

    def test_findings_of_replaced_documents_are_history(self, state: State, match: Any, put: Any, project: int) -> None:
        state("a.pdf", (1, 0))
        put(project, "a.pdf", "another text")
        assert match(1, 0, statuses=None) == []


@pytest.fixture
def other_project(new_project: Callable[..., int]) -> int:
    return new_project()


class TestTheFunctionItself:
    """As people call it from psql."""

    def test_the_project_and_a_vector_are_enough(
        self, state: State, connection: psycopg.Connection, project: int
    ) -> None:
        (number,) = state("a.pdf", (1, 0))
        connection.execute("UPDATE projects SET embedding = %s WHERE id = %s", (MODEL, project))
        rows = connection.execute(
            "SELECT finding_id FROM match_findings(%s, '[1,0,0,0,0,0,0,0]')", (project,)
        ).fetchall()
        assert rows == [(number,)]

    def test_it_needs_no_search_path(self, state: State, connection: psycopg.Connection, project: int) -> None:
        (number,) = state("a.pdf", (1, 0))
        connection.execute("SET LOCAL search_path = public")
        rows = connection.execute(
            "SELECT finding_id FROM sleuth.match_findings(%s, '[1,0,0,0,0,0,0,0]', of_model => %s)", (project, MODEL)
        ).fetchall()
        assert rows == [(number,)]

    def test_a_vector_of_another_length_is_told(
        self, state: State, connection: psycopg.Connection, project: int
    ) -> None:
        state("a.pdf", (1, 0))
        with pytest.raises(StoreError, match="run `sleuth reindex`"):
            match_findings(connection, project, MODEL, vector(1, dimensions=16))

    def test_3072_dimensions_fit(self, state: State, connection: psycopg.Connection, project: int) -> None:
        first, _ = state("a.pdf", (1, 0), (0, 1), dimensions=3072)
        assert match_findings(connection, project, MODEL, vector(1, dimensions=3072))[0].finding_id == first


class TestALargeProject:
    """With the index: as many findings as it takes, drawn around few centres."""

    COUNT = 20_500

    @pytest.fixture(scope="class")
    @classmethod
    def connection(cls, database: "Database") -> Iterator[psycopg.Connection]:
        with database.connection() as connection:
            yield connection

    @pytest.fixture(scope="class")
    @classmethod
    def project(cls, connection: psycopg.Connection) -> Iterator[int]:
        with temporary_project(connection, "a large project") as project:
            yield project

    @pytest.fixture(scope="class")
    @classmethod
    def large(cls, connection: psycopg.Connection, project: int) -> Any:
        document = store(connection, project, source_of("large.pdf", "text")).document
        connection.execute(
            """
            INSERT INTO findings (project_id, document_id, position, subject, dimension, subject_key, metric, label,
                domain, period_key, period_name, scenario, value, unit, scale, step, text, page, start, "end", locator,
                quote, row_path, column_path, rule, is_cost, confidence, factors)
            SELECT %s, %s, n, '', '{}', '', 'revenue', 'Revenue',
                CASE WHEN n %% 100 = 0 THEN 'legal' ELSE 'financial' END,
                '', '', 'actual', n, 'EUR', 0, 1, '', 1, n, n + 1, 'p.1', 'q', '{}', '{}', 'test', false, 1, '[]'
            FROM generate_series(1, %s) AS n
            """,
            (project, document.id, cls.COUNT),
        )
        connection.execute(
            "INSERT INTO extractions (document_id, project_id, rules, findings) VALUES (%s, %s, '1', %s)",
            (document.id, project, cls.COUNT),
        )
        numbers = [
            row[0]
            for row in connection.execute("SELECT id FROM findings WHERE project_id = %s ORDER BY id", (project,))
        ]
        matrix = np.random.default_rng(1).normal(size=(cls.COUNT, 8)).astype(np.float32)
        matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
        FindingVectors(connection).put(project, MODEL, [(i, document.id) for i in numbers], matrix)
        connection.commit()
        FindingVectors(connection).complete(project, MODEL, 8)
        connection.execute("ANALYZE findings; ANALYZE finding_vectors")
        connection.commit()
        assert vector_index.EXACT_PASSAGES < cls.COUNT
        return np.asarray(numbers), matrix

    def test_the_index_finds_what_an_exact_scan_finds(self, large: Any, match: Any) -> None:
        numbers, matrix = large
        for seed in range(5):
            place = np.random.default_rng(100 + seed).normal(size=8)
            exact = set(numbers[np.argsort(-(matrix @ vector(*place)))[:20]])
            assert len(exact & set(ids(match(*place)))) >= 19

    def test_the_index_serves(self, large: Any, connection: psycopg.Connection, project: int, match: Any) -> None:
        """It is used for the whole, and left alone where the filters leave few."""

        def scans() -> int:
            connection.commit()
            connection.execute("SELECT pg_stat_force_next_flush()")
            row = connection.execute(
                "SELECT sum(idx_scan) FROM pg_stat_all_indexes WHERE starts_with(indexrelname, %s)",
                (f"finding_vectors_hnsw_{project}_",),
            ).fetchone()
            return int(row[0]) if row else 0

        before = scans()
        match(1, 0)
        served = scans()
        assert served > before
        match(1, 0, domains=["legal"])
        assert scans() == served

    def test_a_filter_that_leaves_few_finds_all_of_them(self, large: Any, match: Any) -> None:
        numbers, matrix = large
        rows = [n for n in range(self.COUNT) if (n + 1) % 100 == 0]
        exact = sorted(rows, key=lambda n: -float(matrix[n] @ vector(1, 2)))[:20]
        assert set(ids(match(1, 2, domains=["legal"]))) == set(numbers[exact])


class TestTheQueue:
    def test_what_lacks_a_vector_waits_in_reading_order(
        self, state: State, connection: psycopg.Connection, project: int, put: Any
    ) -> None:
        state("a.pdf", (1, 0), (0, 1))
        vectors = FindingVectors(connection)
        assert vectors.pending(project, MODEL, 10) == []
        assert vectors.progress(project, MODEL) == (2, 2)
        waiting = vectors.pending(project, "another", 10)
        assert [p.content for p in waiting] == [
            "revenue (Net sales), Lumen AB, FY2020, year 2020, actual",
            "revenue (Net sales), Lumen AB, FY2021, year 2021, actual",
        ]

    def test_putting_again_changes_nothing(self, state: State, connection: psycopg.Connection, project: int) -> None:
        (number,) = state("a.pdf", (1, 0))
        owner = list_findings(connection, project)[0].document_id
        FindingVectors(connection).put(project, MODEL, [(number, owner)], vector(0, 1)[None, :])
        assert match_findings(connection, project, MODEL, vector(1))[0].similarity == pytest.approx(1, abs=1e-3)

    def test_a_removed_document_leaves_no_vector(
        self, state: State, connection: psycopg.Connection, project: int
    ) -> None:
        state("a.pdf", (1, 0), (0, 1))
        (kept,) = state("b.pdf", (1, 0))
        remove_document(connection, project, "a.pdf")
        rows = connection.execute("SELECT finding_id FROM finding_vectors WHERE project_id = %s", (project,)).fetchall()
        assert rows == [(kept,)]

    def test_what_is_removed_meanwhile_is_not_put(
        self, state: State, connection: psycopg.Connection, project: int
    ) -> None:
        (number,) = state("a.pdf", (1, 0))
        remove_document(connection, project, "a.pdf")
        FindingVectors(connection).put(project, MODEL, [(number, 0)], vector(1)[None, :])
        assert FindingVectors(connection).progress(project, MODEL) == (0, 0)

    def test_a_forgotten_model_leaves_nothing(self, state: State, connection: psycopg.Connection, project: int) -> None:
        state("a.pdf", (1, 0))
        for _ in range(2):
            FindingVectors(connection).forget(project, MODEL)
            assert FindingVectors(connection).progress(project, MODEL) == (0, 1)
