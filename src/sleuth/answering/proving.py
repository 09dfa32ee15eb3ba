"""Proof of what the ledger resolves to: each figure checked on its page, as any claim is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sleuth.answering.evidence import evidence_at
from sleuth.answering.library import Library, Place
from sleuth.answering.verification import Dropped, Proven, verify
from sleuth.evidence.cells import Headed
from sleuth.evidence.rows.selection import Selection
from sleuth.evidence.source import Page
from sleuth.findings.asked.answers import Figure, Resolution
from sleuth.findings.asked.books import Fact
from sleuth.reason.draft.figures import fact_claim, figure_claims
from sleuth.reason.protocol import Claim, Computation, Operand, Quote
from sleuth.reason.records.claims import row_claims


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


@dataclass(frozen=True, slots=True)
class Printed:
    """A number that a proven sentence or row states, and where: offsets into the page's stored text."""

    document_id: int
    page: int
    number: int  # where the number starts
    start: int  # of the sentence or row, inclusive
    end: int  # exclusive
    quote: str


async def prove_computed(
    library: Library, title: str, expression: str, form: str, parts: Mapping[str, Fact | Printed], of: Mapping[str, int]
) -> Proven | Dropped:
    """What an expression over facts and printed numbers comes to, each of them proven anew where it stands.

    `form`: ratio, percent, days or amount. `of`: the document of each fact.
    """
    places: dict[str, Place] = {}
    for name, part in parts.items():
        document = part.document_id if isinstance(part, Printed) else of[name]
        places[name] = Place(document, part.page, part.start, part.end, 1.0)
    numbers = {name: number for number, name in enumerate(places)}
    facts = {numbers[name] for name, part in parts.items() if isinstance(part, Fact)}
    evidence = {item.id: item for item in await evidence_at(library, list(places.values()), facts)}
    operands = tuple(_operand(name, part, numbers[name]) for name, part in parts.items())
    quotes = tuple(dict.fromkeys(quote for operand in operands for quote in operand.claim.quotes))
    return verify(Claim(title, quotes, Computation(expression, form, operands)), evidence)


def _operand(name: str, part: "Fact | Printed", evidence_id: int) -> Operand:
    if isinstance(part, Fact):
        return Operand(name, fact_claim(part, evidence_id))
    return Operand(name, Claim(part.quote, (Quote(evidence_id, part.quote, part.start, part.end),)), part.number)


async def prove_quotes(library: Library, places: Sequence[tuple[int, int, int, int, str]]) -> list[Proven | Dropped]:
    """For each (document, page, start, end, quote) the source's own sentence as a claim, or why it cannot be shown."""
    found = [Place(document, page, start, end, 1.0) for document, page, start, end, _ in places]
    evidence = {item.id: item for item in await evidence_at(library, found)}
    quotes = [" ".join(quote.split()) for *_, quote in places]
    return [verify(Claim(text, (Quote(number, text),)), evidence) for number, text in enumerate(quotes)]


async def prove_cell_at(library: Library, document_id: int, page: Page, end: int) -> Proven | Dropped | None:
    """The cell of a table that ends at a character of a page, in words under its headers; None where none does."""
    for table in page.tables:
        cells = list(table.cells())
        cell = next((one for one in cells if one.end == end and one.row in table.row_paths), None)
        if cell is None:
            continue
        row = [one for one in cells if one.row == cell.row]
        text = page.text[min(one.start for one in row) : max(one.end for one in row)]
        quote = Quote(0, text, cell.start, cell.end)
        labels, headings = table.row_paths[cell.row], table.column_paths.get(cell.column, ())
        place = Place(document_id, page.number, cell.start, cell.end, 1.0)
        evidence = {item.id: item for item in await evidence_at(library, [place])}
        return verify(Claim(", ".join(labels), (quote,), headed=Headed(tuple(labels), tuple(headings))), evidence)
    return None


async def prove_selection(library: Library, document_id: int, page: Page, selection: Selection) -> Proven | Dropped:
    """What rows of a table say, checked on their page; or why it cannot be shown."""
    place = Place(document_id, page.number, 0, len(page.text), 1.0)
    evidence = {item.id: item for item in await evidence_at(library, [place])}
    return verify(row_claims(page, selection, min(evidence))[0], evidence)
