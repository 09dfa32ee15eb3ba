"""Which rows of a table are the parts of a total: those that add up to it in every column, and no others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from sleuth.language.metrics import Lexicon, Metric, is_whole, label_form
from sleuth.language.quantity import Printed

_FEWEST = 2  # parts
_MOST_HIDDEN = Decimal("0.02")  # of a total, by rounding


@dataclass(frozen=True, slots=True)
class Figures:
    """A row's label and its printed numbers, by column."""

    row: int
    label: str
    cells: Mapping[int, Printed] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Share:
    """What a row is of a measure: a part of it, or the whole."""

    metric: Metric
    is_whole: bool = False


def proven_shares(rows: Sequence[Figures], titles: Sequence[str], lexicon: Lexicon, is_money: bool) -> dict[int, Share]:
    """The rows that are a measure's parts, and their total, by row.

    The measure is named by the total's label ("Net sales") or, where that only says total, by what stands above the
    table (`titles`); it is an amount of money where the table is of money (`is_money`), else it is counted. Rows with
    names of measures are no parts of an amount of money: they are lines of a statement.
    """
    titled = _titled(titles, lexicon)
    for end in range(len(rows) - 1, _FEWEST - 1, -1):
        metric = _measure(rows[end].label, titled, lexicon)
        if metric is None or is_money == (metric.kind == "count"):
            continue
        start = _start(rows, end, metric, lexicon)
        if end - start >= _FEWEST and _add_up(rows[start:end], rows[end], metric.kind == "count"):
            return {row.row: Share(metric) for row in rows[start:end]} | {rows[end].row: Share(metric, True)}
    return {}


def _titled(titles: Sequence[str], lexicon: Lexicon) -> Metric | None:
    """The one measure that the titles name: "Headcount report", "Net sales by segment"."""
    named = {metric.key: metric for title in titles for metric in lexicon.titled(label_form(title)) if metric.splits}
    return next(iter(named.values())) if len(named) == 1 else None


def _measure(label: str, titled: Metric | None, lexicon: Lexicon) -> Metric | None:
    if is_whole(label):
        return titled
    named = [metric for metric in lexicon.named(label_form(label)) if metric.splits]
    return named[0] if named else None


def _start(rows: Sequence[Figures], end: int, metric: Metric, lexicon: Lexicon) -> int:
    """The first of the rows above a total that may be its parts."""
    counted = metric.kind == "count"
    start = end
    while start and rows[start - 1].cells and (counted or not lexicon.named(label_form(rows[start - 1].label))):
        start -= 1
    return start


def _add_up(parts: Sequence[Figures], total: Figures, counted: bool) -> bool:
    """Whether the parts are the total in each of its columns, within the rounding of all of them."""
    columns = [column for column, printed in total.cells.items() if not printed.unit]
    return any(total.cells[column].value for column in columns) and all(
        _adds([part.cells.get(column) for part in parts], total.cells[column], counted) for column in columns
    )


def _adds(parts: Sequence[Printed | None], total: Printed, counted: bool) -> bool:
    addends = [printed for printed in parts if printed is not None]
    if len(addends) < len(parts) or sum(1 for printed in addends if printed.value) < _FEWEST:
        return False
    hidden = Decimal(0) if counted else sum((printed.step for printed in (*addends, total)), Decimal(0)) / 2
    return abs(total.value - sum(printed.value for printed in addends)) <= min(hidden, _MOST_HIDDEN * abs(total.value))
