"""Chat models: any that LangChain can open, asked for an answer of a given shape."""

import asyncio
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from threading import Thread
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from pydantic import BaseModel, ValidationError

from sleuth.config import Settings
from sleuth.models.failures import ModelSetupError, UnusableAnswerError
from sleuth.models.keys import CHAT_PROVIDERS, no_credentials
from sleuth.models.resilience import Attempts, breaker_of
from sleuth.models.usage import Tally, Usage

if TYPE_CHECKING:
    from langchain_core.callbacks import BaseCallbackHandler
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage
    from langchain_core.outputs import LLMResult
    from langchain_core.runnables import RunnableConfig

DEFAULT_MODEL = "openai:o3-mini"
_NO_KEY = "none"  # for servers that ask for none; the providers' packages want a word
Shape = TypeVar("Shape", bound=BaseModel)
T = TypeVar("T")


def chosen_model(settings: Settings) -> str | None:
    """SLEUTH_MODEL; else o3-mini where an OpenAI key is set; else none, and rules answer. "none" is none."""
    if settings.model:
        return None if settings.model == "none" else settings.model
    return DEFAULT_MODEL if os.environ.get("OPENAI_API_KEY") else None


def open_chat(settings: Settings) -> "Chat | None":
    """The chosen model, ready to be asked; None if there is none. Raises ModelSetupError with the remedy."""
    name = chosen_model(settings)
    if name is None:
        return None
    attempts = Attempts(breaker_of(f"{name} at {settings.model_url}"))
    return Chat(name, _open(name, settings), attempts, settings.model_seconds)


def _open(name: str, settings: Settings) -> "BaseChatModel":
    if name.endswith(":"):
        raise ModelSetupError(f"SLEUTH_MODEL={name} names no model; write PROVIDER:MODEL, such as {DEFAULT_MODEL}.")
    if settings.model_url and not _is_address(settings.model_url):
        raise ModelSetupError(f"SLEUTH_MODEL_URL={settings.model_url} is no address. It reads http://HOST:PORT/v1.")
    try:
        from langchain.chat_models import init_chat_model
    except ImportError as error:
        raise ModelSetupError(
            f"the model {name} needs LangChain. Install it: pip install 'sleuth[llm]', or set SLEUTH_MODEL=none."
        ) from error
    options: dict[str, Any] = {"timeout": settings.model_seconds, "max_retries": 0}
    try:
        with _addressed(name, settings) as (full_name, address):
            model: BaseChatModel = init_chat_model(full_name, **options, **address)
    except ImportError as error:
        raise ModelSetupError(f"the model {name} needs a package: {error}") from error
    except ValueError as error:
        told = str(error).partition("\n")[0]
        raise ModelSetupError(f"SLEUTH_MODEL={name} names no known provider; write PROVIDER:MODEL. {told}") from error
    except Exception as error:  # each provider's package has its own error for a missing key
        raise ModelSetupError(f"the model {name} cannot be opened: {error}") from error
    return model


@contextmanager
def _addressed(name: str, settings: Settings) -> Iterator[tuple[str, dict[str, Any]]]:
    """The model's full name, and where and with which key it is asked, where that is not left to its package.

    A package that is opened for an address other than its provider's finds no credentials to send there.
    """
    url, key = settings.model_url, settings.model_key
    if url is None:
        yield name, {"api_key": key} if key else {}
        return
    full_name = name if ":" in name else f"openai:{name}"  # a server of one's own speaks as OpenAI's do
    provider = CHAT_PROVIDERS.get(full_name.partition(":")[0])
    if provider is not None and provider.owns(url):
        yield full_name, {"base_url": url, "api_key": provider.key_for(url, key)}
        return
    with no_credentials():
        yield full_name, {"base_url": url, "api_key": key or _NO_KEY}


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is none
        return False


