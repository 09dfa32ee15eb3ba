"""The typed question of each operation, count, sum, share or rank, or why a draft makes none."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal

from sleuth.findings.records.columns import Column, Kind, year_of
from sleuth.findings.records.reading import Records
from sleuth.language.concepts import kinds_of_rows, shares_stem, sizes_of, text_stems
from sleuth.language.metrics import is_whole
from sleuth.language.quantity import read_cell
from sleuth.language.scale import read_scaling
from sleuth.language.table_query import OneOf, RowOperation
from sleuth.language.timing import read_timing
from sleuth.language.tokens import tokens
from sleuth.language.wordlist import wordlist
from sleuth.reason.records.drafting import Built, Draft
from sleuth.reason.records.states import status_column

_HELD = frozenset(["ownership", "shares"])  # what a holder has of a company
_GROUPS = frozenset(["department"])  # what a heading tells whose rows are groups of people, none of them a person
_SHARED = frozenset(["department", "country", "city"])  # what many rows have alike
_NUMERIC = (Kind.AMOUNT, Kind.PERCENT)
_OF_OTHER_ROWS = 1.0  # of weight, against a list whose rows only name what is asked for: the customers of orders


def _listed(draft: Draft) -> Built:
    if draft.noun is not None and draft.noun.column is not None:
        return _distinct(draft, RowOperation.LIST)
    if draft.by_name:
        return _value(draft)
    if draft.noun is None and not draft.wanted and not draft.is_implied:
        return "it names no rows"
    repeated = "" if draft.wanted else draft.repeated
    size = (
        _told_size(draft, draft.noun.kinds if draft.noun else frozenset())
        if not (draft.wanted or draft.conditions or repeated)
        else None
    )
    beside = () if size is None else (size.heading,)
    weight = _newest_of(draft) - _OF_OTHER_ROWS * bool(repeated)
    return draft.query(RowOperation.LIST, draft.wanted, beside=beside, distinct=repeated), weight


def _distinct(draft: Draft, operation: RowOperation) -> Built:
    """The different values of a column that the question takes for its rows: "which lenders"."""
    if draft.wanted or draft.noun is None or draft.noun.column is None:
        return "it asks something of the values of a column"
    if operation is RowOperation.LIST and draft.by_name:
        return draft.query(RowOperation.VALUE, [draft.noun.column]), 0.0
    return draft.query(operation, distinct=draft.noun.column.heading), 0.0


def _value(draft: Draft) -> Built:
    """What rows say in a column; of a list that is named as a whole the sum that it prints."""
    if (total := _total_column(draft)) is not None:
        return draft.query(RowOperation.VALUE, [total]), 0.0
    if draft.is_whole and not draft.wanted:
        column = _size(draft, (Kind.AMOUNT,))
        is_printed = column is not None and prints_total(draft.records, column)
        return _summed(draft) if is_printed else "it does not say what of the list is asked for"
    if not draft.wanted and draft.noun is not None and draft.conditions and not draft.by_name:
        return _listed(draft)  # "any trouble with the permits?": the rows themselves are asked for
    if not draft.wanted:
        return "it does not say what of a row is asked for"
    if not draft.conditions:
        return draft.query(RowOperation.LIST, draft.wanted), 0.0
    if len(draft.wanted) == 1 and _covers_periods(draft) and _adds_up_over_time(draft, draft.wanted[0]):
        return draft.query(RowOperation.SUM, draft.wanted), _newest_of(draft)
    return draft.query(RowOperation.VALUE, draft.wanted), _newest_of(draft)


def _total_column(draft: Draft) -> Column | None:
    """The column of totals, where a row is named and of what it tells only what the list's name says: "FTE in June"."""
    if draft.wanted or not (draft.by_name and draft.is_titled and draft.records.by_time is not None):
        return None
    totals = [c for c in draft.records.columns if c.kind is Kind.AMOUNT and is_whole(c.heading)]
    return totals[0] if len(totals) == 1 else None


def _covers_periods(draft: Draft) -> bool:
    """Whether the rows of several periods are asked for as those of one longer time: the quarters of a year."""
    column = draft.records.by_time
    return column is not None and any(
        isinstance(one, OneOf) and one.column == column.heading and len(one.values) > 1 and not one.is_not
        for one in draft.conditions
    )


