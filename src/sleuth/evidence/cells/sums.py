"""What the rows of a table prove by adding up: a total without a label is that of the section above it."""

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from sleuth.evidence.source import Page, Table
from sleuth.language.metrics import is_whole
from sleuth.language.quantity import Printed, read_cell

_TOTALS = ("total ", "subtotal", "summa ", "summe ", "gesamt")  # how the label of a total of some rows begins
_FEWEST = 2  # rows that make up a total
_MOST_HIDDEN = Decimal("0.02")  # of a total, by rounding


class Entry(NamedTuple):
    """A row's label, in the form of labels, and its number in one column."""

    label: str
    number: Printed


def without_subtotals(rows: Sequence[Entry], *, by_label: bool = True) -> list[Printed]:
    """The numbers of rows, where a total of some of them stands for those: each counts once.

    `by_label`: only what is called a total is one; else whatever adds up, as a gross profit does.
    """
    items: list[Printed] = []
    for label, number in rows:
        is_total = not by_label or is_whole(label) or label.startswith(_TOTALS)
        begins = range(len(items) - _FEWEST, -1, -1) if is_total else ()
        begin = next((n for n in begins if are_parts(items[n:], number)), len(items))
        items = [*items[:begin], number]
    return items


def labels_of_total(page: Page, table: Table, row: int) -> tuple[str, ...]:
    """The labels of the section that a row without labels sums up, in every one of its columns; empty for none."""
    above = [other for other in sorted(table.row_paths) if other < row and numbers_of(page, table, other)]
    inner = table.row_paths[above[-1]][:-1] if above else ()
    section: list[int] = []
    for other in reversed(above):
        if table.row_paths[other][:-1] != inner:
            break
        section.insert(0, other)
    totals = numbers_of(page, table, row)
    if not inner or not totals:
        return ()
    parts = [numbers_of(page, table, other) for other in section]
    adds = all(are_parts([one[column] for one in parts if column in one], total) for column, total in totals.items())
    return tuple(inner) if adds else ()


def numbers_of(page: Page, table: Table, row: int) -> dict[int, Printed]:
    """The numbers of a row, by column."""
    texts: dict[int, str] = {}
    for cell in table.cells():
        if cell.row == row:
            texts[cell.column] = f"{texts.get(cell.column, '')} {page.text[cell.start : cell.end]}".strip()
    return {column: read for column, text in texts.items() if (read := read_cell(text)) is not None}


def are_parts(parts: Sequence[Printed], total: Printed) -> bool:
    """Whether two or more numbers add up to another, within the rounding of all of them, and that hides little."""
    hidden = sum((one.step for one in (*parts, total)), Decimal(0)) / 2
    missing = abs(sum((one.value for one in parts), Decimal(0)) - total.value)
    return len(parts) >= _FEWEST and bool(total.value) and missing <= min(hidden, _MOST_HIDDEN * abs(total.value))
