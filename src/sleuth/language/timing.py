"""Reads the time that a heading names: "Three Months Ended October 29, 2023", "Q3-24", "jan-sep 2024", "31.12.2023"."""

import datetime
import re
from calendar import monthrange
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import count, pairwise
from typing import NamedTuple

from sleuth.language.calendar import Calendar, Month
from sleuth.language.glyphs import plain_line
from sleuth.language.period import Day, Period, fiscal_period, period_ending
from sleuth.language.wordlist import wordlist


@dataclass(frozen=True, slots=True)
class Timing:
    """What a heading says of time; what it does not say is None. `end` without a year waits for one beside it."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    months: int | None = None  # a length that is said
    quarter: int | None = None
    half: int | None = None
    rolling: bool = False
    to_date: bool = False
    rest: str = ""  # the heading without what names the time, in plain form
    number: int | None = None  # of an accounting period in its fiscal year, 1 to 12: "P05"
    by_calendar: bool = field(default=False, compare=False)  # a year from January, whatever the company calls its own

    @property
    def is_time(self) -> bool:
        """Whether anything of time is said."""
        told = (self.year, self.month, self.months, self.quarter, self.half, self.number)
        return any(told) or self.rolling or self.to_date

    @property
    def is_bare_month(self) -> bool:
        """Whether a month is all of time that is said: "Jan", without its year."""
        return self.month is not None and self == Timing(month=self.month, rest=self.rest)

    @property
    def is_month(self) -> bool:
        """Whether a month, with or without its year, is all of time that is said: "Sep-25"."""
        return self.month is not None and self == Timing(self.year, self.month, rest=self.rest)

    @property
    def date(self) -> datetime.date | None:
        """The day that is said in full; None where a part of it is not said, or there is no such day (31 June)."""
        if self.year is None or self.month is None or self.day is None:
            return None
        try:
            return datetime.date(self.year, self.month, self.day)
        except ValueError:
            return None


NO_TIME = Timing()
_LETTER = r"[^\W\d_]"
_TAKEN = "\x00"  # stands for a character that a pattern has read


@cache
def months_by_name() -> dict[str, int]:
    """The numbers of the months by all their names, long and short, in plain form."""
    return {name: int(number) for number, names in wordlist("periods")["month"].items() for name in names.split()}


@cache
def _forms() -> tuple[re.Pattern[str], ...]:
    """Patterns that take their characters in this order; group names say what they found."""
    lists = wordlist("periods")
    months = "|".join(sorted(months_by_name(), key=len, reverse=True))
    name = rf"(?<!{_LETTER})(?P<name>{months})(?!{_LETTER})\.?"
    other = name.replace("<name>", "<first_name>")
    weeks, counts, ordinals = (
        "|".join(sorted(lists[key], key=len, reverse=True)) for key in ("weeks", "count", "ordinal")
    )
    year, short = r"(?P<year>(?:19|20)\d\d)", r"'?(?P<short>\d\d)"
    # A year over two of the calendar: "2024/25", "24/25". Its second number must be the next one, see `_timing`.
    split = rf"(?:{year}\s?[-/]\s?(?P<second>(?:20)?\d\d)(?!\d)|{short}\s?/\s?(?P<second>\d\d)(?!\d))"
    either = rf"(?:{split}|{year}|{short})"
    fiscal, numbers = r"(?:fy|fiscal(?: year)?)?", r"1[0-2]|[1-9]"
    halves = "first|second|första|andra|erstes|zweites"
    tail = r"(?=(?:[aefbp]|f[1-4])?(?![\w]))"
    ended = r"(?:\s+(?:period\s+)?(?:ended|ending|to|till|bis|som avslutades))?"
    in_months = r"(?:months?|mos?\.?|m|månader(?:na)?|mån\.?|månadersperioden|monate?n?|monats\w*)"
    alone = r"(?<![\w.])(?<!-)(?<!- )(?<!to )(?<!than )"  # "1-3 months" and "less than 12 months" are no lengths
    no_day = r"(?<![\dpm])(?<!period )"  # "period 9 - September 2025", "P07 February 2026"
    opening = rf"{alone}(?:(?:first|första|ersten)\s+)?"
    forms = (
        rf"{other}\s*(?:(?P<first_year>(?:19|20)\d\d)|\d{{1,2}}\.?)?\s*(?:-|to|till|bis)\s*(?:[0-3]?\d\.?\s)?{name}\s*(?:{year}|{short}){tail}",
        rf"{other}[-/']\s?(?P<first_short>\d\d)\s*(?:-|to|till|bis)\s*{name}[-/']\s?{short}{tail}",
        rf"{other}\s*(?:-|to|till|bis)\s*{name}(?!\s*'?\d)",
        rf"(?<!\d)0?1\.(?P<first_number>[01]?\d)\.?(?:\d{{4}})?\s*(?:-|bis)\s*(?P<day>[0-3]?\d)\.(?P<number>[01]?\d)\.{year}",
        rf"(?<![\d-]){year}-(?P<number>[01]\d)-(?P<day>[0-3]\d)(?!\d)",
        r"(?<![\d-])(?P<year>20(?:1[3-9]|[2-9]\d))-(?P<number>0[1-9]|1[0-2])(?![\d-])",  # "2011-12" may be a year
        rf"(?<![\d.])(?P<day>[0-3]?\d)\.\s?(?P<number>[01]?\d)\.\s?{year}",
        rf"(?<![\d/-])(?P<day>1[3-9]|2\d|3[01])[/-](?P<number>0?[1-9]|1[0-2])[/-]{year}(?!\d)",
        r"(?<![\d./-])(?P<day>1[3-9]|2\d|3[01])[./](?P<number>0[1-9]|1[0-2])[./](?P<short>\d\d)(?![\d./-])",
        r"(?<![\d./-])(?P<day>1[3-9]|2\d|3[01])/(?P<number>[1-9])/(?P<short>\d\d)(?![\d./-])",  # "30/6/25"
        rf"(?<![\d/])(?P<number>[01]?\d)/(?P<day>[0-3]?\d)/{year}",
        rf"{name}\s*(?P<day>[0-3]?\d)(?:st|nd|rd|th)?(?!\d)\s*,?\s*{year}{tail}",
        rf"{no_day}(?P<day>[0-3]?\d)(?:st|nd|rd|th|\.)?(?:\s+of)?(?:\s+|-){name},?[\s-]*(?:{year}|{short}){tail}",
        rf"{name}\s*,?\s*{year}\s+(?:quarter|kvartal(?:et)?|quartal)(?P<length_3>)",
        rf"(?<![\d/.-])(?P<first_number>1[0-2]|[1-9])\s?[-–]\s?(?P<number>1[0-2]|[1-9])\s?/\s?{year}(?!\d)",
        rf"{other}\s*[-–]\s*{name}\s+(?:1[0-2]|[1-9])m\s+{year}(?!\d)",  # "January - September" over "9M 2024"
        rf"{name}\s*,?\s*{year}\s+half(?:[- ]year)?(?![- ]\w)(?P<length_6>)",
        rf"{name}\s*,?[\s/'-]*(?:{year}|'(?P<short>\d\d)|(?<=[-/ ])(?P<short>\d\d)){tail}(?!\s*,\s*\d)",
        rf"(?<!\w)(?:q|kv\.?\s?|quarter\s)(?P<quarter>[1-4])(?:\s*(?:/|-|,|of|')?\s*{fiscal}\s*[-/']?\s*{either}{tail}|(?!\d))",
        rf"(?<![\w.])(?P<quarter>[1-4])q\s*(?:fy)?[-/']?\s*(?:{either}{tail}|(?!\w))",
        rf"(?:fy)?{year}\s*[-/]?\s*q(?P<quarter>[1-4])(?!\d)",
        rf"(?:(?P<ordinal>{ordinals})|(?<![\w.])(?P<quarter>[1-4])\.)[\s-]+(?:fiscal\s+)?(?:quarter|kvartalet|quartal)s?(?:\s+(?:ended|ending|of))?",
        rf"(?<!\w)h(?P<half>[12])(?:\s*[-/']?\s*(?:fy)?{either}{tail}|(?!\w))",
        rf"(?<![\w.])(?P<half>[12])h(?:\s*[-/']?\s*(?:fy)?{either}{tail}|(?!\w))",
        rf"(?P<half_ordinal>{halves})[\s-]+(?:half(?:[- ]year)?|halvåret|halbjahr)(?:\s+of)?",
        rf"(?<!\w){lists['rolling']['says']}[-/']{short}{tail}(?!\s*[-/.,]\d)(?P<rolling>)",  # "LTM-25"
        rf"(?<!\w){lists['to_date']['says']}[-/']{short}{tail}(?!\s*[-/.,]\d)(?P<to_date>)",
        rf"(?<!\w){lists['rolling']['says']}(?!{_LETTER})(?P<rolling>)",
        rf"(?<!\w){lists['to_date']['says']}(?!{_LETTER})\s+(?:to\s+)?{name}(?!\s*'?\d)(?P<to_date>)",
        rf"(?<!\w){lists['to_date']['says']}(?!{_LETTER})(?P<to_date>)",
        rf"(?<![\w.])(?P<count>{numbers})m\s*(?:fy\s*)?{either}{tail}",
        rf"{alone}(?P<count>{counts}|{numbers})(?=(?:,|\s+(?:and|och|und|&))\s+(?:{counts}|{numbers})[\s-]*{in_months}(?!{_LETTER}))",
        rf"{opening}(?P<count>{counts}|{numbers})[\s-]*{in_months}(?!{_LETTER})(?! or ){ended}",
        rf"(?P<count>{counts})(?:månadersperioden|monatszeitraum\w*|monats\w*)",
        rf"(?<![\w.])(?P<weeks>{weeks})[\s-]*(?:weeks?|veckor|wochen)(?!{_LETTER}){ended}",
        *(rf"(?<!{_LETTER})(?:{says})(?!{_LETTER})(?P<length_{number}>)" for says, number in lists["length"].items()),
        rf"(?<!{_LETTER}){lists['calendar_year']['says']}\s+{year}{tail}(?P<by_calendar>)",
        rf"(?<!{_LETTER})cy\s*[-/']?\s*(?:{year}|{short}){tail}(?P<by_calendar>)",
        rf"(?<!{_LETTER})(?:fy|fiscal)\s*[-/']?\s*{either}{tail}(?P<yearly>)",
        rf"(?<![\d.,$€£-]){year}\s?[-/]\s?(?P<second>(?:20)?\d\d)(?![\d-])(?P<yearly>)",
        r"(?<![\w./,$€£-])(?P<short>1[3-9]|[2-9]\d)/(?P<second>\d\d)(?![\w/])(?P<yearly>)",  # "24/25" is no date
        rf"(?<![\w.,$€£-]){year}{tail}(?!-\d\d|[.,]\d)",
        rf"{name}\s*(?P<day>[0-3]?\d)(?:st|nd|rd|th)?(?!\d),?",
        rf"(?<![\d.])(?P<day>[0-3]?\d)(?:st|nd|rd|th|\.)?(?:\s+of)?\s+{name}(?!\s*\d)",
        rf"{name}(?!\s*\w)",
    )  # fmt: skip
    return tuple(map(_compiled, forms))


def _compiled(form: str) -> re.Pattern[str]:
    """The pattern, with a number behind each group's name: a name may stand in several alternatives."""
    numbers = count()
    return re.compile(re.sub(r"\(\?P<(\w+)>", lambda group: f"(?P<{group[1]}__{next(numbers)}>", form))


