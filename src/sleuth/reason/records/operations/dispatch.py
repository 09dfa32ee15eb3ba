"""Makes the typed question of a draft by the operation that it asks for."""

from sleuth.language.table_query import RowOperation
from sleuth.reason.records.drafting import Built, Draft
from sleuth.reason.records.operations.counting import counted
from sleuth.reason.records.operations.listing import listed, value
from sleuth.reason.records.operations.ranking import ranked
from sleuth.reason.records.operations.shares import shared
from sleuth.reason.records.operations.summing import averaged, parted, summed

_MADE_BY = {
    RowOperation.LIST: listed,
    RowOperation.COUNT: counted,
    RowOperation.SUM: summed,
    RowOperation.AVERAGE: averaged,
    RowOperation.SHARE: shared,
    RowOperation.LARGEST: ranked,
    RowOperation.SMALLEST: ranked,
    RowOperation.VALUE: value,
}


def typed(draft: Draft) -> Built:
    """The typed question of a draft, or why it makes none."""
    return parted(draft) if draft.by is not None else _MADE_BY[draft.asking.operation](draft)
