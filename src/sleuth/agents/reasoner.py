"""Which reasoner answers: a language model where one is chosen, rules otherwise."""

from typing import TYPE_CHECKING

from sleuth.config import Settings
from sleuth.models.chat import chosen_model

if TYPE_CHECKING:
    from sleuth.reason.protocol import Reasoner


def open_reasoner(settings: Settings) -> "Reasoner":
    """A reasoner for one run. Raises ModelSetupError where the chosen model cannot be opened."""
    if chosen_model(settings) is None:
        from sleuth.reason.extractive import ExtractiveReasoner

        return ExtractiveReasoner()
    from sleuth.models.chat import open_chat
    from sleuth.reason.llm import LLMReasoner

    chat = open_chat(settings)
    assert chat is not None
    return LLMReasoner(chat, settings.evidence_characters)
