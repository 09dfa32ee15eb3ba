"""The room as requests are compared with it: what each document calls itself, its dates and periods, the ledger."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from sleuth.agents.analyst.requests.concepts import Concept, content_words, find_concepts, form_stems, is_weak
from sleuth.agents.analyst.requests.naming import asks_only, is_addressed, is_placeholder, month_stems
from sleuth.agents.analyst.requests.outline import Entry, Outline
from sleuth.agents.analyst.requests.things import is_document_word
from sleuth.findings.asked.books import calendar_of, latest_of
from sleuth.findings.finding import subject_key
from sleuth.language.calendar import Calendar, Month
from sleuth.language.tokens import parted, stems, words_of_filename
from sleuth.store.deal.shelf import Figure, ShelfDocument

_MOST_FURTHER = {"title": 6, "sheet": 3, "heading": 3, "table": 8}  # words of a name beside those of the thing
_LEAST_BODY = 40  # characters that something must hold to be there
_TELLS_ALONE = 10  # letters: a shorter word ("lease", "budget") names a document only where it stands alone
_SMALL = 600  # characters: a document so short is a placeholder if it says that it is one
_CUSTOMER_HEADS = frozenset({"customer", "client", "kund", "kunde"})  # of a column that lists customers
_LEAST_SHARE = 0.4  # of the documents that name a company: then the room is of that company


@dataclass(frozen=True, slots=True)
class Name:
    """What a document calls itself or a part of it."""

    entry: Entry
    stems: frozenset[str]
    concepts: Mapping[str, int]  # key → words of the name beside those that name the concept
    is_whole: bool  # the document, or a sheet of a workbook, is called so; not only a section or a table in it
    telling: int  # words that tell something


@dataclass(frozen=True, slots=True)
class Holding:
    """A document of the room with all its names."""

    document: ShelfDocument
    outline: Outline
    names: tuple[Name, ...]
    is_asking: bool  # it asks for information and gives none: a request list, an index
    called: frozenset[str] = frozenset()  # stems of the words of its file's name

    @property
    def id(self) -> int:
        return self.document.id

    @property
    def is_draft(self) -> bool:
        return self.document.quality == "draft"

    @property
    def is_current(self) -> bool:
        """Whether nothing replaces it."""
        return self.document.replaced_by is None

    @property
    def date(self) -> date | None:
        """The day it is of: as its front says, else as the file says."""
        made = self.document.made
        printed = [day for day in self.document.days if made is None or day <= made]
        return self.document.dated or max(printed, default=made)


@dataclass(frozen=True, slots=True)
class Room:
    """All documents, whose room it is, and its calendar."""

    holdings: tuple[Holding, ...]
    company: str  # the subject of most documents, folded; "" where no company has enough of them
    company_name: str
    calendar: Calendar
    last_year: int | None  # the latest fiscal year of which whole-year figures of the past are stated
    latest_month: Month | None  # the month that the company's latest figures of the past end with
    latest: date | None  # the day of the newest document
    figures: tuple[Figure, ...] = ()
    customers: frozenset[str] = frozenset()  # names that tables list as customers, folded
    says: Callable[[Collection[int], str], set[int]] = field(default=lambda ids, word: set(), compare=False)

    def seen_from(self, entities: Sequence[str]) -> "Room":
        """The room as that of another company that a request names: its calendar, its latest year and month."""
        own = [one.document for one in self.holdings if self.is_of(one.document.subject_key, entities)]
        own = [document for document in own if document.subject_key]
        if not entities or not own:
            return self
        calendar, last_year, latest_month, latest = _times_of(own)
        return replace(self, calendar=calendar, last_year=last_year, latest_month=latest_month, latest=latest)

    def holding(self, document_id: int) -> Holding | None:
        """The document of this number; None where it only asks."""
        return next((one for one in self.holdings if one.id == document_id), None)

    def is_of(self, key: str, entities: Sequence[str]) -> bool:
        """Whether a subject is whom a request means: a company that it names, else the room's own."""
        if entities:
            wanted = [subject_key(entity) for entity in entities]
            return any(_is_same(key, one) for one in wanted)
        return not self.company or not key or _is_same(key, self.company)

    def is_in_group(self, key: str) -> bool:
        """Whether a party is the company or bears its name: "Calder Ridge Systems" beside "Calder Ridge Water"."""
        return not key or self.is_of(key, ()) or key.split()[0] == self.company.split()[0]


