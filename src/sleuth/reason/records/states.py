"""What state a row is in, as a column of statuses or remarks says it: in force, ended, pending, held up."""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from sleuth.findings.records.columns import Column, Kind
from sleuth.findings.records.reading import Records, distinct
from sleuth.language.glyphs import plain
from sleuth.language.tokens import letter_words
from sleuth.language.wordlist import wordlist

_LIVE = "live"
_TROUBLE = frozenset(["ended", "held"])
_MOST_STATUSES = 8  # different ones of a column that parts the rows by them


def states_asked(words: str) -> frozenset[str]:
    """The states that a word of a question asks for; more than one where it asks for any trouble."""
    said = wordlist("records")["states"]
    word = words.casefold()
    if word in said["trouble"].split():
        return _TROUBLE
    return frozenset(name for name in said["kinds"] if word in said[name]["asks"].split())


def said_of_states(word: str) -> Iterator[str]:
    """The words by which a list may tell what a word asks for of the state of its rows."""
    said = wordlist("records")["states"]
    for name in states_asked(word):
        yield from said[name]["says"].split()
    if asks_of_term(word):
        yield from said["term"].split()


def asks_of_term(word: str) -> bool:
    """Whether a word asks for rows whose term has ended, or for those whose term has not."""
    return ends_term(word) or lasts(word)


def ends_term(word: str) -> bool:
    """Whether a word says that a term has ended: "expired"."""
    return word.casefold() in wordlist("records")["states"]["past"].split()


def lasts(word: str) -> bool:
    """Whether a word says that a term has not ended: in "force"."""
    return word.casefold() in wordlist("records")["states"]["lasting"].split()


def values_in(states: frozenset[str], records: Records) -> Iterator[tuple[Column, tuple[str, ...]]]:
    """The columns that tell the state of each row, with the values that say one of some states.

    A column of statuses tells it where each of its values says one state; a column of remarks only what is wrong.
    """
    for column in records.columns:
        if column.kind is not Kind.TEXT or column.index == records.naming:
            continue
        told = {value: state_of(value) for value in distinct(records.rows, column.index)}
        meant = tuple(value for value, state in told.items() if state in states)
        if is_of_states(column, told.values()):
            others = any(state not in states for state in told.values())
            if meant or (others and states != _TROUBLE):
                yield column, meant
        elif is_of_remarks(column) and meant and states <= _TROUBLE:
            yield column, meant


def is_of_states(column: Column, states: Iterable[str]) -> bool:
    """Whether a column of statuses says one known state in each of its cells."""
    told = set(states)
    return "status" in column.tells and bool(told) and "" not in told


def is_of_remarks(column: Column) -> bool:
    """Whether a column holds remarks, which may say a state."""
    return re.search(wordlist("records")["states"]["remarks"], column.heading.casefold()) is not None


def status_column(records: Records) -> Column | None:
    """The column of few statuses by which the rows differ; None where there is none, or are several."""
    found = [
        column
        for column in records.columns
        if column.kind is Kind.TEXT and "status" in column.tells and 1 < _differ(records, column) <= _MOST_STATUSES
    ]
    return found[0] if len(found) == 1 else None


def _differ(records: Records, column: Column) -> int:
    return len(list(distinct(records.rows, column.index)))


def state_of(text: str) -> str:
    """The state that a status or a remark says first: "lapsed – fee not paid", "suspended since the fire of 14 July".

    "" where it says none, denies one, or says of one in force that something is wrong with it.
    """
    said = wordlist("records")["states"]
    words = letter_words(plain(text).text)
    head = letter_words(re.split(r"\s[-–—]\s|[,;:(]", plain(text).text)[0])
    if not head or any(word in said["denies"].split() for word in head):
        return ""
    first = next((state for word in head if (state := _words().get(word))), "")
    others = {state for word in words if (state := _words().get(word))} - {first}
    return "" if first == _LIVE and others else first


@cache
def _words() -> dict[str, str]:
    said = wordlist("records")["states"]
    return {word: name for name in said["kinds"] for word in said[name]["says"].split()}
