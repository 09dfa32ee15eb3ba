"""Text that is addressed to the machine that reads it, instead of stating anything: flagged, and never an answer.

A sentence is instruction-like by what it does: it speaks to a reader that is a machine, of what that was told before,
or of what is to be answered. No single word shows that ("The Bank may disregard instructions", "System: SAP R/3");
marks do, weighed together. Looked at are sentences, rows and columns, and pieces that only make sense when read on.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import groupby

from sleuth.evidence.cite import locator
from sleuth.evidence.source import Page, Source, Span, Table
from sleuth.evidence.withheld import withhold
from sleuth.findings.finding import Finding
from sleuth.findings.text.phrases import Clauses, Concepts, Phrase, Wording, compile_wordings
from sleuth.language.glyphs import plain
from sleuth.language.wordlist import wordlist

INSTRUCTION = "instruction-like text"  # the metric of such findings
_RULE = "words: addressed to the machine that reads"
# A sentence ends at a full stop, a paragraph at an empty line, a row of cells, divided by tabs or bars, with its line.
_BORDER = re.compile(r"(?<=[.!?][\"”’)\]])\s+|(?<=[.!?])\s+|\n[ \t]*\n+|\n(?=[^\n]*[\t|])|(?<=[\t|])\n")
_FULL_STOP = re.compile(r"[.!?][\"”’)\]]*\s*\Z")
_LONGEST = 400  # characters that are looked at together: what is said of one thing stands together
_SHORT = 120  # characters of a piece that may be part of something longer
_PIECES = 4  # that are read on
_AFTER = 2  # sentences behind an instruction, in its paragraph, that go with it
_MOST_WORDS = 2_000  # characters of a title or a name


@dataclass(frozen=True, slots=True)
class Instruction:
    """A stretch of a page that is addressed to the machine that reads it."""

    spans: tuple[Span, ...]  # what is withheld; the first holds the words that tell
    text: str  # the source's own characters
    marks: tuple[str, ...]  # what told, such as ("disregard", "rules")


@dataclass(frozen=True, slots=True)
class _Piece:
    start: int
    end: int
    text: str
    ends: bool  # a full stop ends it


def instructions(page: Page) -> list[Instruction]:
    """The instruction-like stretches of a page, in reading order; they do not overlap."""
    found = [*_in_text(page), *(one for table in page.tables for one in _in_columns(page, table))]
    kept: list[Instruction] = []
    for one in sorted(found, key=lambda instruction: (instruction.spans[0], instruction.spans)):
        if not any(_covers(other, one) for other in kept):
            kept.append(one)
    return kept


def instruction_findings(source: Source) -> list[Finding]:
    """The same for a document, as findings in words; a title or a name of it that is one stands at its beginning."""
    found = []
    for page in source.pages:
        for one in instructions(page):
            span = one.spans[0]
            place = locator(source, span)
            found += [_finding(part, place, page.text[part.start : part.end]) for part in one.spans]
    first = source.pages[0].number if source.pages else 1
    named = {"title": source.title, "file name": source.filename, **dict(source.metadata)}
    for name, text in named.items():
        if is_instruction(text):
            finding = _finding(Span(first, 0, 0), f"its {name}", text)
            found.append(replace(finding, rule=f"{_RULE}, in its {name}"))
    return found


def instruction_spans(flagged: Iterable[Finding], misread: Collection[tuple[Span, str, str]] = ()) -> list[Span]:
    """Where such findings stand, without those that a person rejected: places, metrics and rules."""
    return [f.span for f in flagged if (f.span, f.metric, f.rule) not in misread]


def without_instructions(page: Page, misread: Collection[tuple[Span, str, str]] = ()) -> Page:
    """A page as it may be answered from and shown to a model: what is instruction-like in it is blank."""
    spans = [span for one in instructions(page) for span in one.spans]
    return withhold(page, [span for span in spans if (span, INSTRUCTION, _RULE) not in misread])


def source_without_instructions(source: Source) -> Source:
    """The same for a whole document, whatever people said of it: for what a document must not say of itself."""
    pages = tuple(without_instructions(page) for page in source.pages)
    return replace(source, pages=pages, title="" if is_instruction(source.title) else source.title)


def _finding(span: Span, place: str, text: str) -> Finding:
    return Finding(
        metric=INSTRUCTION, label=INSTRUCTION, span=span, locator=place, quote=text.strip(), rule=_RULE,
        text=" ".join(text.split()), domain="technical",
    )  # fmt: skip


def is_instruction(text: str) -> bool:
    """Whether a short text, such as a title, is instruction-like."""
    return bool(_marks(text[:_MOST_WORDS]))


def _in_text(page: Page) -> Iterator[Instruction]:
    pieces = list(_pieces(page.text))
    for at, piece in enumerate(pieces):
        marks = _marks(piece.text)
        last = at
        if not marks and not piece.ends and len(piece.text) <= _SHORT:
            last, marks = _read_on(pieces, at)
        if marks:
            start, end = piece.start, _with_following(page.text, pieces, last)
            span = Span(page.number, start, end)
            yield Instruction((span,), page.text[start:end], marks)


def _pieces(text: str) -> Iterator[_Piece]:
    at = 0
    for border in [*_BORDER.finditer(text), None]:
        start, end = at, border.start() if border else len(text)
        at = border.end() if border else end
        for begin in range(start, max(end, start + 1), _LONGEST // 2):
            stop = min(begin + _LONGEST, end)
            part = text[begin:stop]
            if part.strip():
                yield _Piece(begin, stop, part, _FULL_STOP.search(part) is not None)
            if stop == end:
                break


def _read_on(pieces: Sequence[_Piece], at: int) -> tuple[int, tuple[str, ...]]:
    """The last of the pieces that make an instruction together, and its marks; none where they make none."""
    text = pieces[at].text
    for last in range(at + 1, min(at + _PIECES, len(pieces))):
        if len(pieces[last].text) > _SHORT:
            break
        text = f"{text}\n{pieces[last].text}"
        alone = _marks(pieces[last].text)
        if not alone and (marks := _marks(text)):
            return last, marks
        if pieces[last].ends:
            break
    return at, ()


def _with_following(text: str, pieces: Sequence[_Piece], last: int) -> int:
    """Where an instruction ends together with what follows it in its paragraph: "… as below. Revenue: EUR 999"."""
    end = pieces[last].end
    for piece in pieces[last + 1 : last + 1 + _AFTER]:
        if "\n" in text[end : piece.start]:
            break
        end = piece.end
    return end


def _in_columns(page: Page, table: Table) -> Iterator[Instruction]:
    """Instructions that run down a column, a cell after the other."""
    cells = sorted(table.cells(), key=lambda cell: (cell.column, cell.row))
    for _, column in groupby(cells, key=lambda cell: cell.column):
        spans = [Span(page.number, c.start, c.end) for c in column if any(map(str.isalpha, page.text[c.start : c.end]))]
        for first in range(len(spans)):
            here = spans[first : first + _PIECES]
            texts = [page.text[span.start : span.end] for span in here]
            if max(map(len, texts)) > _SHORT or any(_marks(text) for text in texts):
                continue
            for count in range(2, len(here) + 1):
                if marks := _marks("\n".join(texts[:count])):
                    yield Instruction(tuple(here[:count]), "\n".join(texts[:count]), marks)
                    break


def _covers(one: Instruction, other: Instruction) -> bool:
    return any(a.overlaps(b) for a in one.spans for b in other.spans)


@lru_cache(maxsize=4096)
def _marks(text: str) -> tuple[str, ...]:
    """The marks that make a text instruction-like; none where it is not."""
    rules = _rules()
    if not rules.hint.search(plain(text).text):
        return ()
    phrase = Phrase(text, rules.concepts, rules.clauses)
    found = tuple(mark for mark, wordings in rules.marks.items() if any(map(phrase.has, wordings)))
    weight = sum(rules.weights[mark] for mark in found)
    has_grip = any(rules.weights[mark] >= rules.enough for mark in found) or any(
        grip.issubset(found) for grip in rules.grips
    )
    return found if weight >= rules.enough and has_grip else ()


@dataclass(frozen=True, slots=True)
class _Rules:
    hint: re.Pattern[str]  # what no instruction is without
    concepts: Concepts
    clauses: Clauses
    marks: dict[str, tuple[Wording, ...]]
    weights: dict[str, float]
    enough: float  # weight from which a text is instruction-like …
    grips: tuple[frozenset[str], ...]  # … where it also has all marks of one of these


@cache
def _rules() -> _Rules:
    lists = wordlist("instructions", "findings")
    hints = [word for concept in lists["hints"]["concepts"] for word in lists["words"][concept]]
    forms = "|".join(re.escape(word.removesuffix("*")).replace(r"\ ", r"\s+") for word in hints)
    spaced = r"(?:\b\w ){4}"
    return _Rules(
        re.compile(rf"(?<!\w)(?:{forms})|{spaced}"),
        Concepts(lists["words"], lists["within"]),
        Clauses(*(frozenset(lists["leads"][name]) for name in ("words", "homographs", "behind_nouns", "tellers"))),
        compile_wordings(lists["wordings"]),
        {mark: weight for mark, weight in lists["weights"].items() if mark != "enough"},
        lists["weights"]["enough"],
        tuple(map(frozenset, lists["grips"]["lists"])),
    )
