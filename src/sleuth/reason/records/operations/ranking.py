"""The first or the last rows of an order, or of the things that several of its rows make together."""

from collections.abc import Sequence

from sleuth.findings.records.columns import NUMERIC, Column, Kind
from sleuth.language.concepts import shares_stem
from sleuth.language.table_query import RowOperation
from sleuth.reason.records.drafting import OF_OTHER_ROWS, Built, Draft
from sleuth.reason.records.operations.adding import adds_up_over_time, may_be_added
from sleuth.reason.records.operations.columns import newest, single, size
from sleuth.reason.records.operations.shares import states_part

_UNNAMED = 0.2  # of weight, against a column that the question does not name
_NO_ORDER = "it does not say what the rows are ranked by"


def ranked(draft: Draft) -> Built:
    """The rows in the order of the column that is named, else of that which tells their size."""
    asking = draft.asking
    kinds = (Kind.DAYS,) if asking.by_days else NUMERIC  # "when does the largest contract end?" ranks by no day
    group = _grouped_by(draft)
    if isinstance(group, str):
        return group
    named = single(draft.wanted, kinds)
    others = [other for other in draft.wanted if other is not named]
    if named is None and any(other.kind in kinds for other in others):
        return _NO_ORDER
    column = named or size(draft, kinds)
    if column is None:
        return _NO_ORDER
    bonus = 0.0 if named is not None else -_UNNAMED
    adds_up = may_be_added(column) and adds_up_over_time(draft, column)
    if group is not None and (others or not adds_up):
        return "several of its rows are of one thing, and do not add up"
    if asking.wants_share and column.kind is Kind.AMOUNT:
        return _share_of_first(draft, column, others, bonus, group)
    if group is draft.records.named_by:
        bonus -= OF_OTHER_ROWS
    if asking.together and asking.count > 1:
        return _sum_of_first(draft, column, others, bonus, group)
    heading = group.heading if group is not None else ""
    query = draft.query(asking.operation, [column, *others], count=asking.count, place=asking.place, group=heading)
    return query, bonus + newest(column, draft)


def _sum_of_first(draft: Draft, column: Column, others: Sequence[Column], bonus: float, group: Column | None) -> Built:
    """What the first rows of an order come to: "the top five together"."""
    asking = draft.asking
    if others or not (may_be_added(column) and adds_up_over_time(draft, column)):
        return "the amounts that it ranks by do not add up"
    if asking.operation is not RowOperation.LARGEST or asking.place > 1:
        return "it does not say which rows are to be summed up"
    heading = group.heading if group is not None else ""
    return draft.query(RowOperation.SUM, [column], count=asking.count, group=heading), bonus + newest(column, draft)


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
    stated = [other for other in draft.records.columns if states_part(other)]
    if stated and group is None:
        columns = [column, *others, *stated]
        return draft.query(asking.operation, columns, count=asking.count, place=asking.place), bonus
    is_of_first = asking.operation is RowOperation.LARGEST and asking.place <= 1
    if others or draft.conditions or not is_of_first:
        return "it does not say which part of what is asked for"
    heading = group.heading if group is not None else ""
    return draft.query(RowOperation.SHARE, [column], count=asking.count, group=heading), bonus + newest(column, draft)
