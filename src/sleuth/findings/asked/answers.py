"""What the findings of a document answer to a typed question: figures, or why there is none."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from sleuth.findings.asked.books import Fact
from sleuth.language.metrics import is_whole
from sleuth.language.period import Period
from sleuth.language.spoken import spoken

_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of an answer: a fact, or what is computed from several."""

    document_id: int
    facts: tuple[tuple[str, Fact], ...]  # by their names in the expression
    title: str = ""  # of a computed figure
    expression: str = ""  # empty: the fact itself
    form: str = ""  # ratio, percent, points (of percent), days, amount
    period: Period | None = None  # of what is computed, where it is longer than those of the facts
    scenario: str = ""  # of what is computed, where the facts have two: months that happened, and those to come

    @property
    def is_yearly_rate(self) -> bool:
        """Whether it is the rate of each year that leads from one figure to another."""
        return "**" in self.expression


def stated_figure(document_id: int, fact: Fact) -> Figure:
    """The figure of a fact itself."""
    return Figure(document_id, (("", fact),))


def title_of(fact: Fact) -> str:
    """The name of a measure with that of its part: "Net sales, Cold Storage"."""
    is_part = any(part in fact.name for part in fact.dimension)  # "Net sales – Cold Storage"
    name = spoken(fact.metric) if is_whole(fact.name) or is_part else fact.name
    return ", ".join((name, *fact.parts))


@dataclass(frozen=True, slots=True)
class Resolution:
    """What the findings answer to a question."""

    figures: tuple[Figure, ...] = ()
    assumptions: tuple[str, ...] = ()
    missing: str = ""  # why there is none, and what there is instead; with figures, why a part asked for has none
    known: bool = False  # whether any document states the measure at all
    instead: tuple[Period, ...] = ()  # the periods of which there is a figure, where none is of the time asked for


class NotStatedError(Exception):
    """The findings do not state what is asked for; the message says what there is instead."""

    def __init__(self, reason: str, *, known: bool = False, instead: tuple[Period, ...] = ()) -> None:
        super().__init__(reason)
        self.known = known
        self.instead = instead


def if_stated(find: Callable[[], _Found]) -> _Found | None:
    """What is found; None where the findings do not state it."""
    try:
        return find()
    except NotStatedError:
        return None
