"""`sleuth doctor` asks the model one line, and tells what it can."""

import asyncio
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest

from sleuth.config import Settings
from sleuth.models.failures import ModelSetupError, ModelUnavailableError
from sleuth.models.trial import Trial, try_out
from tests.scripted import Reply, Script, calls, fails, hangs, says, sends, serve

PROPS = {"/props": {"default_generation_settings": {"n_ctx": 4096}}}


def server(*, schema: bool = True, json: bool = True, tools: bool = True) -> Reply:
    """A server that refuses what it does not know."""

    def reply(handler: BaseHTTPRequestHandler, request: dict[str, Any]) -> None:
        form = request.get("response_format", {}).get("type", "text")
        known = {"json_schema": schema, "json_object": json, "text": True}[form]
        if "tools" in request:
            (calls(("ready", {"word": "yes"})) if tools else fails(400))(handler, request)
        elif not known:
            sends(400, {"error": f"'response_format.type' {form} is not supported"})(handler, request)
        else:
            says({"ready": True})(handler, request)

    return reply


def tried(script: Script, **settings: Any) -> Trial:
    trial = asyncio.run(try_out(Settings(model="llama3", model_url=script.url, **settings)))
    assert trial is not None
    return trial


def test_a_capable_server_is_told_with_its_context() -> None:
    with serve(server()) as script:
        script.told = PROPS
        trial = tried(script)
    assert (trial.schema, trial.json, trial.tools, trial.context) == (True, True, True, 4096)
    assert str(trial).endswith("JSON schema, JSON mode, tools; 4,096 tokens of context")


def test_what_a_server_refuses_is_told_and_no_failure() -> None:
    with serve(server(schema=False, json=False, tools=False)) as script:
        trial = tried(script)
    assert (trial.schema, trial.json, trial.tools, trial.context) == (False, False, False, None)
    assert str(trial).endswith("no JSON schema, no JSON mode, no tools; its context is not told")


def test_what_a_trial_finds_does_not_bind_the_process() -> None:
    with serve(server(schema=False)) as script:
        tried(script)
        assert tried(script).json


@pytest.mark.parametrize(
    ("reply", "failure", "remedy"),
    [
        (fails(401), ModelSetupError, "SLEUTH_MODEL_KEY"),
        (fails(404), ModelSetupError, "/v1"),
        (hangs(1), ModelUnavailableError, "SLEUTH_MODEL_SECONDS"),
        (fails(503), ModelUnavailableError, "SLEUTH_MODEL_URL"),
    ],
    ids=["a wrong key", "a wrong path", "slow", "down"],
)
def test_what_keeps_the_model_from_answering_is_told_with_the_setting(
    reply: Reply, failure: type[Exception], remedy: str
) -> None:
    with serve(reply) as script, pytest.raises(failure, match=remedy):
        tried(script, model_seconds=0.3)
    assert len(script.requests) == 1


def test_without_a_model_nothing_is_asked() -> None:
    assert asyncio.run(try_out(Settings(model="none"))) is None
