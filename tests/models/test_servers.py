"""Servers that people run themselves, in the words they really answer with: llama.cpp, vLLM, Ollama, LM Studio."""

import asyncio
import json
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest

from sleuth.config import Settings
from sleuth.models.abilities import Abilities, Form
from sleuth.models.chat import Chat, open_chat
from sleuth.models.context import context_of
from sleuth.models.failures import ModelSetupError, PromptTooLongError, UnusableAnswerError
from sleuth.models.resilience import Attempts, Breaker
from sleuth.reason.model.shapes import Drafted, Graded
from tests.scripted import Reply, Script, says, sends, serve, streams

GOOD = {"verdict": "FINISH", "reason": "it is all there"}
LLAMA_CPP = {
    "error": {
        "code": 400,
        "message": "request (10531 tokens) exceeds the available context size (4096 tokens), try increasing it",
        "type": "exceed_context_size_error",
        "n_prompt_tokens": 10531,
        "n_ctx": 4096,
    }
}
VLLM = {
    "object": "error",
    "message": (
        "This model's maximum context length is 8192 tokens. However, you requested 8203 tokens (7691 in the messages, "
        "512 in the completion). Please reduce the length of the messages or completion."
    ),
    "type": "BadRequestError",
    "param": None,
    "code": 400,
}
VLLM_NEW = {
    "error": {
        "message": (
            "This model's maximum context length is 2048 tokens. However, your request has 2108 input tokens. Please "
            "reduce the length of the input messages. (parameter=input_tokens, value=2108)"
        ),
        "type": "BadRequestError",
        "param": "input_tokens",
        "code": 400,
    }
}
LLAMA_CPP_PYTHON = {"error": {"message": "Requested tokens (2285) exceed context window of 2048", "type": "internal"}}
OLLAMA = {
    "error": {
        "message": (
            "the prompt is longer than the context length currently available to the model; shorten the prompt, adjust "
            "the context length in settings, or use a model with a longer context length"
        ),
        "type": "invalid_request_error",
        "param": None,
        "code": None,
    }
}


def chat_of(script: Script, **settings: Any) -> Chat:
    chat = open_chat(Settings(model="llama3", model_url=script.url, **settings))
    assert chat is not None

    async def at_once(seconds: float) -> None:
        """No test waits for a retry."""

    chat._attempts = Attempts(Breaker(), at_once)
    chat.abilities = Abilities()
    return chat


def ask(chat: Chat, material: str = "material") -> Graded:
    return asyncio.run(chat.ask("grade", "rules", material, Graded))


def formats(script: Script) -> list[str | None]:
    return [request.get("response_format", {}).get("type") for request in script.requests]


def test_a_server_without_json_schema_is_asked_in_json_mode() -> None:
    refusal = sends(400, {"error": {"message": "response_format json_schema is not supported", "code": 400}})
    with serve(refusal, says(GOOD)) as script:
        chat = chat_of(script)
        assert ask(chat).verdict == "FINISH"
        assert formats(script) == ["json_schema", "json_object"]
        assert "keeps to this JSON schema" in script.requests[1]["messages"][1]["content"]


def test_a_server_without_any_form_is_asked_for_a_fenced_block() -> None:
    def strict(handler: BaseHTTPRequestHandler, request: dict[str, Any]) -> None:
        if "response_format" in request:
            sends(422, {"detail": "extra fields not permitted"})(handler, request)
            return
        says(f"Here it is:\n```json\n{json.dumps(GOOD)}\n```\nAnything else?")(handler, request)

    with serve(strict) as script:
        chat = chat_of(script)
        assert ask(chat).verdict == "FINISH"
        assert formats(script) == ["json_schema", "json_object", None]