@lru_cache(maxsize=16384)
def read_timing(text: str) -> Timing | None:
    """What a heading says of time; None where it names two times, so that none is certain."""
    found, rest = _found(text)
    whole = merged(found)
    return replace(whole, rest=rest) if whole is not None else None


def names_year_before(text: str) -> bool:
    """Whether a heading says that what is under it is of the year before: "Prior year", "PY"."""
    return _year_before().search(plain_line(text)) is not None


def without_year_before(text: str) -> str:
    """A heading, in plain form, without the words for the year before: of "Month PY" the month is left."""
    return " ".join(_year_before().sub(" ", plain_line(text)).split())


def names_month_alone(heading: str) -> bool:
    """Whether all that a heading says is a month, without its year: "Feb"."""
    timing = read_timing(heading)
    return timing is not None and timing.is_bare_month and not timing.rest.strip()


@cache
def _year_before() -> re.Pattern[str]:
    return re.compile(wordlist("periods")["year_before"]["says"])


def names_time(text: str) -> bool:
    """Whether a heading names one time."""
    timing = read_timing(text)
    return timing is not None and timing.is_time


@lru_cache(maxsize=4096)
def common_timing(text: str) -> Timing:
    """What all times that a caption names have in common: "years ended December 31, 2023 and 2022" is no year."""
    found, _ = _found(text)
    year, month, day, quarter, half = (only(_said(found, name)) for name in ("year", "month", "day", "quarter", "half"))
    return Timing(year, month, day if month is not None else None, only(_lengths(found)), quarter, half)


