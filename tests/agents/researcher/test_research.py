"""Asking from end to end: the shape of answers and refusals, and what may be read for them."""

import asyncio
import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sleuth.agents.researcher import research
from sleuth.answering.run import Research, research_in
from sleuth.answering.state import MOST_RETRIEVALS
from sleuth.config import Settings
from sleuth.errors import UserError
from sleuth.evals.shelf import Shelf
from sleuth.evidence.source import Page, PageSource, Source
from sleuth.store.documents.documents import PassageDraft, add_document
from sleuth.store.projects import ensure_project, find_project
from sleuth.store.talk.answers import last_answer
from sleuth.work.adding import add_paths

if TYPE_CHECKING:
    from sleuth.store.server.database import Database

REFUSED = {"answer": "Information not found in provided documents", "citations": []}
LEASE = ("This lease is made between Ann Ek and Bo Lind.", "The monthly rent is EUR 4,200. The deposit is EUR 9,000.")
LOAN = ("This loan is made to Carl Dahl.", "The interest rate is 4.5 per cent.")


def source(filename: str, texts: tuple[str, ...]) -> Source:
    pages = tuple(Page(number, text, f"p.{number}", 612, 792) for number, text in enumerate(texts, 1))
    return Source(filename, "pdf", PageSource.PRINTED, pages)


def ask(question: str, **documents: tuple[str, ...]) -> Research:
    shelf = Shelf([source(f"{name}.pdf", texts) for name, texts in documents.items()])
    return asyncio.run(research_in(shelf, question))


def test_a_citation_names_the_page_and_the_file_of_the_words() -> None:
    shape = ask("What is the monthly rent?", loan=LOAN, lease=LEASE).to_json()
    assert shape["answer"] == "The monthly rent is EUR 4,200."
    assert shape["citations"] == [
        {
            "text": "The monthly rent is EUR 4,200",
            "page": 2,
            "filename": "lease.pdf",
            "locator": "p.2",
            "passage": "The monthly rent is EUR 4,200. The deposit is EUR 9,000.",
        }
    ]


@pytest.mark.parametrize(
    "question",
    [
        "What is the notice period?",
        "Who is the guarantor?",
        "What is the monthly rent of the Nokia lease?",
        "What was EBITDA in Q3 2024?",
        "Vad är uppsägningstiden?",
        "xyzzy",
        "?",
    ],
)
def test_a_refusal_is_the_exact_phrase_without_citations(question: str) -> None:
    assert ask(question, lease=LEASE).to_json() == REFUSED


@pytest.mark.parametrize("question", ["What is the notice period of the landlord?", "What was EBITDA in Q3 2024?"])
def test_a_search_in_vain_ends_after_at_most_five_retrievals(question: str) -> None:
    assert 1 <= ask(question, lease=LEASE, loan=LOAN).trace.iterations <= MOST_RETRIEVALS == 5


def test_a_refusal_keeps_its_reason_in_the_trace() -> None:
    assert "notice" in ask("What is the monthly notice?", lease=LEASE).trace.reason


@pytest.fixture
def project(fresh_database: "Database") -> str:
    """A stored project of two documents."""
    with fresh_database.connection() as connection:
        project_id = ensure_project(connection, "deal")
        for name, texts in (("lease.pdf", LEASE), ("loan.pdf", LOAN)):
            _store(connection, project_id, source(name, texts))
        connection.commit()
    return "deal"


def _store(connection: object, project_id: int, stored: Source) -> None:
    drafts, at = [], 0
    for position, page in enumerate(stored.pages):
        drafts.append(PassageDraft(position, page.number, at, at + len(page.text), page.text))
        at += len(page.text) + 1
    add_document(
        connection, project_id, stored, content_hash=hashlib.sha256(stored.filename.encode()).hexdigest(), data=b"%PDF",
        language="en", regconfig="english", quality="good", quality_reason="", passages=drafts,
    )  # type: ignore[arg-type]  # fmt: skip


def test_only_the_named_files_are_read(fresh_database: "Database", project: str) -> None:
    named = asyncio.run(research(fresh_database, project, "What is the monthly rent?", ["lease.pdf"]))
    assert [(c.filename, c.page) for c in named.citations] == [("lease.pdf", 2)]
    unnamed = asyncio.run(research(fresh_database, project, "What is the monthly rent?", ["loan.pdf"]))
    assert unnamed.to_json() == REFUSED


@pytest.mark.parametrize("odd", ["\0", "\ud800", "\x1b", "📄"], ids=ascii)
def test_a_question_of_any_characters_is_answered_and_kept(fresh_database: "Database", project: str, odd: str) -> None:
    found = asyncio.run(research(fresh_database, project, f"What is the monthly rent {odd}?", ["lease.pdf"]))
    with fresh_database.connection() as connection:
        kept = last_answer(connection, find_project(connection, project))
    assert kept.id == found.id
    assert kept.detail["answer"] == found.answer == "The monthly rent is EUR 4,200."


def test_an_unknown_filename_is_bad_input_that_lists_near_names(fresh_database: "Database", project: str) -> None:
    with pytest.raises(UserError, match=r"lease\.pdf"):
        asyncio.run(research(fresh_database, project, "What is the rent?", ["leese.pdf"]))


def test_without_a_file_the_whole_project_is_asked(fresh_database: "Database", project: str) -> None:
    found = asyncio.run(research(fresh_database, project, "What is the monthly rent?", []))
    assert found.answer == "The monthly rent is EUR 4,200."


def test_a_pattern_names_every_document_that_fits(fresh_database: "Database", project: str) -> None:
    found = asyncio.run(research(fresh_database, project, "What is the monthly rent?", ["*.PDF"]))
    assert found.answer == "The monthly rent is EUR 4,200."


def test_a_pattern_that_nothing_fits_is_bad_input(fresh_database: "Database", project: str) -> None:
    with pytest.raises(UserError, match=r"\*\.eml"):
        asyncio.run(research(fresh_database, project, "What is the rent?", ["*.eml"]))


def test_an_unknown_project_is_bad_input(fresh_database: "Database") -> None:
    with pytest.raises(UserError, match="deals"):
        asyncio.run(research(fresh_database, "deals", "What is the rent?", ["lease.pdf"]))


@pytest.fixture
def editions(fresh_database: "Database", tmp_path: Path) -> str:
    """A project that holds two editions of one paper."""
    for name, month, rent in (("Rent roll.md", "March", "4,200"), ("Rent roll_v2.md", "April", "4,350")):
        (tmp_path / name).write_text(f"# Rent roll\n\n{month} edition\n\nThe monthly rent is EUR {rent}.\n", "utf-8")
    with fresh_database.connection() as connection:
        project_id = ensure_project(connection, "deal")
        connection.commit()
    add_paths(fresh_database, Settings(), project_id, sorted(tmp_path.iterdir()), lambda progress: None)
    return "deal"


@pytest.mark.parametrize(
    ("files", "answer"),
    [
        (["Rent roll.md", "Rent roll_v2.md"], "The monthly rent is EUR 4,350."),
        (["Rent roll.md"], "The monthly rent is EUR 4,200."),
    ],
)
def test_of_two_editions_the_newer_answers_unless_the_older_is_named_alone(
    fresh_database: "Database", editions: str, files: list[str], answer: str
) -> None:
    assert asyncio.run(research(fresh_database, editions, "What is the monthly rent?", files)).answer == answer
