"""What the rows of a table prove by adding up: a total without a label is that of the section above it."""

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from sleuth.language.metrics import is_whole
from sleuth.language.quantity import Printed

_TOTALS = ("total ", "subtotal", "summa ", "summe ", "gesamt")  # how the label of a total of some rows begins
_FEWEST = 2  # rows that make up a total
_MOST_HIDDEN = Decimal("0.02")  # of a total, by rounding


class Entry(NamedTuple):
    """A row's label, in the form of labels, and its number in one column."""

    label: str
    number: Printed


def without_subtotals(rows: Sequence[Entry]) -> list[Printed]:
    """The numbers of rows, where a total of some of them stands for those: each counts once."""
    items: list[Printed] = []
    for label, number in rows:
        is_total = is_whole(label) or label.startswith(_TOTALS)
        begins = range(len(items) - _FEWEST, -1, -1) if is_total else ()
        begin = next((n for n in begins if are_parts(items[n:], number)), len(items))
        items = [*items[:begin], number]
    return items


def are_parts(parts: Sequence[Printed], total: Printed) -> bool:
    """Whether two or more numbers add up to another, within the rounding of all of them, and that hides little."""
    hidden = sum((one.step for one in (*parts, total)), Decimal(0)) / 2
    missing = abs(sum((one.value for one in parts), Decimal(0)) - total.value)
    return len(parts) >= _FEWEST and bool(total.value) and missing <= min(hidden, _MOST_HIDDEN * abs(total.value))