def _is_same(one: str, other: str) -> bool:
    return bool(one and other) and (one == other or one.startswith(f"{other} ") or other.startswith(f"{one} "))


def make_room(
    documents: Sequence[ShelfDocument],
    outlines: Mapping[int, Outline],
    figures: Iterable[Figure],
    says: Callable[[Collection[int], str], set[int]],
) -> Room:
    """The room of these documents. `says` tells which documents have a word that begins so."""
    counts = Counter(d.subject_key for d in documents if d.subject_key and d.replaced_by is None)
    company = _company(counts)
    name = next((d.subject for d in documents if d.subject_key == company), "")
    own = [d for d in documents if not company or d.subject_key in ("", company)]
    known = frozenset().union(*(stems(d.subject, "en") for d in documents))
    holdings = [_holding(d, outlines.get(d.id, Outline(())), known) for d in documents]
    answering = tuple(holding for holding in holdings if not holding.is_asking)
    calendar, last_year, latest_month, _ = _times_of(own)
    latest = _times_of(documents)[3]
    return Room(
        answering, company, name, calendar, last_year, latest_month, latest, tuple(figures), _customers(answering), says
    )


def _times_of(documents: Sequence[ShelfDocument]) -> tuple[Calendar, int | None, Month | None, date | None]:
    """The calendar of documents, their last whole year, the month their figures end with, the day of the newest."""
    past = [one for d in documents for one in d.periods if one.scenario == "actual"]
    calendar = calendar_of(one.period for one in past for _ in range(one.count))
    years = [year for one in past if one.period.months == 12 and one.rank == 0 and (year := one.period.fiscal_year)]
    months = [m for one in past if one.rank < 2 and (m := one.period.end.closing_month) and one.period.end.day]
    days = [d.dated for d in documents if d.dated] or [d.made for d in documents if d.made]
    return calendar, max(years, default=None), max(months, default=None), max(days, default=None)


def _company(counts: Counter[str]) -> str:
    """The subject of enough of the documents."""
    if not counts:
        return ""
    (first, most), *_ = counts.most_common(1)
    return first if most >= _LEAST_SHARE * counts.total() else ""


def _holding(document: ShelfDocument, outline: Outline, known: frozenset[str]) -> Holding:
    language = document.language
    entries = [entry for entry in outline.entries if not is_addressed(entry.text)]
    names = [_name(entry, outline, language, known) for entry in entries]
    if outline.agreement:  # its clauses say what is agreed; they tell nothing of what is so
        names = [name for name in names if name.is_whole]
        called = [replace(entry, text=outline.agreement.partition(" (")[0], kind="title") for entry in entries[:1]]
        names = [*(_name(entry, outline, language, known) for entry in called), *names]
        parties = frozenset().union(*(stems(party, language) for party, _ in outline.parties))
        names = [replace(name, stems=name.stems | parties) for name in names]
    titles = [entry for entry in outline.entries if entry.kind == "title"]
    asks = asks_only(document.title) or any(asks_only(entry.text) for entry in titles)
    file_stems = stems(words_of_filename(document.filename), language)
    size = max((entry.body for entry in titles), default=0)
    empty = size < _SMALL and any(is_placeholder(entry.opening) or is_placeholder(entry.text) for entry in titles)
    return Holding(document, outline, () if empty else tuple(n for n in names if _holds(n.entry)), asks, file_stems)


