"""Chat models: any that LangChain can open, asked for an answer of a given shape."""

import asyncio
import os
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ValidationError

from sleuth.config import Settings
from sleuth.models.failures import ModelSetupError, UnusableAnswerError
from sleuth.models.resilience import Attempts, breaker_of
from sleuth.models.usage import Usage

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage

DEFAULT_MODEL = "openai:o3-mini"
Shape = TypeVar("Shape", bound=BaseModel)


def chosen_model(settings: Settings) -> str | None:
    """SLEUTH_MODEL; else o3-mini where an OpenAI key is set; else none, and rules answer. "none" is none."""
    if settings.model:
        return None if settings.model == "none" else settings.model
    return DEFAULT_MODEL if os.environ.get("OPENAI_API_KEY") else None


def open_chat(settings: Settings) -> "Chat | None":
    """The chosen model, ready to be asked; None if there is none. Raises ModelSetupError with the remedy."""
    name = chosen_model(settings)
    return None if name is None else Chat(name, _open(name, settings), Attempts(breaker_of(name)))


def _open(name: str, settings: Settings) -> "BaseChatModel":
    try:
        from langchain.chat_models import init_chat_model
    except ImportError as error:
        raise ModelSetupError(
            f"the model {name} needs LangChain. Install it: pip install 'sleuth[llm]', or set SLEUTH_MODEL=none."
        ) from error
    given = {"base_url": settings.model_url, "api_key": settings.model_key}
    options: dict[str, Any] = {"timeout": settings.model_seconds, "max_retries": 0}
    options |= {option: value for option, value in given.items() if value}
    try:
        model: BaseChatModel = init_chat_model(name, **options)
    except ImportError as error:
        raise ModelSetupError(f"the model {name} needs a package: {error}") from error
    except ValueError as error:
        raise ModelSetupError(f"SLEUTH_MODEL={name} names no known provider; write PROVIDER:MODEL. {error}") from error
    except Exception as error:  # each provider's package has its own error for a missing key
        raise ModelSetupError(f"the model {name} cannot be opened: {error}") from error
    return model


class Chat:
    """A chat model that answers in shapes, and counts what it takes."""

    def __init__(self, name: str, model: "BaseChatModel", attempts: Attempts) -> None:
        self.name = name
        self.usage = Usage(name)
        self._model = model
        self._attempts = attempts

    async def ask(self, task: str, system: str, material: str, shape: type[Shape]) -> Shape:
        """An answer in `shape`. Raises ModelUnavailableError, UnusableAnswerError or ModelSetupError."""
        from langchain_core.messages import HumanMessage, SystemMessage

        messages: list[BaseMessage] = [SystemMessage(system), HumanMessage(material)]
        structured = self._model.with_structured_output(shape, include_raw=True)
        tally = self.usage.task(task)
        tally.calls += 1

        async def call() -> object:  # in a thread: the providers' asynchronous clients outlive no event loop
            return await asyncio.to_thread(_told_apart, lambda: structured.invoke(messages))

        started = time.perf_counter()
        try:
            answer = await self._attempts.run(call, tally)
        finally:
            tally.seconds += time.perf_counter() - started
        return self._read(answer, shape, task)

    def _read(self, answer: object, shape: type[Shape], task: str) -> Shape:
        if not isinstance(answer, dict):
            raise UnusableAnswerError("it answered in a shape of its own")
        spent = getattr(answer.get("raw"), "usage_metadata", None) or {}
        self.usage.task(task).tokens_in += spent.get("input_tokens", 0)
        self.usage.task(task).tokens_out += spent.get("output_tokens", 0)
        if answer.get("parsing_error") is not None or not isinstance(answer.get("parsed"), shape):
            raise UnusableAnswerError("it did not keep to the shape asked for")
        parsed = answer["parsed"]
        assert isinstance(parsed, shape)
        return parsed


def _told_apart(ask: Callable[[], object]) -> object:
    """The answer; what a provider raises for an unusable one becomes UnusableAnswerError."""
    from langchain_core.exceptions import OutputParserException

    try:
        return ask()
    except (ValidationError, OutputParserException, TypeError, KeyError, AttributeError) as error:
        raise UnusableAnswerError("it did not keep to the shape asked for") from error
    except Exception as error:
        if meant := _MEANS.get(type(error).__name__):
            raise UnusableAnswerError(meant) from error
        raise


_MEANS = {
    "OpenAIRefusalError": "it refused to answer",
    "LengthFinishReasonError": "its answer was cut off",
    "ContentFilterFinishReasonError": "its provider's filter withheld the answer",
}
