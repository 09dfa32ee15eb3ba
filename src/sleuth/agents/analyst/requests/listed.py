"""What a request list says itself of a request, held beside what the room was found to have.

A list is a party's word, not a proof: it can show where to look and what is wanting; it makes nothing provided.
"""

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from sleuth.agents.analyst.requests.naming import stands
from sleuth.agents.analyst.requests.verdict import MISSING, PARTIAL, PROVIDED, Judgement, Spot

if TYPE_CHECKING:
    from sleuth.agents.analyst.requests.room import Holding, Room
    from sleuth.store.deal.requests import Request, RequestDraft

_INDEX = re.compile(r"\d+(?:\.\d+)*[a-z]?(?![\w.])")  # a place in a data room: "4", "4.1", "1.5b"
_OPENING = 200  # characters of a document that are shown where the list points to it


def said_of(draft: "Request | RequestDraft") -> str:
    """The list's own words on a request: "Partly; 6.4; CEO only"; "" where it has none."""
    return "; ".join(part for part in (draft.status, draft.reference, draft.note) if part.strip(" –—-"))


def beside_list(judged: Judgement, draft: "Request | RequestDraft", room: "Room") -> Judgement:
    """The judgement, where the list points to a document that holds it, or says that something is wanting."""
    standing = stands(draft.status)
    if judged.status == MISSING and standing in ("provided", "partial"):
        spots = tuple(_spot(holding) for holding in _referred(draft.reference, room))
        names = " and ".join(dict.fromkeys(spot.filename for spot in spots))
        return Judgement(PARTIAL, spots, (f"proof that {names} has it: only the list says so",)) if spots else judged
    if judged.status == PROVIDED and standing == "partial":
        return replace(judged, status=PARTIAL, lacking=(f"what the list itself says is wanting: “{said_of(draft)}”",))
    return judged


def _referred(reference: str, room: "Room") -> "list[Holding]":
    """The documents that a reference means: by its place in the data room, with which their names begin."""
    places = set(_INDEX.findall(reference.casefold()))
    return [one for one in room.holdings if _place_of(one.document.filename) in places]


def _place_of(filename: str) -> str:
    found = _INDEX.match(filename.replace("\\", "/").rpartition("/")[2].casefold().replace("_", " "))
    return found[0] if found else ""


def _spot(holding: "Holding") -> Spot:
    document = holding.document
    first = holding.outline.entries[0] if holding.outline.entries else None
    if first is None:
        place = "message" if document.kind == "eml" else "p.1"
        return Spot(document.id, document.filename, 1, 0, _OPENING, place)
    return Spot(document.id, document.filename, first.page, first.start, first.end, first.locator)
