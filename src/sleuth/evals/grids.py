"""Tables of evaluation sets as documents: written as HTML and read like any other file."""

import html
import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from sleuth.evidence.source import Source
from sleuth.ingest.readers.html import read
from sleuth.ingest.readers.limits import Limits

Grid = Sequence[Sequence[str]]

_ROW = re.compile(r"\(row \d+\)(.*?)\(row end\)", re.DOTALL)
_CELL = re.compile(r"\(col (\d+)\):(.*?)(?=\(col \d+\):|\Z)", re.DOTALL)


def grid_source(name: str, grid: Grid, above: Iterable[str] = ()) -> Source:
    """A grid, and the lines that stand above it, as a document. Equal neighbours are one cell over several columns."""
    lines = "".join(f"<p>{html.escape(line)}</p>" for line in above if line.strip())
    rows = "".join(f"<tr>{''.join(_cells(row))}</tr>" for row in grid)
    page = f"<!doctype html><meta charset=utf-8><body>{lines}<table>{rows}</table>"
    return read(page.encode(), name, Limits())


def _cells(row: Sequence[str]) -> Iterable[str]:
    for text, run in groupby(row):
        count = len(list(run))
        if text and count > 1:
            yield f'<td colspan="{count}">{html.escape(text)}</td>'
        else:
            yield f"<td>{html.escape(text)}</td>" * count


def spelt_grid(text: str) -> list[list[str]]:
    """The grid that a text spells out: "(row 2) (col 0): Revenue (col 2): 8,544 (row end)"."""
    rows = []
    for row in _ROW.findall(text):
        cells = {int(number): " ".join(content.split()) for number, content in _CELL.findall(row)}
        rows.append([cells.get(column, "") for column in range(max(cells, default=-1) + 1)])
    width = max(map(len, rows), default=0)
    return [row + [""] * (width - len(row)) for row in rows if any(row)]
