"""The sentences of a page outside its tables, each with its place."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from sleuth.evidence.source import Page

_END = re.compile(
    r"(?<=[a-zåäöüß\d%)”’\"€$£][.!?])[”’\")]*\s+(?=[\"“‘(]?[A-ZÅÄÖÜÉ\d§•])|\n\s*\n|\n(?=\s*[•▪●–-]\s)|\n(?=\s*\(?[a-z0-9]{1,3}[.)]\s+[A-Z])"
)
_ABBREVIATION = re.compile(
    r"(?<!\w)(?:Mr|Mrs|Ms|Dr|No|Nos|Inc|Corp|Ltd|Co|St|Jr|Sr|vs|cf|ca|approx|bl\.a|t\.ex|Mio|Mrd)\.\Z"
)
_DAY = re.compile(r"(?<!\d)[0-3]?\d\.\Z")  # "31. Dezember": a day, whose month follows
_NEXT_MONTH = re.compile(r"(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)[a-zä]*\b")
_LINED = frozenset({"pptx", "xlsx", "csv", "docx"})  # a line is a paragraph
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
    for end in [*(m for m in ends.finditer(page.text) if not _goes_on(page.text, m)), None]:
        start, stop = at, end.start() if end else len(page.text)
        at = end.end() if end else stop
        while index < len(covered) and covered[index][1] <= start:
            index += 1
        in_table = index < len(covered) and covered[index][0] < stop
        text = page.text[start:stop]
        if not in_table and len(text.strip()) >= _SHORTEST and len(text) <= _LONGEST:
            lead = len(text) - len(text.lstrip())
            yield Sentence(start + lead, start + len(text.rstrip()), text.strip())


def _goes_on(text: str, end: re.Match[str]) -> bool:
    """Whether a full stop ends no sentence: behind an abbreviation, or between a day and its month."""
    before = text[: end.start()][-12:]
    is_day = _DAY.search(before) and _NEXT_MONTH.match(text, end.end())
    return bool(_ABBREVIATION.search(before) or is_day)
