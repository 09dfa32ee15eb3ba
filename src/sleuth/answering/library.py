"""The named documents as the researcher uses them: searched, and read a page at a time."""

import asyncio
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Protocol

from sleuth.errors import UserError
from sleuth.evidence.cells import lines_of_scale
from sleuth.evidence.source import Page, Span
from sleuth.reason.protocol import Correction, Document

if TYPE_CHECKING:
    import psycopg

    from sleuth.findings.asked.books import Book
    from sleuth.language.query import Query
    from sleuth.search.hit import Hit
    from sleuth.search.services import Services
    from sleuth.store.documents.documents import Document as Stored
    from sleuth.store.documents.passages import Around
    from sleuth.store.ledger.corrections import CorrectedCell
    from sleuth.store.server.database import Database

_COVER = 1_500  # characters at the beginning of a document that say what it is
_FIRST_PAGES = 6  # that may stand in them
_SEARCHED_APART = 8  # documents up to which each is searched on its own, so that none crowds out another
_HITS, _HITS_APART = 20, 10
_HITS_TOGETHER, _HITS_EACH = 100, 5  # of many documents together, and of each of them


@dataclass(frozen=True, slots=True)
class Place:
    """A retrieved passage by address: light enough to travel through the graph's state."""

    document_id: int
    page: int  # 1-based
    start: int  # inclusive, in the page's text
    end: int  # exclusive
    score: float


@dataclass(frozen=True, slots=True)
class Finds:
    """What a round of searches brought."""

    places: tuple[Place, ...]
    degraded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Opposed:
    """A sentence that contradicts what stands at a place that was asked about."""

    place: int  # the number of the place in what was asked
    label: str  # what is contradicted, as printed
    is_whole: bool  # the sentence is all of it: a matter that is stated or denied
    spot: tuple[int, int, int, int, str]  # document, page, start, end, words


class Library(Protocol):
    """What the researcher needs of a document store; nothing outside `documents` can be reached through it."""

    @property
    def documents(self) -> tuple[Document, ...]:
        """The documents named by the user."""

    async def search(self, queries: Sequence[str]) -> Finds:
        """Passages of these documents for the queries, each passage once, best first."""

    async def pages(self, wanted: Iterable[tuple[int, int]]) -> dict[tuple[int, int], Page]:
        """The pages of these (document, page number) pairs; what does not exist is left out."""

    @property
    def corrections(self) -> Mapping[tuple[int, int], Sequence[Correction]]:
        """What people corrected in these documents, by (document, page number)."""
        return {}

    async def lines_of_scale(self, document_ids: Collection[int]) -> dict[int, tuple[str, ...]]:
        """The lines of each document that say in what scale its amounts are."""

    async def passages_around(self, places: Sequence[tuple[int, Span]]) -> list[str]:
        """The passage, as it was indexed, that holds most of each place (document, span of a page)."""

    async def books(self, query: "Query") -> "list[Book]":
        """What each document states that a question about figures may mean."""

    async def pages_saying(self, patterns: Sequence[str]) -> list[tuple[int, int]]:
        """The (document, page number) pairs of pages that match all patterns, in their text, label or document's names.

        The patterns are regular expressions for text in small letters.
        """

    async def opposed(self, places: Sequence[tuple[int, Span]]) -> "list[Opposed]":
        """What sentences of other documents contradict at these places (document, span of a page)."""
        return []


