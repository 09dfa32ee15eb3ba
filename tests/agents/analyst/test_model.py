"""The analyst with a language model, on a scripted server: it words and chooses; no lie of it reaches the user."""

import asyncio
from collections.abc import Callable, Iterator

import pytest

from sleuth.agents.analyst.run import Analyst, Reply
from sleuth.agents.reasoner import open_reasoner
from sleuth.config import Settings
from sleuth.models import resilience
from sleuth.search.services import services_of
from sleuth.store.deal.questions import list_questions
from sleuth.store.projects import find_project
from sleuth.store.server.database import Database
from tests.scripted import Reply as Scripted
from tests.scripted import Script, calls, fails, says, serve

AskModel = Callable[..., tuple[Reply, Script]]


@pytest.fixture(autouse=True)
def fresh_breakers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No test inherits the failures of another, and retries come without their pauses."""
    monkeypatch.setattr(resilience, "WAITS", ())
    monkeypatch.setattr(resilience.Attempts, "waits", ())
    resilience._breakers.clear()
    yield
    resilience._breakers.clear()


@pytest.fixture
def ask_model(database: Database, room: str) -> AskModel:
    """ask_model(message, *replies) → the reply, and what the server was asked."""

    def ask_model(message: str, *replies: Scripted, approve: bool = False) -> tuple[Reply, Script]:
        with serve(*replies) as script:
            settings = Settings(model="openai:gpt-4o", model_url=script.url, model_key="k", proof="strict")
            analyst = Analyst(database, settings, room, services_of(settings), open_reasoner)
            return asyncio.run(analyst.ask(message, approve=approve)), script

    return ask_model


def look_up(question: str) -> Scripted:
    return calls(("query_knowledge_base", {"question": question}))


def test_a_proven_sentence_is_told_with_our_source(ask_model: AskModel) -> None:
    reply, _ = ask_model(
        "Who runs the company?", look_up("Who is the CEO?"), says("Jane Smith is the chief executive officer.")
    )

    assert reply.answer.startswith("Jane Smith is the chief executive officer (source: Management_Team.md")
    assert [call["tool"] for call in reply.calls] == ["query_knowledge_base"]


def test_what_was_retrieved_stands_in_the_prompt_of_the_first_call(ask_model: AskModel) -> None:
    _, script = ask_model("Who runs the company?", says("Jane Smith is the chief executive officer."))

    system = script.requests[0]["messages"][0]["content"]
    assert "Relevant knowledge" in system
    assert "chief executive officer" in system


def test_the_model_has_eleven_tools(ask_model: AskModel) -> None:
    _, script = ask_model("Who runs the company?", says("Jane Smith is the chief executive officer."))

    assert {tool["function"]["name"] for tool in script.requests[0]["tools"]} == {
        "query_knowledge_base", "get_document_info", "detect_contradictions", "find_gaps", "suggest_questions",
        "validate_finding", "update_knowledge_base", "create_irl", "add_to_qa", "trigger_analysis",
        "update_knowledge_graph",
    }  # fmt: skip


@pytest.mark.parametrize(
    "lie",
    [
        "Jane Smith owns 51% of the shares.",
        "Jane Smith joined Lumen AB in 2009.",
        "Jane Smith does not own any shares.",
        "John Doe is the chief executive officer.",
        "Lumen AB has no litigation (source: Legal_Report.pdf, p.4).",
        "I am 95% confident that the management is strong.",
    ],
)
def test_no_lie_reaches_the_user(ask_model: AskModel, lie: str) -> None:
    reply, _ = ask_model(
        "What about the management?",
        look_up("Who is Jane Smith?"),
        says(f"Jane Smith joined Lumen AB in 2019 from Competitor Corp. {lie}"),
    )

    assert lie.rstrip(".") not in reply.answer
    assert not any(word in reply.answer for word in ("51%", "2009", "95%", "Legal_Report", "confident"))
    assert any("could not be proven" in remark for remark in reply.degraded)


def test_an_altered_figure_never_comes_from_the_model(ask_model: AskModel) -> None:
    reply, script = ask_model("What was revenue in FY2024?", says("Revenue in FY2024 was €24,400K."))

    assert reply.answer.startswith("FY2024 revenue was €20,400K (source: Annual_Report_2024.pdf, p.2).")
    assert script.requests == []


def test_a_conflict_that_the_model_hides_is_told(ask_model: AskModel) -> None:
    reply, _ = ask_model(
        "Tell me about the audited results in words",
        look_up("What was revenue in FY2024?"),
        says("Revenue for FY2024 was €20,400K."),
    )

    assert "€20,400K (source: Annual_Report_2024.pdf, p.2)" in reply.answer
    assert "€20,000K (source: Management_Presentation.pdf, p.1)" in reply.answer


def test_what_the_model_would_write_waits_for_a_person_whatever_was_agreed_before(
    ask_model: AskModel, database: Database, room: str
) -> None:
    questions = [{"question": "What is the churn?"}]
    reply, _ = ask_model(
        "Who runs the company?", calls(("add_to_qa", {"questions": questions})), says("Done."), approve=True
    )

    assert "1. What is the churn?" in reply.waits_for[0]
    with database.connection() as connection:
        assert list_questions(connection, find_project(connection, room)) == []


def test_rules_answer_where_the_model_is_down(ask_model: AskModel) -> None:
    reply, _ = ask_model("Who is the CEO?", fails(500))

    assert reply.answer.startswith("Jane Smith is the chief executive officer")
    assert any("the rules answer" in remark for remark in reply.degraded)


def test_a_model_that_calls_tools_without_end_is_stopped(ask_model: AskModel) -> None:
    reply, script = ask_model("Who is the CEO?", look_up("Who is the CEO?"))

    assert len(script.requests) < 20
    assert reply.answer.startswith("Jane Smith is the chief executive officer")
