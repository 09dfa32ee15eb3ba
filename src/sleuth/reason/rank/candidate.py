"""A possible answer with what speaks against it, and the pages that are asked for one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sleuth.reason.protocol import Evidence
from sleuth.reason.read.cells import Value
from sleuth.reason.read.reading import Unit

_MOST_PAGES = 12  # of a document, best first


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible answer: where it stands, how good it is, and what speaks against it."""

    evidence: Evidence
    unit: Unit
    score: float
    lacks: str  # empty when it answers; else what is missing, in words
    value: Value | None = None
    follows: str = ""  # the sentence that announces it, of an item of a list

    @property
    def answers(self) -> bool:
        """Whether it answers the question."""
        return not self.lacks


def places(evidence: Sequence[Evidence]) -> Iterator[tuple[Evidence, float]]:
    """Each page of the evidence once, best first, with the weight of its place in the search."""
    seen: set[tuple[int, int]] = set()
    for rank, item in enumerate(sorted(evidence, key=lambda e: -e.score)):
        key = (item.document_id, item.page.number)
        if key not in seen and len(seen) < _MOST_PAGES:
            seen.add(key)
            yield item, 1.0 / (1.0 + 0.25 * rank)
