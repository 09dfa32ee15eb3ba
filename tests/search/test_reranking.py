"""A reranker orders the best candidates anew; one that fails leaves the order as it was and says so."""

import secrets
import time
from collections.abc import Iterator

import psycopg
import pytest

from sleuth.config import Settings
from sleuth.errors import UserError
from sleuth.models import resilience
from sleuth.models.failures import ModelSetupError
from sleuth.models.rerank import open_reranker
from sleuth.search.hit import Results
from sleuth.search.hybrid import search
from sleuth.search.services import services_of
from sleuth.store.projects import ensure_project
from sleuth.store.server.database import Database
from tests.scripted import Reply, Script, breaks_off, fails, hangs, ranks, sends, sends_text, serve
from tests.search.test_hybrid import LEASE, REPORT, add, embed

QUERY = "what does it say of the year"
ROWS = {"voyage:rerank-2.5": "data", "cohere:rerank-v3.5": "results"}


@pytest.fixture(autouse=True)
def closed_breakers() -> None:
    resilience._breakers.clear()


@pytest.fixture
def connection(database: Database) -> Iterator[psycopg.Connection]:
    with database.connection() as connection:
        yield connection


@pytest.fixture
def filled(connection: psycopg.Connection) -> int:
    project = ensure_project(connection, secrets.token_hex(8))
    add(connection, project, "lease.pdf", LEASE)
    add(connection, project, "report.pdf", REPORT)
    embed(connection, project)
    return project


def settings_of(script: Script, name: str = "cohere:rerank-v3.5", seconds: float = 4.0) -> Settings:
    return Settings(rerank=name, rerank_url=script.url, rerank_key="secret", search_seconds=seconds)


def asked(connection: psycopg.Connection, project: int, settings: Settings) -> Results:
    return search(connection, project, QUERY, services=services_of(settings))


def likes(word: str, rows: str = "results") -> Reply:
    return ranks(lambda text: 0.9 if word in text else 0.1, rows)


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("word", ["apprentices", "Sweden", "flour"])
def test_what_the_reranker_likes_best_comes_first(
    connection: psycopg.Connection, filled: int, name: str, word: str
) -> None:
    with serve(likes(word, ROWS[name])) as script:
        results = asked(connection, filled, settings_of(script, name))
    assert word in results.hits[0].content
    assert results.degraded == ()
    assert all(0 <= hit.score <= 1 for hit in results.hits)


def test_it_is_asked_once_with_the_question_and_what_passages_and_headings_say(
    connection: psycopg.Connection, filled: int
) -> None:
    with serve(likes("rent")) as script:
        asked(connection, filled, settings_of(script))
    (request,) = script.requests
    assert (request["model"], request["query"]) == ("rerank-v3.5", QUERY)
    assert len(request["documents"]) == len(LEASE + REPORT)
    assert (script.paths, script.keys) == (["/v1/rerank"], ["Bearer secret"])


def test_voyage_is_told_to_cut_what_is_too_long(connection: psycopg.Connection, filled: int) -> None:
    with serve(likes("rent", "data")) as script:
        asked(connection, filled, settings_of(script, "voyage:rerank-2.5"))
    assert script.requests[0]["truncation"] is True


def test_no_more_than_fifty_are_judged_and_they_stand_before_the_rest(connection: psycopg.Connection) -> None:
    project = ensure_project(connection, secrets.token_hex(8))
    add(connection, project, "long.pdf", [f"Year {n}\nThe year {n} was a year like the others." for n in range(80)])
    with serve(ranks(lambda text: -len(text))) as script:
        hits = search(connection, project, QUERY, limit=80, services=services_of(settings_of(script))).hits
    judged = script.requests[0]["documents"]
    assert len(judged) == 50
    assert all(any(hit.content in text for text in judged) for hit in hits[:30])
    assert len(hits) == 80


