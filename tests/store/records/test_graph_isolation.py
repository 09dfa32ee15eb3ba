"""A role that does not own the schema sees findings, vectors, insights and graph of its project only."""

from collections.abc import Callable
from typing import Any

import numpy as np
import psycopg
import pytest
from psycopg import sql

from sleuth.store.index.finding_vectors import FindingVectors, match_findings
from sleuth.store.ledger.findings import list_findings, save_findings
from sleuth.store.ledger.graph import Label, Node, RecordGraph
from sleuth.store.ledger.insights import list_insights, refresh_insights
from sleuth.store.server.isolation import restrict
from tests.documents import revenue

pytestmark = pytest.mark.usefixtures("other")
COUNTS = {"finding_vectors": 3, "insights": 1, "insight_findings": 3, "sound_insights": 1, "graph_nodes": 6}
COUNTS["graph_edges"] = 3 + 1 + 3  # from findings, from the document, to the insight


def fill(connection: psycopg.Connection, put: Any, project: int, filename: str) -> None:
    """A document with three findings, their vectors, and the trend that they make."""
    document = put(project, filename, f"text of {filename}").document
    save_findings(connection, project, document.id, [revenue(10 + n, 2020 + n, n) for n in range(3)], "1")
    vectors = FindingVectors(connection)
    waiting = [(p.id, p.document_id) for p in vectors.pending(project, "m", 9)]
    vectors.put(project, "m", waiting, np.ones((3, 4), np.float32))
    refresh_insights(connection, project)


@pytest.fixture
def other(connection: psycopg.Connection, project: int, new_project: Callable[..., int], put: Any) -> int:
    other = new_project()
    fill(connection, put, project, "mine.pdf")
    fill(connection, put, other, "theirs.pdf")
    connection.commit()
    return other


def counts(connection: psycopg.Connection) -> dict[str, int]:
    return {
        name: (connection.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(name))).fetchone() or (0,))[
            0
        ]
        for name in COUNTS
    }


def test_nothing_is_seen_without_a_project(tenant: psycopg.Connection) -> None:
    assert counts(tenant) == dict.fromkeys(COUNTS, 0)


def test_the_one_project_is_seen(tenant: psycopg.Connection, project: int) -> None:
    restrict(tenant, project)
    assert counts(tenant) == COUNTS


def test_another_project_is_neither_matched_nor_walked(
    tenant: psycopg.Connection, connection: psycopg.Connection, project: int, other: int
) -> None:
    theirs = list_findings(connection, other)[0].id
    restrict(tenant, project)
    assert match_findings(tenant, other, "m", np.ones(4, np.float32)) == []
    assert list_insights(tenant, other) == []
    assert RecordGraph(tenant).neighbours(other, Node(Label.FINDING, theirs)) == []
    assert set(RecordGraph(tenant).counts(other).values()) == {0}


def test_the_own_project_is_matched_derived_and_walked_as_ever(tenant: psycopg.Connection, project: int) -> None:
    restrict(tenant, project)
    assert len(match_findings(tenant, project, "m", np.ones(4, np.float32))) == 3
    (insight,) = refresh_insights(tenant, project)
    assert len(RecordGraph(tenant).basis(project, insight.id)) == 3
