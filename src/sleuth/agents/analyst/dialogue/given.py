"""Figures that earlier answers gave, with what proves them, so that later messages can reckon with them."""

from collections.abc import Sequence
from dataclasses import dataclass

from sleuth.answering.proving import Printed


@dataclass(frozen=True, slots=True)
class Part:
    """One number of a figure: a fact of the ledger, or a number that a sentence or a row prints."""

    document_id: int
    fact: int = 0  # its id; 0 for a printed number
    printed: Printed | None = None


@dataclass(frozen=True, slots=True)
class Given:
    """A figure that was shown: what it is of, when it holds, and the numbers that it is made of."""

    label: str  # what figures of one measure share: the metric with its part and subject, or what was asked for
    name: str  # what it is, for people
    when: str  # "FY2025", "2009"; "" where the question named no time
    order: tuple[int, int] = (0, 0)  # year and month in which its time ends; (0, 0) where that is not known
    unit: str = ""
    parts: tuple[tuple[str, Part], ...] = ()  # by their names in the expression
    expression: str = "a"
    form: str = "amount"  # of a computed figure: ratio, percent, days, amount
    is_reckoned: bool = False  # it was computed from other given figures


def kept(new: Sequence[Given], before: Sequence[Given]) -> tuple[Given, ...]:
    """The figures given so far, the latest last; one that is given again moves to the end."""
    fresh = {(one.label, one.when, one.expression) for one in new}
    old = [one for one in before if (one.label, one.when, one.expression) not in fresh]
    return (*old, *new)[-_MOST:]


_MOST = 8


def is_bare(one: Given) -> bool:
    """Whether a figure is a printed number without a unit: its scale may stand in a heading."""
    return not one.unit and any(part.printed for _, part in one.parts)


def places_of(one: Given) -> set[tuple[int, int]]:
    """The pages that a figure's printed numbers stand on."""
    return {(part.printed.document_id, part.printed.page) for _, part in one.parts if part.printed}
