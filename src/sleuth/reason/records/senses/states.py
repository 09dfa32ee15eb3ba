"""The words of a question that ask for a state of rows: "secured", "expired", "in force"."""

import re
from collections.abc import Iterator

from sleuth.findings.records.columns import Column, Kind, yes_or_no
from sleuth.findings.records.reading import Records, distinct
from sleuth.language.concepts import is_frame
from sleuth.language.days import read_days
from sleuth.language.tokens import stem_of, tokens
from sleuth.language.wordlist import wordlist
from sleuth.reason.records.asking import Asking
from sleuth.reason.records.senses.meaning import Meaning, Sense
from sleuth.reason.records.states import asks_of_term, lasts, states_asked, status_column, values_in


def flags_meant(asking: Asking, records: Records) -> Iterator[Meaning]:
    """Words that are the heading of a column of yes and no: "secured", "unsecured", "with a framework agreement"."""
    for column in records.columns:
        meaning = _flag(column, asking, records) if column.kind is Kind.YES_NO else None
        if meaning is not None:
            yield meaning


def _flag(column: Column, asking: Asking, records: Records) -> Meaning | None:
    """What the question says of a column of yes and no; None where it leaves out a word of its heading."""
    language = asking.language
    heading = [word for word in tokens(column.heading, language) if not is_frame(word.text, language)]
    stems = {word.stem for word in heading}
    stated: dict[int, str] = {}  # numbers of words, with the stem of the heading that each says
    denied: dict[int, str] = {}
    for number in asking.words:
        word = asking.tokens[number]
        without_un = _without_un(word.text, language)
        if word.stem in stems:
            stated[number] = word.stem
        if without_un in stems:
            denied[number] = without_un
    if not stems or {*stated.values(), *denied.values()} != stems:
        return None
    is_not = asking.is_negated != bool(denied)
    values = tuple(value for value in distinct(records.rows, column.index) if yes_or_no(value) is not is_not)
    return Meaning(Sense.FLAG, frozenset((*stated, *denied)), 0.8 + 1.5 * len(stems), column, values, is_not)


def _without_un(word: str, language: str) -> str:
    """The stem of what a word denies: that of "secured" for "unsecured"; "" for other words."""
    kept = word[2:] if word.casefold().startswith("un") else ""
    return stem_of(kept, language) if kept else ""


def states_meant(asking: Asking, records: Records) -> Iterator[Meaning]:
    """Words that ask for the state of rows: what a column of statuses or remarks says, else by the end of its term.

    "… and has any of them lapsed?" limits no rows: it asks of each what tells it.
    """
    apart = frozenset(number for number in asking.words if _is_asked_of_all(asking, number))
    told = [meaning for meaning in _statuses(asking, records) if not meaning.words & apart]
    yield from told
    if not told and not apart:
        yield from _terms(asking, records)
    for number in apart:
        column = _end_of_term(records) if "ended" in states_asked(asking.tokens[number].text) else None
        if column is not None:
            yield Meaning(Sense.HEADING, frozenset([number]), 2.6, column)


def _is_asked_of_all(asking: Asking, number: int) -> bool:
    """Whether a word is asked of rows that were named before it: the "lapsed" of "has any of them lapsed"."""
    before = asking.text[: asking.tokens[number].start]
    return re.search(wordlist("records")["states"]["asked_of"], before, re.IGNORECASE) is not None


def _end_of_term(records: Records) -> Column | None:
    """The one column that says on which day each row's term ends."""
    ends = [column for column in records.columns if column.kind is Kind.DAYS and "expiry" in column.tells]
    return ends[0] if len(ends) == 1 else None


def untold_states(asking: Asking, records: Records) -> frozenset[int]:
    """Words that ask which rows have ended, where no status says so of one and the day of one may have passed: then no
    row is known to be meant, and none is not."""
    ended = [n for n in asking.words if "ended" in states_asked(asking.tokens[n].text)]
    if not ended or not _may_have_passed(records) or status_column(records) is None:
        return frozenset()
    told = {number for meaning in states_meant(asking, records) for number in meaning.words}
    return frozenset(ended) - told


def _may_have_passed(records: Records) -> bool:
    """Whether the term of a row may have ended, though no status says so: its day is past, or of what day the list is
    is not known."""
    column = _end_of_term(records)
    if column is None:
        return False
    days = [days for row in records.rows if (days := read_days(row.text(column.index), day_first=column.day_first))]
    return records.as_of is None or any(one.last < records.as_of for one in days)


def _statuses(asking: Asking, records: Records) -> Iterator[Meaning]:
    """Words for a state that a column tells of its rows."""
    for number in asking.words:
        states = states_asked(asking.tokens[number].text)
        columns = values_in(states, records) if states else ()
        for column, values in columns:
            if not values and "ended" in states and _may_have_passed(records):
                continue
            others = tuple(value for value in distinct(records.rows, column.index) if value not in values)
            yield Meaning(Sense.VALUE, frozenset([number]), 2.6, column, values or others, is_not=not values)


def _terms(asking: Asking, records: Records) -> Iterator[Meaning]:
    """Words that ask whether a term has ended, where one column says when it does and none tells statuses."""
    end = _end_of_term(records)
    if end is None or asking.days or status_column(records) is not None:
        return
    for number in asking.words:
        word = asking.tokens[number].text
        if not asks_of_term(word):
            continue
        first = number - 1 if word.casefold() == "out" else number  # "run out"
        here = frozenset((first, number)) & frozenset(asking.words)
        yield Meaning(Sense.TERM, here, 2.6, end, is_not=lasts(word))
