"""Which reasoner answers: a language model where one is chosen, rules otherwise."""

from typing import TYPE_CHECKING

from sleuth.config import Settings
from sleuth.models.chat import open_chat

if TYPE_CHECKING:
    from sleuth.reason.protocol import Reasoner


def open_reasoner(settings: Settings) -> "Reasoner":
    """A reasoner for one run. Raises ModelSetupError where the chosen model cannot be opened."""
    chat = open_chat(settings)
    if chat is None:
        from sleuth.reason.extractive import ExtractiveReasoner

        return ExtractiveReasoner()
    from sleuth.reason.model.judge import ModelJudge
    from sleuth.reason.model.llm import LLMReasoner

    if settings.proof == "strict":
        return LLMReasoner(chat, settings.evidence_characters, planning=settings.planning)
    other = open_chat(settings.model_copy(update={"model": settings.judge})) if settings.judge else chat
    return LLMReasoner(chat, settings.evidence_characters, ModelJudge(other) if other else None, settings.planning)
