"""Agreements as they were amended: what replaced a clause answers in its place, and the former is told beside it.

An amendment is held against the agreement that it names (`findings/text/amending.py`), clause by clause, among the
documents that are asked. Sentences of the amendment are proven on their page like all others.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from weakref import WeakKeyDictionary

from sleuth.answering.library import Library
from sleuth.answering.proving import prove_quotes
from sleuth.answering.verification import Proven
from sleuth.evidence.source import Page, Source
from sleuth.findings.text.amending import Action, Change, Cover, amended, bound_behind, changed_in, changes, latest_day
from sleuth.findings.text.clauses import Passage, passages
from sleuth.findings.text.contracts import FRONT, agreement_title
from sleuth.reason.protocol import Document

_MOST_PAGES = 80  # of an agreement, that are looked through for the clause
_MOST_FORMER = 2  # sentences of a former clause that are told

Spot = tuple[int, int, int, int, str]  # document, page, start, end, words


@dataclass(frozen=True, slots=True)
class Former:
    """What an agreement said before a document changed it."""

    amendment: str  # the file's name
    proven: Proven

    def __str__(self) -> str:
        citation = self.proven.citations[0]
        return f"before {self.amendment}: “{self.proven.text}” ({citation.filename}, {citation.locator})"


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause as it stands, and the sentences of the agreement, and of earlier amendments, that stood for it."""

    amendment: int
    standing: tuple[Spot, ...]
    former: tuple[Spot, ...]
    is_replaced: bool = True  # as a whole: nothing of the former words stands


@dataclass(frozen=True, slots=True)
class Amendments:
    """The clauses of some documents that others of them have changed."""

    names: dict[int, str] = field(default_factory=dict)
    clauses: tuple[_Clause, ...] = ()

    def is_former(self, document: int, page: int, start: int, end: int) -> bool:
        """Whether a sentence stands in a clause that was replaced."""
        return any(_touches(clause.former, (document, page, start, end)) for clause in self.clauses)

    def changing(self, document: int, page: int, start: int, end: int) -> tuple[str, tuple[Spot, ...]] | None:
        """The amendment, by its file's name, that changes something in a sentence which else stands, and its words."""
        clause = next((one for one in self.clauses if _touches(one.former, (document, page, start, end))), None)
        return None if clause is None or clause.is_replaced else (self.names[clause.amendment], clause.standing)

    def of(self, proven: Proven) -> _Clause | None:
        """The changed clause in which a proven sentence stands, in its former words or in those that stand."""
        places = [(one.document_id, span.page, span.start, span.end) for one in proven.citations for span in one.spans]
        standing = [c for c in self.clauses if any(_touches(c.standing, place) for place in places)]
        former = [c for c in self.clauses if any(_touches(c.former, place) for place in places)]
        return next(iter([*standing, *former]), None)


def _touches(spots: Iterable[Spot], place: tuple[int, int, int, int]) -> bool:
    document, page, start, end = place
    return any(spot[:2] == (document, page) and spot[2] < end and start < spot[3] for spot in spots)


def agreements_amended(documents: Sequence[Document]) -> dict[int, int]:
    """Each amendment among some documents with the agreement that it amends."""
    return dict(_amended(tuple(one for one in documents if one.replaced_by is None)))


@lru_cache(maxsize=16)
def _amended(documents: tuple[Document, ...]) -> tuple[tuple[int, int], ...]:
    covers = [Cover(one.id, one.filename, one.title, one.cover) for one in documents]
    return tuple(amended(covers).items())


def with_amendments(documents: Sequence[Document], chosen: Sequence[int]) -> tuple[int, ...]:
    """Some documents with those that amend them. An amendment is asked alone: it is no part of what it amends."""
    pairs = agreements_amended(documents).items()
    amending = [amendment for amendment, agreement in pairs if agreement in chosen]
    return tuple(dict.fromkeys([*chosen, *amending]))


async def amendments_in(library: Library) -> Amendments:
    """What the documents of a library change of each other; read once for each library."""
    if library not in _READ:
        _READ[library] = await _read(library)
    return _READ[library]


