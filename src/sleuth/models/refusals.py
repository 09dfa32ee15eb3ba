"""What a chat model's server says when it refuses, in the words of the servers in use, and what it means for us."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from sleuth.errors import ModelError
from sleuth.models.failures import ModelSetupError, PromptTooLongError, UnusableAnswerError

TOO_LONG = (
    "the prompt is longer than the model's context. Lower SLEUTH_EVIDENCE_CHARACTERS, or set SLEUTH_MODEL_CONTEXT to "
    "the tokens that its server reads"
)
# What servers say, as they published it: llama.cpp, vLLM and OpenAI, llama-cpp-python, Ollama, LM Studio.
_TOO_LONG = re.compile(
    r"exceed_context_size_error|context_length_exceeded|exceeds? the available context size|maximum context length is"
    r"|exceed context window of|longer than the context length|input length exceeds the context length"
    r"|larger than the (?:max )?context|greater than the context length|context size has been exceeded",
    re.IGNORECASE,
)
_CONTEXT = re.compile(
    r"(?:maximum context length is|context window of|context size \(|context length of(?: only)?)\s*(\d+)",
    re.IGNORECASE,
)
_SENT = re.compile(
    r"(?:request|input) \((\d+) tokens\)|requested (\d+) tokens|request has (\d+) input tokens"
    r"|Requested tokens \((\d+)\)",
    re.IGNORECASE,
)
# Parameters that a server may refuse, by the words with which it names them.
OPTIONAL = ("temperature", "stream_options", "max_completion_tokens", "max_tokens")


@dataclass(frozen=True, slots=True)
class Overflow:
    """A prompt that did not fit, in tokens as the server tells; None where it does not."""

    context: int | None
    sent: int | None


def overflow(error: BaseException) -> Overflow | None:
    """What an error says of a prompt that is too long; None for other errors."""
    said = said_by(error)
    if not _TOO_LONG.search(said):
        return None
    body = getattr(error, "body", None)
    told = body if isinstance(body, dict) else {}
    context, sent = _CONTEXT.search(said), _SENT.search(said)
    return Overflow(
        _number(told.get("n_ctx")) or (int(context[1]) if context else None),
        _number(told.get("n_prompt_tokens")) or (int(next(filter(None, sent.groups()))) if sent else None),
    )


def refused_parameter(error: BaseException) -> str | None:
    """The optional parameter that a server's refusal names; None where it names none."""
    said = said_by(error).casefold()
    return next((name for name in OPTIONAL if name in said), None)


def said_by(error: BaseException) -> str:
    """All that an error tells in the server's own words."""
    return " ".join(_words(getattr(error, "body", None))) + f" {getattr(error, 'code', None) or ''} {error}"


def _words(body: Any) -> Iterator[str]:
    if isinstance(body, dict):
        for value in body.values():
            yield from _words(value)
    elif isinstance(body, str):
        yield body


def _number(value: Any) -> int | None:
    return value if isinstance(value, int) and value > 0 else None


def meaning(error: Exception) -> Exception:
    """The error as what it means for whoever asked; one that means nothing special as it is."""
    from langchain_core.exceptions import OutputParserException

    if isinstance(error, ModelError):
        return error
    if overflow(error) is not None:
        return PromptTooLongError(TOO_LONG)
    if isinstance(error, UnicodeEncodeError):  # in a header: texts were made sendable before
        return ModelSetupError(
            "the model's key holds characters that no key has. Copy it again into SLEUTH_MODEL_KEY, or where it stands."
        )
    unusable = (ValidationError, OutputParserException, TypeError, KeyError, AttributeError, RecursionError, ValueError)
    if isinstance(error, unusable):
        return UnusableAnswerError("it did not keep to the shape asked for")
    if meant := _MEANS.get(type(error).__name__):
        return UnusableAnswerError(meant)
    return error


_MEANS = {
    "OpenAIRefusalError": "it refused to answer",
    "LengthFinishReasonError": "its answer was cut off",
    "ContentFilterFinishReasonError": "its provider's filter withheld the answer",
}
