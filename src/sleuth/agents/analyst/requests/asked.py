"""Reads an information request: the things that are asked for, of when, and what they must show besides."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache

from sleuth.agents.analyst.requests.concepts import PACKAGE, Concept, Hit, content_words, find_concepts, is_weak
from sleuth.findings.subjects import companies
from sleuth.language.measures import find_measures
from sleuth.language.metrics import default_lexicon
from sleuth.language.query import Measure
from sleuth.language.times import AskedTime, find_times
from sleuth.language.timing import Timing
from sleuth.language.tokens import Token, stem_of, tokens
from sleuth.language.weight import detect_language
from sleuth.language.wordlist import wordlist

_BETWEEN = re.compile(r"\s*(?:,|;|/|\band\b|\bor\b|\boch\b|\bsamt\b|\beller\b|&)\s*", re.IGNORECASE)
_ASIDE = re.compile(r"\([^()]*\)")
_YEARS = re.compile(
    r"\b(?P<fy>FY\s?)?(?P<first>20\d\d)\s*[-–—]\s*(?:FY\s?)?(?P<last>20\d\d|\d\d)\b(?![-–/]\d)"
    r"|\bFY\s?'?(?P<short>\d\d)\s*[-–—]\s*(?:FY\s?)?'?(?P<end>\d\d)\b",
    re.IGNORECASE,
)
_BEHIND_PARTS = re.compile(r"[,;(]|\b(?:with|including|incl)\b", re.IGNORECASE)  # where "by customer and region" ends
_TO = re.compile(r"\s*(?:to|through|until|[-–—]|till|t\.o\.m\.)\s*", re.IGNORECASE)
_QUARTERS = re.compile(
    r"\b(?P<one>first|second|third)\s+(?:and|to|,)\s+(?P<other>second|third|fourth)\s+quarters?\b", re.I
)
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4}


@dataclass(frozen=True, slots=True)
class Wanted:
    """The times that a request asks for."""

    times: tuple[Timing, ...] = ()  # stated: years, quarters, months, days that end a period
    last: int = 0  # that many of the latest …
    next: int = 0  # or of the coming …
    unit: str = "year"  # year, quarter, month
    each: str = ""  # every month, quarter or year of the stated time
    as_of: date | None = None
    since: date | None = None
    until: date | None = None
    is_current: bool = False
    is_this_year: bool = False


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing that is asked for."""

    name: str  # as asked
    concept: Concept | None = None
    measure: Measure | None = None
    stems: frozenset[str] = frozenset()  # what the answer must be called, where neither concept nor measure is known
    qualifiers: frozenset[str] = frozenset()  # stems of what narrows it: whose, of what
    is_document: bool = False  # a document of its own is wanted
    narrowing: tuple[str, ...] = ()  # the words of the qualifiers, as written


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
    wanted, rest = _times(text)
    entities = tuple(dict.fromkeys(companies(text)))
    for entity in entities:
        rest = rest.replace(entity, " ")
    parts, rest = ((), rest) if _names_parts(rest, language) else _parts(rest, language)
    rest, besides = _besides(rest, language)
    rest, aside = _apposition(rest)
    is_every = any(_form("forms", "every").search(said) for said in (rest, *aside))
    besides += aside
    things = _things(rest, language) or _things(f"{' '.join(headings[-1:])} {rest}", language)
    further, besides = _further(besides, language)
    things = _once([*things, *further])
    besides = [said for said in besides if not _is_party(said, things, language)]
    folded = text.casefold()
    return Asked(
        text, language, tuple(things), wanted, parts, tuple(b for b in besides if not _is_amendments(b)),
        re.search(r"\b(?:audited|reviderad\w*)\b(?<!unaudited)", folded) is not None,
        re.search(r"\b(?:signed|executed|undertecknad\w*)\b", folded) is not None,
        is_every, entities,
    )  # fmt: skip


def _is_amendments(text: str) -> bool:
    return re.search(r"\b(?:amend|addend|tillägg|supplement)", text.casefold()) is not None


@cache
def _form(table: str, name: str) -> re.Pattern[str]:
    return re.compile(wordlist("wording", PACKAGE)[table][name], re.IGNORECASE)


def _is_party(said: str, things: Sequence[Thing], language: str) -> bool:
    """Whether "with …" behind an agreement only says with what kind of party it is."""
    if not any(thing.is_document for thing in things):
        return False
    parties = {stem_of(word, language) for word in wordlist("wording", PACKAGE)["clauses"]["parties"].split()}
    telling = [word for word in tokens(said, language) if not is_weak(word, language)]
    return bool(telling) and all(word.stem in parties for word in telling)


