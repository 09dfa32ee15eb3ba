"""The provisions of a library's agreements, with those of the documents that amend them, and their proof."""

import re
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

from sleuth.answering.library import Library
from sleuth.answering.papers import Paper, cover_of, papers_in
from sleuth.answering.proving import prove_cell_at, prove_quotes
from sleuth.answering.verification import Dropped, Proven
from sleuth.evidence.source import Cell, Page, Source, Table
from sleuth.findings.subjects import companies
from sleuth.findings.text.changing import Action, Change, changed_in
from sleuth.findings.text.clauses import Passage, is_within
from sleuth.findings.text.contracts import FRONT
from sleuth.findings.text.parties import parties_of
from sleuth.findings.text.provisions import Provision, item_name, provisions
from sleuth.findings.text.sentences import statements
from sleuth.language.glyphs import plain_line
from sleuth.reason.contracts.stated import Stated
from sleuth.reason.contracts.topics import Topic, speaks_of
from sleuth.reason.protocol import Document
from sleuth.reason.understand.lexicon import table

_MOST_PAGES = 80  # of messages, that are read
_MOST_NAMED = 3  # provisions of a clause by which what changes it goes
_MOST_CELLS = 16  # of a table behind a provision
_MOST_MESSAGES = 2  # sentences of them
_MARKS = " \n\t|"

_READ: "WeakKeyDictionary[Library, tuple[Stated, ...]]" = WeakKeyDictionary()


async def stated_in(library: Library) -> tuple[Stated, ...]:
    """Every provision of the agreements that stand, and of their amendments; read once for each library."""
    if library not in _READ:
        _READ[library] = tuple([one async for one in _read(library)])
    return _READ[library]


async def _read(library: Library) -> AsyncIterator[Stated]:
    papers = await papers_in(library)
    alone = list(papers.alone)
    for agreement in papers.agreements:
        if not agreement.is_certain:  # what amends one that is not told stands by itself
            alone += [(agreement.id, one) for one in agreement.amending if one.document.id != agreement.id]
            continue
        own = provisions(agreement.own.pages)
        changed = [change for paper in agreement.amending for change in paper.changes]
        for provision in own:
            if not any(_is_replaced(provision, change) for change in changed):
                yield _stated(agreement.id, agreement.own, provision)
        for paper in agreement.amending:
            for provision in _amending(paper, own, agreement.own.document):
                yield replace(_stated(agreement.id, paper, provision), is_amending=True)
    for number, paper in alone:
        for provision in provisions(paper.pages):
            yield _stated(number, paper, provision)


def _stated(agreement: int, paper: Paper, provision: Provision) -> Stated:
    goes_on = _table_behind(provision, paper.pages) is not None
    return Stated(agreement, paper.document.id, provision, paper.document.language, goes_on)


def _amending(paper: Paper, amended: Sequence[Provision], agreement: Document) -> Iterator[Provision]:
    """What an amendment provides: each change that it makes, by the names of what it changes, and the rest of it."""
    own = provisions(paper.pages)
    every = [one for provision in amended for one in provision.passages]
    for change in paper.changes:
        before = tuple(changed_in(change, every, agreement.language))
        names = [one for provision in own if change.passages[0] in provision.passages for one in provision.captions]
        yield _named_after(change, before, amended, names)
    told = {(one.page, one.end) for change in paper.changes for one in change.passages}
    for provision in own:
        rest = tuple(one for one in provision.passages if (one.page, one.end) not in told)
        is_called_only = rest != provision.passages and all(map(item_name, rest))  # "10. Change of Control." of (a)
        if rest and not is_called_only:
            yield replace(provision, passages=rest)


def _named_after(
    change: Change, before: tuple[Passage, ...], amended: Sequence[Provision], names: Sequence[str]
) -> Provision:
    """A change as a provision, under the heading and by the names of the clause of the agreement that it changes.

    `names`: those of the amendment's own item; one that makes several changes may be called by other ones.
    """
    first = change.passages[0]
    changed = [one for one in amended if {*one.passages} & {*before}]
    beside = [one for one in amended if is_within(one.number, change.clause[:-1])]
    section = next((one.section for one in (*changed, *beside)), "")
    captions = [one for provision in changed[:_MOST_NAMED] for one in provision.captions]
    own = [one for one in (*names, item_name(first)) if one in plain_line(first.text)]
    named = dict.fromkeys(filter(None, [*captions, *own, change.term, change.subject]))
    return Provision(first.number[:2], section, tuple(named), change.passages, before)


