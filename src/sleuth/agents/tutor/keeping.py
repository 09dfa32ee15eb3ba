"""Turns of a conversation as the messages that the store keeps, and back."""

import json
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

from sleuth.agents.tutor.turns import Step, Turn
from sleuth.store.talk.conversations import Message

AGENT = "tutor"


def messages_of(turn: Turn) -> list[Message]:
    """The question, each thought with its calls, what the tools returned, and the answer."""
    return list(_messages(turn))


def _messages(turn: Turn) -> Iterator[Message]:
    yield Message("user", turn.question)
    numbered = list(enumerate(turn.steps, 1))
    for iteration in dict.fromkeys(step.iteration for _, step in numbered):
        steps = [(number, step) for number, step in numbered if step.iteration == iteration]
        calls = [{"id": f"call_{number}", "name": step.tool, "args": _plain(step.arguments)} for number, step in steps]
        yield Message("assistant", "", calls)
        for number, step in steps:
            yield Message("tool", _as_json(step.result), tool_call_id=f"call_{number}", tool_name=step.tool)
    yield Message("assistant", turn.answer)


def turns_of(messages: Sequence[Message]) -> list[Turn]:
    """The turns that the messages tell of, in order."""
    grouped: dict[int, list[Message]] = {}
    for message in messages:
        grouped.setdefault(message.turn or 0, []).append(message)
    return [_turn(of_turn) for _, of_turn in sorted(grouped.items())]


def _turn(messages: Sequence[Message]) -> Turn:
    question = next((message.content for message in messages if message.role == "user"), "")
    answers = [message.content for message in messages if message.role == "assistant" and not message.tool_calls]
    return Turn(question, answers[-1] if answers else "", tuple(_steps(messages)))


def _steps(messages: Sequence[Message]) -> Iterator[Step]:
    results = {message.tool_call_id: message.content for message in messages if message.role == "tool"}
    thoughts = [message for message in messages if message.role == "assistant" and message.tool_calls]
    for iteration, thought in enumerate(thoughts, 1):
        for call in thought.tool_calls:
            result = json.loads(results.get(call["id"], "{}"))
            yield Step(iteration, call["name"], call["args"], result)


def _as_json(value: Any) -> str:
    return json.dumps(_plain(value), ensure_ascii=False)


def _plain(value: Any) -> Any:
    """The value as JSON can hold it: decimals as strings."""
    return json.loads(json.dumps(value, ensure_ascii=False, default=_spelt))


def _spelt(value: Any) -> str:
    return f"{value:f}" if isinstance(value, Decimal) else str(value)
