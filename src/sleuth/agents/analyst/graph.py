"""The graph of one turn: retrieve, understand, answer; what would be written waits for a person first.

The state is plain JSON, so that a turn that waits for a confirmation can be taken up after a restart.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from langgraph.types import interrupt

from sleuth.agents.analyst.dialogue.context import Context
from sleuth.agents.analyst.room import Room

RECURSION_LIMIT = 20


@dataclass(frozen=True, slots=True)
class Deps:
    """The working parts of one turn; never part of the state."""

    room: Room
    context: Context
    answer: Callable[["State"], Awaitable[dict[str, Any]]]
    write: Callable[[Mapping[str, Any]], Awaitable[dict[str, Any]]]


class State(TypedDict, total=False):
    """One turn."""

    message: str
    reply: dict[str, Any]  # as `run.reply_json` writes it
    writes: list[dict[str, Any]]  # calls that wait: {"tool", "arguments", "text"}
    approved: bool
    written: list[dict[str, Any]]


async def answer(state: State, runtime: Runtime[Deps]) -> dict[str, Any]:
    """The answer, and what it would write."""
    return await runtime.context.answer(state)


async def confirm(state: State, runtime: Runtime[Deps]) -> dict[str, Any]:
    """A person says yes or no to what would be written."""
    decision = interrupt({"writes": state["writes"]})
    return {"approved": bool(decision.get("approved")) if isinstance(decision, Mapping) else bool(decision)}


async def write(state: State, runtime: Runtime[Deps]) -> dict[str, Any]:
    """What was agreed to is done, once each."""
    return {"written": [await runtime.context.write(call) for call in state["writes"]]}


def after_answer(state: State) -> Literal["confirm", "write", "__end__"]:
    """What would change something needs a person, unless the person has just agreed to it."""
    if not state.get("writes"):
        return "__end__"
    return "write" if state.get("approved") else "confirm"


def after_confirm(state: State) -> Literal["write", "__end__"]:
    """A no ends the turn."""
    return "write" if state.get("approved") else "__end__"


def build_graph(checkpointer: Any = None) -> CompiledStateGraph[State, Deps, State, State]:
    """The graph, ready to run with `context=Deps(…)`; with a checkpointer it can wait for a person."""
    graph = StateGraph(State, context_schema=Deps)
    graph.add_node("answer", answer)
    graph.add_node("confirm", confirm)
    graph.add_node("write", write)
    graph.add_edge(START, "answer")
    graph.add_conditional_edges("answer", after_answer)
    graph.add_conditional_edges("confirm", after_confirm)
    graph.add_edge("write", END)
    return graph.compile(checkpointer=checkpointer)