class StoredLibrary:
    """Documents of a project in the store."""

    def __init__(
        self,
        database: "Database",
        project_id: int,
        stored: Sequence["Stored"],
        services: "Services | None" = None,
        beside: Sequence[int] = (),
    ) -> None:
        """`beside`: further documents of the project, by whose calendars these are read too."""
        self._database = database
        self._beside = tuple(beside)
        self._services = services
        self.project_id = project_id
        with database.connection() as connection:
            ids = [document.id for document in stored]
            covers, newer = _covers(connection, ids), _replaced(connection, project_id, ids)
            self._corrections = _corrections(connection, project_id, ids)
        self._documents = tuple(
            Document(d.id, d.filename, _title(d.title), d.language, covers.get(d.id, ""), newer.get(d.id))
            for d in stored
        )
        self._pages: dict[tuple[int, int], Page] = {}
        self._lines_of_scale: dict[int, tuple[str, ...]] = {}
        self._absent: set[tuple[int, int]] = set()  # pages that were asked for and do not exist

    @property
    def documents(self) -> tuple[Document, ...]:
        """The documents named by the user."""
        return self._documents

    @property
    def corrections(self) -> Mapping[tuple[int, int], Sequence[Correction]]:
        """What people corrected in these documents, by (document, page number)."""
        return self._corrections

    async def search(self, queries: Sequence[str]) -> Finds:
        """Passages for the queries: of each document in turn where they are few, of all together otherwise."""
        return await asyncio.to_thread(self._search, queries)

    async def pages(self, wanted: Iterable[tuple[int, int]]) -> dict[tuple[int, int], Page]:
        """The pages of these (document, page number) pairs; read once. What is instruction-like in them is blank."""
        wanted = set(wanted)
        if missing := wanted - self._pages.keys() - self._absent:
            await asyncio.to_thread(self._load, missing)
            self._absent |= missing - self._pages.keys()
        return {key: self._pages[key] for key in wanted if key in self._pages}

    async def lines_of_scale(self, document_ids: Collection[int]) -> dict[int, tuple[str, ...]]:
        """The lines of each document that say in what scale its amounts are; looked for once."""
        if missing := set(document_ids) - self._lines_of_scale.keys():
            await asyncio.to_thread(self._load_lines_of_scale, missing)
        return {document_id: self._lines_of_scale[document_id] for document_id in document_ids}

    async def books(self, query: "Query") -> "list[Book]":
        """What each document states that a question about figures may mean."""
        return await asyncio.to_thread(self._books, query)

    async def pages_saying(self, patterns: Sequence[str]) -> list[tuple[int, int]]:
        """The (document, page number) pairs of pages that match all patterns, in their text, label or document's names.

        The patterns are regular expressions for text in small letters.
        """
        return await asyncio.to_thread(self._pages_saying, patterns)

    def _pages_saying(self, patterns: Sequence[str]) -> list[tuple[int, int]]:
        from sleuth.store.documents.pages import pages_saying

        with self._database.connection() as connection:
            return pages_saying(connection, [document.id for document in self._documents], patterns)

    async def passages_around(self, places: Sequence[tuple[int, Span]]) -> list[str]:
        """The passage, as it was indexed, that holds most of each place (document, span of a page).

        What is instruction-like in it is blank, as on its pages.
        """
        return await asyncio.to_thread(self._passages_around, places)

    async def opposed(self, places: Sequence[tuple[int, Span]]) -> list[Opposed]:
        """What sentences of other documents contradict at these places (document, span of a page)."""
        return await asyncio.to_thread(self._opposed, places)

    def _opposed(self, places: Sequence[tuple[int, Span]]) -> list[Opposed]:
        from sleuth.store.ledger.conflicts import worded_conflicts_at

        known = {document.id for document in self._documents}
        with self._database.connection() as connection:
            found = worded_conflicts_at(connection, self.project_id, places)
        return [
            Opposed(number, side.label, side.is_whole, (side.document_id, side.page, side.start, side.end, side.quote))
            for number, side in found
            if side.document_id in known
        ]

    def _passages_around(self, places: Sequence[tuple[int, Span]]) -> list[str]:
        from sleuth.store.documents.passages import passages_around

        with self._database.connection() as connection:
            found = passages_around(connection, places)
        return [
            self._withheld(document_id, around) if around is not None else ""
            for (document_id, _), around in zip(places, found, strict=True)
        ]

    def _withheld(self, document_id: int, around: "Around") -> str:
        """A passage with the characters of its pages as they may be shown: the same number of them."""
        missing = {(document_id, number) for number, _ in around.pages} - self._pages.keys()
        if missing:
            self._load(missing)
        text = around.content
        for number, begins in around.pages:
            shown = self._pages[document_id, number].text
            first, last = max(around.start, begins), min(around.start + len(text), begins + len(shown))
            here = shown[first - begins : last - begins]
            text = text[: first - around.start] + here + text[last - around.start :]
        return text

    def _books(self, query: "Query") -> "list[Book]":
        from sleuth.store.ledger.books import load_books

        own = [document.id for document in self._documents]
        every = list(dict.fromkeys((*own, *self._beside)))
        with self._database.connection() as connection:
            books = load_books(connection, self.project_id, every, query)
        return [book for book in books if book.document_id in own]

    def _load_lines_of_scale(self, document_ids: Collection[int]) -> None:
        with self._database.connection() as connection:
            rows = connection.execute(
                "SELECT document_id, text FROM pages WHERE document_id = ANY(%s) ORDER BY document_id, number",
                (list(document_ids),),
            )
            found: dict[int, list[str]] = {document_id: [] for document_id in document_ids}
            for document_id, text in rows:
                found[document_id] += lines_of_scale(text)
        self._lines_of_scale |= {one: tuple(lines) for one, lines in found.items()}

    def _load(self, missing: set[tuple[int, int]]) -> None:
        from sleuth.findings.text.instructions import without_instructions
        from sleuth.store.documents.pages import load_pages
        from sleuth.store.ledger.rulings import misreadings

        with self._database.connection() as connection:
            for document_id in {document_id for document_id, _ in missing}:
                numbers = [number for owner, number in missing if owner == document_id]
                misread = misreadings(connection, self.project_id, document_id)
                for page in load_pages(connection, document_id, numbers):
                    self._pages[document_id, page.number] = without_instructions(page, misread)

    def _search(self, queries: Sequence[str]) -> Finds:
        from sleuth.search.hybrid import search
        from sleuth.search.services import LOCAL

        names = [document.filename for document in self._documents]
        apart = len(names) <= _SEARCHED_APART
        groups = [[name] for name in names] if apart else [names]
        limit = _HITS if len(names) == 1 else _HITS_APART if apart else _HITS_TOGETHER
        hits: dict[int, Hit] = {}
        remarks: dict[str, None] = {}
        with self._database.connection() as connection:
            index = self._database.index(connection)
            for query in queries:
                for group in groups:
                    results = search(
                        connection,
                        self.project_id,
                        query,
                        filenames=group,
                        limit=limit,
                        index=index,
                        services=self._services or LOCAL,
                    )
                    remarks |= dict.fromkeys(results.degraded)
                    for hit in results.hits if apart else _best_of_each(results.hits):
                        if hit.passage_id not in hits or hits[hit.passage_id].score < hit.score:
                            hits[hit.passage_id] = hit
            places = _places(connection, list(hits.values()))
        return Finds(tuple(sorted(places, key=lambda p: -p.score)), tuple(remarks))