class Chat:
    """A chat model that answers in shapes, and counts what it takes. One answer may take `seconds`."""

    def __init__(self, name: str, model: "BaseChatModel", attempts: Attempts, seconds: float) -> None:
        self.name = name
        self.usage = Usage(name)
        self._model = model
        self._attempts = attempts
        self._seconds = seconds

    async def ask(self, task: str, system: str, material: str, shape: type[Shape]) -> Shape:
        """An answer in `shape`. Raises ModelUnavailableError, UnusableAnswerError or ModelSetupError."""
        from langchain_core.messages import HumanMessage, SystemMessage

        whole = material.encode("utf-8", "replace").decode("utf-8")  # no lone surrogates: they cannot be sent
        messages: list[BaseMessage] = [SystemMessage(system), HumanMessage(whole)]
        structured = self._model.with_structured_output(
            shape
        )  # its `include_raw` leaves threads that an exit waits for
        answer = await self.call(task, lambda counted: structured.invoke(messages, counted))
        if not isinstance(answer, shape):
            raise UnusableAnswerError("it did not keep to the shape asked for")
        return answer

    @property
    def model(self) -> "BaseChatModel":
        """The model itself, for agents that bind tools to it. Each call of theirs goes through `call`."""
        return self._model

    async def call(self, task: str, work: "Callable[[RunnableConfig], T]") -> T:
        """What `work` returns, tried as often as failures allow, within the time of one answer, and counted.

        Raises ModelUnavailableError, UnusableAnswerError or ModelSetupError.
        """
        tally = self.usage.task(task)
        tally.calls += 1
        counted: RunnableConfig = {"callbacks": [_counter(tally)]}

        async def call() -> T:  # in a thread: the providers' asynchronous clients outlive no event loop
            return await _within(self._seconds, lambda: _told_apart(lambda: work(counted)))

        started = time.perf_counter()
        try:
            return await self._attempts.run(call, tally)
        finally:
            tally.seconds += time.perf_counter() - started


def _counter(tally: Tally) -> "BaseCallbackHandler":
    """Hears of each answer, also of one that was cut off: its tokens are paid for."""
    from langchain_core.callbacks import BaseCallbackHandler

    class Counter(BaseCallbackHandler):
        def on_llm_end(self, response: "LLMResult", **_: Any) -> None:
            for generation in (one for row in response.generations for one in row):
                spent = getattr(getattr(generation, "message", None), "usage_metadata", None) or {}
                tally.tokens_in += spent.get("input_tokens", 0)
                tally.tokens_out += spent.get("output_tokens", 0)

        def on_llm_error(self, error: BaseException, **_: Any) -> None:
            spent = getattr(getattr(error, "completion", None), "usage", None)
            tally.tokens_in += getattr(spent, "prompt_tokens", 0)
            tally.tokens_out += getattr(spent, "completion_tokens", 0)

    return Counter()


async def _within(seconds: float, work: Callable[[], T]) -> T:
    """What the work returns, from a thread that keeps nobody waiting: not whoever stops the program, nor for longer.

    The providers' own timeouts are for each piece of an answer: a server that trickles would keep us for ever.
    """
    from langchain_core.exceptions import ModelTimeoutError

    done: Future[T] = Future()
    done.set_running_or_notify_cancel()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:  # noqa: BLE001 - raised where the result is awaited
            done.set_exception(error)

    Thread(target=run, name="sleuth-chat", daemon=True).start()
    try:
        return await asyncio.wait_for(asyncio.wrap_future(done), seconds)
    except TimeoutError as error:
        raise ModelTimeoutError(f"no answer within {seconds:g} s") from error


def _told_apart(ask: Callable[[], T]) -> T:
    """The answer; what a provider raises for an unusable one becomes UnusableAnswerError."""
    from langchain_core.exceptions import OutputParserException

    try:
        return ask()
    except (ValidationError, OutputParserException, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise UnusableAnswerError("it did not keep to the shape asked for") from error
    except UnicodeEncodeError as error:  # in a header: texts were made sendable before
        raise ModelSetupError(
            "the model's key holds characters that no key has. Copy it again into SLEUTH_MODEL_KEY, or where it stands."
        ) from error
    except Exception as error:
        if meant := _MEANS.get(type(error).__name__):
            raise UnusableAnswerError(meant) from error
        raise


_MEANS = {
    "OpenAIRefusalError": "it refused to answer",
    "LengthFinishReasonError": "its answer was cut off",
    "ContentFilterFinishReasonError": "its provider's filter withheld the answer",
}
