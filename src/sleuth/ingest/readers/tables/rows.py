"""The rows of a table's body: their labels, also where they wrap, and the sections they stand in."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from sleuth.ingest.readers.tables.layout import Line, Run, Token, joined
from sleuth.ingest.readers.tables.numbers import PERIOD
from sleuth.ingest.readers.tables.regions import Region, column_at
from sleuth.language.tokens import letter_words

_INDENT = 2.5  # points: less is no indent
_TIGHT = 0.45  # line heights between the lines of one label
_SUNK = 0.3  # line heights that the values of a row share with its label, where they stand lower
_TOTAL = re.compile(r"(?:sub-?|grand )?total\b|sum(?:ma)?\b|totalt?\b|delsumma\b|net cash\b", re.IGNORECASE)
_BARE = frozenset({"total", "totals", "subtotal", "sub", "grand", "sum", "summa", "totalt", "delsumma"})
_LONGEST_SECTION = 160  # characters; a longer text alone on its line is a note


@dataclass(slots=True)
class Row:
    """A row of the body, or a section's own line: the label's tokens and the value of each column."""

    label: list[Token]
    values: dict[int, Run] = field(default_factory=dict)
    indent: float = 0.0
    lines: list[Line] = field(default_factory=list)

    @property
    def text(self) -> str:
        return joined(self.label)

    @property
    def is_section(self) -> bool:
        return not self.values


def rows_of(region: Region, lines: Sequence[Line], sections: Iterable[Line]) -> list[Row]:
    """The rows from top to bottom, wrapped labels joined."""
    rows: list[Row] = []
    body = [*sections, *lines[region.first : region.last + 1]]
    for at, line in enumerate(body):
        row = _row(region, line)
        below = body[at + 1] if at + 1 < len(body) else None
        if rows and _wraps(region, rows[-1], row, below):
            _join(rows[-1], row)
        else:
            rows.append(row)
    return rows


def _row(region: Region, line: Line) -> Row:
    values: dict[int, Run] = {}
    label: list[Token] = []
    for run in line.runs:
        column = column_at(region.columns, run) if run is not line.runs[0] or run.is_value else None
        if column is not None and column not in values and (run.is_value or run.x0 > region.left - _INDENT):
            values[column] = run
        elif not values:
            label += run.tokens
    if not values or len(values) < len(region.columns):
        _split_label(region, label, values)
    return Row(label, values, label[0].x0 if label else 0.0, [line])


def _split_label(region: Region, label: list[Token], values: dict[int, Run]) -> None:
    """Where the label comes close to the first column, its last word may be the number there."""
    run = Run((label[-1],)) if len(label) > 1 else None
    if run and run.is_value and run.x0 >= region.left - _INDENT:
        column = column_at(region.columns, run)
        if column is not None and column not in values:
            values[column] = run
            label.pop()


def _wraps(region: Region, above: Row, row: Row, below: Line | None) -> bool:
    """Whether the row's label is the rest of the label above, or its values stand a little below their label."""
    if not row.label and above.label and not above.values:
        return row.lines[0].top < above.lines[-1].bottom - _SUNK * above.lines[-1].height
    if not row.label or not above.label:
        return False
    if not row.label[0].text:
        return True  # it begins with the second part of a hyphenated word
    upper, lower = above.lines[-1], row.lines[0]
    tight = lower.top - upper.bottom < _TIGHT * min(upper.height, lower.height)
    if not tight or row.indent < above.indent - _INDENT or (above.values and row.values):
        return False
    if above.text.endswith(":") or (above.values and row.text.endswith(":")):
        return False
    if row.text[0].islower():
        return True
    if _opens_list(above, row, below):
        return False
    if above.values and below is not None and below.top - lower.bottom < lower.top - upper.bottom + 1:
        return False  # as near to the row below as to this one: a label of its own
    return _is_full(region, above, row) and row.text[0] not in "(—–-•"


def _opens_list(above: Row, row: Row, below: Line | None) -> bool:
    """Whether the row is the first of several that stand, indented alike, under the label above."""
    if above.values or not row.values or below is None or not below.values:
        return False
    is_indented = row.indent > above.indent + _INDENT
    return is_indented and abs(below.x0 - row.indent) <= _INDENT and not below.text[:1].islower()


def _is_full(region: Region, above: Row, row: Row) -> bool:
    """Whether the first word of the row would not have fitted on the line above."""
    word = row.label[0]
    return above.label[-1].x1 + (word.x1 - word.x0) + 0.25 * word.height > region.left - 2


def _join(above: Row, row: Row) -> None:
    above.label += row.label
    above.values |= row.values
    above.lines += row.lines


def paths_of(rows: Sequence[Row]) -> list[tuple[str, ...]]:
    """For each row the labels that lead to it, the outermost section first; empty for a row without a label."""
    sections: list[tuple[float, str, bool]] = []  # indent, text, whether rows stand under it at the same indent
    paths: list[tuple[str, ...]] = []
    before: Row | None = None
    before_section = -1
    for at, row in enumerate(rows):
        if not row.label:
            paths.append(())
            continue
        while sections and _leaves(sections[-1], row):
            sections.pop()
        over = [text for _, text, _ in sections]
        if row.is_section:
            paths.append((*over, row.text))
            before_section = at
            if len(row.text) <= _LONGEST_SECTION:
                sections.append((row.indent, row.text, _is_flat(rows, at)))
        else:
            depth = _totalled(over, row, under=at - (before_section + 1), deeper=_is_deeper(before, row))
            if depth is not None:
                over = over[:depth]
                del sections[max(0, depth - 1) :]  # what is summed up is closed
            paths.append((*over, row.text))
        before = row
    return paths


def _leaves(section: tuple[float, str, bool], row: Row) -> bool:
    indent, text, flat = section
    if row.indent > indent + _INDENT:
        return False
    if row.indent < indent - _INDENT or not flat:
        return True
    return row.is_section and (text.isupper() <= row.text.isupper())  # capitals head a part of several sections


def _is_flat(rows: Sequence[Row], at: int) -> bool:
    """Whether the rows under a section are not indented."""
    text = rows[at].text
    if at + 1 >= len(rows) or not (text.endswith(":") or text.isupper() or PERIOD.search(text)):
        return False
    below = rows[at + 1]
    return bool(below.label) and abs(below.indent - rows[at].indent) <= _INDENT


def _is_deeper(before: Row | None, row: Row) -> bool:
    """A total is often indented more than what it sums up."""
    return before is not None and not before.is_section and row.indent > before.indent + _INDENT


def _totalled(over: list[str], row: Row, under: int, deeper: bool) -> int | None:
    """How many of the sections a total stands under: down to the one that it names. None for what is no total.

    `under` is how many rows stand between the innermost section and this one.
    """
    is_total = _TOTAL.match(row.text) is not None
    if not over or not (is_total or deeper):
        return None
    words = {word.lower() for word in letter_words(row.text, 3)}
    for depth in range(len(over), 0, -1):
        named = {word.lower() for word in letter_words(over[depth - 1], 3)}
        if over[depth - 1].isupper() and words - _BARE != named:
            continue  # "Total current assets" does not close "ASSETS"
        if named and len(named & words) > 0.5 * len(named):
            return depth
    if not is_total:
        return None
    if words <= _BARE and under < 2:
        return 0  # the total of the whole, not of a section with a single row
    return len(over) if not deeper or words <= _BARE else 1