def flows(column: Column, records: Records) -> bool:
    """Whether a column's amounts of one period add up with those of the next: what is counted as it happens or is used,
    and no balance, number of staff, rate or figure of the year to date."""
    said = wordlist("records")["parted"]
    words = {word.text.casefold() for word in tokens(column.heading)}
    names = (column.heading, *records.titles)
    stands = any(re.search(said["stands"], name.casefold()) for name in names)
    return may_be_added(column) and bool(words & set(said["flows"].split())) and not stands


def _counted(draft: Draft) -> Built:
    if draft.carried and draft.wanted:
        return _things_of_rows(draft)
    if (total := _total_column(draft)) is not None:
        return draft.query(RowOperation.VALUE, [total]), 0.0
    if draft.noun is not None:
        if draft.wanted and draft.asking.wants_sum:
            return _summed(draft)  # "how many, and how much together": a sum tells of how many rows it is
        if _is_of_groups(draft):
            return _members_counted(draft)
        if draft.wanted:
            return "it asks for more than a number of rows"
        if draft.noun.column is not None:
            return _distinct(draft, RowOperation.COUNT)
        if (parting := _counted_apart(draft)) is not None:
            return draft.query(RowOperation.COUNT, group=parting), 0.0
        repeated = draft.repeated
        status = None if repeated or draft.conditions else status_column(draft.records)
        if status is not None:  # "6 patents" of which one has lapsed would say too little
            return draft.query(RowOperation.COUNT, group=status.heading), 0.0
        return draft.query(RowOperation.COUNT, distinct=repeated), -_OF_OTHER_ROWS * bool(repeated)
    if not draft.wanted and not draft.by_name:
        return draft.query(RowOperation.COUNT), 0.0  # things that a column names: "how many trucks"
    column = _single(draft.wanted, (Kind.AMOUNT,))
    if column is None or not _counts(column):
        return "no column counts what is asked for"
    if draft.by_name and not draft.records.repeats_names:
        return draft.query(RowOperation.VALUE, [column]), 0.0
    if not _adds_up_over_time(draft, column):
        return "what its rows say of one time does not add up with what they say of the next"
    return draft.query(RowOperation.SUM, [column]), 0.0


def _counted_apart(draft: Draft) -> str | None:
    """The heading by whose values rows are counted one by one: "how many are granted, and how many have lapsed?"."""
    asks = re.findall(wordlist("records")["parted"]["counts"], draft.asking.text.casefold())
    several = [one.column for one in draft.conditions if isinstance(one, OneOf) and len(one.values) > 1]
    return several[0] if len(asks) > 1 and len(several) == 1 else None


def _is_of_groups(draft: Draft) -> bool:
    """Whether each row is of a group of what is counted: of a department, or in a table of numbers of a site."""
    kinds = draft.noun.kinds if draft.noun is not None else frozenset()
    heading = draft.records.named_by
    if not kinds or kinds & kinds_of_rows(text_stems(heading.heading)):
        return False
    if heading.tells & _GROUPS:
        return True
    told = [column for column in draft.records.columns if column.index != heading.index]
    return bool(kinds_of_rows(text_stems(heading.heading))) and all(
        column.kind is Kind.AMOUNT or column.tells & _SHARED for column in told
    )


def _members_counted(draft: Draft) -> Built:
    """How many of something groups have: by the column asked for, the only one, or the one headed as their total."""
    columns = draft.wanted or draft.records.columns
    counting = [column for column in columns if column.kind is Kind.AMOUNT and _counts(column)]
    totals = [column for column in counting if is_whole(column.heading)]
    found = totals if len(counting) > 1 else counting
    if len(found) != 1 or not (draft.conditions or draft.wanted):
        return "each row is of a group of them"
    return draft.query(RowOperation.VALUE if draft.by_name else RowOperation.SUM, found), 0.0


def _things_of_rows(draft: Draft) -> Built:
    """How many of something the rows before have, as a column counts it: "How many options do they hold?"."""
    column = _single(draft.wanted, (Kind.AMOUNT,))
    if column is None or len(draft.wanted) > 1 or not _counts(column):
        return "no column counts what is asked for"
    return draft.query(RowOperation.SUM, [column]), _newest(column, draft)


