"""Insights: what arithmetic derives from findings: trends, anomalies, gaps. Computed; never a fact that a file states.

`series` follows a measure through its periods. An insight rests on findings that nobody disputes: where two of them
state different values for one thing, none of them is used.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from sleuth.findings.asked.wording import amount
from sleuth.language.period import Period

_LONGEST = 90  # characters of a measure's name


class Kind(StrEnum):
    """What an insight tells."""

    TREND = "trend"
    ANOMALY = "anomaly"
    GAP = "gap"


@dataclass(frozen=True, slots=True)
class Stated:
    """What insights need of a finding with a quantity and a period; fields as in findings.Finding."""

    id: int
    document_id: int
    position: int  # reading order in the document
    subject: str
    subject_key: str
    dimension: tuple[str, ...]
    metric: str
    period: Period
    scenario: str
    value: Decimal
    step: Decimal
    unit: str
    scale: int
    is_cost: bool

    @property
    def amount(self) -> Decimal:
        """The value in single units, an outflow without its sign."""
        value = self.value.scaleb(self.scale)
        return abs(value) if self.is_cost else value

    @property
    def precision(self) -> Decimal:
        """What rounding may hide, in single units."""
        return self.step.scaleb(self.scale)

    @property
    def printed(self) -> str:
        """As people write it."""
        return amount(self.value, self.unit, self.scale)

    @property
    def measure(self) -> str:
        """What is measured, for people: "revenue, Products"."""
        name = ", ".join([self.metric.removeprefix("line: ").replace(" > ", ", "), *self.dimension])
        return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"


@dataclass(frozen=True, slots=True)
class Insight:
    """A derived statement, the arithmetic behind it, and the findings it rests on, in the order of the computation."""

    kind: Kind
    rule: str  # what derived it
    subject: str
    metric: str
    scenario: str
    statement: str
    computation: str
    rests_on: tuple[int, ...]


def agreed(findings: Iterable[Stated]) -> Stated | None:
    """The most precise of findings that state one thing, the newest of equals; None where they disagree."""
    found = sorted(findings, key=lambda f: (f.precision, -f.document_id, f.position))
    return found[0] if found and all(_agree(found[0], other) for other in found[1:]) else None


def _agree(one: Stated, other: Stated) -> bool:
    """Whether the two differ by rounding at most."""
    return 2 * abs(one.amount - other.amount) < one.precision + other.precision
