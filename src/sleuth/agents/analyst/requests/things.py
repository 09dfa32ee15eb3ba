"""The things that a request names: by a concept of the lists, a measure of the ledger, or the words to be called by."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from sleuth.agents.analyst.requests.concepts import PACKAGE, Concept, Hit, content_words, find_concepts, is_weak
from sleuth.language.measures import find_measures
from sleuth.language.metrics import default_lexicon
from sleuth.language.query import Measure
from sleuth.language.tokens import Token, stem_of
from sleuth.language.wordlist import wordlist

_JOINS = re.compile(r"[,;/&]|\b(?:and|or|och|samt|eller)\b", re.IGNORECASE)


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

    @property
    def key(self) -> object:
        """What two askings for the same have in common."""
        if self.concept is not None:
            return self.concept.key
        return self.measure.keys if self.measure is not None else self.stems


def read_things(text: str, language: str) -> list[Thing]:
    """The things that a request names, one for each of the words it joins."""
    words = content_words(text, language)
    hits = find_concepts(words, language)
    claimed = {place: hit for hit in hits for place in hit.at}
    groups = _groups(text, words, claimed)
    things: list[Thing] = []
    for number, group in enumerate(groups):
        here = [claimed[place] for place in group if place in claimed]
        telling = [place for place in group if not is_weak(words[place], language)]
        besides = [words[place] for place in telling if place not in claimed and not words[place].is_number]
        if here and not _heads_document(group, here, words, language):
            first = here[0]
            narrowing = [words[place] for hit in here if hit != first for place in hit.at]  # "contracts of employees"
            things.append(_of_concept(first.concept, text, words, first.at, [*besides, *narrowing]))
            continue
        named = [words[place] for place in telling] if here else besides
        if named:
            shared = _shared_head(group, groups[number + 1 :], words, language)
            things.append(shared or _of_words(text, named, language))
    return each_once(things)


def _heads_document(group: Sequence[int], hits: Sequence[Hit], words: Sequence[Token], language: str) -> bool:
    """Whether a name only narrows a document that is named behind it: "litigation settlement agreements"."""
    end = max(place for hit in hits for place in hit.at)
    behind = [place for place in group if place > end]
    are_joined = bool(behind) and behind[-1] - end == len(behind)
    return are_joined and is_document_word(words[behind[-1]].stem, language)


def _groups(text: str, words: Sequence[Token], claimed: Mapping[int, Hit]) -> list[list[int]]:
    """The words by what joins them: a new group begins behind a comma or an "and" that no name holds together."""
    groups: list[list[int]] = []
    for place, word in enumerate(words):
        between = text[words[place - 1].end : word.start] if place else ""
        is_within_name = place in claimed and claimed[place] is claimed.get(place - 1)
        if not groups or (_JOINS.search(between) and not is_within_name):
            groups.append([])
        groups[-1].append(place)
    return groups


def _of_concept(
    concept: Concept, text: str, words: Sequence[Token], at: tuple[int, ...], telling: Sequence[Token]
) -> Thing:
    """What is asked for by a name of the lists, called as the text calls it: "Articles of association"."""
    first, last = words[at[0]], words[at[-1]]
    is_there = text[first.start : first.end] == first.text and text[last.start : last.end] == last.text
    name = text[first.start : last.end] if is_there else " ".join(words[place].text for place in at)
    return Thing(
        name,
        concept,
        qualifiers=frozenset(word.stem for word in telling),
        is_document=concept.kind in ("paper", "accounts", "series"),
        narrowing=tuple(word.text for word in telling),
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
        return _of_concept(hits[0].concept, " ".join(word.text for word in pair), pair, hits[0].at, ())
    return Thing(f"{pair[0].text} {head.text}", stems=frozenset(w.stem for w in pair), is_document=True)


def _of_words(text: str, telling: Sequence[Token], language: str) -> Thing:
    """What has no name in the lists: a measure of the ledger, or a thing that is called by these words."""
    name = text[telling[0].start : telling[-1].end]
    stems = frozenset(word.stem for word in telling)
    is_document = is_document_word(telling[-1].stem, language)
    named = [] if is_document else find_measures(telling, default_lexicon(), language)
    if named:
        rest = [word.stem for place, word in enumerate(telling) if not any(place in one.at for one in named)]
        return Thing(name, measure=named[0].measure, stems=stems, qualifiers=frozenset(rest))
    return Thing(name, stems=stems, is_document=is_document)


def is_document_word(stem: str, language: str) -> bool:
    """Whether a stem names a document of its own: an agreement, a policy, a certificate."""
    return stem in _document_stems(language)


@cache
def _document_stems(language: str) -> frozenset[str]:
    lists = wordlist("wording", PACKAGE)["documents"]
    return frozenset(stem_of(word, language) for word in f"{lists['en']} {lists['sv']}".split())


def each_once(things: Iterable[Thing]) -> list[Thing]:
    """The first thing of each concept, of each measure, and of each wording that has neither."""
    found: dict[object, Thing] = {}
    for thing in things:
        found.setdefault(thing.key, thing)
    return list(found.values())