def _counts(column: Column) -> bool:
    """Whether a column's amounts are numbers of things, not of money."""
    return column.scaling.currency is None and not column.scaling.money and not column.scaling.percent


def _single(columns: Sequence[Column], kinds: Sequence[Kind]) -> Column | None:
    """The one column of some kinds; of several of one name the one of the latest time. None where there is no such."""
    fitting = [column for column in columns if column.kind in kinds]
    return fitting[0] if len(fitting) == 1 else None


def _summed(draft: Draft) -> Built:
    if (total := _total_column(draft)) is not None:
        return draft.query(RowOperation.VALUE, [total]), 0.0
    column = _single(draft.wanted or _sizes_of_list(draft), (Kind.AMOUNT,))
    if column is None or len(draft.wanted) > 1:
        return "it does not say which amounts are to be summed up"
    if not _adds_up_over_time(draft, column):
        return "what its rows say of one time does not add up with what they say of the next"
    if draft.by_name and not draft.records.repeats_names:
        return draft.query(RowOperation.VALUE, [column]), 0.0
    return draft.query(RowOperation.SUM, [column]), _newest(column, draft)


def _adds_up_over_time(draft: Draft, column: Column) -> bool:
    """Whether rows of different times may be summed up, where the list has such."""
    timed = draft.records.by_time
    if timed is None:
        return True
    is_limited = draft.is_grouped or any(one.column == timed.heading for one in draft.conditions)
    adds_up = flows(column, draft.records) and not _holds_sums(draft.records, column, timed)
    return adds_up and (is_limited or draft.asking.ranks)  # of a list of all times no sum is asked for


def _holds_sums(records: Records, column: Column, timed: Column) -> bool:
    """Whether some rows sum up the others of their time: those of "Group" beside those of its sites."""
    amounts: dict[str, dict[str, Decimal]] = {}  # by what tells rows of one time apart, and by time
    for row in records.rows:
        read = read_cell(row.text(column.index), column.comma_is_decimal)
        name = " ".join(row.text(key) for key in (records.naming, *records.keys) if key != timed.index)
        if read is not None:
            amounts.setdefault(name, {})[row.text(timed.index)] = read.value
    return any(_sums_up(amounts, name) for name in amounts) if len(amounts) > _LEAST_PARTS else False


_LEAST_PARTS = 2  # rows of one time that another may sum up


def _sums_up(amounts: Mapping[str, Mapping[str, Decimal]], name: str) -> bool:
    """Whether one thing's amount is at every time the sum of those of all others."""
    own = amounts[name]
    others = [of_time for other, of_time in amounts.items() if other != name]
    is_sum = all(value == sum((one.get(time, Decimal()) for one in others), Decimal()) for time, value in own.items())
    return is_sum and any(own.values())


def _sizes_of_list(draft: Draft) -> list[Column]:
    """The column that is meant by the total of a list that is named as a whole: "the total of the order book"."""
    column = _size(draft, (Kind.AMOUNT,)) if draft.is_whole else None
    return [column] if column is not None and may_be_added(column) else []


def prints_total(records: Records, column: Column) -> bool:
    """Whether the list prints the sum of a column below it."""
    printed = [read_cell(total.text(column.index), column.comma_is_decimal) for total in records.totals]
    amounts = [read_cell(row.text(column.index), column.comma_is_decimal) for row in records.rows]
    total = sum((one.value for one in amounts if one is not None), Decimal())
    return total != 0 and any(one and one.value == total for one in printed)


def may_be_added(column: Column) -> bool:
    """Whether a column's amounts make a sum that means anything: no rates, no prices, no lengths of time."""
    said = wordlist("records")["parted"]["apart"]
    return column.kind is Kind.AMOUNT and re.search(said, column.heading.casefold()) is None


