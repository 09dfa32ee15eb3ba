"""What happened in a conversation: turns, and the steps of each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Call:
    """A tool that is to be called."""

    tool: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """A tool that was called, and what it returned."""

    iteration: int  # from 1; the calls of one thought share it
    tool: str
    arguments: Mapping[str, Any]
    result: Mapping[str, Any]

    @property
    def data(self) -> Mapping[str, Any]:
        """The result's data; empty where it has none."""
        found = self.result.get("data")
        return found if isinstance(found, Mapping) else {}


@dataclass(frozen=True, slots=True)
class Turn:
    """A question that was answered."""

    question: str
    answer: str
    steps: Sequence[Step] = field(default_factory=tuple)
