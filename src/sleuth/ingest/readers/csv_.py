"""CSV files: one sheet, with the delimiter and the encoding found in the file."""

import csv
from collections import Counter
from collections.abc import Iterator
from io import StringIO
from itertools import islice
from pathlib import PurePath

from sleuth.errors import SourceError
from sleuth.evidence.source import PageSource, Source
from sleuth.ingest.readers.limits import Limits
from sleuth.ingest.readers.sheets import ShownCell, leading_blanks, sheet_page
from sleuth.ingest.readers.text import decode_or_refuse

_DELIMITERS = ",;\t|"
_SAMPLE = 200  # rows


def read(data: bytes, filename: str, limits: Limits) -> Source:
    """One page, each row at its number and each cell at the address a spreadsheet would give it."""
    decoded = decode_or_refuse(data, filename)
    delimiter = find_delimiter(decoded.text)
    try:
        page = sheet_page(_rows(decoded.text, delimiter), 1, PurePath(filename).stem, by_row=True)
    except csv.Error as error:
        raise SourceError(f"{filename}: not a table ({error}). Open it in a spreadsheet and save it again.") from error
    if not page.text.strip():
        raise SourceError(f"{filename}: every cell is empty. Check that it was saved.")
    return Source(filename, "csv", PageSource.SHEET, (page,), metadata={"encoding": decoded.encoding})


def find_delimiter(text: str) -> str:
    """The delimiter that cuts most rows into the same number of cells, more than one."""
    return max(_DELIMITERS, key=lambda delimiter: _evenness(text, delimiter))


def _evenness(text: str, delimiter: str) -> tuple[float, int]:
    counts = Counter(len(row) for row in islice(_parsed(text, delimiter), _SAMPLE) if row)
    width, rows = max(counts.items(), key=lambda item: (item[0] > 1, item[1]), default=(1, 0))
    return (rows / max(1, counts.total()), width) if width > 1 else (0.0, 0)


def _parsed(text: str, delimiter: str) -> Iterator[list[str]]:
    csv.field_size_limit(len(text) + 1)  # the sandbox limits memory; a long cell is no reason to refuse
    return csv.reader(StringIO(text), delimiter=delimiter)


def _rows(text: str, delimiter: str) -> Iterator[list[ShownCell]]:
    for number, cells in enumerate(_parsed(text, delimiter)):
        yield [
            ShownCell(number, i, " ".join(cell.split()), indent=leading_blanks(cell))
            for i, cell in enumerate(cells)
            if cell.strip()
        ]
