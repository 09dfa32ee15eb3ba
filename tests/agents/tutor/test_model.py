"""The tutor with a language model: a scripted server of OpenAI's shape on loopback."""

from collections.abc import Iterator
from typing import Any

import pytest

from sleuth.agents.tutor.agent import KnowledgeBaseAgent, Lesson
from sleuth.config import Settings
from sleuth.evals.tutor_cases import tutor_cases, validate_response
from sleuth.models import resilience
from sleuth.models.failures import ModelSetupError
from tests.scripted import Reply, Script, calls, fails, hangs, says, serve

COMPOUND = (
    "Compound interest is the interest calculated on the initial principal and the accumulated interest from previous "
    "periods. For example, if you invest $1000 at 5% annual compound interest, after one year you'd have $1050, and "
    "after two years you'd have $1102.50 because the second year's interest is calculated on $1050, not just the "
    "original $1000. This 'interest on interest' effect becomes more powerful over longer time periods."
)
JARS = (
    "The jar system is a virtual budgeting feature that helps you organize your spending into categories. Here's how "
    "it works: 1) Create virtual 'jars' for different spending categories like groceries, entertainment, or "
    "transportation. 2) Set a budget for each jar. 3) The app automatically sorts your transactions into the "
    "appropriate jars based on the transaction description. For example, if you set a $400 budget for groceries, you "
    "can see your remaining balance after each shopping trip."
)
APP_INFO = ("get_application_information", {"description": "app info"})


