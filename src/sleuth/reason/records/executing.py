"""Selects the rows of a list that meet a typed question's conditions, and computes what it asks of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from sleuth.evidence.rows.grid import COUNTED
from sleuth.evidence.rows.selection import Selection
from sleuth.findings.records.columns import Column, Kind
from sleuth.findings.records.reading import Record, Records
from sleuth.language.concepts import shares_stem
from sleuth.language.days import Days, read_days
from sleuth.language.quantity import Printed, read_cell
from sleuth.language.scale import read_scaling
from sleuth.language.table_query import Condition, Dated, OneOf, Ranged, RowOperation, TableQuery
from sleuth.language.tokens import spaced, tokens
from sleuth.reason.records.building import part_of_list

_RANKS = (RowOperation.LARGEST, RowOperation.SMALLEST)
_FEWEST_RANKED = 2  # rows
_ARITHMETIC = (RowOperation.SUM, RowOperation.AVERAGE, RowOperation.SHARE)


@dataclass(frozen=True, slots=True)
class _Met:
    """The rows that meet all conditions, and those of which a cell does not tell."""

    rows: tuple[Record, ...]
    unread: tuple[Record, ...]


def execute(query: TableQuery, records: Records) -> Selection | str:
    """The rows with what is computed of them, or why nothing is: unread cells, mixed currencies."""
    met = _meeting(query.conditions, records)
    if met.rows and query.names_all:
        met = replace(met, unread=())  # "Ana Reis" is nobody whose name a list leaves out
    if len(met.unread) > len(records.rows) / 2:
        return "most rows do not tell whether they meet the conditions"
    if query.operation is RowOperation.VALUE and not met.rows:
        return "no row meets the conditions"
    if query.operation is RowOperation.AVERAGE and any(row.row in records.rest for row in met.rows):
        return "one of its rows stands for several"
    met = _named(query, records, met)
    if query.operation is RowOperation.COUNT and not met.rows and _takes_day_for_granted(query):
        return "no row has the day in the column that is taken for granted"
    holds_amounts = query.operation in (*_RANKS, *_ARITHMETIC) or any(isinstance(c, Ranged) for c in query.conditions)
    held = records.rows if query.operation is RowOperation.SHARE else (*met.rows, *met.unread)
    if holds_amounts and _mixes_currencies(query, records, held):
        return "its amounts are in several currencies"
    if query.operation in _RANKS:
        is_alone = len(met.rows) + len(met.unread) < _FEWEST_RANKED
        return "one row alone is neither first nor last" if is_alone else _ranked(query, records, met)
    if query.operation in _ARITHMETIC:
        return _computed(query, records, met)
    return _selection(query, records, _told(query, records, met.rows), met.unread)


def _takes_day_for_granted(query: TableQuery) -> bool:
    """Whether a day is looked for in a column of which the question says nothing: "employed at end March" in the column
    of the days on which people started."""
    dated = [one for one in query.conditions if isinstance(one, Dated)]
    words = [word.text for word in tokens(query.text, query.language)]
    return any(not any(shares_stem(word, spaced(one.column), query.language) for word in words) for one in dated)


def _named(query: TableQuery, records: Records, met: _Met) -> _Met:
    """Without rows that stand for several things, where each row counts as one."""
    rest = records.rest
    if not query.is_per_row or not rest:
        return met
    rows = tuple(row for row in met.rows if row.row not in rest)
    return _Met(rows, tuple(row for row in met.unread if row.row not in rest))


def _told(query: TableQuery, records: Records, rows: Sequence[Record]) -> list[Record]:
    """Of the rows of a list those that say anything of what is asked of them."""
    columns = [records.column(heading).index for heading in query.columns]
    if query.operation is not RowOperation.LIST or not columns:
        return list(rows)
    return [row for row in rows if any(row.text(column) for column in columns)]


def _selection(
    query: TableQuery,
    records: Records,
    rows: Iterable[Record],
    unread: Iterable[Record],
    result: Decimal | None = None,
) -> Selection:
    return Selection(
        query, records.place, records.named_by.heading, tuple(row.row for row in rows),
        frozenset(row.row for row in unread), len(records.rows), result, part_of_list(records.titles),
    )  # fmt: skip


def _meeting(conditions: Sequence[Condition], records: Records) -> _Met:
    rows: list[Record] = []
    unread: list[Record] = []
    for row in records.rows:
        told = [_meets(condition, row, records) for condition in conditions]
        if any(one is False for one in told):
            continue
        (unread if None in told else rows).append(row)
    return _Met(tuple(rows), tuple(unread))


def _meets(condition: Condition, row: Record, records: Records) -> bool | None:
    """Whether a row meets a condition; None where its cell does not tell."""
    column = records.column(condition.column)
    text = row.text(column.index)
    if not text:
        return None
    match condition:
        case OneOf():
            return (text in condition.values) is not condition.is_not
        case Dated():
            return _lies_within(read_days(text, day_first=column.day_first), condition)
        case Ranged():
            return _is_in_range(read_cell(text, column.comma_is_decimal), condition, column)


def _lies_within(days: Days | None, condition: Dated) -> bool | None:
    """Whether all of some days lie within the limits; None where only a part does."""
    if days is None:
        return None
    starts = condition.first is None or days.first >= condition.first
    ends = condition.last is None or days.last <= condition.last
    if starts and ends:
        return True
    is_past = condition.last is not None and days.first > condition.last
    is_before = condition.first is not None and days.last < condition.first
    return False if is_past or is_before else None


def _is_in_range(printed: Printed | None, condition: Ranged, column: Column) -> bool | None:
    if printed is None:
        return None
    amount = _full_amount(printed, column, condition.unit)
    if condition.low is not None and (amount < condition.low or (condition.is_strict and amount == condition.low)):
        return False
    return not (
        condition.high is not None and (amount > condition.high or (condition.is_strict and amount == condition.high))
    )


def _full_amount(printed: Printed, column: Column, unit: str) -> Decimal:
    """A cell's amount in single units, as the limit is; a column of plain numbers as printed."""
    if column.kind is Kind.PERCENT or not unit:
        return printed.value
    scale = printed.scale if printed.scale is not None else column.scaling.money or 0
    return printed.value.scaleb(scale)


