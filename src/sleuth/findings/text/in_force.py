"""From when until when a value holds that is set anew from time to time: a rent, a salary, a fee."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from sleuth.language.dates import read_dates
from sleuth.language.days import days_of, read_days
from sleuth.language.glyphs import plain_line
from sleuth.language.wordlist import wordlist

_SINCE = re.compile(rf"\b{wordlist('in_force', 'findings')['since']}\s+(?:the )?\Z", re.IGNORECASE)
_RANGE = re.compile(r"\s*(?:[-–—]|\bto\b|\buntil\b|\bt\.o\.m\.)\s*", re.IGNORECASE)
_ASIDE = re.compile(r"\([^()]*\)|\*")  # "1 April 2026 (notified 2 March 2026)"
_ENDS = 2  # of a range


@dataclass(frozen=True, slots=True)
class Stretch:
    """The days on which a value holds."""

    since: date
    until: date | None  # None: until it is set anew


def stretch_of(sentence: str) -> Stretch | None:
    """From when what a sentence states holds: "the rent with effect from 11 November 2021 is £318,500". None where it
    names no such day, or several.
    """
    form = plain_line(sentence)
    days = [one for one in read_dates(form) if _SINCE.search(form[: one.start])]
    spans = {span.first for one in days if (span := days_of(one)) is not None}
    return Stretch(spans.pop(), None) if len(spans) == 1 else None


def stretch_from(cell: str, column: Sequence[str], *, day_first: bool | None) -> Stretch | None:
    """The days from the one that a row names under "From" to the one before the next that its column names.

    None where any day of the column is not read: the value might have been set anew on that.
    """
    firsts = [_first_day(one, day_first=day_first) for one in column]
    since = _first_day(cell, day_first=day_first)
    known = [first for first in firsts if first is not None]
    if since is None or len(known) < len(firsts) or known.count(since) > 1:
        return None
    later = min((first for first in known if first > since), default=None)
    return Stretch(since, later - timedelta(days=1) if later is not None else None)


def is_from(heading: str) -> bool:
    """Whether what stands over a column says that it names the days from which on values hold: "Effective from"."""
    return re.fullmatch(wordlist("in_force", "findings")["from"], heading.strip(), re.IGNORECASE) is not None


def _first_day(cell: str, *, day_first: bool | None) -> date | None:
    days = read_days(_ASIDE.sub("", plain_line(cell)).strip(), day_first=day_first)
    return days.first if days is not None else None


def stretch_in(cells: list[str], *, day_first: bool | None) -> Stretch | None:
    """The days that the cells of a row name: "10/1/2023-9/30/2026" in one, or a first and a last day in two."""
    for cell in cells:
        parts = [read_days(part, day_first=day_first) for part in _RANGE.split(plain_line(cell))]
        if len(parts) == _ENDS and parts[0] is not None and parts[1] is not None:
            return Stretch(parts[0].first, parts[1].last)
    days = [day for cell in cells if (day := read_days(cell, day_first=day_first)) is not None]
    if len(days) == _ENDS and days[0].first < days[1].last:
        return Stretch(days[0].first, days[1].last)
    return None
