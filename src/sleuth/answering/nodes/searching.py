"""The loop that finds passages: queries, their retrieval, and whether what was found suffices."""

from dataclasses import replace
from typing import Any

from langgraph.runtime import Runtime

from sleuth.answering.library import Place
from sleuth.answering.nodes.shown import evidence_of, inquiry_of
from sleuth.answering.nodes.timed import timed
from sleuth.answering.state import Deps, State


@timed
async def generate(state: State, runtime: Runtime[Deps]) -> dict[str, Any]:
    """Queries for the next retrieval; the first of a conversation are those that rules make of all it may mean."""
    evidence = await evidence_of(state, runtime.context)
    tried = state.get("tried", [])
    inquiry, reasoner = inquiry_of(state, runtime.context), runtime.context.reasoner
    if tried or "talk" not in state or reasoner.rules is None:
        return {"queries": await reasoner.plan_queries(inquiry, evidence, tried)}
    queries: list[str] = []
    for text in (state["question"], *state["talk"].readings):
        queries += await reasoner.rules.plan_queries(replace(inquiry, question=text), (), ())
    return {"queries": list(dict.fromkeys(queries))}


@timed
async def retrieve(state: State, runtime: Runtime[Deps]) -> dict[str, Any]:
    """Passages for the queries, from the named documents only; those already known are not added again."""
    queries, found = state["queries"], state.get("found", [])
    finds = await runtime.context.library.search(queries)
    known = {_address(place) for place in found}
    fresh = [place for place in finds.places if _address(place) not in known]
    fresh += await _continued(fresh, runtime.context)
    return {
        "found": [*found, *fresh],
        "tried": [*state.get("tried", []), *queries],
        "iterations": state.get("iterations", 0) + 1,
        "degraded": list(dict.fromkeys([*state.get("degraded", []), *finds.degraded])),
    }


def _address(place: Place) -> tuple[int, int, int, int]:
    return place.document_id, place.page, place.start, place.end


async def _continued(places: list[Place], deps: Deps) -> list[Place]:
    """Where a page ends in a colon, the beginning of the next: it holds the items."""
    pages = await deps.library.pages({(place.document_id, place.page) for place in places})
    ends = [key for key, page in pages.items() if page.text.rstrip("\n 0123456789-").endswith(":")]
    following = await deps.library.pages({(document_id, number + 1) for document_id, number in ends})
    return [Place(document_id, number, 0, len(page.text), 0.0) for (document_id, number), page in following.items()]


@timed
async def grade(state: State, runtime: Runtime[Deps]) -> dict[str, Any]:
    """Whether what was found suffices."""
    evidence = await evidence_of(state, runtime.context)
    inquiry = inquiry_of(state, runtime.context)
    graded = await runtime.context.reasoner.grade(inquiry, evidence, state.get("tried", []))
    return {"verdict": graded.verdict.value, "reason": graded.reason}
