"""The sentences of a page outside its tables, each with its place."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from sleuth.evidence.source import Page

_END = re.compile(
    r"(?<=[a-zåäöüß\d%)”’\"][.!?])[”’\")]*\s+(?=[\"“‘(]?[A-ZÅÄÖÜÉ\d§•])|\n\s*\n|\n(?=\s*[•▪●–-]\s)|\n(?=\s*\(?[a-z0-9]{1,3}[.)]\s+[A-Z])"
)
_ABBREVIATION = re.compile(
    r"(?<!\w)(?:Mr|Mrs|Ms|Dr|No|Nos|Inc|Corp|Ltd|Co|St|Jr|Sr|vs|cf|ca|approx|bl\.a|t\.ex|Mio|Mrd)\.\Z"
)
_LINED = frozenset({"pptx", "xlsx", "csv"})
_LINE = re.compile(rf"{_END.pattern}|\n+")
_LONGEST = 900  # characters; what is longer is no sentence
_SHORTEST = 12


class Sentence(NamedTuple):
    """Characters `start` (inclusive) to `end` (exclusive) of the page."""

    start: int
    end: int
    text: str


def sentences(page: Page, kind: str = "text") -> Iterator[Sentence]:
    """The sentences that no table's values stand in, in order; on slides and sheets each line stands alone."""
    covered = sorted((cell.start, cell.end) for table in page.tables for cell in table.cells())
    at = index = 0
    ends = _LINE if kind in _LINED else _END
    for end in [*(m for m in ends.finditer(page.text) if not _ABBREVIATION.search(page.text[: m.start()][-12:])), None]:
        start, stop = at, end.start() if end else len(page.text)
        at = end.end() if end else stop
        while index < len(covered) and covered[index][1] <= start:
            index += 1
        in_table = index < len(covered) and covered[index][0] < stop
        text = page.text[start:stop]
        if not in_table and len(text.strip()) >= _SHORTEST and len(text) <= _LONGEST:
            lead = len(text) - len(text.lstrip())
            yield Sentence(start + lead, start + len(text.rstrip()), text.strip())
