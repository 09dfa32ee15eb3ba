"""What can have changed in a project between two moments."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal

from sleuth.agents.analyst.changes.answered import Answered
from sleuth.findings.derived.importance import is_headline
from sleuth.language.spoken import spoken
from sleuth.store.documents.documents import Document
from sleuth.store.documents.editions import EditionSide
from sleuth.store.ledger.conflicts import StoredConflict
from sleuth.store.ledger.findings import StoredFinding


@dataclass(frozen=True, slots=True)
class Replacement:
    """A document that takes the place of another, or is thought to."""

    newer: str
    older: str
    reason: str
    newer_id: int
    older_id: int
    proposal: int | None = None  # the number of the version that waits for a person's word; None where it is settled


@dataclass(frozen=True, slots=True)
class Removal:
    """A document that is no longer there."""

    filename: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Move:
    """A figure, or a fact in words, that is not what it was."""

    old: StoredFinding
    new: StoredFinding | None  # None where a person rejected it and nothing took its place
    kind: Literal["correction", "new version", "restatement", "withdrawal"]
    why: str

    @property
    def measure(self) -> str:
        """ "Revenue, Products, FY2024, Lumen AB"; a scenario that is not what happened is named."""
        f = self.new or self.old
        scenario = "" if f.scenario == "actual" else f.scenario
        return ", ".join(filter(None, (spoken(f.metric), *f.dimension, f.period_name, scenario, f.subject)))

    @property
    def share(self) -> Decimal | None:
        """The change as a share of the old figure; None of what is no amount, of percentages, or from zero."""
        if self.new is None or not self.old.amount or self.new.amount is None or self.old.unit == "percent":
            return None
        return (self.new.amount - self.old.amount) / abs(self.old.amount)

    @property
    def change(self) -> str:
        """ "-0.7%", "+1.5 points"; "" where neither can be said."""
        if self.share is not None:
            return f"{self.share:+.1%}"
        if self.new and self.new.value is not None and self.old.value is not None and self.old.unit == "percent":
            return f"{self.new.value - self.old.value:+f} points"
        return ""

    @property
    def weight(self) -> tuple[bool, bool, Decimal]:
        """By which moves are put in order: what reports are opened for first, the whole, the larger change."""
        f = self.new or self.old
        return is_headline(f.metric), not f.dimension, abs(self.share or Decimal(0))

    def to_json(self) -> dict[str, Any]:
        """The public shape."""
        f = self.new or self.old
        return {
            "metric": f.metric, "subject": f.subject, "dimension": list(f.dimension), "period": f.period_name,
            "scenario": f.scenario, "old": side_json(self.old), "new": side_json(self.new) if self.new else None,
            "change": self.change, "kind": self.kind, "why": self.why,
        }  # fmt: skip


def side_json(f: StoredFinding) -> dict[str, Any]:
    """A finding as one side of a move or a conflict."""
    return {
        "finding": f.id, "value": None if f.value is None else f"{f.value:f}", "text": f.text, "unit": f.unit,
        "scale": f.scale, "filename": f.filename, "page": f.page, "locator": f.locator, "quote": f.quote,
    }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reworded:
    """What a new version says otherwise, and is no figure of a known measure."""

    label: str  # what it is of: the row and the column, or the words around what differs
    old: EditionSide
    new: EditionSide

    def to_json(self) -> dict[str, Any]:
        """The public shape."""
        return {"label": self.label, "old": _edition_json(self.old), "new": _edition_json(self.new)}


def _edition_json(side: EditionSide) -> dict[str, Any]:
    wording = side.wording
    return {
        "text": wording.value, "filename": side.filename, "page": wording.span.page, "locator": side.locator,
        "quote": wording.quote,
    }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Opened:
    """A conflict that was not open before."""

    conflict: StoredConflict
    since: tuple[str, ...]  # the sides' documents that are new


@dataclass(frozen=True, slots=True)
class Closed:
    """A conflict that was open before and is not any more."""

    sides: tuple[StoredFinding, ...]  # those that the project still holds
    why: str


@dataclass(frozen=True, slots=True)
class Changes:
    """What changed in a project."""

    project: str
    since: datetime  # exclusive
    until: datetime  # inclusive
    added: Sequence[Document] = ()
    replaced: Sequence[Replacement] = ()
    removed: Sequence[Removal] = ()
    moves: Sequence[Move] = ()  # the weightiest first
    reworded: Sequence[Reworded] = ()
    opened: Sequence[Opened] = ()
    closed: Sequence[Closed] = ()
    answered: Sequence[Answered] = ()
    run: int | None = field(default=None)  # under which it is kept that this was told

    def __bool__(self) -> bool:
        return any(
            (
                self.added,
                self.replaced,
                self.removed,
                self.moves,
                self.reworded,
                self.opened,
                self.closed,
                self.answered,
            )
        )
