"""Retrieval before the model, in LangChain's agent and against a scripted server."""

import asyncio
from typing import Any

import psycopg
import pytest
from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware
from langchain_core.messages import HumanMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from sleuth.agents.analyst.middleware import PreModelRetrieval
from sleuth.search import before
from sleuth.search.before import RetrievalMetrics, Retriever
from sleuth.store.server.database import Database
from tests.documents import drafts_of, source_of, store
from tests.scripted import Reply, Script, calls, says, serve


@pytest.fixture
def room(connection: psycopg.Connection, project: int) -> int:
    source = source_of("Q3_Report.pdf", "Q3 revenue was EUR 5.2 million.")
    store(connection, project, source, drafts_of(source))
    connection.commit()
    return project


def agent_of(script: Script, retriever: Retriever, project: int, *others: Any, **options: Any) -> Any:
    model = ChatOpenAI(model="o3-mini", base_url=script.url, api_key="k", max_retries=0)  # type: ignore[arg-type]
    return create_agent(model, middleware=[PreModelRetrieval(retriever, project), *others], **options)


def run(retriever: Retriever, project: int, message: str, *replies: Reply, **options: Any) -> tuple[Any, Script]:
    with serve(*replies) as script:
        agent = agent_of(script, retriever, project, **options)
        state = asyncio.run(agent.ainvoke({"messages": [HumanMessage(message)]}))
    return state, script


def system_of(script: Script, call: int = 0) -> str:
    """What stands in the system or developer message of a request; empty without one."""
    sent = script.requests[call]["messages"]
    return "".join(str(message["content"]) for message in sent if message["role"] in ("system", "developer"))


def test_a_question_reaches_the_model_with_what_was_found(database: Database, room: int) -> None:
    _, script = run(Retriever(database), room, "What was Q3 revenue?", says("EUR 5.2 million."))
    assert "Relevant knowledge:\n- Q3 revenue was EUR 5.2 million. [Source: Q3_Report.pdf (p1)]" in system_of(script)


def test_the_context_stands_behind_the_prompt_of_the_agent(database: Database, room: int) -> None:
    _, script = run(Retriever(database), room, "Q3 revenue?", says("5.2"), system_prompt="You are the analyst.")
    assert system_of(script).startswith("You are the analyst.\n\nWhat follows is quoted from documents.")


def test_a_greeting_reaches_the_model_as_it_is(database: Database, room: int) -> None:
    _, script = run(Retriever(database), room, "Hello!", says("Hello."))
    assert [message["role"] for message in script.requests[0]["messages"]] == ["user"]


def test_the_conversation_keeps_nothing_of_the_context(database: Database, room: int) -> None:
    state, _ = run(Retriever(database), room, "Q3 revenue?", says("EUR 5.2 million."))
    assert [message.type for message in state["messages"]] == ["human", "ai"]
    assert "Relevant knowledge" not in str(state)


def test_a_turn_with_tools_searches_once_and_shows_each_call_what_was_found(database: Database, room: int) -> None:
    @tool
    def look() -> str:
        """Look."""
        return "seen"

    reported: list[RetrievalMetrics] = []
    retriever = Retriever(database, on_retrieval_complete=reported.append)
    _, script = run(retriever, room, "Q3 revenue?", calls(("look", {})), says("5.2"), tools=[look])
    assert len(reported) == 1
    assert all("Q3_Report.pdf" in system_of(script, call) for call in (0, 1))


def test_a_search_that_failed_is_told_to_the_model(
    database: Database, room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise psycopg.OperationalError("gone")

    monkeypatch.setattr(before, "search", fail)
    state, script = run(Retriever(database), room, "Q3 revenue?", says("I could not search."))
    assert "could not be searched" in system_of(script)
    assert state["messages"][-1].text == "I could not search."


def test_the_agent_works_without_an_event_loop(database: Database, room: int) -> None:
    with serve(says("5.2")) as script:
        agent_of(script, Retriever(database), room).invoke({"messages": [HumanMessage("Q3 revenue?")]})
    assert "Q3_Report.pdf" in system_of(script)


def test_a_turn_that_goes_on_after_an_interrupt_has_its_context_again(database: Database, room: int) -> None:
    @tool
    def record(value: str) -> str:
        """Write a value down."""
        return f"recorded {value}"

    async def turn(script: Script) -> None:
        approval = HumanInTheLoopMiddleware({"record": {"allowed_decisions": ["approve"]}})
        agent = agent_of(script, Retriever(database), room, approval, tools=[record], checkpointer=InMemorySaver())
        thread: Any = {"configurable": {"thread_id": "one"}}
        await agent.ainvoke({"messages": [HumanMessage("Q3 revenue?")]}, thread)
        await agent.ainvoke(Command(resume={"decisions": [{"type": "approve"}]}), thread)

    with serve(calls(("record", {"value": "5.2"})), says("done")) as script:
        asyncio.run(turn(script))
    assert "Q3_Report.pdf" in system_of(script, 1)
