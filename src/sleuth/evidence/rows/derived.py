"""Columns that a claim derives from two others, computed anew from the cells of the page."""

from dataclasses import replace

from sleuth.evidence.rows.grid import Grid, Line
from sleuth.language.table_query import Derived, DerivedForm, TableQuery

_INDEX = -10  # of the first derived column: no column of a table has it


def with_derived(grid: Grid, query: TableQuery) -> Grid | str:
    """The grid with what the query derives under headings of its own, or why it cannot be derived."""
    for number, derived in enumerate(query.derived):
        headings = set(grid.headings.values())
        if derived.heading in headings:
            return f"it has a column “{derived.heading}” of its own"
        missing = [heading for heading in (derived.top, derived.bottom) if heading not in headings]
        if missing:
            return f"it has no column “{missing[0]}”"
        lines = tuple(_with_text(line, derived, grid, query.language) for line in grid.lines)
        grid = replace(grid, lines=lines, headings={**grid.headings, _INDEX - number: derived.heading})
    return grid


def _with_text(line: Line, derived: Derived, grid: Grid, language: str) -> Line:
    tops, bottoms = (grid.numbers(heading, language) for heading in (derived.top, derived.bottom))
    if line.row not in tops or line.row not in bottoms:
        return line
    text = derived.of(tops[line.row], bottoms[line.row])
    return replace(line, texts={**line.texts, derived.heading: text})


def units_of(query: TableQuery, heading: str) -> tuple[str, ...]:
    """The headings whose currencies count for a heading: of a percentage none, for each row divides its own amounts."""
    derived = next((one for one in query.derived if one.heading == heading), None)
    if derived is None:
        return (heading,)
    return (derived.top, derived.bottom) if derived.form is DerivedForm.RATIO else ()
