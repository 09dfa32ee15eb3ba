"""Reads an information request: the things that are asked for, of when, and what they must show besides."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace

from sleuth.agents.analyst.requests.concepts import PACKAGE, content_words, find_concepts, is_weak, wording_form
from sleuth.agents.analyst.requests.things import Thing, each_once, read_things
from sleuth.agents.analyst.requests.wanted import Wanted, read_times
from sleuth.findings.subjects import companies
from sleuth.language.tokens import is_capitalised, stem_of, tokens
from sleuth.language.weight import detect_language
from sleuth.language.wordlist import wordlist

_BETWEEN = re.compile(r"\s*(?:,|;|/|\band\b|\bor\b|\boch\b|\bsamt\b|\beller\b|(?<=\s)&(?=\s))\s*", re.IGNORECASE)
_ASIDE = re.compile(r"\([^()]*\)")
_BEHIND_PARTS = re.compile(r"[,;(]|\b(?:with|including|incl)\b", re.IGNORECASE)  # where "by customer and region" ends
_AUDITED = re.compile(r"\b(?:audited|reviderad\w*)\b(?<!unaudited)")
_SIGNED = re.compile(r"\b(?:signed|executed|undertecknad\w*)\b")
_ALL_AMENDMENTS = re.compile(
    r"\b(?:all|any|alla)\s+(?:its |the )?(?:amend|addend|tillägg|supplement)\w*", re.IGNORECASE
)
_AMENDMENTS = re.compile(r"\b(?:amend|addend|tillägg|supplement)")


@dataclass(frozen=True, slots=True)
class Asked:
    """A request, understood."""

    text: str
    language: str
    things: tuple[Thing, ...]
    wanted: Wanted = field(default_factory=Wanted)
    parts: tuple[str, ...] = ()  # "by customer": keys of wording.parts
    besides: tuple[str, ...] = ()  # what "with …" asks for, as written
    is_audited: bool = False
    is_signed: bool = False
    is_every: bool = False  # each of several: "all leased sites"
    entities: tuple[str, ...] = ()  # companies that it names
    excluded: frozenset[str] = frozenset()  # stems of what is not asked for: "other than Larkfield"


def read_request(text: str, headings: Sequence[str] = ()) -> Asked:
    """A request as typed; its headings help where it names nothing by itself ("Returns of the last three years")."""
    text = " ".join(text.split())
    language = detect_language(text)
    asked = _read(text, headings, language)
    if any(thing.concept or thing.measure for thing in asked.things):
        return asked
    other = _read(text, headings, "sv" if language == "en" else "en")  # a word or two tell no language
    return other if any(thing.concept or thing.measure for thing in other.things) else asked


def _read(text: str, headings: Sequence[str], language: str) -> Asked:
    wanted, rest = read_times(text)
    entities = tuple(dict.fromkeys(companies(text)))
    for entity in entities:
        rest = rest.replace(entity, " ")
    rest, excluded = _without_excluded(rest, language)
    parts, rest = ((), rest) if _names_parts(rest, language) else _parts(rest, language)
    rest, besides = _besides(rest, language)
    rest, aside = _apposition(rest)
    is_every = any(wording_form("forms", "every").search(_ALL_AMENDMENTS.sub(" ", said)) for said in (rest, *aside))
    things = read_things(rest, language) or read_things(f"{' '.join(headings[-1:])} {rest}", language)
    further, others = _further([*besides, *aside], language)
    things = each_once([*things, *further])
    things = [thing for thing in things if thing.concept or not _AMENDMENTS.match(thing.name.casefold())] or things
    parties = {stem_of(word, language) for word in wordlist("wording", PACKAGE)["clauses"]["parties"].split()}
    is_every = is_every or any(thing.is_document and _is_general(thing, parties) for thing in things)
    things = [_narrowed(thing, others, parties, language) for thing in things]
    others = [said for said in others if not _is_party(said, things, language)]
    folded = text.casefold()
    return Asked(
        text, language, tuple(things), wanted, parts,
        besides=tuple(said for said in others if not _is_amendments(said)),
        is_audited=_AUDITED.search(folded) is not None,
        is_signed=_SIGNED.search(folded) is not None,
        is_every=is_every,
        entities=entities,
        excluded=excluded,
    )  # fmt: skip


def _is_amendments(text: str) -> bool:
    """Whether "with all amendments" is said: an agreement's own amendments are asked for with it."""
    return _AMENDMENTS.search(text.casefold()) is not None