@pytest.fixture(autouse=True)
def fresh_breakers() -> Iterator[None]:
    """No test inherits the failures of another."""
    resilience._breakers.clear()
    yield
    resilience._breakers.clear()


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retries without their pauses."""
    monkeypatch.setattr(resilience, "WAITS", ())
    monkeypatch.setattr(resilience.Attempts, "waits", ())


def respond(answer: str) -> Reply:
    return calls(("respond", {"answer": answer, "description": "the answer"}))


def ask(question: str, *replies: Reply, **options: Any) -> tuple[Lesson, Script]:
    with serve(*replies) as script:
        settings = Settings(model="openai:o3-mini", model_url=script.url, model_key="k", **options)
        return KnowledgeBaseAgent(settings).teach(question), script


def test_a_concept_is_looked_up_and_answered_with_respond() -> None:
    search = calls(("search_online", {"query": "compound interest definition", "description": "getting a definition"}))
    lesson, script = ask("What is compound interest?", search, respond(COMPOUND))
    assert lesson.answer == COMPOUND
    assert [step.tool for step in lesson.steps] == ["search_online", "respond"]
    assert (lesson.iterations, lesson.ended_by) == (2, "respond")
    assert lesson.usage is not None
    assert lesson.usage["tokens_in"] == 200
    observed = script.requests[1]["messages"][-1]
    assert observed["role"] == "tool"
    assert "Search error: searching online is switched off" in observed["content"]


def test_the_model_is_given_all_tools_with_their_specified_arguments() -> None:
    _, script = ask("What is compound interest?", respond(COMPOUND))
    tools = {tool["function"]["name"]: tool["function"]["parameters"] for tool in script.requests[0]["tools"]}
    assert set(tools["search_online"]["properties"]) == {"query", "description"}
    assert set(tools["get_application_information"]["properties"]) == {"description"}
    assert set(tools["respond"]["properties"]) == {"answer", "description"}
    assert {"look_up_concept", "calculate"} <= tools.keys()
    system = script.requests[0]["messages"][0]["content"]
    assert "{" not in system


def test_an_answer_about_the_app_that_the_documentation_supports_stays_as_it_is() -> None:
    lesson, _ = ask("How does the jar system work?", calls(APP_INFO), respond(JARS))
    assert lesson.answer == JARS


@pytest.mark.parametrize("question", [q for questions in tutor_cases("seed").values() for q in questions])
def test_the_questions_of_the_specification_end_with_respond(question: str) -> None:
    words = f"You asked: {question} Here is what there is to know."
    gather = calls(("look_up_concept", {"query": question}), APP_INFO)
    lesson, _ = ask(question, gather, respond(words))
    assert lesson.ended_by == "respond"
    assert lesson.iterations == 2
    assert validate_response(lesson.answer, question)


def test_a_direct_answer_without_tools_is_taken() -> None:
    direct = "A budget is a plan for your money."
    lesson, _ = ask("What is a budget?", says(direct))
    assert (lesson.answer, lesson.ended_by, lesson.steps) == (direct, "direct", ())


def test_a_model_that_never_responds_is_stopped_with_the_specified_words() -> None:
    again = calls(("look_up_concept", {"query": "budget"}))
    lesson, script = ask("What is a budget?", again, max_react_iterations=3)
    assert lesson.answer == "Could not provide a complete answer within 3 reasoning steps."
    assert (lesson.ended_by, len(script.requests)) == ("limit", 3)


def test_a_number_from_nowhere_is_left_out_and_told() -> None:
    said = "Inflation is a general rise in prices. In 2031 it was 47.3% in Norway. It lowers purchasing power."
    lesson, _ = ask("What is inflation?", calls(("look_up_concept", {"query": "inflation"})), respond(said))
    assert lesson.answer == "Inflation is a general rise in prices. It lowers purchasing power."
    assert any("47.3" in remark and "no source" in remark for remark in lesson.degraded)


def test_a_computed_number_is_kept() -> None:
    arguments = {"principal": 2500, "rate": 4, "years": 3}
    compute = calls(("calculate", {"calculator": "compound_interest", "arguments": arguments, "currency": "USD"}))
    said = "After 3 years you would have $2,812.16."
    lesson, _ = ask("What becomes of $2500 at 4%?", compute, respond(said))
    assert lesson.answer == said


def test_an_invented_feature_is_left_out_and_the_documentation_answers() -> None:
    said = "You can trade crypto in the app under Wallet. Tap Buy to begin."
    lesson, _ = ask("How do I trade crypto in the app?", calls(APP_INFO), respond(said))
    assert "Wallet" not in lesson.answer
    assert "does not mention “trade crypto”" in lesson.answer
    assert any("left out" in remark for remark in lesson.degraded)


@pytest.mark.parametrize("wanted", [("search_online", {}), ("calculate", {"calculator": "loan", "arguments": {}})])
def test_a_call_that_does_not_fit_is_told_to_the_model_which_goes_on(wanted: tuple[str, dict[str, Any]]) -> None:
    lesson, script = ask("What is a budget?", calls(wanted), respond("A budget is a plan."))
    assert lesson.answer == "A budget is a plan."
    assert script.requests[1]["messages"][-1]["role"] == "tool"


def test_the_tools_can_only_read_compute_and_answer() -> None:
    """Whatever hostile text a tool returns, and whatever the model makes of it."""
    lesson, script = ask("What is a budget?", calls(("delete_everything", {})), respond("A budget is a plan."))
    assert lesson.answer == "A budget is a plan."
    names = {tool["function"]["name"] for tool in script.requests[0]["tools"]}
    assert names == {"search_online", "get_application_information", "look_up_concept", "calculate", "respond"}


@pytest.mark.parametrize("failure", [fails(500), fails(429), hangs(5), says("", finish="content_filter")])
def test_a_model_that_fails_leaves_the_answer_to_the_rules_and_says_so(failure: Reply) -> None:
    lesson, _ = ask("What is compound interest?", failure, model_seconds=1.0)
    assert lesson.ended_by == "respond"
    assert "$1,102.50" in lesson.answer
    assert any("was of no help" in remark for remark in lesson.degraded)


def test_a_wrong_key_is_the_users_to_mend() -> None:
    with pytest.raises(ModelSetupError, match="refuses the key"):
        ask("What is compound interest?", fails(401))


def test_the_conversation_is_told_to_the_model() -> None:
    with serve(respond("A budget is a plan."), respond("It matters because money is scarce.")) as script:
        settings = Settings(model="openai:o3-mini", model_url=script.url, model_key="k", conversation_messages=2)
        agent = KnowledgeBaseAgent(settings)
        agent.get_knowledge("What is a budget?")
        agent.get_knowledge("Why does it matter?")
        agent.get_knowledge("And in the app?")
    roles = [[message["role"] for message in request["messages"]] for request in script.requests]
    assert roles[1] == ["developer", "user", "assistant", "user"]
    assert roles[2] == ["developer", "user", "assistant", "user"]  # the last two messages only
    assert script.requests[2]["messages"][1]["content"] == "Why does it matter?"


def test_it_can_be_asked_from_within_an_event_loop() -> None:
    import asyncio

    with serve(respond("A budget is a plan.")) as script:
        settings = Settings(model="openai:o3-mini", model_url=script.url, model_key="k")

        async def ask_both() -> tuple[str, str]:
            agent = KnowledgeBaseAgent(settings)
            return agent.get_knowledge("What is a budget?"), await agent.aget_knowledge("What is a budget?")

        assert asyncio.run(ask_both()) == ("A budget is a plan.", "A budget is a plan.")
