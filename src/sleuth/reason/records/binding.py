"""Finds the typed question that all words of a question make together in one list; none where a word is left over."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from sleuth.findings.records.columns import NUMERIC, Column, Kind
from sleuth.findings.records.reading import Records
from sleuth.language.asked import Answer
from sleuth.language.calendar import YEAR
from sleuth.language.concepts import both_stems, kinds_of_rows
from sleuth.language.dates import Date
from sleuth.language.days import Days, days_of
from sleuth.language.quantity import read_cell
from sleuth.language.table_query import TableQuery
from sleuth.language.times import find_times
from sleuth.language.timing import read_timing
from sleuth.language.wordlist import wordlist
from sleuth.reason.records.asking import Asking, DayLimit
from sleuth.reason.records.building import Parts, build
from sleuth.reason.records.drafting import Built
from sleuth.reason.records.executing import execute
from sleuth.reason.records.senses.meaning import Meaning, Sense
from sleuth.reason.records.senses.names import Names, list_words
from sleuth.reason.records.senses.reading import meanings_of
from sleuth.reason.records.senses.rows import calls
from sleuth.reason.understand.phrases import kind_of

_MOST_OF_NAME = 40  # words
_MOST_MEANINGS = 8  # of one word
_MOST_READINGS = 4_000
_ALIKE = 0.05  # weights this near tell no better reading


@dataclass(frozen=True, slots=True)
class Bound:
    """A question as it reads in a list, and how well it fits."""

    query: TableQuery
    records: Records
    weight: float


def bind(asking: Asking, records: Records, names: Names) -> Bound | str:
    """The typed question in a list, or why there is none: a word without a meaning there, or two readings."""
    if not asking.words:
        return "it names nothing"
    if len(asking.words) > _MOST_MEANINGS + 4:
        return "it says too much for one list"
    if _is_of_others(asking, names):
        return "its rows are no more, or not yet, what their kind says"
    if kind_of(asking.text) is Answer.REASON:
        return "its rows tell no reason"
    if any(len(text.split()) > _MOST_OF_NAME for text in _names_in(records)):
        return "a run of text stands in place of a heading or a name"
    if _asks_where(asking) and _are_of_times(records):
        return "its rows are times, no places"
    asked = frozenset().union(*(kinds_of_rows(both_stems(asking.tokens[word].text)) for word in asking.words))
    if "holders" in asked and _is_of_several_companies(records):
        return "its rows are companies that are owned"
    records = _named_as_asked(asking, records)
    return read_in(
        asking,
        records,
        names,
        lambda limit, chosen: _limited(limit, records, chosen, names),
        lambda parts: build(asking, records, parts, names.all),
    )


def _names_in(records: Records) -> list[str]:
    """The headings of a list's columns, and the names of its rows."""
    return [column.heading for column in records.columns] + [row.text(records.naming) for row in records.rows]


def _asks_where(asking: Asking) -> bool:
    """Whether a place is asked for, if with more behind it: "and where do they pay the most, and how much?"."""
    opening = [token.text.casefold() for token in asking.tokens[:2]]
    return "where" in opening or kind_of(asking.text) is Answer.PLACE


def _are_of_times(records: Records) -> bool:
    """Whether each row of a list is a time: months in which shares were bought."""
    return all(find_times(row.text(records.naming)) for row in records.rows)


def _named_as_asked(asking: Asking, records: Records) -> Records:
    """The list with its rows named by their codes, where the question calls them by those: the orders of customers."""
    code = records.coded_by
    if code is None:
        return records
    called = set(list_words(asking))
    said = [asking.tokens[number].text for number in asking.words if number not in called]
    of_names = any(calls(word, records.named_by, asking.language) for word in said)
    if of_names or not any(calls(word, code, asking.language) for word in said):
        return records
    return records.named_with(code.index)


def _is_of_others(asking: Asking, names: Names) -> bool:
    """Whether a list is of lost customers, or of others that are none any more, and the question does not say so."""
    gone = wordlist("records")["gone"]
    is_gone = any(re.search(gone["titles"], name.casefold()) for name in names.own)
    return is_gone and re.search(gone["asks"], asking.text.casefold()) is None


def _is_of_several_companies(records: Records) -> bool:
    """Whether a list tells of parts of more than one whole: its rows are owned, and hold nothing."""
    for column in records.columns:
        if "ownership" not in column.tells:
            continue
        cells = [read_cell(row.text(column.index), column.comma_is_decimal) for row in records.rows]
        parts = sorted(cell.value for cell in cells if cell is not None)[:-1]  # the last may be a total
        if sum(parts) > _WHOLE and parts[-1] <= _WHOLE:
            return True
    return False


_WHOLE = 105  # percent, with room for rounding


def read_in(
    asking: Asking,
    records: Records,
    names: Names,
    limited: Callable[[DayLimit, Sequence[Meaning]], Iterable[Column | None]],
    make: Callable[[Parts], Built],
) -> Bound | str:
    """The likeliest typed question that the meanings of all words make in a list, or why they make none.

    `limited`: the columns that a day may limit, None where it only says which column or list is meant. `make`: the
    typed question of some meanings.
    """
    meanings = meanings_of(asking, records, names)
    unknown = [n for n in asking.words if not any(n in meaning.words for meaning in meanings)]
    if unknown:
        return f"nothing in it is called “{asking.tokens[unknown[0]].text}”"
    readings: dict[TableQuery, float] = {}
    reason = "its words do not go together in it"
    for meant in _readings(asking, meanings):
        chosen = (*meant, *_columns_of_times(asking, records, meant))
        for days in product(*(tuple(limited(limit, chosen)) for limit in asking.days)):
            built = make(Parts(chosen, days))
            if isinstance(built, str):
                reason = built
                continue
            query, bonus = built
            readings[query] = max(readings.get(query, 0.0), _weight(chosen) + bonus)
    return _best_of(readings, records) if readings else reason


