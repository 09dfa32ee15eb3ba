"""The questions to the target in the store: each kept once, with what became of it."""

from collections.abc import Callable

import psycopg
import pytest

from sleuth.errors import UserError
from sleuth.store.deal.questions import (
    AnswerPassage,
    add_question,
    answer_question,
    find_question,
    list_questions,
    set_status,
)
from tests.documents import source_of, store


def test_questions_are_numbered_within_their_project(
    connection: psycopg.Connection, new_project: Callable[..., int]
) -> None:
    one, other = new_project(), new_project()
    assert add_question(connection, one, "What drove the margin in 2023?").number == 1
    assert add_question(connection, one, "Who are the largest suppliers?").number == 2
    assert add_question(connection, other, "What drove the margin in 2023?").number == 1


@pytest.mark.parametrize(
    "again",
    [
        "What drove the gross margin in 2023?",
        "what drove the gross margin in 2023",
        "In 2023, what drove the gross margins?",
    ],
)
def test_the_same_question_is_kept_once(connection: psycopg.Connection, project: int, again: str) -> None:
    first = add_question(connection, project, "What drove the gross margin in 2023?")
    second = add_question(connection, project, again)
    assert (second.number, second.is_new, first.is_new) == (first.number, False, True)
    assert len(list_questions(connection, project)) == 1


@pytest.mark.parametrize("other", ["What drove the gross margin in 2024?", "What drove the net margin in 2023?"])
def test_another_year_or_measure_is_another_question(connection: psycopg.Connection, project: int, other: str) -> None:
    add_question(connection, project, "What drove the gross margin in 2023?")
    assert add_question(connection, project, other).is_new


def test_what_came_of_the_same_thing_is_not_asked_again_in_other_words(
    connection: psycopg.Connection, project: int
) -> None:
    add_question(connection, project, "Please provide: Cash flow statement.", source="gap", reference="request 4")
    again = add_question(connection, project, "Where are the cash flows of 2024?", source="gap", reference="request 4")
    assert not again.is_new


def test_an_answer_is_kept_with_its_passage_and_the_change_stays_readable(
    connection: psycopg.Connection, project: int
) -> None:
    document = store(connection, project, source_of("reply.pdf", "Energy prices rose by 40 %.")).document
    number = add_question(connection, project, "What drove the margin?").number
    set_status(connection, project, number, "sent", "Ann")
    passage = AnswerPassage(document.id, "reply.pdf", "p.1", 1, "Energy prices rose by 40 %.")
    answered = answer_question(connection, project, number, "Energy prices.", passage, "Bo")
    assert (answered.status, answered.answer, answered.quote) == ("answered", "Energy prices.", passage.quote)
    changes = connection.execute(
        "SELECT before, after, by_whom FROM question_history WHERE project_id = %s ORDER BY id", (project,)
    ).fetchall()
    assert changes == [("open", "sent", "Ann"), ("sent", "answered", "Bo")]


def test_an_answer_outlives_the_document_that_gave_it(connection: psycopg.Connection, project: int) -> None:
    from sleuth.store.documents.documents import remove_document

    document = store(connection, project, source_of("reply.pdf", "Energy prices rose.")).document
    number = add_question(connection, project, "What drove the margin?").number
    answer_question(
        connection, project, number, "Energy.", AnswerPassage(document.id, "reply.pdf", "p.1", 1, "Energy prices rose.")
    )
    remove_document(connection, project, "reply.pdf")
    kept = find_question(connection, project, number)
    assert (kept.document_id, kept.filename, kept.quote) == (None, "reply.pdf", "Energy prices rose.")


def test_bad_input_names_what_is_allowed(connection: psycopg.Connection, project: int) -> None:
    with pytest.raises(UserError, match="empty"):
        add_question(connection, project, "  ")
    with pytest.raises(UserError, match="high, medium, low"):
        add_question(connection, project, "Why?", priority="urgent")
    with pytest.raises(UserError, match="no question 7"):
        set_status(connection, project, 7, "closed")
