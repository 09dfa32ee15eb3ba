"""Embeddings of a server that misbehaves in every way one can: each ends in a correct, clear outcome."""

import time
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from typing import Any

import numpy as np
import pytest

from sleuth.config import Settings
from sleuth.errors import UserError
from sleuth.models import resilience
from sleuth.models.embeddings import embedding_access, open_embedder
from sleuth.models.failures import ModelSetupError, ModelUnavailableError, UnusableAnswerError
from sleuth.models.hosted import Access
from sleuth.models.hosted_embeddings import HostedEmbedder
from tests.scripted import Reply, Script, breaks_off, embeds, fails, hangs, sends, serve

NAME = "openai:text-embedding-3-small"


@pytest.fixture
def waits() -> list[float]:
    """What was waited; no time passes."""
    return []


@pytest.fixture(autouse=True)
def closed_breakers() -> None:
    """A server's port may be one that failed before."""
    resilience._breakers.clear()


@pytest.fixture
def script() -> Iterator[Script]:
    with serve(embeds()) as running:
        yield running


def embedder_of(
    script: Script,
    name: str = NAME,
    seconds: float = 5.0,
    search_seconds: float = 5.0,
    waits: list[float] | None = None,
) -> HostedEmbedder:
    embedder = HostedEmbedder(name, Access(script.url, "secret", seconds, search_seconds))
    embedder._endpoint.pause = ([] if waits is None else waits).append
    return embedder


def vector_row(*numbers: object, index: int = 0) -> dict[str, Any]:
    return {"index": index, "embedding": list(numbers)}


def test_rows_come_in_the_order_of_the_texts_and_have_length_one(script: Script) -> None:
    embedder = embedder_of(script)
    matrix = embedder.embed_passages(["net sales rose", "the tenant pays rent"])
    assert matrix.shape == (2, 64)
    assert matrix.dtype == np.float32
    assert np.allclose(np.linalg.norm(matrix, axis=1), 1)
    assert np.argmax(matrix @ embedder.embed_query("rent of the tenant")) == 1


def test_the_model_and_the_key_are_sent_and_no_dimensions(script: Script) -> None:
    embedder_of(script, "openai:text-embedding-ada-002").embed_query("rent")
    assert script.requests == [{"model": "text-embedding-ada-002", "input": ["rent"]}]
    assert script.paths == ["/v1/embeddings"]
    assert script.keys == ["Bearer secret"]


def test_the_dimension_is_learned_from_the_first_answer(script: Script) -> None:
    embedder = embedder_of(script)
    embedder.embed_query("rent")
    assert embedder.dimensions == 64
    assert len(script.requests) == 1


def test_a_dimension_asked_for_early_is_learned_by_asking(script: Script) -> None:
    assert embedder_of(script).dimensions == 64
    assert len(script.requests) == 1


def test_many_texts_go_in_portions_of_128(script: Script) -> None:
    matrix = embedder_of(script).embed_passages([f"passage {n}" for n in range(300)])
    assert [len(request["input"]) for request in script.requests] == [128, 128, 44]
    assert np.allclose(matrix[299], embedder_of(script).embed_passages(["passage 299"])[0])


def test_long_texts_are_cut_and_go_in_portions_of_their_bytes(script: Script) -> None:
    embedder_of(script).embed_passages(["å" * 100_000] * 60)
    assert [len(request["input"]) for request in script.requests] == [25, 25, 10]
    assert all(len(text.encode()) == 8_000 for request in script.requests for text in request["input"])


@pytest.mark.parametrize("text", ["", " \n", "\0", "net\0sales", "\ud800", "🧾" * 5_000], ids=repr)
def test_any_string_is_sent_as_a_server_accepts_it(script: Script, text: str) -> None:
    embedder_of(script).embed_passages([text])
    (sent,) = script.requests[0]["input"]
    assert sent.strip()
    assert "\0" not in sent
    assert len(sent.encode()) <= 8_000


def test_no_texts_give_no_rows(script: Script) -> None:
    assert embedder_of(script).embed_passages([]).shape == (0, 64)


def test_tokens_calls_and_cost_are_counted(script: Script) -> None:
    embedder = embedder_of(script)
    embedder.embed_passages(["four words are here"] * 250)
    embedder.embed_query("two words")
    told = embedder.usage.to_json()
    assert (told["calls"], told["tokens_in"]) == (3, 1002)
    assert told["cost_usd"] == "0.000020"
    assert told["tasks"]["passages"]["tokens_in"] == 1000


