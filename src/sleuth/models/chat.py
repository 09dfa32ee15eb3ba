"""Chat models: any that LangChain can open, asked for an answer of a given shape."""

import asyncio
import os
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel, ConfigDict

from sleuth.config import Settings
from sleuth.language.glyphs import without_surrogates
from sleuth.models.abilities import Abilities, Form, abilities_of
from sleuth.models.context import look_up_context
from sleuth.models.counting import counter
from sleuth.models.failures import ModelUnavailableError, PromptTooLongError, UnusableAnswerError
from sleuth.models.opening import DEFAULT_MODEL, Host, host_of, open_model
from sleuth.models.refusals import TOO_LONG, meaning, overflow, refused_parameter
from sleuth.models.requesting import request, speaks_openai
from sleuth.models.resilience import Attempts, breaker_of
from sleuth.models.shaping import Answer, with_schema
from sleuth.models.streaming import Silence, pieces, within
from sleuth.models.usage import Tally, Usage

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import AIMessageChunk, BaseMessage
    from langchain_core.runnables import RunnableConfig

Shape = TypeVar("Shape", bound=BaseModel)
T = TypeVar("T")

_TRIAL = 'Answer with the JSON object {"ready": true}.'


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
    place = f"{name} at {settings.model_url}"
    limits = Limits(settings.model_seconds, settings.answer_tokens, settings.model_context)
    return Chat(
        name,
        open_model(name, settings),
        Attempts(breaker_of(place)),
        limits,
        abilities_of(place),
        host_of(name, settings),
    )


@dataclass(frozen=True, slots=True)
class Limits:
    """What one answer may take."""

    seconds: float  # of silence: before its first word, and between two
    answer_tokens: int
    context: int | None = None  # tokens of prompt and answer; None to learn it from the server


