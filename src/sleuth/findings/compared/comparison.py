"""What comes of holding the statements of documents against each other: conflicts, support and restatements."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from sleuth.findings.compared.authority import Authority

Side = TypeVar("Side", covariant=True)  # what is compared: figures or terms


@dataclass(frozen=True, slots=True)
class Pair:
    """Two statements and what joins them. Of a restatement, `one` is the newer; else the weightier comes first."""

    one: int
    other: int
    reason: str
    explanation: str = ""  # of a conflict that is probably none


@dataclass(frozen=True, slots=True)
class Conflict(Generic[Side]):
    """Statements of one fact that cannot all hold, the weightiest first."""

    sides: tuple[Side, ...]
    pairs: tuple[Pair, ...]
    authority: Authority


@dataclass(frozen=True, slots=True)
class Comparison(Generic[Side]):
    """What comparing brought to light."""

    conflicts: tuple[Conflict[Side], ...]
    supports: tuple[Pair, ...]
    restatements: tuple[Pair, ...] = ()