def test_the_cost_of_an_unknown_model_is_unknown(script: Script) -> None:
    embedder = embedder_of(script, "openai:homegrown")
    embedder.embed_query("rent")
    assert embedder.usage.to_json()["cost_usd"] == "unknown"


@pytest.mark.parametrize("failure", [fails(429), fails(500), fails(503), breaks_off()])
def test_what_may_pass_is_tried_again(script: Script, waits: list[float], failure: Reply) -> None:
    script.replies.insert(0, failure)
    embedder = embedder_of(script, waits=waits)
    assert embedder.embed_passages(["rent"]).shape == (1, 64)
    assert waits == [1.0]
    tally = embedder.usage.task("passages")
    assert (tally.calls, tally.retries, tally.errors) == (1, 1, 1)


def test_a_timeout_is_tried_again(script: Script, waits: list[float]) -> None:
    script.replies.insert(0, hangs(1.0))
    assert embedder_of(script, seconds=0.3, waits=waits).embed_passages(["rent"]).shape == (1, 64)
    assert waits == [1.0]


def test_a_server_that_trickles_is_a_timeout(script: Script) -> None:
    def trickles(handler: BaseHTTPRequestHandler, request: dict[str, Any]) -> None:
        handler.send_response(200)
        handler.end_headers()
        with suppress(ConnectionError):  # the client has given up
            for _ in range(20):
                handler.wfile.write(b" ")
                handler.wfile.flush()
                time.sleep(0.1)

    script.replies = [trickles]
    started = time.monotonic()
    with pytest.raises(ModelUnavailableError, match="timeout"):
        embedder_of(script, search_seconds=0.3).embed_query("rent")
    assert time.monotonic() - started < 2


def test_the_waits_grow_and_then_it_gives_up(script: Script, waits: list[float]) -> None:
    script.replies = [fails(500)]
    with pytest.raises(ModelUnavailableError, match=rf"{NAME}: it did not answer \(a fault of its server"):
        embedder_of(script, waits=waits).embed_passages(["rent"])
    assert waits == [1.0, 2.0, 4.0]


def test_a_question_waits_half_a_second_and_no_more(script: Script, waits: list[float]) -> None:
    script.replies = [fails(500)]
    with pytest.raises(ModelUnavailableError):
        embedder_of(script, waits=waits).embed_query("rent")
    assert waits == [0.5]


def test_after_five_failures_the_server_is_left_alone(script: Script) -> None:
    script.replies = [fails(500)]
    for _ in range(3):
        with pytest.raises(ModelUnavailableError):
            embedder_of(script).embed_query("rent")
    asked = len(script.requests)
    with pytest.raises(ModelUnavailableError, match="in a row"):
        embedder_of(script).embed_query("rent")
    assert len(script.requests) == asked == 5


def test_nobody_there_is_no_connection() -> None:
    with pytest.raises(ModelUnavailableError, match="no connection"):
        embedder_of(Script("http://127.0.0.1:9/v1")).embed_query("rent")


@pytest.mark.parametrize(
    ("failure", "remedy"),
    [
        (fails(401), "SLEUTH_EMBEDDING_KEY"),
        (fails(403), "SLEUTH_EMBEDDING_KEY"),
        (fails(404), "SLEUTH_EMBEDDING and SLEUTH_EMBEDDING_URL"),
        (fails(400), "refuses the request: 400 scripted"),
        (sends(422, {"message": "too many texts"}), "too many texts"),
        (sends(413, "<html>"), "refuses the request: 413"),
        (sends(307, {}, location="http://127.0.0.1:9/"), "refuses the request: 307"),
        (fails(402), "no quota left"),
        (fails(429, code="insufficient_quota"), "no quota left"),
    ],
)
def test_what_no_retry_mends_fails_at_once_with_the_remedy(script: Script, failure: Reply, remedy: str) -> None:
    script.replies = [failure]
    with pytest.raises(ModelSetupError, match=remedy):
        embedder_of(script).embed_passages(["rent"])
    assert len(script.requests) == 1


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({"hello": "world"}, "no vectors"),
        ({"error": {"message": "overloaded"}}, "no vectors"),
        ([], "not a JSON object"),
        ({"data": []}, "0 vectors for 2 texts"),
        ({"data": [vector_row(1, 0)]}, "1 vectors for 2 texts"),
        ({"data": [vector_row(1, 0), vector_row(1, 0)]}, "1 vectors for 2 texts"),
        ({"data": [vector_row(1, 0), vector_row(1, 0, index=7)]}, "2 vectors for 2 texts"),
        ({"data": [vector_row(1, 0), vector_row(1, 0, 0, index=1)]}, "no vectors"),
        ({"data": [vector_row(1, 0), vector_row(0, 0, index=1)]}, "no direction"),
        ({"data": [vector_row(1, 0), vector_row(None, 0, index=1)]}, "no direction|no vectors"),
        ({"data": [vector_row(1, 0), vector_row(float("inf"), 0, index=1)]}, "no direction"),
        ({"data": [vector_row(1, 0), vector_row(10**400, 0, index=1)]}, "no vectors"),
        ({"data": [vector_row(), vector_row(index=1)]}, "not rows of numbers"),
        ({"data": [vector_row([1]), vector_row([1], index=1)]}, "not rows of numbers"),
        ({"data": [{"index": 0}, {"index": 1}]}, "no vectors"),
        ({"data": ["a", "b"]}, "no vectors"),
    ],
)
def test_an_answer_without_the_vectors_is_told_apart(script: Script, body: object, reason: str) -> None:
    script.replies = [sends(200, body)]
    with pytest.raises(UnusableAnswerError, match=reason):
        embedder_of(script).embed_passages(["rent", "lease"])


