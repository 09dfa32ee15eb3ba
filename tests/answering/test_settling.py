"""What becomes of open claims: a model judges their wording only, and what it lets pass bears a mark."""

import asyncio
from collections.abc import Iterator

import pytest

from sleuth.agents.reasoner import open_reasoner
from sleuth.answering.run import Research, research_in
from sleuth.answering.settling import judge_open
from sleuth.answering.verification import Dropped, Proven
from sleuth.config import Settings
from sleuth.evals.shelf import Shelf
from sleuth.evidence.source import Page, PageSource, Source
from sleuth.models.chat import open_chat
from sleuth.reason.model.judge import ModelJudge
from sleuth.reason.protocol import Claim
from tests.scripted import Script, says, serve

TEXT = (
    "The tribunal has three arbitrators. The seat of arbitration is Stockholm. "
    "The tenant pays a monthly rent of EUR 4,200. The importer pays the duty and the exporter pays the freight."
)
YES = {"verdicts": [{"number": 1, "follows": True, "reason": "the same"}]}
NO = {"verdicts": [{"number": 1, "follows": False, "reason": "it adds a fact"}]}


@pytest.fixture(scope="module")
def server() -> Iterator[Script]:
    with serve(says(YES)) as script:
        yield script


def ask(server: Script, sentence: str, quote: str, verdict: object, **settings: str) -> Research:
    draft = {"claims": [{"text": sentence, "quotes": [{"evidence_id": 0, "text": quote}]}], "reason": ""}
    nothing = {"claims": [], "reason": ""}
    server.requests.clear()
    server.replies = [says(draft), says(verdict), says(nothing)]
    options = Settings(model="openai:o3-mini", model_url=server.url, model_key="k", **settings)  # type: ignore[arg-type]
    shelf = Shelf([Source("terms.md", "markdown", PageSource.WHOLE, (Page(1, TEXT, "whole"),))])
    return asyncio.run(research_in(shelf, "How many arbitrators has the tribunal?", open_reasoner(options)))


WORDED = "The tribunal consists of three arbitrators."
QUOTE = "The tribunal has three arbitrators."


def test_sentence_in_own_words_is_shown_with_its_mark_and_its_quote(server: Script) -> None:
    research = ask(server, WORDED, QUOTE, YES)

    assert research.answer.startswith(f"≈ {WORDED} (in the model's words; the source: “{QUOTE[:-1]}")
    assert research.to_detail()["claims"] == [{"text": WORDED, "proof": "judged"}]


def test_judge_sees_the_sentence_and_its_quotes_alone(server: Script) -> None:
    ask(server, WORDED, QUOTE, YES)

    shown = server.requests[1]["messages"]
    assert "tribunal has three arbitrators" in str(shown)
    assert "How many" not in str(shown)


@pytest.mark.parametrize(
    ("verdicts", "marked"),
    [
        ([(1, True), (2, True)], [0, 1]),
        ([(2, True), (1, False)], [1]),
        ([(2, True)], [1]),
        ([(1, True), (1, False), (2, False)], []),
        ([(3, True)], []),
    ],
    ids=["both", "out of order", "one is left out", "one told twice", "of no sentence"],
)
def test_open_sentences_are_judged_in_one_call_each_by_its_own_verdict(
    server: Script, verdicts: list[tuple[int, bool]], marked: list[int]
) -> None:
    told = {"verdicts": [{"number": at, "follows": follows, "reason": ""} for at, follows in verdicts]}
    server.requests.clear()
    server.replies = [says(told)]
    chat = open_chat(Settings(model="openai:o3-mini", model_url=server.url, model_key="k"))
    assert chat is not None
    dropped = [Dropped(Claim(text, ()), "its wording is its own", is_judgeable=True) for text in (WORDED, QUOTE)]

    settled = asyncio.run(judge_open(dropped, ModelJudge(chat)))

    assert [at for at, verdict in enumerate(settled) if isinstance(verdict, Proven)] == marked
    assert len(server.requests) == 1


def test_what_the_judge_refuses_is_shown_in_the_sources_words(server: Script) -> None:
    research = ask(server, WORDED, QUOTE, NO)

    assert research.answer == QUOTE
    assert research.to_detail()["claims"][0]["proof"] == "verbatim"


def test_strict_proof_shows_no_judged_sentence_and_asks_no_judge(server: Script) -> None:
    research = ask(server, WORDED, QUOTE, {"claims": [], "reason": ""}, proof="strict")

    assert research.answer == QUOTE
    assert "≈" not in research.answer


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("The tribunal consists of five arbitrators.", QUOTE),
        ("The tribunal does not consist of three arbitrators.", QUOTE),
        ("The tribunal of Oslo consists of three arbitrators.", QUOTE),
        ("The tribunal consisted of three arbitrators in May 2020.", QUOTE),
        ("The exporter pays the duty.", "The importer pays the duty and the exporter pays the freight."),
        ("The landlord pays a monthly rent of EUR 4,200.", "The tenant pays a monthly rent of EUR 4,200."),
        ("The tenant pays a weekly rent of EUR 4,200.", "The tenant pays a monthly rent of EUR 4,200."),
    ],
    ids=["value", "negation", "name", "date", "subject", "party", "period"],
)
def test_a_judge_that_says_yes_to_everything_decides_no_fact(server: Script, sentence: str, quote: str) -> None:
    research = ask(server, sentence, quote, YES)

    assert sentence not in research.answer
    assert "≈" not in research.answer


def test_another_model_may_judge(server: Script) -> None:
    ask(server, WORDED, QUOTE, YES, judge="openai:gpt-5-mini")

    assert [request["model"] for request in server.requests] == ["o3-mini", "gpt-5-mini"]
