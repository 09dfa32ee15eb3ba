"""Nothing reaches the user unproven: each quote is located in the source, each claim checked against what was found."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sleuth.answering.cells import NotComputableError, printed_number, prove_cell, prove_computation, prove_headed
from sleuth.answering.corrections import corrections_shown, with_corrections
from sleuth.answering.grounds import better_sentences, context_of, nearest_sentence, unnamed, whole_sentences
from sleuth.evidence.cells import Headed
from sleuth.evidence.cite import place_on
from sleuth.evidence.claim import Ruling, Verdict, check
from sleuth.evidence.located import rule
from sleuth.evidence.placing import placed
from sleuth.evidence.quote import FoldedSource, Match, Mismatch, fold_source, locate
from sleuth.evidence.quotes.elision import ELLIPSIS
from sleuth.evidence.rows import Selection, check_selection
from sleuth.evidence.source import Box, PageSource, Source, Span
from sleuth.language.quantity import Quantity
from sleuth.reason.protocol import Claim, Computation, Correction, Evidence, Operand, Quote

# How a claim is proven: word for word, as a cell's meaning, by arithmetic; or judged by a model, and marked.
Proof = Literal["verbatim", "cell", "computed", "judged"]


@dataclass(frozen=True, slots=True)
class Citation:
    """The source's own words, and where they stand."""

    text: str
    page: int  # 1-based: the page of the located words, which need not be the passage's first
    filename: str
    document_id: int
    spans: tuple[Span, ...]
    locator: str = ""  # "p.12", "P&L!B15", "§ 4.2"
    boxes: tuple[Box, ...] = ()  # on the page as displayed; none where it has no geometry
    passage: str = ""  # the whole chunk, as it was indexed, that the words stand in

    def to_json(self, *, passages: bool = False) -> dict[str, str | int]:
        """The public shape: `text` is the quote and `passage` its chunk; with `passages` the chunk and `quote`."""
        text, other = (self.passage, {"quote": self.text}) if passages else (self.text, {"passage": self.passage})
        return {"text": text, "page": self.page, "filename": self.filename, "locator": self.locator, **other}

    def to_detail(self) -> dict[str, Any]:
        """The citation with its spans and where a page shows them."""
        return {
            **self.to_json(),
            "spans": [{"start": span.start, "end": span.end} for span in self.spans],
            "boxes": [[round(side, 1) for side in box] for box in self.boxes],
        }


@dataclass(frozen=True, slots=True)
class Proven:
    """A claim whose quotes were found and which follows from them."""

    text: str
    citations: tuple[Citation, ...]
    proof: Proof = "verbatim"
    replaces: str = ""  # the sentence of a model that these words of the source are shown instead of
    titles: str = ""  # of a cell with its headers: what stands over its table


def marked(claim: Proven) -> str:
    """The claim as it is told; what a model judged bears its mark."""
    return f"≈ {claim.text}" if claim.proof == "judged" else claim.text


@dataclass(frozen=True, slots=True)
class Dropped:
    """A claim that was not shown, and why."""

    claim: Claim
    reason: str
    is_judgeable: bool = False  # only its wording is its own: a model may judge it
    citations: tuple[Citation, ...] = ()  # of its quotes, widened to whole sentences, where they were found
    is_open: bool = False  # nothing contradicts it: its quotes may say it in other words, or another language
    rows: tuple[str, ...] = ()  # of tables that it quotes, each cell under its heading: what a judge is shown

    @property
    def text(self) -> str:
        """The sentence that was not shown."""
        return self.claim.text


def verify(claim: Claim, evidence: Mapping[int, Evidence]) -> Proven | Dropped:
    """The claim with its citations, or why it cannot be shown."""
    if claim.computation is not None:
        return _verify_computed(claim, claim.computation, evidence)
    if claim.selected is not None:
        return _verify_rows(claim, claim.selected, evidence)
    if claim.stated is not None or claim.headed is not None:
        return _verify_cell(claim, evidence)
    located: list[tuple[Evidence, Match]] = []
    pages = _Pages(evidence)
    for quote in claim.quotes:
        item = evidence.get(quote.evidence_id)
        if item is None:
            return Dropped(claim, f"it names evidence {quote.evidence_id}, which was not retrieved")
        found = pages.find(quote, item, _hint(item, located))
        if isinstance(found, Mismatch):
            return _elsewhere(claim, item, pages) or Dropped(claim, found.reason)
        located += [(item, match) for match in found]
    if not located:
        return Dropped(claim, "it quotes nothing")
    return _ruled(claim, located, pages)


