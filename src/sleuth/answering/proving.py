"""Proof of what the ledger resolves to: each figure checked on its page, as any claim is."""

from collections.abc import Sequence

from sleuth.answering.evidence import evidence_at
from sleuth.answering.library import Library, Place
from sleuth.answering.verification import Dropped, Proven, verify
from sleuth.findings.asked.answers import Figure, Resolution
from sleuth.reason.draft.figures import figure_claims
from sleuth.reason.protocol import Claim, Quote


async def prove_figures(library: Library, figures: Sequence[Figure]) -> list[Proven | Dropped]:
    """For each figure in turn the proven claim with its citations, or why it cannot be shown."""
    places: list[Place] = []
    numbers: dict[int, int] = {}
    for figure in figures:
        for _, fact in figure.facts:
            if fact.id not in numbers:
                numbers[fact.id] = len(places)
                places.append(Place(figure.document_id, fact.page, fact.start, fact.end, 1.0))
    evidence = {item.id: item for item in await evidence_at(library, places, set(numbers.values()))}
    return [verify(figure_claims(Resolution((figure,)), numbers)[0], evidence) for figure in figures]


async def prove_quotes(library: Library, places: Sequence[tuple[int, int, int, int, str]]) -> list[Proven | Dropped]:
    """For each (document, page, start, end, quote) the source's own sentence as a claim, or why it cannot be shown."""
    found = [Place(document, page, start, end, 1.0) for document, page, start, end, _ in places]
    evidence = {item.id: item for item in await evidence_at(library, found)}
    quotes = [" ".join(quote.split()) for *_, quote in places]
    return [verify(Claim(text, (Quote(number, text),)), evidence) for number, text in enumerate(quotes)]
