"""Sums and means over the rows of a list: of all that are meant, or of each thing that they are parted by."""

from sleuth.findings.records.columns import Column, Kind
from sleuth.language.table_query import RowOperation
from sleuth.reason.records.drafting import Built, Draft
from sleuth.reason.records.operations.adding import adds_up_over_time, may_be_added
from sleuth.reason.records.operations.columns import newest, single, size, total_column

NOT_OVER_TIME = "what its rows say of one time does not add up with what they say of the next"
_NO_AMOUNTS = "it does not say which amounts are to be summed up"
_SUMMED = (RowOperation.LIST, RowOperation.VALUE, RowOperation.SUM)  # what may ask for a sum of each thing


def summed(draft: Draft) -> Built:
    """The sum of the column that is named, or of the sizes of a list that is named as a whole."""
    if (total := total_column(draft)) is not None:
        return draft.query(RowOperation.VALUE, [total]), 0.0
    column = single(draft.wanted or _sizes_of_list(draft), (Kind.AMOUNT,))
    if column is None or len(draft.wanted) > 1:
        return _NO_AMOUNTS
    if not adds_up_over_time(draft, column):
        return NOT_OVER_TIME
    if draft.by_name and not draft.records.repeats_names:
        return draft.query(RowOperation.VALUE, [column]), 0.0
    return draft.query(RowOperation.SUM, [column]), newest(column, draft)


def _sizes_of_list(draft: Draft) -> list[Column]:
    """The column that is meant by the total of a list that is named as a whole: "the total of the order book"."""
    column = size(draft, (Kind.AMOUNT,)) if draft.is_whole else None
    return [column] if column is not None and may_be_added(column) else []


def parted(draft: Draft) -> Built:
    """What the rows of each thing come to: "order book by segment", "how many orders per country"."""
    if draft.by is None or draft.asking.ranks:
        return "it does not say what is to be ranked"
    operation = draft.asking.operation
    if operation is RowOperation.COUNT and not draft.wanted and not draft.repeated:
        return draft.query(RowOperation.COUNT, group=draft.by.heading), 0.0
    if operation not in _SUMMED or len(draft.wanted) > 1:
        return _NO_AMOUNTS
    column = single(draft.wanted, (Kind.AMOUNT,)) if draft.wanted else size(draft, (Kind.AMOUNT,))
    if column is None or not may_be_added(column) or not adds_up_over_time(draft, column):
        return _NO_AMOUNTS
    return draft.query(RowOperation.SUM, [column], group=draft.by.heading), newest(column, draft)


def averaged(draft: Draft) -> Built:
    """The mean of the column that is named."""
    column = single(draft.wanted, (Kind.AMOUNT,))
    if column is None or len(draft.wanted) > 1 or draft.by_name:
        return "it does not say which amounts the average is of"
    return draft.query(RowOperation.AVERAGE, [column]), newest(column, draft)
