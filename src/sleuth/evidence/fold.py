"""Folds text to the characters that carry meaning, with the way back to the stored text.

Tolerant on glyphs: case, ligatures, spaces, hyphens, quotes, bullets and prose punctuation leave no trace.
Strict on values: digits and their decimal marks, signs, currencies, percent, ranges and the border between two
numbers all stay, so that two texts which fold alike state the same values.
"""

import re
from array import array
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache

from sleuth.evidence.source import Source, Span
from sleuth.language.glyphs import Plain, plain

_ORDINAL = r"(?<=\d)(?:st|nd|rd|th)(?![^\W_])"  # raised letters, which readers put now here, now there
_GAP = re.compile(rf"(?:{_ORDINAL})?[\W_]+|{_ORDINAL}")
_NUMBER_IN_BRACKETS = re.compile(r"\(\s*[-+]?\s*[$€£¥]?\s*[-+]?\s*\.?\d[\d.,' ’]*\s*[%‰$€£]?\s*\)")
_PAGE_NUMBER = re.compile(r"(?<![\w-])-\s*\d{1,4}\s*-(?![\w-])")  # - 12 - is no negative number
_GROUPS_BEFORE = {
    mark: re.compile(rf"(?<![\d.,'’])\d{{1,3}}(?:{mark}\d{{3}})*\Z") for mark in (r"\s", ",", "'", "’", r"\.")
}
_MORE_GROUPS = re.compile(r"\.\d{3}(?!\d)")
_BROKEN_GROUP = re.compile(r",[ \t]*\n[ \t]*")  # a number goes on in the next line …
_OPEN_GROUP = re.compile(r"(?:[$€£¥]\s?\d{1,3}|(?<![\d.,])\d{1,3},\d{3})(?:,\d{3})*\Z")  # … if it must be one
_GROUP_AFTER = re.compile(r"\d{3}(?!\d)")
_CURRENCY_CODE = re.compile(r"(?:sek|usd|eur|gbp|nok|dkk|chf|kr|us)\s*[$]?\s*\.?\d")
_ALWAYS = frozenset("$€£¥¢₤₩₹₽₿%‰§&#@/+<>=±×÷≤≥≠≈~√∞^°☐☑☒✓✔✗✘↑↓▲▼")
_SILENT = frozenset({" ", "\n", ", ", ". ", ",\n", ".\n", "; ", ": ", "’"})
_SIGN = re.compile(r"(?<!-)-(?:[ \t]*|(?<=\S-)\s*)[$€£¥(\s]*\.?\Z")
_ITEM_DASH = re.compile(r"(?:\A|\n)[ \t]*-[ \t]+\Z")
_ALONE = re.compile(r"\d[\d.,\xa0 ]*\)?[ \t]*(?:\n|\Z)")
_LINE_HYPHEN = re.compile(r"-[ \t]*\n")
_LEADING_POINT = re.compile(r"(?:\A|[\s$€£¥(+<>=~-])\.\Z")


@dataclass(frozen=True, slots=True)
class Folded:
    """The significant characters of a text; `start` and `end` lead back to the text's own offsets."""

    text: str
    plain: Plain
    _at: "array[int]"
    _plain_at: "array[int]"

    def start(self, index: int) -> int:
        """The offset in the unfolded text at which folded character `index` begins."""
        return self.plain.start(self.plain_index(index))

    def end(self, index: int) -> int:
        """The offset in the unfolded text at which folded character `index` ends (exclusive)."""
        return self.plain.end(self.plain_index(index))

    def plain_index(self, index: int) -> int:
        """The place of folded character `index` in `plain.text`."""
        run = bisect_right(self._at, index) - 1
        return self._plain_at[run] + index - self._at[run]


def fold(text: str) -> Folded:
    """Fold one text. Texts that differ in glyphs only fold to the same characters."""
    form = plain(text)
    folded = _Folding(form.text)
    return Folded(folded.joined(), form, folded.at, folded.plain_at)


class _Folding:
    """The pieces of one text that stay, in order."""

    def __init__(self, text: str) -> None:
        self.at, self.plain_at = array("I"), array("I")
        self._parts: list[str] = []
        self._length = 0
        brackets = _edges(_NUMBER_IN_BRACKETS, text)
        ornaments = _edges(_PAGE_NUMBER, text)
        done = 0
        for gap in _GAP.finditer(text):
            start, end = gap.span()
            if done < start:
                self._keep(text[done:start], done)
            done = end
            if gap[0] in _SILENT and not text[end : end + 1].isdigit():
                continue  # most gaps by far: a space between two words
            marks = _marks(_kind_before(text, start, end), gap[0], _kind_after(text, end))
            minus = (gap[0].rfind("-"), "-")
            if minus not in marks and _ITEM_DASH.search(gap[0]) and _ALONE.match(text, end):
                marks = (*marks, minus)  # no item: the number stands alone on its line
            for offset, mark in marks:
                place = start + offset
                if (place in brackets) if mark in "()" else (place not in ornaments):
                    self._keep(mark, place)
        if done < len(text):
            self._keep(text[done:], done)

    def _keep(self, piece: str, origin: int) -> None:
        self.at.append(self._length)
        self.plain_at.append(origin)
        self._parts.append(piece)
        self._length += len(piece)

    def joined(self) -> str:
        return "".join(self._parts)


