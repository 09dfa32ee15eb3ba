"""The tools that write: only after a person agreed, once, also after a restart."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from sleuth.agents.analyst.run import Analyst, Reply
from sleuth.errors import UserError
from sleuth.store.deal.questions import Question, list_questions
from sleuth.store.deal.requests import list_lists
from sleuth.store.ledger.findings import Filter, StoredFinding, list_findings
from sleuth.store.ledger.versions import list_versions
from sleuth.store.projects import find_project
from sleuth.store.server.database import Database

Say = Callable[..., Reply]


@pytest.fixture
def say(scratch: Analyst) -> Say:
    """say(message, …) → the last reply of one conversation in the scratch project."""

    def say(*messages: str, approve: bool = False, number: int | None = None) -> Reply:
        reply: Reply | None = None
        for message in messages:
            conversation = reply.conversation if reply else number
            reply = asyncio.run(scratch.ask(message, conversation, approve=approve))
        assert reply is not None
        return reply

    return say


def questions(database: Database, analyst: Analyst) -> list[Question]:
    with database.connection() as connection:
        return list_questions(connection, find_project(connection, analyst.project))


def net_debts(
    database: Database, analyst: Analyst, statuses: tuple[str, ...] = ("proposed", "validated")
) -> list[StoredFinding]:
    with database.connection() as connection:
        wanted = Filter(metric="net debt", statuses=statuses)
        return list_findings(connection, find_project(connection, analyst.project), wanted)


def test_a_request_waits_for_a_person(say: Say, scratch: Analyst, database: Database) -> None:
    reply = say("Add 'What is the churn?' to the Q&A list")

    assert "Add 1 to the Q&A list:\n  1. What is the churn?" in reply.waits_for[0]
    assert reply.answer.endswith("Shall I go ahead? (yes/no)")
    assert questions(database, scratch) == []


def test_a_yes_writes_once(say: Say, scratch: Analyst, database: Database) -> None:
    reply = say("Add 'What is the churn?' to the Q&A list", "yes", "yes")

    assert [one.text for one in questions(database, scratch)] == ["What is the churn?"]
    assert reply.answer == "There is nothing to confirm."


def test_a_no_changes_nothing(say: Say, scratch: Analyst, database: Database) -> None:
    reply = say("Add 'What is the churn?' to the Q&A list", "no")

    assert reply.answer == "All right, nothing was changed."
    assert questions(database, scratch) == []


def test_any_other_message_drops_what_waits(say: Say, scratch: Analyst, database: Database) -> None:
    reply = say("Add 'What is the churn?' to the Q&A list", "What's the Q3 revenue?", "yes")

    assert reply.answer == "There is nothing to confirm."
    assert questions(database, scratch) == []


def test_a_turn_that_waits_is_taken_up_by_another_process(say: Say, scratch: Analyst, database: Database) -> None:
    waiting = say("Add 'What is the churn?' to the Q&A list")
    other = Analyst(database, scratch.settings, scratch.project, scratch.services, scratch.open_reasoner)

    reply = asyncio.run(other.ask("yes", waiting.conversation))

    assert reply.answer == "Added 1 to the Q&A list (no. 1)."
    assert len(questions(database, scratch)) == 1


def test_yes_to_an_offer_does_what_was_offered(say: Say, scratch: Analyst, database: Database) -> None:
    reply = say("What is the customer churn?", "yes please")

    assert reply.answer == "Added 1 to the Q&A list (no. 1)."
    assert "churn" in questions(database, scratch)[0].text


def test_scripts_agree_beforehand(say: Say, scratch: Analyst, database: Database) -> None:
    reply = say("Create an IRL", approve=True)

    assert reply.answer.startswith("Created the request list")
    with database.connection() as connection:
        assert [one.name for one in list_lists(connection, find_project(connection, scratch.project))] == [
            "Proposed IRL"
        ]


def test_a_finding_is_validated(say: Say, scratch: Analyst, database: Database) -> None:
    finding = net_debts(database, scratch)[0]

    say(f"Validate finding {finding.id}", "yes")

    assert net_debts(database, scratch, ("validated",))[0].id == finding.id


def test_a_misreading_needs_a_reason(say: Say, scratch: Analyst, database: Database) -> None:
    finding = net_debts(database, scratch)[0]

    with pytest.raises(UserError, match="say why"):
        say(f"Reject finding {finding.id}", "yes")
    say(f"Reject finding {finding.id} because it is a subtotal", "yes")

    assert finding.id not in [one.id for one in net_debts(database, scratch)]


def test_a_figure_is_corrected_and_the_correction_told(say: Say, scratch: Analyst, database: Database) -> None:
    finding = next(one for one in net_debts(database, scratch) if one.filename == "Net_Debt_CORRECTED.xlsx")

    say(f"Correct finding {finding.id} to 10,900 because the bank confirmed it", "yes")
    answer = say("What is the net debt?").answer

    assert "€10,900K" in answer
    assert "the bank confirmed it" in answer


def test_documents_are_read_anew_only_when_asked(say: Say) -> None:
    reply = say("Re-analyze Q3_Report.xlsx", "yes")

    assert reply.answer == "Read 1 anew for findings."
    assert "€5,200K" in say("What's the Q3 revenue?").answer


def test_a_person_says_which_document_replaces_which(say: Say, scratch: Analyst, database: Database) -> None:
    say("Net_Debt.xlsx replaces Net_Debt_CORRECTED.xlsx because the correction was withdrawn", "yes")

    with database.connection() as connection:
        links = list_versions(connection, find_project(connection, scratch.project))
    assert ("Net_Debt.xlsx", "Net_Debt_CORRECTED.xlsx") in [
        (link.newer_name, link.older_name) for link in links if link.status == "confirmed"
    ]


def test_with_a_document_the_turns_that_cite_it_are_forgotten(say: Say, scratch: Analyst, database: Database) -> None:
    from sleuth.store.talk.conversations import last_messages
    from sleuth.work.removal import remove_documents

    first = say("What's the Q3 revenue?", "Who is the CEO?")
    with database.connection() as connection:
        project = find_project(connection, scratch.project)
    remove_documents(database, project, ["Q3_Report.xlsx"])

    with database.connection() as connection:
        kept = last_messages(connection, project, first.conversation)
    assert not any("5,200" in message.content for message in kept)
    assert any("CEO" in message.content for message in kept)


def test_a_chat_reads_lines_and_answers_each(scratch: Analyst, database: Database, tmp_path: Path) -> None:
    import os
    import subprocess
    import sys

    environment = {**os.environ, "SLEUTH_HOME": str(tmp_path), "SLEUTH_DATABASE_URL": database.dsn}
    done = subprocess.run(
        [sys.executable, "-m", "sleuth", "chat", "-p", scratch.project],
        input="What's the Q3 revenue?\nAnd EBITDA?\n/sources\n/why\n/new\n/quit\n",
        capture_output=True, text=True, env=environment, timeout=120, check=True,
    )  # fmt: skip

    assert "Q3 2024 revenue was €5,200K (source: Q3_Report.xlsx, P&L!D6)." in done.stdout
    assert "For Q3 2024, EBITDA was €1,200K" in done.stdout
    assert "[1] Q3_Report.xlsx, P&L!D9" in done.stdout
    assert "Derived from its cell: For Q3 2024, EBITDA was €1,200K" in done.stdout
    assert "A new conversation." in done.stdout


def test_yes_after_a_walk_through_asks_for_the_lines_that_are_missing(
    say: Say, scratch: Analyst, database: Database
) -> None:
    say("Explain the balance sheet", "yes")

    assert "total assets" in questions(database, scratch)[0].text
