"""Cuts a page into what can be quoted: sentences, list items and headings, each with the headings it stands under."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import quantiles

from sleuth.evidence.source import Page
from sleuth.language.lines import filled_lines
from sleuth.language.sentences import ends_sentence

_SHORTEST, _LONGEST_STATEMENT = 12, 900  # characters of what may state something
_LONGEST = 700  # characters; a longer sentence is cut at its semicolons and list marks
_LONGEST_LIST = 1800  # of one that holds a list: a part of a list is half an answer
_HEADING_WORDS = 14
_SHORT_HEADING = 8  # words of a heading that is known by its short line alone
_LONGEST_LINE = 120  # of text that is wrapped by line breaks
_SLIDE = "slide "  # begins the label of a page whose first line is its title, and whose anchors are names of shapes
_LEAST_OF_RUNNING_TEXT = 50  # characters of a line that text is wrapped to; titles in capitals are shorter
_FULL_LINE = 0.6  # of the longest line: a shorter one was not broken for want of room

_END = re.compile(
    r"[.!?…]+[\"'”’»)\]]*(?=\s|$)|;(?=\s*\n)|(?<=[.:;])\s*\n(?=\s*(?:[-•*–▪·]|\([a-z0-9]{1,4}\)|\d+[.)])\s)"
)
_ITEM = re.compile(
    r"\s*(?:[-•*–▪·]\s|\((?:[a-z]{1,4}|[A-Z]|[IVX]{1,5}|\d{1,3})\)\s|\d{1,2}(?:\.\d{1,2})*[.)]\s|[a-z]\)\s"
    r"|\d{1,2}(?:\.\d{1,2}){1,3}\s+(?=[A-ZÅÄÖ][a-zåäö])"  # "7.2 The Customer": a clause
    r"|Item \d|§\s?\d|Article\s|ARTICLE\s|Section\s)"
)
_LETTERED = re.compile(r"\s*\(([a-z]{1,4})\)\s")
_NUMERALS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv")
_JOIN = re.compile(r";\s+|(?<=[,:])\s+(?=\([a-z]{1,4}\)\s)")
ORDINALS = (
    "First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Tenth", "Eleventh",
    "Twelfth", "Thirteenth", "Fourteenth", "Fifteenth", "Sixteenth", "Seventeenth", "Eighteenth", "Nineteenth",
    "Twentieth",
)  # fmt: skip
# "Third - Break", "Clause Fourth: Rent", "FIFTH - Deposit"
_COUNTED_OFF = "|".join((*ORDINALS, *map(str.upper, ORDINALS)))
ORDINAL_MARK = rf"(?i:(?:clause|article) )?(?P<ordinal>{_COUNTED_OFF})(?: [-–—]|[.:])(?= [A-ZÅÄÖ])"
_NUMBERED = re.compile(
    r"^\W*(?:\d{1,2}(?:\.\d{1,2})*\.?|[IVX]+\.|[A-Z]\.|Item \d+[A-Z]?\.?|Note \d+"
    rf"|Article \w+|ARTICLE \w+|Section \d\S*|§ ?\d\S*|Kap\w* \d+|{ORDINAL_MARK})(?:\s|$)"
)
_COUNTED = re.compile(r"\W*\d+\s+[a-zåäöü]")  # "94 employees" is no heading with a number
LABELLED = re.compile(r"[^\W\d_][^:\n]{1,40}:[^\S\n]+\S")  # "VD: Karin Lindqvist" says a thing in few words
_DATED = re.compile(
    r"\W*(?:\d{1,2} )?[A-Z][a-zåäö]+ (?:\d{1,2}, )?\d{4}[:–-]|\W*\d{4}-\d\d-\d\d\b"
)  # an entry of a timetable
_WORD = re.compile(r"[^\W\d_][\w’'-]*")
_SMALL = frozenset(
    ("of", "the", "and", "for", "to", "in", "on", "a", "an", "or", "by", "with", "from", "at", "as", "och", "för", "av",
     "i", "om", "till", "på", "med", "vid", "under", "en", "ett", "den", "det")
)  # fmt: skip


_STOP_WITHIN = re.compile(r"(?<=[a-zåäö])\.(?=\s[A-ZÅÄÖ][a-zåäö]+\s[a-zåäö])")


@dataclass(frozen=True, slots=True)
class Sentence:
    """Characters `start` (inclusive) to `end` (exclusive) of a page, and the headings above, outermost first."""

    start: int
    end: int
    text: str
    headings: tuple[str, ...] = ()
    is_heading: bool = False


def statements(page: Page) -> Iterator[Sentence]:
    """What a page states in words: its sentences, and short lines such as "312 employees"; nothing that has cells."""
    covered = sorted((cell.start, cell.end) for table in page.tables for cell in table.cells())
    starts = [start for start, _ in covered]
    for sentence in split(page):
        last = bisect_left(starts, sentence.end) - 1  # the last cell that begins before the sentence's end
        has_cells = last >= 0 and covered[last][1] > sentence.start
        if not has_cells and _SHORTEST <= len(sentence.text) <= _LONGEST_STATEMENT:
            yield sentence


def split(page: Page) -> list[Sentence]:
    """The sentences of a page outside its tables, in order."""
    found: list[Sentence] = []
    headings: tuple[str, ...] = ()
    is_slide = page.label.startswith(_SLIDE)
    for start, end in _blocks(page):
        if _is_heading(page.text[start:end]) or (is_slide and not found):
            headings = (*_outer(headings, page.text[start:end]), page.text[start:end].strip())
            found.append(Sentence(start, end, page.text[start:end], headings[:-1], is_heading=True))
            continue
        anchored = () if is_slide else _anchored(page, start)
        found += [Sentence(s, e, page.text[s:e], anchored + headings) for s, e in _sentences(page.text, start, end)]
    return found


def _outer(headings: tuple[str, ...], heading: str) -> tuple[str, ...]:
    """The headings that a new one stands under: at most one, and only where it is not its equal in form."""
    return tuple(h for h in headings[:1] if h.isupper() and not heading.isupper())


def _anchored(page: Page, at: int) -> tuple[str, ...]:
    """The section path that the reader gave, such as "4 Term > 4.2 Renewal"."""
    paths = [a.address for a in page.anchors if a.start <= at < a.end and (" " in a.address or ">" in a.address)]
    return (paths[-1],) if paths else ()


def _blocks(page: Page) -> Iterator[tuple[int, int]]:
    """Stretches that belong together: paragraphs, list items, headings; the rows of tables are left out."""
    lines = list(_lines(page))
    if _is_unwrapped(page, lines):
        yield from lines
        return
    width = _usual_width([end - start for start, end in lines])
    begin: int | None = None
    last = 0
    for start, end in lines:
        if begin is not None and _breaks(page.text, last, start, end, begin, width):
            yield begin, last
            begin = None
        begin, last = (start if begin is None else begin), end
    if begin is not None:
        yield begin, last


def _is_unwrapped(page: Page, lines: Sequence[tuple[int, int]]) -> bool:
    """Whether each line is a paragraph, as in office files: nothing was laid out, and no line goes on in the next."""
    if page.words is not None or page.width or len(lines) < 2:
        return False
    longest = max(end - start for start, end in lines)
    goes_on = any(
        page.text[start].islower() and end - begin > _FULL_LINE * longest
        for (begin, end), (start, _) in pairwise(lines)
    )
    return not goes_on or longest > _LONGEST_LINE


def _lines(page: Page) -> Iterator[tuple[int, int]]:
    taken = _table_spans(page)
    for start, line in filled_lines(page.text):
        if not any(s <= start < e for s, e in taken):
            blank = len(line) - len(line.lstrip())
            yield start + blank, start + len(line.rstrip())


def _table_spans(page: Page) -> list[tuple[int, int]]:
    spans = []
    for table in page.tables:
        cells = list(table.cells())
        if cells and len(table.column_paths) > 0:
            line = page.text.rfind("\n", 0, min(c.start for c in cells)) + 1
            spans.append((line, max(c.end for c in cells)))
    return spans


def _usual_width(widths: Sequence[int]) -> float:
    """How long a full line of running text is on this page."""
    return quantiles(widths, n=10)[7] if len(widths) > 2 else 10_000.0


def _breaks(text: str, last: int, start: int, end: int, begin: int, width: float) -> bool:
    """Whether the line [start, end) opens a new block after a block [begin, last)."""
    if text.count("\n", last, start) > 1:
        return True
    line_start = max(begin, text.rfind("\n", 0, last) + 1)
    before, line = text[line_start:last], text[start:end]
    if _ITEM.match(line):
        return not _goes_on_in_list(text[begin:last], line)
    if _goes_on_in_capitals(before, line, width):
        return False
    ended = before.rstrip()[-1:] in ".!?:;"
    if _looks_titled(before) and line_start == begin and not ended:
        return line[:1].isupper() or len(before) < 0.5 * width
    if line_start == begin and _may_head(before, width):
        return line[:1].isupper() or _NUMBERED.match(line) is not None
    if ended:
        may_open = line[:1].isupper() or (_NUMBERED.match(line) is not None and _looks_titled(line))  # "3 Rent"
        return len(before) < 0.75 * width or (_may_head(line, width) and may_open)
    return _looks_titled(line) and len(line) < 0.6 * width and len(before) < 0.75 * width and line[:1].isupper()


def _goes_on_in_list(before: str, after: str) -> bool:
    """Whether "(b)" opens a line by chance: the running text before it, in one paragraph with it, holds "(a)"."""
    mark = _LETTERED.match(after)
    if mark is None:
        return False
    numerals = _NUMERALS.index(mark[1]) if mark[1] in _NUMERALS else 0
    prior = {_NUMERALS[numerals - 1]} if numerals else set()
    prior |= {chr(ord(mark[1]) - 1)} if len(mark[1]) == 1 else set()
    return any(before.find(f" ({one}) ") > 0 or before.find(f"\n({one}) ") > 0 for one in prior)


def _goes_on_in_capitals(before: str, line: str, width: float) -> bool:
    """Whether a line in capitals was broken for want of room: contracts print so what limits liability.

    Each line of such a sentence looks like a title: "NEITHER PARTY SHALL BE LIABLE TO THE OTHER FOR ANY LOST".
    """
    words, following = before.split(), line.split()
    is_full = len(" ".join(words)) >= max(_FULL_LINE * width, _LEAST_OF_RUNNING_TEXT)
    is_numbered = _NUMBERED.match(line) is not None
    return is_full and not is_numbered and _in_capitals(words[-1]) and following[0].rstrip(".,;:").isupper()


def _in_capitals(word: str) -> bool:
    """Whether a word is in capitals and ends no sentence."""
    return word.isupper() and sum(map(str.isalpha, word)) > 1 and word[-1] not in ".!?:;"


def _may_head(line: str, width: float) -> bool:
    """Whether the first line of a block is so short that it was not broken for want of room, and ends in no mark."""
    bare = line.strip()
    return len(bare.split()) <= _SHORT_HEADING and len(bare) < _FULL_LINE * width and bare[-1:] not in ".!?:;,-–"


def _looks_titled(line: str) -> bool:
    """Whether a line is written as headings are: short, capitals on its main words, no stop at its end."""
    stripped = line.strip()
    if not stripped or stripped[-1] in ".,;":
        return False
    if any(ends_sentence(stripped, stop.start(), 0) for stop in _STOP_WITHIN.finditer(stripped)):
        return False  # "2. Minimum Quantity. With effect from Supply Year 4": a sentence goes on
    words = [w for w in _WORD.findall(stripped) if w.lower() not in _SMALL]
    if not words or len(words) > _HEADING_WORDS:
        return False
    return sum(w[0].isupper() for w in words) >= 0.8 * len(words) and (len(words) > 1 or words[0].isalpha())


def _is_heading(block: str) -> bool:
    line = " ".join(block.split())
    if len(line) > 120 or line[-1:] in ".!?;,":
        return bool(re.fullmatch(r"[^.]{3,60}\.", line)) and bool(_NUMBERED.match(line)) and _looks_titled(line[:-1])
    if re.search(r"[$€£%]|\d{3}", line) and not _NUMBERED.match(line):
        return False
    if _DATED.match(line) or _COUNTED.match(line) or (LABELLED.match(line) and not _NUMBERED.match(line)):
        return False
    return _looks_titled(line) or (bool(_NUMBERED.match(line)) and len(line.split()) <= 8)


def _sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    at = start
    for mark in _END.finditer(text, start, end):
        is_stop = mark[0][0] in ".…"
        if mark.end() >= end or (is_stop and not ends_sentence(text, mark.start(), at)):
            continue
        if not is_stop and _goes_on_in_list(text[at : mark.start()], text[mark.end() : end]):
            continue
        yield from _short(text, at, mark.end())
        at = mark.end()
    yield from _short(text, at, end)


def _short(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The stretch without blanks around it; one that is too long is cut where its parts join."""
    start += len(text[start:end]) - len(text[start:end].lstrip())
    end = start + len(text[start:end].rstrip())
    if end <= start:
        return
    longest = _LONGEST_LIST if " (a) " in text[start:end] and " (b) " in text[start:end] else _LONGEST
    joints = [m.end() for m in _JOIN.finditer(text, start, end)] if end - start > longest else []
    at = start
    for joint in [*joints, end]:
        if joint - at >= _LONGEST // 3 or joint == end:
            yield at, at + len(text[at:joint].rstrip())
            at = joint
