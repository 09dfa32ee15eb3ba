"""What a model is asked with beside its messages: the form of the answer, its length, and what its server takes."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from sleuth.models.abilities import Form
from sleuth.models.shaping import response_format

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

_THINKING = 8  # times the tokens of its answer that a model may take which thinks before it


def request(
    model: "BaseChatModel", shape: type[BaseModel], form: Form, tokens: int, refused: Collection[str], *, is_own: bool
) -> tuple[Any, dict[str, Any]]:
    """The model to ask and its parameters; those of OpenAI's way for servers that speak it.

    `tokens`: of the answer. `refused`: names of parameters that the server has refused. `is_own`: the model is asked at
    its provider, not at a server of one's own.
    """
    if not speaks_openai(model):
        if form is not Form.SCHEMA:
            return model, {}
        structured: Any = model.with_structured_output(shape)
        return getattr(structured, "first", structured), {}  # the model alone, without what reads its answer
    profile = getattr(model, "profile", None) or {}
    options: dict[str, Any] = {}
    extra: dict[str, Any] = {}
    if "stream_options" in refused:
        options["stream_usage"] = False
    if "temperature" not in refused and not is_own:
        options["temperature"] = 0
    limit = "max_completion_tokens" if is_own else "max_tokens"
    if limit not in refused:
        extra[limit] = tokens * (_THINKING if profile.get("reasoning_output") else 1)
    wanted = response_format(shape, form)
    if wanted is not None:
        extra["response_format"] = wanted
    return model, {**options, "extra_body": extra}


def speaks_openai(model: "BaseChatModel") -> bool:
    """Whether a model's server takes the parameters of OpenAI's."""
    return type(model).__name__ == "ChatOpenAI"
