"""A library in memory with plain word search: for sets whose documents are a paragraph, and for tests."""

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from sleuth.answering.library import Finds, Opposed, Place
from sleuth.config import Settings
from sleuth.evidence.cells import lines_of_scale
from sleuth.evidence.source import Page, Source, Span
from sleuth.findings.asked.books import Book, fact_of, make_book
from sleuth.findings.text.instructions import without_instructions
from sleuth.ingest.chunking import cut
from sleuth.ingest.extraction import extract
from sleuth.language.query import Query
from sleuth.language.tokens import tokens
from sleuth.language.weight import detect_language, is_stop
from sleuth.reason.protocol import Correction, Document

_SIZE, _OVERLAP = 600, 200
_COVER = 1_500
_K1, _B = 1.2, 0.75  # of BM25
_HITS = 12


class Shelf:
    """Documents held in memory. A passage never runs over a page's end here."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self._sources = tuple(sources)
        self._documents = tuple(
            Document(number, source.filename, source.title, cover=_cover(source))
            for number, source in enumerate(sources, 1)
        )
        self._pages = {
            (document.id, page.number): without_instructions(page)
            for document, source in zip(self._documents, sources, strict=True)
            for page in source.pages
        }
        self._indexes: dict[str, _Index] = {}
        self._books: dict[tuple[int, str], Book] = {}

    @property
    def documents(self) -> tuple[Document, ...]:
        """Every document of the shelf."""
        return self._documents

    @property
    def corrections(self) -> Mapping[tuple[int, int], Sequence[Correction]]:
        """None: what is held in memory only, no person has judged."""
        return {}

    async def opposed(self, places: Sequence[tuple[int, Span]]) -> list[Opposed]:
        """Nothing: a shelf compares no documents."""
        return []

    async def books(self, query: Query) -> list[Book]:
        """What each document states; every figure of it, whatever is asked."""
        language = query.language
        for document, source in zip(self._documents, self._sources, strict=True):
            if (document.id, language) not in self._books:
                self._books[document.id, language] = _book(document, source, language)
        return [self._books[document.id, language] for document in self._documents]

    async def pages_saying(self, patterns: Sequence[str]) -> list[tuple[int, int]]:
        """The pages that match all patterns, in their text, label or document's names."""
        names = {document.id: f"{document.filename} {document.title}" for document in self._documents}
        return [
            (document_id, number)
            for (document_id, number), page in self._pages.items()
            if _says_all(f"{names[document_id]} {page.label} {page.text}".lower(), patterns)
        ]

    async def lines_of_scale(self, document_ids: Collection[int]) -> dict[int, tuple[str, ...]]:
        """The lines of each document that say in what scale its amounts are."""
        texts = {number: (page.text for page in source.pages) for number, source in enumerate(self._sources, 1)}
        return {one: tuple(line for text in texts[one] for line in lines_of_scale(text)) for one in document_ids}

    async def passages_around(self, places: Sequence[tuple[int, Span]]) -> list[str]:
        """The passage that holds most of each place."""
        return [self._passage_around(document_id, span) for document_id, span in places]

    def _passage_around(self, document_id: int, span: Span) -> str:
        text = self._pages[document_id, span.page].text
        held = [(min(end, span.end) - max(start, span.start), -start, end) for start, end in cut(text, _SIZE, _OVERLAP)]
        _, start, end = max(held, default=(0, 0, 0))
        return text[-start:end]

    async def search(self, queries: Sequence[str]) -> Finds:
        """The best passages for each query, each once."""
        best: dict[tuple[int, int, int, int], Place] = {}
        for query in queries:
            language = detect_language(query)
            if language not in self._indexes:
                self._indexes[language] = _Index(self._pages, language)
            for place in self._indexes[language].search(query):
                key = (place.document_id, place.page, place.start, place.end)
                if key not in best or best[key].score < place.score:
                    best[key] = place
        return Finds(tuple(sorted(best.values(), key=lambda place: -place.score)))

    async def pages(self, wanted: Iterable[tuple[int, int]]) -> dict[tuple[int, int], Page]:
        """The pages asked for."""
        return {key: self._pages[key] for key in wanted if key in self._pages}


def _says_all(text: str, patterns: Sequence[str]) -> bool:
    return all(re.search(pattern, text) for pattern in patterns)


def _cover(source: Source) -> str:
    return without_instructions(source.pages[0]).text[:_COVER] if source.pages else ""


def _book(document: Document, source: Source, language: str) -> Book:
    found = extract(source, document.language, Settings())
    facts = [fact for number, finding in enumerate(found.findings) if (fact := fact_of(number, finding)) is not None]
    periods = [fact.period for fact in facts if fact.scenario == "actual"]
    subject = found.about.subject
    return make_book(document.id, document.filename, document.title, language, subject, periods, facts)


class _Index:
    """BM25 over the passages of some pages."""

    def __init__(self, pages: dict[tuple[int, int], Page], language: str) -> None:
        self._language = language
        self._places: list[tuple[int, int, int, int]] = []
        self._counts: list[Counter[str]] = []
        for (document_id, number), page in pages.items():
            for start, end in cut(page.text, _SIZE, _OVERLAP):
                self._places.append((document_id, number, start, end))
                self._counts.append(Counter(t.stem for t in tokens(page.text[start:end], language)))
        self._lengths = [sum(count.values()) for count in self._counts]
        self._mean = sum(self._lengths) / max(1, len(self._lengths))
        self._spread = Counter(word for count in self._counts for word in count)

    def search(self, query: str) -> list[Place]:
        """The best passages of each document, scored 0 to 1."""
        words = {t.stem for t in tokens(query, self._language) if not is_stop(t.text, self._language)}
        scored = sorted(((self._score(words, i), i) for i in range(len(self._places))), reverse=True)
        top = scored[0][0] if scored and scored[0][0] > 0 else 1.0
        taken: Counter[int] = Counter()
        places = []
        for score, index in scored:
            document_id = self._places[index][0]
            if score > 0 and taken[document_id] < _HITS:
                taken[document_id] += 1
                places.append(Place(*self._places[index], score / top))
        return places

    def _score(self, words: set[str], index: int) -> float:
        counts, length = self._counts[index], self._lengths[index] / self._mean
        total = 0.0
        for word in words & counts.keys():
            idf = math.log(1 + (len(self._places) - self._spread[word] + 0.5) / (self._spread[word] + 0.5))
            total += idf * counts[word] * (_K1 + 1) / (counts[word] + _K1 * (1 - _B + _B * length))
        return total