_READ: "WeakKeyDictionary[Library, Amendments]" = WeakKeyDictionary()


async def as_amended(library: Library, proven: Sequence[Proven]) -> tuple[list[Proven], list[Former]]:
    """Proven sentences with each clause as it stands, and what the clauses said before."""
    amendments = await amendments_in(library)
    told: dict[str, Proven] = {}
    former: dict[str, Former] = {}
    for one in proven:
        clause = amendments.of(one)
        standing = [] if clause is None else await proven_spots(library, clause.standing)
        if clause is None or not standing:
            told.setdefault(one.text, one)
            continue
        told |= {other.text: other for other in standing if other.text not in told}
        name = amendments.names[clause.amendment]
        for other in await proven_spots(library, clause.former[:_MOST_FORMER]):
            former.setdefault(other.text, Former(name, other))
    return list(told.values()), list(former.values())


async def proven_spots(library: Library, spots: Sequence[Spot]) -> list[Proven]:
    """The places that are proven to say what they are taken for."""
    return [one for one in await prove_quotes(library, spots) if isinstance(one, Proven)]


async def _read(library: Library) -> Amendments:
    links = agreements_amended(library.documents)
    documents = {one.id: one for one in library.documents if one.replaced_by is None}
    wanted = [one for one in documents.values() if one.id in links or agreement_title(_source(one))]
    pages = await library.pages((one.id, number) for one in wanted for number in range(1, _MOST_PAGES + 1))
    of = {one.id: [pages[key] for key in sorted(pages) if key[0] == one.id] for one in wanted}
    found: list[_Clause] = []
    for agreement in (one.id for one in wanted if one.id not in links):
        own = of[agreement][: bound_behind(of[agreement])]
        bound = [(agreement, of[agreement][len(own) :])] if len(own) < len(of[agreement]) else []
        papers = [*bound, *((one, of[one]) for one, other in links.items() if other == agreement and one in of)]
        if papers:
            papers.sort(key=lambda paper: (latest_day(paper[1][0].text[:FRONT]), documents[paper[0]].filename))
            every = [*passages(own), *_rows(own)]
            said = [(one, change) for one, paper in papers for change in changes(paper)]
            found += _clauses(documents[agreement], every, said)
    return Amendments({one.id: one.filename for one in library.documents}, tuple(found))


def _source(document: Document) -> Source:
    return Cover(document.id, document.filename, document.title, document.cover).source


def _rows(pages: Iterable[Page]) -> Iterator[Passage]:
    """The rows of tables: an amendment may name a value of theirs, and no clause."""
    for page in pages:
        for table in page.tables:
            by_row: dict[int, list[tuple[int, int]]] = {}
            for cell in table.cells():
                by_row.setdefault(cell.row, []).append((cell.start, cell.end))
            for spans in by_row.values():
                start, end = min(spans)[0], max(one[1] for one in spans)
                yield Passage(page.number, start, end, page.text[start:end])


def _clauses(agreement: Document, every: Sequence[Passage], said: Sequence[tuple[int, Change]]) -> Iterator[_Clause]:
    """The changed clauses of an agreement. `said`: what each amendment says, the latest last: that stands."""
    by_clause: dict[tuple[tuple[int, ...], str, str], list[tuple[int, Change]]] = {}
    for amendment, change in said:
        by_clause.setdefault(change.target, []).append((amendment, change))
    for changed in by_clause.values():
        latest, _ = changed[-1]
        standing = [spot for one, change in changed if one == latest for spot in _spots(one, change.sentences)]
        before = [spot for one, change in changed if one != latest for spot in _spots(one, change.sentences)]
        own = [one for _, change in changed for one in changed_in(change, every, agreement.language)]
        former = dict.fromkeys([*reversed(before), *_spots(agreement.id, own)])
        is_replaced = any(change.action in (Action.REPLACED, Action.DELETED) for _, change in changed)
        yield _Clause(latest, tuple(dict.fromkeys(standing)), tuple(former), is_replaced)


def _spots(document: int, found: Iterable[Passage]) -> list[Spot]:
    return [(document, one.page, one.start, one.end, one.text) for one in found]
