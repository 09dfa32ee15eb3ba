"""The analyst with a language model, on a scripted server: it words and chooses; no lie of it reaches the user."""

import asyncio
import json
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from sleuth.agents.analyst.run import Analyst, Reply
from sleuth.agents.reasoner import open_reasoner
from sleuth.config import Settings
from sleuth.models import resilience
from sleuth.search.services import services_of
from sleuth.store.deal.questions import list_questions
from sleuth.store.projects import find_project
from sleuth.store.server.database import Database
from tests.agents.analyst.conftest import analyst_of
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
    """ask_model(message, *replies) → the reply, and what the server was asked: a draft first, which may say nothing."""

    def ask_model(
        message: str, *replies: Scripted, draft: Scripted | None = None, approve: bool = False
    ) -> tuple[Reply, Script]:
        with serve(draft or drafts(), *replies) as script:
            settings = Settings(model="openai:gpt-4o", model_url=script.url, model_key="k", proof="strict")
            analyst = Analyst(database, settings, room, services_of(settings), open_reasoner)
            return asyncio.run(analyst.ask(message, approve=approve)), script

    return ask_model


def drafts(*claims: tuple[str, str], reason: str = "nothing states it") -> Scripted:
    """A draft of claims, each with words that it quotes from the evidence it is shown; without words it quotes none."""

    def reply(handler: BaseHTTPRequestHandler, request: dict[str, Any]) -> None:
        shown, _ = json.JSONDecoder().raw_decode(request["messages"][-1]["content"])
        told = [
            {
                "text": text,
                "quotes": [
                    {"evidence_id": item["id"], "text": words}
                    for item in shown["evidence"]
                    if words and json.dumps(words, ensure_ascii=False)[1:-1] in json.dumps(item, ensure_ascii=False)
                ][:1],
            }
            for text, words in claims
        ]
        says({"claims": told, "reason": reason})(handler, request)

    return reply


def look_up(question: str) -> Scripted:
    return calls(("query_knowledge_base", {"question": question}))


def test_a_proven_sentence_is_told_with_our_source(ask_model: AskModel) -> None:
    reply, _ = ask_model(
        "Who runs the company?", look_up("Who is the CEO?"), says("Jane Smith is the chief executive officer.")
    )

    assert reply.answer.startswith("Jane Smith is the chief executive officer (source: Management_Team.md")
    assert [call["tool"] for call in reply.calls] == ["query_knowledge_base"]


def test_where_nothing_answers_for_certain_the_tool_returns_what_its_words_find(ask_model: AskModel) -> None:
    _, script = ask_model(
        "Who runs the company?", look_up("officer wording charter"), says("Jane Smith is the chief executive officer.")
    )

    returned = json.loads(script.requests[2]["messages"][-1]["content"])
    assert returned["claims"] == []
    assert any("Jane Smith" in passage["text"] for passage in returned["passages"])


def test_what_was_retrieved_stands_in_the_prompt_of_the_first_call(ask_model: AskModel) -> None:
    _, script = ask_model("What about the management?", says("Jane Smith is the chief executive officer."))

    system = script.requests[1]["messages"][0]["content"]
    assert "Relevant knowledge" in system
    assert "chief executive officer" in system


def test_the_model_has_eleven_tools(ask_model: AskModel) -> None:
    _, script = ask_model("What about the management?", says("Jane Smith is the chief executive officer."))

    assert {tool["function"]["name"] for tool in script.requests[1]["tools"]} == {
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
        "What about the management?", calls(("add_to_qa", {"questions": questions})), says("Done."), approve=True
    )

    assert "1. What is the churn?" in reply.waits_for[0]
    with database.connection() as connection:
        assert list_questions(connection, find_project(connection, room)) == []


def test_rules_answer_where_the_model_is_down(ask_model: AskModel) -> None:
    reply, script = ask_model("Who is the CEO?", draft=fails(500))

    assert reply.answer.startswith("Jane Smith is the chief executive officer")
    assert any("was of no help" in remark for remark in reply.degraded)
    assert not any("tools" in request for request in script.requests)  # it is not asked once more


def test_a_model_that_calls_tools_without_end_is_stopped(ask_model: AskModel) -> None:
    reply, script = ask_model("Who is the CEO?", look_up("Who is the CEO?"))

    assert len(script.requests) < 20
    assert reply.refuses


@pytest.mark.parametrize("question", ["Who is the CEO?", "What about the management?"])
def test_sentences_that_rules_found_are_not_shown_where_a_model_drafted_none(
    ask_model: AskModel, question: str
) -> None:
    reply, _ = ask_model(question, says("The documents do not say."))

    assert reply.refuses
    assert reply.claims == ()


def test_a_draft_of_a_model_is_shown_before_it_is_given_tools(ask_model: AskModel) -> None:
    reply, script = ask_model(
        "What about the management?",
        draft=drafts(("Jane Smith joined Lumen AB in 2019 from Competitor Corp.", "joined Lumen AB in 2019")),
    )

    assert reply.answer.startswith("Jane Smith joined Lumen AB in 2019 from Competitor Corp")
    assert len(script.requests) == 1


def test_a_list_that_lost_a_statement_says_that_it_may_lack_something(ask_model: AskModel) -> None:
    true = (
        ("Jane Smith joined Lumen AB in 2019 from Competitor Corp.", "joined Lumen AB in 2019 from Competitor Corp"),
        ("John Doe joined Lumen AB in 2021.", "John Doe joined Lumen AB in 2021"),
    )
    lie = ("John Doe joined Lumen AB in 2012.", "John Doe joined Lumen AB in 2021")
    whole, _ = ask_model("What about the management?", draft=drafts(*true))
    cut, _ = ask_model("What about the management?", says({"claims": [], "reason": ""}), draft=drafts(*true, lie))

    assert "may lack something" not in whole.answer
    assert "may lack something (statements that could not be proven: 1)" in cut.answer
    assert "2012" not in cut.answer