def test_half_a_body_that_claims_to_be_whole_is_not_json(script: Script) -> None:
    def cut(handler: BaseHTTPRequestHandler, request: dict[str, Any]) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", "24")
        handler.send_header("Connection", "close")
        handler.end_headers()
        handler.wfile.write(b'{"data": [{"embedding": ')

    script.replies = [cut]
    with pytest.raises(UnusableAnswerError, match="not JSON"):
        embedder_of(script).embed_passages(["rent"])


def test_vectors_of_another_dimension_than_before_are_refused(script: Script) -> None:
    embedder = embedder_of(script)
    embedder.embed_query("rent")
    script.replies = [embeds(dimensions=32)]
    with pytest.raises(UnusableAnswerError, match="have 32 numbers, and had 64 before"):
        embedder.embed_query("lease")


def test_without_a_key_openai_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(ModelSetupError, match="SLEUTH_EMBEDDING_KEY or OPENAI_API_KEY"):
        HostedEmbedder(NAME, Access())


def test_a_server_of_ones_own_needs_no_key(script: Script) -> None:
    HostedEmbedder(NAME, Access(script.url)).embed_query("rent")
    assert script.keys == [None]


def test_a_key_in_the_environment_serves_where_it_belongs(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "from the environment\n")
    monkeypatch.setenv("OPENAI_BASE_URL", script.url)
    HostedEmbedder(NAME, Access()).embed_query("rent")
    assert script.keys == ["Bearer from the environment"]


def test_a_key_in_the_environment_goes_to_no_other_server(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "from the environment")
    HostedEmbedder(NAME, Access(script.url)).embed_query("rent")
    assert script.keys == [None]


def test_a_key_that_cannot_be_sent_is_refused_and_not_shown() -> None:
    with pytest.raises(ModelSetupError, match="SLEUTH_EMBEDDING_KEY holds characters") as refused:
        HostedEmbedder(NAME, Access("http://127.0.0.1:9/v1", "sk-gehe\u2026im"))
    assert "gehe" not in str(refused.value)


@pytest.mark.parametrize("url", ["localhost:8000/v1", "ftp://somewhere/v1", "http://host:port/v1"])
def test_an_address_that_is_none_names_the_setting(url: str) -> None:
    with pytest.raises(ModelSetupError, match="SLEUTH_EMBEDDING_URL"):
        HostedEmbedder(NAME, Access(url, "k")).embed_query("rent")


def test_settings_say_where_and_with_which_key(script: Script) -> None:
    settings = Settings(embedding=NAME, embedding_url=f"{script.url}/", embedding_key="of the settings")
    embedder = open_embedder(NAME, embedding_access(settings))
    embedder.embed_query("rent")
    assert (script.keys, script.paths) == (["Bearer of the settings"], ["/v1/embeddings"])
    assert "of the settings" not in repr(settings) + repr(embedding_access(settings))
    assert open_embedder(NAME, embedding_access(settings)) is embedder


def test_a_provider_without_a_model_is_no_name() -> None:
    with pytest.raises(UserError, match="openai:NAME"):
        open_embedder("openai:")
