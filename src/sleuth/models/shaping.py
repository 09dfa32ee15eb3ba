"""Answers of a given shape: how they are asked for, and how they are read out of what a model wrote."""

import json
import re
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ValidationError

from sleuth.models.abilities import Form
from sleuth.models.failures import UnusableAnswerError

if TYPE_CHECKING:
    from langchain_core.messages import AIMessageChunk

_THOUGHT = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
_FENCED = re.compile(r"```(?:json)?\s*(\{.*\})\s*```", re.DOTALL)
_LONGEST_TOKEN = 16  # characters, on average over an answer
Shape = TypeVar("Shape", bound=BaseModel)


class Answer:
    """What has been written of an answer."""

    def __init__(self, tokens: int) -> None:
        self._most = tokens * _LONGEST_TOKEN
        self._tokens = tokens
        self._text: list[str] = []
        self._length = 0
        self._finish = ""
        self.has_begun = False

    def add(self, piece: "AIMessageChunk") -> None:
        """Take the next piece. Raises UnusableAnswerError where the answer does not end."""
        calls = getattr(piece, "tool_call_chunks", None) or []  # how some providers keep to a schema
        said = str(piece.text) or "".join(call.get("args") or "" for call in calls)
        self.has_begun = True
        self._text.append(said)
        self._length += len(said)
        self._finish = (piece.response_metadata or {}).get("finish_reason") or self._finish
        if self._length > self._most:
            raise UnusableAnswerError("its answer does not come to an end")

    def whole(self) -> str:
        """The text. Raises UnusableAnswerError where it was cut off or withheld."""
        if self._finish == "length":
            raise UnusableAnswerError(f"its answer was cut off after {self._tokens} tokens (SLEUTH_ANSWER_TOKENS)")
        if self._finish == "content_filter":
            raise UnusableAnswerError("its provider's filter withheld the answer")
        return "".join(self._text)


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
