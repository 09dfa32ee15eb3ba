"""What the labels at the left of a grid say of each row, with the sections they stand in."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sleuth.ingest.readers.grid import GridCell, Row, is_value

_SAMPLE = 200  # rows; enough to tell a column of labels from one of values
_TOTAL = re.compile(r"(?:sub-?|grand )?total\b|sum(?:ma)?\b|totalt?\b|delsumma\b|net cash\b", re.IGNORECASE)
_NUMBERED = 0.8  # of the rows have labels of their own in a column that numbers them
_DEEPEST = 8  # sections within sections
_LONGEST_SECTION = 120  # a longer text alone in its row is a note


@dataclass(slots=True)
class _Parent:
    """A row that later rows stand under."""

    text: str
    indent: int
    section: bool  # a label without values
    opens: bool  # and it looks as if more were to come
    used: bool = False  # rows stand under it
    deeper: bool = False  # and they are indented
    closed: bool = False  # a total has ended a section within it


def label_columns(body: Sequence[Row], left: int) -> list[int]:
    """The columns that name the rows: the leftmost, and those of text between it and the first column of values."""
    values: Counter[int] = Counter()
    texts: Counter[int] = Counter()
    followed: Counter[int] = Counter()  # texts with a value to their right
    for row in body[:_SAMPLE]:
        last_value = max((cell.column for cell in row if is_value(cell)), default=-1)
        for cell in row:
            (values if is_value(cell) else texts)[cell.column] += 1
            followed[cell.column] += cell.column < last_value
    first_value = min((column for column in values if values[column] >= texts[column]), default=left)
    found = [left, *(c for c in sorted(texts) if left < c < first_value and followed[c] > 0.7 * texts[c])]
    while len(found) > 1 and _only_remarks(found[-1], body[:_SAMPLE]):
        found.pop()
    return found


def _groups(column: int, body: Sequence[Row], labels: Sequence[int]) -> bool:
    """Whether a blank in an outer column of labels repeats the label above it, as in a pivot table.

    Where nearly all rows have a label there, all of them different, it numbers the rows: "K-1001". The rows without
    one at its end, "Others" and "Total", belong to none of them.
    """
    rows = [row for row in body[:_SAMPLE] if any(cell.column in labels for cell in row)]
    texts = [cell.text for row in rows for cell in row if cell.column == column]
    return len(texts) < _NUMBERED * len(rows) or len(set(texts)) < len(texts)


def _only_remarks(column: int, body: Sequence[Row]) -> bool:
    """Whether the innermost column of text has none beside most rows of values: a reference to a note names no row."""
    valued = [row for row in body if any(is_value(cell) for cell in row)]
    named = sum(any(cell.column == column or cell.rows > 1 for cell in row) for row in valued)
    return 2 * named < len(valued)


def row_paths(body: Sequence[Row], labels: Sequence[int]) -> Mapping[int, tuple[str, ...]]:
    """For each row of the body the labels that lead to it, the outermost section first."""
    paths: dict[int, tuple[str, ...]] = {}
    parents: list[_Parent] = []
    carried: dict[int, tuple[str, int]] = {}  # column → a label that covers rows below, and up to which row
    width = len(labels)
    grouping = {column for column in labels[:-1] if _groups(column, body, labels)}
    for row in body:
        own = [cell for cell in row if cell.column in labels] if width > 1 else row[: row[0].column == labels[0]]
        names = _names(row[0].row, own, labels, carried, grouping)
        if not names:
            continue
        label = own[0] if own else row[0]
        has_values = len(row) > len(own)
        _leave(parents, label, has_values)
        paths[row[0].row] = (*(parent.text for parent in parents), *names)
        _enter(parents, label, names[-1], has_values)
    return paths


def _names(
    row: int, own: Sequence[GridCell], labels: Sequence[int], carried: dict[int, tuple[str, int]], grouping: set[int]
) -> list[str]:
    """The row's labels: its own, and those merged down, or left blank in the columns `grouping`, from rows above."""
    if len(labels) == 1 and not carried and own and own[0].rows == 1:
        return [own[0].text]
    texts = {cell.column: cell.text for cell in own}
    for cell in own:
        repeats = cell.column in grouping
        for column in [c for c in carried if c >= cell.column]:
            del carried[column]
        if cell.rows > 1 or repeats:
            carried[cell.column] = (cell.text, cell.row + cell.rows - 1 if cell.rows > 1 else 1 << 31)
    if not own and all(row > last or last == 1 << 31 for _, last in carried.values()):
        return []
    inner = max(texts, default=labels[-1])
    above = {c: text for c, (text, last) in carried.items() if row <= last and c <= max(inner, labels[0])}
    return [(above | texts)[column] for column in sorted(above | texts)]


def _leave(parents: list[_Parent], label: GridCell, has_values: bool) -> None:
    """Close the sections that this row does not stand under."""
    while parents and (len(parents) >= _DEEPEST or _is_left(parents[-1], label.indent, has_values)):
        parents.pop()


def _is_left(parent: _Parent, indent: int, has_values: bool) -> bool:
    if parent.indent != indent:
        return parent.indent > indent
    if not parent.section or parent.deeper:
        return True
    if has_values:
        return False
    return not parent.closed if parent.used else not parent.opens


def _enter(parents: list[_Parent], label: GridCell, name: str, has_values: bool) -> None:
    for parent in parents:
        parent.used = parent.used or has_values
        parent.deeper = parent.deeper or label.indent > parent.indent
    if _TOTAL.match(name):
        if parents and has_values and parents[-1].indent == label.indent:
            parents.pop()
            if parents:
                parents[-1].closed = True
    elif len(name) <= _LONGEST_SECTION:
        opens = name.endswith(":") or name.isupper() or label.bold
        parents.append(_Parent(name, label.indent, section=not has_values, opens=opens))
