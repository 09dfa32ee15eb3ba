"""What a later paper says of a term that an agreement states: that it is another one now, and since when.

"The Board resolved, with effect from 1 January 2025, to raise his maximum bonus to 50 % of fixed salary."
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Context, Decimal

from sleuth.evidence.reading import read
from sleuth.evidence.source import Page
from sleuth.findings.text.sentences import Sentence, split, statements
from sleuth.language.currency import is_code
from sleuth.language.dates import read_dates
from sleuth.language.days import days_of
from sleuth.language.glyphs import plain_line
from sleuth.language.wordlist import wordlist

DAY, MONEY, SHARE, TIME = "day", "money", "share", "time"  # the kinds of values that a term may have

_WORDS = wordlist("superseding", "findings")
_HOLDS, _OPEN, _WAITS, _USED, _DATED, _UNTIL = (
    re.compile(_WORDS[key], re.IGNORECASE) for key in ("holds", "open", "waits", "used", "dated", "until")
)
_ITEM = re.compile(r"\A\W*(?:item\s+)?\d{1,3}(?:[./]\d{1,2})*[.)]?\s+\S", re.IGNORECASE)
_TITLE_WORDS = 6  # "Item 27/25 Lease Torgbakken 14."
_TIMES = ("day", "week", "month", "year", "quarter")


@dataclass(frozen=True, slots=True)
class Entry:
    """A sentence of a paper, the title of the item that it stands in, and the sentence behind it in that item."""

    sentence: Sentence
    title: str
    behind: str = ""


def entries(page: Page) -> Iterator[Entry]:
    """The sentences of a page, each under the title nearest above: a heading, or a short numbered sentence."""
    title, above = "", ""
    every = split(page)
    stating = {one.start for one in statements(page)}  # a title may be shorter: "1. Orvik"
    for one, following in zip(every, [*every[1:], None], strict=True):
        over = one.headings[-1] if one.headings else ""
        if one.is_heading or _is_title(one.text):
            title = one.text
        elif over not in (above, title) and _is_new(over, title):
            title = over
        if one.start in stating and title is not one.text:
            is_behind = following is not None and not (following.is_heading or _is_title(following.text))
            yield Entry(one, title, following.text if following is not None and is_behind else "")
        above = over


def _is_title(text: str) -> bool:
    words = text.split()
    return _ITEM.match(text) is not None and len(words) <= _TITLE_WORDS and not _HOLDS.search(text)


def _is_new(over: str, title: str) -> bool:
    return over not in title and title not in over


def holds(entry: Entry) -> bool:
    """Whether a sentence tells what was decided, agreed or done, and nothing that is proposed or waits."""
    text = plain_line(entry.sentence.text)
    is_open = _OPEN.search(text) is not None or _WAITS.search(plain_line(entry.behind)) is not None
    return _HOLDS.search(text) is not None and not is_open


def is_used(entry: Entry) -> bool:
    """Whether a sentence tells that a right was used, given up or let lapse: "no break notice had been served"."""
    return _USED.search(plain_line(entry.sentence.text)) is not None


def values_in(text: str) -> set[tuple[str, str]]:
    """The values that a text states, each with its kind: money, shares, lengths of time, and days until when."""
    found = {(DAY, f"{day:%Y-%m-%d}") for day in ends_in(text)}
    for one in read(text).quantities:
        if is_code(one.unit):
            found.add((MONEY, f"{one.unit} {one.value.normalize()}"))
        elif one.unit == "percent":
            found.add((SHARE, f"{one.value.normalize()}"))
        elif one.unit in _TIMES:
            found.add((TIME, f"{one.value.normalize()} {one.unit}"))
    return found


def ends_in(text: str) -> list[date]:
    """The days until when something holds, or at which it ends: no day from which on, and no day of a paper."""
    form = plain_line(text)
    days = [one for one in read_dates(form) if one.day is not None and not _DATED.search(form[: one.start])]
    return [span.last for one in days if (span := days_of(one)) is not None]


def last_end(text: str) -> date | None:
    """The last day until when a text says that something runs: "runs until 30 September 2025"; None without one."""
    form = plain_line(text)
    days = [days_of(one) for one in read_dates(form) if one.day is not None and _UNTIL.search(form[: one.start])]
    return max((span.last for span in days if span is not None), default=None)


def names_former(told: str, later: str) -> bool:
    """Whether a sentence names a value that a term states, and another of its kind: "31 March 2029 (instead of …)"."""
    own, new = values_in(told), values_in(later)
    return any(kind == other for kind, _ in own & new for other, _ in new - own)


def is_otherwise(told: str, later: str, kinds: frozenset[str]) -> bool:
    """Whether a sentence states another value than a term does, of one of the kinds that are asked for.

    "DKK 3.4 million" is DKK 3,420,000.
    """
    own = values_in(told)
    new = [one for one in values_in(later) - own if not any(_is_rounded(one, other) for other in own)]
    stated = {kind for kind, _ in own}
    return any(kind in stated and kind in kinds for kind, _ in new)


def _is_rounded(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Whether an amount of money is another one with fewer digits."""
    if not one[0] == other[0] == MONEY:
        return False
    (unit, rounded), (of_other, exact) = one[1].split(), other[1].split()
    digits = len(Decimal(rounded).normalize().as_tuple().digits)
    return unit == of_other and Context(prec=digits).create_decimal(exact) == Decimal(rounded)
