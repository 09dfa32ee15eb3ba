"""The times that a question asks about: stated ("Q2 2024"), or beside the latest one reported ("a year earlier")."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from sleuth.language.calendar import YEAR
from sleuth.language.glyphs import Plain, plain
from sleuth.language.timing import Mention, Timing, merged, months_by_name, scan_times
from sleuth.language.wordlist import wordlist

# What may stand between two expressions that name one time together: "the second quarter | of fiscal | 2024".
_WITHIN = re.compile(
    r"[\s,]*(?:(?:of|in|the|for|fiscal|financial|year|period|ended|ending|to|on|at|av|för|i|den)\b[\s,]*)*"
)
_SAME_DAY = re.compile(r"\s*(?:,|and|or|vs\.?|versus|to|och|till|und|,\s*and)\s*(?:in |the )?")


@dataclass(frozen=True, slots=True)
class AskedTime:
    """A time that a question names, in its characters `start` to `end` (exclusive)."""

    start: int
    end: int
    text: str  # as written
    timing: Timing | None = None  # None where it is told by its place beside the latest
    months: int = 0  # of a relative time: its length; 0 where the measure decides; of a quarter "this year": 12
    back: int = 0  # of a relative time: months before the latest
    is_ended: bool = False  # of a relative time: alone it is the latest year that has ended ("last year")

    def __str__(self) -> str:
        return self.text


@lru_cache(maxsize=4096)
def find_times(question: str) -> tuple[AskedTime, ...]:
    """The times of a question, in its own order. Two that belong together are one: "June 30, 2023", "six months to"."""
    folded = plain(question)
    line = _END_OF.sub("end ", folded.text)  # "end-2023"
    scanned = [*scan_times(line), *_numbered(line)]
    scanned = sorted([*scanned, *_first_of_two(line, scanned)], key=lambda mention: mention.start)
    relative = [one for one in _relative(line) if not _is_year_to_date(one, scanned)]
    stated = [one for one in scanned if not (_is_name(one, question) or any(_overlap(one, r) for r in relative))]
    found = [*relative, *(AskedTime(m.start, m.end, "", m.timing) for m in _completed(_joined(stated, line), line))]
    ordered = _without_length(sorted(found, key=lambda time: time.start), line)
    return tuple(_placed(time, folded, question) for time in _with_asides(ordered, line))


def _is_name(mention: Mention, question: str) -> bool:
    """Whether what looks like a length is a company: "3M's cost of sales", "did 3M report"."""
    return mention.timing == Timing(months=mention.timing.months) and bool(
        _LENGTH.fullmatch(question[mention.start : mention.end])
        and (
            _OWNS.match(question, mention.end)
            or _ACTS.search(question[: mention.start])
            or (_OF.search(question[: mention.start]) and _VERB.match(question, mention.end))
        )
    )


_END_OF = re.compile(r"\bend-(?=(?:fy ?)?20\d\d\b)")
_LENGTH = re.compile(r"\d{1,2}M")
_OWNS = re.compile(r"['’]s\b")
_ACTS = re.compile(r"\b(?:did|does|do|has|had|have|was|were|is|are|at|by|will)\s+\Z", re.IGNORECASE)
_OF = re.compile(r"\b(?:of|for)\s+\Z", re.IGNORECASE)
_VERB = re.compile(r"\s+(?!(?:to|ended|ending|period|and|vs|in|of|until|through|ytd|results?|figures?)\b)[a-z]{3}")


def _is_year_to_date(time: AskedTime, scanned: Sequence[Mention]) -> bool:
    """Whether "this year" is a part of "this year so far"."""
    is_this_year = time.months == YEAR and not time.back and not time.is_ended
    return is_this_year and any(mention.timing.to_date and _overlap(mention, time) for mention in scanned)


def _without_length(found: Sequence[AskedTime], line: str) -> Sequence[AskedTime]:
    """The times without "full-year", where the others are whole years: "the full-year estimate for 2024/25"; but the
    "annual" of a growth over several years stays.
    """
    lengths = [one for one in found if one.timing == Timing(months=YEAR)]
    others = [one for one in found if one not in lengths]
    if len(others) > 1 and not all(line[one.start : one.end].startswith("full") for one in lengths):
        return found
    are_told = all(one.timing and one.timing == Timing(one.timing.year, months=YEAR) for one in others)
    return others if lengths and others and are_told else found


def _numbered(line: str) -> Iterator[Mention]:
    """The accounting periods that a line, in plain form, tells by their number: "P05", "period 5"."""
    for found in _PERIOD.finditer(line):
        yield Mention(*found.span(), Timing(number=int(found["number"])))


_PERIOD = re.compile(wordlist("periods")["numbered_period"]["says"])


def _first_of_two(line: str, found: Sequence[Mention]) -> Iterator[Mention]:
    """The month that stands before another one, whose year is its own: "between June and December 2025"."""
    for mention in found:
        before = _month_before().search(line, 0, mention.start) if mention.timing.month else None
        if before is not None:
            yield Mention(*before.span("month"), Timing(month=months_by_name()[before["month"]]))


@cache
def _month_before() -> re.Pattern[str]:
    names = "|".join(months_by_name())
    return re.compile(rf"\bbetween (?:the end of |end of |late )?(?P<month>{names}) and (?:the end of )?$")


def _with_asides(found: Sequence[AskedTime], line: str) -> Iterator[AskedTime]:
    """The times, with what stands in brackets right behind one as a part of it: "Q3 FY25 (Nov-Jan)".

    A time that is told by its place beside the latest is the one that the brackets state: "this year (FY26)".
    """
    covered = 0
    for time in found:
        if time.start < covered:
            continue
        aside = _ASIDE.match(line, time.end)
        inner = [one for one in found if aside and aside.start() <= one.start < aside.end()]
        covered = aside.end() if aside and inner else time.end
        is_open = time.timing is None or time.timing in (Timing(to_date=True), Timing(number=time.timing.number))
        is_stated = is_open and len(inner) == 1 and inner[0].timing is not None
        stated = inner[0] if is_stated else time
        timing = stated.timing
        if is_stated and timing is not None and timing.month and not (timing.day or timing.months):
            stated = replace(stated, timing=replace(timing, months=time.months or None))  # "last year (to March 2025)"
        yield replace(stated, start=time.start, end=covered)


_ASIDE = re.compile(r"\s*\([^()]*\)")


def _placed(time: AskedTime, folded: Plain, question: str) -> AskedTime:
    """The time with its place in the question as written."""
    start, end = folded.start(time.start), folded.end(time.end - 1)
    return replace(time, start=start, end=end, text=question[start:end].strip())


def _relative(line: str) -> Iterator[AskedTime]:
    taken = line
    for pattern, form in _relative_forms():
        while found := pattern.search(taken):
            yield replace(form, start=found.start(), end=found.end(), text=found[0])
            taken = taken[: found.start()] + "\x00" * len(found[0]) + taken[found.end() :]


@cache
def _relative_forms() -> tuple[tuple[re.Pattern[str], AskedTime], ...]:
    """The wordings of relative times, each with the time that it means, which stands nowhere yet."""
    rows = wordlist("periods")["relative"]
    return tuple(
        (
            re.compile(rf"(?<!\w)(?:{_with_short_year(row['says'])})(?!\w)"),
            AskedTime(0, 0, "", None, row["months"], row["back"], row.get("ended", False)),
        )
        for row in rows
    )


def _with_short_year(says: str) -> str:
    """The pattern with "yr" for "year" as well: people type "last yr"."""
    return re.sub(r"\byears?\b|(?<=-)year\b", lambda word: word[0].replace("year", "y(?:ea)?r"), says)


def _overlap(mention: Mention, time: AskedTime) -> bool:
    return mention.start < time.end and time.start < mention.end


def _joined(found: Sequence[Mention], line: str) -> list[Mention]:
    """Mentions that follow one another and do not contradict each other are one time."""
    groups: list[Mention] = []
    for mention in found:
        before = groups[-1] if groups else None
        is_within = before is not None and _WITHIN.fullmatch(line, before.end, mention.start)
        if before is not None and is_within and not _begins_another(before, mention, line):
            two = (before.timing, mention.timing)
            both = merged(two)
            is_told = both in two and not any(map(may_be_beside, two))
            if both is not None and not is_told:
                groups[-1] = Mention(before.start, mention.end, both)
                continue
        groups.append(mention)
    return groups


def may_be_beside(timing: Timing) -> bool:
    """Whether nothing is told but a length, or the number of a period, which a date beside it tells too: "full year
    FY25", "P07 February 2026". Alone they may be of something else: "a term of 3 years", "deck P1".
    """
    return timing in (Timing(months=timing.months), Timing(number=timing.number))


def _begins_another(before: Mention, mention: Mention, line: str) -> bool:
    """Whether a length begins another time, since the one before, a word away, has that length: "… six months of 2024
    to the first six months of 2025"."""
    timing = mention.timing
    is_length = timing.months is not None and timing == Timing(months=timing.months)
    is_apart = re.search(r"\w", line[before.end : mention.start]) is not None
    return is_length and is_apart and before.timing.months == timing.months


