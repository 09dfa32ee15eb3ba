"""Tables that go on under the headings of the table above: below a blank row of a sheet, or set apart in HTML."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sleuth.evidence.source import Page, PageSource, Source, Table
from sleuth.findings.tables.headings import read_headings
from sleuth.findings.tables.layout import lines_above
from sleuth.language.quantity import read_cell

_BESIDE = 2  # columns of the table above that are no further values: its labels, and one more


def continued(source: Source) -> Iterator[tuple[Page, Table]]:
    """Every table in reading order; one without times over its columns takes those of the table above.

    On a sheet where its columns are that table's, by their letters; in HTML where the table above is headings alone
    (accounts are set so), by their order. The reader of PDFs has done the same by their places.
    """
    for page in source.pages:
        above: Table | None = None
        for table in page.tables:
            headed = table
            if above is not None and not _names_times(table):
                if source.page_source is PageSource.SHEET:
                    headed = _with_headings(table, above)
                elif source.kind == "html" and not _values(page, above):
                    headed = _under_headings_alone(page, table, above)
            above = headed if _names_times(headed) else above if source.page_source is PageSource.SHEET else None
            yield page, headed


def _under_headings_alone(page: Page, table: Table, above: Table) -> Table:
    """The table under a table of headings: as many of its columns under each, in their order."""
    heads = [column for column in sorted(above.column_paths) if _is_time(above.column_paths[column])]
    columns = sorted({column for column, text in _values(page, table) if not _is_note(text)})
    share, rest = divmod(len(columns), len(heads)) if heads else (0, 1)
    if not share or rest:
        return table
    paths = {column: tuple(above.column_paths[heads[at // share]]) for at, column in enumerate(columns)}
    told = [page.text[cell.start : cell.end] for cell in above.cells()]
    caption = "\n".join([*lines_above(page, above), *told, table.caption])
    return replace(table, column_paths=paths, caption=caption)


def _values(page: Page, table: Table) -> list[tuple[int, str]]:
    """The numbers of a table's body that are no years, and their columns."""
    texts = [(c.column, page.text[c.start : c.end].strip()) for c in table.cells() if c.row in table.row_paths]
    return [(column, text) for column, text in texts if read_cell(text) and not re.fullmatch(r"(?:19|20)\d\d", text)]


def _is_note(text: str) -> bool:
    """Whether a number may be that of a note: one or two digits."""
    return re.fullmatch(r"\d{1,2}", text) is not None


def _is_time(path: Sequence[str]) -> bool:
    timing = read_headings(tuple(path)).timing
    return timing is not None and timing.is_time


def _names_times(table: Table) -> bool:
    headings = (read_headings(tuple(path)) for path in table.column_paths.values())
    return any(heading.timing is None or heading.timing.is_time for heading in headings)


def _with_headings(table: Table, above: Table) -> Table:
    """The table under the headings of the one above; as it is where it has a column that the other has not."""
    first = min((cell.column for cell in table.cells()), default=0)
    columns = {cell.column for cell in table.cells() if cell.column != first and cell.row in table.row_paths}
    if not columns or not columns <= set(above.column_paths) or len(columns) == 1 < len(above.column_paths) - _BESIDE:
        return table  # a bridge below months: its values are not those of the first month
    paths = {column: tuple(above.column_paths[column]) for column in columns}
    for column, path in table.column_paths.items():
        paths[column] = (*paths.get(column, ()), *path)
    caption = "\n".join(dict.fromkeys(part for part in (above.caption, table.caption) if part))
    return replace(table, column_paths=paths, caption=caption)
