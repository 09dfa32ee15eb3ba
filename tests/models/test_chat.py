"""A chat model that misbehaves in every way a hosted one can: each ends in a correct, clear outcome."""

import asyncio
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest

from sleuth.config import Settings
from sleuth.models.abilities import Abilities
from sleuth.models.chat import Chat, chosen_model, open_chat
from sleuth.models.failures import ModelSetupError, ModelUnavailableError, UnusableAnswerError
from sleuth.models.resilience import Attempts, Breaker
from sleuth.models.usage import price_of
from sleuth.reason.model.shapes import Graded
from tests.scripted import Reply, Script, breaks_off, fails, hangs, says, sends, sends_text, serve, streams

GOOD = {"verdict": "FINISH", "reason": "it is all there"}


class Clock:
    """Time that passes only when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


def chat_of(script: Script, clock: Clock, breaker: Breaker | None = None, seconds: float = 5.0) -> Chat:
    chat = open_chat(Settings(model="openai:o3-mini", model_url=script.url, model_key="k", model_seconds=seconds))
    assert chat is not None
    chat._attempts = Attempts(breaker or Breaker(clock=lambda: clock.now), clock.sleep)
    chat.abilities = Abilities()  # what another test learned of a server at the same port is of no use
    return chat


def asked(chat: Chat) -> Awaitable[Graded]:
    return chat.ask("grade", "rules", "material", Graded)


def ask(*replies: Reply, seconds: float = 5.0) -> tuple[Graded, Clock, Script, Chat]:
    clock = Clock()
    with serve(*replies) as script:
        chat = chat_of(script, clock, seconds=seconds)
        return asyncio.run(asked(chat)), clock, script, chat  # type: ignore[arg-type]


def test_an_answer_comes_in_the_shape_asked_for() -> None:
    answer, _, script, _ = ask(says(GOOD))
    assert answer == Graded(verdict="FINISH", reason="it is all there")
    assert script.requests[0]["model"] == "o3-mini"


def test_tokens_and_cost_are_counted() -> None:
    _, _, _, chat = ask(says(GOOD))
    told = chat.usage.to_json()
    assert (told["calls"], told["tokens_in"], told["tokens_out"]) == (1, 100, 20)
    assert told["cost_usd"] == "0.000198"


def test_the_cost_of_an_unknown_model_is_unknown() -> None:
    chat = open_chat(Settings(model="openai:homegrown", model_url="http://127.0.0.1:9/v1", model_key="k"))
    assert chat is not None
    assert chat.usage.to_json()["cost_usd"] == "unknown"


@pytest.mark.parametrize(
    ("model", "listed"),
    [
        ("openai:o3-mini-2025-01-31", "o3-mini"),
        ("anthropic:claude-3-5-haiku-latest", "claude-3-5-haiku"),
        ("anthropic:claude-sonnet-4-20250514", "claude-sonnet-4"),
        ("openai:o3-pro", None),
        ("openai:gpt-5-pro", None),
        ("anthropic:claude-opus-4-5-20251101", None),
        ("openai:ft:gpt-4o-mini-2024-07-18:acme::x", None),
    ],
)
def test_an_edition_costs_what_its_model_costs_and_a_sibling_is_unknown(model: str, listed: str | None) -> None:
    assert price_of(model) == (price_of(listed) if listed else None)
    assert listed is None or price_of(listed) is not None


@pytest.mark.parametrize("failure", [fails(429), fails(500), fails(503), breaks_off()])
def test_what_may_pass_is_tried_again_after_a_second(failure: Reply) -> None:
    answer, clock, _, chat = ask(failure, says(GOOD))
    assert answer.verdict == "FINISH"
    assert clock.slept == [1.0]
    told = chat.usage.to_json()
    assert (told["calls"], told["retries"], told["errors"]) == (1, 1, 1)


def test_a_silent_server_is_not_asked_the_same_again() -> None:
    """It may still be reading the first one."""
    with serve(hangs(1.0)) as script, pytest.raises(ModelUnavailableError, match="SLEUTH_MODEL_SECONDS"):
        asyncio.run(asked(chat_of(script, Clock(), seconds=0.3)))  # type: ignore[arg-type]
    assert len(script.requests) == 1


def test_an_answer_may_take_long_while_it_goes_on() -> None:
    words = [{"content": piece} for piece in ('{"verdict": "FINISH", ', '"reason": ', '"it ', "is ", "all ", 'there"}')]
    answer, _, _, _ = ask(streams(*words, wait=0.2), seconds=0.5)
    assert answer == Graded(verdict="FINISH", reason="it is all there")


def test_a_server_that_falls_silent_in_the_middle_is_given_up() -> None:
    words = [{"content": '{"verdict": '}, {"content": '"FINISH"'}]
    with serve(streams(*words, wait=0.8)) as script, pytest.raises(ModelUnavailableError, match="said nothing"):
        asyncio.run(asked(chat_of(script, Clock(), seconds=0.4)))  # type: ignore[arg-type]


def test_an_answer_that_breaks_off_is_not_asked_for_again() -> None:
    words = [{"content": '{"verdict": '}, {"content": '"FIN'}]
    with serve(streams(*words, finish=None)) as script, pytest.raises(ModelUnavailableError, match="broke off"):
        asyncio.run(asked(chat_of(script, Clock())))  # type: ignore[arg-type]
    assert len(script.requests) == 1


def test_a_server_that_sends_anything_but_words_is_given_up() -> None:
    def trickles(handler: BaseHTTPRequestHandler, request: dict[str, Any]) -> None:
        handler.send_response(200)
        handler.end_headers()
        with suppress(ConnectionError):
            for _ in range(30):
                handler.wfile.write(b" ")
                handler.wfile.flush()
                time.sleep(0.1)

    with serve(trickles) as script, pytest.raises(ModelUnavailableError, match="said nothing"):
        asyncio.run(asked(chat_of(script, Clock(), seconds=0.5)))  # type: ignore[arg-type]


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
def test_a_program_that_is_told_to_stop_does_not_wait_for_the_model() -> None:
    program = (
        # Whoever started the tests in the background made them, and what they start, ignore Ctrl-C.
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "import asyncio, sys; from sleuth.config import Settings; from sleuth.models.chat import open_chat\n"
        "from sleuth.reason.model.shapes import Graded\n"
        "chat = open_chat(Settings(model='openai:o3-mini', model_url=sys.argv[1], model_key='k'))\n"
        "asyncio.run(chat.ask('grade', 'rules', 'material', Graded))"
    )
    with (
        serve(hangs(30)) as script,
        subprocess.Popen([sys.executable, "-c", program, script.url], stderr=subprocess.PIPE, text=True) as asking,
    ):
        while not script.requests and asking.poll() is None:
            time.sleep(0.05)
        asking.send_signal(signal.SIGINT)
        _, said = asking.communicate(timeout=10)
    assert "KeyboardInterrupt" in said


def test_the_waits_grow_and_then_it_gives_up() -> None:
    clock = Clock()
    with serve(fails(500)) as script, pytest.raises(ModelUnavailableError, match="a fault of its server"):
        asyncio.run(asked(chat_of(script, clock)))  # type: ignore[arg-type]
    assert clock.slept == [1.0, 2.0, 4.0]
    assert len(script.requests) == 4


def test_a_server_that_names_a_wait_gets_it() -> None:
    _, clock, _, _ = ask(fails(429, retry_after="7"), says(GOOD))
    assert clock.slept == [7.0]


@pytest.mark.parametrize(
    ("failure", "remedy"),
    [
        (fails(401), "key"),
        (fails(403), "key"),
        (fails(404), "SLEUTH_MODEL"),
        (fails(400, code="context_length_exceeded"), "SLEUTH_EVIDENCE_CHARACTERS"),
        (fails(429, code="insufficient_quota"), "quota"),
    ],
)
def test_what_no_retry_mends_fails_at_once_with_the_remedy(failure: Reply, remedy: str) -> None:
    clock = Clock()
    with serve(failure) as script, pytest.raises(ModelSetupError, match=remedy):
        asyncio.run(asked(chat_of(script, clock)))  # type: ignore[arg-type]
    assert len(script.requests) == 1


def test_a_refusal_that_names_nothing_to_do_without_is_passed_on() -> None:
    with serve(fails(400)) as script, pytest.raises(ModelSetupError, match="refuses the request"):
        asyncio.run(asked(chat_of(script, Clock())))  # type: ignore[arg-type]
    assert [request.get("response_format", {}).get("type") for request in script.requests] == [
        "json_schema", "json_object", None,
    ]  # fmt: skip


@pytest.mark.parametrize(
    "reply",
    [
        says("no JSON at all"),
        says({"verdict": "PERHAPS", "reason": "?"}),
        says({"reason": "no verdict"}),
        says({"verdict": "FIN"}, finish="length"),
        says(GOOD, finish="content_filter"),
        says(GOOD, refusal="I cannot help with that."),
        sends(200, {"hello": "world"}),
        sends(200, []),
        sends_text("[" * 200_000),
    ],
    ids=[
        "text",
        "unknown value",
        "missing field",
        "cut off",
        "filtered",
        "refusal",
        "foreign body",
        "list",
        "bottomless",
    ],
)
def test_an_answer_that_is_none_is_told_apart(reply: Reply) -> None:
    clock = Clock()
    with serve(reply) as script, pytest.raises(UnusableAnswerError):
        asyncio.run(asked(chat_of(script, clock)))  # type: ignore[arg-type]


def test_an_answer_that_was_cut_off_is_paid_for() -> None:
    with serve(says('{"verdict": "FIN', finish="length")) as script:
        chat = chat_of(script, Clock())
        with pytest.raises(UnusableAnswerError):
            asyncio.run(asked(chat))  # type: ignore[arg-type]
    assert (chat.usage.total().tokens_in, chat.usage.total().tokens_out) == (100, 20)


def test_after_five_failures_the_model_is_left_alone_for_a_minute() -> None:
    clock = Clock()
    breaker = Breaker(clock=lambda: clock.now)

    async def walk(script: Script) -> None:
        chat = chat_of(script, clock, breaker)
        for _ in range(2):
            with pytest.raises(ModelUnavailableError):
                await asked(chat)
        count = len(script.requests)
        with pytest.raises(ModelUnavailableError, match="in a row"):
            await asked(chat)
        assert len(script.requests) == count == 5
        clock.now += 61
        script.replies = [says(GOOD)]
        assert (await asked(chat)).verdict == "FINISH"
        assert (await asked(chat)).verdict == "FINISH"

    with serve(fails(500)) as script:
        asyncio.run(walk(script))


def test_a_probe_that_fails_opens_the_breaker_again() -> None:
    clock = Clock()
    breaker = Breaker(failures=5, opened=0.0, clock=lambda: clock.now)
    clock.now = 61
    breaker.admit()
    with pytest.raises(ModelUnavailableError):
        breaker.admit()
    breaker.record(False)
    with pytest.raises(ModelUnavailableError, match="60 s"):
        breaker.admit()


def test_without_a_name_and_a_key_no_model_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    assert chosen_model(Settings()) is None


def test_a_key_alone_chooses_o3_mini(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    assert chosen_model(Settings()) == "openai:o3-mini"
    assert chosen_model(Settings(model="none")) is None


def test_an_unknown_provider_is_named_with_the_remedy() -> None:
    with pytest.raises(ModelSetupError, match="PROVIDER:MODEL"):
        open_chat(Settings(model="nobody:nothing"))


@pytest.mark.parametrize("url", ["localhost:11434/v1", "ftp://somewhere/v1", "http://host:99999/v1", "http:///v1"])
def test_an_address_that_is_none_is_named_with_the_remedy(url: str) -> None:
    with pytest.raises(ModelSetupError, match=r"SLEUTH_MODEL_URL=.* is no address. It reads http://HOST:PORT/v1"):
        open_chat(Settings(model="openai:o3-mini", model_url=url, model_key="k"))


def test_a_provider_without_a_model_is_named_with_the_remedy() -> None:
    with pytest.raises(ModelSetupError, match="SLEUTH_MODEL=openai: names no model"):
        open_chat(Settings(model="openai:", model_key="k"))


def test_a_key_that_cannot_be_sent_is_named_and_not_shown() -> None:
    chat = open_chat(Settings(model="openai:o3-mini", model_url="http://127.0.0.1:9/v1", model_key="sk-gehe\u2026im"))
    assert chat is not None
    with pytest.raises(ModelSetupError, match="SLEUTH_MODEL_KEY") as refused:
        asyncio.run(asked(chat))  # type: ignore[arg-type]
    assert "gehe" not in str(refused.value)


def test_a_question_that_no_encoding_holds_is_asked_all_the_same() -> None:
    with serve(says(GOOD)) as script:
        asyncio.run(chat_of(script, Clock()).ask("grade", "rules", "rent \ud800?", Graded))
    assert script.requests[0]["messages"][1]["content"] == "rent ??"


def test_two_servers_of_one_model_fail_apart() -> None:
    chats = [
        open_chat(Settings(model="openai:o3-mini", model_url=f"http://127.0.0.1:{port}/v1", model_key="k"))
        for port in (8, 8, 9)
    ]
    one, again, other = (chat._attempts.breaker for chat in chats if chat)
    assert one is again is not other


def test_a_missing_key_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(ModelSetupError, match="cannot be opened"):
        open_chat(Settings(model="openai:o3-mini"))
