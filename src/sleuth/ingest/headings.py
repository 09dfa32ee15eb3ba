"""Which lines of running text are headings: at the top of a page, and above a clause."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sleuth.evidence.source import Source
from sleuth.language.tokens import letter_words

_TOP_LINES = 4  # of a page, looked at for its heading
_LONGEST = 90  # characters of a heading
_FEWEST = 3  # pages on which a running header stands
_REPEATED = 0.3  # a line on this share of the pages is a running header, not a heading
_REACH = 12_000  # characters below which a heading no longer speaks for the text

_DIGITS = re.compile(r"\d+")
_SMALL = re.compile(r"(an?|and|as|at|by|for|from|in|into|of|on|or|the|to|with|och|av|för|i|på|om|till|med|samt)$")
_DIVISION = r"ARTICLE|SECTION|NOTE|ITEM|PART|CHAPTER|SCHEDULE|ANNEX|APPENDIX|EXHIBIT|KAPITEL|AVSNITT|BILAGA|NOT|§"
_NUMBERED = re.compile(
    rf"^[ \t]*(?P<division>(?i:{_DIVISION})(?![^\W\d_])[ \t]*)?"
    r"(?P<number>\d{1,2}(?:\.\d{1,2})*[A-Z]?|[IVX]+|[A-Z])?"
    r"(?P<stop>[.):]|[ \t]*[—–-])?[ \t]+(?P<title>[A-ZÅÄÖ][^\n.:;]{2,90})(?P<end>[.:;]|$)",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading and the offset in the document's text from which it speaks."""

    start: int
    text: str
    major: bool  # an article, a note, a line in capitals; otherwise a clause within one


def page_headings(source: Source) -> list[str]:
    """For each page the heading lines at its top, without those that repeat on many pages."""
    tops = [_first_lines(page.text) for page in source.pages]
    running = _running(tops)
    return [" / ".join(_leading(line for line in lines if _key(line) not in running)) for lines in tops]


def running_headers(texts: Sequence[str]) -> list[str]:
    """For each page the line at its very top, where that repeats on many pages but for its numbers; "" elsewhere."""
    tops = [_first_lines(text)[:1] for text in texts]
    running = _running(tops)
    return [next((line for line in lines if _key(line) in running), "") for lines in tops]


def _running(tops: Sequence[Sequence[str]]) -> set[str]:
    """The keys of the lines that stand at the top of many pages."""
    counts = Counter(key for lines in tops for key in {_key(line) for line in lines})
    return {key for key, count in counts.items() if count >= _FEWEST and count >= _REPEATED * len(tops)}


def section_headings(text: str) -> list[Heading]:
    """The headings of running text, in order."""
    found = []
    for match in _NUMBERED.finditer(text):
        title = " ".join(match["title"].split())
        if _is_heading(match, title):
            number = match["number"] or ""
            found.append(Heading(match.start("title"), title[:_LONGEST], bool(match["division"]) or "." not in number))
    return found


def section_at(headings: Sequence[Heading], offset: int) -> str:
    """The clause that speaks at an offset, below its article: "TERM AND TERMINATION / Renewal"."""
    last = bisect_right(headings, offset, key=lambda heading: heading.start) - 1
    if last < 0 or offset - headings[last].start > _REACH:
        return ""
    if headings[last].major:
        return headings[last].text
    major = next((h for h in reversed(headings[:last]) if h.major and offset - h.start <= _REACH), None)
    return f"{major.text} / {headings[last].text}" if major else headings[last].text


def _is_heading(match: re.Match[str], title: str) -> bool:
    """A numbered line in title case, or any line in capitals. Wrapped prose and rows of tables are neither."""
    words = [word for word in letter_words(title, 2) if not _SMALL.match(word)]
    if not words or _DIGITS.search(title) or len(title.split()) > 12:
        return False
    if all(word.isupper() for word in words):
        return bool(match["number"] or match["division"]) or sum(map(len, words)) >= 6
    numbered = match["division"] or (match["number"] and match["stop"]) or "." in (match["number"] or "")
    return bool(numbered) and sum(word[0].isupper() for word in words) >= 0.7 * len(words)


def _first_lines(text: str) -> list[str]:
    lines = (" ".join(line.split()) for line in text[:2_000].split("\n"))
    return [line for line in lines if line][: _TOP_LINES + 3]


def _leading(lines: Iterable[str]) -> list[str]:
    """The lines before the first that reads as prose or as a row of figures."""
    kept: list[str] = []
    for line in lines:
        if len(kept) == _TOP_LINES or len(line) > _LONGEST or line[-1:] in ".,;" or line[0].islower():
            break
        if len(letter_words(line, 2)) and len(_DIGITS.findall(line)) <= 4:
            kept.append(line)
    return kept


def _key(line: str) -> str:
    return _DIGITS.sub("#", line.casefold())
