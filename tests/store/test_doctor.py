"""The doctor says what runs, what is wrong and how to mend it."""

import json
from pathlib import Path

import psycopg
import pytest

from sleuth.config import Settings
from sleuth.store.server.database import open_database
from sleuth.store.server.doctor import Finding, Report, Status, examine
from sleuth.store.server.locks import EMBEDDING, held
from tests.scripted import says, serve

DOCUMENT = """
INSERT INTO projects (name, embedding) VALUES ('deal', 'minilm');
INSERT INTO documents (project_id, filename, content_hash, kind, page_source, language, stemmer, quality, status,
                       page_count, passage_count)
    SELECT id, 'a.pdf', 'ab', 'pdf', 'printed', 'en', 'english', 'unknown', 'ready', 1, 2 FROM projects;
INSERT INTO passages (project_id, document_id, position, page, start, "end", content, language)
    SELECT project_id, id, n, 1, n, n + 9, 'text', 'english' FROM documents, generate_series(1, 2) n;
"""


@pytest.fixture
def settings(fresh_url: str, tmp_path: Path) -> Settings:
    return Settings(database_url=fresh_url, home=tmp_path)


def finding(report: Report, name: str) -> Finding:
    return next(finding for finding in report.findings if finding.name == name)


def test_a_new_home_is_healthy(database_url: str, tmp_path: Path) -> None:
    report = examine(Settings(database_url=database_url, home=tmp_path))
    assert report.healthy
    assert finding(report, "postgresql").detail.startswith("18.")
    assert finding(report, "locale").status is Status.OK


def test_passages_without_vectors_are_counted_with_the_remedy(settings: Settings) -> None:
    with open_database(settings) as opened, opened.connection() as connection:
        connection.execute(DOCUMENT)
    found = finding(examine(settings), "project deal")
    assert found.status is Status.WARN
    assert found.detail == "1 document, 2 passages, 0 vectors (minilm)"
    assert "sleuth worker" in found.remedy


def test_vectors_that_are_being_made_are_work_and_need_no_remedy(settings: Settings) -> None:
    with open_database(settings) as opened, opened.connection() as connection, opened.connection() as worker:
        connection.execute(DOCUMENT)
        connection.commit()
        (number,) = connection.execute("SELECT id FROM projects").fetchone() or (0,)
        with held(worker, EMBEDDING, number):
            report = examine(settings)
    assert finding(report, "work").detail == "no file waits; vectors are being made of deal"
    assert finding(report, "project deal").status is Status.OK
    assert finding(report, "project deal").detail.endswith("0 vectors (minilm); its vectors are being made now")
    assert "being made" not in finding(examine(settings), "project deal").detail


def test_models_that_are_chosen_are_named_without_being_called(settings: Settings) -> None:
    hosted = {"embedding": "openai:text-embedding-3-large", "rerank": "voyage:rerank-2.5"}
    away = {"embedding_url": "http://127.0.0.1:9/v1", "rerank_url": "http://127.0.0.1:9/v1"}
    report = examine(settings.model_copy(update=hosted | away))
    assert finding(report, "embedding").detail == "openai:text-embedding-3-large, hosted"
    assert finding(report, "embedding").status is finding(report, "reranker").status is Status.OK
    report = examine(settings.model_copy(update=hosted))
    assert "SLEUTH_EMBEDDING_KEY" in finding(report, "embedding").remedy
    assert "VOYAGE_API_KEY" in finding(report, "reranker").remedy


def test_the_language_model_is_asked_whether_it_answers(settings: Settings) -> None:
    with serve(says({"ready": True})) as script:
        chosen = settings.model_copy(update={"model": "llama3", "model_url": script.url})
        found = finding(examine(chosen), "language model")
    assert found.status is Status.OK
    assert "llama3 answered in" in found.detail


def test_a_language_model_that_does_not_answer_is_a_warning_with_its_remedy(settings: Settings) -> None:
    chosen = settings.model_copy(update={"model": "llama3", "model_url": "http://127.0.0.1:9/v1"})
    report = examine(chosen)
    assert report.healthy
    found = finding(report, "language model")
    assert (found.status, "SLEUTH_MODEL_URL" in found.remedy) == (Status.WARN, True)


def test_a_server_that_is_away_is_a_finding_and_not_an_error(tmp_path: Path) -> None:
    report = examine(Settings(database_url="postgresql://ann:hunter2@127.0.0.1:1/papers", home=tmp_path))
    assert not report.healthy
    assert finding(report, "database").status is Status.FAIL
    assert "hunter2" not in json.dumps(report.to_json())


def test_work_that_waits_and_work_that_failed_is_counted(settings: Settings) -> None:
    with open_database(settings), psycopg.connect(str(settings.database_url)) as connection:
        connection.execute("CREATE SCHEMA dbos")
        connection.execute(
            "CREATE TABLE dbos.workflow_status AS SELECT unnest('{ENQUEUED,PENDING,ERROR}'::text[]) status"
        )
    found = finding(examine(settings), "work")
    assert found.detail == "2 waiting or running, 1 failed"
    assert "sleuth worker" in found.remedy


def test_one_look_that_fails_does_not_hide_the_others(settings: Settings) -> None:
    with open_database(settings), psycopg.connect(str(settings.database_url)) as connection:
        connection.execute("ALTER TABLE sleuth.passages RENAME TO lost")
    report = examine(settings)
    assert finding(report, "projects").status is Status.FAIL
    assert finding(report, "work").status is Status.OK


def test_the_report_is_plain_json(settings: Settings) -> None:
    written = json.loads(json.dumps(examine(settings).to_json()))
    assert {"name", "status", "detail", "remedy"} == set(written["findings"][0])
