"""Retrieval before the answer, on a real store."""

import asyncio
import logging
from collections.abc import Callable

import psycopg
import pytest

from sleuth.ingest.context import embedding_text
from sleuth.models.embeddings import open_embedder
from sleuth.search import before
from sleuth.search.before import Limits, RetrievalMetrics, Retrieved, Retriever
from sleuth.search.intent import Intent
from sleuth.store.documents.documents import remove_document
from sleuth.store.index.vectors import pending_passages, save_vectors
from sleuth.store.projects import set_embedding_model
from sleuth.store.server.database import Database
from tests.documents import drafts_of, source_of, store

NewProject = Callable[..., int]


def add(connection: psycopg.Connection, project: int, filename: str, *texts: str) -> None:
    source = source_of(filename, *texts)
    store(connection, project, source, drafts_of(source))
    connection.commit()


@pytest.fixture
def room(connection: psycopg.Connection, project: int) -> int:
    add(connection, project, "Q3_Report.pdf", "Cover", "Q3 revenue was EUR 5.2 million.", "Q2 revenue was 4.8 million.")
    embed(connection, project)
    return project


def embed(connection: psycopg.Connection, project: int) -> None:
    """Give the project's passages their vectors: a search without them is incomplete, and not kept."""
    set_embedding_model(connection, project, "minilm")
    batch = pending_passages(connection, project, "minilm", 100)
    matrix = open_embedder("minilm").embed_passages([embedding_text(p.context, p.content) for p in batch])
    save_vectors(connection, project, "minilm", [(p.id, p.document_id) for p in batch], matrix)
    connection.commit()


def ask(retriever: Retriever, project: int, message: str) -> Retrieved:
    return asyncio.run(retriever.before(project, message))


@pytest.mark.parametrize(("message", "intent"), [("Hello!", Intent.GREETING), ("summarize our chat", Intent.META)])
def test_a_greeting_and_a_question_about_the_chat_skip_the_search(
    database: Database, room: int, message: str, intent: Intent
) -> None:
    retrieved = ask(Retriever(database), room, message)
    assert retrieved.intent is intent
    assert retrieved.skipped
    assert retrieved.metrics.skipped
    assert (retrieved.hits, retrieved.context) == ((), "")


def test_an_empty_message_skips_the_search(database: Database, room: int) -> None:
    assert ask(Retriever(database), room, "  ").skipped


def test_a_question_finds_its_passage_with_its_source(database: Database, room: int) -> None:
    retrieved = ask(Retriever(database), room, "What was Q3 revenue?")
    assert not retrieved.skipped
    assert retrieved.hits[0].page == 2
    assert retrieved.context.startswith("- Q3 revenue was EUR 5.2 million. [Source: Q3_Report.pdf (p2)]")


def test_a_greeting_before_the_question_does_not_hide_it(database: Database, room: int) -> None:
    assert "5.2" in ask(Retriever(database), room, "Hi, what was Q3 revenue?").context


def test_the_same_topic_is_searched_once(database: Database, room: int) -> None:
    retriever = Retriever(database)
    first, second = ask(retriever, room, "Q3 revenue?"), ask(retriever, room, "Q3 revenue data")
    assert (first.metrics.cache_hit, second.metrics.cache_hit) == (False, True)
    assert second.context == first.context


def test_another_quarter_is_another_search(database: Database, room: int) -> None:
    retriever = Retriever(database)
    ask(retriever, room, "Q3 revenue")
    assert not ask(retriever, room, "Q2 revenue").metrics.cache_hit


def test_a_new_document_is_found_at_once(database: Database, connection: psycopg.Connection, room: int) -> None:
    retriever = Retriever(database)
    ask(retriever, room, "Q3 revenue?")
    add(connection, room, "Q3_Report_CORRECTED.pdf", "Q3 revenue was restated to EUR 5.1 million.")
    retrieved = ask(retriever, room, "Q3 revenue?")
    assert not retrieved.metrics.cache_hit
    assert "5.1" in retrieved.context


