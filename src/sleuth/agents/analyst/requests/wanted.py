"""The times that a request asks for: stated ones, the last or the next few, each of a kind, as of or since a day."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from sleuth.agents.analyst.requests.concepts import PACKAGE, wording_form
from sleuth.language.times import find_times
from sleuth.language.timing import Timing
from sleuth.language.wordlist import wordlist

_YEARS = re.compile(
    r"\b(?P<fy>FY\s?)?(?P<first>20\d\d)\s*[-–—]\s*(?:FY\s?)?(?P<last>20\d\d|\d\d)\b(?![-–/]\d)"
    r"|\bFY\s?'?(?P<short>\d\d)\s*[-–—]\s*(?:FY\s?)?'?(?P<end>\d\d)\b",
    re.IGNORECASE,
)
_MOST_YEARS = 15  # from the first to the last of "2015-2024"
_TO = re.compile(r"\s*(?:to|through|until|[-–—]|till|t\.o\.m\.)\s*", re.IGNORECASE)
_QUARTERS = re.compile(
    r"\b(?P<one>first|second|third)\s+(?:and|to|,)\s+(?P<other>second|third|fourth)\s+quarters?\b", re.I
)
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
_ADVERBS = {"monthly": "month", "quarterly": "quarter"}


@dataclass(frozen=True, slots=True)
class Wanted:
    """The times that a request asks for."""

    times: tuple[Timing, ...] = ()  # stated: years, quarters, months, days that end a period
    last: int = 0  # that many of the latest …
    next: int = 0  # or of the coming …
    unit: str = "year"  # year, quarter, month
    each: str = ""  # every month, quarter or year of the stated time
    as_of: date | None = None
    since: date | None = None
    until: date | None = None
    is_current: bool = False
    is_this_year: bool = False


def read_times(text: str) -> tuple[Wanted, str]:
    """The times of a request, and its text without them."""
    rest = _YEARS.sub(_spelt_years, text)
    rest = _QUARTERS.sub(_spelt_quarters, rest)
    last, unit, rest = _counted(rest, "last", "year")
    coming, unit, rest = _counted(rest, "next", unit)
    each, rest = _each(rest)
    this_year = wording_form("times", "this_year")
    is_this_year = this_year.search(rest) is not None
    rest = this_year.sub(" ", rest)
    is_current = wording_form("times", "current").search(rest) is not None
    times, days, rest = _stated(rest)
    rest = wording_form("times", "to_date").sub(" ", rest)
    wanted = Wanted(
        times=tuple(times), last=last, next=coming, unit=unit, each=each, as_of=days.get("as_of"),
        since=days.get("since"), until=days.get("until"), is_current=is_current, is_this_year=is_this_year,
    )  # fmt: skip
    return wanted, " ".join(rest.split())


def _counted(text: str, which: str, unit: str) -> tuple[int, str, str]:
    """How many are asked for in "last three years", their unit, and the text without that; 0 and `unit` for none."""
    found = wording_form("times", which).search(text)
    if found is None:
        return 0, unit, text
    said = found["count"].lower()
    count = int(wordlist("wording", PACKAGE)["times"]["counts"].get(said, said))
    return count, _unit(found["unit"]), _without(text, found.start(), found.end())


def _each(text: str) -> tuple[str, str]:
    """The unit of "each month" or "monthly"; the text without the former, for the latter may name what is asked for."""
    found = wording_form("times", "each").search(text)
    if found is None:
        return "", text
    if found["unit"]:
        return found["unit"], _without(text, found.start(), found.end())
    return _ADVERBS[found["adverb"].lower()], text


def _without(text: str, start: int, end: int) -> str:
    return f"{text[:start]} {text[end:]}"


def _unit(said: str) -> str:
    said = said.lower()
    if said.startswith(("mon", "mån")):
        return "month"
    return "quarter" if said.startswith(("q", "k")) else "year"


def _spelt_years(found: re.Match[str]) -> str:
    """ "2022-24" as every year in it, each written out."""
    first = int(found["first"] or 2000 + int(found["short"]))
    last = int(found["last"] or found["end"])
    last = last if last > 100 else 2000 + last
    if not first < last <= first + _MOST_YEARS:
        return found[0]
    return ", ".join(f"FY{year}" for year in range(first, last + 1))


def _spelt_quarters(found: re.Match[str]) -> str:
    """ "first and third quarter" as "Q1 and Q3"; "to" takes those between along."""
    first, last = _ORDINALS[found["one"].lower()], _ORDINALS[found["other"].lower()]
    numbers = range(first, last + 1) if " to " in found[0].lower() else (first, last)
    return " and ".join(f"Q{number}" for number in numbers)


def _stated(text: str) -> tuple[list[Timing], dict[str, date], str]:
    """The stated times as periods, the days behind "as of", "since" and "until" by these roles, and the rest."""
    found = [(time, time.timing) for time in find_times(text) if time.timing is not None and _says_when(time.timing)]
    stated: list[Timing] = []
    days: dict[str, date] = {}
    for number, (time, own) in enumerate(found):
        timing = _with_year(own, (later for _, later in found[number + 1 :]))
        role = _role(text[: time.start])
        between = text[found[number - 1][0].end : time.start] if number else ""
        is_range = role == "until" and _TO.fullmatch(between) is not None
        day = _day(timing)
        if is_range and stated and _is_year(stated[-1]) and _is_year(timing):
            years = range((stated[-1].year or 0) + 1, (timing.year or 0) + 1)
            stated += [Timing(year, months=12) for year in years]
        elif role and day is not None and (timing.day is not None or (role == "as_of" and timing.month is not None)):
            days[role] = day
        elif role == "since" and day is not None:
            days[role] = date(day.year, timing.month or 1, 1)
        elif timing.year is not None:
            stated.append(timing)
    rest = text
    for time, _ in sorted(found, key=lambda one: -one[0].start):
        rest = _without(rest, time.start, time.end)
    return stated, days, rest


def _role(before: str) -> str:
    """What the words before a time make of it: "as_of", "since", "until", or "" for a stated period."""
    return next((role for role in ("as_of", "since", "until") if wording_form("times", role).search(before)), "")


def _says_when(timing: Timing) -> bool:
    """Whether more than a length is said: "annual" tells no time."""
    return any((timing.year, timing.month, timing.quarter, timing.half))


def _is_year(timing: Timing) -> bool:
    return timing.year is not None and timing.month is None and timing.quarter is None and timing.half is None


def _with_year(timing: Timing, following: Iterable[Timing]) -> Timing:
    """In "Q1 and Q2 of FY2025" the year of the later holds for the earlier."""
    if timing.year is not None:
        return timing
    year = next((later.year for later in following if later.year is not None), None)
    return Timing(year, timing.month, timing.day, timing.months, timing.quarter, timing.half)


def _day(timing: Timing) -> date | None:
    """The day that a time ends on; a month counts by its last days."""
    if timing.year is None:
        return None
    try:
        return date(timing.year, timing.month or 12, timing.day or 28)
    except ValueError:
        return None  # 31 June
