"""Who and what a text names, each with its kind: a company or a person that the documents know, a place, a document."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sleuth.agents.analyst.dialogue.documents import documents_called, folded, is_document_noun
from sleuth.agents.analyst.dialogue.referents import Kind, Referent
from sleuth.agents.analyst.people import offices_in
from sleuth.evidence.words import Name, read_names
from sleuth.findings.finding import subject_key
from sleuth.findings.subjects import companies
from sleuth.language.glyphs import plain
from sleuth.language.times import find_times
from sleuth.language.tokens import without_genitive
from sleuth.language.weight import is_legal_form, is_role, is_stop

_LOCATIVE = re.compile(r"\b(?:in|at|near|i|på|vid)\s+\Z", re.IGNORECASE)
_LEAST_LETTERS = 3  # of a short name by which a company is called
_WORD = re.compile(r"[^\W\d_][\w&’'-]*")


@dataclass(frozen=True, slots=True)
class Known:
    """The names that the documents of a project give to companies and people, and what the documents are called."""

    companies: tuple[str, ...] = ()  # as printed, with the legal form
    chief: tuple[str, ...] = ()  # the companies that the documents are about
    people: tuple[str, ...] = ()
    documents: Mapping[int, str] = field(default_factory=dict)  # id → the words of its name and title, in plain form
    terms: Mapping[tuple[int, str], str] = field(default_factory=dict)  # (id, party's key) → "the Customer"
    titles: Mapping[int, str] = field(default_factory=dict)  # id → what people are told that it is called
    amends: Mapping[int, int] = field(default_factory=dict)  # id of an amendment → of the agreement that it amends

    def company(self, name: str) -> str:
        """The company that a name calls: in full, without the legal form or by the first word; "" for none or two."""
        key = subject_key(name).removesuffix("'s").removesuffix("’s")
        whole = [one for one in self.companies if subject_key(one) == key]
        first = [one for one in self.companies if subject_key(one).partition(" ")[0] == key]
        found = {subject_key(one): one for one in whole or (first if len(key) >= _LEAST_LETTERS else [])}
        return next(iter(found.values())) if len(found) == 1 else ""

    def person(self, name: str) -> str:
        """The person that a name calls, in full or by the last name; "" for none or two."""
        key = plain(name).text.removesuffix("'s").removesuffix("’s")
        found = {one for one in self.people if key in (plain(one).text, plain(one).text.rpartition(" ")[2])}
        return next(iter(found)) if len(found) == 1 else ""


def mentions(text: str, known: Known) -> tuple[Referent, ...]:
    """What a text names, in its order: documents by noun and name, then companies, people, places, other names."""
    offices = [Referent(Kind.PERSON, f"the {office}") for office in offices_in(text)]
    return tuple(dict.fromkeys([*_documents(text, known), *(one for _, one in named(text, known)), *offices]))


def named(text: str, known: Known) -> list[tuple[Name, Referent]]:
    """Each proper name of a text with what it names. Small letters will do for companies that the documents know."""
    times = find_times(text)
    found = [
        (name, _referent(text, name, known))
        for name in [*read_names(_with_small_opening(text)), *_opening(text, known)]
        if not any(time.start < name.end and name.start < time.end for time in times)
    ]
    taken = [(name.start, name.end) for name, _ in found]
    small = [(one, ref) for one, ref in _in_small_letters(text, known) if not _overlaps(one, taken)]
    real = [(name, one) for name, one in [*found, *small] if one is not None]
    return sorted(real, key=lambda pair: pair[0].start)


def called(text: str, known: Known) -> list[tuple[Name, Referent]]:
    """Each proper name and each office of a text with what it names: "Nordlys", "the CTO"."""
    offices = [
        (Name(found[0], (), found.start(), found.end()), Referent(Kind.PERSON, found[0]))
        for found in _OFFICE.finditer(text)
        if offices_in(found[0])
    ]
    return sorted([*named(text, known), *offices], key=lambda pair: pair[0].start)


_OFFICE = re.compile(r"\b(?:the )?(?:[A-Z]{3}|chief \w+ officer|chair(?:man|woman)?|vd|verkställande direktören?)\b")


def _with_small_opening(text: str) -> str:
    """A text whose first word has no capital where it is a small word: "and Nordlys" names Nordlys."""
    first = _WORD.match(text)
    is_small = first is not None and (is_stop(first[0], "en") or is_stop(first[0], "sv"))
    return f"{text[:1].lower()}{text[1:]}" if is_small else text


def _overlaps(name: Name, taken: Sequence[tuple[int, int]]) -> bool:
    return any(start < name.end and name.start < end for start, end in taken)


def _opening(text: str, known: Known) -> Iterator[Name]:
    """The word that opens a text, where the documents know it as a name."""
    first = _WORD.search(text)
    if first is None or first.start() or any(name.start == 0 for name in read_names(text)):
        return
    if first[0][:1].isupper() and known.company(first[0]):
        yield Name(first[0], (first[0].casefold(),), 0, first.end())


def _in_small_letters(text: str, known: Known) -> Iterator[tuple[Name, Referent]]:
    for found in _WORD.finditer(text):
        if found[0].islower() and len(found[0]) > _LEAST_LETTERS and (company := known.company(found[0])):
            name = Name(found[0], (found[0],), found.start(), found.end())
            yield name, Referent(Kind.COMPANY, company)


def _referent(text: str, name: Name, known: Known) -> Referent | None:
    """What a proper name names; None where it is an office or an abbreviation of no name ("CEO", "EBITDA")."""
    bare = without_genitive(name.text)
    if known.company(bare) or next(companies(text[name.start : name.end + 1]), ""):
        return Referent(Kind.COMPANY, bare)
    if person := known.person(bare):
        return Referent(Kind.PERSON, person)
    if len(bare.split()) > 1 and bare.split()[-1] in _PARTNERSHIPS:
        return Referent(Kind.COMPANY, bare)
    if bare.isupper() or offices_in(bare) or all(_names_nobody(word) for word in bare.split()):
        return None
    if _LOCATIVE.search(text[: name.start]):
        return Referent(Kind.PLACE, bare)
    return Referent(Kind.NAME, bare)


_PARTNERSHIPS = ("LLP", "LP")  # they own no shares and present no report: no pattern of companies has them


def _names_nobody(word: str) -> bool:
    """Whether a word with a capital is a party's role or a document's noun: "Supplier", "Agreement"."""
    return is_role(word, "en") or is_document_noun(word) or is_legal_form(word)


def _documents(text: str, known: Known) -> Iterator[Referent]:
    """Documents that a text calls by a noun and names: "the Skagen Pelagic contract", "the lease for Skagen"."""
    names = read_names(text)
    for found in _WORD.finditer(text):
        if not is_document_noun(found[0]):
            continue
        beside = [name for name in names if _stands_beside(text, name, found.start(), found.end())]
        called = documents_called(found[0], [_bare(name.text) for name in beside], known.documents)
        if len(called) > 1 and not beside:
            called = tuple(number for number in called if any(_is_of(number, name.text, known) for name in names))
        if called and (beside or len(called) == 1):
            yield Referent(Kind.DOCUMENT, _phrase(text, found, beside), called)


def _is_of(number: int, name: str, known: Known) -> bool:
    """Whether a document is of somebody: its own name says so, or it calls them a party."""
    key = _bare(name)
    words = known.documents[number].split()
    return all(folded(word) in words for word in key.split()) or (number, key) in known.terms


def _bare(name: str) -> str:
    """A name as a filename may hold it: without its genitive and its legal form."""
    return subject_key(without_genitive(name))


def _stands_beside(text: str, name: Name, start: int, end: int) -> bool:
    """Whether a name belongs to a noun: right before it, or after it behind one preposition."""
    if name.end <= start:
        return re.fullmatch(r"\s*(?:[\w-]+\s)?", text[name.end : start]) is not None
    between = text[end : name.start]
    return re.fullmatch(r"\s+(?:with|for|of|in|med|för|i|on|about)\s+(?:the\s+)?", between) is not None


def _phrase(text: str, noun: re.Match[str], beside: Sequence[Name]) -> str:
    """The noun with its names, as a person would repeat it: "the Skagen Pelagic contract"."""
    start = min([noun.start(), *(name.start for name in beside)])
    end = max([noun.end(), *(name.end for name in beside)])
    phrase = text[start:end].rstrip("'’ ")
    return phrase if plain(noun[0]).text.endswith(("et", "en")) else f"the {phrase}"
