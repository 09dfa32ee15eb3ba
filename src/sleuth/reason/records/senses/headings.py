"""The words of a question that mean a column: of its heading, for what it tells, or for the time that it is of."""

import re
from calendar import monthrange
from collections.abc import Iterator

from sleuth.findings.records.columns import Column, Kind, year_of
from sleuth.findings.records.reading import Records
from sleuth.language.concepts import asked_by, shares_stem
from sleuth.language.scale import without_units
from sleuth.language.times import find_times
from sleuth.language.timing import read_timing
from sleuth.language.tokens import tokens
from sleuth.language.weight import without_linking
from sleuth.language.wordlist import wordlist
from sleuth.reason.records.asking import Asking
from sleuth.reason.records.senses.meaning import Meaning, Sense

_NEAR = 4  # words behind "end" that may name its month


def headings_meant(asking: Asking, records: Records) -> Iterator[Meaning]:
    """Words of a column's heading, or that ask for what it tells; a year, where the heading names the same."""
    for column in records.columns:
        if column.kind is not Kind.UNIT:
            yield from _heading_meant(column, asking, is_naming=column.index == records.naming)


def _heading_meant(column: Column, asking: Asking, *, is_naming: bool) -> Iterator[Meaning]:
    """Words that mean one column.

    The more of a heading's words the question says, the likelier it is meant: "revenue" is rather "Revenue (SEKk)" than
    "Share of revenue".
    """
    own = telling_stems(column.heading, asking.language)
    said = len(own & {word.stem for word in asking.tokens})
    precision = said / len(own) if own else 0.0
    year = year_of(column.heading)
    for number in asking.words:
        word = asking.tokens[number].text
        here = _with_date(asking, number, column)
        if shares_stem(word, column.heading, asking.language):
            yield Meaning(Sense.HEADING, here, 1.0 + 0.6 * precision + 0.1 * said, column)
        elif _is_year(word, year) and _is_of_time_asked(asking, column):
            yield Meaning(Sense.HEADING, here, 1.6, column)
        elif split := _split_year(asking, number, year):
            yield Meaning(Sense.HEADING, split, 1.6, column)
        elif _is_time_in(asking, number, column):
            yield Meaning(Sense.HEADING, here, 1.2, column)
        elif not is_naming and (kinds := asked_by(word) & column.tells):
            yield Meaning(Sense.HEADING, here, 0.9 + 0.2 / max(1, len(own)), column, kinds=kinds)


def _with_date(asking: Asking, number: int, column: Column) -> frozenset[int]:
    """A word with the "date" or "rate" behind it, which says nothing more over a column of days, or of percent."""
    behind = number + 1
    is_named = column.kind is Kind.DAYS and says_date(asking, behind)
    is_rated = column.kind is Kind.PERCENT and says_rate(asking, behind)
    return frozenset((number, behind)) if is_named or is_rated else frozenset([number])


def says_rate(asking: Asking, number: int) -> bool:
    """Whether a word may only say that the one before it is told in percent: the "rate" of "rewash rate"."""
    if number not in asking.words or number - 1 not in asking.words:
        return False
    return asking.tokens[number].text.casefold() in wordlist("records")["totals"]["rates"].split()


def says_date(asking: Asking, number: int) -> bool:
    """Whether a word is the "date" behind one that tells which, where rows are limited by a day: "an end date in 2026".

    "Maturity date?" alone asks for a term, which an agreement tells.
    """
    if number not in asking.words:
        return False
    is_date = asking.tokens[number].text.casefold() in wordlist("records")["days"]["noun"].split()
    return bool(asking.days) and is_date and number - 1 in asking.words


def telling_stems(heading: str, language: str) -> frozenset[str]:
    """The stems of a heading's words without units, times and words that only link."""
    timing = read_timing(without_units(heading))
    left = timing.rest if timing is not None and timing.is_time else without_units(heading)
    words = without_linking(left, language)
    return frozenset(word.stem for word in words or tokens(heading, language))


def _is_year(word: str, year: int | None) -> bool:
    """Whether a word of digits is the year that a heading names."""
    return year is not None and any(map(str.isdigit, word)) and year_of(word) == year


def _is_of_time_asked(asking: Asking, column: Column) -> bool:
    """Whether a heading names no part of its year, or the part that the question names: "FY25" is no "YTD Jun-25"."""
    timing = read_timing(column.heading)
    if timing is None or not (timing.month or timing.half or timing.quarter):
        return True
    times = [time.timing for time in find_times(asking.text) if time.timing is not None]
    return any((one.month, one.half, one.quarter) == (timing.month, timing.half, timing.quarter) for one in times)


def _split_year(asking: Asking, number: int, year: int | None) -> frozenset[int]:
    """The words of a year over two that is a heading's, of which this is the first: "23/24"."""
    if year is None or number not in asking.times:
        return frozenset()
    start = asking.tokens[number].start
    time = next(time for time in find_times(asking.text) if time.start <= start < time.end)
    here = asking.words_in(time.start, time.end)
    is_first = len(here) > 1 and number == min(here)
    is_of_heading = time.timing is not None and time.timing.year == year
    return here if is_first and is_of_heading else frozenset()


def _is_time_in(asking: Asking, number: int, column: Column) -> bool:
    """Whether a word tells a time of a heading: the days of "Overdue >60 d", the "end" of October in "31 Oct"."""
    forms = wordlist("records")["totals"]
    word = asking.tokens[number].text.casefold()
    if re.fullmatch(forms["day"], word):
        return re.search(forms["days"], column.heading.casefold()) is not None
    if not re.fullmatch(forms["ends"], word):
        return False
    timing = read_timing(column.heading)
    if timing is None or not (timing.year and timing.month and timing.day):
        return False
    behind = [read_timing(token.text) for token in asking.tokens[number + 1 : number + _NEAR]]
    months = {one.month for one in behind if one is not None}
    return timing.day == monthrange(timing.year, timing.month)[1] and timing.month in months
