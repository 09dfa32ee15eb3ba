"""What a language model is shown: the question, the documents and as much evidence as fits, as JSON."""

import json
from collections.abc import Sequence
from typing import Any

from sleuth.findings.instructions import is_instruction
from sleuth.reason.protocol import Evidence, Inquiry


def material(inquiry: Inquiry, evidence: Sequence[Evidence], budget: int, **more: Any) -> str:
    """JSON, so that no text of a document can end its own quotation. `budget` is in characters of evidence."""
    numbers = {document.id: number for number, document in enumerate(inquiry.documents, 1)}
    documents = [
        {"number": numbers[document.id], "filename": _shown(document.filename), "title": document.title}
        | ({"replaced_by": numbers[document.replaced_by]} if document.replaced_by in numbers else {})
        for document in inquiry.documents
    ]
    shown = [
        {"id": item.id, "document": numbers.get(item.document_id), "page": item.page.number, "text": text}
        | ({"corrected": [f"{c.statement}, {c.note}" for c in item.corrections]} if item.corrections else {})
        for item, text in fitting(evidence, budget)
    ]
    together = {"asked_together_with": inquiry.about} if inquiry.about else {}
    return json.dumps(
        {"question": inquiry.question, **together, "documents": documents, "evidence": shown, **more},
        ensure_ascii=False,
    )


def _shown(filename: str) -> str:
    """A file's name, unless it is addressed to the model: it goes by its number then."""
    return "(a name that is withheld)" if is_instruction(filename) else filename


def fitting(evidence: Sequence[Evidence], budget: int) -> list[tuple[Evidence, str]]:
    """As much evidence as fits, the best of each document first: whole pages while they fit, then passages.

    A page is shown once, under the id of the first of its passages.
    """
    shown: dict[tuple[int, int], tuple[Evidence, str]] = {}
    passages: list[tuple[Evidence, str]] = []
    left = budget
    for item in _fairly(evidence):
        page = (item.document_id, item.page.number)
        if page in shown:
            continue
        if len(item.page.text) <= left // 2:
            shown[page] = (item, item.page.text)
            left -= len(item.page.text)
        elif len(item.content) <= left:
            passages.append((item, item.content))
            left -= len(item.content)
    return [*shown.values(), *((item, text) for item, text in passages if _page(item) not in shown)]


def _page(item: Evidence) -> tuple[int, int]:
    return item.document_id, item.page.number


def _fairly(evidence: Sequence[Evidence]) -> list[Evidence]:
    """The first of each document, then the second of each, and so on, so that no document crowds out another."""
    places: dict[int, int] = {}
    ranked = []
    for order, item in enumerate(evidence):
        places[item.document_id] = places.get(item.document_id, 0) + 1
        ranked.append((places[item.document_id], order, item))
    return [item for _, _, item in sorted(ranked, key=lambda row: row[:2])]