def parted(draft: Draft) -> Built:
    """What the rows of each thing come to: "order book by segment", "how many orders per country"."""
    if draft.by is None or draft.asking.ranks:
        return "it does not say what is to be ranked"
    if draft.asking.operation is RowOperation.COUNT and not draft.wanted and not draft.repeated:
        return draft.query(RowOperation.COUNT, group=draft.by.heading), 0.0
    columns = draft.wanted or [column for column in [_size(draft, (Kind.AMOUNT,))] if column is not None]
    column = _single(columns, (Kind.AMOUNT,))
    is_sum = draft.asking.operation in (RowOperation.LIST, RowOperation.VALUE, RowOperation.SUM)
    adds_up = column is not None and may_be_added(column) and _adds_up_over_time(draft, column)
    if not is_sum or column is None or len(columns) > 1 or not adds_up:
        return "it does not say which amounts are to be summed up"
    return draft.query(RowOperation.SUM, [column], group=draft.by.heading), _newest(column, draft)


def _averaged(draft: Draft) -> Built:
    column = _single(draft.wanted, (Kind.AMOUNT,))
    if column is None or len(draft.wanted) > 1 or draft.by_name:
        return "it does not say which amounts the average is of"
    return draft.query(RowOperation.AVERAGE, [column]), _newest(column, draft)


def _shared(draft: Draft) -> Built:
    """A share as the list states it, for a row by its name; else computed over a column of amounts."""
    if not draft.conditions:
        return "it does not say whose share is asked for"
    if draft.by_name and (stated := _stated_shares(draft)):
        if len(stated) == 1 and len(draft.wanted) <= 1:
            return draft.query(RowOperation.VALUE, stated), 0.5
        return "several columns state shares"
    column = _single(draft.wanted, (Kind.AMOUNT,))
    if column is None or len(draft.wanted) > 1:
        return "it does not say in which amounts the share is"
    return draft.query(RowOperation.SHARE, [column]), _newest(column, draft)


def _stated_shares(draft: Draft) -> list[Column]:
    """The columns that state the share that is asked for: those that are named, else those of holdings."""
    named = [column for column in draft.wanted if column.kind is Kind.PERCENT]
    if named or any(not column.tells & _HELD for column in draft.wanted):
        return named
    stated = [column for column in draft.records.columns if column.kind is Kind.PERCENT]
    held = [column for column in stated if "ownership" in column.tells]
    return held if len(stated) > 1 and held else stated


def _ranked(draft: Draft) -> Built:
    asking = draft.asking
    kinds = (Kind.DAYS,) if asking.by_days else _NUMERIC  # "when does the largest contract end?" ranks by no day
    group = _grouped_by(draft)
    if isinstance(group, str):
        return group
    column = _single(draft.wanted, kinds)
    others = [other for other in draft.wanted if other is not column]
    if column is None and any(other.kind in kinds for other in others):
        return "it does not say what the rows are ranked by"
    bonus = 0.0
    if column is None:
        column = _size(draft, kinds)
        if column is None:
            return "it does not say what the rows are ranked by"
        bonus = -0.2
    adds_up = may_be_added(column) and _adds_up_over_time(draft, column)
    if group is not None and (others or not adds_up):
        return "several of its rows are of one thing, and do not add up"
    if asking.wants_share and column.kind is Kind.AMOUNT:
        return _share_of_first(draft, column, others, bonus, group)
    heading = group.heading if group is not None else ""
    bonus -= _OF_OTHER_ROWS * (group is draft.records.named_by)
    query = draft.query(asking.operation, [column, *others], count=asking.count, place=asking.place, group=heading)
    return query, bonus + _newest(column, draft)


def _grouped_by(draft: Draft) -> Column | str | None:
    """The column whose equal values make one thing of what is ranked; None where each row is a thing."""
    if draft.asking.of_groups:
        parents = [column for column in draft.records.columns if "parent" in column.tells]
        return parents[0] if len(parents) == 1 else "no column tells to which group its rows belong"
    if draft.asking.by_days:
        return None
    if draft.noun is not None and draft.noun.column is not None:
        return draft.noun.column
    is_named = draft.noun is not None and not draft.records.keys
    return draft.records.named_by if draft.records.repeats_names and (is_named or _calls_names(draft)) else None


def _calls_names(draft: Draft) -> bool:
    """Whether the question calls what is ranked by the heading over the rows' names: the quarters of some sites."""
    asking, heading = draft.asking, draft.records.named_by.heading
    words = draft.noun.words if draft.noun is not None else frozenset[int]()
    return any(shares_stem(asking.tokens[number].text, heading, asking.language) for number in words)


