"""Where a document says when its fiscal year ends: "FY26 = year to 30 September", "fiscal year (May to April)"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sleuth.language.calendar import YEAR
from sleuth.language.timing import Timing, read_timing
from sleuth.language.wordlist import wordlist

_SPAN = re.compile(wordlist("patterns", "findings")["year_span"], re.IGNORECASE)
_FORMS = tuple(re.compile(form, re.IGNORECASE) for form in wordlist("patterns", "findings")["year_end"])


@dataclass(frozen=True, slots=True)
class SaidYear:
    """One such statement, from `start` to `end` (characters of the text)."""

    start: int
    end: int
    opens: Timing | None = None  # the first month of the year
    closes: Timing | None = None  # its last day or month
    halves: Timing | None = None  # the last day or month of its first half


def said_years(text: str) -> Iterator[SaidYear]:
    """The statements of a text in its order, none within another; of two at one place the form listed first."""
    found = [match for form in _FORMS for match in form.finditer(text)]
    behind = 0
    for match in sorted(found, key=re.Match.start):
        if match.start() >= behind:
            behind = match.end()
            told = match.groupdict()
            yield SaidYear(match.start(), behind, *(_timing(told.get(one)) for one in ("opens", "closes", "halves")))


def without_years(text: str) -> str:
    """The text with a space for each such statement."""
    for said in reversed(list(said_years(text))):
        text = f"{text[: said.start]} {text[said.end :]}"
    return text


def spanned_year(title: str) -> Timing | None:
    """The last day of the year that the title of a statement spans: "Income statement 1 October - 30 September"."""
    for found in _SPAN.finditer(title):
        opens, closes = _timing(found["first"]), _timing(found["last"])
        if opens and closes and opens.month and closes.month and (opens.month - closes.month) % YEAR == 1:
            return closes
    return None


def _timing(words: str | None) -> Timing | None:
    return read_timing(words) if words else None