def _times(text: str) -> tuple[Wanted, str]:
    """The times of a request, and its text without them."""
    rest = _YEARS.sub(_spelt_years, text)
    rest = _QUARTERS.sub(_spelt_quarters, rest)
    counts = wordlist("wording", PACKAGE)["times"]["counts"]
    values: dict[str, object] = {}
    for key in ("last", "next"):
        if found := _form("times", key).search(rest):
            said = found["count"].lower()
            values |= {key: int(counts.get(said, said)), "unit": _unit(found["unit"])}
            rest = f"{rest[: found.start()]} {rest[found.end() :]}"
    if found := _form("times", "each").search(rest):
        values["each"] = found["unit"] or {"monthly": "month", "quarterly": "quarter"}[found["adverb"].lower()]
        if found["unit"]:
            rest = f"{rest[: found.start()]} {rest[found.end() :]}"
    values["is_this_year"] = _form("times", "this_year").search(rest) is not None
    rest = _form("times", "this_year").sub(" ", rest)
    values["is_current"] = _form("times", "current").search(rest) is not None
    stated, rest = _stated(rest, values)
    rest = _form("times", "to_date").sub(" ", rest)
    values["times"] = tuple(stated)
    return Wanted(**values), " ".join(rest.split())  # type: ignore[arg-type]


def _unit(said: str) -> str:
    said = said.lower()
    return "month" if said.startswith(("mon", "mån")) else "quarter" if said.startswith(("q", "k")) else "year"


def _spelt_years(found: re.Match[str]) -> str:
    """ "2022-24" as every year in it, each written out."""
    first = int(found["first"] or 2000 + int(found["short"]))
    last = int(found["last"] or found["end"])
    last = last if last > 100 else 2000 + last
    if not first < last <= first + 15:
        return found[0]
    return ", ".join(f"FY{year}" for year in range(first, last + 1))


def _spelt_quarters(found: re.Match[str]) -> str:
    first, last = _ORDINALS[found["one"].lower()], _ORDINALS[found["other"].lower()]
    numbers = range(first, last + 1) if " to " in found[0].lower() else (first, last)
    return " and ".join(f"Q{number}" for number in numbers)


def _stated(text: str, values: dict[str, object]) -> tuple[list[Timing], str]:
    """The stated times as periods asked for; days behind "as of", "since" and "up to" go into `values`."""
    found = [time for time in find_times(text) if time.timing is not None and _says_when(time.timing)]
    stated: list[Timing] = []
    rest = text
    for number, time in enumerate(found):
        assert time.timing is not None
        before = text[: time.start]
        timing = _with_year(time.timing, found[number + 1 :])
        day = _day(timing)
        role = next((key for key in ("as_of", "since", "until") if _form("times", key).search(before)), "")
        is_range = number > 0 and role == "until" and _TO.fullmatch(text[found[number - 1].end : time.start])
        if is_range and stated and _is_year(stated[-1]) and _is_year(timing):
            between = range((stated[-1].year or 0) + 1, (timing.year or 0) + 1)
            stated += [Timing(year, months=12) for year in between]
        elif role and day is not None and (timing.day is not None or (role == "as_of" and timing.month is not None)):
            values[role] = day
        elif role == "since" and day is not None:
            values[role] = date(day.year, timing.month or 1, 1)
        elif timing.year is not None:
            stated.append(timing)
    for time in sorted(found, key=lambda time: -time.start):
        rest = f"{rest[: time.start]} {rest[time.end :]}"
    return stated, rest


def _says_when(timing: Timing) -> bool:
    """Whether more than a length is said: "annual" tells no time."""
    return any((timing.year, timing.month, timing.quarter, timing.half))


def _is_year(timing: Timing) -> bool:
    return timing.year is not None and timing.month is None and timing.quarter is None and timing.half is None


def _with_year(timing: Timing, following: Iterable[AskedTime]) -> Timing:
    """In "Q1 and Q2 of FY2025" the year of the later holds for the earlier."""
    if timing.year is not None:
        return timing
    years = (time.timing.year for time in following if time.timing is not None and time.timing.year is not None)
    year = next(years, None)
    return Timing(year, timing.month, timing.day, timing.months, timing.quarter, timing.half)


def _day(timing: Timing) -> date | None:
    """The day that a time ends on; a month counts by its last days."""
    if timing.year is None:
        return None
    try:
        return date(timing.year, timing.month or 12, timing.day or 28)
    except ValueError:
        return None  # 31 June


