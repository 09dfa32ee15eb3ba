"""Tables of a sheet that go on below a blank row, under the headings of the table above."""

from collections.abc import Iterator
from dataclasses import replace

from sleuth.evidence.source import Page, PageSource, Source, Table
from sleuth.findings.headings import read_headings


def continued(source: Source) -> Iterator[tuple[Page, Table]]:
    """Every table in reading order; on a sheet, one without times over its columns takes those of the table above.

    Only where its columns are that table's, by their letters. The reader of PDFs has done the same by their places.
    """
    for page in source.pages:
        above: Table | None = None
        for table in page.tables:
            headed = table
            if source.page_source is PageSource.SHEET and above is not None and not _names_times(table):
                headed = _with_headings(table, above)
            if _names_times(headed):
                above = headed
            yield page, headed


def _names_times(table: Table) -> bool:
    headings = (read_headings(tuple(path)) for path in table.column_paths.values())
    return any(heading.timing is None or heading.timing.is_time for heading in headings)


def _with_headings(table: Table, above: Table) -> Table:
    """The table under the headings of the one above; as it is where it has a column that the other has not."""
    first = min((cell.column for cell in table.cells()), default=0)
    columns = {cell.column for cell in table.cells() if cell.column != first and cell.row in table.row_paths}
    if not columns or not columns <= set(above.column_paths):
        return table
    paths = {column: tuple(above.column_paths[column]) for column in columns}
    for column, path in table.column_paths.items():
        paths[column] = (*paths.get(column, ()), *path)
    caption = "\n".join(dict.fromkeys(part for part in (above.caption, table.caption) if part))
    return replace(table, column_paths=paths, caption=caption)
