"""A key goes to the host that it belongs to, or to the one that the person named it for; and to no other."""

import asyncio
import os
from typing import Any

import pytest

from sleuth.config import Settings
from sleuth.models.chat import open_chat
from sleuth.models.failures import ModelSetupError
from sleuth.models.keys import OPENAI, no_credentials
from sleuth.reason.model.shapes import Graded
from tests.scripted import Script, says, sends, serve

GOOD = {"verdict": "FINISH", "reason": "it is all there"}


@pytest.fixture(autouse=True)
def provider_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """What somebody who uses OpenAI has in the environment."""
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    for name in ("OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(name, f"secret {name}")


def ask(script: Script, **settings: Any) -> None:
    chat = open_chat(Settings(model_url=script.url, **settings))
    assert chat is not None
    answer = asyncio.run(chat.ask("grade", "rules", "material", Graded))
    assert answer.verdict == "FINISH"


@pytest.mark.parametrize("model", ["openai:llama3", "llama3", None])
def test_no_key_of_the_environment_goes_to_a_server_of_ones_own(model: str | None) -> None:
    with serve(says(GOOD)) as script:
        ask(script, model=model)
    assert "secret" not in str(script.headers)


def test_the_key_that_was_named_for_the_server_goes_there() -> None:
    with serve(says(GOOD)) as script:
        ask(script, model="openai:llama3", model_key="mine")
    assert script.keys == ["Bearer mine"]
    assert "secret" not in str(script.headers)


def test_a_local_server_needs_no_key_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    with serve(says(GOOD)) as script:
        ask(script, model="openai:llama3")
    assert [request["model"] for request in script.requests] == ["llama3"]


def test_a_refused_key_is_told_with_where_to_name_one() -> None:
    refusal = sends(401, {"error": {"message": "no", "type": "no", "code": None}})
    with serve(refusal) as script, pytest.raises(ModelSetupError, match="goes to its provider only"):
        ask(script, model="openai:llama3")
    assert "secret" not in str(script.headers)


@pytest.mark.parametrize(
    ("url", "owned"),
    [
        ("https://api.openai.com/v1", True),
        ("https://API.openai.com:443", True),
        ("http://api.openai.com/v1", False),  # anyone on the way could read it
        ("https://api.openai.com.example.org/v1", False),
        ("https://api.openai.com@example.org/v1", False),
        ("https://eu.example.org/api.openai.com", False),
        ("https://api.openai.com:8443/v1", False),
    ],
)
def test_the_provider_is_known_by_scheme_host_and_port(url: str, owned: bool) -> None:
    assert OPENAI.owns(url) is owned
    assert OPENAI.key_for(url, None) == ("secret OPENAI_API_KEY" if owned else None)


def test_the_address_that_was_set_beside_the_key_is_the_providers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "https://gateway.example.org/v1")
    assert OPENAI.key_for("https://gateway.example.org/v1", None) == "secret OPENAI_API_KEY"


def test_credentials_are_hidden_for_a_while_only() -> None:
    with no_credentials():
        assert not [name for name in os.environ if name.startswith("OPENAI_")]
        assert "PATH" in os.environ
    assert os.environ["OPENAI_API_KEY"] == "secret OPENAI_API_KEY"
