"""Lists of information requests in the store."""

import psycopg
import pytest

from sleuth.errors import UserError
from sleuth.store.deal.questions import add_question, find_question
from sleuth.store.deal.requests import RequestDraft, add_list, find_list, list_lists, list_requests, remove_list
from sleuth.store.server.isolation import restrict

DRAFTS = (
    RequestDraft("Annual accounts", "1.1", ("Financial", "Historical"), "financial", "high", "Ann", "signed copies"),
    RequestDraft("Lease agreements", "2.1", ("Legal",), "property", "", ""),
)


def test_a_list_comes_back_in_its_order_with_its_sections(connection: psycopg.Connection, project: int) -> None:
    kept = add_list(connection, project, "Buyer’s IRL", "file", DRAFTS)
    found = list_requests(connection, project, kept.id)
    assert [(r.number, tuple(r.section), r.text, r.priority, r.owner) for r in found] == [
        ("1.1", ("Financial", "Historical"), "Annual accounts", "high", "Ann"),
        ("2.1", ("Legal",), "Lease agreements", "", ""),
    ]


def test_a_list_of_the_same_name_is_replaced(connection: psycopg.Connection, project: int) -> None:
    add_list(connection, project, "IRL", "file", DRAFTS)
    add_list(connection, project, "IRL", "file", DRAFTS[:1])
    assert [(one.name, one.requests) for one in list_lists(connection, project)] == [("IRL", 1)]


def test_removing_a_list_keeps_the_questions_that_came_of_it(connection: psycopg.Connection, project: int) -> None:
    kept = add_list(connection, project, "IRL", "file", DRAFTS)
    request = list_requests(connection, project, kept.id)[0]
    number = add_question(connection, project, "Please provide: Annual accounts.", request_id=request.id).number
    assert remove_list(connection, project, "irl").requests == 2
    assert find_question(connection, project, number).request_id is None
    assert list_lists(connection, project) == []


def test_an_unknown_list_is_named_with_its_neighbours(connection: psycopg.Connection, project: int) -> None:
    add_list(connection, project, "Phase one", "file", DRAFTS)
    with pytest.raises(UserError, match="Phase one"):
        find_list(connection, project, "Phase on")
    with pytest.raises(UserError, match="no request in it"):
        add_list(connection, project, "Empty", "file", ())


def test_another_projects_lists_and_questions_cannot_be_seen(
    tenant: psycopg.Connection, connection: psycopg.Connection, project: int
) -> None:
    add_list(connection, project, "IRL", "file", DRAFTS)
    add_question(connection, project, "What drove the margin?")
    connection.commit()
    for table in ("request_lists", "requests", "questions", "question_history", "outlines"):
        assert tenant.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
    restrict(tenant, project)
    assert len(list_requests(tenant, project)) == 2
