"""What a cell is said to mean, and what the page says to that."""

from dataclasses import dataclass
from enum import StrEnum

from sleuth.language.period import Period
from sleuth.language.quantity import Quantity
from sleuth.language.scenario import Scenario


class Verdict(StrEnum):
    """What the page says to a claimed meaning."""

    AGREES = "agrees"
    DISAGREES = "disagrees"
    UNCERTAIN = "uncertain"


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a cell is said to state. `label` is the row as printed, its sections first: "Net sales: > Products"."""

    label: str
    quantity: Quantity  # the value as printed, with its sign, and what it counts
    period: Period | None
    scenario: Scenario = Scenario.ACTUAL
    metric: str = ""  # a key of the lexicon, where it is said to be one
    subject: str = ""  # whose figure it is said to be
    dimension: tuple[str, ...] = ()  # a segment, a geography; empty for the whole


@dataclass(frozen=True, slots=True)
class Check:
    """A verdict and the reason for it, in words for people."""

    verdict: Verdict
    reason: str


def agrees(reason: str) -> Check:
    return Check(Verdict.AGREES, reason)


def disagrees(reason: str) -> Check:
    return Check(Verdict.DISAGREES, reason)


def uncertain(reason: str) -> Check:
    return Check(Verdict.UNCERTAIN, reason)
