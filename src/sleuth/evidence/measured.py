"""The numbers of the quotes, each with what it is said of and what stands around it."""

from collections.abc import Sequence
from dataclasses import dataclass

from sleuth.evidence.reading import Label, Reading
from sleuth.evidence.values import Quantity

_CONTEXT = 60  # characters looked at on each side of a number


@dataclass(frozen=True, slots=True)
class Measured:
    """A quantity of a quote with what it is said of, and the sentence it stands in."""

    quantity: Quantity
    label: Label
    sentence: Reading

    @property
    def before(self) -> str:
        """The words right before it."""
        return self.sentence.plain[max(0, self.quantity.start - _CONTEXT) : self.quantity.start]

    @property
    def after(self) -> str:
        """The words right after it."""
        return self.sentence.plain[self.quantity.end : self.quantity.end + _CONTEXT]


def measured(readings: Sequence[Reading]) -> list[Measured]:
    """All quantities of the quotes, sentence by sentence."""
    return [
        Measured(quantity, label, sentence)
        for reading in readings
        for sentence in reading.sentences
        for quantity, label in zip(sentence.quantities, sentence.labels, strict=True)
    ]