def closings(text: str) -> dict[int, Timing]:
    """The one day that a text names of each year: "ended September 1, 2023 and September 2, 2022"."""
    of_year: dict[int, set[Timing]] = {}
    for one in _found(text)[0]:
        if one.year is not None and one.day is not None:
            of_year.setdefault(one.year, set()).add(Timing(one.year, one.month, one.day))
    return {year: next(iter(days)) for year, days in of_year.items() if len(days) == 1}


def unbroken(lines: Sequence[str]) -> list[str]:
    """Lines, from the top, with one that breaks off before its day joined to the next: "Three months ended" over
    "September 30, 2025"."""
    found: list[str] = []
    for line in lines:
        if found and _BREAKS_OFF.search(found[-1].lower()) and (said := read_timing(line)) is not None and said.month:
            found[-1] = f"{found[-1]} {line}"
        else:
            found.append(line)
    return found


_BREAKS_OFF = re.compile(r"\b(?:ended|ending|as (?:at|of|on)|until|through|som avslutades|zum)\s*\Z")


def lengths(text: str) -> frozenset[int]:
    """The months of all stretches of time that a caption names: 3 and 9 for "three and nine months ended June 30"."""
    found, _ = _found(text)
    return frozenset(_lengths(found))


def _lengths(found: Iterable[Timing]) -> set[int]:
    """The lengths that are said for themselves: the twelve months of "FY2026" are those of that year, not of a month
    beside it ("P&L FY2026: 6+6 forecast (January 2026)")."""
    return {one.months for one in found if one.months is not None and (one.year is None or one.month is not None)}


