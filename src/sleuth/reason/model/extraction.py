"""What a language model is asked to extract from pages: records of a given shape, each with its page and its quote.

It proposes. Whoever asks locates every quote and judges whether the record follows from it.
"""

import json
from collections.abc import Sequence
from typing import TypeVar

from pydantic import BaseModel

from sleuth.evidence.source import Page
from sleuth.models.failures import UnusableAnswerError
from sleuth.reason.model.llm import Asked, prompt

_ASKED_AGAIN = 1  # times a model may answer unusably
Answer = TypeVar("Answer", bound=BaseModel)


async def extract(chat: Asked, task: str, pages: Sequence[Page], shape: type[Answer], budget: int) -> Answer:
    """The model's answer to the prompt `extract_TASK`, on as many pages as `budget` characters hold.

    Raises ModelUnavailableError, UnusableAnswerError or ModelSetupError.
    """
    shown = json.dumps({"pages": _fitting(pages, budget)}, ensure_ascii=False)
    system = f"{prompt('extract')}\n{prompt(f'extract_{task}')}"
    for left in reversed(range(1 + _ASKED_AGAIN)):
        try:
            return await chat.ask(f"extract_{task}", system, shown, shape)
        except UnusableAnswerError:
            if not left:
                raise
    raise AssertionError("the last attempt returns or raises")


def _fitting(pages: Sequence[Page], budget: int) -> list[dict[str, object]]:
    """Pages from the beginning, while they fit."""
    shown: list[dict[str, object]] = []
    for page in pages:
        if len(page.text) > budget:
            break
        budget -= len(page.text)
        if page.text.strip():
            shown.append({"page": page.number, "text": page.text})
    return shown
