"""What a language model is shown: documents and evidence first, the same for every task of a question; the task last.

Servers keep what they have read of a prompt, so that what stays the same from one task to the next is read once.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from sleuth.evidence.source import Page, PageSource, Source
from sleuth.findings.profile import Profile, profile
from sleuth.findings.text.instructions import is_instruction
from sleuth.reason.model.showing import Part, Stretch, as_one, joined, running_lines, says_something, shown_parts
from sleuth.reason.protocol import Document, Evidence, Inquiry

_COVER = 240  # characters of a title page that say what a document is
_COVERS_SHARE = 5  # a fifth of what may be shown is for covers, at most
_LANGUAGES = {"en": "English", "sv": "Swedish", "de": "German", "vi": "Vietnamese"}
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_FRAME = 60  # characters around an item of evidence


def material(inquiry: Inquiry, evidence: Sequence[Evidence], budget: int, further_documents: int = 0) -> str:
    """Documents and evidence as JSON, so that no text of a document can end its own quotation.

    `budget` is in characters of the whole. What fits is chosen best first, and shown in the order it was found, so that
    a later round adds to the end.
    """
    numbers = {document.id: number for number, document in enumerate(inquiry.documents, 1)}
    of_evidence = {item.document_id for item in evidence}
    cover = min(_COVER, budget // _COVERS_SHARE // max(1, len(of_evidence)))
    listed = [
        _document(document, numbers, cover if document.id in of_evidence else 0) for document in inquiry.documents
    ]
    opening: dict[str, Any] = {"documents": listed}
    if further_documents:
        opening["further_documents"] = further_documents
    documents = json.dumps(opening, ensure_ascii=False)[:-1]
    shown = fitting(evidence, budget - len(documents))
    items = [
        {"id": item.id, "document": numbers.get(item.document_id), "page": item.page.number, "content": parts}
        | ({"corrected": [f"{c.statement}, {c.note}" for c in item.corrections]} if item.corrections else {})
        for item, parts in shown
    ]
    lines = ",\n".join(json.dumps(item, ensure_ascii=False) for item in items)
    return f'{documents},\n"evidence": [\n{lines}\n]}}'


def _document(document: Document, numbers: dict[int, int], cover: int) -> dict[str, Any]:
    """A document by its number and what it says of itself."""
    told: dict[str, Any] = {"number": numbers[document.id], "filename": _shown(document.filename)}
    if document.title:
        told["title"] = document.title
    if document.replaced_by in numbers:
        told["replaced_by"] = numbers[document.replaced_by]
    if not cover:
        return told
    of_itself = _profile(document)
    if of_itself.subject:
        told["of"] = of_itself.subject
    if of_itself.calendar.stated:
        told["fiscal_year_ends_in"] = _MONTHS[of_itself.calendar.ends_in - 1]
    told["language"] = _LANGUAGES.get(document.language, document.language)
    told["opens"] = " ".join(document.cover.split())[:cover]
    return told


@lru_cache(maxsize=256)
def _profile(document: Document) -> Profile:
    page = Page(1, document.cover, "p.1")
    source = Source(document.filename, "", PageSource.PRINTED, (page,), document.title)
    return profile(source, document.language)


def _shown(filename: str) -> str:
    """A file's name, unless it is addressed to the model: it goes by its number then."""
    return "(a name that is withheld)" if is_instruction(filename) else filename


def fitting(evidence: Sequence[Evidence], budget: int) -> list[tuple[Evidence, list[Part]]]:
    """As much evidence as fits: the best passages of each document first, then the pages of the best as wholes.

    Half of the budget goes to passages, so that no long sheet crowds out what other documents say; the rest shows the
    best pages whole, and then further passages. A page is shown once, under the id of the first of its passages, those
    that touch as one, the rows of a table under its headings once. The order is that in which it was found.
    """
    running = {
        document: running_lines(_pages(item for item in evidence if item.document_id == document))
        for document in {item.document_id for item in evidence}
    }
    ranked = sorted(evidence, key=lambda one: -one.score)
    chosen = _Chosen(running, budget)
    for item in _fairly(ranked):
        chosen.add(item, least_left=budget // 2)
    for item in ranked:
        chosen.widen(item)
    for item in ranked:
        chosen.add(item)
    return sorted((pair for pair in chosen.by_page() if pair[1]), key=lambda pair: pair[0].id)


@dataclass
class _Chosen:
    """What is shown so far, by passage, and what may still be."""

    running: Mapping[int, frozenset[str]]
    left: int  # characters
    shown: dict[int, tuple[Evidence, list[Part]]] = field(default_factory=dict)
    wholes: set[tuple[int, int]] = field(default_factory=set)  # pages that are shown as wholes

    def add(self, item: Evidence, least_left: int = 0) -> None:
        """Show a passage, unless its page is shown already or less than `least_left` would remain."""
        if _page(item) in self.wholes or item.id in self.shown:
            return
        parts = self._parts(item, item.start, item.end)
        if _size(parts) <= self.left - least_left:
            self.shown[item.id] = (item, parts)
            self.left -= _size(parts)

    def widen(self, item: Evidence) -> None:
        """Show the whole page of a passage in place of its parts, if it fits."""
        if _page(item) in self.wholes:
            return
        parts = self._parts(item, 0, len(item.page.text))
        of_page = {key: pair for key, pair in self.shown.items() if _page(pair[0]) == _page(item)}
        freed = sum(_size(pair[1]) for pair in of_page.values())
        if _size(parts) > self.left + freed:
            return
        self.left += freed - _size(parts)
        self.shown = {key: pair for key, pair in self.shown.items() if key not in of_page}
        first = min((pair[0] for pair in of_page.values()), key=lambda one: one.id, default=item)
        self.shown[first.id] = (first, parts)
        self.wholes.add(_page(item))

    def by_page(self) -> Iterator[tuple[Evidence, list[Part]]]:
        """What is shown of each page, under the id of the first of its passages."""
        pages: dict[tuple[int, int], list[Evidence]] = {}
        for item, _ in self.shown.values():
            pages.setdefault(_page(item), []).append(item)
        for page, items in pages.items():
            first = min(items, key=lambda one: one.id)
            if page in self.wholes:
                yield first, self.shown[first.id][1]
                continue
            stretches = joined(Stretch(item.page, item.start, item.end) for item in items)
            shown = [self._parts(first, one.start, one.end) for one in stretches]
            yield first, as_one(part for parts in shown if says_something(parts) for part in parts)

    def _parts(self, item: Evidence, start: int, end: int) -> list[Part]:
        return shown_parts(Stretch(item.page, start, end), self.running[item.document_id], item.before)


def _size(parts: Sequence[Part]) -> int:
    return len(json.dumps(parts, ensure_ascii=False)) + _FRAME


def _pages(items: Iterable[Evidence]) -> list[Page]:
    return list({item.page.number: item.page for item in items}.values())


def _page(item: Evidence) -> tuple[int, int]:
    return item.document_id, item.page.number


def _fairly(ranked: Sequence[Evidence]) -> list[Evidence]:
    """The best of each document, then its second, and so on: neither a document nor a round crowds out others."""
    places: dict[int, int] = {}
    fairly = []
    for order, item in enumerate(ranked):
        places[item.document_id] = places.get(item.document_id, 0) + 1
        fairly.append((places[item.document_id], order, item))
    return [item for _, _, item in sorted(fairly, key=lambda row: row[:2])]
