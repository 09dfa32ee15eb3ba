"""Agreements as they were amended: what replaced a clause answers in its place, and the former is told beside it.

An amendment is held against the agreement that it names (`findings/text/changing.py`), clause by clause, among the
documents that are asked. Sentences of the amendment are proven on their page like all others.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from sleuth.answering.library import Library
from sleuth.answering.papers import papers_in
from sleuth.answering.proving import prove_quotes
from sleuth.answering.verification import Proven
from sleuth.evidence.source import Page
from sleuth.findings.text.changing import Action, Change, changed_in
from sleuth.findings.text.clauses import Passage, passages
from sleuth.reason.protocol import Document

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
    called: tuple[Spot, ...] = ()  # what the items of the amendments are called: "6. Change of control."


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

    def of(self, proven: Proven) -> list[_Clause]:
        """The changed clauses in which a proven sentence stands, in those words that stand or else in former ones."""
        places = [(one.document_id, span.page, span.start, span.end) for one in proven.citations for span in one.spans]
        standing = [c for c in self.clauses if any(_touches((*c.standing, *c.called), place) for place in places)]
        former = [c for c in self.clauses if any(_touches(c.former, place) for place in places)]
        return standing[:1] or former


def _touches(spots: Iterable[Spot], place: tuple[int, int, int, int]) -> bool:
    document, page, start, end = place
    return any(spot[:2] == (document, page) and spot[2] < end and start < spot[3] for spot in spots)


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
        clauses = amendments.of(one)
        standing = [other for clause in clauses for other in await proven_spots(library, clause.standing)]
        if not standing:
            told.setdefault(one.text, one)
            continue
        told |= {other.text: other for other in standing if other.text not in told}
        for clause in clauses:
            for other in await proven_spots(library, clause.former[:_MOST_FORMER]):
                former.setdefault(other.text, Former(amendments.names[clause.amendment], other))
    return list(told.values()), list(former.values())


async def proven_spots(library: Library, spots: Sequence[Spot]) -> list[Proven]:
    """The places that are proven to say what they are taken for."""
    return [one for one in await prove_quotes(library, spots) if isinstance(one, Proven)]


async def _read(library: Library) -> Amendments:
    found: list[_Clause] = []
    for agreement in (await papers_in(library)).agreements:
        if agreement.amending:
            rows = list(_rows(agreement.own.pages))
            every = [*passages(agreement.own.pages), *(row for _, row in rows)]
            said = [(paper.document.id, change) for paper in agreement.amending for change in paper.changes]
            found += _clauses(agreement.own.document, every, rows, said)
    return Amendments({one.id: one.filename for one in library.documents}, tuple(found))


def _rows(pages: Iterable[Page]) -> Iterator[tuple[str, Passage]]:
    """The rows of tables, each with its label: an amendment may name a value of theirs, and no clause."""
    for page in pages:
        for table in page.tables:
            for row, cells in table.rows().items():
                start, end = min(cell.start for cell in cells), max(cell.end for cell in cells)
                label = next(reversed(table.row_paths.get(row, ())), "")
                yield label, Passage(page.number, start, end, page.text[start:end])


def _is_set_anew(change: Change, label: str, row: Passage) -> bool:
    """Whether a change calls a row by its label, and states a value of a kind that the row holds: "the Margin is 2.60 %
    for Facility A"."""
    called = label[:1].isupper() and re.search(rf"\b{re.escape(label)}\b", change.text) is not None
    return called and any(kind.search(row.text) and kind.search(change.text) for kind in _VALUES)


_VALUES = (re.compile(r"\d\s?(?:%|per cent)"), re.compile(r"\d{1,3}(?:[,.]\d{3})+"))  # percentages, amounts


def _clauses(
    agreement: Document,
    every: Sequence[Passage],
    rows: Sequence[tuple[str, Passage]],
    said: Sequence[tuple[int, Change]],
) -> Iterator[_Clause]:
    """The changed clauses of an agreement. `rows`: those of its tables with their labels, which are among `every` too;
    `said`: what each amendment says, the latest last: that stands.
    """
    by_clause: dict[tuple[tuple[int, ...], str, str], list[tuple[int, Change]]] = {}
    for amendment, change in said:
        by_clause.setdefault(change.target, []).append((amendment, change))
    for changed in by_clause.values():
        latest, _ = changed[-1]
        standing = [spot for one, change in changed if one == latest for spot in _spots(one, change.sentences)]
        before = [spot for one, change in changed if one != latest for spot in _spots(one, change.sentences)]
        own = [one for _, change in changed for one in changed_in(change, every, agreement.language)]
        own += [row for _, change in changed for label, row in rows if _is_set_anew(change, label, row)]
        former = dict.fromkeys([*reversed(before), *_spots(agreement.id, own)])
        is_replaced = any(change.action in (Action.REPLACED, Action.DELETED) for _, change in changed)
        called = [spot for one, change in changed if one == latest for spot in _spots(one, change.passages)]
        yield _Clause(latest, tuple(dict.fromkeys(standing)), tuple(former), is_replaced, tuple(called))


def _spots(document: int, found: Iterable[Passage]) -> list[Spot]:
    return [(document, one.page, one.start, one.end, one.text) for one in found]
