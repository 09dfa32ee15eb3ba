"""The things that rows of a table make together: those that say the same in one column are one."""

from collections.abc import Iterable, Mapping
from decimal import Decimal

from sleuth.evidence.rows.grid import Line


def things_of(lines: Iterable[Line], group: str, naming: str) -> dict[str, list[Line]]:
    """The lines by what they say under a heading; one that says nothing there is a thing of its own, by its name."""
    things: dict[str, list[Line]] = {}
    for line in lines:
        name = line.texts.get(group) or line.texts.get(naming) or f"row {line.row}"
        things.setdefault(name, []).append(line)
    return things


def sums_of(things: Mapping[str, Iterable[Line]], values: Mapping[int, Decimal]) -> dict[str, Decimal]:
    """What the rows of each thing sum up to."""
    return {name: sum((values[line.row] for line in lines), Decimal()) for name, lines in things.items()}
