"""Tables that go on: on a sheet below a blank row, on the next page under the same headings once more."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sleuth.evidence.source import Page, PageSource, Source, Table
from sleuth.findings.tables.headings import read_headings
from sleuth.language.scenario import read_scenarios
from sleuth.language.timing import names_year_before

_BESIDE = 2  # columns of the table above that are no further values: its labels, and one more


def continued(source: Source) -> Iterator[tuple[Page, Table]]:
    """Every table in reading order; on a sheet one without times over its columns takes those of the table above.

    The reader of PDFs has done the same by the places of its columns. A table without a caption at the top of a page,
    under the very headings of the last one of the page before, has the caption of that one: a statement of two pages.
    """
    is_sheet = source.page_source is PageSource.SHEET
    last: Table | None = None
    for page in source.pages:
        above: Table | None = None
        for number, table in enumerate(page.tables):
            headed = table
            if is_sheet and above is not None and not (_names_times(table) or _contradicts(table, above)):
                headed = _with_headings(table, above)
            elif not is_sheet and number == 0 and last is not None and _goes_on(table, last):
                headed = replace(table, caption=last.caption)
            above = headed if _names_times(headed) else above
            yield page, headed
            last = headed


def _goes_on(table: Table, last: Table) -> bool:
    paths, others = ([tuple(path) for _, path in sorted(one.column_paths.items())] for one in (table, last))
    return not table.caption.strip() and paths == others and _names_times(table)


def _names_times(table: Table) -> bool:
    headings = (read_headings(tuple(path)) for path in table.column_paths.values())
    return any(heading.timing is None or heading.timing.is_time for heading in headings)


def _contradicts(table: Table, above: Table) -> bool:
    """Whether a column is headed otherwise than the one above it: "Prior year" below "Budget"."""
    over = ((path, above.column_paths.get(column, ())) for column, path in table.column_paths.items())
    said = ((_kind(path), _kind(other)) for path, other in over)
    return any(own and other and own != other for own, other in said)


def _kind(path: Sequence[str]) -> frozenset[str]:
    """The scenarios that a heading names, and whether it is of the year before."""
    before = {"before"} if any(map(names_year_before, path)) else set()
    return frozenset(before.union(*(read_scenarios(part) for part in path)))


def _with_headings(table: Table, above: Table) -> Table:
    """The table under the headings of the one above; as it is where it has a column that the other has not."""
    first = table.first_column
    columns = {cell.column for cell in table.cells() if cell.column != first and cell.row in table.row_paths}
    if not columns or not columns <= set(above.column_paths) or len(columns) == 1 < len(above.column_paths) - _BESIDE:
        return table  # a bridge below months: its values are not those of the first month
    paths = {column: tuple(above.column_paths[column]) for column in columns}
    for column, path in table.column_paths.items():
        paths[column] = (*paths.get(column, ()), *path)
    caption = "\n".join(dict.fromkeys(part for part in (above.caption, table.caption) if part))
    return replace(table, column_paths=paths, caption=caption)