def _without_excluded(text: str, language: str) -> tuple[str, frozenset[str]]:
    """The text up to "other than …", and the stems of what comes behind it."""
    found = wording_form("clauses", "except").search(text)
    if found is None:
        return text, frozenset()
    behind = tokens(text[found.end() :], language)
    return text[: found.start()], frozenset(word.stem for word in behind if not is_weak(word, language))


def _narrowed(thing: Thing, besides: Sequence[str], parties: Collection[str], language: str) -> Thing:
    """An agreement with the names of those with whom it is; what kind of party they are narrows nothing."""
    if not thing.is_document:
        return thing
    named = [word for said in besides if is_capitalised(said) for word in tokens(said, language)]
    qualifiers, narrowing = (
        (frozenset[str](), ()) if _is_general(thing, parties) else (thing.qualifiers, thing.narrowing)
    )
    return replace(
        thing,
        qualifiers=qualifiers.union(word.stem for word in named),
        narrowing=(*narrowing, *(word.text for word in named)),
    )


def _is_general(thing: Thing, parties: Collection[str]) -> bool:
    """Whether a thing is only narrowed to a kind of party: "employment agreements of the management"."""
    return bool(thing.qualifiers) and thing.qualifiers <= set(parties)


def _is_party(said: str, things: Sequence[Thing], language: str) -> bool:
    """Whether "with …" behind an agreement only says with whom it is: by name, or by the kind of party."""
    if not any(thing.is_document for thing in things):
        return False
    parties = {stem_of(word, language) for word in wordlist("wording", PACKAGE)["clauses"]["parties"].split()}
    telling = [word for word in tokens(said, language) if not is_weak(word, language)]
    return bool(telling) and (is_capitalised(said) or all(word.stem in parties for word in telling))


def _names_parts(text: str, language: str) -> bool:
    """Whether what is split by is part of a name: "revenue by segment" is one thing."""
    by = wording_form("clauses", "by").search(text)
    if by is None:
        return False
    words = content_words(text, language)
    spans = [(words[hit.at[0]].start, words[hit.at[-1]].end) for hit in find_concepts(words, language)]
    return any(start < by.start() and by.end() < end for start, end in spans)


def _parts(text: str, language: str) -> tuple[tuple[str, ...], str]:
    """What figures are to be split by, and the text before that."""
    known = wordlist("wording", PACKAGE)["parts"]
    found: list[str] = []
    rest = text
    for match in wording_form("clauses", "by").finditer(text):
        named = {stem_of(word.text, language) for word in tokens(text[match.end() :][:60], language)[:5]}
        for key, words in known.items():
            if key not in found and named & {stem_of(word, language) for word in words}:
                found.append(key)
        behind = _BEHIND_PARTS.search(text, match.end())
        cut = text[match.start() : behind.start() if behind else len(text)]
        rest = rest.replace(cut, " ")
    return tuple(found), rest


def _besides(text: str, language: str) -> tuple[str, list[str]]:
    """The text up to "with …", and what comes behind it; what stands in brackets only explains.

    Where a thing's name goes on behind it ("contracts with customers", "correspondence with HMRC"), nothing is asked
    besides.
    """
    text = _ASIDE.sub(" ", text)
    first, *behind = wording_form("clauses", "with").split(text)
    joined = " ".join([first, *behind[:1]])
    place = len(content_words(first, language))  # of the first word behind "with"
    named = find_concepts(content_words(joined, language), language)
    is_named_behind = any(hit.at[0] < place <= hit.at[-1] for hit in named)
    if is_named_behind or all(is_weak(word, language) for word in content_words(first, language)):
        first, behind = joined, behind[1:]
    stripped = [piece.strip(" ,.;") for piece in behind]
    return first, [piece for piece in stripped if piece]


def _apposition(text: str) -> tuple[str, list[str]]:
    """What a single comma adds: "Capitalisation table, fully diluted" asks for one thing."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if len(parts) != 2 or re.search(r"\b(?:and|or|och|samt|eller)\b|[;/]", parts[1], re.IGNORECASE):
        return text, []
    return parts[0], parts[1:]


def _further(besides: Iterable[str], language: str) -> tuple[list[Thing], list[str]]:
    """What is asked for behind "including": things that have a name in the lists, and the rest as written."""
    things: list[Thing] = []
    rest: list[str] = []
    for piece in (part for text in besides for part in _BETWEEN.split(text) if part.strip()):
        named = [thing for thing in read_things(piece, language) if thing.concept is not None]
        things += named
        if not named:
            rest.append(piece.strip())
    return things, rest
