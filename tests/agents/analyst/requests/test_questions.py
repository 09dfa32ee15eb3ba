"""Questions that are suggested, and answers that arrive in new documents."""

import asyncio
from pathlib import Path

import psycopg
import pytest

from sleuth.agents.analyst.requests.answers import propose_answers
from sleuth.agents.analyst.requests.proposing import propose_in
from sleuth.agents.analyst.requests.questions import keep_suggestions, suggest_in
from sleuth.agents.analyst.requests.questions_file import import_questions, read_questions
from sleuth.config import Settings
from sleuth.ingest.sandbox import read_file
from sleuth.store.deal.questions import add_question, find_question, list_questions, set_status
from sleuth.store.deal.requests import RequestDraft, add_list, list_requests
from sleuth.store.server.database import Database
from tests.agents.analyst.requests.conftest import Put

ACCOUNTS = """Annual accounts 2023
Kestrin Digital plc

Income statement, EUR million
| | 2023 | 2022 |
|---|---|---|
| Revenue | {revenue} | 38 |
| Cost of sales | 20 | 19 |
| Gross profit | {profit} | 19 |
| Net income | 5 | 4 |
"""


def test_gaps_become_questions_once(connection: psycopg.Connection, project: int, put: Put) -> None:
    put("note.txt", "Notes of the deal team\n\nNothing has been handed over yet, the room opens on Monday.\n")
    add_list(connection, project, "IRL", "file", [RequestDraft("Lease agreements", "4.2", priority="high")])
    (suggested,) = suggest_in(connection, project)
    assert (suggested.text, suggested.source, suggested.priority) == (
        "Please provide: Lease agreements.", "gap", "high",
    )  # fmt: skip
    assert suggested.request_id == list_requests(connection, project)[0].id
    assert [q.number for q in keep_suggestions(connection, project, [suggested])] == [1]
    assert suggest_in(connection, project) == []
    set_status(connection, project, 1, "closed")
    assert suggest_in(connection, project) == []


def test_a_contradiction_becomes_a_question_with_both_places(
    connection: psycopg.Connection, project: int, put: Put
) -> None:
    put("annual.md", ACCOUNTS.format(revenue=41, profit=21))
    put("deck.md", ACCOUNTS.format(revenue=44, profit=24).replace("Annual accounts 2023", "Management presentation"))
    add_list(connection, project, "IRL", "file", [RequestDraft("Income statement for 2023")])
    found = [one for one in suggest_in(connection, project) if one.source == "conflict"]
    revenue = next(one for one in found if one.text.startswith("Revenue"))
    assert "41 million EUR in annual.md" in revenue.text
    assert "44 million EUR in deck.md" in revenue.text
    assert revenue.text.endswith("Which is right, and what explains the difference?")


def test_an_answer_that_arrives_in_a_new_document_is_proposed_and_not_taken(
    database: Database, connection: psycopg.Connection, project: int, put: Put
) -> None:
    put("note.txt", "Notes of the deal team\n\nNothing has been handed over yet, the room opens on Monday.\n")
    asked = add_question(connection, project, "Please provide: Lease agreements.", source="gap", reference="lease")
    connection.commit()
    assert asyncio.run(propose_answers(database, project)) == []
    put(
        "scan_7.txt",
        "LEASE AGREEMENT\n\nThis Lease Agreement is made on 1 May 2024 between Kestrin Digital plc and Castle Freight "
        "Ltd, and lets the premises at Dock Road for ten years.\n",
    )
    connection.commit()
    (proposed,) = asyncio.run(propose_answers(database, project))
    assert (proposed.question.number, proposed.passage.filename) == (asked.number, "scan_7.txt")
    assert proposed.passage.quote.startswith("LEASE AGREEMENT")
    assert find_question(connection, project, asked.number).status == "open"


def test_a_question_in_words_is_answered_by_what_a_new_document_says(
    database: Database, connection: psycopg.Connection, project: int, put: Put
) -> None:
    asked = add_question(connection, project, "What is the notice period?")
    connection.commit()
    put(
        "lease.txt",
        "LEASE AGREEMENT\n\n1. Term\nThe lease agreement runs for ten years.\n\n2. Notice\nThe notice period of the "
        "lease agreement is nine months.\n",
    )
    connection.commit()
    (proposed,) = asyncio.run(propose_answers(database, project, number=asked.number))
    assert "nine months" in proposed.answer
    assert proposed.passage.filename == "lease.txt"


def test_answers_come_back_in_the_file_that_was_sent(
    connection: psycopg.Connection, project: int, tmp_path: Path
) -> None:
    from openpyxl import load_workbook

    from sleuth.cli.workbook_requests import write_questions

    add_question(connection, project, "What drove the margin in 2024?", priority="high", domain="financial")
    add_question(connection, project, "Which leases end in 2026?")
    path = tmp_path / "questions.xlsx"
    write_questions(path, "Questions", list_questions(connection, project), lambda _: b"")
    book = load_workbook(path)
    sheet = book["Questions"]
    heads = {cell.value: cell.column for cell in sheet[3]}
    sheet.cell(4, heads["Answer"]).value = "Energy prices."
    sheet.cell(4, heads["Status"]).value = "Closed"
    sheet.cell(6, heads["Question"]).value = "Who audits the accounts?"
    book.save(path)
    done = import_questions(connection, project, read_questions(read_file(path, Settings())), "Ann")
    assert ([q.number for q in done.added], [q.number for q in done.answered], done.unchanged) == ([3], [1], 1)
    first = find_question(connection, project, 1)
    assert (first.answer, first.status) == ("Energy prices.", "closed")


@pytest.mark.parametrize(("language", "heading"), [("en", "Financial"), ("sv", "Ekonomi")])
def test_a_proposed_list_leaves_out_what_the_room_answers(
    connection: psycopg.Connection, project: int, put: Put, language: str, heading: str
) -> None:
    put(
        "lease.txt",
        "LEASE AGREEMENT\n\nThis Lease Agreement is made on 1 May 2024 between Kestrin Digital plc and Castle Freight "
        "Ltd, and lets the premises at Dock Road for ten years.\n",
    )
    proposal = propose_in(connection, project, language)
    texts = [request.text for request in proposal.requests]
    assert texts
    assert not {"Lease agreements", "Hyresavtal"} & set(texts)
    assert (proposal.requests[0].section, proposal.requests[0].number) == ((heading,), "1.1")
    assert len(proposal.reasons) == len(proposal.requests)
