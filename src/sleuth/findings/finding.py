"""A finding: one stated fact, where it stands, and what made it certain."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sleuth.evidence.source import Span
from sleuth.language.companies import without_legal_form
from sleuth.language.glyphs import plain_label, plain_line
from sleuth.language.period import Period
from sleuth.language.quantity import Quantity
from sleuth.language.scenario import Scenario


class Factor(NamedTuple):
    """Why a finding is less than sure, and how much that takes off. For us, never shown to users."""

    reason: str
    weight: float


class Key(NamedTuple):
    """What makes two findings state the same thing. `subject` is folded and holds the dimension; "" is unknown."""

    subject: str
    metric: str
    period: str
    scenario: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One fact that a document states. `span` is the value (or, of facts in words, the statement)."""

    metric: str  # a key of the lexicon; "line: …" for a line of a statement that goes by its own name
    label: str  # the metric as printed, with its sections: "Net sales: > Products"
    span: Span
    locator: str
    quote: str  # the source's own characters: the row, or the sentence
    rule: str  # what made it, such as "table: named metric"
    subject: str = ""  # whose fact it is, as printed; "" where the document does not say
    dimension: tuple[str, ...] = ()  # a segment, a geography, a component; empty for the whole
    period: Period | None = None
    scenario: Scenario | None = None
    quantity: Quantity | None = None  # or else `text`
    text: str = ""
    domain: str = "financial"
    row_path: tuple[str, ...] = ()
    column_path: tuple[str, ...] = ()
    is_cost: bool = False  # an outflow: 5 and (5) may state the same
    factors: tuple[Factor, ...] = field(default=())

    @property
    def confidence(self) -> float:
        """0 to 1."""
        return round(max(0.0, 1.0 - sum(factor.weight for factor in self.factors)), 3)

    @property
    def key(self) -> Key:
        return Key(
            subject_key(self.subject, self.dimension), self.metric, self.period.key if self.period else "",
            self.scenario.value if self.scenario else "",
        )  # fmt: skip


def subject_key(subject: str, dimension: Sequence[str] = ()) -> str:
    """A subject without its legal form, then its dimension, folded: "apple", "apple | europe", " | europe"."""
    whole = without_legal_form(plain_line(subject))
    return " | ".join([whole, *(plain_label(part) for part in dimension)])
