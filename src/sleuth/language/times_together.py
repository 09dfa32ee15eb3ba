"""The times of one question taken together: a quarter with its year, the year before the one that is stated."""

import re
from collections.abc import Sequence
from dataclasses import replace

from sleuth.language.calendar import YEAR
from sleuth.language.glyphs import plain
from sleuth.language.times import AskedTime
from sleuth.language.timing import Timing


def in_their_year(found: Sequence[AskedTime], text: str) -> tuple[AskedTime, ...]:
    """A quarter, a half or "first five months" with each year that other times give it.

    "Q3 sales this year" is one time, "… against last" two; "Q3 sales 2023" is one as well, and "YTD sales to November".
    "Q3 this year and the same quarter last year" is two times, each part with its own year.
    """
    found = _before_stated(_to_their_month(_before_it(found), text))
    if (paired := _each_in_its_year(found, text)) is not None:
        return paired
    if (dated := _in_stated_year(found, text)) is not None:
        return (dated,)
    parts = [one for one in found if one.timing is not None and _is_part_of_year(one.timing)]
    years = [one for one in found if _is_year_by_place(one)]
    if years:  # "the nine months this year and the same period last year"
        years = [one for one in found if _is_year_by_place(one) or _is_same_a_year_before(one)]
    if len(found) != len(parts) + len(years) or len(parts) != 1 or not years:
        return tuple(found)
    part = parts[0]
    if part.timing is not None and part.timing.to_date and all(one.back for one in years):
        years = [replace(years[0], text="", back=0), *years]  # "YTD against last year": of both
    return tuple(_in_year(part, one) for one in years)


def _in_year(part: AskedTime, year: AskedTime) -> AskedTime:
    """A part of a year that is told by its place: "nine months" of "last year"."""
    return replace(part, text=f"{part.text} {year.text}".strip(), months=YEAR, back=year.back)


def _each_in_its_year(found: Sequence[AskedTime], text: str) -> tuple[AskedTime, ...] | None:
    """Several parts of a year, each with the year right behind it: "Q1 this year and Q2 last year".

    None where the times are no such pairs.
    """
    parts, years = found[::2], found[1::2]
    if len(parts) != len(years) or len(parts) < _PAIR:
        return None
    pairs = list(zip(parts, years, strict=True))
    if not all(_is_in_year(part, year, text) for part, year in pairs):
        return None
    return tuple(replace(_in_year(part, year), end=year.end) for part, year in pairs)


def _is_in_year(part: AskedTime, year: AskedTime, text: str) -> bool:
    """Whether a time is a part of a year, and the next one tells of which year, with nothing that parts them."""
    is_part = part.timing is not None and _is_part_of_year(part.timing)
    between = plain(text[part.end : year.start]).text
    return is_part and _is_year_by_place(year) and _APART.search(between) is None


def _is_year_by_place(time: AskedTime) -> bool:
    """Whether a time is a year that is told by its place beside the latest: "this year"."""
    return time.timing is None and time.months == YEAR


def _is_same_a_year_before(time: AskedTime) -> bool:
    """Whether a time is told as the one that corresponds to another a year before: "the same period last year"."""
    return time.timing is None and time.months == 0 and time.back == YEAR


def _before_it(found: Sequence[AskedTime]) -> Sequence[AskedTime]:
    """The times, where "the year before" behind "last year" is the one before that."""
    if len(found) != _PAIR or not is_before_another(found[1]) or found[1].months != YEAR:
        return found
    first = found[0]
    if first.timing is not None or first.months != YEAR:
        return found
    return (first, replace(found[1], back=first.back + found[1].back, is_ended=first.is_ended))


def _before_stated(found: Sequence[AskedTime]) -> Sequence[AskedTime]:
    """The times, where "the prior year" beside the one stated time, "FY24", is the year before that."""
    stated = [one for one in found if one.timing is not None]
    timing = stated[0].timing if len(stated) == 1 and len(found) == _PAIR else None
    if timing is None or timing.year is None or (timing.month, timing.day) == _LEAP_DAY:
        return found
    text = _with_year_before(stated[0].text, timing.year)
    before = replace(timing, year=timing.year - 1)
    return [
        replace(one, text=text or one.text, timing=before, months=0, back=0) if _is_year_before(one) else one
        for one in found
    ]


