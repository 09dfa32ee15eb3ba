"""A real llama.cpp server on loopback, where its wheel (`pip install xllamacpp`) and weights are there.

SLEUTH_TEST_GGUF names the weights of a small chat model; without it these tests are skipped.
"""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import pytest

from sleuth.config import Settings
from sleuth.models.abilities import Abilities
from sleuth.models.chat import Chat, open_chat
from sleuth.models.failures import ModelSetupError, ModelUnavailableError, PromptTooLongError
from sleuth.models.resilience import Attempts, Breaker
from sleuth.reason.model.shapes import Judged

WEIGHTS = os.environ.get("SLEUTH_TEST_GGUF")
CONTEXT = 1024
SERVER = """
import sys, time, xllamacpp
params = xllamacpp.CommonParams()
params.model.path, params.n_ctx, params.n_parallel, params.port = sys.argv[1], int(sys.argv[2]), 1, 0
params.hostnames, params.api_keys, params.cpuparams.n_threads = ["127.0.0.1"], ["right"], 1
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
time.sleep(600)
"""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not WEIGHTS or find_spec("xllamacpp") is None, reason="needs xllamacpp, and SLEUTH_TEST_GGUF with the weights"
    ),
]


@pytest.fixture
def server() -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The address of a server, and its process."""
    command = [sys.executable, "-c", SERVER, str(WEIGHTS), str(CONTEXT)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        yield address, process
        process.kill()


def chat_at(url: str, **settings: Any) -> Chat:
    chat = open_chat(Settings(model="local", model_url=url, **{"model_key": "right", "answer_tokens": 64, **settings}))
    assert chat is not None
    chat.try_once(Attempts(Breaker(), waits=()), Abilities())
    return chat


def ask(chat: Chat, material: str) -> Judged:
    return asyncio.run(chat.ask("judge", "Answer in JSON. Keep the reason under five words.", material, Judged))


def test_a_real_server_tells_its_context_keeps_to_the_schema_and_names_what_is_wrong(
    server: tuple[str, subprocess.Popen[str]],
) -> None:
    address, process = server
    chat = chat_at(f"{address}/v1", model_seconds=280)
    room = asyncio.run(chat.room())
    assert (chat.abilities.context, room is not None and room < 4 * CONTEXT) == (CONTEXT, True)

    with pytest.raises(PromptTooLongError, match="SLEUTH_MODEL_CONTEXT"):
        ask(chat, "The revenue was EUR 12 million. " * 400)
    assert isinstance(ask(chat, "Does it follow: it rains, so it rains?"), Judged)
    assert chat.usage.total().tokens_in > 0

    with pytest.raises(ModelSetupError, match="SLEUTH_MODEL_KEY"):
        ask(chat_at(f"{address}/v1", model_key="wrong"), "material")
    with pytest.raises(ModelSetupError, match="/v1"):
        ask(chat_at(f"{address}/nothing"), "material")
    with pytest.raises(ModelUnavailableError, match="SLEUTH_MODEL_SECONDS"):
        ask(chat_at(f"{address}/v1", model_seconds=0.05), "A long story. " * 150)

    process.send_signal(signal.SIGKILL)
    process.wait()
    with pytest.raises(ModelUnavailableError, match="SLEUTH_MODEL_URL"):
        ask(chat, "material")