def _mixes_currencies(query: TableQuery, records: Records, rows: Sequence[Record]) -> bool:
    """Whether the amounts of some rows are in several currencies: each cell says its own, or a column tells."""
    asked = {*query.columns[:1], *(one.column for one in query.conditions if isinstance(one, Ranged))}
    stated = {
        column.heading: {read_scaling(text).currency for row in rows if (text := row.text(column.index))}
        for column in records.columns
    }
    if any(len(stated[heading] - {None}) > 1 for heading in asked):
        return True
    open_ones = [records.column(heading) for heading in asked if not _tells_unit(records.column(heading))]
    return bool(open_ones) and any(len(told) > 1 and None not in told for told in stated.values())


def _tells_unit(column: Column) -> bool:
    """Whether a column says itself what its amounts count: money of one currency, or things."""
    own = read_scaling(column.heading).currency
    return column.kind is not Kind.AMOUNT or own is not None or bool(column.tells & COUNTED)


def _ranked(query: TableQuery, records: Records, met: _Met) -> Selection | str:
    """The rows with the highest or lowest values; rows that are alike share a place."""
    column = records.column(query.columns[0])
    names = [tuple(row.text(key) for key in (records.naming, *records.keys)) for row in met.rows]
    if len(set(names)) < len(names) and not query.group:
        return "several of its rows bear one name"
    values = {row.row: _value(row, column) for row in met.rows}
    told = [row for row in met.rows if values[row.row] is not None]
    unread = [*met.unread, *(row for row in met.rows if values[row.row] is None)]
    if not told or len(unread) > len(told):
        return f"too few rows tell their “{column.heading}”"
    things = _things(query, records, told)
    chosen = _first(query, things, values)
    if not chosen:
        return "there are not so many different values"
    return replace(_selection(query, records, chosen, unread), among=len(things))


def _value(row: Record, column: Column) -> Decimal | None:
    """What a row is ranked by: an amount as printed, or its first day as a number."""
    text = row.text(column.index)
    if column.kind is Kind.DAYS:
        days = read_days(text, day_first=column.day_first) if text else None
        return Decimal(days.first.toordinal()) if days else None
    printed = read_cell(text, column.comma_is_decimal) if text else None
    return printed.value.scaleb(printed.scale or 0) if printed else None


def _computed(query: TableQuery, records: Records, met: _Met) -> Selection | str:
    """A sum, an average, or a share in the whole column."""
    column = records.column(query.columns[0])
    printed = {row.row: _value(row, column) for row in records.rows}
    told = [row for row in met.rows if printed[row.row] is not None]
    silent = [row for row in met.rows if printed[row.row] is None]
    unread = [*met.unread, *silent]
    if not told or len(silent) > len(told):
        return f"too few rows tell their “{column.heading}”"
    things = _things(query, records, told) if query.is_ranked else []
    among = len(things)
    if query.is_ranked:
        told = _first(query, things, printed)
    total = sum((printed[row.row] or Decimal() for row in told), Decimal())
    if query.operation is RowOperation.SUM:
        return replace(_selection(query, records, told, unread, total), among=among)
    if query.operation is RowOperation.AVERAGE:
        return _selection(query, records, told, unread, total / len(told))
    whole = sum((value for value in printed.values() if value is not None), Decimal())
    if not whole or any(value is not None and value < 0 for value in printed.values()):
        return "the amounts make no whole of which there are shares"
    return replace(_selection(query, records, told, unread, 100 * total / whole), among=among)


def _things(query: TableQuery, records: Records, rows: Iterable[Record]) -> list[list[Record]]:
    """What is ranked: each row, or all rows that say the same in a column; what says nothing there is a thing alone."""
    if not query.group:
        return [[row] for row in rows]
    column = records.column(query.group).index
    things: dict[str, list[Record]] = {}
    for row in rows:
        name = row.text(column) or row.text(records.naming) or f"row {row.row}"
        things.setdefault(name, []).append(row)
    return list(things.values())


def _first(query: TableQuery, things: Sequence[Sequence[Record]], values: Mapping[int, Decimal | None]) -> list[Record]:
    """The rows at the place asked for, or as many as are asked for from the first on; equals are at one place."""
    is_falling = query.operation is not RowOperation.SMALLEST
    sums = [(sum((values[row.row] or Decimal() for row in rows), Decimal()), rows) for rows in things]
    ranked = sorted(sums, key=lambda one: one[0], reverse=is_falling)
    order = list(dict.fromkeys(value for value, _ in ranked))
    if query.count == 1:
        wanted = order[query.place - 1 : query.place]
    else:
        last, _ = ranked[: query.count][-1]
        wanted = order[: order.index(last) + 1]
    return [row for value, rows in ranked if value in wanted for row in rows]
