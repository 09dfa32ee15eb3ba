"""Contracts of a register that end soon, each held against the contract itself where that is in the room."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta

from sleuth.agents.analyst.answer import Block, bullet
from sleuth.agents.analyst.turn import Turn
from sleuth.answering.library import StoredLibrary
from sleuth.answering.run import research_in
from sleuth.findings.finding import subject_key
from sleuth.findings.text.amending import latest_day
from sleuth.language.days import last_day
from sleuth.store.ledger.findings import Filter, list_findings

_MOST_ENDING = 5
_SOON = timedelta(days=185)  # half a year, to the end of its last month
_MOST_PARTIES = 200  # of agreements in the room


async def ending_soon(turn: Turn) -> list[Block]:
    """The contracts of a register that end within half a year of the newest figures, the first few.

    A register may not know of an amendment: where the contract itself names a later day, that is told beside it.
    """
    closes = max((witness.closes for witness in turn.room.witnesses.values()), default="")
    if not closes:
        return []
    today = _last_of(closes)
    asked = turn.phrases("ask_ending", since=(today + timedelta(days=1)).isoformat(), until=(today + _SOON).isoformat())
    found = await research_in(turn.room.library, asked, turn.room.reasoner)
    if not found.rows:
        return []
    rows = [claim for claim in found.proven if claim.proof != "computed"]
    told = [bullet(claim.text.rstrip("."), claim.citations, claim.proof) for claim in rows[:_MOST_ENDING]]
    agreements = await _agreements(turn)
    return [await _beside_contract(turn, block, agreements) for block in told]


def _last_of(closes: str) -> date:
    """The day on which a period ends: "2025-06-30" and "2025-06" are one day, "2024" the last of its year."""
    year, month, day = (*map(int, closes.split("-")), 0, 0)[:3]
    return date(year, month, day) if day else last_day(year, month or 12)


async def _agreements(turn: Turn) -> dict[str, set[int]]:
    """The parties of the agreements in the room, folded, with the documents that they are party to."""
    parties = await turn.room.read(
        lambda connection, project: list_findings(
            connection, project, Filter(metric="contract party", limit=_MOST_PARTIES)
        )
    )
    found: dict[str, set[int]] = {}
    for one in parties:
        found.setdefault(subject_key(one.text), set()).add(one.document_id)
    return found


async def _beside_contract(turn: Turn, row: Block, agreements: Mapping[str, Collection[int]]) -> Block:
    """A row of the register, with what the contract of its party says, where that names a later day."""
    named = subject_key(row.text)
    documents = next((one for key, one in agreements.items() if key and named.startswith(key)), ())
    day = latest_day(row.text)
    if not documents or not any(day):
        return row
    later = await _later_end(turn, sorted(documents), day)
    return row if later is None else replace(row, citations=(*row.citations, *later.citations), after=later.text)


async def _later_end(turn: Turn, documents: Sequence[int], day: tuple[int, int, int]) -> Block | None:
    """What these agreements say of their end, proven, where a day in it is later than this."""
    room = turn.room
    held = [room.documents[number] for number in documents if number in room.documents]
    library = StoredLibrary(room.database, room.project_id, held, room.services)
    found = await research_in(library, turn.phrases("ask_end"), room.reasoner)
    for claim in found.proven:
        if latest_day(claim.text) > day:
            place = claim.citations[0]
            text = turn.phrases(
                "ends_otherwise", text=" ".join(claim.text.split()).rstrip("."),
                place=f"{place.filename}, {place.locator}",
            )  # fmt: skip
            return Block("note", text, claim.citations)
    return None
