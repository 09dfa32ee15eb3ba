"""The column that an operation is of, also where the question does not name it: by its kind, its size, its time."""

from collections.abc import Sequence

from sleuth.findings.records.columns import NUMERIC, Column, Kind, year_of
from sleuth.language.concepts import kinds_of_rows, sizes_of, text_stems
from sleuth.language.metrics import is_whole
from sleuth.language.scale import read_scaling
from sleuth.language.timing import read_timing
from sleuth.reason.records.drafting import Draft


def single(columns: Sequence[Column], kinds: Sequence[Kind]) -> Column | None:
    """The one column of some kinds; None where there is none, or are several."""
    fitting = [column for column in columns if column.kind in kinds]
    return fitting[0] if len(fitting) == 1 else None


def counts(column: Column) -> bool:
    """Whether a column's amounts are numbers of things, not of money."""
    return column.scaling.currency is None and not column.scaling.money and not column.scaling.percent


def total_column(draft: Draft) -> Column | None:
    """The column of totals, where a row is named and of what it tells only what the list's name says: "FTE in June"."""
    is_of_row = draft.by_name and draft.is_titled and draft.records.by_time is not None
    if draft.wanted or not is_of_row:
        return None
    totals = [column for column in draft.records.columns if column.kind is Kind.AMOUNT and is_whole(column.heading)]
    return totals[0] if len(totals) == 1 else None


def size(draft: Draft, kinds: Sequence[Kind]) -> Column | None:
    """The column that tells how large a row is, where the question does not say by what it is to be ranked."""
    columns = [column for column in draft.records.columns if column.kind in kinds and column.index >= 0]
    if draft.asking.by_days:
        began = [column for column in columns if "start" in column.tells]
        return began[0] if len(began) == 1 and draft.asking.by_start else None
    named = kinds_of_rows(text_stems(draft.records.named_by.heading))
    told = told_size(draft, draft.kinds) or told_size(draft, named)
    return told or single(columns, (Kind.AMOUNT,)) or single(columns, NUMERIC)


def told_size(draft: Draft, kinds: frozenset[str]) -> Column | None:
    """The column that tells the size of rows of some kinds."""
    amounts = [column for column in draft.records.columns if column.kind in NUMERIC and column.index >= 0]
    sizes = [told for kind in sorted(kinds) for told in sizes_of(kind)]
    for told in sizes:
        telling = [column for column in amounts if told in column.tells]
        if len(telling) > 1:
            of_amounts = [column for column in telling if column.kind is Kind.AMOUNT]
            telling = _latest(of_amounts or telling)
        if telling:
            return telling[0] if len(telling) == 1 else None
    return None


def newest_of(draft: Draft) -> float:
    """What speaks for the columns that are asked for, as the latest of their kind."""
    return sum(newest(column, draft) for column in draft.wanted)


def newest(column: Column, draft: Draft) -> float:
    """A little for the latest of columns that tell the same at different times, and for one that names its currency."""
    same_kind = [other for other in draft.records.columns if other.kind is column.kind]
    alike = [other for other in same_kind if other.tells == column.tells and _time(other)]
    is_latest = len(alike) > 1 and column in _latest(alike)
    names_currency = column.kind is Kind.AMOUNT and read_scaling(column.heading).currency is not None
    return 0.1 * is_latest + 0.1 * names_currency


def _latest(columns: Sequence[Column]) -> list[Column]:
    """Of columns that name years those of the latest; all of them where one names none."""
    times = [time for column in columns if (time := _time(column)) is not None]
    if len(times) < len(columns):
        return list(columns)
    return [column for column, time in zip(columns, times, strict=True) if time == max(times)]


def _time(column: Column) -> tuple[int, int, int] | None:
    """The year, month and day that a heading names, for comparison; 0 for what it leaves out, None without a year."""
    year, timing = year_of(column.heading), read_timing(column.heading)
    if year is None:
        return None
    return (year, timing.month or 0, timing.day or 0) if timing is not None else (year, 0, 0)
