"""The words of a question that say what a row of a list is: "leases", "customers"."""

import re
from collections.abc import Iterator, Sequence

from sleuth.findings.records.columns import Column, Kind
from sleuth.findings.records.reading import Records
from sleuth.language.concepts import asked_by, both_stems, kinds_of_rows, shares_stem, text_stems
from sleuth.language.tokens import tokens
from sleuth.language.wordlist import wordlist
from sleuth.reason.records.asking import Asking
from sleuth.reason.records.senses.meaning import Meaning, Sense
from sleuth.reason.records.senses.names import Names, is_list_word, is_plural

_IN_HEADINGS = frozenset(["contracts", "leases", "loans"])  # rows that only a column may name, by its days


def rows_meant(asking: Asking, records: Records, names: Names) -> Iterator[Meaning]:
    """Words that say what a row is: by the heading over the names, by the table's name, or by another column's."""
    counted = _counted((*names.own, records.named_by.heading))
    called_after = names.rows
    said = {word.text.casefold() for name in names.all for word in tokens(name)}
    is_by_time = records.by_time is not None  # then a title says what is counted at each time: a month is no employee
    for number in asking.words:
        word = asking.tokens[number].text
        kinds = kinds_of_rows(both_stems(word))
        if kinds & counted or number in asking.times or is_list_word(word):
            continue
        here = frozenset([number])
        for column in _columns_called(word, asking, records):
            is_own = column.index == records.naming or column.kind is Kind.IDENTITY
            if not is_own and len(kinds) > 1:
                continue  # a "facility" is a loan, or a site: another column of a list of people tells neither
            yield Meaning(Sense.ROWS, here, 3.0 if is_own else 2.0, None if is_own else column, kinds=kinds)
        if _is_of_days(kinds, records):
            yield Meaning(Sense.ROWS, here, 1.8, None, kinds=kinds)
        is_of_title = bool(kinds & called_after) or (_is_open(word, kinds) and word.casefold() in said)
        if is_of_title and not is_by_time:
            yield Meaning(Sense.ROWS, here, 2.4, None, kinds=kinds)


def _columns_called(word: str, asking: Asking, records: Records) -> Iterator[Column]:
    """The columns of names that a word calls; of days only those that rows are named by."""
    for column in records.columns:
        is_kind = column.kind in (Kind.TEXT, Kind.IDENTITY)
        is_month = column.kind is Kind.DAYS and column.index == records.naming
        if (is_kind or is_month) and calls(word, column, asking.language):
            yield column


def calls(word: str, column: Column, language: str) -> bool:
    """Whether a word says what the rows are that a column names."""
    if shares_stem(word, column.heading, language):
        return True
    headed = kinds_of_rows(text_stems(column.heading))
    return bool(kinds_of_rows(both_stems(word)) & headed)


def _counted(texts: Sequence[str]) -> frozenset[str]:
    """The kinds that titles say the cells count: below "Number of employees" a row is a country, no employee."""
    form = rf"(?:{wordlist('records')['totals']['counts']})\s+\w+"
    found = [said for text in texts for said in re.findall(form, text.casefold())]
    return frozenset().union(*(kinds_of_rows(text_stems(said)) for said in found))


def _is_of_days(kinds: frozenset[str], records: Records) -> bool:
    """Whether a column says when each row's contract begins or ends: "Contract until" makes rows contracts too."""
    sought = kinds & _IN_HEADINGS
    days = [column for column in records.columns if column.kind is Kind.DAYS] if sought else []
    return any(sought & kinds_of_rows(text_stems(column.heading)) for column in days)


def _is_open(word: str, kinds: frozenset[str]) -> bool:
    """Whether a word may say what rows are, though no list of ours names it. "Sales" asks for a column."""
    return not kinds and not asked_by(word) and is_plural(word)
