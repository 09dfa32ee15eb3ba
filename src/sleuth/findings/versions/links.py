"""Links from a newer document to the older one that it replaces, and which of them are kept."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from sleuth.evidence.source import Span


@dataclass(frozen=True, slots=True)
class Evidence:
    """What shows that one document replaces another: the names, a located quote, or what the files state."""

    kind: str  # "name", "content", "metadata", "same name" or "ruling"
    text: str
    span: Span | None = None  # in the newer document, where the evidence is a quote


@dataclass(frozen=True, slots=True)
class Proposal:
    """One document replaces another. What is not certain waits for a person."""

    newer: int
    older: int
    reason: str
    evidence: Evidence
    certain: bool


class Links:
    """Links that were accepted, the surest kind first."""

    def __init__(self, rejected: Collection[tuple[int, int]]) -> None:
        self.kept: list[Proposal] = []
        self._rejected = set(rejected)
        self._newer: dict[int, int] = {}  # older → newer

    def add(self, proposal: Proposal) -> None:
        """Keep a link unless the two are linked already, the older is replaced by another, or a circle would close."""
        pair = (proposal.newer, proposal.older)
        if pair in self._rejected:
            self._rejected.remove(pair)  # listed once, so that it can be undone
            self.kept.append(proposal)
            return
        if pair in ((one.newer, one.older) for one in self.kept):
            return
        if proposal.older in self._newer or proposal.older in self._after(proposal.newer):
            return
        self._newer[proposal.older] = proposal.newer
        self.kept.append(proposal)

    def _after(self, document: int) -> Iterator[int]:
        while document in self._newer:
            document = self._newer[document]
            yield document
