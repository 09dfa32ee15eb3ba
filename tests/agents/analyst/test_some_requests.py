"""Requests by status and priority: as a list in the room marks them itself, or as the documents answer them."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from sleuth.agents.analyst.behaviours.presence import document_asked
from sleuth.store.server.database import Database
from tests.agents.analyst.conftest import analyst_of

HEAD = ("Ref", "Area", "Request", "Prio", "Status", "Comment / file")
ROWS = (
    ("1.1", "Corporate", "Articles of association", "M", "Outstanding", None),
    ("1.2", "Corporate", "Share register", "H", "Provided", "file 07"),
    ("1.3", "Corporate", "Board minutes, last 24 months", "H", "Partial", "only one so far"),
    ("2.1", "Legal", "Disputes and claims", "H", "Outstanding", "letter awaited"),
    ("2.2", "Legal", "Leases", "L", "Provided", None),
    ("2.3", "IT", "Penetration test reports", "M", "N/A", "none"),
)


@pytest.fixture
def talk(database: Database, new_project: Callable[..., int], tmp_path: Path) -> Callable[..., list[str]]:
    """talk(rows, message, …) → the answers of one conversation over a room that holds a list of these rows."""

    def talk(rows: Any, *messages: str) -> list[str]:
        book = Workbook()
        book.active.title = "IRL"
        for row in (("Information request list",), (), HEAD, *rows):
            book.active.append(row)
        book.save(tmp_path / "IRL.xlsx")
        analyst = analyst_of(database, new_project("scratch"), [tmp_path / "IRL.xlsx"])
        answers, conversation = [], None
        for message in messages:
            reply = asyncio.run(analyst.ask(message, conversation))
            conversation = reply.conversation
            answers.append(reply.answer)
        return answers

    return talk


def test_requests_are_listed_by_the_lists_own_marks(talk: Callable[..., list[str]]) -> None:
    (answer,) = talk(ROWS, "Which high priority requests are completely outstanding?")
    assert answer.startswith("By the list’s own marks: 1 of 6 requests (Prio: H; Status: Outstanding)")
    assert "- Disputes and claims (2.1): Outstanding – letter awaited (source: IRL.xlsx, IRL!A7:F7)" in answer
    assert "Board minutes" not in answer


def test_what_is_partly_there_is_told_beside_unless_it_was_ruled_out(talk: Callable[..., list[str]]) -> None:
    (answer,) = talk(ROWS, "Which high priority requests are outstanding?")
    assert "Note: 1 more are marked as partly provided: 1.3 Board minutes, last 24 months" in answer


def test_a_count_is_split_by_priority_and_a_follow_up_narrows_it(talk: Callable[..., list[str]]) -> None:
    counted, narrowed = talk(ROWS, "How many requests have been provided in full?", "And in Legal?")
    assert counted.startswith("By the list’s own marks: 2 of 6 requests (Status: Provided), 1 high, 1 low")
    assert "1 of 6 requests (Area: Legal; Status: Provided)" in narrowed
    assert "Share register" not in narrowed


def test_a_list_with_a_mark_that_is_not_understood_is_answered_by_the_documents(
    talk: Callable[..., list[str]],
) -> None:
    rows = (*ROWS, ("2.4", "IT", "Backup policy", "H", "see thread", None))
    (answer,) = talk(rows, "Which high priority requests are outstanding?")
    assert answer.startswith("By what the documents hold, ")
    assert "own marks" not in answer


def test_a_question_with_two_parts_about_requests_is_answered_part_by_part(talk: Callable[..., list[str]]) -> None:
    (answer,) = talk(ROWS, "How many items on the request list are still open and which ones are high priority?")

    assert "2 of 6 requests (Status: Outstanding)" in answer
    assert "1 of 6 requests (Prio: H; Status: Outstanding)" in answer


def test_a_declined_request_is_known_and_not_open(talk: Callable[..., list[str]]) -> None:
    rows = (*ROWS, ("2.4", "Legal", "Vendor due diligence report", "H", "Declined", None))
    opened, declined = talk(rows, "How many requests are still open?", "Which requests were declined?")

    assert "2 of 7 requests (Status: Outstanding)" in opened
    assert "1 of 7 requests (Status: Declined)" in declined
    assert "Vendor due diligence report" in declined


def test_whether_a_document_is_in_the_room_is_told_with_what_the_list_says_of_it(
    talk: Callable[..., list[str]],
) -> None:
    (answer,) = talk(ROWS, "Is there a penetration test report I can read?")
    assert answer.startswith("No: none of the 1 documents is “penetration test report”.")
    assert "The request list says: Penetration test reports (2.3): N/A – none (source: IRL.xlsx, IRL!A9:F9)" in answer


@pytest.mark.parametrize(
    ("message", "document"),
    [
        ("Is there a forensic report I can read?", "forensic report"),
        ("Do we have the minutes of the board?", "minutes of the board"),
        ("is there a contract with Orvik?", "contract with Orvik"),
        ("Finns det ett aktieägaravtal i rummet?", "aktieägaravtal"),
        ("Is there a non-compete clause in the CEO agreement?", ""),
        ("Is there a cap on liability in the contract?", ""),
        ("Is there any litigation?", ""),
        ("Is there a guarantee?", ""),
        ("Are the insurance policies in the data room?", "insurance policies"),
    ],
)
def test_a_document_is_asked_for_and_no_clause_or_claim(message: str, document: str) -> None:
    assert document_asked(message) == document


@pytest.mark.parametrize(("before", "document"), [("Is there a forensic report?", "insurance policies"), ("Rent?", "")])
def test_there_is_the_room_after_a_question_for_a_document(before: str, document: str) -> None:
    assert document_asked("And are the insurance policies there?", before) == document
