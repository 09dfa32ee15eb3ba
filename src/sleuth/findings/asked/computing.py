"""Computes what a typed question asks of one document's facts, by its operation."""

from collections.abc import Callable, Mapping

from sleuth.findings.asked.answers import Figure
from sleuth.findings.asked.changes import averages, changes
from sleuth.findings.asked.choosing import Chooser
from sleuth.findings.asked.dividing import extremes, parts, shares
from sleuth.findings.asked.levels import levels, ratios
from sleuth.findings.asked.stretches import extreme_periods, trend
from sleuth.language.query import Operation

_COMPUTES: Mapping[Operation, Callable[[Chooser], list[Figure]]] = {
    Operation.GROWTH: changes,
    Operation.CHANGE: changes,
    Operation.RATIO: ratios,
    Operation.SHARE: shares,
    Operation.AVERAGE: averages,
    Operation.TREND: trend,
    Operation.PARTS: parts,
    Operation.LARGEST: extremes,
    Operation.SMALLEST: extremes,
}
_OF_SEVERAL = (Operation.TREND, Operation.LARGEST, Operation.SMALLEST)  # among documents: several reports are a row


def compute(chooser: Chooser, *, compares: bool) -> list[Figure]:
    """The figures of the chooser's document; `compares` with other documents. Raises NotStatedError."""
    operation = chooser.query.operation
    if chooser.query.each:
        return extreme_periods(chooser)
    if compares and operation in _OF_SEVERAL:
        return levels(chooser)
    return _COMPUTES.get(operation, levels)(chooser)