def _names_parts(text: str, language: str) -> bool:
    """Whether what is split by is part of a name: "revenue by segment" is one thing."""
    by = _form("clauses", "by").search(text)
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
    for match in _form("clauses", "by").finditer(text):
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

    Where a thing's name goes on behind it ("contracts with customers"), nothing is asked besides.
    """
    text = _ASIDE.sub(" ", text)
    pieces = _form("clauses", "with").split(text)
    before, both = (len(content_words(piece, language)) for piece in (pieces[0], " ".join(pieces[:2])))
    named = find_concepts(content_words(" ".join(pieces[:2]), language), language)
    if before < both and any(hit.at[0] < before <= hit.at[-1] for hit in named):
        pieces = [" ".join(pieces[:2]), *pieces[2:]]
    besides = [piece.strip(" ,.;") for piece in pieces[1:] if piece.strip(" ,.;")]
    return pieces[0], besides


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
        named = [thing for thing in _things(piece, language) if thing.concept is not None]
        things += named
        if not named:
            rest.append(piece.strip())
    return things, rest


def _things(text: str, language: str) -> list[Thing]:
    """The things that a request names, one for each of the words it joins."""
    words = content_words(text, language)
    hits = find_concepts(words, language)
    claimed = {place: hit for hit in hits for place in hit.at}
    groups = _groups(text, words, claimed)
    things: list[Thing] = []
    for number, group in enumerate(groups):
        here = [claimed[place] for place in group if place in claimed]
        telling = [words[place] for place in group if place not in claimed and not is_weak(words[place], language)]
        telling = [word for word in telling if not word.is_number]
        if here and not _heads_document(group, here, words, language):
            first = here[0]
            narrowing = [words[place] for hit in here if hit != first for place in hit.at]  # "contracts of employees"
            things.append(_of_concept(first.concept, words, first.at, [*telling, *narrowing]))
            continue
        if here:
            telling = [words[place] for place in group if not is_weak(words[place], language)]
        if not telling:
            continue
        shared = _shared_head(group, groups[number + 1 :], words, language)
        things.append(shared or _of_words(text, telling, language))
    return _once(things)


def _heads_document(group: Sequence[int], hits: Sequence[Hit], words: Sequence[Token], language: str) -> bool:
    """Whether a name only narrows a document that is named behind it: "litigation settlement agreements"."""
    behind = [place for place in group if place > max(place for hit in hits for place in hit.at)]
    joined = behind and behind[-1] - max(place for hit in hits for place in hit.at) == len(behind)
    return bool(joined) and is_document_word(words[behind[-1]].stem, language)


def _groups(text: str, words: Sequence[Token], claimed: Mapping[int, Hit]) -> list[list[int]]:
    """The words by what joins them: a new group begins behind a comma or an "and" that no name holds together."""
    groups: list[list[int]] = []
    for place, word in enumerate(words):
        between = text[words[place - 1].end : word.start] if place else ""
        parted = place > 0 and re.search(r"[,;/&]|\b(?:and|or|och|samt|eller)\b", between, re.IGNORECASE)
        if not groups or (parted and not (place in claimed and claimed[place] is claimed.get(place - 1))):
            groups.append([])
        groups[-1].append(place)
    return groups


def _of_concept(concept: Concept, words: Sequence[Token], at: tuple[int, ...], telling: Sequence[Token]) -> Thing:
    name = " ".join(words[place].text for place in at)
    qualifiers = frozenset(word.stem for word in telling)
    is_document = concept.kind in ("paper", "accounts", "series")
    return Thing(
        name, concept, qualifiers=qualifiers, is_document=is_document, narrowing=tuple(word.text for word in telling)
    )


def _shared_head(
    group: Sequence[int], later: Sequence[Sequence[int]], words: Sequence[Token], language: str
) -> Thing | None:
    """In "loan and facility agreements" the first word has the head of the second: a loan agreement."""
    if not later or len(group) > 1 or is_document_word(words[group[-1]].stem, language):
        return None
    head = words[later[0][-1]]
    if not is_document_word(head.stem, language) or len(later[0]) < 2:
        return None
    pair = [words[group[0]], head]
    hits = find_concepts(pair, language)
    if hits and len(hits[0].at) == 2:
        return _of_concept(hits[0].concept, pair, hits[0].at, ())
    return Thing(f"{pair[0].text} {head.text}", stems=frozenset(w.stem for w in pair), is_document=True)


def _of_words(text: str, telling: Sequence[Token], language: str) -> Thing:
    """What has no name in the lists: a measure of the ledger, or a thing that is called by these words."""
    name = text[telling[0].start : telling[-1].end]
    named = find_measures(telling, default_lexicon(), language)
    stems = frozenset(word.stem for word in telling)
    if named:
        rest = [word.stem for place, word in enumerate(telling) if not any(place in one.at for one in named)]
        return Thing(name, measure=named[0].measure, stems=stems, qualifiers=frozenset(rest))
    return Thing(name, stems=stems, is_document=is_document_word(telling[-1].stem, language))


def is_document_word(stem: str, language: str) -> bool:
    """Whether a stem names a document of its own: an agreement, a policy, a certificate."""
    return stem in _document_stems(language)


@cache
def _document_stems(language: str) -> frozenset[str]:
    lists = wordlist("wording", PACKAGE)["documents"]
    return frozenset(stem_of(word, language) for word in f"{lists['en']} {lists['sv']}".split())


def _once(things: Iterable[Thing]) -> list[Thing]:
    """Each concept and each measure once, with all that narrows it."""
    found: dict[object, Thing] = {}
    for thing in things:
        key = thing.concept.key if thing.concept else thing.measure.keys if thing.measure else thing.stems
        found.setdefault(key, thing)
    return list(found.values())
