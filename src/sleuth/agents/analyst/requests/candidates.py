"""Which documents, and parts of documents, may be what a request asks for: by what they call themselves."""

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass, replace

from sleuth.agents.analyst.requests.asked import Asked
from sleuth.agents.analyst.requests.concepts import PACKAGE, Concept, content_words, is_weak
from sleuth.agents.analyst.requests.outline import Entry
from sleuth.agents.analyst.requests.room import Holding, Name, Room, concept_names
from sleuth.agents.analyst.requests.things import Thing, is_document_word
from sleuth.agents.analyst.requests.verdict import Spot
from sleuth.findings.finding import subject_key
from sleuth.language.tokens import stems, tokens
from sleuth.language.wordlist import wordlist

LENGTHS = {"month": 1, "quarter": 3}  # of the documents of a series, in months
_OPENING = 200  # characters that are shown of a document that has no headings
_LONG = 5  # letters
_MOST_BESIDE = 3  # words of a name beside those that are asked for


@dataclass(frozen=True, slots=True)
class Candidate:
    """A document, or a part of one, that may be what is asked for."""

    holding: Holding
    name: Name
    is_vague: bool = False  # its front does not say that it is of what the request narrows the thing to; its text may

    @property
    def is_whole(self) -> bool:
        """Whether it is a document or a sheet, not only a section or a table."""
        return self.name.is_whole

    @property
    def spot(self) -> Spot:
        """Where it begins."""
        entry, document = self.name.entry, self.holding.document
        return Spot(document.id, document.filename, entry.page, entry.start, entry.end, entry.locator)

    @property
    def pages(self) -> frozenset[int] | None:
        """The pages that it is on; None for all of the document."""
        return None if self.is_whole and self.name.entry.kind != "sheet" else frozenset({self.name.entry.page})


def candidates_for(thing: Thing, asked: Asked, room: Room) -> list[Candidate]:
    """Of each document the best part, best first. What is replaced only counts where nothing else is there."""
    found: list[Candidate] = []
    vague: list[Candidate] = []
    for holding in room.holdings:
        if asked.excluded & (_front(holding, asked.language) | holding.called):
            continue
        names = _names(thing, holding, room, asked)
        fitting = [name for name in names if _is_narrowed(thing, holding, name, asked, room)]
        if fitting:
            found.append(Candidate(holding, fitting[0]))
        elif names and _may_be_narrowed(thing, holding, asked, room):
            vague.append(Candidate(holding, names[0], is_vague=True))
        elif _is_called(thing, holding, asked, room):
            vague.append(Candidate(holding, _whole(holding), is_vague=True))
    found = found or [one for one in vague if one.is_whole]
    current = [one for one in found if one.holding.is_current]
    return sorted(current or found, key=merit)


def merit(candidate: Candidate) -> tuple[object, ...]:
    """The order of candidates: whole documents, no drafts, the newest."""
    day = candidate.holding.date
    return (
        not candidate.is_whole, candidate.holding.is_draft, candidate.name.entry.kind == "table",
        -(day.toordinal() if day else 0), candidate.holding.document.filename,
    )  # fmt: skip


def _names(thing: Thing, holding: Holding, room: Room, asked: Asked) -> list[Name]:
    """Where a document calls itself what is asked for."""
    if thing.concept is not None:
        concept = thing.concept
        if concept.side or concept.about:
            return _agreement_names(concept, holding, room)
        return concept_names(holding, concept)
    wanted = _in_language(thing, holding, asked)
    most = len(wanted) + _MOST_BESIDE
    told = _told_by_file(wanted, holding, room) if holding.outline.agreement else frozenset()
    found = [
        name
        for name in holding.names
        if wanted and wanted <= name.stems | told and name.telling <= most and name.entry.kind != "table"
    ]
    return sorted(found, key=lambda name: (not name.is_whole, name.telling))


def _told_by_file(wanted: frozenset[str], holding: Holding, room: Room) -> frozenset[str]:
    """Which of the words an agreement's file is called by, where its text says them too: mostly with whom it is.

    What kind of document it is, its own title must say.
    """
    kinds = {stem for stem in wanted if is_document_word(stem, holding.document.language)}
    told = (wanted - kinds) & holding.called
    return frozenset(stem for stem in told if room.says({holding.id}, stem.rstrip("i")))


def _in_language(thing: Thing, holding: Holding, asked: Asked) -> frozenset[str]:
    """The thing's telling stems, by the rules of the document's language."""
    language = holding.document.language
    if language == asked.language:
        return thing.stems
    return frozenset(word.stem for word in tokens(thing.name, language) if not is_weak(word, language))