def _columns_of_times(asking: Asking, records: Records, chosen: Sequence[Meaning]) -> Iterator[Meaning]:
    """The columns that are headed by the times asked of and nothing else, where the list's name says what is counted.

    "Sales to Acme in H1 2026" of "Net sales by customer" over years and half-years. Rows that are measures themselves,
    as those of a sheet of indicators, are read as cells, with their units.
    """
    is_headed = any(m.sense is Sense.HEADING and m.column is not None and m.column.kind in NUMERIC for m in chosen)
    is_titled = any(m.sense is Sense.NAME and not m.is_list for m in chosen)
    if is_headed or not is_titled:
        return
    for limit in asking.days:
        headed = [c for c in records.columns if c.kind in NUMERIC and limit.is_open and _is_of(limit, c.heading)]
        if len(headed) == 1:
            here = frozenset(n for n, token in enumerate(asking.tokens) if limit.start <= token.start < limit.end)
            yield Meaning(Sense.HEADING, here, 1.2, headed[0])


def _is_of(limit: DayLimit, heading: str) -> bool:
    timing = read_timing(heading)
    return timing is not None and timing.is_time and not timing.rest and names_time(limit, [heading])


def _best_of(readings: Mapping[TableQuery, float], records: Records) -> Bound | str:
    """The likeliest of several readings; why there is none where two are as likely, and not of the same rows."""
    ranked = sorted(readings.items(), key=lambda item: -item[1])
    for query, weight in ranked[1:]:
        if ranked[0][1] - weight < _ALIKE and not _selects_alike(ranked[0][0], query, records):
            return f"it may mean {ranked[0][0]}, or {query}"
    return Bound(ranked[0][0], records, ranked[0][1])


def _selects_alike(one: TableQuery, other: TableQuery, records: Records) -> bool:
    """Whether two readings tell the same: "at Brackenhill" by a column of entities, and by one of sites."""
    if (one.operation, one.columns) != (other.operation, other.columns):
        return False
    selected, others = execute(one, records), execute(other, records)
    if isinstance(selected, str) or isinstance(others, str):
        return False
    return selected.rows == others.rows


def _readings(asking: Asking, meanings: Sequence[Meaning]) -> Iterator[tuple[Meaning, ...]]:
    """Choices of meanings that account for every telling word once."""
    of_word = {
        number: sorted((m for m in meanings if number in m.words), key=lambda m: -m.weight)[:_MOST_MEANINGS]
        for number in asking.words
    }
    tried = 0
    stack: list[tuple[frozenset[int], tuple[Meaning, ...]]] = [(frozenset(), ())]
    while stack and tried < _MOST_READINGS:
        covered, chosen = stack.pop()
        tried += 1
        left = [number for number in asking.words if number not in covered]
        if not left:
            yield chosen
            continue
        for meaning in of_word[left[0]]:
            if not meaning.words & covered:
                stack.append((covered | meaning.words, (*chosen, meaning)))


def _weight(chosen: Sequence[Meaning]) -> float:
    """How likely the meanings are together: columns cost a little, so that words that may mean one column do."""
    columns = {meaning.column.index for meaning in chosen if meaning.column is not None}
    return sum(meaning.weight for meaning in chosen) - 0.3 * len(columns)


def _limited(limit: DayLimit, records: Records, chosen: Sequence[Meaning], names: Names) -> Iterator[Column | None]:
    headed = [m.column for m in chosen if m.sense is Sense.HEADING and m.column is not None]
    dated = list(dict.fromkeys(column for column in headed if column.kind is Kind.DAYS))
    marks = wordlist("records")["days"]
    meant = {
        tell for tell, mark in (("start", "since"), ("expiry", "till")) if re.search(marks[mark], limit.said.lower())
    }
    fitting = [column for column in records.columns if column.kind is Kind.DAYS and column.tells & meant]
    if dated:
        yield from dated
    elif limit.is_open and records.named_by.kind is Kind.DAYS:
        yield records.named_by
    elif (
        limit.is_open and names_time(limit, [column.heading for column in headed if column.kind is not Kind.DAYS])
    ) or (limit.is_open and names_time(limit, names.all)):
        yield None
    elif len(fitting) == 1:
        yield fitting[0]


def names_time(limit: DayLimit, texts: Sequence[str]) -> bool:
    """Whether a text names the very day, month or year that is asked for."""
    return any(_names_days(limit.days, text) for text in texts)


def _names_days(days: Days, text: str) -> bool:
    timing = read_timing(text)
    if timing is None or timing.year != days.first.year:
        return False
    if timing.half or timing.quarter:
        return days_of(Date(timing.year, half=timing.half, quarter=timing.quarter)) == days
    if days.first == days.last:
        return (timing.month, timing.day) == (days.first.month, days.first.day)
    months = days.last.month - days.first.month + 1
    return timing.month is None if months == YEAR else months == 1 and timing.month == days.first.month
