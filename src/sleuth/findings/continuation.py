"""Tables that go on: below a blank row of a sheet, below a section of a page, or on the next page."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sleuth.evidence.source import Page, Source, Table
from sleuth.findings.headings import read_headings

_MOST_OFF = 6.0  # points by which the right edges of one column may miss each other
_MOST_APART = 2  # pages between the beginning of a table and a part of it


def continued(source: Source) -> Iterator[tuple[Page, Table]]:
    """Every table in reading order; one that has no times over its columns takes the headings of the table before it.

    Only where its columns are that table's: by their letters on a sheet, by where they stand on a printed page.
    """
    before: tuple[Page, Table] | None = None
    for page in source.pages:
        if before is not None and (_is_alone(page) or page.number - before[0].number > _MOST_APART):
            before = None
        for table in page.tables:
            headed = table
            if not _names_times(table):
                headed = _with_headings(page, table, before) if before is not None else table
            if _names_times(headed):
                before = (page, headed)
            yield page, headed


def _is_alone(page: Page) -> bool:
    """Whether no table of another page can go on here: sheets and sections stand alone."""
    return page.words is None


def _names_times(table: Table) -> bool:
    headings = (read_headings(tuple(path)) for path in table.column_paths.values())
    return any(heading.timing is None or heading.timing.is_time for heading in headings)


def _with_headings(page: Page, table: Table, before: tuple[Page, Table]) -> Table:
    """The table under the headings of the one before; as it is where their columns are not the same."""
    columns = _columns_before(page, table, *before)
    if not columns:
        return table
    earlier = before[1]
    paths = {column: tuple(earlier.column_paths[of]) for column, of in columns.items() if of in earlier.column_paths}
    own = {column: tuple(path) for column, path in table.column_paths.items()}
    merged = {column: (*paths.get(column, ()), *own.get(column, ())) for column in {*paths, *own}}
    caption = "\n".join(dict.fromkeys(part for part in (earlier.caption, table.caption) if part))
    return replace(table, column_paths=merged, caption=caption)


def _columns_before(page: Page, table: Table, before: Page, earlier: Table) -> dict[int, int]:
    """The columns of a table and the column of the earlier one that each goes on with; empty where they do not fit."""
    columns = _valued(table)
    if not columns:
        return {}
    if page.words is None:
        fits = page.number == before.number and set(columns) <= set(earlier.column_paths)
        return {column: column for column in columns} if fits else {}
    edges, earlier_edges = _edges(page, table, columns), _edges(before, earlier, sorted(earlier.column_paths))
    found: dict[int, int] = {}
    for column, edge in edges.items():
        near = [of for of, other in earlier_edges.items() if abs(other - edge) <= _MOST_OFF]
        if len(near) != 1:
            return {}
        found[column] = near[0]
    return found if len(set(found.values())) == len(found) else {}


def _valued(table: Table) -> list[int]:
    """The columns right of the labels that hold something in the body."""
    first = min((cell.column for cell in table.cells()), default=0)
    return sorted({cell.column for cell in table.cells() if cell.column != first and cell.row in table.row_paths})


def _edges(page: Page, table: Table, columns: Sequence[int]) -> dict[int, float]:
    """Where the numbers of each column end, in points; a closing bracket may stand out by its width."""
    edges: dict[int, list[float]] = {column: [] for column in columns}
    for cell in table.cells():
        if cell.column in edges and cell.row in table.row_paths and page.words is not None:
            edges[cell.column] += [max(box.x1 for box in page.words.boxes_of(cell.start, cell.end))]
    return {column: sorted(found)[len(found) // 2] for column, found in edges.items() if found}
