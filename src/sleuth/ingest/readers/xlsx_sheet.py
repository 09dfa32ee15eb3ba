"""The cells of one worksheet, streamed: what each stores and where, at the address the file gives it."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sleuth.ingest.readers.ooxml import DamagedPartError, Element, Package
from sleuth.ingest.readers.xlsx_styles import MAIN

_ADDRESS = re.compile(r"\$?([A-Z]{1,3})\$?(\d{1,7})")
_ROW, _CELL, _VALUE, _FORMULA, _INLINE = (f"{MAIN}{tag}" for tag in ("row", "c", "v", "f", "is"))
_RUN, _TEXT, _MERGE = f"{MAIN}r", f"{MAIN}t", f"{MAIN}mergeCell"


class StoredCell(NamedTuple):
    """A cell as stored. Row and column count from 0."""

    row: int
    column: int
    value: str  # "" where a formula has no stored result
    type: str  # "n" a number, "s" text, "b" a truth value, "e" an error, "d" an ISO date
    style: int
    formula: str | None  # without "="; "" where it is shared with another cell


class Merge(NamedTuple):
    row: int
    column: int
    rows: int
    columns: int


def read_sheet(package: Package, part: str, strings: Sequence[str]) -> Iterator[list[StoredCell] | Merge]:
    """The rows that hold cells, in order, then the merged ranges. A row without cells is not there."""
    row_number = -1
    for element in package.elements(part, _ROW, _MERGE):
        if element.tag == _MERGE:
            yield from _merge(element.get("ref", ""))
            continue
        stated = element.get("r")
        row_number = int(stated) - 1 if stated and stated.isdigit() else row_number + 1
        cells = list(_cells(element, row_number, strings))
        if cells:
            yield cells


def _cells(row: Element, row_number: int, strings: Sequence[str]) -> Iterator[StoredCell]:
    column = -1
    for element in row:
        if element.tag != _CELL:
            continue
        address = element.get("r")
        column = column_index(address) if address else column + 1
        value, formula = "", None
        kind = element.get("t", "n")
        for child in element:
            if child.tag == _VALUE:
                value = child.text or ""
            elif child.tag == _FORMULA:
                formula = child.text or ""
            elif child.tag == _INLINE:
                value = plain_text(child)
        if kind == "s":
            value = strings[int(value)] if value.isdigit() and int(value) < len(strings) else ""
        if value or formula is not None:
            style = element.get("s")
            yield StoredCell(row_number, column, value, _TYPES.get(kind, kind), int(style) if style else 0, formula)


_TYPES = {"str": "s", "inlineStr": "s"}


def plain_text(element: Element) -> str:
    """The text of a string with its runs, without the pronunciation that East Asian text carries."""
    parts = [element.findtext(_TEXT) or ""]
    parts.extend(run.findtext(_TEXT) or "" for run in element.iterfind(_RUN))
    return "".join(parts)


def read_strings(package: Package, part: str | None) -> list[str]:
    """The workbook's shared strings, as far as they can be read."""
    strings: list[str] = []
    if part is None:
        return strings
    try:
        strings.extend(plain_text(element) for element in package.elements(part, f"{MAIN}si"))
    except DamagedPartError:
        package.note(part, f"of the cells with text only those that use its first {len(strings):,} texts are read")
    return strings


def column_index(address: str) -> int:
    """The 0-based column of an address such as "B15"."""
    index = 0
    for character in address:
        if not character.isalpha():
            break
        index = index * 26 + ord(character.upper()) - 64
    return index - 1


def _merge(reference: str) -> Iterator[Merge]:
    corners = _ADDRESS.findall(reference)
    if len(corners) == 2:
        (left, top), (right, bottom) = corners
        column, row = column_index(left), int(top) - 1
        yield Merge(row, column, int(bottom) - row, column_index(right) + 1 - column)
