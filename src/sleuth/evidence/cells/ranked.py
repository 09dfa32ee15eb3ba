"""Whether the row that a sentence calls the highest or the lowest of its table is that row."""

import re
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from itertools import permutations

from sleuth.evidence.cells.place import Place
from sleuth.evidence.figures.arithmetic import CHANGE
from sleuth.evidence.lexicon import lexicon
from sleuth.evidence.reading import Reading, read
from sleuth.evidence.rows.grid import grid_of, stands_for_several
from sleuth.evidence.source import Page, Table
from sleuth.language.quantity import read_cell

_GROWTH = re.compile(r"(?<!\w)(?:fastest|grew|growing|snabbast|väx\w*)(?!\w)")


def ranked(claim: Reading, used: Sequence[Place]) -> str | tuple[str, ...]:
    """What a sentence that calls its row the highest or the lowest rests on; why not, where another row is.

    `used`: the cells that hold its numbers.
    """
    words = lexicon("words")
    headed = {word.text for place in used for heading in place.headings for word in read(heading).words}
    said = {word.text for word in claim.words} - headed
    sides = [name for name in ("highest", "lowest") if said & set(words[name])]
    places = {(place.row, place.column): place for place in used}
    if not sides:
        return ()
    if len(sides) > 1 or len({row for row, _ in places}) != 1:
        return "nothing shows what is the highest or the lowest of which rows"
    first = next(iter(places.values()))
    for told, value_of in _measures(list(places.values()), claim):
        ranks = _values(first.page, first.table, value_of)
        own = ranks.get(first.row)
        best = max(ranks.values(), default=None) if sides[0] == "highest" else min(ranks.values(), default=None)
        if own is not None and own == best and len(ranks) > 1:
            return (f"Of the {len(ranks)} rows of the table this one has the {sides[0]} {told}",)
    return f"the row is not the one with the {sides[0]} value"


_Value = Callable[[dict[int, Decimal]], Decimal | None]  # of a row's numbers by column


def _measures(places: Sequence[Place], claim: Reading) -> Iterator[tuple[str, _Value]]:
    """By what rows may be ranked: where two numbers are told their share or change, else the number."""
    percent = any(one.unit == "percent" for one in claim.quantities)
    for one, two in permutations(places, 2):
        first, second = read_cell(one.text), read_cell(two.text)
        if first is None or second is None:
            continue
        names = " and ".join(" ".join(place.headings) for place in (one, two))
        if CHANGE.search(claim.plain) or _GROWTH.search(claim.plain):
            yield f"change between {names}", _between(one.column, two.column, is_relative=percent)
        elif abs(first.value) <= abs(second.value):
            yield f"share of {names}", _share_of(one.column, two.column)
    if len(places) == 1:
        yield " ".join(places[0].headings), _at(places[0].column)


def _at(column: int) -> _Value:
    return lambda numbers: numbers.get(column)


def _share_of(part: int, whole: int) -> _Value:
    def value(numbers: dict[int, Decimal]) -> Decimal | None:
        return numbers[part] / numbers[whole] if part in numbers and numbers.get(whole) else None

    return value


def _between(old: int, new: int, *, is_relative: bool) -> _Value:
    def value(numbers: dict[int, Decimal]) -> Decimal | None:
        if old not in numbers or new not in numbers or (is_relative and not numbers[old]):
            return None
        change = numbers[new] - numbers[old]
        return change / numbers[old] if is_relative else change

    return value


def _values(page: Page, table: Table, value_of: _Value) -> dict[int, Decimal]:
    """The value of each row of a list; none of rows that sum others up or stand for several."""
    grid = grid_of(page, table)
    if isinstance(grid, str):
        return {}
    single = [line for line in grid.lines if not any(stands_for_several(line, name) for name in line.texts)]
    numbers = {column: grid.numbers(heading, "en") for column, heading in grid.headings.items()}
    rows = {line.row: {column: of[line.row] for column, of in numbers.items() if line.row in of} for line in single}
    found = {row: value_of(cells) for row, cells in rows.items()}
    return {row: value for row, value in found.items() if value is not None}
