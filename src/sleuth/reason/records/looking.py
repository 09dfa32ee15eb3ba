"""Patterns of what a page must say, in its text or its names, so that one of its tables may answer a question."""

import re
from collections.abc import Iterator

from sleuth.language.concepts import SHORT_FORMS, asked_by, both_stems, columns_told, kinds_of_rows, rows_named
from sleuth.language.countries import country_of, names_of
from sleuth.language.wordlist import wordlist
from sleuth.reason.records.asking import Asking
from sleuth.reason.records.senses.headings import says_date, says_rate
from sleuth.reason.records.senses.names import without_list
from sleuth.reason.records.senses.offices import offices_named
from sleuth.reason.records.senses.values import says_place
from sleuth.reason.records.states import said_of_states

_LEAST = 2  # letters of a word's beginning


def patterns_of(asking: Asking) -> list[str]:
    """For each telling word a regular expression, for text in small letters: the word itself or what it may mean.

    A column of days need not say "date", one of percent no "rate", and a place not what kind of place it is.
    """
    silent = {number for number in asking.words if says_date(asking, number) or says_rate(asking, number)}
    silent.update(number for number in asking.words if says_place(asking, number))
    found = [_pattern(asking, number) for number in asking.words if number not in silent]
    return list(dict.fromkeys(found))


def _pattern(asking: Asking, number: int) -> str:
    said = sorted({re.escape(one) for one in _alternatives(asking, number)}, key=len)
    return "|".join(said)


def _alternatives(asking: Asking, number: int) -> Iterator[str]:
    word = asking.tokens[number]
    folded = word.text.casefold().removesuffix("'s").removesuffix("’s")
    yield _beginning(folded, word.stem)
    if folded.startswith("un") and len(folded) > _LEAST + 4:
        yield folded[2:-1]
    yield from _meaning_the_same(folded)
    yield from said_of_states(folded)
    for names, words in offices_named(asking):
        yield from names if number in words else ()
    if kept := without_list(folded):
        yield from _meaning_the_same(kept)
        yield kept
    forms = wordlist("records")["totals"]
    if re.fullmatch(forms["months"], folded) or re.fullmatch(forms["day"], folded):
        yield folded[0]  # a heading shortens it: "Notice (m)"
    if re.fullmatch(forms["ends"], folded):
        yield from ("28", "29", "30", "31")  # the last day of a month
    for start in range(max(0, number - 2), number + 1):
        text = " ".join(token.text for token in asking.tokens[start : number + 1])
        if code := country_of(text):
            yield from names_of(code)
    if number in asking.times and (not folded.isdigit() or len(folded) == 1):
        yield from ("q", "h", "fy")  # parts of a year in short: "the third quarter of fiscal 2025"
    if any(map(str.isdigit, folded)):
        yield folded.lstrip("fy")[-2:]


def _beginning(word: str, stem: str) -> str:
    """What a word and its stem begin with alike."""
    while len(stem) > _LEAST and not word.startswith(stem):
        stem = stem[:-1]
    return stem if word.startswith(stem) else word


def _meaning_the_same(word: str) -> Iterator[str]:
    """The other words of the kinds of rows and columns that a word means."""
    told = columns_told()
    kinds = [rows_named()[kind] for kind in kinds_of_rows(both_stems(word))]
    kinds += [told[name].words | told[name].weak for name in asked_by(word)]
    for stems in kinds:
        yield from (stem.removesuffix("i") for _, stem in stems)
        yield from (short for short, full in SHORT_FORMS.items() if both_stems(full) & stems)
