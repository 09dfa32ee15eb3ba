"""The sentences of a page outside its tables, each with its place."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sleuth.evidence.source import Page
from sleuth.language.sentences import ends_sentence

_END = re.compile(
    r"(?:(?<=[a-zåäöüß\d%)”’\"€$£–][.!?])|(?<=[A-ZÅÄÖ]{2}[.!?]))[”’\")]*\s+(?=[\"“‘(]?[A-ZÅÄÖÜÉ\d§•])|\n\s*\n|\n(?=\s*[•▪●–-]\s)|\n(?=\s*\(?[a-z0-9]{1,3}[.)]\s+[A-Z])"
)
_LINED = frozenset({"pptx", "xlsx", "csv", "docx"})  # a line is a paragraph
_LINE = re.compile(rf"{_END.pattern}|\n+")
_NUMBERED = re.compile(
    r"\s*\d{1,2}\.\d{1,2}(?:\.\d{1,2})?\s+[A-ZÅÄÖ]"
)  # "6.1 If": a provision's number and its first word
_LONGEST = 900  # characters; what is longer is no sentence
_SHORTEST = 12
_LINE_WORDS = 8  # of a line of running text
_HEADING_WORDS = 8  # of a line above a sentence that is no part of it


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
        if index < len(covered) and covered[index][0] < stop:
            start = _behind_table(page.text, covered[index:], stop)
        text = page.text[start:stop]
        if len(text.strip()) >= _SHORTEST and len(text) <= _LONGEST:
            lead = len(text) - len(text.lstrip())
            yield Sentence(start + lead, start + len(text.rstrip()), text.strip())


def _behind_table(text: str, cells: Sequence[tuple[int, int]], stop: int) -> int:
    """Where the running text of a paragraph begins behind the last of some cells: a full line below a table.

    Exclusive `stop` where nothing but cells stands there.
    """
    last = max(end for start, end in cells if start < stop)
    if last >= stop or not text[last:stop].startswith("\n"):
        return stop
    first, _, _ = text[last:stop].lstrip().partition("\n")
    return last if first[:1].isupper() and len(first.split()) >= _LINE_WORDS else stop


def without_headings(sentence: Sentence) -> Sentence:
    """A sentence without headings that stand above it in the same paragraph."""
    start, text = sentence.start, sentence.text
    while "\n" in text:
        line, _, rest = text.partition("\n")
        is_heading = len(line.split()) <= _HEADING_WORDS and line.rstrip()[-1:] not in (",", ";", ":", "-", "–")
        if not is_heading or not (rest.lstrip()[:1].isupper() or _NUMBERED.match(rest)):
            break
        start += len(text) - len(rest.lstrip())
        text = rest.lstrip()
    return Sentence(start, sentence.end, text)


def _goes_on(text: str, end: re.Match[str]) -> bool:
    """Whether a full stop ends no sentence."""
    return text[end.start() - 1] == "." and not ends_sentence(text, end.start() - 1)
