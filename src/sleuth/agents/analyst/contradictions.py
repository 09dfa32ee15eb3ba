"""What documents state against each other in words: each sentence as it stands, with its source."""

from collections.abc import Sequence

from sleuth.agents.analyst.answer import Block, bullet
from sleuth.agents.analyst.phrases import Phrases
from sleuth.agents.analyst.room import Room
from sleuth.answering.proving import prove_quotes
from sleuth.answering.verification import Proven
from sleuth.findings.text.matters import DENIED
from sleuth.store.ledger.conflicts import StoredConflict
from sleuth.store.ledger.findings import StoredFinding

_MOST_SIDES = 3


async def worded_conflict(room: Room, conflict: StoredConflict, phrases: Phrases) -> Block | None:
    """A contradiction between sentences as an item of a list; None where only one of them can be proven."""
    sides = sorted(_one_a_document(conflict.sides), key=lambda side: side.rule == DENIED)
    shown = sides if len(sides) <= _MOST_SIDES else [*sides[: _MOST_SIDES - 1], sides[-1]]
    proven = await proven_statements(room, shown)
    told = [(side, proof) for side, proof in proven if proof is not None]
    if len({side.document_id for side, _ in told}) < 2:
        return None
    said = [phrases("opposed_says", who=side.filename, text=_words(proof)) for side, proof in told]
    text = phrases("opposed", claims="; ".join(said[:-1]), denies=said[-1])
    citations = tuple(dict.fromkeys(citation for _, proof in told for citation in proof.citations))
    return bullet(text, citations, "verbatim")


def _words(proof: Proven) -> str:
    """A sentence without the mark of the list that it is an item of."""
    return " ".join(proof.text.split()).lstrip("-•▪●– ").rstrip(".")


async def proven_statements(room: Room, findings: Sequence[StoredFinding]) -> list[tuple[StoredFinding, Proven | None]]:
    """Facts in words, each with its sentence as proven on its page; None where it is not."""
    spots = [(f.document_id, f.page, f.start, f.end, f.quote) for f in findings]
    verdicts = await prove_quotes(room.library, spots)
    return [
        (finding, verdict if isinstance(verdict, Proven) else None)
        for finding, verdict in zip(findings, verdicts, strict=True)
    ]


def _one_a_document(sides: Sequence[StoredFinding]) -> list[StoredFinding]:
    first: dict[int, StoredFinding] = {}
    for side in sides:
        first.setdefault(side.document_id, side)
    return list(first.values())