def _ruled(claim: Claim, located: list[tuple[Evidence, Match]], pages: "_Pages") -> Proven | Dropped:
    """The claim as its quotes, widened, prove it; else as a better sentence of the evidence does."""
    known = [other for item, _ in located for other in pages.of(item.document_id)]
    context = placed(context_of(known), [item.page for item, _ in located], [match for _, match in located])
    statement = unnamed(claim.text, {item.filename for item, _ in located})
    documents = dict.fromkeys(item.document for item, _ in located)
    names = [name for document in documents for name in (document.filename, document.title)]
    quoted = [(pages.source(item, match.spans), match) for item, match in located]
    verdict = rule(statement, quoted, context, names)
    if verdict.is_proven:
        shown = corrections_shown((item, match.spans) for item, match in located)
        text = with_corrections(claim.text, shown)
        return Proven(text, _citations(located, pages), _proof_of(verdict))
    if better := _elsewhere(claim, located[0][0], pages):
        return better
    if verdict.rows:
        return Dropped(claim, verdict.reason, verdict.is_judgeable, _citations(located, pages), rows=verdict.rows)
    whole = [(item, whole_sentences(item, match)) for item, match in located]
    is_open = verdict.verdict is Ruling.OPEN
    return Dropped(claim, verdict.reason, verdict.is_judgeable, _citations(whole, pages), is_open)


def _proof_of(verdict: Verdict) -> Proof:
    if verdict.arithmetic:
        return "computed"
    return "cell" if verdict.rows else "verbatim"


def _elsewhere(claim: Claim, item: Evidence, pages: "_Pages") -> Proven | None:
    """The claim, where another sentence of its document proves it; None where none does."""
    same = pages.of(item.document_id)
    for other, match in better_sentences(claim.text, same):
        context = placed(context_of(same), [other.page], [match])
        if check(claim.text, [match.text], context).is_proven:
            shown = corrections_shown([(other, match.spans)])
            return Proven(with_corrections(claim.text, shown), _citations([(other, match)], pages))
    return None


class _Pages:
    """The retrieved pages as sources of quotes, each folded once. A claim may not borrow from others."""

    def __init__(self, evidence: Mapping[int, Evidence]) -> None:
        self.items = {(item.document_id, item.page.number): item for item in evidence.values()}
        self._folded: dict[tuple[int, ...], FoldedSource] = {}

    def find(self, quote: Quote, item: Evidence, hint: Span) -> Sequence[Match] | Mismatch:
        """The quote, or the one sentence it miscopies; what it joins by an ellipsis also as quotes of its own."""
        match = _whole_cells(quote, item) or self.locate(quote.text, item, hint)
        if not isinstance(match, Match):
            match = nearest_sentence(quote.text, item.page) or match
        if isinstance(match, Match):
            return [match]
        parts = [part for text in ELLIPSIS.split(quote.text) if (part := text.strip())]
        found = [one for part in parts if (one := self._somewhere(part, item, hint)) is not None]
        return found if len(parts) > 1 and len(found) == len(parts) else match

    def _somewhere(self, text: str, item: Evidence, hint: Span) -> Match | None:
        """On the item's page, or on another of its document."""
        first = self.locate(text, item, hint)
        others = (self.locate(text, other, Span(other.page.number, 0, 0)) for other in self.of(item.document_id))
        return next((match for match in (first, *others) if isinstance(match, Match)), None)

    def of(self, document_id: int) -> list[Evidence]:
        """The retrieved pages of a document."""
        return [item for item in self.items.values() if item.document_id == document_id]

    def locate(self, text: str, item: Evidence, hint: Span) -> Match | Mismatch:
        """On the item's own page; else over the border to a page before or after that was retrieved as well."""
        number = item.page.number
        match = locate(text, self._source(item.document_id, number), hint)
        near = [n for n in (number - 1, number, number + 1) if (item.document_id, n) in self.items]
        if isinstance(match, Match) or len(near) == 1:
            return match
        joined = locate(text, self._source(item.document_id, *near), hint)
        return joined if isinstance(joined, Match) else match

    def source(self, item: Evidence, spans: Sequence[Span]) -> Source:
        """The pages of a document that spans lie on."""
        return self._source(item.document_id, *dict.fromkeys(span.page for span in spans)).source

    def _source(self, document_id: int, *numbers: int) -> FoldedSource:
        key = (document_id, *numbers)
        if key not in self._folded:
            pages = tuple(self.items[document_id, number].page for number in numbers)
            self._folded[key] = fold_source(Source("", "", PageSource.PRINTED, pages))
        return self._folded[key]


def _whole_cells(quote: Quote, item: Evidence) -> Match | None:
    """The quote where it says it stands, if it begins and ends there with cells of one table: nothing is cut then."""
    if quote.start is None or item.page.text[quote.start : quote.start + len(quote.text)] != quote.text:
        return None
    end = quote.start + len(quote.text)
    for table in item.page.tables:
        cells = list(table.cells())
        if any(cell.start == quote.start for cell in cells) and any(cell.end == end for cell in cells):
            return Match((Span(item.page.number, quote.start, end),), "exact", quote.text)
    return None


def _verify_cell(claim: Claim, evidence: Mapping[int, Evidence]) -> Proven | Dropped:
    """A cell that means what is claimed, by the page itself. The words are ours, made of the proven meaning."""
    quote = claim.quotes[0]
    item = evidence.get(quote.evidence_id)
    if item is None:
        return Dropped(claim, f"it names evidence {quote.evidence_id}, which was not retrieved")
    if claim.stated is not None:
        stated = prove_cell(quote, claim.stated, item)
        proof = stated if isinstance(stated, str) else (*stated, "")
    else:
        proof = prove_headed(quote, claim.headed or Headed((), ()), item)
    if isinstance(proof, str):
        return Dropped(claim, f"{claim.text}: {proof}")
    text, spans, titles = proof
    decisive = Span(item.page.number, quote.start or 0, quote.end or 0)
    return Proven(text, (citation_at(item, _merge(spans), decisive),), "cell", titles=titles)


