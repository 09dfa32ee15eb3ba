"""An answer as its reader sees it: lines of some kind, each with the sources that stand behind it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from sleuth.evals.analyst.amounts import Amount, amounts

_ENDINGS = r"\.(?:pdf|xlsx|docx|pptx|csv|eml|txt|md|html?)\b"
# "(source: a.pdf, p.1)", and "(a.pdf, p.1)"; a file's name may have brackets of its own.
_SOURCE = re.compile(
    rf"\((?:sources?|källa|källor):\s|\((?=(?:[^():\n]|\([^():\n]*\)){{1,160}}?{_ENDINGS})", re.IGNORECASE
)
_HEADING = re.compile(r"(?:#{1,4}\s+.+|\*\*[^*]+\*\*:?|[^.!?|]{3,60}:)")
_BULLET = re.compile(r"\s*(?:[-*•✅❌✔✘⚠]|\d+[.)])\s+(?P<text>.*)")
_NOTE = re.compile(r"\**note\**\s*:", re.IGNORECASE)
_RULE = re.compile(r"\|?[\s:|-]+\|?")
_FILE = re.compile(rf"[^\s,;|][^,;|]*?{_ENDINGS}", re.IGNORECASE)
_QUARTERS_AND_DATES = re.compile(
    r"\bQ[1-4]\b(?: \d{4})?|\b(?:H[12]|\d{1,2}M|LTM) (?:[A-Z][a-z]{2}[- ])?\d{2,4}\b|\bFY ?\d{2,4}\b"
    r"|\b\d{1,2} (?:January|February|March|April|May|June|July|August|September"
    r"|October|November|December)(?: \d{4})?|\b(?:January|February|March|April|May|June|July|August|September|October"
    r"|November|December) \d{1,2}, \d{4}|\b(?:19|20)\d\d(?:-\d\d){0,2}\b|\[\d+\]"
)


class Kind(StrEnum):
    """What a line is."""

    HEADING = "heading"
    BULLET = "bullet"
    ROW = "row"
    NOTE = "note"
    QUESTION = "question"
    PROSE = "prose"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an answer."""

    kind: Kind
    text: str  # without its sources
    sources: tuple[str, ...] = ()  # as written: "Q3_Report.pdf, p.1"
    cells: tuple[str, ...] = ()  # of a row of a table

    @property
    def figures(self) -> list[Amount]:
        """The amounts that it states, dates and periods aside, and what may be one of them."""
        return [one for one in self.numbers if not one.may_be_a_date]

    @property
    def numbers(self) -> list[Amount]:
        """Every number that it states, dates and periods aside."""
        return amounts(_QUARTERS_AND_DATES.sub(" ", self.text))

    @property
    def files(self) -> list[str]:
        """The files that its sources name."""
        return [found[0].strip() for source in self.sources for found in _FILE.finditer(source)]


@dataclass(frozen=True)
class Answer:
    """One turn's answer: the public JSON, and its text taken apart."""

    json: Mapping[str, Any]

    @property
    def text(self) -> str:
        """The Markdown as given."""
        return str(self.json["answer"])

    @cached_property
    def lines(self) -> Sequence[Line]:
        """Its lines, blank ones left out."""
        return tuple(_lines(self.text))

    @property
    def body(self) -> list[Line]:
        """The lines that tell something: neither headings nor notes nor questions."""
        return [line for line in self.lines if line.kind not in (Kind.HEADING, Kind.NOTE, Kind.QUESTION)]

    @property
    def tables(self) -> list[list[Line]]:
        """The tables, each with its header first."""
        tables: list[list[Line]] = []
        previous = None
        for line in self.lines:
            if line.kind is Kind.ROW:
                if previous is not Kind.ROW:
                    tables.append([])
                tables[-1].append(line)
            previous = line.kind
        return tables

    @property
    def figures(self) -> list[Amount]:
        """Every amount that is stated, dates and periods aside."""
        return [figure for line in self.lines for figure in line.figures]

    @property
    def files(self) -> set[str]:
        """The files that are named as sources."""
        return {file for line in self.lines for file in line.files}


def _lines(text: str) -> Iterator[Line]:
    for raw in text.splitlines():
        if not raw.strip() or (_RULE.fullmatch(raw.strip()) and "-" in raw):
            continue
        yield _row(raw) if raw.strip().startswith("|") else _line(raw.strip())


def _row(raw: str) -> Line:
    cells = tuple(cell.strip() for cell in re.split(r"(?<!\\)\|", raw.strip().strip("|")))
    sources = tuple(cell for cell in cells if _FILE.search(cell))
    stated = tuple(cell for cell in cells if cell not in sources)
    return Line(Kind.ROW, " | ".join(stated), sources, stated)


def _line(raw: str) -> Line:
    text, sources = _without_sources(raw)
    bullet = _BULLET.fullmatch(text)
    if _NOTE.match(text):
        return Line(Kind.NOTE, text, sources)
    if bullet:
        return Line(Kind.BULLET, bullet["text"], sources)
    if not sources and _HEADING.fullmatch(text):
        return Line(Kind.HEADING, text, sources)
    if text.endswith("?"):
        return Line(Kind.QUESTION, text, sources)
    return Line(Kind.PROSE, text, sources)


def _without_sources(raw: str) -> tuple[str, tuple[str, ...]]:
    """The text without each "(source: …)", whose file may have brackets in its name, and what they hold."""
    sources: list[str] = []
    text = raw
    while match := _SOURCE.search(text):
        end = _closing(text, match.start())
        sources.append(text[match.end() : end])
        text = f"{text[: match.start()].rstrip()}{text[end + 1 :]}"
    return text.strip(), tuple(sources)


def _closing(text: str, start: int) -> int:
    """Where the bracket that opens at `start` closes; the end of the text where it does not."""
    depth = 0
    for at in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if depth == 0:
            return at
    return len(text)
