"""The tutor with a language model: LangChain's agent over the same tools, with limits on every call."""

import asyncio
import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import TYPE_CHECKING, Any, TypeVar

from sleuth.agents.tutor.calculators.registry import calculators
from sleuth.agents.tutor.language import ENGLISH
from sleuth.agents.tutor.loop import OnStep, final_answer, limit_reached
from sleuth.agents.tutor.tools import RESPOND, Toolbox
from sleuth.agents.tutor.turns import Step, Turn
from sleuth.language.glyphs import without_surrogates
from sleuth.models.chat import Chat
from sleuth.models.failures import UnusableAnswerError

if TYPE_CHECKING:
    from langchain.agents.middleware import AgentMiddleware
    from langchain_core.messages import AnyMessage
    from langchain_core.tools import BaseTool

T = TypeVar("T")
_TASK = "tutor"
_CALLS_A_THOUGHT = 4  # tools that one thought may call, on average
_LANGUAGES = {"en": "English", "vi": "Vietnamese"}


@dataclass(slots=True)
class ModelRun:
    """One question on its way through a model."""

    toolbox: Toolbox
    chat: Chat
    max_iterations: int
    on_step: OnStep | None = None
    steps: list[Step] = field(default_factory=list)
    iterations: int = 0  # answers of the model
    last_words: str = ""  # the model's last answer without a tool call

    def answer(self, question: str, history: Sequence[Turn]) -> str:
        """What `respond` was called with; else the model's direct answer; else that the steps are used up.

        Raises ModelUnavailableError, UnusableAnswerError or ModelSetupError.
        """
        from langchain.agents import create_agent
        from langchain.agents.middleware import ModelCallLimitMiddleware, ToolCallLimitMiddleware
        from langchain_core.messages import HumanMessage

        limits: list[AgentMiddleware[Any, Any, Any]] = [
            ModelCallLimitMiddleware(run_limit=self.max_iterations, exit_behavior="end"),
            ToolCallLimitMiddleware(run_limit=self.max_iterations * _CALLS_A_THOUGHT, exit_behavior="continue"),
        ]
        agent = create_agent(
            self.chat.model, self._tools(), system_prompt=self._prompt(), middleware=[*limits, self._guard()]
        )
        messages = [*_told(history), HumanMessage(without_surrogates(question))]
        agent.invoke({"messages": messages}, {"recursion_limit": 10 * (self.max_iterations + 1)})
        said = final_answer(self.steps) or self.last_words
        if not said and self.iterations < self.max_iterations:
            raise UnusableAnswerError("it said nothing")
        return said or limit_reached(self.max_iterations)

    @property
    def is_complete(self) -> bool:
        """Whether `respond` was called."""
        return final_answer(self.steps) is not None

    def _guard(self) -> "AgentMiddleware[Any, Any, Any]":
        """Sends each call of the model through the one place for failures, and counts it."""
        from langchain.agents.middleware import wrap_model_call

        @wrap_model_call
        def guard(request: Any, handler: Callable[[Any], Any]) -> Any:
            response = asyncio.run(self.chat.call(_TASK, lambda _: handler(request)))
            self.iterations += 1
            said = response.result[-1]
            self._count(getattr(said, "usage_metadata", None) or {})
            self.last_words = "" if getattr(said, "tool_calls", None) else str(said.text).strip()
            return response

        return guard

    def _count(self, spent: Mapping[str, Any]) -> None:
        tally = self.chat.usage.task(_TASK)
        tally.tokens_in += spent.get("input_tokens", 0)
        tally.tokens_out += spent.get("output_tokens", 0)

    def _tools(self) -> "list[BaseTool]":
        from langchain_core.tools import StructuredTool

        return [
            StructuredTool.from_function(
                self._recorded(name),
                name=name,
                description=tool.__doc__ or name,
                infer_schema=True,
                return_direct=name == RESPOND,
            )
            for name, tool in self.toolbox.tools.items()
        ]

    def _recorded(self, name: str) -> Callable[..., str]:
        """A tool as the model calls it: what it returns is JSON, and each call becomes a step."""
        from functools import wraps

        tool = self.toolbox.tools[name]

        @wraps(tool)
        def recorded(**arguments: Any) -> str:
            step = Step(self.iterations, name, arguments, self.toolbox.run(name, arguments))
            self.steps.append(step)
            if self.on_step is not None:
                self.on_step(step)
            return json.dumps(step.result, ensure_ascii=False, default=str)

        return recorded

    def _prompt(self) -> str:
        text = (resources.files("sleuth.agents.tutor") / "prompts" / "react.md").read_text(encoding="utf-8")
        listed = "; ".join(
            f"{name}({', '.join(p.name for p in calculator.parameters)})" for name, calculator in calculators().items()
        )
        return text.format(language=_LANGUAGES.get(self.toolbox.language, _LANGUAGES[ENGLISH]), calculators=listed)


def _told(history: Sequence[Turn]) -> "list[AnyMessage | dict[str, Any]]":
    """The turns before as a model is shown them: questions and answers, not what tools returned."""
    from langchain_core.messages import AIMessage, HumanMessage

    told: list[AnyMessage | dict[str, Any]] = []
    for turn in history:
        told.append(HumanMessage(without_surrogates(turn.question)))
        told.append(AIMessage(without_surrogates(turn.answer)))
    return told


def outside_loop(work: Callable[[], T]) -> T:
    """What the work returns, from a thread of its own where this one runs an event loop."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return work()
    outcome: Mapping[str, Any] = {}

    def run() -> None:
        nonlocal outcome
        try:
            outcome = {"result": work()}
        except BaseException as error:  # noqa: BLE001 - raised below
            outcome = {"error": error}

    thread = threading.Thread(target=run, name="sleuth-tutor")
    thread.start()
    thread.join()
    if "error" in outcome:
        raise outcome["error"]
    result: T = outcome["result"]
    return result
