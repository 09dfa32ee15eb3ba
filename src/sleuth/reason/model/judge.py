"""A second look at open claims, each with its quotes alone: whether only its wording is its own."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from sleuth.models.failures import ModelUnavailableError, UnusableAnswerError
from sleuth.reason.model.shapes import Rulings

if TYPE_CHECKING:
    from sleuth.reason.model.llm import Asked


class Judge(Protocol):
    """Decides what the rules leave open, and nothing that they refute."""

    degraded: list[str]  # what did not work as it should, in sentences for the user

    async def follow(self, claims: Sequence[tuple[str, Sequence[str]]]) -> list[bool]:
        """Of each sentence with its quotes whether it says what they say, in other words."""


class ModelJudge:
    """A chat model that judges; it may be another than the one that drafts."""

    def __init__(self, chat: "Asked") -> None:
        self.degraded: list[str] = []
        self._chat = chat

    async def follow(self, claims: Sequence[tuple[str, Sequence[str]]]) -> list[bool]:
        """The model's verdicts, in one call; a sentence without one verdict does not follow."""
        from sleuth.reason.model.llm import prompt

        listed = [
            {"number": number, "sentence": sentence, "quotes": list(quotes)}
            for number, (sentence, quotes) in enumerate(claims, 1)
        ]
        try:
            answer = await self._chat.ask("judge", prompt("judge"), json.dumps(listed, ensure_ascii=False), Rulings)
        except (UnusableAnswerError, ModelUnavailableError) as error:
            remark = f"the model {self._chat.name} did not judge what the rules left open: {error}."
            if not self.degraded:
                self.degraded.append(remark)
            return [False] * len(claims)
        told = [
            [one.follows for one in answer.verdicts if one.number == number] for number in range(1, len(claims) + 1)
        ]
        return [verdicts == [True] for verdicts in told]