def _completed(found: Sequence[Mention], line: str) -> Iterator[Mention]:
    """In "December 31, 2023 and 2022" the second has the first's day; "Q2 and Q3 2024" has one year for both."""
    for number, mention in enumerate(found):
        timing = mention.timing
        after = found[number + 1] if number + 1 < len(found) else None
        before = found[number - 1] if number else None
        if timing.year is None and after is not None and _SAME_DAY.fullmatch(line, mention.end, after.start):
            timing = replace(timing, year=after.timing.year)
        of_year = timing == Timing(timing.year) and before is not None and before.timing.month is not None
        if of_year and before is not None and _SAME_DAY.fullmatch(line, before.end, mention.start):
            timing = replace(before.timing, year=timing.year)
        opens = _MONTH_OF.search(line, 0, mention.start) if timing.month is not None else None
        yield Mention(opens.start() if opens else mention.start, mention.end, timing)


_MONTH_OF = re.compile(r"\b(?:the )?(?:whole |single |one )?month of $")


@dataclass(frozen=True, slots=True)
class Times:
    """The years, quarters and days that a text states."""

    stated: tuple[Timing, ...] = ()

    @property
    def is_named(self) -> bool:
        """Whether a year, a quarter or a day is stated: a length alone tells no time."""
        return bool(self.stated)

    @property
    def years(self) -> frozenset[int]:
        return frozenset(timing.year for timing in self.stated if timing.year is not None)

    @property
    def has_quarter(self) -> bool:
        return any(timing.quarter for timing in self.stated)

    @property
    def latest(self) -> tuple[int, int, int]:
        """Year, month (or the last of a quarter) and day of the latest, 0 for what is not said."""
        ends = [(t.year or 0, t.month or 3 * (t.quarter or 0), t.day or 0) for t in self.stated]
        return max(ends, default=(0, 0, 0))

    def cover(self, asked: "Times") -> bool:
        """Whether one of these is, or lies in, one of the times asked for."""
        return any(_lies_in(one, other) for one in self.stated for other in asked.stated)

    def contradict(self, asked: "Times") -> bool:
        """Whether other years are stated than those asked for, and none of them."""
        return bool(asked.years and self.years and not asked.years & self.years)


def _lies_in(stated: Timing, asked: Timing) -> bool:
    fields = ("year", "quarter", "half", "month", "day", "number")
    return all(getattr(asked, name) in (None, getattr(stated, name)) for name in fields)


@lru_cache(maxsize=16384)
def stated_times(text: str) -> Times:
    """The times that a text states by year, quarter or day."""
    if not _MAY_BE_TIME.search(text):
        return Times()
    timings = (time.timing for time in find_times(text) if time.timing is not None)
    return Times(tuple(timing for timing in timings if timing.year or timing.quarter or timing.day))


def has_date(text: str) -> bool:
    """Whether a text states a point or stretch of time: a day, a year, a century."""
    return stated_times(text).is_named or _CENTURY.search(text) is not None


def has_time_word(text: str) -> bool:
    """Whether a text tells a time in words only: after the war, in spring."""
    return _WHEN.search(text) is not None


_MAY_BE_TIME = re.compile(r"\d|quarter|kvartal", re.IGNORECASE)
_CENTURY = re.compile(wordlist("periods")["century"]["says"], re.IGNORECASE)
_WHEN = re.compile(wordlist("periods")["when"]["says"], re.IGNORECASE)
