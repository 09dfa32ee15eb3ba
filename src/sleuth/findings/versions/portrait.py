"""What is compared of a document to tell whether it replaces another: made of its source once, and small."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import pairwise
from zlib import crc32

from sleuth.evidence.source import Source, Span
from sleuth.language.glyphs import plain, plain_line
from sleuth.language.timing import months_by_name
from sleuth.language.tokens import letter_words
from sleuth.language.wordlist import wordlist

_SKETCH = 128  # hashes kept of a text
_READ = 200_000  # characters of a document that are compared
_FRONT = 3_000  # characters in which a document says what it is
_TITLE_LINES = 3  # in which a title may end with the document's date
_LONGEST_NOTICE = 300
_MASK = 0xFFFFFFFF
_END_OF_NOTICE = re.compile(r"(?<=[^\W\d_]{3})[.;]\s|(?<=\d{4})[.;](?:\s|$)|[.;]\n|\n\s*\n|\t")


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence in which a document speaks of the one it replaces."""

    span: Span
    text: str  # the source's own characters
    target: str  # what is replaced, in plain form


@dataclass(frozen=True, slots=True)
class Portrait:
    """A document as a candidate for being, or having, another edition."""

    id: int
    filename: str
    title: str = ""
    author: str = ""
    made: date | None = None  # as the file itself states it; never the time stamp of the file system
    dated: date | None = None  # the latest day that its front gives as its own
    front_days: frozenset[date] = frozenset()  # printed on its front
    notices: tuple[Notice, ...] = ()
    sketch: tuple[int, ...] = ()  # of the words of its text, numbers left out; empty: nothing known
    times: frozenset[str] = frozenset()  # the periods it speaks of: "2024", "2024-12", "q3"
    parties: frozenset[str] = frozenset()  # companies that its front names
    replaces: int | None = None  # the document that stood under the same name before


def portray(source: Source, document_id: int = 0) -> Portrait:
    """The portrait of a source."""
    text = "\n".join(page.text for page in source.pages)[:_READ]
    front = text[:_FRONT]
    folded = plain(text).text
    return Portrait(
        document_id, source.filename, " ".join(source.title.split()), source.metadata.get("author", "").strip(),
        _made(source), dated(front), frozenset(day for day, _ in printed_days(plain(front).text)),
        tuple(_notices(source)),
        sketch(folded), times(folded, _made(source), len(source.pages)), _parties(front),
    )  # fmt: skip


def dated(front: str) -> date | None:
    """The latest day that a front gives as the document's own; None where it gives none.

    A day is the document's own on a line that holds nothing else ("Stockholm, 24 March 2025"), at the end of a title
    line ("Information memorandum, 24 March 2025"), or behind a word that dates ("Date: 24 March 2025", "Version of 24
    March 2025"). A day that anything else is said of ("Closing date: 30 June 2025") is not.
    """
    words, found = wordlist("versions", "findings")["dating"], []
    titles = 0
    for line in front.splitlines():
        folded = plain(line.strip(" \t#*_|")).text.strip(" .;)*_|")
        titles += bool(folded)
        for day, (start, end) in printed_days(folded):
            before, after = folded[:start].strip(), folded[end:].strip(" )*_|")
            ends_title = titles <= _TITLE_LINES and re.search(words["title_end"], before) is not None
            is_alone = not after and (not before or re.fullmatch(words["place"], before) is not None)
            is_dateline = is_alone or (ends_title and (not after or re.match(words["goes_on"], after) is not None))
            is_labelled = re.search(words["label"], before) and not re.search(words["of_another"], before)
            if is_dateline or is_labelled:
                found.append(day)
    return max(found, default=None)


def likeness(one: Portrait, other: Portrait) -> float | None:
    """How much of their wording two documents share, 0 to 1; None where one's is not known."""
    if not one.sketch or not other.sketch:
        return None
    both = sorted({*one.sketch, *other.sketch})[:_SKETCH]
    shared = {*one.sketch} & {*other.sketch}
    return sum(value in shared for value in both) / len(both)


def sketch(folded: str) -> tuple[int, ...]:
    """The least hashes of the pairs of words: what two sketches share, their texts share."""
    words = letter_words(folded, 2)
    pairs = {f"{one} {two}" for one, two in pairwise(words)}
    return tuple(sorted(_mixed(crc32(pair.encode())) for pair in pairs)[:_SKETCH])


def _mixed(value: int) -> int:
    value = (value ^ (value >> 16)) * 0x45D9F3B & _MASK
    return value ^ (value >> 16)


