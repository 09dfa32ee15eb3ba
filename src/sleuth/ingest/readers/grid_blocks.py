"""A sheet falls into tables: at empty rows, and where a second table stands beside the first."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from sleuth.evidence.source import Table
from sleuth.ingest.readers.grid import Row, is_value, table_of
from sleuth.ingest.readers.grid_headers import names_groups, split_header

_FEW = 2  # columns of values: beside two, one may well be blank
_SAMPLE = 200  # rows; enough to see how a block is laid out


def find_tables(rows: Sequence[Row]) -> list[Table]:
    """The tables among the rows of a sheet, in order."""
    tables: list[Table] = []
    caption: list[str] = []
    for block in _stacked(rows):
        parts = [part for part in _side_by_side(block) if _is_table(part)]
        tables.extend(table_of(part, "\n".join(caption)) for part in parts)
        if parts:
            caption = []
        else:
            caption.extend(cell.text for row in block for cell in row)
            del caption[:-4]  # what stands far above is no caption
    return tables


def _is_table(rows: Sequence[Row]) -> bool:
    return len(rows) > 1 and any(len(row) > 1 for row in rows)


def _stacked(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    """Blocks of rows. A block below an empty row that brings no headers of its own goes on with the one above."""
    start = 0
    for i in range(1, len(rows)):
        if rows[i][0].row > rows[i - 1][0].row + 1 and not _goes_on(rows[start:i], _block(rows, i)):
            yield rows[start:i]
            start = i
    if rows:
        yield rows[start:]


def _goes_on(above: Sequence[Row], block: Sequence[Row]) -> bool:
    """Are the block and what stands above it, an empty row between, one table?"""
    above = above[:_SAMPLE]
    if not _is_table(above):
        # A single row of headers may stand apart from what it heads, or name the groups of its headers.
        left = min(cell.column for row in (*above, *block) for cell in row)
        is_group = names_groups(above[-1], block[0], left)
        return is_group or (len(above[-1]) > 1 and not _has_values(above) and _is_headed_by(block, above))
    if not _has_values(above):
        return _is_headed_by(block, above)
    return _has_header(above) and not _opens_table(block, above)


def _is_headed_by(block: Sequence[Row], above: Sequence[Row]) -> bool:
    """Do rows of values stand under headers, and bring none of their own?"""
    columns = {column for row in above for cell in row for column in cell.covers}
    values = {cell.column for row in block for cell in row if is_value(cell)}
    return bool(values) and values <= columns and not (_is_table(block) and _has_header(block))


def _has_values(rows: Sequence[Row]) -> bool:
    return any(is_value(cell) for row in rows for cell in row)


def _block(rows: Sequence[Row], start: int) -> Sequence[Row]:
    """The rows from `start` to the next empty row."""
    end = start + 1
    while end < len(rows) and end < start + _SAMPLE and rows[end][0].row == rows[end - 1][0].row + 1:
        end += 1
    return rows[start:end]


def _has_header(rows: Sequence[Row]) -> bool:
    return len(split_header(rows).header) > 0


def _opens_table(block: Sequence[Row], above: Sequence[Row]) -> bool:
    """Does the block stand for itself: with headers, as a title, or under other columns?"""
    columns = {cell.column for row in above for cell in row}
    if not {cell.column for row in block for cell in row} <= columns:
        return True
    if any(len(row) > 1 for row in block):
        return _has_values(block) and (_has_header(block) or _is_narrow(block, above))
    return len(block) > 1 or len(block[0][0].text) > 60  # a lone short label may open a section


def _is_narrow(block: Sequence[Row], above: Sequence[Row]) -> bool:
    """Does a block hold values in the first column of values alone, below a table of several that others fill?

    A bridge or a sensitivity below months is a list of its own: its values are not those of the first month.
    """
    columns = {cell.column for row in above for cell in row if is_value(cell)}
    own = {cell.column for row in block for cell in row if is_value(cell)}
    return len(own) == 1 and len(columns) > _FEW and own == {min(columns)}


def _side_by_side(block: Sequence[Row]) -> list[Sequence[Row]]:
    """The block, or its parts where an empty column has a column of labels to its right."""
    sample = block[:_SAMPLE]
    used = {column for row in sample for cell in row for column in cell.covers}
    starts = [c for c in sorted(used) if c - 1 not in used and c > min(used)]
    starts = [c for c in starts if _is_label_column(sample, c, used)]
    if not starts:
        return [block]
    borders = [0, *starts, 1 << 30]
    return [
        [part for row in block if (part := [cell for cell in row if low <= cell.column < high])]
        for low, high in pairwise(borders)
    ]


def _is_label_column(sample: Sequence[Row], column: int, used: set[int]) -> bool:
    texts = [not is_value(cell) for row in sample for cell in row if cell.column == column]
    beside = [is_value(cell) for row in sample for cell in row if cell.column == column + 1]
    return column + 1 in used and len(texts) > 2 and all(texts) and sum(beside) >= 2
