"""A tutor without a model, and its answers."""

import pytest

from sleuth.agents.tutor.agent import KnowledgeBaseAgent, Lesson
from sleuth.agents.tutor.library import Library, library
from sleuth.config import Settings

RULES = Settings(model="none")


@pytest.fixture
def tutor() -> KnowledgeBaseAgent:
    """A tutor by rules, at the beginning of a conversation."""
    return KnowledgeBaseAgent(RULES)


@pytest.fixture
def english() -> Library:
    """The English concepts."""
    return library("en")


def teach(question: str) -> Lesson:
    """The answer to a first question."""
    return KnowledgeBaseAgent(RULES).teach(question)
