"""What buyers ask for, by all its names: the list in `data/concepts.toml`, and how names are found in words."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from sleuth.language.tokens import Token, stem_of
from sleuth.language.weight import without_linking
from sleuth.language.wordlist import wordlist

PACKAGE = "agents/analyst/requests"


@dataclass(frozen=True, slots=True)
class Concept:
    """One thing that buyers ask for; fields as the head of `data/concepts.toml` tells."""

    key: str
    kind: str  # accounts, statement, series, paper, content
    domain: str
    names: tuple[str, ...]
    stale: int = 0  # months; 0: it does not age
    statement: str = ""
    each: str = ""
    side: str = ""
    about: str = ""
    columns: tuple[tuple[str, ...], ...] = ()


class Hit(NamedTuple):
    """A concept that a text names, and the words that do, as places among the text's content words."""

    concept: Concept
    at: tuple[int, ...]


@cache
def concepts() -> dict[str, Concept]:
    """All concepts by key."""
    found = {}
    for row in wordlist("concepts", PACKAGE)["concept"]:
        names = (*row["names"], *row.get("also", ()))
        columns = tuple(tuple(group) for group in row.get("columns", ()))
        rest = {name: row[name] for name in ("stale", "statement", "each", "side", "about") if name in row}
        found[row["key"]] = Concept(row["key"], row["kind"], row["domain"], names, columns=columns, **rest)
    return found


def content_words(text: str, language: str) -> list[Token]:
    """The words of a text without those that only link others."""
    return without_linking(text, language)


def find_concepts(words: Sequence[Token], language: str) -> list[Hit]:
    """The concepts that words name, in their order. Of names that overlap the longest counts, of such the
    last, for it is the head: "largest customer contracts" are contracts.

    What only says how much of it is wanted may stand within a name: "contracts with our top 10 customers".
    """
    found: list[Hit] = []
    for at, word in enumerate(words):
        for name, key in _names_by_first(language).get(word.stem, ()):
            places = _places(name, words, at, language)
            if places:
                found.append(Hit(concepts()[key], places))
    taken: set[int] = set()
    kept = []
    for hit in sorted(found, key=lambda hit: (hit.at[0] - hit.at[-1], -len(hit.at), -hit.at[0])):
        if taken.isdisjoint(hit.at):
            kept.append(hit)
            taken.update(hit.at)
    return sorted(kept, key=lambda hit: hit.at)


def _places(name: Sequence[str], words: Sequence[Token], start: int, language: str) -> tuple[int, ...]:
    """Where the stems of a name stand among words, from `start` on; () where they do not."""
    places: list[int] = []
    for at in range(start, len(words)):
        if words[at].stem == name[len(places)]:
            places.append(at)
            if len(places) == len(name):
                return tuple(places)
        elif not is_weak(words[at], language):
            break
    return ()


@lru_cache(maxsize=8)
def _names_by_first(language: str) -> dict[str, list[tuple[tuple[str, ...], str]]]:
    """Every name as stems, with its concept's key, by its first stem."""
    found: dict[str, list[tuple[tuple[str, ...], str]]] = defaultdict(list)
    for concept in concepts().values():
        for name in concept.names:
            stems = tuple(word.stem for word in content_words(name, language))
            if stems and (stems, concept.key) not in found[stems[0]]:
                found[stems[0]].append((stems, concept.key))
    return dict(found)


@lru_cache(maxsize=8)
def weak_stems(language: str) -> frozenset[str]:
    """Stems of the words that say in what form, or how much, of something is wanted."""
    lists = wordlist("wording", PACKAGE)["weak"]
    return frozenset(stem_of(word, language) for word in f"{lists['en']} {lists['sv']}".split())


@cache
def wording_form(table: str, name: str) -> re.Pattern[str]:
    """A pattern of `data/wording.toml`, in any case."""
    return re.compile(wordlist("wording", PACKAGE)[table][name], re.IGNORECASE)


@lru_cache(maxsize=8)
def form_stems(language: str) -> frozenset[str]:
    """Stems of the forms that are named after what they hold: "property list"."""
    return frozenset(stem_of(word, language) for word in wordlist("wording", PACKAGE)["forms"]["after"].split())


def is_weak(word: Token, language: str) -> bool:
    """Whether what answers a request may well lack the word."""
    return word.stem in weak_stems(language)
