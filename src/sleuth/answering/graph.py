"""The research graph: understand, resolve from the ledger; else retrieve in a loop; draft, verify, repair once."""

from functools import cache
from typing import Literal

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from sleuth.answering.nodes.drafting import answer, format_output, repair, rules, verify_claims
from sleuth.answering.nodes.resolving import resolve, understand
from sleuth.answering.nodes.searching import generate, grade, retrieve
from sleuth.answering.state import MOST_RETRIEVALS, Deps, State
from sleuth.reason.protocol import Decision

# Nodes of the longest way: understand, resolve, five rounds of generate, retrieve, grade, answer and verify, then
# repair, verify, rules, verify, format.
RECURSION_LIMIT = 40


@cache
def build_graph() -> CompiledStateGraph[State, Deps, State, State]:
    """The graph, ready to run with `context=Deps(…)`."""
    graph = StateGraph(State, context_schema=Deps)
    graph.add_node("understand", understand)
    graph.add_node("resolve", resolve)
    graph.add_node("generate", generate)
    graph.add_node("retrieve", retrieve)
    graph.add_node("grade", grade)
    graph.add_node("answer", answer)
    graph.add_node("verify", verify_claims)
    graph.add_node("repair", repair)
    graph.add_node("rules", rules)
    graph.add_node("format", format_output)
    graph.add_edge(START, "understand")
    graph.add_edge("understand", "resolve")
    graph.add_conditional_edges("resolve", after_resolve)
    graph.add_conditional_edges("generate", after_generate)
    graph.add_edge("retrieve", "grade")
    graph.add_conditional_edges("grade", after_grade)
    graph.add_edge("answer", "verify")
    graph.add_conditional_edges("verify", after_verify)
    graph.add_edge("repair", "verify")
    graph.add_conditional_edges("rules", after_rules)
    graph.add_edge("format", END)
    return graph.compile()


def after_resolve(state: State) -> Literal["generate", "answer", "format"]:
    """The ledger's figures answer at once; where it knows the measure but not what is asked of it, nothing else may."""
    if state.get("rows") is not None:
        return "answer"
    resolution = state.get("resolution")
    if resolution is None:
        return "generate"
    if resolution.figures:
        return "answer"
    return "format" if resolution.known else "generate"


def after_generate(state: State) -> Literal["retrieve", "answer", "rules"]:
    """Without a new query there is nothing to retrieve."""
    return "retrieve" if state["queries"] else _drafting(state)


def after_grade(state: State) -> Literal["generate", "answer", "rules"]:
    """Loop while the grade asks for more and retrievals are left. A failure refuses nothing that a draft may find."""
    verdict = Decision(state["verdict"])
    if verdict in (Decision.FINISH, Decision.FAIL) or state["iterations"] >= MOST_RETRIEVALS:
        return _drafting(state)
    return "generate"


def _drafting(state: State) -> Literal["answer", "rules"]:
    """A draft, unless the same evidence has already been drafted from."""
    return "rules" if state.get("drafted") == len(state.get("found", [])) else "answer"


def after_verify(state: State) -> Literal["repair", "generate", "rules", "format"]:
    """Refused claims are repaired once; what the ledger says cannot be said otherwise. An empty draft asks for more."""
    if state.get("fact_places") or state.get("rows") or state.get("unproven") is not None:
        return "format"
    if state["dropped"] and "given_up" not in state:
        return "repair"
    if state["proven"] or "talk" in state:
        return "format"
    wants_more = state.get("verdict") == Decision.FINISH and state.get("iterations", 0) < MOST_RETRIEVALS
    return "generate" if wants_more and not state["draft"] and "given_up" not in state else "rules"


def after_rules(state: State) -> Literal["verify", "format"]:
    """What rules claim is verified like everything else."""
    return "verify" if state["draft"] else "format"
