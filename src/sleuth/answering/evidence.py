"""Places of a library as evidence: each with its document, its page and what people corrected on it."""

from collections.abc import Collection, Sequence

from sleuth.answering.library import Library, Place
from sleuth.evidence.source import is_workbook
from sleuth.reason.protocol import Evidence

_MOST_SHEETS = 40  # of a workbook, that are looked at for what they tell of one


async def evidence_at(library: Library, places: Sequence[Place], stated: Collection[int] = ()) -> list[Evidence]:
    """The evidence at some places; its id is the place's number in the list.

    `stated` are the numbers of facts of the ledger: the page before theirs is loaded too, where a table's headings may
    stand, of a workbook every sheet, and of another document what it says anywhere of its scale. A place whose
    document or page the library does not have is left out.
    """
    documents = {document.id: document for document in library.documents}
    before = {(place.document_id, place.page - 1) for number, place in enumerate(places) if number in stated}
    books = {places[number].document_id for number in stated} & {
        d.id for d in library.documents if is_workbook(d.filename)
    }
    sheets = {(document_id, number) for document_id in books for number in range(1, _MOST_SHEETS + 1)}
    pages = await library.pages({(place.document_id, place.page) for place in places} | before | sheets)
    scales = await library.lines_of_scale({places[number].document_id for number in stated} - books)
    corrected = library.corrections
    evidence = []
    for number, p in enumerate(places):
        if p.document_id in documents and (p.document_id, p.page) in pages:
            earlier = pages.get((p.document_id, p.page - 1)) if number in stated else None
            page = pages[p.document_id, p.page]
            corrections = tuple(corrected.get((p.document_id, p.page), ()))
            document = documents[p.document_id]
            beside = tuple(pages[key] for key in sorted(sheets) if key[0] == p.document_id and key in pages)
            known = beside if number in stated else ()
            elsewhere = scales.get(p.document_id, ()) if number in stated else ()
            evidence.append(
                Evidence(number, document, page, p.start, p.end, p.score, earlier, corrections, known, elsewhere)
            )
    return evidence
