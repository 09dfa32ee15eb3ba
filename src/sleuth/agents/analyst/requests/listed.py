"""What a request list says itself of a request, held beside what the room was found to have.

A list is a party's word, not a proof: it can show where to look and what is wanting; it makes nothing provided.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sleuth.agents.analyst.requests.naming import stands
from sleuth.agents.analyst.requests.remarks import documents_named, documents_referred
from sleuth.agents.analyst.requests.verdict import MISSING, PARTIAL, PROVIDED, Judgement, Spot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sleuth.agents.analyst.requests.room import Holding, Room
    from sleuth.store.deal.requests import Request, RequestDraft

_OPENING = 200  # characters of a document that are shown where the list points to it
_GIVEN = (PROVIDED, PARTIAL)


@dataclass(frozen=True, slots=True)
class ListWord:
    """The list's own word on a request."""

    stands: str = ""  # provided, partial, missing, declined, n/a; "" where it has no status, or one that is not known
    status: str = ""  # as printed: "Partly"
    remark: str = ""  # as printed: "CEO only"
    reference: str = ""  # where its answer lies, as printed: "6.4"

    @property
    def text(self) -> str:
        """All of it: "Partly; 6.4; CEO only"; "" where it has none."""
        return "; ".join(part for part in (self.status, self.reference, self.remark) if part)

    @property
    def quoted(self) -> str:
        """Status and remark as they are told: "Partly – CEO only"."""
        return " – ".join(part for part in (self.status, self.remark) if part)


def word_of(draft: "Request | RequestDraft") -> ListWord:
    """What the list says of a request."""
    status, remark, reference = (_cell(said) for said in (draft.status, draft.note, draft.reference))
    return ListWord(stands(status), status, remark, reference)


def _cell(said: str) -> str:
    """What a cell says; "" for one that holds only a dash."""
    return "" if not said.strip(" –—-") else said.strip()


def beside_list(judged: Judgement, word: ListWord, room: "Room") -> Judgement:
    """The judgement, where the list points to a document that holds it, or says that something is wanting."""
    if judged.status == MISSING and word.stands in _GIVEN:
        spots = tuple(_spot(holding) for holding in _pointed_to(word, room))
        if not spots:
            return judged
        names = " and ".join(dict.fromkeys(spot.filename for spot in spots))
        return Judgement(PARTIAL, spots, (f"proof that {names} has it: only the list says so",), is_by_list=True)
    if judged.status == PROVIDED and word.stands == PARTIAL:
        return replace(judged, status=PARTIAL, lacking=(f"what the list itself says is wanting: “{word.text}”",))
    return judged


def _pointed_to(word: ListWord, room: "Room") -> "Sequence[Holding]":
    """The documents that the list's own reference means, else those that its remark names."""
    return documents_referred(word.reference, word.remark, room) or documents_named(word.remark, room)


def _spot(holding: "Holding") -> Spot:
    document = holding.document
    first = holding.outline.entries[0] if holding.outline.entries else None
    if first is None:
        place = "message" if document.kind == "eml" else "p.1"
        return Spot(document.id, document.filename, 1, 0, _OPENING, place)
    return Spot(document.id, document.filename, first.page, first.start, first.end, first.locator)