def _is_replaced(provision: Provision, change: Change) -> bool:
    """Whether an amendment puts other words in the place of all of a provision."""
    is_whole = change.action in (Action.REPLACED, Action.DELETED) and not change.letter
    return is_whole and is_within(provision.number, change.clause)


def _table_behind(provision: Provision, pages: Iterable[Page]) -> Table | None:
    """The table right behind a provision, as what it announces."""
    last = provision.passages[-1]
    page = next((one for one in pages if one.number == last.page), None)
    for behind in page.tables if page is not None else ():
        start = min((cell.start for cell in behind.cells()), default=-1)
        if page is not None and last.end <= start and not page.text[last.end : start].strip(_MARKS):
            return behind
    return None


async def messages_changing(library: Library, agreement: int, topic: Topic) -> list[Proven]:
    """The sentences of messages to or from a party of an agreement that say of a topic that it is otherwise now."""
    names = [re.escape(name) for name in await names_apart(library, agreement)]
    changes = re.compile(str(table("topics")["changes"]), re.IGNORECASE)
    proposes = re.compile(str(table("topics")["proposes"]))  # "may", and no month
    messages = {one.id for one in library.documents if one.replaced_by is None and one.is_message}
    addresses = [one for one in await library.pages_saying(["|".join(names)]) if one[0] in messages] if names else []
    pages = await library.pages(addresses[:_MOST_PAGES])
    spots = [
        (number, page.number, one.start, one.end, one.text)
        for (number, _), page in pages.items()
        for one in statements(page)
        if changes.search(one.text) and not proposes.search(one.text) and speaks_of(topic, one.text)
    ]
    return list(_shown(await prove_quotes(library, spots[:_MOST_MESSAGES])))


async def names_apart(library: Library, agreement: int) -> list[str]:
    """The first words of the names of an agreement's parties, in small letters, without whoever is party to others."""
    agreements = (await papers_in(library)).agreements
    named = {one.id: _first_words(one.own.document) for one in agreements}
    document = next(one for one in library.documents if one.id == agreement)
    own = named.pop(agreement, _first_words(document))
    shared = frozenset[str]().union(*named.values())
    return sorted(own - shared)


def _first_words(document: Document) -> frozenset[str]:
    return frozenset(name.split()[0].casefold() for name in _parties(cover_of(document).source))


def _parties(source: Source) -> list[str]:
    """The names of an agreement's parties; where their form is not known, of the companies that it opens with."""
    parties = [party.name for party in parties_of(source)]
    return parties or list(companies(source.pages[0].text[:FRONT]))


@dataclass(frozen=True, slots=True)
class Told:
    """A provision as it is proven: its sentences, and the rows of the table that it announces."""

    sentences: tuple[Proven, ...]
    rows: tuple[Proven, ...] = ()


async def prove_provision(library: Library, stated: Stated) -> Told:
    """A provision, each sentence and each cell behind it proven on its page."""
    every = [(stated.document, one.page, one.start, one.end, one.text) for one in stated.provision.passages]
    sentences = _shown(await prove_quotes(library, every))
    if not stated.goes_on:
        return Told(sentences)
    number = stated.provision.passages[-1].page
    page = (await library.pages([(stated.document, number)]))[stated.document, number]
    behind = _table_behind(stated.provision, [page])
    cells = list(behind.cells()) if behind is not None else []
    values = [cell for cell in cells if behind is not None and _is_value(page, behind, cell)]
    found = [await prove_cell_at(library, stated.document, page, cell.end) for cell in values[:_MOST_CELLS]]
    if not _shown(found):
        rows = [row for _, row in sorted(behind.rows().items())] if behind is not None else []
        spans = [(min(cell.start for cell in row), max(cell.end for cell in row)) for row in rows]
        found = [*await prove_quotes(library, [(stated.document, number, a, b, page.text[a:b]) for a, b in spans])]
    return Told(sentences, _shown(found))


def _is_value(page: Page, behind: Table, cell: Cell) -> bool:
    """Whether a cell states something of its row, and does not name it."""
    labels = behind.row_paths.get(cell.row)
    return labels is not None and cell.column in behind.column_paths and page.text[cell.start : cell.end] not in labels


def _shown(verdicts: Iterable[Proven | Dropped | None]) -> tuple[Proven, ...]:
    return tuple(one for one in verdicts if isinstance(one, Proven))