def _share_of_first(
    draft: Draft, column: Column, others: Sequence[Column], bonus: float, group: Column | None
) -> Built:
    """The part that the first rows of an order are of the whole: as the list states it, else computed."""
    asking = draft.asking
    stated = [other for other in draft.records.columns if other.kind is Kind.PERCENT and _is_part(other)]
    if stated and group is None:
        columns = [column, *others, *stated]
        return draft.query(asking.operation, columns, count=asking.count, place=asking.place), bonus
    if others or draft.conditions or asking.place > 1 or asking.operation is not RowOperation.LARGEST:
        return "it does not say which part of what is asked for"
    heading = group.heading if group is not None else ""
    return draft.query(RowOperation.SHARE, [column], count=asking.count, group=heading), bonus + _newest(column, draft)


def _is_part(column: Column) -> bool:
    """Whether a column states parts of a whole: "Share of revenue"."""
    return re.search(wordlist("records")["operations"]["part"], column.heading.casefold()) is not None


def _size(draft: Draft, kinds: Sequence[Kind]) -> Column | None:
    """The column that tells how large a row is, where the question does not say by what it is to be ranked."""
    columns = [column for column in draft.records.columns if column.kind in kinds and column.index >= 0]
    if draft.asking.by_days:
        began = [column for column in columns if "start" in column.tells]
        return began[0] if len(began) == 1 and draft.asking.by_start else None
    named = kinds_of_rows(text_stems(draft.records.named_by.heading))
    told = _told_size(draft, draft.noun.kinds if draft.noun else frozenset()) or _told_size(draft, named)
    for kept in ((Kind.AMOUNT,), _NUMERIC):
        amounts = [column for column in columns if column.kind in kept]
        told = told or (amounts[0] if len(amounts) == 1 else None)
    return told


def _told_size(draft: Draft, kinds: frozenset[str]) -> Column | None:
    """The column that tells the size of rows of some kinds."""
    amounts = [column for column in draft.records.columns if column.kind in _NUMERIC and column.index >= 0]
    sizes = [size for kind in sorted(kinds) for size in sizes_of(kind)]
    for size in sizes:
        telling = [column for column in amounts if size in column.tells]
        if len(telling) > 1:
            telling = [c for c in telling if c.kind is Kind.AMOUNT] or telling
            telling = _latest(telling)
        if telling:
            return telling[0] if len(telling) == 1 else None
    return None


def _latest(columns: Sequence[Column]) -> list[Column]:
    """Of columns that name years those of the latest; all of them where one names none."""
    years = [_year(column) for column in columns]
    if None in years:
        return list(columns)
    return [column for column, year in zip(columns, years, strict=True) if year == max(y for y in years if y)]


def _year(column: Column) -> tuple[int, int, int] | None:
    """The time that a heading names, for comparison; None where it names no year."""
    year, timing = year_of(column.heading), read_timing(column.heading)
    if year is None:
        return None
    return (year, timing.month or 0, timing.day or 0) if timing is not None else (year, 0, 0)


def _newest_of(draft: Draft) -> float:
    """What speaks for the columns that are asked for, as the latest of their kind."""
    return sum(_newest(column, draft) for column in draft.wanted)


def _newest(column: Column, draft: Draft) -> float:
    """A little for the latest of columns that tell the same at different times, and for one that names its currency."""
    alike = [
        other
        for other in draft.records.columns
        if other.kind is column.kind and other.tells == column.tells and _year(other)
    ]
    is_latest = len(alike) > 1 and column in _latest(alike)
    return 0.1 * is_latest + 0.1 * (column.kind is Kind.AMOUNT and read_scaling(column.heading).currency is not None)


OPERATIONS = {
    RowOperation.LIST: _listed,
    RowOperation.COUNT: _counted,
    RowOperation.SUM: _summed,
    RowOperation.AVERAGE: _averaged,
    RowOperation.SHARE: _shared,
    RowOperation.LARGEST: _ranked,
    RowOperation.SMALLEST: _ranked,
    RowOperation.VALUE: _value,
}
