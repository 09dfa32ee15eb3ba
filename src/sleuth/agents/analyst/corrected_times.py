"""Whether a figure and a sentence that corrects a pack are of one time: its month, or what has passed of the year."""

import re
from dataclasses import dataclass

from sleuth.language.glyphs import plain
from sleuth.language.period import Period
from sleuth.language.timing import months_by_name, scan_times
from sleuth.language.tokens import letter_words

_TO_DATE = re.compile(r"\b(?:ytd|(?:year|months) to date|(?:six|nine|\d+) months)\b", re.IGNORECASE)
_ROLLING = re.compile(r"\b(?:ltm|twelve months)\b", re.IGNORECASE)
_OF_STRETCH = re.compile(r"\b(?:\d+M|H[12]|LTM|YTD)\b")  # as figures are told
_TIME_WORD = re.compile(r"ytd|ltm|fy|cy|h[12]|q[1-4]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TimeTold:
    """The time of a figure that was told from a pack."""

    months: frozenset[int]  # that it names, and the one that it ends with
    is_stretch: bool  # longer than a month
    is_rolling: bool  # the last twelve months

    def is_given_by(self, sentence: str) -> bool:
        """Whether a sentence gives a figure of this time, or names no time at all."""
        named = months_in(sentence)
        is_to_date, is_rolling = _stretches(sentence)
        if named - self.months:
            return False
        if self.is_stretch:
            is_own = is_rolling if self.is_rolling else is_to_date
            return is_own or not (named or is_to_date or is_rolling)
        return bool(named) or not (is_to_date or is_rolling)

    def overlaps(self, sentence: str) -> bool:
        """Whether a sentence is of the last month of this time, or of the months up to this one."""
        if not months_in(sentence) <= self.months or self.is_given_by(sentence):
            return False
        is_to_date, _ = _stretches(sentence)
        return is_to_date or (self.is_stretch and bool(months_in(sentence)))


def time_told(told: str, period: Period | None) -> TimeTold:
    """The time of a told figure; `period` is its own, where known."""
    closing = period.end.closing_month if period is not None else None
    months = months_in(told) | ({closing.month} if closing is not None else set())
    is_longer = period is not None and period.months is not None and period.months > 1
    return TimeTold(frozenset(months), is_longer or _OF_STRETCH.search(told) is not None, "LTM" in told)


def _stretches(text: str) -> tuple[bool, bool]:
    """Whether a text speaks of a year to date, and whether of the last twelve months."""
    return _TO_DATE.search(text) is not None, _ROLLING.search(text) is not None


def is_time_word(word: str) -> bool:
    """Whether a word names a month, a year or a stretch of time: "June", "YTD", "H1"."""
    return bool(months_in(word)) or any(map(str.isdigit, word)) or _TIME_WORD.fullmatch(word) is not None


def is_of_same_time(one: str, other: str) -> bool:
    """Whether two texts name the same month, or, where one of them names no month, the same year, fiscal ones too.

    A month that one of them names without its year may be of either; "YTD P06", without any, of a stretch in the other.
    """
    (months, years), (other_months, other_years) = times_of(one), times_of(other)
    if not (months or years) and any(_stretches(one)):
        return _OF_STRETCH.search(other) is not None
    if not (months and other_months):
        return not years.isdisjoint(other_years)
    return any(
        month == theirs and (year is None or their_year is None or year == their_year)
        for month, year in months
        for theirs, their_year in other_months
    )


def times_of(text: str) -> tuple[set[tuple[int, int | None]], set[int]]:
    """The months that a text names, with their years where it says them, and the years."""
    plainly = plain(text).text.replace("\n", " ")
    timings = [mention.timing for mention in scan_times(plainly)]
    dated = {(timing.month, timing.year) for timing in timings if timing.month is not None}
    alone: set[tuple[int, int | None]] = {(month, None) for month in months_in(text) - {month for month, _ in dated}}
    return dated | alone, {timing.year for timing in timings if timing.year is not None}


def months_in(text: str) -> set[int]:
    """The months that a text names, 1 to 12, in dates or alone: "the March pack"."""
    plainly = plain(text).text
    dated = {mention.timing.month for line in plainly.split("\n") for mention in scan_times(line)}
    alone = {months_by_name()[word] for word in letter_words(plainly, 3) if word in months_by_name() and word != "may"}
    return {month for month in dated if month is not None} | alone
