"""The sentences of later papers of a library that say that a term of an agreement is another one now."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from sleuth.answering.agreements import names_apart
from sleuth.answering.library import Library
from sleuth.answering.papers import cover_of, papers_in
from sleuth.answering.proving import prove_quotes
from sleuth.answering.verification import Proven
from sleuth.evidence.source import Page
from sleuth.findings.text.contracts import agreement_title
from sleuth.findings.text.in_force import stretch_of
from sleuth.findings.text.superseding import Entry, entries, holds, is_otherwise, is_used, names_former
from sleuth.language.glyphs import plain_line
from sleuth.language.tokens import letter_words, spaced
from sleuth.language.weight import is_heavy, is_legal_form, is_role
from sleuth.reason.protocol import Document
from sleuth.reason.understand.lexicon import offices

_MOST_PAGES = 80
_MOST_TOLD = 2  # sentences
_SHORTEST = 4  # letters of a name
_OTHERWISE_COMMON = 2  # times the pages of the rarest name: a city is named by far more pages than a street
_NO_PAPERS = (".xlsx", ".xlsm", ".xls", ".csv", ".pptx")
_CAPITAL = re.compile(r"\b[A-ZÅÄÖÆØ][\w’'-]+")
_OTHER_PERSON = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|Mx)\.? (?:[A-ZÅÄÖÆØ][\w’'-]*\.? )*([A-ZÅÄÖÆØ][\w’'-]+)")


@dataclass(frozen=True, slots=True)
class Term:
    """A term of an agreement as it was told, and what tells that a sentence elsewhere is about it."""

    agreement: int
    text: str
    is_matter: Callable[[str], bool]  # whether a text speaks of what is asked for
    kinds: frozenset[str]  # of values that are asked for
    offices: frozenset[int] = frozenset()  # that the agreement is about
    persons: frozenset[str] = frozenset()  # surnames of those who hold them, in small letters


@dataclass(frozen=True, slots=True)
class Later:
    """A sentence of a later paper, and whether it states the term that holds now, or only that it may not hold."""

    proven: Proven
    states: bool


async def superseding(
    library: Library,
    term: Term,
    offices_in: Callable[[str], frozenset[int]],
    dated: Mapping[int, date | None],
    today: date,
) -> list[Later]:
    """What later papers say of a term, the newest first.

    `offices_in`: the numbers of the offices that a text names. `dated`: the days of documents, where known. `today`:
    what holds from a later day does not hold yet.
    """
    names = await _names(library, term.agreement)
    papers = await _papers(library, term.agreement, dated)
    own = frozenset(names) | term.persons
    patterns = ["|".join(map(re.escape, sorted(own)))] if own else []
    if term.offices:
        pages = [(one.id, number) for one in papers for number in range(1, _MOST_PAGES + 1)]
    else:
        numbers = {one.id for one in papers}
        pages = [one for one in await library.pages_saying(patterns) if one[0] in numbers] if patterns else []
    loaded = await library.pages(pages[: _MOST_PAGES * max(1, len(papers))])
    found: list[tuple[date, bool, tuple[int, int, int, int, str]]] = []
    for (number, _), page in sorted(loaded.items()):
        for entry in _of_agreement(page, term, own, offices_in):
            since = stretch_of(entry.sentence.text)
            states = _states(entry, term) and (since is None or since.since <= today)
            if states or (is_used(entry) and term.is_matter(_whole(entry))):
                one = entry.sentence
                day = (since.since if since is not None else None) or dated.get(number) or date.min
                found.append((day, states, (number, page.number, one.start, one.end, one.text)))
    return await _proven(library, found)


async def _proven(library: Library, found: Sequence[tuple[date, bool, tuple[int, int, int, int, str]]]) -> list[Later]:
    ordered = sorted(found, key=lambda one: (one[1], one[0]), reverse=True)[:_MOST_TOLD]
    verdicts = await prove_quotes(library, [spot for _, _, spot in ordered])
    return [
        Later(verdict, states)
        for (_, states, _), verdict in zip(ordered, verdicts, strict=True)
        if isinstance(verdict, Proven)
    ]


def _states(entry: Entry, term: Term) -> bool:
    """Whether a sentence states the term otherwise: another value of what is asked for, or in place of that told."""
    text = entry.sentence.text
    if not holds(entry):
        return False
    is_other_value = is_otherwise(term.text, text, term.kinds) and term.is_matter(_whole(entry))
    return is_other_value or names_former(term.text, text)


def _whole(entry: Entry) -> str:
    return f"{entry.title} {entry.sentence.text}"


def _of_agreement(
    page: Page, term: Term, names: frozenset[str], offices_in: Callable[[str], frozenset[int]]
) -> Iterator[Entry]:
    """The sentences of a page that are about an agreement: by a name of its own, or by the office that it is about."""
    for entry in entries(page):
        whole = _whole(entry)
        words = {*letter_words(plain_line(whole))}
        others = {found[1].casefold() for found in _OTHER_PERSON.finditer(whole)} - term.persons
        by_office = bool(term.offices) and offices_in(whole) == term.offices and not others
        if words & names or by_office:
            yield entry


async def _papers(library: Library, agreement: int, dated: Mapping[int, date | None]) -> list[Document]:
    """The papers in prose of a library that are no agreements, without those that are older than the agreement."""
    held = await papers_in(library)
    agreements = {one.id for one in held.agreements}
    agreements |= {paper.document.id for one in held.agreements for paper in one.amending}
    agreements |= {paper.document.id for _, paper in held.alone}
    signed = dated.get(agreement)
    return [
        one
        for one in library.documents
        if one.replaced_by is None
        and one.id not in agreements
        and not one.filename.lower().endswith(_NO_PAPERS)
        and not _is_older(dated.get(one.id), signed)
    ]


def _is_older(day: date | None, signed: date | None) -> bool:
    return day is not None and signed is not None and day < signed


async def _names(library: Library, agreement: int) -> list[str]:
    """The names by which only one agreement goes: of its parties, and of its site as its title has it.

    A party that most documents name is the group itself. Of the names in a title the rarest count: that of a city tells
    nothing of one site in it.
    """
    documents = {one.id: one for one in library.documents}
    agreements = [one.id for one in (await papers_in(library)).agreements if one.id != agreement]
    others = {name for number in agreements for name in _title_names(documents[number])}
    parties = await _counted(library, await names_apart(library, agreement))
    sites = await _counted(library, sorted(_title_names(documents[agreement]) - others))
    rarest = min((len(pages) for pages in sites.values() if len(pages) > 1), default=0)
    named = [name for name, pages in sites.items() if len(pages) <= rarest * _OTHERWISE_COMMON]
    of_one = [name for name, pages in parties.items() if 2 * len({one for one, _ in pages}) < len(documents)]
    return sorted({*named, *of_one})


async def _counted(library: Library, names: Sequence[str]) -> dict[str, list[tuple[int, int]]]:
    """Each name that is long enough to be one, with the pages that say it."""
    return {name: await library.pages_saying([re.escape(name)]) for name in names if len(name) >= _SHORTEST}


def _title_names(document: Document) -> set[str]:
    """The words with a capital in what an agreement is called that name no kind of agreement, office or role."""
    text = f"{spaced(document.filename)} {document.title}"
    kind = {*letter_words(plain_line(agreement_title(cover_of(document).source)))}
    plainly = kind | {word for names in offices() for name in names for word in name.split()}
    return {
        word.casefold()
        for word in _CAPITAL.findall(text)
        if is_heavy(word, document.language) and not (is_legal_form(word) or is_role(word, document.language))
    } - plainly
