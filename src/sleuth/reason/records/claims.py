"""What tables answer as claims for verification: the selection as a whole, then each of its rows."""

from collections.abc import Sequence
from dataclasses import replace

from sleuth.evidence.rows.selection import Selection
from sleuth.evidence.source import Page
from sleuth.language.table_query import RowOperation
from sleuth.reason.protocol import Claim, Quote

MOST_TOLD = 40  # rows that are told one by one
_BY_ROWS = (RowOperation.LIST, RowOperation.VALUE, RowOperation.LARGEST, RowOperation.SMALLEST)


def row_claims(page: Page, selection: Selection, evidence_id: int) -> list[Claim]:
    """The claims of one selection; each is told in words of its own by verification."""
    is_single = len(selection.rows) == 1 and _tells_itself(selection)
    claims = [] if is_single or _is_all(selection) else [_claim(page, selection, evidence_id)]
    is_sum_of_some = selection.query.operation is RowOperation.SUM and bool(selection.query.conditions)
    by_rows = selection.query.operation in _BY_ROWS and not selection.query.distinct
    if (by_rows or is_sum_of_some) and not selection.query.group:
        told = selection.rows[:MOST_TOLD]
        claims += [_claim(page, replace(selection, told=row), evidence_id) for row in told]
    return claims


def _is_all(selection: Selection) -> bool:
    """Whether each row of a list is told: that needs no heading."""
    query = selection.query
    lists = query.operation is RowOperation.LIST and not (query.conditions or query.distinct or selection.called)
    return lists and len(selection.rows) == selection.counted <= MOST_TOLD


def _tells_itself(selection: Selection) -> bool:
    """Whether one row says all that is asked: a value by the row's name, or the one that leads a ranking."""
    query = selection.query
    if query.group:
        return False
    if query.operation in (RowOperation.LARGEST, RowOperation.SMALLEST):
        return True
    is_by_name = [condition.column for condition in query.conditions] == [selection.naming]
    return query.operation is RowOperation.VALUE and is_by_name


def _claim(page: Page, selection: Selection, evidence_id: int) -> Claim:
    cells = list(page.tables[selection.table].cells())
    rows: Sequence[int] = [selection.told] if selection.told is not None else list(selection.rows)
    spans = [cell for cell in cells if cell.row in rows] or cells
    start, end = min(cell.start for cell in spans), max(cell.end for cell in spans)
    return Claim(str(selection.query), (Quote(evidence_id, page.text[start:end], start, end),), selected=selection)
