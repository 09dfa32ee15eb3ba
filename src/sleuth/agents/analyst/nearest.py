"""Passages that come nearest to a question without an answer: shown under a refusal, and called passages."""

from sleuth.agents.analyst.answer import Block, bullet, note
from sleuth.agents.analyst.phrases import Phrases
from sleuth.agents.analyst.room import Room
from sleuth.agents.analyst.statements import Spot, proven_once
from sleuth.answering.evidence import evidence_at
from sleuth.reason.rank.nearest import nearest
from sleuth.reason.read.reading import Reading
from sleuth.reason.understand.question import understand

_MOST = 3
_LONGEST = 400  # characters


async def nearest_passages(room: Room, question: str, phrases: Phrases) -> list[Block]:
    """A remark that these are no answer, and up to three passages with their places; empty where none comes near."""
    asked = understand(question)
    finds = await room.library.search([question])
    evidence = [one for one in await evidence_at(room.library, finds.places) if one.document.replaced_by is None]
    spots: list[Spot] = []
    for document, span in nearest(asked, evidence, Reading(asked.language), _MOST):
        page = next(one.page for one in evidence if one.document_id == document and one.page.number == span.page)
        text = page.text[span.start : span.end]
        if len(text) <= _LONGEST:
            spots.append((document, span.page, span.start, span.end, text))
    told = await proven_once(room, spots)
    if not told:
        return []
    return [note(phrases("nearest")), *(bullet(one.text, one.citations, one.proof) for one in told)]