def open_library(
    database: "Database", project: str, filenames: Sequence[str], services: "Services | None"
) -> StoredLibrary:
    """The named documents of a project, or all of them; a name may be a pattern ("*.eml").

    Raises UserError for an unknown project or filename, with near names, and for a project without documents.
    """
    from sleuth.store.documents.documents import find_documents, list_documents
    from sleuth.store.projects import find_project

    with database.connection() as connection:
        project_id = find_project(connection, project)
        named = find_documents(connection, project_id, filenames)
        stored = named if filenames else list_documents(connection, project_id)
    if not stored:
        raise UserError(f"the project “{project}” holds no documents yet. Add some: sleuth add PATH -p {project}.")
    return StoredLibrary(database, project_id, stored, services)


def _best_of_each(hits: "Iterable[Hit]") -> "Iterator[Hit]":
    """The first few hits of each document: many files share one budget, and none may take it all."""
    taken: Counter[int] = Counter()
    for hit in hits:
        taken[hit.document_id] += 1
        if taken[hit.document_id] <= _HITS_EACH:
            yield hit


def _covers(connection: "psycopg.Connection", ids: Sequence[int]) -> dict[int, str]:
    from sleuth.findings.text.instructions import without_instructions

    rows = connection.execute(
        "SELECT document_id, left(text, %s) FROM pages WHERE document_id = ANY(%s) AND number <= %s"
        " ORDER BY document_id, number",
        (_COVER, list(ids), _FIRST_PAGES),
    )
    pages: dict[int, list[str]] = {}
    for document_id, text in rows.fetchall():
        pages.setdefault(document_id, []).append(text)
    return {one: without_instructions(Page(1, _opening(texts), "")).text for one, texts in pages.items()}


def _opening(texts: Sequence[str]) -> str:
    """The first page, with those behind it that still fit: a section of a letter is less than a page."""
    ends = list(accumulate(len(text) for text in texts))
    fitting = sum(end <= _COVER for end in ends)
    return "\n".join(texts[: max(1, fitting)])


def _title(title: str) -> str:
    """A document's title, unless it is addressed to whoever answers."""
    from sleuth.findings.text.instructions import is_instruction

    return "" if is_instruction(title) else title


def _replaced(connection: "psycopg.Connection", project_id: int, ids: Sequence[int]) -> dict[int, int]:
    from sleuth.store.ledger.versions import replaced

    return replaced(connection, project_id, ids)


def _corrections(
    connection: "psycopg.Connection", project_id: int, ids: Sequence[int]
) -> dict[tuple[int, int], list[Correction]]:
    from sleuth.store.ledger.corrections import corrected_cells

    cells = corrected_cells(connection, project_id, ids)
    return {place: [_correction(cell) for cell in found] for place, found in cells.items()}


def _correction(cell: "CorrectedCell") -> Correction:
    value = cell.finding.value if cell.is_value_only else None
    return Correction(cell.span.start, cell.span.end, cell.statement, cell.corrected.note, value)


def _places(connection: "psycopg.Connection", hits: "Sequence[Hit]") -> list[Place]:
    """Where passages stand, page by page."""
    from sleuth.store.documents.pages import Stretch, on_pages

    spans = on_pages(connection, [Stretch(hit.document_id, hit.page, hit.start, hit.end) for hit in hits])
    return [
        Place(hit.document_id, span.page, span.start, span.end, hit.score)
        for hit, found in zip(hits, spans, strict=True)
        for span in found
    ]
