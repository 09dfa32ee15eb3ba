"""Completes a question by the question over rows before it: the same rows, another condition, column or operation."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from sleuth.findings.records.columns import NUMERIC, Column, Kind
from sleuth.findings.records.reading import Records
from sleuth.language.concepts import kinds_of_rows, text_stems
from sleuth.language.glyphs import plain
from sleuth.language.table_query import Condition, Dated, OneOf, Ranged, RowOperation, TableQuery
from sleuth.language.wordlist import wordlist
from sleuth.reason.records.asking import Asking, DayLimit, take_apart
from sleuth.reason.records.binding import Bound, names_time, read_in
from sleuth.reason.records.building import Parts, build_of_rows, conditions_of
from sleuth.reason.records.drafting import Built
from sleuth.reason.records.senses.meaning import Meaning, Sense
from sleuth.reason.records.senses.names import Names

_RANKS = (RowOperation.LARGEST, RowOperation.SMALLEST)
_ARITHMETIC = (RowOperation.SUM, RowOperation.AVERAGE)
_OPEN = (RowOperation.LIST, RowOperation.VALUE)  # where a question says no other operation


@dataclass(frozen=True, slots=True)
class RowsBefore:
    """The typed question that was answered before, and the list that answered it."""

    query: TableQuery
    document: int
    page: int
    place: int  # the table's number on the page, from 0
    naming: str  # the heading over the rows' names
    names: tuple[str, ...]  # of the rows that were told, in their order
    counted: int  # rows of the list in all

    @property
    def is_part(self) -> bool:
        """Whether fewer than all rows of the list were meant."""
        return len(self.names) < self.counted

    @property
    def held(self) -> tuple[Condition, ...] | None:
        """The conditions that mean the same rows again; None where nothing does."""
        if self.query.distinct:
            return None
        chosen_otherwise = self.query.is_ranked or (self.query.operation is RowOperation.LIST and self.query.columns)
        if not (chosen_otherwise and self.is_part):
            return self.query.conditions
        if len(set(self.names)) < len(self.names) or not all(self.names):
            return None
        return (OneOf(self.naming, self.names),)


def without_opening(message: str) -> str:
    """A message without the words that only say that it goes on: "And", "ok, and", "what about"."""
    opening = re.match(wordlist("records")["follow"]["opens"], plain(message).text)
    return message[plain(message).end(opening.end() - 1) :].strip(" ,") if opening else message


def means_rows(message: str) -> bool:
    """Whether a message speaks of rows that were told before: "those", "of them", "how much is that"."""
    form = plain(message).text
    return _says("rows", form) and not _says("other", form)


def means_only_rows(message: str) -> bool:
    """Whether a message can mean nothing else than rows that were told before: "of those", "how much is that"."""
    return _says("only", plain(message).text.strip(" ?.!"))


def needs_rows(question: str) -> bool:
    """Whether a question means nothing without one before it: "what rent is that in total?"."""
    return _says("bare", plain(question).text)


def _says(name: str, form: str) -> bool:
    return re.search(wordlist("records")["follow"][name], form) is not None


def follow(message: str, before: RowsBefore, records: Records, names: Names) -> Bound | str:
    """The typed question that a message makes together with the one before, or why it makes none."""
    text = without_opening(message)
    asking = take_apart(text, follows=True)
    is_of_more = asking.ranks and asking.count > len(before.names)  # "top 5 together?" after the largest
    same_rows = means_rows(text) and not is_of_more
    if records.coded_by is not None and records.coded_by.heading == before.naming:
        records = records.named_with(records.coded_by.index)
    held = before.held if same_rows else before.query.conditions
    if held is None:
        return "the rows that were told cannot be asked for again"
    taken = _Taken(before.query, held, same_rows)
    return read_in(
        asking,
        records,
        names,
        lambda limit, chosen: _day_columns(limit, records, before.query, chosen),
        lambda parts: _completed(asking, records, parts, taken, names),
    )


def _day_columns(
    limit: DayLimit, records: Records, before: TableQuery, chosen: Sequence[Meaning]
) -> Iterator[Column | None]:
    """The columns that a day may limit: a headed one, else the one that the question before limited.

    None where it only says which column is meant: the 2024 of "how much 2024 sales is that?".
    """
    named = [meaning.column for meaning in chosen if meaning.sense is Sense.HEADING and meaning.column is not None]
    headed = [column for column in named if column.kind is Kind.DAYS]
    if not headed and limit.is_open and names_time(limit, [column.heading for column in named]):
        yield None
        return
    limited = [records.column(one.column) for one in before.conditions if isinstance(one, Dated)]
    yield from dict.fromkeys(headed or limited)


@dataclass(frozen=True, slots=True)
class _Taken:
    """What a follow-up takes from the question before it."""

    before: TableQuery
    held: tuple[Condition, ...]
    same_rows: bool  # "those": its own conditions are added; else they replace those of the same column


def _completed(asking: Asking, records: Records, parts: Parts, taken: _Taken, names: Names) -> Built:
    own = conditions_of(asking, records, parts, _ranged_before(records, taken.before))
    if isinstance(own, str):
        return own
    if any(noun.column is not None for noun in parts.of(Sense.ROWS)):
        return "it asks for the values of a column"
    limited = {condition.column for condition in own}
    headed = dict.fromkeys(m.column for m in parts.of(Sense.HEADING) if m.column is not None)
    wanted = tuple(column for column in headed if column.heading not in limited)
    if not taken.same_rows:
        kept = tuple(one for one in taken.held if one.column not in limited)
        if not own and not wanted and asking.operation in _OPEN:
            return "it names nothing else than the question before"
        if not own and kept and _says("all", plain(asking.text).text):
            return "it may mean all rows"
        return _varied(asking, records, (*kept, *own), wanted, taken.before, names)
    operation = asking.operation
    if operation in _OPEN and wanted and _says("sum", plain(asking.text).text):
        operation = RowOperation.SUM
    columns = wanted or _columns_before(records, operation, taken.before)
    return _of_rows(asking, records, operation, (*taken.held, *own), columns, taken.before, names)


def _varied(
    asking: Asking,
    records: Records,
    conditions: tuple[Condition, ...],
    wanted: tuple[Column, ...],
    before: TableQuery,
    names: Names,
) -> Built:
    """The question before with other conditions, another column, or another operation that the message says."""
    if asking.operation not in _OPEN:
        columns = wanted or _columns_before(records, asking.operation, before)
        return _of_rows(asking, records, asking.operation, conditions, columns, before, names)
    if wanted and (before.distinct or before.operation is RowOperation.COUNT):
        return "it asks for more than a number of rows"
    if wanted and before.operation in (*_RANKS, *_ARITHMETIC, RowOperation.SHARE):
        kinds = (*NUMERIC, Kind.DAYS) if before.operation in _RANKS else (Kind.AMOUNT,)
        if len(wanted) != 1 or wanted[0].kind not in kinds:
            return "that is no column to rank by or to add up"
    headings = tuple(column.heading for column in wanted) or before.columns
    beside = () if wanted else before.beside
    varied = replace(
        before, text=asking.text, language=asking.language, conditions=conditions, columns=headings, beside=beside
    )
    return varied, 0.0


def _of_rows(
    asking: Asking,
    records: Records,
    operation: RowOperation,
    conditions: tuple[Condition, ...],
    wanted: Iterable[Column],
    before: TableQuery,
    names: Names,
) -> Built:
    kinds = kinds_of_rows(text_stems(before.rows))
    built = build_of_rows(replace(asking, operation=operation), records, kinds, conditions, wanted, names.all)
    return built if isinstance(built, str) else (replace(built[0], rows=before.rows), built[1])


def _columns_before(records: Records, operation: RowOperation, before: TableQuery) -> tuple[Column, ...]:
    """The column that was computed over before, where a follow-up names none of its own."""
    if operation not in (*_ARITHMETIC, RowOperation.SHARE, *_RANKS):
        return ()
    computed = (records.column(heading) for heading in before.columns)
    return tuple(column for column in computed if column.kind is Kind.AMOUNT)


def _ranged_before(records: Records, before: TableQuery) -> tuple[Column, ...]:
    return tuple(records.column(one.column) for one in before.conditions if isinstance(one, Ranged))
