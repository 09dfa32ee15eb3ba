"""One line asked of the chosen model, to see whether it answers and what its server can do."""

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sleuth.config import Settings
from sleuth.errors import ModelError
from sleuth.models.abilities import Abilities, Form
from sleuth.models.chat import Chat, open_chat
from sleuth.models.failures import ModelUnavailableError
from sleuth.models.resilience import Attempts, Breaker

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig

_TASK = "trial"
_ANSWER_TOKENS = 200


@dataclass(frozen=True, slots=True)
class Trial:
    """What a model at its server can do."""

    name: str
    seconds: float  # until the answer to the first line was there
    schema: bool  # answers in a JSON schema that the server enforces
    json: bool  # answers in JSON mode
    tools: bool
    context: int | None  # tokens of prompt and answer; None where the server does not tell

    def __str__(self) -> str:
        offers = {"JSON schema": self.schema, "JSON mode": self.json, "tools": self.tools}
        can = ", ".join(name if has else f"no {name}" for name, has in offers.items())
        context = f"{self.context:,} tokens of context" if self.context else "its context is not told"
        return f"{self.name} answered in {self.seconds:.1f} s; {can}; {context}"


async def try_out(settings: Settings) -> Trial | None:
    """The chosen model asked one line in each form; None if none is chosen.

    Raises ModelSetupError with the remedy, or ModelUnavailableError; nothing is tried again.
    """
    chat = open_chat(settings.model_copy(update={"answer_tokens": min(settings.answer_tokens, _ANSWER_TOKENS)}))
    if chat is None:
        return None
    chat.try_once(Attempts(Breaker(), waits=()), Abilities())
    await chat.room()
    started = time.perf_counter()
    schema = await chat.keeps_to(Form.SCHEMA)
    seconds = time.perf_counter() - started
    json = await chat.keeps_to(Form.JSON)
    return Trial(chat.name, seconds, schema, json, await _calls_tools(chat), chat.abilities.context)


async def _calls_tools(chat: Chat) -> bool:
    """Whether the model calls a tool that it is told to call."""

    def ready(word: str) -> str:
        """Tell that you are ready."""
        return word

    def ask(counted: "RunnableConfig") -> bool:
        answer = chat.model.bind_tools([ready]).invoke("Call the tool `ready` with the word “yes”.", counted)
        return bool(answer.tool_calls)

    try:
        return await chat.call(_TASK, ask)
    except ModelUnavailableError:
        raise
    except (ModelError, NotImplementedError):  # the server refuses tools, or its package knows none
        return False
