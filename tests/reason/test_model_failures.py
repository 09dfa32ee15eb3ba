"""Whatever a model's server does wrong, the question ends in an answer with a note that names the setting."""

import asyncio
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest

from sleuth.answering.run import Research, research_in
from sleuth.config import Settings
from sleuth.evals.shelf import Shelf
from sleuth.evidence.source import Page, PageSource, Source
from sleuth.models.abilities import Abilities
from sleuth.models.chat import open_chat
from sleuth.models.resilience import Attempts, Breaker
from sleuth.reason.model.llm import LLMReasoner
from tests.scripted import Reply, Script, fails, hangs, says, sends, serve, streams

RENT = "The monthly rent is EUR 4,200."
FILLER = "The parties keep the premises in good order and repair throughout the term of this lease. "
LEASE = tuple(Page(n, RENT if n == 1 else f"Page {n} on rent. {FILLER * 20}", f"p.{n}") for n in range(1, 13))
DRAFT = {"claims": [{"text": RENT, "quotes": [{"evidence_id": 0, "text": RENT}]}], "reason": ""}


def research(script: Script, **settings: Any) -> Research:
    chat = open_chat(Settings(model="llama3", model_url=script.url, **settings))
    assert chat is not None

    async def at_once(seconds: float) -> None:
        """No test waits for a retry."""

    chat.try_once(Attempts(Breaker(), at_once), Abilities())
    shelf = Shelf([Source("lease.pdf", "pdf", PageSource.PRINTED, LEASE)])
    return asyncio.run(research_in(shelf, "What is the monthly rent?", LLMReasoner(chat, 60_000)))


def reads_up_to(tokens: int, *, characters_a_token: int = 3) -> Reply:
    """A llama.cpp server with so much context: what is longer it refuses in its own words."""

    def reply(handler: BaseHTTPRequestHandler, request: dict[str, Any]) -> None:
        sent = sum(len(message["content"]) for message in request["messages"]) // characters_a_token
        if sent < tokens:
            usage = {"prompt_tokens": sent, "completion_tokens": 20, "total_tokens": sent + 20}
            says(DRAFT, usage=usage)(handler, request)
            return
        told = f"request ({sent} tokens) exceeds the available context size ({tokens} tokens), try increasing it"
        error = {"code": 400, "message": told, "type": "exceed_context_size_error", "n_prompt_tokens": sent}
        sends(400, {"error": {**error, "n_ctx": tokens}})(handler, request)

    return reply


def longest(script: Script) -> int:
    return max(sum(len(message["content"]) for message in request["messages"]) for request in script.requests)


def test_evidence_is_cut_to_the_context_that_a_refusal_names() -> None:
    with serve(reads_up_to(4096)) as script:
        found = research(script)
    assert (found.answer, found.degraded) == (RENT, ())
    assert len(script.requests) == 2


def test_evidence_is_fitted_to_the_context_that_the_server_tells_before_anything_is_sent() -> None:
    with serve(reads_up_to(4096)) as script:
        script.told = {"/props": {"default_generation_settings": {"n_ctx": 4096}}}
        found = research(script)
    assert (found.answer, len(script.requests)) == (RENT, 1)
    assert longest(script) < 3 * 4096


def test_a_tokenizer_that_makes_more_tokens_than_expected_is_learned() -> None:
    with serve(reads_up_to(4096, characters_a_token=2)) as script:
        script.told = {"/props": {"default_generation_settings": {"n_ctx": 4096}}}
        found = research(script)
    assert (found.answer, found.degraded) == (RENT, ())


@pytest.mark.parametrize(
    ("reply", "settings", "named"),
    [
        (reads_up_to(600), {}, "SLEUTH_MODEL_CONTEXT"),
        (hangs(2), {"model_seconds": 0.3}, "SLEUTH_MODEL_SECONDS"),
        (streams({"content": '{"claims": [{"text": "The'}, finish=None), {}, "broke off"),
        (fails(503), {}, "SLEUTH_MODEL_URL"),
        (says('{"claims": [{"text": "The monthly', finish="length"), {}, "SLEUTH_ANSWER_TOKENS"),
        (says("I would rather not."), {}, "shape"),
    ],
    ids=["a tiny context", "slow", "killed", "down", "cut off", "no JSON"],
)
def test_rules_answer_where_the_model_cannot_and_a_note_says_why(
    reply: Reply, settings: dict[str, Any], named: str
) -> None:
    with serve(reply) as script:
        found = research(script, **settings)
    assert found.answer == RENT
    (note,) = found.degraded
    assert named in note
    assert note.endswith("Rules did its part.")


def test_a_model_that_is_out_of_reach_is_not_asked_again_for_the_same_question() -> None:
    with serve(hangs(2)) as script:
        research(script, model_seconds=0.3)
    assert len(script.requests) == 1
