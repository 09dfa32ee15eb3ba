"""A step of the graph with the time that it takes."""

import time
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Protocol

from langgraph.runtime import Runtime

from sleuth.answering.state import Deps, State

Work = Callable[[State, Runtime[Deps]], Coroutine[Any, Any, dict[str, Any]]]


class Node(Protocol):
    """A step of the graph: reads the state, returns what it changes."""

    async def __call__(self, state: State, *, runtime: Runtime[Deps]) -> dict[str, Any]: ...


def timed(work: Work) -> Node:
    """The work as a node that adds how long it took to the state."""

    @wraps(work)
    async def node(state: State, *, runtime: Runtime[Deps]) -> dict[str, Any]:
        started = time.perf_counter()
        update = await work(state, runtime)
        taken = (time.perf_counter() - started) * 1000
        return {**update, "timings": [*state.get("timings", []), (work.__name__.partition("_")[0], taken)]}

    return node
