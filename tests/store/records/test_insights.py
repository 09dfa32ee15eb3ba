"""Insights in the store: derived again they keep their numbers, and fall with what they rest on."""

from collections.abc import Callable
from typing import Any

import psycopg
import pytest

from sleuth.store.documents.documents import remove_document
from sleuth.store.ledger.findings import list_findings, save_findings, set_status
from sleuth.store.ledger.insights import list_insights, refresh_insights
from tests.documents import revenue

State = Callable[..., None]


@pytest.fixture
def state(connection: psycopg.Connection, project: int, add: Any) -> State:
    def state(filename: str, *revenues: int, metric: str = "revenue") -> None:
        document = add(filename, f"{filename} {revenues}").document
        found = [revenue(value, 2020 + n, n, metric=metric) for n, value in enumerate(revenues)]
        save_findings(connection, project, document.id, found, "1")

    return state


def test_they_rest_on_findings_in_the_order_of_the_computation(
    state: State, connection: psycopg.Connection, project: int
) -> None:
    state("a.pdf", 10, 12, 15)
    (trend,) = refresh_insights(connection, project)
    assert trend.kind == "trend"
    assert list(trend.rests_on) == [f.id for f in list_findings(connection, project)]


def test_deriving_again_keeps_their_numbers(state: State, connection: psycopg.Connection, project: int) -> None:
    state("a.pdf", 10, 12, 15)
    state("b.pdf", 3, 2, 1, metric="net income")
    assert refresh_insights(connection, project) == refresh_insights(connection, project)


def test_what_holds_no_longer_is_dropped(state: State, connection: psycopg.Connection, project: int) -> None:
    state("a.pdf", 10, 12, 15)
    refresh_insights(connection, project)
    state("b.pdf", 10, 99, 15)
    assert refresh_insights(connection, project) == []


@pytest.mark.parametrize("status", ["rejected", "superseded"])
def test_one_that_rests_on_what_is_refuted_is_not_told(
    state: State, connection: psycopg.Connection, project: int, status: str
) -> None:
    state("a.pdf", 10, 12, 15)
    (trend,) = refresh_insights(connection, project)
    set_status(connection, project, trend.rests_on[1], status, "Ann")
    assert list_insights(connection, project) == []


def test_one_that_rests_on_a_replaced_document_is_not_told(
    state: State, connection: psycopg.Connection, project: int, add: Any
) -> None:
    state("a.pdf", 10, 12, 15)
    refresh_insights(connection, project)
    add("a.pdf", "something else")
    assert list_insights(connection, project) == []


def test_removing_a_document_leaves_nothing_that_was_derived_from_it(
    state: State, connection: psycopg.Connection, project: int
) -> None:
    state("a.pdf", 10, 12, 15)
    state("b.pdf", 3, 2, 1, metric="net income")
    refresh_insights(connection, project)
    remove_document(connection, project, "a.pdf")
    rows = connection.execute("SELECT metric FROM insights WHERE project_id = %s", (project,)).fetchall()
    assert rows == [("net income",)]
    links = connection.execute("SELECT count(*) FROM insight_findings WHERE project_id = %s", (project,)).fetchone()
    assert links == (3,)