class Chat:
    """A chat model that answers in shapes, and counts what it takes."""

    def __init__(
        self,
        name: str,
        model: "BaseChatModel",
        attempts: Attempts,
        limits: Limits,
        abilities: Abilities | None = None,
        host: Host | None = None,
    ) -> None:
        self.name = name
        self.usage = Usage(name)
        self._model = model
        self._attempts = attempts
        self._limits = limits
        self.abilities = abilities or Abilities()
        self._host = host

    async def room(self) -> int | None:
        """Characters that a whole prompt may have; None where no server tells how much it reads."""
        if not self.abilities.was_looked_up:
            self.abilities.was_looked_up = True
            self.abilities.context = self._limits.context or self.abilities.context or await self._look_up()
        return self.abilities.room(self._limits.answer_tokens)

    async def _look_up(self) -> int | None:
        """The tokens that the server, or else the provider's description of the model, says it reads."""
        if self._host is None:
            profile = getattr(self._model, "profile", None) or {}
            known = profile.get("max_input_tokens")
            return known if isinstance(known, int) else None
        host = self._host
        return await asyncio.to_thread(look_up_context, host.url, host.key, host.model)

    async def ask(
        self, task: str, system: str, material: str, shape: type[Shape], watch: Callable[[str], None] | None = None
    ) -> Shape:
        """An answer in `shape`, asked for as strictly as the server allows. `watch` is told the text as it grows.

        Raises PromptTooLongError, ModelUnavailableError, UnusableAnswerError or ModelSetupError.
        """
        while True:
            form = self.abilities.form
            try:
                answer = await self._written(task, system, with_schema(material, shape, form), shape, form, watch)
            except _NotOfferedError:
                continue
            try:
                return answer.read(shape)
            except UnusableAnswerError:
                if form is Form.PLAIN or answer.is_cut or self._is_providers_own:
                    raise
                self.abilities.form = Form.PLAIN  # it was not kept to: the server may know no other form

    def try_once(self, attempts: Attempts, abilities: Abilities) -> None:
        """Ask in other circumstances from now on: with these attempts, and without what is known of the server."""
        self._attempts, self.abilities = attempts, abilities

    async def keeps_to(self, form: Form) -> bool:
        """Whether the model answers one line in this form. Raises ModelUnavailableError or ModelSetupError."""
        while True:
            self.abilities.form = form
            try:
                answer = await self._written("trial", "You are asked whether you work.", _TRIAL, Ready, form, None)
                return answer.read(Ready).ready in (True, False)
            except _NotOfferedError:
                if self.abilities.form is not form:
                    return False
            except UnusableAnswerError:
                return False

    @property
    def model(self) -> "BaseChatModel":
        """The model itself, for agents that bind tools to it. Each call of theirs goes through `call`."""
        return self._model

    async def call(self, task: str, work: "Callable[[RunnableConfig], T]") -> T:
        """What `work` returns, tried as often as failures allow, within the time of one answer, and counted.

        Raises PromptTooLongError, ModelUnavailableError, UnusableAnswerError or ModelSetupError.
        """
        from langchain_core.exceptions import ModelTimeoutError

        async def call(tally: Tally) -> T:  # in a thread: the providers' asynchronous clients outlive no event loop
            counted: RunnableConfig = {"callbacks": [counter(tally)]}
            try:
                return await within(self._limits.seconds, lambda: work(counted))
            except (Silence, ModelTimeoutError) as error:
                raise self._silent() from error
            except Exception as error:
                raise meaning(error) from error

        return await self._tried(task, call)

    async def _tried(self, task: str, call: Callable[[Tally], Awaitable[T]]) -> T:
        """What a call returns, tried as often as failures allow; the calls and seconds of the task are counted."""
        tally = self.usage.task(task)
        tally.calls += 1
        started = time.perf_counter()
        try:
            return await self._attempts.run(lambda: call(tally), tally)
        finally:
            tally.seconds += time.perf_counter() - started

    async def _written(
        self,
        task: str,
        system: str,
        material: str,
        shape: type[Shape],
        form: Form,
        watch: Callable[[str], None] | None,
    ) -> Answer:
        """The model's words, piece by piece, with a limit on each silence."""
        from langchain_core.messages import HumanMessage, SystemMessage

        whole = without_surrogates(material)
        messages: list[BaseMessage] = [SystemMessage(system), HumanMessage(whole)]

        async def call(tally: Tally) -> Answer:
            answer = Answer(self.abilities.answer_tokens(self._limits.answer_tokens), watch)
            await self._once(messages, shape, form, tally, answer)
            return answer

        return await self._tried(task, call)

    async def _once(
        self, messages: "Sequence[BaseMessage]", shape: type[Shape], form: Form, tally: Tally, answer: Answer
    ) -> None:
        """Ask once, and take what is written; as far as it goes, where it goes round in circles."""
        characters = sum(len(str(message.content)) for message in messages)
        tokens_before = tally.tokens_in
        try:
            async with aclosing(self._stream(messages, shape, form, tally)) as stream:
                async for piece in stream:
                    answer.add(piece)
                    if answer.goes_round:  # no usage comes then: it is estimated
                        tally.tokens_in += int(characters / self.abilities.characters_a_token)
                        tally.tokens_out += answer.pieces
                        return
        except Silence as error:
            raise self._silent() from error
        except Exception as error:
            raise self._understood(error, characters, answer) from error
        if not self.abilities.learn_tokens(characters, tally.tokens_in - tokens_before):
            self.abilities.context = await self._look_up() or 2 * (tally.tokens_in - tokens_before)
            raise PromptTooLongError(TOO_LONG)

    def _stream(
        self, messages: "Sequence[BaseMessage]", shape: type[Shape], form: Form, tally: Tally
    ) -> "AsyncGenerator[AIMessageChunk]":
        """The answer as it comes; in one piece from a server that does not stream."""
        tokens = self.abilities.answer_tokens(self._limits.answer_tokens)
        refused, is_own = self.abilities.refused, self._is_providers_own
        model, options = request(self._model, shape, form, tokens, refused, is_own=is_own)
        counted: RunnableConfig = {"callbacks": [counter(tally)]}

        def write() -> "Iterator[AIMessageChunk]":
            if "stream" in self.abilities.refused:
                return iter([model.invoke(list(messages), counted, **options)])
            streamed: Iterator[AIMessageChunk] = model.stream(list(messages), counted, **options)
            return streamed

        return pieces(write, self._limits.seconds)

    @property
    def _is_providers_own(self) -> bool:
        """Whether the model is asked at its provider, not at a server of one's own."""
        return self._host is None

    def _silent(self) -> ModelUnavailableError:
        return ModelUnavailableError(
            f"it said nothing for {self._limits.seconds:g} s; SLEUTH_MODEL_SECONDS sets how long it may"
        )

    def _understood(self, error: Exception, characters: int, answer: Answer) -> Exception:
        """What an error means for the next attempt, having learned from it what the server cannot do."""
        from langchain_core.exceptions import ModelConnectionError, ModelInvalidRequestError, ModelTimeoutError

        if isinstance(error, ModelTimeoutError):
            return self._silent()
        told = overflow(error)
        if told is not None:
            self.abilities.learn_overflow(characters, told)
            return PromptTooLongError(TOO_LONG)
        refused = isinstance(error, ModelInvalidRequestError) or getattr(error, "status_code", 0) in (422, 501)
        if refused and self._does_without(error):
            return _NotOfferedError()
        if isinstance(error, ValueError) and "No generation" in str(error):  # it does not stream
            self.abilities.refused.add("stream")
            return _NotOfferedError()
        if isinstance(error, ModelConnectionError) and answer.pieces:
            return ModelUnavailableError("its server broke off in the middle of the answer")
        return meaning(error)

    def _does_without(self, error: Exception) -> bool:
        """Whether something was asked of the server that it may have refused, and is not asked again."""
        if not speaks_openai(self._model):
            return False
        named = refused_parameter(error)
        if named is not None and named not in self.abilities.refused:
            self.abilities.refused.add(named)
            return True
        if self._is_providers_own or self.abilities.form is Form.PLAIN:
            return False
        self.abilities.form = Form(self.abilities.form + 1)
        return True


class Ready(BaseModel):
    """The answer to the one line that a trial asks."""

    model_config = ConfigDict(extra="forbid")
    ready: bool


class _NotOfferedError(Exception):
    """The server refused something that can be done without; the same is asked again without it."""
