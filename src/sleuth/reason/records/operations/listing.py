"""The rows that are meant, the different things in a column, or what rows say in a column."""

from sleuth.findings.records.columns import Kind
from sleuth.language.asked import Answer
from sleuth.language.table_query import OneOf, RowOperation
from sleuth.reason.records.drafting import OF_OTHER_ROWS, Built, Draft
from sleuth.reason.records.operations.adding import adds_up_over_time, prints_total
from sleuth.reason.records.operations.columns import newest_of, size, told_size, total_column
from sleuth.reason.records.operations.summing import summed
from sleuth.reason.understand.phrases import kind_of


def listed(draft: Draft) -> Built:
    """The rows that are meant, with the columns that are named; where none is, with the one that tells their size."""
    if draft.noun is not None and draft.noun.column is not None:
        return distinct(draft, RowOperation.LIST)
    if draft.by_name and not _are_several(draft):
        return value(draft)
    if draft.noun is None and not draft.wanted and not draft.is_implied:
        return "it names no rows"
    repeated = "" if draft.wanted else draft.repeated
    is_plain = not (draft.wanted or draft.conditions or repeated)
    told = told_size(draft, draft.kinds) if is_plain else None
    beside = () if told is None else (told.heading,)
    weight = newest_of(draft) - OF_OTHER_ROWS * bool(repeated)
    return draft.query(RowOperation.LIST, draft.wanted, beside=beside, distinct=repeated), weight


def _are_several(draft: Draft) -> bool:
    """Whether rows are asked for that one name covers, and nothing of them: "which term loans are there?"."""
    named = [one for one in draft.conditions if isinstance(one, OneOf) and one.column == draft.records.named_by.heading]
    return draft.noun is not None and not draft.wanted and any(len(one.values) > 1 for one in named)


def distinct(draft: Draft, operation: RowOperation) -> Built:
    """The different values of a column that the question takes for its rows: "which lenders"."""
    if draft.wanted or draft.noun is None or draft.noun.column is None:
        return "it asks something of the values of a column"
    column = draft.noun.column
    if operation is RowOperation.LIST and draft.by_name:
        return draft.query(RowOperation.VALUE, [column]), 0.0
    if any(one.column == column.heading for one in draft.conditions):
        asks_who = operation is RowOperation.LIST and kind_of(draft.asking.text) is Answer.PERSON
        if asks_who:  # "who is on a fixed term contract?" asks for the rows
            return draft.query(operation, [column]), 0.0
        said = [row.text(column.index) for row in draft.records.rows]
        if len(set(said)) < len(said):
            return "its different values are those that it is limited to"
    return draft.query(operation, distinct=draft.noun.column.heading), 0.0


def value(draft: Draft) -> Built:
    """What rows say in a column; of a list that is named as a whole the sum that it prints."""
    if (total := total_column(draft)) is not None:
        return draft.query(RowOperation.VALUE, [total]), 0.0
    if not draft.wanted:
        return _value_unnamed(draft)
    if not draft.conditions:
        return draft.query(RowOperation.LIST, draft.wanted), 0.0
    is_of_one = len(draft.wanted) == 1 and _covers_periods(draft)
    adds_up = is_of_one and adds_up_over_time(draft, draft.wanted[0])
    return draft.query(RowOperation.SUM if adds_up else RowOperation.VALUE, draft.wanted), newest_of(draft)


def _value_unnamed(draft: Draft) -> Built:
    """What is asked for where no column is named: the sum that a list prints, or the rows themselves."""
    if draft.is_whole:
        column = size(draft, (Kind.AMOUNT,))
        is_printed = column is not None and prints_total(draft.records, column)
        return summed(draft) if is_printed else "it does not say what of the list is asked for"
    if draft.noun is not None and draft.conditions and not draft.by_name:
        return listed(draft)  # "any trouble with the permits?": the rows themselves are asked for
    return "it does not say what of a row is asked for"


def _covers_periods(draft: Draft) -> bool:
    """Whether the rows of several periods are asked for as those of one longer time: the quarters of a year."""
    column = draft.records.by_time
    if column is None:
        return False
    chosen = [one for one in draft.conditions if isinstance(one, OneOf) and one.column == column.heading]
    return any(len(one.values) > 1 and not one.is_not for one in chosen)
