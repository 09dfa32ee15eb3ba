"""The words of a question that name an office, over the column of a list of people that tells the position of each."""

import re
from collections.abc import Iterator, Sequence

from sleuth.findings.records.columns import Column, Kind
from sleuth.findings.records.reading import Records, distinct
from sleuth.language.tokens import without_genitive
from sleuth.reason.records.asking import Asking
from sleuth.reason.records.senses.meaning import Meaning, Sense
from sleuth.reason.understand.lexicon import offices

_LONGEST = 4  # words of an office
_AND = re.compile(r"\s*(?:,|/|&|\band\b|\boch\b)\s*")


def offices_meant(asking: Asking, records: Records) -> Iterator[Meaning]:
    """An office by any of its names: "the CFO", of a "Chief Financial Officer"; but of no assistant to one."""
    columns = [one for one in records.columns if one.kind is Kind.TEXT and "position" in one.tells]
    for names, words in offices_named(asking) if len(columns) == 1 else ():
        values = tuple(_held_by(columns[0], records, names))
        if values:
            yield Meaning(Sense.VALUE, words, 1.2 + 1.5 * len(words), columns[0], values, is_office=True)


def office_words(asking: Asking) -> frozenset[int]:
    """The telling words that name an office: a part of them names no other, "chief officer" of no chief executive."""
    return frozenset().union(*(words for _, words in offices_named(asking)))


def offices_named(asking: Asking) -> Iterator[tuple[Sequence[str], frozenset[int]]]:
    """The telling words of each office that is named, by its longest name, with all its names."""
    said = [without_genitive(word.text.casefold()) for word in asking.tokens]
    taken: set[int] = set()
    for length in range(_LONGEST, 0, -1):
        for start in range(len(said) - length + 1):
            run = range(start, start + length)
            form = " ".join(said[start : start + length])
            names = next((names for names in offices() if form in names), ())
            words = frozenset(run) & frozenset(asking.words)
            if names and words and not taken & set(run):
                taken |= set(run)
                yield names, words


def _held_by(column: Column, records: Records, names: Sequence[str]) -> Iterator[str]:
    """The positions that are the office, alone or with another: "President and CEO"."""
    for value in distinct(records.rows, column.index):
        form = " ".join(value.casefold().split())
        if form in names or any(part in names for part in _AND.split(form)):
            yield value
