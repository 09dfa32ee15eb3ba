"""The words of a question that ask for a state of rows: "secured", "expired", "in force"."""

from collections.abc import Iterator

from sleuth.findings.records.columns import Column, Kind, yes_or_no
from sleuth.findings.records.reading import Records, distinct
from sleuth.language.concepts import is_frame
from sleuth.language.tokens import stem_of, tokens
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
    """Words that ask for the state of rows: what a column of statuses or remarks says, else by the end of its term."""
    told = list(_statuses(asking, records))
    yield from told
    if not told:
        yield from _terms(asking, records)


def _statuses(asking: Asking, records: Records) -> Iterator[Meaning]:
    """Words for a state that a column tells of its rows."""
    for number in asking.words:
        states = states_asked(asking.tokens[number].text)
        columns = values_in(states, records) if states else ()
        for column, values in columns:
            others = tuple(value for value in distinct(records.rows, column.index) if value not in values)
            yield Meaning(Sense.VALUE, frozenset([number]), 2.6, column, values or others, is_not=not values)


def _terms(asking: Asking, records: Records) -> Iterator[Meaning]:
    """Words that ask whether a term has ended, where one column says when it does and none tells statuses."""
    ends = [column for column in records.columns if column.kind is Kind.DAYS and "expiry" in column.tells]
    if len(ends) != 1 or asking.days or status_column(records) is not None:
        return
    for number in asking.words:
        word = asking.tokens[number].text
        if not asks_of_term(word):
            continue
        first = number - 1 if word.casefold() == "out" else number  # "run out"
        here = frozenset((first, number)) & frozenset(asking.words)
        yield Meaning(Sense.TERM, here, 2.6, ends[0], is_not=lasts(word))
