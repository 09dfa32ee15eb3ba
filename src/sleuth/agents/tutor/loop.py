"""Reason, act, observe: until `respond` is called, or the steps are used up."""

from collections.abc import Callable, Sequence

from sleuth.agents.tutor.planner import Planner
from sleuth.agents.tutor.tools import RESPOND, Toolbox
from sleuth.agents.tutor.turns import Call, Step, Turn

OnStep = Callable[[Step], None]
Think = Callable[[Sequence[Step]], list[Call]]


def limit_reached(max_iterations: int) -> str:
    """What is answered where the steps are used up."""
    return f"Could not provide a complete answer within {max_iterations} reasoning steps."


def final_answer(steps: Sequence[Step]) -> str | None:
    """What `respond` was called with; None where it was not."""
    for step in steps:
        if step.tool == RESPOND and "final_answer" in step.data:
            return str(step.data["final_answer"])
    return None


def run(think: Think, toolbox: Toolbox, max_iterations: int, on_step: OnStep | None = None) -> tuple[str, list[Step]]:
    """The answer and the steps that led to it. `on_step` hears of each step when it is done."""
    steps: list[Step] = []
    for iteration in range(1, max_iterations + 1):
        for call in think(steps):
            step = Step(iteration, call.tool, call.arguments, toolbox.run(call.tool, call.arguments))
            steps.append(step)
            if on_step is not None:
                on_step(step)
            if (answer := final_answer([step])) is not None:
                return answer, steps
    return limit_reached(max_iterations), steps


def plan_and_run(
    question: str, toolbox: Toolbox, history: Sequence[Turn], max_iterations: int, on_step: OnStep | None = None
) -> tuple[str, list[Step]]:
    """The answer of the rules, without a model."""
    return run(Planner.of(question, toolbox, history).think, toolbox, max_iterations, on_step)