def only(values: Collection[int]) -> int | None:
    """The one value; None where there are none, or several."""
    return next(iter(values)) if len(values) == 1 else None


class Mention(NamedTuple):
    """Characters `start` (inclusive) to `end` (exclusive) of a text in plain form, and the time that they name."""

    start: int
    end: int
    timing: Timing


def scan_times(line: str) -> list[Mention]:
    """Each expression of time in a line in plain form (see glyphs.plain), in order."""
    found, _ = _scan(line)
    return sorted(found, key=lambda mention: mention.start)


def _found(text: str) -> tuple[list[Timing], str]:
    """Each time that a text names, and the rest of the text in plain form."""
    found, rest = _scan(plain_line(text))
    return [mention.timing for mention in found], " ".join(rest.replace(_TAKEN, " ").split())


def _scan(line: str) -> tuple[list[Mention], str]:
    """The mentions in a line, by the order of the patterns, and the line with their characters marked as taken."""
    found: list[Mention] = []
    for form in _forms():
        position = 0
        while match := form.search(line, position):
            start, end = match.span()
            timing = _timing(match)
            if timing is None:
                position = start + 1
                continue
            found.append(Mention(start, end, timing))
            line = line[:start] + _TAKEN * (end - start) + line[end:]
    return found, line


def _timing(match: re.Match[str]) -> Timing | None:
    """The time that a pattern has found; None for two years that do not follow one another: "2019/24"."""
    named = {key.partition("__")[0]: value for key, value in match.groupdict().items() if value is not None}
    month = months_by_name()[named["name"]] if "name" in named else int(named["number"]) if "number" in named else None
    year = int(named["year"]) if "year" in named else 2000 + int(named["short"]) if "short" in named else None
    if "second" in named and year is not None:
        year += 1  # a year written 2023/24 ends in 2024
        if int(named["second"]) % 100 != year % 100:
            return None
    if month is not None and not 1 <= month <= 12:
        return Timing(year)
    if month is not None and named.keys() == {"name", "short"} and _is_day(match, month, int(named["short"])):
        return Timing(month=month, day=int(named["short"]))
    if "by_calendar" in named:
        return Timing(year, 12, None, 12, by_calendar=True)
    return Timing(
        year, month, int(named["day"]) if "day" in named and "first_name" not in named else None, _length(named, month),
        _number(named, "quarter", "ordinal"), _number(named, "half", "half_ordinal"),
        "rolling" in named, "to_date" in named,
    )  # fmt: skip


