"""A second look at an open claim, with its quotes alone: whether only its wording is its own."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from sleuth.models.failures import ModelUnavailableError, UnusableAnswerError
from sleuth.reason.model.shapes import Judged

if TYPE_CHECKING:
    from sleuth.reason.model.llm import Asked


class Judge(Protocol):
    """Decides what the rules leave open, and nothing that they refute."""

    degraded: list[str]  # what did not work as it should, in sentences for the user

    async def follows(self, sentence: str, quotes: Sequence[str]) -> bool:
        """Whether the sentence says what the quotes say, in other words."""


class ModelJudge:
    """A chat model that judges; it may be another than the one that drafts."""

    def __init__(self, chat: "Asked") -> None:
        self.degraded: list[str] = []
        self._chat = chat

    async def follows(self, sentence: str, quotes: Sequence[str]) -> bool:
        """The model's verdict; without one the sentence does not follow, which the user is told once."""
        from sleuth.reason.model.llm import prompt

        shown = json.dumps({"sentence": sentence, "quotes": list(quotes)}, ensure_ascii=False)
        try:
            answer = await self._chat.ask("judge", prompt("judge"), shown, Judged)
        except (UnusableAnswerError, ModelUnavailableError) as error:
            remark = f"the model {self._chat.name} did not judge what the rules left open: {error}."
            if not self.degraded:
                self.degraded.append(remark)
            return False
        return answer.follows