def _agreement_names(concept: Concept, holding: Holding, room: Room) -> list[Name]:
    """The title of an agreement whose other party is who the request means."""
    titles = [name for name in holding.names if name.is_whole]
    called = [name for name in concept_names(holding, concept) if name.is_whole]
    if not holding.outline.agreement or not titles:
        return called
    if concept.about:
        return titles
    others = [(name, role) for name, role in holding.outline.parties if subject_key(name) != room.company]
    is_customer = any(subject_key(name) in room.customers for name, _ in others)
    if concept.side == "supplier" and is_customer:
        return []
    form = wordlist("wording", PACKAGE)["sides"][concept.side]
    is_called_so = any(re.search(form, role, re.IGNORECASE) for _, role in others)
    is_ours = len(others) < len(holding.outline.parties)
    if (concept.side == "customer" and is_customer) or (is_called_so and is_ours):
        return titles
    return called


def _is_narrowed(thing: Thing, holding: Holding, name: Name, asked: Asked, room: Room) -> bool:
    """Whether a candidate is of whom, and of what, a request narrows the thing to."""
    if asked.entities and not _is_of_entities(holding, asked, room):
        return False
    if not asked.entities and not thing.is_document and not room.is_of(holding.document.subject_key, ()):
        return False
    if not thing.qualifiers or not thing.is_document:
        return True
    said = {_bare(stem) for stem in _front(holding, asked.language) | name.stems | holding.called}
    return all(_is_among(_bare(stem), said) for stem in thing.qualifiers)


def _is_among(stem: str, said: Collection[str]) -> bool:
    """Whether a stem is among others; a long one by its beginning, for each language cuts endings of its own."""
    beginnings = [one for one in said if min(len(one), len(stem)) >= _LONG]
    return stem in said or any(one.startswith(stem) or stem.startswith(one) for one in beginnings)


def _front(holding: Holding, language: str) -> frozenset[str]:
    """What a document is called on its first page, and who its parties are, as stems."""
    said = frozenset().union(*(one.stems for one in holding.names if one.entry.page == 1))
    return said.union(*(stems(party, language) for party, _ in holding.outline.parties))


def _bare(stem: str) -> str:
    """A stem without the marks over its letters, which the names of files leave out: "vasteras"."""
    return "".join(c for c in unicodedata.normalize("NFKD", stem) if not unicodedata.combining(c))


def _is_called(thing: Thing, holding: Holding, asked: Asked, room: Room) -> bool:
    """Whether the name of a file says what is asked for, and its text says each of these words too."""
    if thing.concept is not None and thing.concept.kind not in ("paper", "content"):
        return thing.concept.kind == "series" and _is_series(thing, holding, asked, room)
    telling = [word for word in tokens(thing.name, asked.language) if not is_weak(word, asked.language)]
    wanted = {word.stem for word in telling} | thing.qualifiers
    is_named = bool(wanted) and wanted <= holding.called and room.is_of(holding.document.subject_key, asked.entities)
    return is_named and all(room.says({holding.id}, stem.rstrip("i")) for stem in wanted)


def _is_series(thing: Thing, holding: Holding, asked: Asked, room: Room) -> bool:
    """Whether a file is called by what is asked for, and holds figures of more than one such period.

    A workbook "Management accounts" with a column for each month is the monthly accounts, whatever its sheets say.
    """
    concept = thing.concept
    months = LENGTHS.get(concept.each, 0) if concept is not None else 0
    if concept is None or not months or not room.is_of(holding.document.subject_key, asked.entities):
        return False
    language = holding.document.language
    names = [content_words(name, language) for name in concept.names]
    telling = [{word.stem for word in name if not is_weak(word, language)} for name in names]
    past = [one.period for one in holding.document.periods if one.scenario == "actual"]
    ends = {period.end.closing_month for period in past if period.months == months}
    return len(ends) > 1 and any(len(stems_of) > 1 and stems_of <= holding.called for stems_of in telling)


def _whole(holding: Holding) -> Name:
    """A document as the name of its file calls it, with its opening."""
    document = holding.document
    entry = next((name.entry for name in holding.names), None)
    entry = entry or Entry("title", document.filename, 1, 0, _OPENING, "p.1", 0, "")
    return Name(replace(entry, kind="file", text=document.filename), holding.called, {}, is_whole=True, telling=0)


def _may_be_narrowed(thing: Thing, holding: Holding, asked: Asked, room: Room) -> bool:
    """Whether a document of whom is meant speaks of all that the request narrows the thing to, though not in front."""
    if not thing.is_document or (asked.entities and not _is_of_entities(holding, asked, room)):
        return False
    return all(room.says({holding.id}, stem.rstrip("i")) for stem in thing.qualifiers)


def _is_of_entities(holding: Holding, asked: Asked, room: Room) -> bool:
    """Whether a document is of one of the companies that a request names: by its figures, or by its front."""
    if holding.document.subject_key and room.is_of(holding.document.subject_key, asked.entities):
        return True
    front = [name.entry.text for name in holding.names if name.entry.page == 1]
    front += [name for name, _ in holding.outline.parties]
    said = " ".join(front).casefold()
    return any(subject_key(entity) in said for entity in asked.entities)
