"""Decides which tables answer a question over rows: the best fitting, the newest edition, each that says otherwise."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sleuth.evidence.rows.selection import Selection
from sleuth.findings.records.reading import Records
from sleuth.language.concepts import both_stems, kinds_of_rows
from sleuth.language.table_query import OneOf, RowOperation, TableQuery
from sleuth.language.tokens import words_of_filename
from sleuth.reason.protocol import Document
from sleuth.reason.records.asking import Asking
from sleuth.reason.records.binding import Bound, bind
from sleuth.reason.records.deriving import bind_derived, wish_of
from sleuth.reason.records.executing import execute
from sleuth.reason.records.following import RowsBefore, follow
from sleuth.reason.records.senses.names import Names, is_plural, list_words

_AS_GOOD = 0.35  # weights this near fit alike
_MOST_ANSWERS = 3  # tables that are answered from side by side
_EXPLICIT = (RowOperation.LIST, RowOperation.COUNT, RowOperation.LARGEST, RowOperation.SMALLEST, RowOperation.SHARE)


@dataclass(frozen=True, slots=True)
class Listed:
    """A table of a document, read as a list."""

    document: Document
    records: Records

    @property
    def names(self) -> Names:
        """What the table and its document are called."""
        filename = words_of_filename(self.document.filename)
        return Names(self.records.titles, (filename, re.sub(r"\d+", " ", filename), self.document.title))


@dataclass(frozen=True, slots=True)
class Answered:
    """What one table answers."""

    listed: Listed
    selection: Selection


@dataclass(frozen=True, slots=True)
class RowsFound:
    """What tables answer to a question over rows; or why they do not, though one of them has such rows."""

    answers: tuple[Answered, ...] = ()
    reason: str = ""

    @property
    def query(self) -> TableQuery | None:
        """The typed question of the first answer."""
        return self.answers[0].selection.query if self.answers else None

    @property
    def is_explicit(self) -> bool:
        """Whether the question asks for rows, not for a figure that also stands in one."""
        query = self.query
        return query is not None and (query.operation in _EXPLICIT or bool(query.rows))


def choose(asking: Asking, tables: Iterable[Listed]) -> RowsFound:
    """The answers of the tables in which all words of the question have a meaning."""
    wish = wish_of(asking)
    bound: list[tuple[Listed, Bound]] = []
    reasons: list[str] = []
    for table in tables:
        found = bind(asking, table.records, table.names)
        if isinstance(found, str) and wish is not None:
            found = bind_derived(asking, wish, table.records, table.names)
        if isinstance(found, str):
            reasons.append(f"{table.document.filename}: {found}")
        else:
            bound.append((table, found))
    fitting = _best(_newest(bound))
    answers: list[Answered] = []
    for table, one in fitting:
        selection = execute(one.query, one.records)
        if isinstance(selection, str):
            return RowsFound(reason=f"{table.document.filename}: {selection}")
        if _tells_nothing(asking, selection.query):
            reasons.append(f"{table.document.filename}: it would tell of the rows what the question says of them")
            continue
        answers.append(Answered(table, selection))
    answers = _unlike(answers)
    if len(answers) > _MOST_ANSWERS:
        names = ", ".join(dict.fromkeys(answer.listed.document.filename for answer in answers))
        return RowsFound(reason=f"several tables may be meant: {names}")
    return RowsFound(tuple(answers), "" if answers or not reasons else reasons[0])


def _tells_nothing(asking: Asking, query: TableQuery) -> bool:
    """Whether rows only repeat what limits them, or are listed where one of their values is asked for.

    "How big is the Dartmouth warehouse?" over staff by location: in Dartmouth the location is Dartmouth. "How much
    would she be paid, in euro?" over all salaries: a column without a word for its rows is no list of them.
    """
    said = asking.text.casefold()
    repeated = {
        one.column
        for one in query.conditions
        if isinstance(one, OneOf) and all(value.casefold() in said for value in one.values)
    }
    is_value = asking.operation is RowOperation.VALUE and _DEGREE.match(asking.text) is not None
    lists_rows = query.operation in (RowOperation.LIST, RowOperation.COUNT) and not query.columns
    is_of_all = query.operation in (RowOperation.LIST, RowOperation.VALUE) and not query.rows and not query.conditions
    lists_all = query.operation is RowOperation.LIST and not query.conditions
    is_called_only = lists_all and not query.columns and not _names_things(asking)  # "what was budgeted?"
    pours_out = (is_of_all and asking.operation is not RowOperation.LIST) or is_called_only
    is_open = lists_all and _MODAL.search(asking.text) is not None
    return query.distinct in repeated or (is_value and lists_rows) or pours_out or is_open


def _names_things(asking: Asking) -> bool:
    """Whether a question names a list, or things that rows may be, by a word of their kind or a plural."""
    words = [asking.tokens[number].text for number in asking.words]
    return any(list_words(asking)) or any(is_plural(word) or kinds_of_rows(both_stems(word)) for word in words)


_MODAL = re.compile(r"\b(?:can|could|may|might|must|needs?|(?:have|has|had) to|allowed|kan|får|måste)\b", re.IGNORECASE)
_DEGREE = re.compile(r"\W*(?:how|hur) (?!many|många|much|mycket)\w+", re.IGNORECASE)


def choose_after(message: str, before: RowsBefore, table: Listed) -> RowsFound:
    """What the table that answered before answers to a message that goes on from there."""
    found = follow(message, before, table.records, table.names)
    if isinstance(found, str):
        return RowsFound(reason=f"{table.document.filename}: {found}")
    selection = execute(found.query, found.records)
    if isinstance(selection, str):
        return RowsFound(reason=f"{table.document.filename}: {selection}")
    return RowsFound((Answered(table, selection),))


def _newest(bound: Sequence[tuple[Listed, Bound]]) -> list[tuple[Listed, Bound]]:
    """Without documents whose newer edition answers as well."""
    ids = {table.document.id for table, _ in bound}
    return [(table, one) for table, one in bound if table.document.replaced_by not in ids]


def _best(bound: Sequence[tuple[Listed, Bound]]) -> list[tuple[Listed, Bound]]:
    """Those in which the question fits best; of one document's only them that fit as well as its best."""
    best = max((one.weight for _, one in bound), default=0.0)
    return [(table, one) for table, one in bound if one.weight >= best - _AS_GOOD]


def _unlike(answers: Sequence[Answered]) -> list[Answered]:
    """Each answer once: tables with the same names in the chosen rows and the same figure say the same."""
    kept: dict[tuple[object, ...], Answered] = {}
    for answer in answers:
        kept.setdefault(_said(answer), answer)
    return list(kept.values())


def _said(answer: Answered) -> tuple[object, ...]:
    records, selection = answer.listed.records, answer.selection
    told = {*selection.query.columns, *(name for one in selection.query.derived for name in (one.top, one.bottom))}
    asked = [column.index for column in records.columns if column.heading in told]
    by_row = {row.row: row for row in records.rows}
    rows = [by_row[number] for number in selection.rows]
    cells = tuple(tuple(row.text(column) for column in (records.naming, *asked)) for row in rows)
    return (selection.query.operation, frozenset(cells), selection.result, selection.counted, len(selection.unread))
