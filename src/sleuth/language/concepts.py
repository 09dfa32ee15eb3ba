"""What the words of a list mean: which rows it has ("customers", "kunder") and what a column tells ("Lease ends")."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from sleuth.language.stems import stem
from sleuth.language.tokens import stem_of, tokens
from sleuth.language.wordlist import wordlist

_LANGUAGES = ("en", "sv")
# How Swedish headings shorten "till och med" and "från och med", and words that mean the same.
SHORT_FORMS = {"t.o.m": "tom", "fr.o.m": "från"}

Stem = tuple[str, str]  # a language, and a stem in it: stems of one language mean nothing in another


@dataclass(frozen=True, slots=True)
class Telling:
    """A kind of column: by which words a heading shows it, and by which a question asks for it."""

    name: str
    words: frozenset[Stem]
    weak: frozenset[Stem]  # show it only where the heading tells nothing else
    asks: frozenset[Stem]
    of: str  # the rows that it can only be said of; "" where it may be any


def both_stems(word: str) -> frozenset[Stem]:
    """A word's stems in English and in Swedish."""
    return frozenset((language, one) for language in _LANGUAGES for one in stems_in(word, language))


@lru_cache(maxsize=16384)
def stems_in(word: str, language: str) -> frozenset[str]:
    """The stems of a word in one language: of a Swedish compound two, for the shorter often cuts into its last part."""
    return (
        frozenset((stem_of(word, language), stem(word, language)))
        if language == "sv"
        else frozenset((stem_of(word, language),))
    )


def shares_stem(word: str, text: str, language: str) -> bool:
    """Whether a text has a form of a word."""
    said = stems_in(word, language)
    return any(said & stems_in(other.text, language) for other in tokens(text, language))


@lru_cache(maxsize=8192)
def text_stems(text: str) -> frozenset[Stem]:
    """The stems of a text's words in English and in Swedish."""
    for short, full in SHORT_FORMS.items():
        text = text.casefold().replace(short, full)
    return frozenset(pair for word in tokens(text) for pair in both_stems(word.text))


@cache
def rows_named() -> dict[str, frozenset[Stem]]:
    """The kinds of rows, each with the stems that name it."""
    return {name: _stems(row, "words") for name, row in wordlist("records")["rows"].items()}


def for_many(word: str, language: str) -> str:
    """A noun for rows in its form for many: "customers" of "customer"; "" where that is not known."""
    form, one = word.casefold(), wordlist("records")["one"]
    if form in one["many"].split() or (language == "sv" and form.endswith(tuple(one["neuter_sv"].split()))):
        return word
    nouns = [noun for row in wordlist("records")["rows"].values() for noun in row.get(f"words_{language}", "").split()]
    if form not in nouns:
        return word
    if language != "en" or form == "person":
        return ""
    return f"{word[:-1]}ies" if form.endswith("y") else f"{word}s"


@cache
def ambiguous_in_titles() -> frozenset[Stem]:
    """The stems that name rows in a heading, but not in a title: "management accounts" lists no customers."""
    return frozenset().union(*(_stems(row, "ambiguous") for row in wordlist("records")["rows"].values()))


@cache
def sizes_of(rows: str) -> tuple[str, ...]:
    """The columns that tell which of some rows is the largest, the best first."""
    return tuple(wordlist("records")["rows"].get(rows, {}).get("size", "").split())


@cache
def columns_told() -> dict[str, Telling]:
    """The kinds of columns, by name."""
    return {
        name: Telling(name, _stems(row, "words"), _stems(row, "weak"), _stems(row, "asks"), row.get("of", ""))
        for name, row in wordlist("records")["columns"].items()
    }


def kinds_of_rows(stems: Iterable[Stem]) -> frozenset[str]:
    """The kinds of rows that one of the stems names."""
    said = frozenset(stems)
    return frozenset(name for name, words in rows_named().items() if said & words)


@lru_cache(maxsize=8192)
def told_by(heading: str) -> frozenset[str]:
    """What a column under a heading tells: names of `columns` in `data/records.toml`.

    An aside of what it counts in tells of another column: a "Bonus (months of salary)" is no salary.
    """
    said = text_stems(re.sub(wordlist("records")["totals"]["counted_in"], " ", heading.casefold()))
    told = frozenset(name for name, telling in columns_told().items() if said & telling.words)
    return told or frozenset(name for name, telling in columns_told().items() if said & telling.weak)


def says_ownership(heading: str) -> bool:
    """Whether a heading says ownership in words that mean nothing else: "Holding", not "Share capital"."""
    return bool(text_stems(heading) & columns_told()["ownership"].words)


@lru_cache(maxsize=8192)
def asked_by(word: str) -> frozenset[str]:
    """The kinds of columns that a word of a question asks for."""
    folded = word.casefold()
    said = both_stems(word)
    for prefix in wordlist("records")["compounds"]["prefixes_sv"].split():
        if folded.startswith(prefix) and len(folded) > len(prefix) + 2:
            said |= both_stems(folded.removeprefix(prefix))  # "snittlönen"
    return frozenset(
        name for name, telling in columns_told().items() if said & (telling.words | telling.weak | telling.asks)
    )


@cache
def is_frame(word: str, language: str) -> bool:
    """Whether a word of a question restricts no rows."""
    return word.casefold() in _frame(language) or word.casefold() in _said()


@cache
def _frame(language: str) -> frozenset[str]:
    return frozenset(str(wordlist("records")["frame"].get(language, "")).split())


@cache
def _said() -> frozenset[str]:
    return frozenset(wordlist("records")["said"]["words"].split())


def _stems(row: dict[str, Any], key: str) -> frozenset[Stem]:
    return frozenset(
        (language, one)
        for language in _LANGUAGES
        for word in row.get(f"{key}_{language}", "").split()
        for one in stems_in(word, language)
    )