def _edges(pattern: re.Pattern[str], text: str) -> frozenset[int]:
    """The first and the last character of each match."""
    return frozenset(edge for found in pattern.finditer(text) for edge in (found.start(), found.end() - 1))


def _kind_before(text: str, start: int, end: int) -> str:
    """What stands before a gap: "digit", "group" (digits that the gap joins to the next three), "letter" or ""."""
    if start == 0:
        return ""
    if not text[start - 1].isdigit():
        return "letter"
    return "group" if joins_thousands(text, start, end) else "digit"


def joins_thousands(text: str, start: int, end: int) -> bool:
    """Whether the gap [start, end) only groups the thousands of one number, as in 1,234 or 1 234."""
    gap = text[start:end]
    if _BROKEN_GROUP.fullmatch(gap) and _GROUP_AFTER.match(text, end):
        return _OPEN_GROUP.search(text, max(0, start - 24), start) is not None
    groups = _GROUPS_BEFORE.get(r"\s" if gap.isspace() else r"\." if gap == "." else gap)
    if groups is None or not _GROUP_AFTER.match(text, end):
        return False
    before = groups.search(text, max(0, start - 24), start)
    if before is None or gap != ".":
        return before is not None
    return "." in before[0] or _MORE_GROUPS.match(text, end + 3) is not None  # 1.234 is a decimal, 1.234.567 is none


def _kind_after(text: str, end: int) -> str:
    """What stands after a gap: "digit", "currency" (a code with its number), "letter" or ""."""
    if end == len(text):
        return ""
    if text[end].isdigit():
        return "digit"
    return "currency" if text[end] in "suegndck" and _CURRENCY_CODE.match(text, end) else "letter"


@lru_cache(maxsize=65536)
def _marks(before: str, gap: str, after: str) -> tuple[tuple[int, str], ...]:
    """The characters of a gap that carry a value, each with its place in the gap."""
    if before == "group":
        return ()
    numbers = before == "digit" and after == "digit"
    if numbers and gap in (".", ",", ":"):
        return ((0, gap),)
    kept = [
        (place, mark)
        for place, mark in enumerate(gap)
        if (mark in _ALWAYS or mark in "()") and not (mark == ">" and _marks_a_mail(before, gap[:place], after))
    ]
    if after in ("digit", "currency"):
        kept += _sign(before, gap)
        if _LEADING_POINT.search(gap) and not (before == "letter" and gap == "."):
            kept.append((len(gap) - 1, "."))
    if numbers and not any(mark not in "()" for _, mark in kept):
        kept.insert(0, (0, " "))
    return tuple(sorted(kept))


def _marks_a_mail(before: str, gap: str, after: str) -> bool:
    """Whether a ">" after this part of a gap marks a line as quoted from a mail."""
    return after == "letter" and not gap.rpartition("\n")[2].strip(" >") and ("\n" in gap or not before)


def _sign(before: str, gap: str) -> list[tuple[int, str]]:
    """A dash before a number is a minus or a range, unless it opens an item of a list."""
    found = _SIGN.search(gap)
    if before == "letter" and _LINE_HYPHEN.match(gap):
        return []
    if found is None or (before != "digit" and _ITEM_DASH.search(gap) and (not before or "\n" in gap)):
        return []
    return [(found.start(), "-")]


@dataclass(frozen=True, slots=True, eq=False)  # hashed by identity, so that what is derived from it can be kept
class FoldedSource:
    """A source and its folded pages as one run of text. Build it once, locate in it often."""

    source: Source
    text: str
    pages: tuple[Folded, ...]
    starts: "array[int]"  # where each page begins in `text`

    def place(self, index: int) -> tuple[int, int]:
        """The page (0-based place in `pages`) and the index in it of folded character `index`."""
        page = bisect_right(self.starts, index) - 1
        return page, index - self.starts[page]

    def ranges(self, start: int, end: int) -> list[tuple[int, int, int]]:
        """Folded characters [start, end) as stored text: the page's place, and start and end in its text."""
        first, last = self.place(start)[0], self.place(end - 1)[0]
        found = []
        for page in range(first, last + 1):
            folded, base = self.pages[page], self.starts[page]
            low, high = max(0, start - base), min(len(folded.text), end - base)
            if low < high:
                found.append((page, folded.start(low), folded.end(high - 1)))
        return found

    def spans(self, start: int, end: int) -> tuple[Span, ...]:
        """The stretches of stored text behind folded characters [start, end), one a page."""
        return tuple(Span(self.source.pages[page].number, low, high) for page, low, high in self.ranges(start, end))


def fold_source(source: Source) -> FoldedSource:
    """Fold each page of a source; the numbers at the two sides of a page break stay two numbers."""
    pages = tuple(fold(page.text) for page in source.pages)
    starts, parts, length = array("I"), [""], 0
    for page in pages:
        if parts[-1][-1:].isdigit() and page.text[:1].isdigit():
            parts[-1] += " "
            length += 1
        starts.append(length)
        parts.append(page.text or parts.pop())
        length += len(page.text)
    return FoldedSource(source, "".join(parts), pages, starts)