def _is_day(match: re.Match[str], month: int, number: int) -> bool:
    """Whether the two digits behind a month are a day whose year stands elsewhere: "ended June 30", "Ended May 25,"."""
    is_apart = match[0].endswith(f" {number:02d}")
    ends = _ENDS.search(match.string, 0, match.start()) is not None
    goes_on = match.string[match.end() :].lstrip().startswith(",")
    is_last = number == monthrange(_PLAIN_YEAR, month)[1]
    return is_apart and ((is_last and (ends or goes_on)) or (ends and goes_on))


_PLAIN_YEAR = 2023  # whose February has 28 days
_ENDS = re.compile(r"\b(?:ended|ending|as of|as at|at|per|till|to)\s+\Z")


def _number(named: dict[str, str], digit: str, word: str) -> int | None:
    if digit in named:
        return int(named[digit])
    ordinals = wordlist("periods")["ordinal"]
    return int(ordinals[named[word]]) if word in named else None


def _length(named: dict[str, str], month: int | None) -> int | None:
    lists = wordlist("periods")
    if "first_name" in named or "first_number" in named:
        first = months_by_name()[named["first_name"]] if "first_name" in named else int(named["first_number"])
        if not month:
            return None
        for opens, closes in (("first_year", "year"), ("first_short", "short")):
            if opens in named and closes in named:
                return 12 * (int(named[closes]) - int(named[opens])) + month - first + 1
        return month - first + 1 if month >= first else None
    if "count" in named:
        return int(lists["count"].get(named["count"]) or named["count"])
    if "weeks" in named:
        return int(lists["weeks"][named["weeks"]])
    if "yearly" in named:
        return 12
    return next((int(key.removeprefix("length_")) for key in named if key.startswith("length_")), None)


def merged(found: Sequence[Timing]) -> Timing | None:
    """One timing of several; None where they disagree. A quarter or a half beside "fiscal year" stays a quarter."""
    months = {t.months for t in found if t.months}
    if len(months) > 1 and 12 in months:
        months.discard(12)  # "nine months of the fiscal year"
    years, month, days = _said(found, "year"), _said(found, "month"), _said(found, "day")
    quarters, halves, numbers = _said(found, "quarter"), _said(found, "half"), _said(found, "number")
    if any(len(one) > 1 for one in (years, month, days, quarters, halves, months, numbers)):
        return None
    part = bool(quarters or halves or numbers)
    length = next(iter(months), None)
    return Timing(
        next(iter(years), None), next(iter(month), None), next(iter(days), None),
        None if part and length == 12 else length, next(iter(quarters), None), next(iter(halves), None),
        any(t.rolling for t in found), any(t.to_date for t in found),
        number=None if month else next(iter(numbers), None), by_calendar=any(t.by_calendar for t in found),
    )  # fmt: skip


def _said(found: Iterable[Timing], what: str) -> set[int]:
    return {value for t in found if (value := getattr(t, what)) is not None}


