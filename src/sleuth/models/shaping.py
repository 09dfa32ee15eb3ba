"""Answers of a given shape: how they are asked for, and how they are read out of what a model wrote."""

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import from_json

from sleuth.models.abilities import Form
from sleuth.models.failures import UnusableAnswerError

if TYPE_CHECKING:
    from langchain_core.messages import AIMessageChunk

_THOUGHT = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
_FENCED = re.compile(r"```(?:json)?\s*(\{.*\})\s*```", re.DOTALL)
_LONGEST_TOKEN = 16  # characters, on average over an answer
Shape = TypeVar("Shape", bound=BaseModel)


class Answer:
    """What has been written of an answer. `watch` is told the text whenever an object in it has been closed."""

    def __init__(self, tokens: int, watch: Callable[[str], None] | None = None) -> None:
        self._most = tokens * _LONGEST_TOKEN
        self._tokens = tokens
        self._watch = watch
        self._text: list[str] = []
        self._length = 0
        self._finish = ""
        self.goes_round = False  # it says what it has already said: models that lost their thread never stop

    @property
    def pieces(self) -> int:
        """How many pieces have come; about as many as its tokens."""
        return len(self._text)

    @property
    def text(self) -> str:
        """All that has come."""
        return "".join(self._text)

    @property
    def is_cut(self) -> bool:
        """Whether it ends before its end: at the limit of its tokens, or where it began to repeat itself."""
        return self._finish == "length" or self.goes_round

    def add(self, piece: "AIMessageChunk") -> None:
        """Take the next piece. Raises UnusableAnswerError where the answer does not end."""
        calls = getattr(piece, "tool_call_chunks", None) or []  # how some providers keep to a schema
        said = str(piece.text) or "".join(call.get("args") or "" for call in calls)
        self._text.append(said)
        self._length += len(said)
        self._finish = (piece.response_metadata or {}).get("finish_reason") or self._finish
        if self._length > self._most:
            raise UnusableAnswerError("its answer does not come to an end")
        if "}" in said:
            self.goes_round = _repeats(self.text)
            if self._watch is not None:
                self._watch(self.text)

    def read(self, shape: type[Shape]) -> Shape:
        """The answer; of one that was cut, what is whole. Raises UnusableAnswerError where that is nothing."""
        if self._finish == "content_filter":
            raise UnusableAnswerError("its provider's filter withheld the answer")
        if not self.is_cut:
            return read_shape(self.text, shape)
        begun = read_begun(self.text, shape)
        if begun is None:
            raise UnusableAnswerError(f"its answer was cut off after {self._tokens} tokens (SLEUTH_ANSWER_TOKENS)")
        return begun


def with_schema(material: str, shape: type[BaseModel], form: Form) -> str:
    """The material, with the schema where the server does not enforce it."""
    if form is Form.SCHEMA:
        return material
    schema = json.dumps(shape.model_json_schema(), ensure_ascii=False)
    fence = " in a block fenced by ```json and ```" if form is Form.PLAIN else ""
    return (
        f"{material}\n\nAnswer with one JSON object{fence} that keeps to this JSON schema, and nothing else: {schema}"
    )


def response_format(shape: type[BaseModel], form: Form) -> dict[str, Any] | None:
    """OpenAI's parameter for the form; None where nothing is asked of the server."""
    if form is Form.SCHEMA:
        schema = {"name": shape.__name__, "strict": True, "schema": shape.model_json_schema()}
        return {"type": "json_schema", "json_schema": schema}
    return {"type": "json_object"} if form is Form.JSON else None


def read_shape(text: str, shape: type[Shape]) -> Shape:
    """The answer in the text: all of it, what a fence holds, or the object in it. Raises UnusableAnswerError."""
    said = _THOUGHT.sub("", text).strip()
    if not said:
        raise UnusableAnswerError("it gave no answer")
    fenced = _FENCED.search(said)
    inner = fenced[1] if fenced else said[max(said.find("{"), 0) : said.rfind("}") + 1]
    try:
        return shape.model_validate_json(inner)
    except (ValidationError, RecursionError) as error:
        raise UnusableAnswerError("it did not keep to the shape asked for") from error


def read_begun(text: str, shape: type[Shape]) -> Shape | None:
    """What is whole of an answer that has only begun: the items of its lists that were closed; None if none was."""
    data = _begun(text)
    lists = {name: value for name, value in data.items() if isinstance(value, list) and value}
    if not lists:
        return None
    blank = {name: [] if get_origin(one.annotation) is list else "" for name, one in shape.model_fields.items()}
    for kept in (lists, {name: value[:-1] for name, value in lists.items()}):
        try:
            read = shape.model_validate({**blank, **kept})
        except ValidationError:  # the last item is still being written
            continue
        return read if any(kept.values()) else None
    return None


def _repeats(text: str) -> bool:
    """Whether the last whole item of a list says the same as one before it."""
    for value in _begun(text).values():
        items = [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
        says = [next((part for part in item.values() if isinstance(part, str)), "") for item in items]
        if says and says[-1] and says[-1] in says[:-1]:
            return True
    return False


def _begun(text: str) -> dict[str, Any]:
    """The object that a text begins, as far as it goes; empty for another text."""
    said = _THOUGHT.sub("", text)
    start = said.find("{")
    try:
        data = from_json(said[start:].encode(), allow_partial=True) if start >= 0 else {}
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}