def test_a_removed_document_is_not_shown_again(database: Database, connection: psycopg.Connection, room: int) -> None:
    retriever = Retriever(database)
    ask(retriever, room, "Q3 revenue?")
    remove_document(connection, room, "Q3_Report.pdf")
    connection.commit()
    assert ask(retriever, room, "Q3 revenue?").context == ""


def test_what_one_project_found_no_other_is_shown(database: Database, room: int, new_project: NewProject) -> None:
    retriever = Retriever(database)
    ask(retriever, room, "Q3 revenue?")
    other = ask(retriever, new_project(), "Q3 revenue?")
    assert not other.metrics.cache_hit
    assert other.context == ""


def test_what_was_found_is_forgotten_in_time(database: Database, room: int) -> None:
    now = [0.0]
    retriever = Retriever(database, limits=Limits(cache_ms=1_000), clock=lambda: now[0])
    ask(retriever, room, "Q3 revenue?")
    now[0] = 1.0
    assert not ask(retriever, room, "Q3 revenue?").metrics.cache_hit


def test_the_budget_is_kept(database: Database, connection: psycopg.Connection, project: int) -> None:
    add(connection, project, "long.pdf", *[f"revenue {number} " * 40 for number in range(20)])
    retrieved = ask(Retriever(database, limits=Limits(most_tokens=300)), project, "revenue")
    assert retrieved.context
    assert len(retrieved.context) <= 300 * 4


def test_every_message_reports_its_metrics(database: Database, room: int) -> None:
    reported: list[RetrievalMetrics] = []
    retriever = Retriever(database, on_retrieval_complete=reported.append)
    for message in ("Hello", "Q3 revenue?", "Q3 revenue?"):
        ask(retriever, room, message)
    assert [(one.skipped, one.cache_hit) for one in reported] == [(True, False), (False, False), (False, True)]
    assert all(one.latency_ms >= 0 for one in reported)


def test_a_slow_search_is_warned_of(
    database: Database, room: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(before, "SLOW_MS", 0.0)
    with caplog.at_level(logging.WARNING):
        ask(Retriever(database), room, "Q3 revenue?")
    assert "retrieval_slow" in caplog.text


def test_a_search_that_fails_says_so_and_lets_the_answer_go_on(
    database: Database, room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise psycopg.OperationalError("the server is gone")

    monkeypatch.setattr(before, "search", fail)
    retrieved = ask(Retriever(database), room, "Q3 revenue?")
    assert retrieved.hits == ()
    assert not retrieved.skipped
    assert "could not be searched" in retrieved.degraded[0]


def test_an_incomplete_search_is_said_and_not_kept(
    database: Database, connection: psycopg.Connection, project: int
) -> None:
    add(connection, project, "Q3_Report.pdf", "Q3 revenue was EUR 5.2 million.")
    retriever = Retriever(database)
    assert "found by words only" in ask(retriever, project, "Q3 revenue?").degraded[0]
    assert not ask(retriever, project, "Q3 revenue?").metrics.cache_hit


def test_a_search_that_failed_is_tried_again(database: Database, room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    retriever = Retriever(database)
    with monkeypatch.context() as patch:
        patch.setattr(before, "search", lambda *_, **__: (_ for _ in ()).throw(OSError("no route")))
        ask(retriever, room, "Q3 revenue?")
    assert "5.2" in ask(retriever, room, "Q3 revenue?").context


def test_a_search_that_hangs_does_not_hold_the_answer_up(
    database: Database, room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    import time

    monkeypatch.setattr(before, "search", lambda *_, **__: time.sleep(0.5))
    retrieved = ask(Retriever(database, limits=Limits(wait_seconds=0.01)), room, "Q3 revenue?")
    assert "took more than" in retrieved.degraded[0]


def test_without_an_event_loop_the_same_is_found(database: Database, room: int) -> None:
    retrieved = Retriever(database).before_blocking(room, "What was Q3 revenue?")
    assert "5.2" in retrieved.context