@pytest.mark.parametrize(
    ("failure", "remark"),
    [
        (fails(429), "too many requests"),
        (fails(500), "a fault of its server"),
        (fails(401), "SLEUTH_RERANK_KEY"),
        (fails(404), "SLEUTH_RERANK and SLEUTH_RERANK_URL"),
        (fails(400), "refuses the request"),
        (breaks_off(), "no connection"),
        (sends(200, {"hello": "world"}), "does not judge each passage once"),
        (sends(200, {"results": []}), "does not judge"),
        (sends(200, {"results": [{"index": 0, "relevance_score": 1}] * 5}), "does not judge"),
        (sends(200, {"results": [{"index": n, "relevance_score": None} for n in range(5)]}), "does not judge"),
        (sends(200, {"results": [{"index": n, "relevance_score": 10**400} for n in range(5)]}), "does not judge"),
        (sends(200, []), "not a JSON object"),
        (sends_text("[" * 200_000), "not JSON"),
    ],
)
def test_a_reranker_that_fails_leaves_the_order_and_a_remark(
    connection: psycopg.Connection, filled: int, failure: Reply, remark: str
) -> None:
    without = search(connection, filled, QUERY)
    with serve(failure) as script:
        results = asked(connection, filled, settings_of(script))
    assert results.hits == without.hits
    (said,) = results.degraded
    assert remark in said
    assert said.startswith("cohere:rerank-v3.5: ")
    assert said.endswith(". Ordered without the reranker.")
    assert len(script.requests) == 1


def test_a_search_does_not_wait_for_a_reranker_that_hangs(connection: psycopg.Connection, filled: int) -> None:
    with serve(hangs(3)) as script:
        started = time.monotonic()
        results = asked(connection, filled, settings_of(script, seconds=0.3))
        assert time.monotonic() - started < 2
    assert "timeout" in results.degraded[0]


def test_after_five_failures_it_is_left_alone(connection: psycopg.Connection, filled: int) -> None:
    with serve(fails(500)) as script:
        for _ in range(7):
            results = asked(connection, filled, settings_of(script))
    assert len(script.requests) == 5
    assert "in a row" in results.degraded[0]


@pytest.mark.parametrize(("name", "cost"), [("cohere:rerank-v3.5", "0.002000"), ("voyage:rerank-2.5", "0.000025")])
def test_what_it_costs_is_counted(name: str, cost: str) -> None:
    with serve(ranks(len, ROWS[name])) as script:
        reranker = open_reranker(settings_of(script, name))
        assert reranker is not None
        assert reranker.relevance("q", ["one", "three", ""]) == [3, 5, 1]
    assert reranker.usage.to_json()["calls"] == 1
    assert reranker.usage.to_json()["cost_usd"] == cost


@pytest.mark.parametrize("path", ["", "/", "/rerank"])
def test_an_address_may_name_the_base_or_the_route(path: str) -> None:
    with serve(ranks(len)) as script:
        reranker = open_reranker(Settings(rerank="cohere:any", rerank_url=script.url + path))
        assert reranker is not None
        reranker.relevance("q", ["one"])
    assert (script.paths, script.keys) == (["/v1/rerank"], [None])


def test_none_is_the_default() -> None:
    assert open_reranker(Settings()) is None
    assert open_reranker(Settings(rerank="none")) is None


@pytest.mark.parametrize("name", ["voyage", "voyage:", "jina:reranker", ":x"])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(UserError, match="voyage:NAME or cohere:NAME"):
        open_reranker(Settings(rerank=name))


def test_without_a_key_the_provider_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VOYAGE_API_KEY", raising=False)
    with pytest.raises(ModelSetupError, match="SLEUTH_RERANK_KEY or VOYAGE_API_KEY"):
        open_reranker(Settings(rerank="voyage:rerank-2.5"))


@pytest.mark.parametrize(("provider", "variable"), [("voyage", "VOYAGE_API_KEY"), ("cohere", "COHERE_API_KEY")])
def test_a_key_in_the_environment_goes_to_no_other_server(
    provider: str, variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, "the provider's")
    with serve(ranks(len, "data" if provider == "voyage" else "results")) as script:
        reranker = open_reranker(Settings(rerank=f"{provider}:any", rerank_url=script.url))
        assert reranker is not None
        reranker.relevance("q", ["one"])
    assert script.keys == [None]
