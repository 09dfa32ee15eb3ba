"""The graph: its shape, its bounds, and what it does with each grade."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from sleuth.answering.graph import build_graph
from sleuth.answering.run import Research, research_in
from sleuth.answering.state import MOST_RETRIEVALS, REFUSAL
from sleuth.errors import UserError
from sleuth.evals.shelf import Shelf
from sleuth.evidence.source import Page, PageSource, Source
from sleuth.reason.model.judge import Judge
from sleuth.reason.protocol import Claim, Decision, Draft, Evidence, Grade, Inquiry, Quote, Reasoner, Refused

DRAWING = Path(__file__).parents[2] / "docs" / "researcher.mmd"
LEASE = "The monthly rent is EUR 4,200. The lease ends on 30 June 2031."


def shelf(**texts: str) -> Shelf:
    """Documents of one page each."""
    return Shelf(
        [Source(f"{name}.md", "markdown", PageSource.WHOLE, (Page(1, text, "whole"),)) for name, text in texts.items()]
    )


class Scripted:
    """A reasoner that says what it was told to: for what the graph does, whatever a reasoner does."""

    def __init__(self, *verdicts: Decision, claims: Sequence[Claim] = (), queries: int = 99) -> None:
        self.degraded: list[str] = []
        self.usage = None
        self.judge: Judge | None = None
        self.reads_ledger = True
        self.on_claim: Callable[[Claim], None] | None = None
        self.rules: Reasoner | None = None
        self.verdicts = list(verdicts)
        self.claims = tuple(claims)
        self.queries = queries

    async def plan_queries(self, inquiry: Inquiry, evidence: Sequence[Evidence], tried: Sequence[str]) -> list[str]:
        return [f"rent {len(tried)}"] if len(tried) < self.queries else []

    async def grade(self, inquiry: Inquiry, evidence: Sequence[Evidence], tried: Sequence[str]) -> Grade:
        return Grade(self.verdicts.pop(0) if len(self.verdicts) > 1 else self.verdicts[0], "as told")

    async def draft(self, inquiry: Inquiry, evidence: Sequence[Evidence]) -> Draft:
        return Draft(self.claims)

    async def repair(self, inquiry: Inquiry, evidence: Sequence[Evidence], refused: Sequence[Refused]) -> Draft:
        return Draft(())


def ask(reasoner: Scripted | None, question: str = "What is the rent?", **texts: str) -> Research:
    return asyncio.run(research_in(shelf(**(texts or {"lease": LEASE})), question, reasoner))


RENT = Claim("The monthly rent is EUR 4,200.", (Quote(0, "The monthly rent is EUR 4,200."),))


def test_the_drawing_in_the_documentation_is_the_graph() -> None:
    assert DRAWING.read_text(encoding="utf-8") == build_graph().get_graph().draw_mermaid()


@pytest.mark.parametrize("verdict", [Decision.CONTINUE, Decision.RETRY_GENERATION])
def test_an_unsatisfied_reasoner_is_stopped_after_five_retrievals(verdict: Decision) -> None:
    assert ask(Scripted(verdict)).trace.iterations == MOST_RETRIEVALS


def test_after_the_last_retrieval_an_answer_is_still_attempted() -> None:
    assert ask(Scripted(Decision.CONTINUE, claims=[RENT])).answer == RENT.text


def test_a_satisfied_reasoner_retrieves_once() -> None:
    research = ask(Scripted(Decision.FINISH, claims=[RENT]))
    assert (research.trace.iterations, research.answer) == (1, RENT.text)


def test_a_failure_refuses_nothing_that_a_draft_finds() -> None:
    assert ask(Scripted(Decision.FAIL, claims=[RENT])).answer == RENT.text


def test_a_failure_with_an_empty_draft_is_the_refusal() -> None:
    research = ask(Scripted(Decision.FAIL))
    assert research.to_json() == {"answer": REFUSAL, "citations": []}
    assert research.trace.iterations == 1


def test_an_empty_draft_asks_for_more_while_more_is_found() -> None:
    research = ask(Scripted(Decision.FINISH, queries=3))
    assert (research.answer, research.trace.iterations) == (REFUSAL, 2)


def test_rules_look_at_the_evidence_where_nothing_of_a_model_was_proven() -> None:
    lie = Claim("The lease ends in 2041.", (Quote(0, "The lease ends in 2041."),))
    reasoner = Scripted(Decision.FINISH, claims=[lie])
    reasoner.rules = Scripted(Decision.FINISH, claims=[RENT])
    research = ask(reasoner)
    assert research.answer == RENT.text
    assert [dropped.text for dropped in research.trace.dropped] == [lie.text]


def test_without_further_queries_the_search_ends() -> None:
    assert ask(Scripted(Decision.CONTINUE, claims=[RENT], queries=2)).trace.iterations == 2


def test_the_same_passage_is_evidence_once() -> None:
    research = ask(Scripted(Decision.CONTINUE, Decision.CONTINUE, Decision.FINISH, claims=[RENT]))
    assert len(research.citations) == 1


def test_the_output_has_exactly_two_keys_and_citations_quote_words_of_a_passage() -> None:
    shape = ask(Scripted(Decision.FINISH, claims=[RENT])).to_json()
    place = {"page": 1, "filename": "lease.md", "locator": "whole"}
    assert shape == {
        "answer": "The monthly rent is EUR 4,200.",
        "citations": [{"text": "The monthly rent is EUR 4,200", "passage": LEASE, **place}],
    }


def test_the_text_of_a_citation_may_be_the_whole_passage() -> None:
    (citation,) = ask(Scripted(Decision.FINISH, claims=[RENT])).to_json(passages=True)["citations"]
    assert (citation["text"], citation["quote"]) == (LEASE, "The monthly rent is EUR 4,200")


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        (Claim("The rent is EUR 4,300.", (Quote(0, "The monthly rent is EUR 4,300."),)), "4,200"),
        (Claim("The monthly rent is EUR 4,200.", (Quote(7, "The monthly rent is EUR 4,200."),)), "not retrieved"),
        (Claim("The monthly rent is EUR 4,200.", ()), "quotes nothing"),
    ],
    ids=["an invented quote", "an invented source", "no quote"],
)
def test_a_claim_that_is_not_proven_is_dropped_with_its_reason(claim: Claim, reason: str) -> None:
    research = ask(Scripted(Decision.FINISH, claims=[claim]))
    assert research.to_json() == {"answer": REFUSAL, "citations": []}
    assert reason in research.trace.dropped[0].reason


def test_a_claim_with_an_altered_number_is_shown_in_the_sources_words() -> None:
    altered = Claim("The monthly rent is EUR 4,300.", (Quote(0, "The monthly rent is EUR 4,200."),))

    research = ask(Scripted(Decision.FINISH, claims=[altered]))

    assert research.answer == "The monthly rent is EUR 4,200."
    assert "4,300" in research.trace.dropped[0].reason
    assert any("1 statement was not proven" in remark for remark in research.degraded)
    assert research.to_detail()["claims"] == [
        {"text": "The monthly rent is EUR 4,200.", "proof": "verbatim", "replaces": altered.text}
    ]


def test_a_proven_claim_survives_beside_a_dropped_one() -> None:
    lie = Claim("The lease ends in 2041.", (Quote(0, "The lease ends on 30 June 2031."),))
    research = ask(Scripted(Decision.FINISH, claims=[lie, RENT]))
    assert research.answer == RENT.text
    assert [dropped.text for dropped in research.trace.dropped] == [lie.text]


def test_an_empty_question_is_bad_input() -> None:
    with pytest.raises(UserError, match="question is empty"):
        ask(None, "  ")


def test_the_trace_tells_what_was_tried_and_how_long_it_took() -> None:
    trace = ask(Scripted(Decision.CONTINUE, Decision.FINISH, claims=[RENT])).trace
    assert trace.queries == ("rent 0", "rent 1")
    assert {"generate", "retrieve", "grade", "answer", "verify", "format"} <= trace.timings.keys()


def test_importing_the_researcher_does_not_load_langgraph() -> None:
    import subprocess
    import sys

    code = "import sys, sleuth.agents.researcher; print(any(m.startswith('langgraph') for m in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
