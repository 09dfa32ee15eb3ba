"""What is measured: a value over all cases of a set, and over each half of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from sleuth.evals.halves import DEV, HELD_OUT, half

ANSWERS, CITATIONS, RETRIEVAL, FINDINGS, LEDGER, DETECTIVES, TUTOR, INTENT, ANALYST, CONVERSATIONS, ROOMS = PARTS = (
    "answers",
    "citations",
    "retrieval",
    "findings",
    "ledger",
    "detectives",
    "tutor",
    "intent",
    "analyst",
    "conversations",
    "rooms",
)


@dataclass(frozen=True, slots=True)
class Figure:
    """One measure of one set. A value is None where no case bears on it."""

    part: str  # one of PARTS
    set: str
    measure: str  # its unit is in its words; without one it is a share of the cases
    value: float | None
    dev: float | None  # the half that rules were tuned on
    held_out: float | None  # the half that was not looked at
    cases: int


def figure(part: str, name: str, measure: str, judged: Sequence[tuple[str, float]]) -> Figure:
    """The mean over cases of (group, value); the group decides the half."""
    dev = [value for group, value in judged if half(group) == DEV]
    held_out = [value for group, value in judged if half(group) == HELD_OUT]
    return halved(part, name, measure, dev, held_out)


def halved(part: str, name: str, measure: str, dev: Sequence[float], held_out: Sequence[float]) -> Figure:
    """The mean over the cases of both halves, and of each."""
    cases = [*dev, *held_out]
    return Figure(part, name, measure, _mean(cases), _mean(dev), _mean(held_out), len(cases))


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None