def as_duration(timing: Timing, calendar: Calendar, label: str = "") -> Period | None:
    """The stretch of time; None where its length or its end is not said."""
    if timing.year is None:
        return None
    if timing.number:
        told = timing.number if timing.to_date else timing.months or 1
        return fiscal_period(timing.year, told, timing.number, calendar, label) if calendar.stated else None
    if timing.quarter:
        return _quarter(timing, timing.year, timing.quarter, calendar, label)
    if timing.half:
        return fiscal_period(timing.year, 6, 6 * timing.half, calendar, label)
    months = 12 if timing.rolling else timing.months
    if timing.month is not None:
        if timing.by_calendar and not _closes_with_december(calendar, timing.year):
            return Period(Day(timing.year, timing.month), months, label=label)  # no fiscal year is told
        months = months or _passed(timing, timing.year, timing.month, calendar)
        return period_ending(Day(timing.year, timing.month, timing.day), months, calendar, label) if months else None
    if timing.rolling or timing.to_date:
        return None
    if months is None or months == 12:
        return fiscal_period(timing.year, 12, 12, calendar, label)
    return fiscal_period(timing.year, months, months, calendar, label)  # "nine months 2023": its first nine


def _closes_with_december(calendar: Calendar, year: int) -> bool:
    """Whether documents say that the fiscal year is the calendar's."""
    return calendar.stated and calendar.place(Month(year, 12)).months == 12


def _passed(timing: Timing, year: int, month: int, calendar: Calendar) -> int | None:
    """The months of "YTD Jun-25", where it is known when the fiscal year began."""
    closing = Day(year, month, timing.day).closing_month
    return calendar.place(closing).months if timing.to_date and calendar.stated and closing else None


def _quarter(timing: Timing, year: int, quarter: int, calendar: Calendar, label: str) -> Period | None:
    if timing.rolling:
        return None
    if timing.to_date:
        return fiscal_period(year, 3 * quarter, 3 * quarter, calendar, label)
    if timing.month is not None:
        return period_ending(Day(year, timing.month, timing.day), 3, calendar, label)
    if timing.months not in (None, 3, 3 * quarter):
        return None
    return fiscal_period(year, timing.months or 3, 3 * quarter, calendar, label)


def as_instant(timing: Timing, calendar: Calendar, label: str = "") -> Period | None:
    """The day, or the end of the stretch; None where no year is said."""
    if timing.year is None:
        return None
    if timing.month is not None:
        return period_ending(Day(timing.year, timing.month, timing.day), None, calendar, label)
    if timing.number:
        return fiscal_period(timing.year, None, timing.number, calendar, label) if calendar.stated else None
    if timing.quarter or timing.half:
        return fiscal_period(
            timing.year, None, 3 * timing.quarter if timing.quarter else 6 * (timing.half or 0), calendar, label
        )
    if timing.rolling or timing.to_date or timing.months not in (None, 12):
        return None
    return fiscal_period(timing.year, None, 12, calendar, label)


def bare_months(timings: Iterable[Timing]) -> tuple[Month, ...]:
    """The months that headings name without a day or a length, the earliest first."""
    bare = [t for t in timings if not (t.day or t.months or t.rolling or t.to_date or t.quarter or t.half)]
    return tuple(sorted({Month(t.year, t.month) for t in bare if t.year and t.month}))


def spacing(timings: Sequence[Timing], calendar: Calendar) -> int | None:
    """The length that columns headed by bare months have.

    Months in a row, or one beside the year to date, are 1; the month that closes the fiscal year, of several years, 12.
    """
    months = bare_months(timings)
    if len({month.month for month in months}) == 1 and any(t.to_date for t in timings):
        return 1
    steps = {b.since(a) for a, b in pairwise(months)}
    closes = {month.month for month in months} == {calendar.ends_in}
    return 1 if steps == {1} or _are_repeated(months) else 12 if steps == {12} and closes else None


def _are_repeated(months: Sequence[Month]) -> bool:
    """Whether months are the same run of several years: October to March, and October to March of the year before."""
    runs: list[list[int]] = []
    for earlier, month in zip((None, *months), months, strict=False):
        if earlier is not None and month.since(earlier) == 1:
            runs[-1].append(month.month)
        else:
            runs.append([month.month])
    return len(runs) > 1 and len(runs[0]) > 1 and all(run == runs[0] for run in runs)
