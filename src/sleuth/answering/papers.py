"""The agreements of a library, each with the papers that amend it: in files of their own, or bound behind it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from weakref import WeakKeyDictionary

from sleuth.answering.library import Library
from sleuth.evidence.source import Page
from sleuth.findings.text.amending import Cover, amended, bound_behind, is_amendment, latest_day, may_be_of
from sleuth.findings.text.changing import Change, changes
from sleuth.findings.text.contracts import FRONT, agreement_title
from sleuth.reason.protocol import Document

_MOST_PAGES = 80  # of an agreement, that are read
_NO_AGREEMENTS = (".eml", ".msg", ".xlsx", ".xlsm", ".xls", ".csv", ".pptx")


@dataclass(frozen=True, slots=True)
class Paper:
    """A document, or the pages of one that an amendment takes up, and what these change of an agreement."""

    document: Document
    pages: tuple[Page, ...]
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Agreement:
    """An agreement that stands, and what amends it."""

    own: Paper  # without what is bound behind it
    amending: tuple[Paper, ...]  # the latest last
    is_certain: bool  # no paper that calls itself an amendment, and is of no agreement for certain, may be of this one

    @property
    def id(self) -> int:
        """The agreement's document."""
        return self.own.document.id


@dataclass(frozen=True, slots=True)
class Papers:
    """The agreements of a library; and the amendments of those that it does not hold as agreements, by these."""

    agreements: tuple[Agreement, ...]
    alone: tuple[tuple[int, Paper], ...]


_READ: "WeakKeyDictionary[Library, Papers]" = WeakKeyDictionary()


async def papers_in(library: Library) -> Papers:
    """The agreements of a library, with what amends them; read once for each library."""
    if library not in _READ:
        _READ[library] = await _read(library)
    return _READ[library]


def agreements_amended(documents: Sequence[Document]) -> dict[int, int]:
    """Each amendment among some documents with the agreement that it amends."""
    return dict(_amended(tuple(one for one in documents if one.replaced_by is None)))


@lru_cache(maxsize=16)
def _amended(documents: tuple[Document, ...]) -> tuple[tuple[int, int], ...]:
    return tuple(amended([cover_of(one) for one in documents]).items())


def with_amendments(documents: Sequence[Document], chosen: Sequence[int]) -> tuple[int, ...]:
    """Some documents with those that amend them. An amendment is asked alone: it is no part of what it amends."""
    pairs = agreements_amended(documents).items()
    amending = [amendment for amendment, agreement in pairs if agreement in chosen]
    return tuple(dict.fromkeys([*chosen, *amending]))


def is_agreement_document(document: Document) -> bool:
    """Whether a document calls itself an agreement, or amends one. A letter that speaks of one does not."""
    return not document.filename.lower().endswith(_NO_AGREEMENTS) and bool(agreement_title(cover_of(document).source))


def cover_of(document: Document) -> Cover:
    """How a document opens."""
    return Cover(document.id, document.filename, document.title, document.cover)


async def _read(library: Library) -> Papers:
    links = agreements_amended(library.documents)
    current = [one for one in library.documents if one.replaced_by is None]
    wanted = [one for one in current if one.id in links or is_agreement_document(one)]
    loaded = await library.pages((one.id, number) for one in wanted for number in range(1, _MOST_PAGES + 1))
    pages = {one.id: [loaded[key] for key in sorted(loaded) if key[0] == one.id] for one in wanted}
    apart = [Paper(one, tuple(pages[one.id]), tuple(changes(pages[one.id]))) for one in wanted if one.id in links]
    parted = {one.id: _parted(one, pages[one.id]) for one in wanted if one.id not in links}
    linked = {*links, *(number for number, (_, bound) in parted.items() if bound)}
    unlinked = [one for one in library.documents if one.id not in linked and is_amendment(cover_of(one))]
    agreements: list[Agreement] = []
    for number, (own, bound) in parted.items():
        amending = [*bound, *(one for one in apart if links[one.document.id] == number)]
        amending.sort(key=_from_when)
        agreements.append(Agreement(own, tuple(amending), not _may_be_changed(own.document, unlinked)))
    alone = [(links[one.document.id], one) for one in apart if links[one.document.id] not in parted]
    return Papers(tuple(agreements), tuple(alone))


def _parted(document: Document, pages: Sequence[Page]) -> tuple[Paper, tuple[Paper, ...]]:
    """The agreement itself, and the amendment that is bound behind it, if one is."""
    count, found = bound_behind(pages)
    behind = (Paper(document, tuple(pages[count:]), tuple(found)),) if found else ()
    return Paper(document, tuple(pages[:count])), behind


def _from_when(paper: Paper) -> tuple[tuple[int, int, int], str]:
    """For the order of amendments: the day from which one holds, then its file's name."""
    return latest_day(paper.pages[0].text[:FRONT]) if paper.pages else (0, 0, 0), paper.document.filename


def _may_be_changed(agreement: Document, unlinked: Sequence[Document]) -> bool:
    """Whether papers that call themselves amendments, and are of no agreement for certain, may be of this one, or are
    bound with it: what they change is not known.
    """
    cover = cover_of(agreement)
    return any(one.id == agreement.id or may_be_of(cover_of(one), cover) for one in unlinked)
