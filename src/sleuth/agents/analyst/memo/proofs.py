"""Claims of a memo, proven as an answer's are: each quote located on its page, each cell's meaning derived anew."""

from collections.abc import Iterable, Sequence

from sleuth.agents.analyst.page.model import Source
from sleuth.answering.library import Library
from sleuth.answering.verification import Citation, Dropped, Proven, verify
from sleuth.evidence.source import Page
from sleuth.findings.asked.answers import Figure, Resolution
from sleuth.findings.asked.books import Fact
from sleuth.reason.draft.figures import figure_claims
from sleuth.reason.protocol import Claim, Evidence, Quote


class Prover:
    """Proves claims over the pages of a library."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._documents = {document.id: document for document in library.documents}

    async def sentences(self, page: Page, document_id: int, found: Sequence[tuple[int, str]]) -> list[Proven]:
        """The stretches of a page, each with its offset there, that its text proves word for word."""
        proven = []
        for start, text in found:
            item = self._evidence(0, document_id, page, start, start + len(text), None)
            verdict = verify(Claim(" ".join(text.split()), (Quote(0, text),)), {0: item})
            proven += [verdict] if isinstance(verdict, Proven) else []
        return proven

    async def figures(self, facts: Sequence[tuple[int, Fact]]) -> dict[int, Proven | Dropped]:
        """What becomes of facts, each with its document's number, as claims; by the fact's number."""
        evidence = await self._evidence_of(facts)
        places = {fact.id: number for number, (_, fact) in enumerate(facts)}
        ruled: dict[int, Proven | Dropped] = {}
        for document_id, fact in facts:
            (claim,) = figure_claims(Resolution((Figure(document_id, (("", fact),)),)), places)
            ruled[fact.id] = verify(claim, evidence)
        return ruled

    async def computed(
        self, document_id: int, title: str, expression: str, form: str, facts: Sequence[tuple[str, Fact]]
    ) -> Proven | Dropped:
        """A figure that is computed from facts of one document, each named as in the expression."""
        evidence = await self._evidence_of([(document_id, fact) for _, fact in facts])
        places = {fact.id: number for number, (_, fact) in enumerate(facts)}
        figure = Figure(document_id, tuple(facts), title, expression, form)
        claim = figure_claims(Resolution((figure,)), places)[0]
        return verify(claim, evidence)

    async def _evidence_of(self, facts: Iterable[tuple[int, Fact]]) -> dict[int, Evidence]:
        placed = list(facts)
        wanted = {(document_id, fact.page - back) for document_id, fact in placed for back in (0, 1)}
        pages = await self._library.pages(wanted)
        return {
            number: self._evidence(
                number, document_id, pages[document_id, fact.page], fact.start, fact.end,
                pages.get((document_id, fact.page - 1)),
            )
            for number, (document_id, fact) in enumerate(placed)
        }  # fmt: skip

    def _evidence(
        self, number: int, document_id: int, page: Page, start: int, end: int, before: Page | None
    ) -> Evidence:
        corrections = tuple(self._library.corrections.get((document_id, page.number), ()))
        return Evidence(number, self._documents[document_id], page, start, end, 1.0, before, corrections)


def source_of(citation: Citation, remark: str = "") -> Source:
    """A citation as the source of a sentence or a cell."""
    return Source(
        citation.document_id, citation.filename, citation.locator, citation.page, citation.text, remark
    )  # fmt: skip