def test_what_a_server_cannot_do_is_not_asked_of_it_again() -> None:
    def strict(handler: BaseHTTPRequestHandler, request: dict[str, Any]) -> None:
        refused = sends(400, {"error": "'response_format.type' must be 'text'"})
        (refused if "response_format" in request else says(GOOD))(handler, request)

    with serve(strict) as script:
        chat = chat_of(script)
        ask(chat)
        ask(chat)
        assert formats(script) == ["json_schema", "json_object", None, None]


def test_a_server_that_ignores_the_form_is_told_it_in_words() -> None:
    with serve(says("I would say it suffices."), says(GOOD)) as script:
        assert ask(chat_of(script)).verdict == "FINISH"
        assert formats(script) == ["json_schema", None]


@pytest.mark.parametrize("parameter", ["temperature", "stream_options", "max_tokens"])
def test_a_parameter_that_a_server_refuses_is_left_out(parameter: str) -> None:
    def strict(handler: BaseHTTPRequestHandler, request: dict[str, Any]) -> None:
        refusal = sends(400, {"error": {"message": f"Unsupported parameter: '{parameter}'", "code": None}})
        (refusal if parameter in request else says(GOOD))(handler, request)

    with serve(strict) as script:
        chat = chat_of(script)
        assert ask(chat).verdict == "FINISH"
        assert len(script.requests) == 2
        assert chat.abilities.form is Form.SCHEMA


def test_a_server_that_does_not_stream_is_asked_for_the_whole() -> None:
    def whole(handler: BaseHTTPRequestHandler, request: dict[str, Any]) -> None:
        says(GOOD)(handler, {**request, "stream": False})

    with serve(whole) as script:
        assert ask(chat_of(script)).verdict == "FINISH"


def test_the_length_of_an_answer_is_limited() -> None:
    with serve(says(GOOD)) as script:
        ask(chat_of(script, answer_tokens=200))
    assert script.requests[0]["max_tokens"] == 200


@pytest.mark.parametrize(
    ("status", "body", "context"),
    [
        (400, LLAMA_CPP, 4096),
        (500, LLAMA_CPP, 4096),  # as llama.cpp did before
        (400, VLLM, 8192),
        (400, VLLM_NEW, 2048),
        (500, LLAMA_CPP_PYTHON, 2048),
    ],
    ids=["llama.cpp", "llama.cpp with 500", "vLLM", "vLLM since 0.15", "llama-cpp-python"],
)
def test_the_context_is_learned_from_the_refusal(status: int, body: object, context: int) -> None:
    with serve(sends(status, body)) as script:
        chat = chat_of(script)
        with pytest.raises(PromptTooLongError, match="SLEUTH_MODEL_CONTEXT"):
            ask(chat, "word " * 9_000)
        assert chat.abilities.context == context
        assert len(script.requests) == 1


def test_a_refusal_that_names_no_length_halves_what_is_sent() -> None:
    with serve(sends(400, OLLAMA)) as script:
        chat = chat_of(script)
        with pytest.raises(PromptTooLongError):
            ask(chat, "word " * 9_000)
        room = asyncio.run(chat.room())
        assert room is not None
        assert room < 23_000


def test_a_prompt_that_was_read_in_part_only_is_noticed() -> None:
    """Ollama cuts a prompt to half its context, and answers 200."""
    cut = says(GOOD, usage={"prompt_tokens": 2050, "completion_tokens": 20, "total_tokens": 2070})
    with serve(cut) as script:
        script.told = {"/api/ps": {"models": [{"name": "llama3:latest", "model": "llama3", "context_length": 4096}]}}
        chat = chat_of(script)
        chat.abilities.was_looked_up = True
        with pytest.raises(PromptTooLongError):
            ask(chat, "word " * 9_000)
        assert chat.abilities.context == 4096