def _verify_rows(claim: Claim, selected: Selection, evidence: Mapping[int, Evidence]) -> Proven | Dropped:
    """Rows of a table that the page itself selects by the same conditions. The words are ours, made of what it says."""
    item = evidence.get(claim.quotes[0].evidence_id)
    if item is None:
        return Dropped(claim, f"it names evidence {claim.quotes[0].evidence_id}, which was not retrieved")
    checked = check_selection(item.page, selected)
    if isinstance(checked, str):
        return Dropped(claim, f"{claim.text}: the table does not bear it out: {checked}")
    citation = citation_at(item, _merge(list(checked.spans)), checked.whole)
    return Proven(checked.text, (citation,), "computed" if checked.is_computed else "cell")


def _verify_computed(claim: Claim, computation: Computation, evidence: Mapping[int, Evidence]) -> Proven | Dropped:
    """The figure, computed from cells that are each proven."""
    citations: list[Citation] = []
    quantities: list[tuple[str, Quantity]] = []
    corrected: list[Correction] = []
    for operand in computation.operands:
        proven = verify(operand.claim, evidence) if operand.number is None else _quoted(operand.claim, evidence)
        if isinstance(proven, Dropped):
            return Dropped(claim, proven.reason)
        quote = operand.claim.quotes[0]
        item = evidence[quote.evidence_id]
        quantity = _quantity_of(operand, proven, item)
        if quantity is None:
            return Dropped(claim, f"“{operand.claim.text}” states no number where it is said to")
        quantities.append((operand.name, quantity))
        at = operand.number if operand.number is not None else quote.start or 0
        corrected += [c for c in item.corrections if c.start <= at < c.end]
        citations += proven.citations
    try:
        text = prove_computation(claim.text, computation, quantities)
    except NotComputableError as error:
        return Dropped(claim, str(error))
    remarks = [f"[{correction.statement}, {correction.note}]" for correction in dict.fromkeys(corrected)]
    return Proven(" ".join([text, *remarks]), tuple(dict.fromkeys(citations)), "computed")


def _quoted(claim: Claim, evidence: Mapping[int, Evidence]) -> Proven | Dropped:
    """A sentence or a row that is nothing but its quote: proven where it is found."""
    quote = claim.quotes[0]
    item = evidence.get(quote.evidence_id)
    if item is None:
        return Dropped(claim, f"it names evidence {quote.evidence_id}, which was not retrieved")
    pages = _Pages(evidence)
    found = pages.find(quote, item, _hint(item, []))
    if isinstance(found, Mismatch):
        return Dropped(claim, found.reason)
    return Proven(claim.text, _citations([(item, match) for match in found], pages))


def _quantity_of(operand: Operand, proven: Proven, item: Evidence) -> Quantity | None:
    """The number of an operand: the meaning of its cell, else what is printed where it is said to stand."""
    if operand.number is None:
        return operand.claim.stated.quantity if operand.claim.stated is not None else None
    if any(c.start <= operand.number < c.end for c in item.corrections):
        return None  # a person corrected it: what is printed does not hold
    spans = [span for citation in proven.citations for span in citation.spans]
    return printed_number(item.page, spans, operand.number, context_of([item]).signs)


def _hint(item: Evidence, located: list[tuple[Evidence, Match]]) -> Span:
    """Where to look first: beside the decisive quote, which came first, or at the passage."""
    if located and located[0][0].page is item.page:
        return located[0][1].spans[0]
    return Span(item.page.number, item.start, item.end)


def _citations(located: list[tuple[Evidence, Match]], pages: _Pages) -> tuple[Citation, ...]:
    """One citation a page, its parts in reading order."""
    found: dict[tuple[int, int], list[Span]] = {}
    for item, match in located:
        for span in match.spans:
            found.setdefault((item.document_id, span.page), []).append(span)
    return tuple(citation_at(pages.items[page], _merge(spans)) for page, spans in found.items())


def citation_at(item: Evidence, spans: list[Span], decisive: Span | None = None) -> Citation:
    """The words of some spans of a page as one citation; its locator is that of the decisive one, or of the first."""
    text = " … ".join(item.page.text[span.start : span.end] for span in spans)
    shown = item.page.words
    boxes = tuple(box for span in spans for box in shown.boxes_of(span.start, span.end)) if shown else ()
    return Citation(
        text,
        item.page.number,
        item.filename,
        item.document_id,
        tuple(spans),
        place_on(item.page, decisive or spans[0]),
        boxes,
    )


def _merge(spans: list[Span]) -> list[Span]:
    """Spans in order, those that touch made one."""
    merged: list[Span] = []
    for span in sorted(set(spans)):
        if merged and span.start <= merged[-1].end + 1:
            merged[-1] = Span(span.page, merged[-1].start, max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return merged
