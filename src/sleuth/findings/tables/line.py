"""What a row of a table measures."""

from dataclasses import dataclass

from sleuth.language.metrics import Metric

PART_OF = "table: part of a metric"  # the rule of a line that names a part, below or beside the name of a measure
NAMED = "table: named metric"  # the rule of a row, in a table that is no statement, that names a measure
OF_STATEMENT = "table: named metric of a statement"
ONLY_REVENUE = "table: the only revenue of an income statement"
SERIES = "table: line of a series"  # the rule of a line whose columns are all times, in a table that is no statement


@dataclass(frozen=True, slots=True)
class Line:
    """What a row states. `metrics` are told apart by unit; none: the line goes by its own name."""

    key: str
    label: str
    metrics: tuple[Metric, ...] = ()
    dimension: tuple[str, ...] = ()
    is_instant: bool = False
    opens: bool = False  # it is the value at the beginning of the period
    rule: str = ""
    unit: str = ""  # where the place of the line tells it
