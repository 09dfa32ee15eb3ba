"""Whether the amounts of a column add up: over its rows, over the times of its rows, and to the total of its list."""

import re
from collections.abc import Mapping
from decimal import Decimal

from sleuth.findings.records.columns import Column, Kind
from sleuth.findings.records.reading import Records
from sleuth.language.quantity import read_cell
from sleuth.language.tokens import tokens
from sleuth.language.wordlist import wordlist
from sleuth.reason.records.drafting import Draft

_LEAST_PARTS = 2  # rows of one time that another may sum up


def may_be_added(column: Column) -> bool:
    """Whether a column's amounts make a sum that means anything: no rates, no prices, no lengths of time."""
    said = wordlist("records")["parted"]["apart"]
    return column.kind is Kind.AMOUNT and re.search(said, column.heading.casefold()) is None


def adds_up_over_time(draft: Draft, column: Column) -> bool:
    """Whether rows of different times may be summed up, where the list has such.

    Of a list of all times no sum is asked for.
    """
    timed = draft.records.by_time
    if timed is None:
        return True
    is_limited = draft.is_grouped or any(one.column == timed.heading for one in draft.conditions)
    if not (is_limited or draft.asking.ranks):
        return False
    return _flows(column, draft.records) and not _holds_sums(draft.records, column, timed)


def _flows(column: Column, records: Records) -> bool:
    """Whether a column's amounts of one period add up with those of the next: what is counted as it happens or is used,
    and no balance, number of staff, rate or figure of the year to date."""
    said = wordlist("records")["parted"]
    words = {word.text.casefold() for word in tokens(column.heading)}
    names = (column.heading, *records.titles)
    stands = any(re.search(said["stands"], name.casefold()) for name in names)
    return may_be_added(column) and bool(words & set(said["flows"].split())) and not stands


def _holds_sums(records: Records, column: Column, timed: Column) -> bool:
    """Whether some rows sum up the others of their time: those of "Group" beside those of its sites."""
    keys = [key for key in (records.naming, *records.keys) if key != timed.index]
    amounts: dict[str, dict[str, Decimal]] = {}  # by what tells rows of one time apart, and by time
    for row in records.rows:
        read = read_cell(row.text(column.index), column.comma_is_decimal)
        name = " ".join(row.text(key) for key in keys)
        if read is not None:
            amounts.setdefault(name, {})[row.text(timed.index)] = read.value
    return len(amounts) > _LEAST_PARTS and any(_sums_up(amounts, name) for name in amounts)


def _sums_up(amounts: Mapping[str, Mapping[str, Decimal]], name: str) -> bool:
    """Whether one thing's amount is at every time the sum of those of all others."""
    own = amounts[name]
    others = [of_time for other, of_time in amounts.items() if other != name]
    for time, value in own.items():
        total = sum((one.get(time, Decimal()) for one in others), Decimal())
        if value != total:
            return False
    return any(own.values())


def prints_total(records: Records, column: Column) -> bool:
    """Whether the list prints the sum of a column below it."""
    printed = [read_cell(total.text(column.index), column.comma_is_decimal) for total in records.totals]
    amounts = [read_cell(row.text(column.index), column.comma_is_decimal) for row in records.rows]
    total = sum((one.value for one in amounts if one is not None), Decimal())
    return total != 0 and any(one and one.value == total for one in printed)