def times(folded: str, made: date | None = None, pages: int = 1) -> frozenset[str]:
    """The periods that a text names: years, months, quarters and the ends of months.

    Other days say when something was written or happened, and so does the day it was made, unless it
    stands more often than once a page.
    """
    rest, found = list(folded), set()
    days = printed_days(folded)
    told = [day for day, _ in days]
    for day, (start, end) in days:
        rest[start:end] = " " * (end - start)
        if _ends_month(day) and not (day == made and told.count(day) <= pages):
            found |= {f"{day:%Y-%m}", f"{day:%Y}"}
    left = "".join(rest)
    found |= {f"{m['year']}-{months_by_name()[m['name']]:02}" for m in _month_year().finditer(left)}
    found |= {m[0] for m in re.finditer(r"(?<!\d)(?:19|20)\d\d(?!\d)", left)}
    found |= {f"{m[1]}{m[2]}" for m in re.finditer(r"(?<!\w)([qh])([1-4])(?!\d)", left)}
    return frozenset(found)


def printed_days(folded: str) -> list[tuple[date, tuple[int, int]]]:
    """The days that a text names, each with where it stands; an unreal one (31 June) is none."""
    found = []
    for match in _full_date().finditer(folded):
        parts = match.groupdict()
        month = int(parts["iso_month"] or parts["month"] or 0) or months_by_name()[parts["name"] or parts["us"]]
        day, year = parts["iso_day"] or parts["day"] or parts["late_day"], parts["iso_year"] or parts["year"]
        try:
            found.append((date(int(year), month, int(day)), match.span()))
        except ValueError:
            continue
    return found


@cache
def _full_date() -> re.Pattern[str]:
    names = "|".join(sorted(months_by_name(), key=len, reverse=True))
    return re.compile(
        rf"(?<!\d)(?:(?P<iso_year>(?:19|20)\d\d)-(?P<iso_month>[01]\d)-(?P<iso_day>[0-3]\d)"
        rf"|(?:(?P<day>[0-3]?\d)"
        rf"(?:(?:st|nd|rd|th|\.)?\s+(?:of )?(?P<name>{names})\.?,?\s+|\.\s?(?P<month>[01]?\d)\.\s?)"
        rf"|(?<![a-z])(?P<us>{names})\.?\s+(?P<late_day>[0-3]?\d)(?:st|nd|rd|th)?,?\s+)(?P<year>(?:19|20)\d\d))(?!\d)"
    )


@cache
def _month_year() -> re.Pattern[str]:
    names = "|".join(sorted(months_by_name(), key=len, reverse=True))
    return re.compile(rf"(?<![^\W\d_])(?P<name>{names})\.?,?[\s\-]+(?P<year>(?:19|20)\d\d)(?!\d)")


def _ends_month(day: date) -> bool:
    return date.fromordinal(day.toordinal() + 1).day == 1


def _made(source: Source) -> date | None:
    """The latest day that the file states of itself; None where it states none that can be read."""
    days = []
    for key in ("modified", "created", "date"):
        try:
            days.append(date.fromisoformat(source.metadata.get(key, "")[:10]))
        except ValueError:
            continue
    return max(days, default=None)


def _parties(front: str) -> frozenset[str]:
    names = re.findall(wordlist("patterns", "findings")["company"], front)
    return frozenset(plain(" ".join(name.split()[-4:])).text for name in names)


def _notices(source: Source) -> list[Notice]:
    """Sentences of the front, one a line's beginning or a sentence's, that name what the document replaces."""
    found: list[Notice] = []
    left = _FRONT
    for page in source.pages:
        for start in _openings(page.text[: max(left, 0)]):
            if (notice := _notice(page.number, page.text, start)) and not _said_already(notice, found):
                found.append(notice)
        left -= len(page.text)
    return found


def _said_already(notice: Notice, found: Sequence[Notice]) -> bool:
    return any(n.span.page == notice.span.page and n.span.start <= notice.span.start < n.span.end for n in found)


def _openings(text: str) -> list[int]:
    """Where lines and sentences begin."""
    return [m.end() for m in re.finditer(r"\A\s*|\n\s*|[.;:]\s+|\t|\([A-Z]\)\s+|\(", text)]


def _notice(page: int, text: str, start: int) -> Notice | None:
    piece = _END_OF_NOTICE.split(text[start : start + _LONGEST_NOTICE])[0]
    lines = piece.rstrip().rstrip(".;)")
    folded = plain_line(lines)
    for pattern in _patterns():
        said = pattern.match(folded)
        if said and not re.search(wordlist("versions", "findings")["not_documents"]["says"], said["target"]):
            return Notice(Span(page, start, start + len(lines)), lines, _defined(said["target"], text[:start]))
    return None


def _defined(target: str, before: str) -> str:
    """What a notice names, or what a text before it stands for by that name: "the Original Agreement" is "a supply
    agreement dated 14 March 2022"."""
    folded = plain_line(before)
    defined = re.finditer(wordlist("versions", "findings")["defined"]["says"], folded)
    return next((said["what"] for said in defined if target.startswith(f"the {said['name']}")), target)


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(p) for patterns in wordlist("versions", "findings")["notices"].values() for p in patterns)
