"""Writes documents as files, one module a format, and tells where each fact came to stand."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from dataroom.blocks import Block, Cell, Document, Heading, Stated, say
from dataroom.numbers import Style, print_figure
from dataroom.truth import Meaning, Place, Term


class Standing(NamedTuple):
    """A fact as it came to stand in a file."""

    place: Place
    printed: str
    stated: Meaning | Term
    value: str
    scale: str


class Written(NamedTuple):
    """A file's bytes and the facts in it."""

    data: bytes
    facts: tuple[Standing, ...]


def write(document: Document, extension: str) -> Written:
    """The document as a file of that kind; the same document always gives the same bytes."""
    if not document.blocks and extension != "xlsx":
        document = replace(document, blocks=_flow(document))
    if extension == "pdf":
        from dataroom.writers.pdf import write_pdf as writer
    elif extension == "docx":
        from dataroom.writers.docx import write_docx as writer
    elif extension == "pptx":
        from dataroom.writers.pptx import write_pptx as writer
    elif extension == "xlsx":
        from dataroom.writers.xlsx import write_xlsx as writer
    elif extension == "eml":
        from dataroom.writers.plain import write_eml as writer
    else:
        from dataroom.writers.plain import write_csv as writer
    return writer(document)


def _flow(document: Document) -> tuple[Block, ...]:
    """A workbook as it prints: sheet after sheet, each on a page of its own."""
    blocks: list[Block] = []
    for number, sheet in enumerate(document.sheets):
        name = sheet.name if len(document.sheets) > 1 else document.title
        blocks += [Heading(name, fresh=number > 0), *map(say, sheet.lines), *sheet.grids, *map(say, sheet.notes)]
    return tuple(blocks)


def cell_text(cell: Cell, style: Style) -> str:
    """What a cell shows."""
    if cell is None:
        return ""
    if isinstance(cell, str):
        return cell
    return cell.text if isinstance(cell, Stated) else print_figure(cell, style).text


def standings(cell: Cell, style: Style, place: Place) -> Iterator[Standing]:
    """The fact in a cell, if there is one. A scenario of "none" marks a figure that is derived, not stated."""
    if isinstance(cell, Stated):
        yield Standing(place, cell.text, cell.meaning, cell.value, cell.scale)
    elif isinstance(cell, Meaning) and cell.scenario != "none":
        printed = print_figure(cell, style)
        yield Standing(place, printed.text, cell, printed.value, printed.scale)


def spans(headers: list[tuple[str, ...]]) -> list[list[tuple[int, int, str]]]:
    """For each header line: first column, last column (inclusive) and text, equal neighbours merged where the lines
    above them are merged too. The innermost line never merges."""
    depth = max(map(len, headers), default=0)
    padded = [("",) * (depth - len(header)) + tuple(header) for header in headers]
    lines = []
    for level in range(depth):
        line: list[tuple[int, int, str]] = []
        for column, header in enumerate(padded):
            same = level < depth - 1 and column > 0 and header[: level + 1] == padded[column - 1][: level + 1]
            if same and header[level]:
                line[-1] = (line[-1][0], column, header[level])
            else:
                line.append((column, column, header[level]))
        lines.append(line)
    return lines