@pytest.mark.parametrize(
    ("told", "context"),
    [
        ({"/props": {"default_generation_settings": {"n_ctx": 4096}}}, 4096),
        ({"/v1/models": {"data": [{"id": "m.gguf", "meta": {"n_ctx": 4096, "n_ctx_train": 32768}}]}}, 4096),
        ({"/v1/models": {"data": [{"id": "other"}, {"id": "llama3", "max_model_len": 16384}]}}, 16384),
        ({"/api/ps": {"models": [{"model": "llama3", "context_length": 4096}]}}, 4096),
        ({"/api/ps": {"models": []}, "/v1/models": {"data": [{"id": "llama3", "context_length": 40960}]}}, None),
        ({"/api/v0/models": {"data": [{"id": "llama3", "loaded_context_length": 8192}]}}, 8192),
        ({"/v1/models": {"data": [{"id": "llama3", "context_length": "long"}]}}, None),
        ({"/v1/models": ["llama3"]}, None),
        ({}, None),
    ],
    ids=["llama.cpp", "llama.cpp's models", "vLLM", "Ollama", "Ollama idle", "LM Studio", "a word", "a list", "none"],
)
def test_the_context_is_looked_up_where_the_server_tells_it(told: dict[str, Any], context: int | None) -> None:
    found: Callable[[str], Any] = lambda address: told.get(address.removeprefix("http://host:1"))  # noqa: E731
    assert context_of("http://host:1/v1", "llama3", found) == context


def test_the_context_that_a_person_names_is_not_looked_up() -> None:
    with serve(says(GOOD)) as script:
        room = asyncio.run(chat_of(script, model_context=2_000).room())
    assert (script.looked_up, room is not None and room < 5_000) == ([], True)


def test_the_key_goes_along_when_the_context_is_looked_up() -> None:
    with serve(says(GOOD)) as script:
        asyncio.run(chat_of(script, model_key="mine").room())
    assert {key for _, key in script.looked_up} == {"Bearer mine"}


@pytest.mark.parametrize(
    ("reply", "remedy"),
    [
        (sends(404, {"error": {"message": "File Not Found", "type": "not_found_error", "code": 404}}), "/v1"),
        (sends(401, {"error": {"message": "Invalid API Key", "type": "authentication_error", "code": 401}}), "_KEY"),
    ],
    ids=["a wrong path", "a wrong key"],
)
def test_what_a_person_can_mend_is_told_with_its_setting(reply: Reply, remedy: str) -> None:
    with serve(reply) as script, pytest.raises(ModelSetupError, match=remedy):
        ask(chat_of(script))


CLAIM = {"text": "The rent is EUR 4,200.", "quotes": [{"evidence_id": 0, "text": "The rent is EUR 4,200."}]}
OTHER = {"text": "It is paid monthly.", "quotes": [{"evidence_id": 0, "text": "paid monthly"}]}


def drafts(text: str, finish: str = "length") -> Drafted:
    with serve(says(text, finish=finish)) as script:
        return asyncio.run(chat_of(script).ask("draft", "rules", "material", Drafted))


def test_of_an_answer_that_is_cut_off_the_whole_claims_are_kept() -> None:
    whole = json.dumps({"claims": [CLAIM, OTHER], "reason": ""})
    begun = whole[: whole.index("paid monthly") + 5]
    assert [claim.text for claim in drafts(begun).claims] == ["The rent is EUR 4,200."]


def test_an_answer_that_is_cut_off_in_its_first_claim_is_none() -> None:
    with pytest.raises(UnusableAnswerError, match="SLEUTH_ANSWER_TOKENS"):
        drafts('{"claims": [{"text": "The rent is')


def test_an_answer_that_goes_round_in_circles_is_taken_as_far_as_it_says_something_new() -> None:
    endless = '{"claims": [' + ", ".join([json.dumps(CLAIM), *([json.dumps(OTHER)] * 500)])
    pieces = [{"content": endless[at : at + 40]} for at in range(0, len(endless), 40)]
    with serve(streams(*pieces)) as script:
        drafted = asyncio.run(chat_of(script).ask("draft", "rules", "material", Drafted))
    assert [claim.text for claim in drafted.claims][:2] == ["The rent is EUR 4,200.", "It is paid monthly."]
    assert len(drafted.claims) <= 3
