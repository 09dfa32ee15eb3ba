"""Years that a message writes with two digits, or leaves out: "the capex limit in 24?", "how far off was November?".

Also "the one before", of the time that was spoken of.
"""

import re

from sleuth.agents.analyst.dialogue.moved import year_of_month
from sleuth.language.calendar import Month
from sleuth.language.period import Day, Period
from sleuth.language.times import find_times
from sleuth.language.timing import months_by_name

_YEAR = r"[’'´]?(?P<{name}>1[5-9]|2\d|3[0-5])"  # of the years that documents of a deal speak of
_END = r"(?=\s*(?:[?.!,;:)]|$|\b(?:and|or|vs|versus|against|och|eller|mot)\b))"
_LINK = r"\s*(?:-|–|to|till|vs\.?|versus|and|och|against|mot)\s*"
# "22 to 24" tells two years wherever it stands; a number alone only behind a word that takes a time
_SPAN = re.compile(
    rf"(?<![\w.,/:–-]){_YEAR.format(name='first')}(?P<link>{_LINK}){_YEAR.format(name='second')}{_END}", re.IGNORECASE
)
_ALONE = re.compile(
    rf"\b(?:in|for|during|vs\.?|versus|since|för|under|sedan)\s+{_YEAR.format(name='first')}{_END}", re.IGNORECASE
)
_PLACES = r"\b(?:pages?|rows?|clauses?|sections?|articles?|items?|sid(?:a|orna)|rad(?:er)?|punkt(?:er)?)\b"


def with_full_years(message: str) -> str:
    """The message with years of two digits in four. Other numbers stay: "in 24 months", "clause 22 to 24", "H1 24"."""
    if re.search(_PLACES, message, re.IGNORECASE):
        return message
    span = _SPAN.search(message)
    if span is not None and int(span["first"]) < int(span["second"]):
        named = f"20{span['first']} {span['link'].strip()} 20{span['second']}"
        return f"{message[: span.start()]}{named}{message[span.end() :]}"
    alone = _ALONE.search(message)
    if alone is None or any(time.start <= alone.start("first") < time.end for time in find_times(message)):
        return message
    lead = message[: alone.start("first")].rstrip("’'´")
    return f"{lead}20{alone['first']}{message[alone.end() :]}"


def with_year_of_month(message: str, period: Period | None, latest: Month | None = None) -> str:
    """The message with the year of a month that it names amid other words: that of the period that was spoken of.

    Not where the message states a time of its own, or where the word may be none: "may", "march". After a balance at a
    day, "and end of Feb?" is the next February, where the documents reach it (`latest`: the last month with figures).
    """
    if period is None:
        return message
    if period.is_instant and latest is not None and (after := _next(message, period, latest)):
        return after
    if any(time.timing is not None for time in find_times(message)):
        return message
    found = [(one, number) for one, number in _months_in(message) if not message[one.end() :].lstrip()[:1].isdigit()]
    if len(found) != 1:
        return message
    name, month = found[0]
    return f"{message[: name.end()]} {year_of_month(month, period)}{message[name.end() :]}"


def _next(message: str, period: Period, latest: Month) -> str:
    """The message with the year of the next such month behind a day; "" where that is not reached, or no one month is
    named without its year."""
    times, day = find_times(message), period.end.closing_month
    timing = times[0].timing if len(times) == 1 else None
    if day is None or timing is None or not timing.is_bare_month or timing.month is None:
        return ""
    following = Month(day.year + (timing.month < day.month), timing.month)
    end = times[0].end
    return f"{message[:end]} {following.year}{message[end:]}" if following <= latest else ""


def with_latest_month(message: str, latest: Month | None) -> str:
    """The message with the year of a month that it names: the latest such month of which there are actual figures."""
    times = [time.timing for time in find_times(message)]
    if latest is None or any(one is None or one.year or one.quarter or one.half for one in times):
        return message
    found = [(one, number) for one, number in _months_in(message) if not message[one.end() :].lstrip()[:1].isdigit()]
    if len(found) != 1:
        return message
    name, month = found[0]
    return f"{message[: name.end()]} {latest.year - (month > latest.month)}{message[name.end() :]}"


_END_OF_PLAN = re.compile(
    r"\b(?:the )?(?:last|final) (?:planned )?year of (?:the |their |its )?(?:current |latest |approved )?"
    r"(?P<plan>(?:business |strategic )?plan|forecast|planning period)\b",
    re.IGNORECASE,
)


def with_last_year_of_plan(message: str, year: int | None) -> str:
    """The message with the number of "the last year of the business plan"."""
    return message if year is None else _END_OF_PLAN.sub(rf"FY{year} of the \g<plan>", message)


_MONTH_ALONE = re.compile(
    r"\W*(?:(?:and|ok|so|or|och)\W+)*(?:just|only|bara)?\s*(?:for |in |i )?(?:the )?"
    r"(?:month|månaden)(?: alone| only| itself)?\W*",
    re.IGNORECASE,
)


def with_stretch(message: str, period: Period | None) -> str:
    """The message with the month that ends a period spoken of: in "and just the month?" after the year to date, and in
    "and ytd?" after the month.
    """
    end = period.end.closing_month if period is not None else None
    if period is None or end is None or not 1 <= (period.months or 0) < _YEAR_LONG:
        return message
    name = Day(end.year, end.month).written
    if period.months and period.months > 1 and _MONTH_ALONE.fullmatch(message):
        return f"and in {name}?"
    times = find_times(message)
    said = times[0].timing if len(times) == 1 else None
    is_bare = said is not None and said.to_date and not (said.month or said.year or said.quarter or said.half)
    return f"{message[: times[0].end]} {name}{message[times[0].end :]}" if is_bare else message


_YEAR_LONG = 12  # months
_ONE_BEFORE = re.compile(r"\bthe (?:one|period) before(?: (?:that|it))?(?=\s*(?:[?.!,]|$))", re.IGNORECASE)
_LENGTHS = {12: "year", 6: "half", 3: "quarter", 1: "month"}  # by months


def with_time_before(message: str, period: Period | None) -> str:
    """The message with "the one before that" as the time that it means: the year, half, quarter or month before."""
    length = _LENGTHS.get(period.months or 0) if period is not None else None
    if length is None or find_times(message):
        return message
    return _ONE_BEFORE.sub(f"the {length} before", message, count=1)


_LEAST_LETTERS = 5  # of a month's name amid a sentence: "mar" and "may" are words too
_VERBS = ("march",)


def _months_in(message: str) -> list[tuple[re.Match[str], int]]:
    """The names of months in a message, each with its number."""
    long = {
        name: number for name, number in months_by_name().items() if len(name) >= _LEAST_LETTERS and name not in _VERBS
    }
    words = re.finditer(r"[^\W\d_]+", message)
    return [(word, long[word[0].casefold()]) for word in words if word[0].casefold() in long]
