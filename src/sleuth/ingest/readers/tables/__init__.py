"""Tables of a page, found from where its words stand: regions, their heads, their rows."""

import re
from array import array
from collections.abc import Iterator, Sequence

from sleuth.evidence.source import Table, Words
from sleuth.ingest.readers.tables.headers import Head, Rule, find_head
from sleuth.ingest.readers.tables.layout import Line, Token, lines_of, tokens_of
from sleuth.ingest.readers.tables.regions import Region, regions_of
from sleuth.ingest.readers.tables.rows import Row, paths_of, rows_of

_LEAST_DIGITS = 6  # a page with fewer holds no table of numbers
_LONGEST_CAPTION = 300  # characters; of a longer one the last sentence counts

__all__ = ["Rule", "recognise"]


def recognise(text: str, words: Words, rules: Sequence[Rule] = ()) -> tuple[Table, ...]:
    """The tables of numbers on a page, from top to bottom. `rules` are the horizontal lines drawn on it."""
    if sum(map(str.isdigit, text)) < _LEAST_DIGITS:
        return ()
    lines = lines_of(tokens_of(text, words))
    tables, floor = [], 0
    for region in regions_of(lines):
        head = find_head(region, lines, floor, rules)
        if not region.solid and not _heads_all(head, region):
            continue
        rows = rows_of(region, lines, head.sections)
        tables.append(_table(text, lines, head, rows))
        floor = region.last + 1
    return tuple(tables)


def _heads_all(head: Head, region: Region) -> bool:
    """Whether there is a header of its own over every column."""
    own = {header.first for header in head.headers if header.first == header.last}
    return own >= set(range(len(region.columns)))


def _table(text: str, lines: Sequence[Line], head: Head, rows: Sequence[Row]) -> Table:
    cells: list[tuple[int, int, int, int]] = []
    columns: dict[int, tuple[str, ...]] = {}
    levels = _levels(head)
    above = max(levels, default=-1) + 1
    for header, level in zip(head.headers, levels, strict=True):
        cells += [(*span, above - 1 - level, header.first + 1) for span in _spans(header.tokens)]
        for column in range(header.first, header.last + 1):
            columns[column + 1] = (*columns.get(column + 1, ()), header.text)
    for stub in head.stubs:
        cells += [(*span, max(above - 1, 0), 0) for span in _spans(stub.tokens)]
    paths = paths_of(rows)
    row_paths = {}
    for at, (row, path) in enumerate(zip(rows, paths, strict=True), above):
        if path:
            row_paths[at] = path
        cells += [(*span, at, 0) for span in _spans(row.label)]
        for column, run in row.values.items():
            cells += [(*span, at, column + 1) for span in _spans(run.tokens)]
    grid = array("I", [number for cell in sorted(set(cells)) for number in cell])
    return Table(_caption(text, lines, head), row_paths, dict(sorted(columns.items())), grid)


def _levels(head: Head) -> list[int]:
    """How many headers stand below each, at most, over any of its columns."""
    levels: list[int] = []
    for header in head.headers:
        below = [h for h in head.headers if h.top > header.bottom]
        over = range(header.first, header.last + 1)
        levels.append(max(sum(h.first <= column <= h.last for h in below) for column in over))
    return levels


def _spans(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Where the tokens stand in the text: one span where they follow each other there, else one for each stretch."""
    first = last = None
    for token in sorted(tokens):
        if last is not None and first is not None and token.place > last.place + 1:
            yield first.start, last.end
            first = None
        first = first or token
        last = token
    if first is not None and last is not None:
        yield first.start, last.end


def _caption(text: str, lines: Sequence[Line], head: Head) -> str:
    parts = [lines[index].text for index in (*head.caption, *head.units)]
    parts += [stub.text for stub in head.stubs]
    caption = " ".join(parts)
    sentence = max((at.end() for at in re.finditer(r"[.!?] (?=[A-ZÅÄÖ])", caption)), default=0)
    return caption[sentence if len(caption) > _LONGEST_CAPTION else 0 :][-_LONGEST_CAPTION:]