def test_what_rules_have_proven_is_offered_to_the_model_and_told_with_its_source(ask_model: AskModel) -> None:
    _, script = ask_model("What was revenue in FY2024? I have seen two numbers")
    proven = asked_of(script)["proven"]
    reply, _ = ask_model("What was revenue in FY2024? I have seen two numbers", draft=drafts((proven[0], "")))

    assert f"{proven[0]} (source: Annual_Report_2024.pdf, p.2)" in reply.answer


@pytest.mark.parametrize("question", ["What is revenue?", "Who is the CEO?"])  # of no time that is named; a sentence
def test_what_rules_are_not_certain_of_is_for_a_model_to_judge(ask_model: AskModel, question: str) -> None:
    reply, script = ask_model(question, says("The documents do not say."))

    assert script.requests
    assert reply.claims == ()


def test_what_a_model_finds_beside_the_answer_stands_below_a_refusal(ask_model: AskModel) -> None:
    reply, _ = ask_model(
        "Who is the chief technology officer?",
        look_up("When did John Doe join?"),
        says("There is no chief technology officer. John Doe joined Lumen AB in 2021."),
    )

    assert reply.refuses
    assert not reply.answer.startswith("John Doe")
    assert "Note: John Doe joined Lumen AB in 2021 (source: Management_Team.md" in reply.answer


def test_what_is_written_anew_stands_where_it_stood_and_is_not_told_as_lost(ask_model: AskModel) -> None:
    first = ("Jane Smith came to Lumen AB in 2019.", "joined Lumen AB in 2019 from Competitor Corp")
    second = ("John Doe joined Lumen AB in 2021.", "John Doe joined Lumen AB in 2021")
    anew = ("Jane Smith joined Lumen AB in 2019 from Competitor Corp.", first[1])
    reply, _ = ask_model("What about the management?", drafts(anew), draft=drafts(first, second))

    assert reply.answer.index("Jane Smith joined") < reply.answer.index("John Doe joined")
    assert "could not be proven" not in reply.answer


def test_the_first_claim_of_a_draft_is_shown_in_the_words_it_quotes_where_its_own_are_not_proven(
    ask_model: AskModel,
) -> None:
    lead = ("A rival sent her here.", "Jane Smith joined Lumen AB in 2019 from Competitor Corp.")
    further = ("John Doe joined Lumen AB in 2021.", "John Doe joined Lumen AB in 2021")
    reply, _ = ask_model("What about the management?", drafts(lead), draft=drafts(lead, further))

    assert reply.answer.startswith("- Jane Smith joined Lumen AB in 2019 from Competitor Corp")


def test_a_question_back_of_a_model_states_nothing_and_is_put_to_the_person(ask_model: AskModel) -> None:
    asks = "Which quarter do you mean, and net sales or earnings?"
    reply, script = ask_model("What about the quarter?", draft=drafts(reason=asks))

    assert reply.answer == asks
    assert len(script.requests) == 1


@pytest.mark.parametrize("reason", ["Do you mean the 51% of Jane Smith?", "Jane Smith resigned. Which quarter?"])
def test_no_statement_slips_through_as_a_question_back(ask_model: AskModel, reason: str) -> None:
    reply, _ = ask_model("What about the quarter?", says("I cannot say."), draft=drafts(reason=reason))

    assert reason not in reply.answer


def test_the_conversation_goes_to_the_model_and_its_words_are_the_users(database: Database, room: str) -> None:
    with serve(
        drafts(("Jane Smith joined Lumen AB in 2019 from Competitor Corp.", "joined Lumen AB in 2019"))
    ) as script:
        settings = Settings(model="openai:gpt-4o", model_url=script.url, model_key="k", proof="strict")
        analyst = Analyst(database, settings, room, services_of(settings), open_reasoner)
        first = asyncio.run(analyst.ask("What about the management?"))
        asyncio.run(analyst.ask("and where was she before?", first.conversation))

    asked = asked_of(script)
    assert asked["question"] == "and where was she before?"
    assert asked["conversation"][0]["asked"] == "What about the management?"


def test_what_a_tool_has_computed_may_be_repeated_and_not_altered(
    database: Database, new_project: Callable[..., int], tmp_path: Path
) -> None:
    rows = ["Wenlow Equine;167;0;Lost", "Copplestone Garden;538;0;Lost", "Yockenby Farms;410;455;Active"]
    (tmp_path / "customers.csv").write_text("\n".join(["Customer;Revenue FY24;Revenue FY25;Status", *rows]))
    project = analyst_of(database, new_project("customers"), [tmp_path / "customers.csv"]).project
    sums = "Total Revenue FY24, 2 of 3 rows (Status: Lost): {} = 167 + 538."
    for total, is_told in (("705", True), ("715", False)):
        asked = look_up("Total Revenue FY24 of customers with Status Lost")
        with serve(drafts(), asked, says(sums.format(total))) as script:
            model = Settings(model="openai:gpt-4o", model_url=script.url, model_key="k", proof="strict")
            analyst = Analyst(database, model, project, services_of(model), open_reasoner)
            answer = asyncio.run(analyst.ask("And those that went, what did they bring?")).answer
        assert ("705 = 167 + 538" in answer) is is_told
        assert "715" not in answer


def asked_of(script: Script) -> dict[str, Any]:
    """What the last draft was asked: the question, with what belongs to it."""
    drafted = [one["messages"][-1]["content"] for one in script.requests if "tools" not in one]
    told: dict[str, Any] = json.loads(drafted[-1].rsplit("\n", 1)[1])
    return told