def _holds(entry: Entry) -> bool:
    """Whether something stands under a name."""
    if entry.kind == "table":
        return True
    return entry.body >= _LEAST_BODY and not (entry.body < _SMALL and is_placeholder(entry.opening))


def _name(entry: Entry, outline: Outline, language: str, known: frozenset[str]) -> Name:
    words = content_words(entry.text, language)
    unsaid = known | month_stems(language)
    telling = [w for w in words if not (_has_digit(w.text) or is_weak(w, language) or w.stem in unsaid)]
    further = {}
    for hit in find_concepts(words, language):
        named = {words[place] for place in hit.at}
        left = [word for word in telling if word not in named]
        follows = words[hit.at[-1] + 1].stem if hit.at[-1] + 1 < len(words) else ""
        is_alone = len(hit.at) == 1 and follows not in form_stems(language)
        opens = bool(outline.agreement) and hit.at[0] == 0  # "Lease of premises"
        is_short = is_alone and len(words[hit.at[0]].text) < _TELLS_ALONE and entry.kind != "sheet" and not opens
        most = 0 if is_short else _MOST_FURTHER[entry.kind]
        if len(left) <= most and not (hit.concept.kind == "content" and is_document_word(follows, language)):
            further[hit.concept.key] = len(left)
    whole = entry.kind in ("title", "sheet") or bool(outline.agreement and _is_title_of(entry, outline))
    return Name(entry, frozenset(word.stem for word in words), further, whole, len(telling))


def _has_digit(text: str) -> bool:
    return any(character.isdigit() for character in text)


def _is_title_of(entry: Entry, outline: Outline) -> bool:
    """Whether a heading on the first pages is what an agreement is called."""
    title = outline.agreement.partition(" (")[0].casefold()
    return entry.page <= 3 and entry.text.casefold() == title


def _customers(holdings: Iterable[Holding]) -> frozenset[str]:
    """Whom tables with a column of customers list."""
    found: set[str] = set()
    for holding in holdings:
        for entry in holding.outline.entries:
            last_words = {head.casefold().split()[-1] for head in entry.columns if head.split()}
            if entry.kind == "table" and last_words & _CUSTOMER_HEADS:
                found.update(subject_key(part) for row in entry.rows for part in row.split(" > ") if len(part) > 3)
    return frozenset(found)


def table_has(entry: Entry, groups: Sequence[Collection[str]], language: str) -> bool:
    """Whether a table has a column for each group of words, each column for one group."""
    heads = [stems(parted(head), language) for head in entry.columns]
    left = list(heads)
    for group in groups:
        wanted = frozenset().union(*(stems(word, language) for word in group))
        column = next((head for head in left if head & wanted), None)
        if column is None:
            return False
        left.remove(column)
    return len(heads) >= len(groups) > 0


def reported(holding: Holding) -> tuple[Month | None, int | None]:
    """The month with which a document's latest reported period ends, and its months."""
    past = [one for one in holding.document.periods if one.scenario == "actual" and one.rank == 0]
    past = past or [one for one in holding.document.periods if one.scenario == "actual"]
    latest, months = latest_of([one.period for one in past for _ in range(one.count)])
    return (latest, months) if latest is not None else (None, None)


def concept_names(holding: Holding, concept: Concept) -> list[Name]:
    """Where a document calls itself, or a part of it, by a name of the concept, the whole document first."""
    language = holding.document.language
    found = [name for name in holding.names if concept.key in name.concepts]
    if concept.columns:
        groups = concept.columns
        found += [
            name
            for name in holding.names
            if name.entry.kind == "table" and name not in found and table_has(name.entry, groups, language)
        ]
    return sorted(found, key=lambda name: (*_standing(name), name.concepts.get(concept.key, 9), name.entry.page))


def _standing(name: Name) -> tuple[bool, bool]:
    """The title of a document goes before a sheet, and both before its sections and tables."""
    return not name.is_whole, name.entry.kind != "title"