def _with_year_before(text: str, year: int) -> str:
    """A time as written with the year before in place of its year: "FY23" of "FY24"; "" where that is not certain."""
    written = re.compile(rf"(?<!\d)(?:{year}|{year % 100:02d})(?!\d)")
    if len(written.findall(text)) != 1 or re.search(r"\d\s*[/-]\s*\d", text):
        return ""
    return written.sub(lambda found: str(year - 1)[-len(found[0]) :], text)


def _is_year_before(time: AskedTime) -> bool:
    """Whether a time is told as the year before another one."""
    said = plain(time.text).text.split()
    is_before = is_before_another(time) or any(word in said for word in _PRIOR)
    return time.timing is None and time.months in (0, YEAR) and time.back == YEAR and is_before


_PRIOR = ("prior", "previous", "preceding", "föregående")
_LEAP_DAY = (2, 29)


def _to_their_month(found: Sequence[AskedTime], text: str) -> Sequence[AskedTime]:
    """The year to date and the month up to which it is told as one time; what is no such pair as it is."""
    stated = [one for one in found if one.timing is not None]
    open_ended = [one for one in stated if one.timing == Timing(to_date=True)]
    months = [one for one in stated if one.timing is not None and _is_month_alone(one.timing)]
    if len(found) != _PAIR or len(open_ended) != 1 or len(months) != 1:
        return found
    month, to_date = months[0], open_ended[0]
    if not _UP_TO.search(plain(text[: month.start]).text):
        return found
    assert month.timing is not None  # only such are chosen
    name = f"{to_date.text} {month.text}"
    return (replace(month, text=name, timing=replace(month.timing, to_date=True)),)


_PAIR = 2
_UP_TO = re.compile(r"\b(?:to|through|until|till|ended|ending|as (?:of|at)|end of|bis|per)(?: the)?(?: end of)?\s*$")


def _is_month_alone(timing: Timing) -> bool:
    """Whether a month is told and nothing else, but for its year."""
    return timing.month is not None and timing == Timing(timing.year, timing.month)


def _is_part_of_year(timing: Timing) -> bool:
    """Whether a quarter, a half, the first months of a year or the year to date are told, and not of which."""
    is_stretch = timing.months is not None and timing.months < YEAR and timing.month is None
    is_to_date = timing.to_date and timing.month is None
    return timing.year is None and bool(timing.quarter or timing.half or timing.number or is_stretch or is_to_date)


def is_before_another(time: AskedTime) -> bool:
    """Whether a time is told by its place before another one: "a year earlier", "the quarter before"."""
    last = plain(time.text).text.split()[-1:]
    return time.timing is None and time.back > 0 and last[0] in _BEFORE


_BEFORE = ("before", "earlier", "ago", "innan", "tidigare")


def _in_stated_year(found: Sequence[AskedTime], text: str) -> AskedTime | None:
    """The one time that a part of a year and a year name together, where no word sets one beside the other."""
    parts = [one for one in found if one.timing and one.timing.year is None and one.timing.is_time]
    years = [one for one in found if one.timing and one.timing.year and one.timing == Timing(one.timing.year)]
    if (len(parts), len(years)) != (1, 1) or len(found) > len(parts) + len(years):
        return None
    part, year = parts[0], years[0]
    first, second = sorted((part, year), key=lambda time: time.start)
    if _APART.search(plain(text[first.end : second.start]).text):
        return None
    assert part.timing is not None  # only such are chosen
    assert year.timing is not None
    return replace(part, text=f"{part.text} {year.text}", timing=replace(part.timing, year=year.timing.year))


_APART = re.compile(
    r"[,;:?]|\b(?:and|or|vs|versus|to|than|from|since|against|compared|with|by|och|eller|mot|än|från|till|sedan)\b"
)
