"""The days that a cell of a table or a phrase names, as precise as it is written: a day, a month or a whole year."""

import re
from calendar import monthrange
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from sleuth.language.dates import Date, read_dates
from sleuth.language.glyphs import plain_line


class Days(NamedTuple):
    """From `first` to `last`, both inclusive."""

    first: date
    last: date


_NUMERIC = re.compile(r"(?P<one>\d{1,2})(?P<mark>[./-])(?P<two>\d{1,2})(?P=mark)(?P<year>(?:19|20)?\d\d)")
_COMPACT = re.compile(r"(?P<year>(?:19|20)\d\d)(?P<month>0[1-9]|1[0-2])(?P<day>[0-3]\d)")
_TURNED = re.compile(r"(?P<year>(?:19|20)\d\d)[./](?P<month>\d{1,2})[./](?P<day>\d{1,2})")
_MONTH = re.compile(r"(?P<year>(?:19|20)\d\d)-(?P<month>0[1-9]|1[0-2])")
_SHORT = re.compile(r"(?P<month>[a-zåäö]{3,9})\.?[ '-]+(?P<year>\d\d)")
_DAY_SHORT = re.compile(r"(?P<day>\d{1,2})[ -](?P<month>[a-zåäö]{3,9})\.?[ '-]+(?P<year>(?:19|20)?\d\d)")
_TIME = re.compile(r"[ t]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?z?$")
_LAST_MONTH = 12


def read_days(text: str, *, day_first: bool | None = None) -> Days | None:
    """The days that the whole of a text names; None where it says anything else, or more.

    `day_first`: how "03/04/2026" is to be read; None where nothing tells, and then it is not read.
    """
    shown = _TIME.sub("", plain_line(text))
    if found := _COMPACT.fullmatch(shown) or _TURNED.fullmatch(shown):
        return _day(int(found["year"]), int(found["month"]), int(found["day"]))
    if found := _NUMERIC.fullmatch(shown):
        return _numeric(found, day_first)
    if found := _MONTH.fullmatch(shown):
        return days_of(Date(int(found["year"]), int(found["month"])))
    if found := _DAY_SHORT.fullmatch(shown) or _SHORT.fullmatch(shown):
        named = found.groupdict()
        year = named["year"] if len(named["year"]) > 2 else f"20{named['year']}"
        shown = f"{named.get('day') or ''} {named['month']} {year}".strip()
    dates = read_dates(shown)
    if len(dates) != 1 or shown.replace(",", "").strip() != dates[0].text.replace(",", "").strip():
        return None
    return days_of(dates[0])


def days_of(stated: Date) -> Days | None:
    """The days of a date; None where it names no calendar year, or a fiscal one."""
    if stated.year is None or stated.fiscal:
        return None
    if stated.month is not None and stated.day is not None:
        return _day(stated.year, stated.month, stated.day)
    if stated.month is not None:
        return _months(stated.year, stated.month, 1)
    if stated.quarter is not None:
        return _months(stated.year, 3 * stated.quarter - 2, 3)
    if stated.half is not None:
        return _months(stated.year, 6 * stated.half - 5, 6)
    return None if stated.season is not None else _months(stated.year, 1, _LAST_MONTH)


def last_day(year: int, month: int) -> date:
    """The last day of a month."""
    return date(year, month, monthrange(year, month)[1])


def is_day_first(texts: Iterable[str]) -> bool | None:
    """Whether dates like 03/04/2026 begin with the day, by those among them that can be read in one way only."""
    first: set[bool] = set()
    for text in texts:
        found = _NUMERIC.fullmatch(" ".join(text.split()))
        if found is None:
            continue
        if found["mark"] == "." or int(found["one"]) > _LAST_MONTH:
            first.add(True)
        elif int(found["two"]) > _LAST_MONTH:
            first.add(False)
    return first.pop() if len(first) == 1 else None


def _numeric(found: re.Match[str], day_first: bool | None) -> Days | None:
    is_first = True if found["mark"] == "." else day_first
    one, two = int(found["one"]), int(found["two"])
    year = int(found["year"]) if len(found["year"]) > 2 else 2000 + int(found["year"])
    if is_first is None:
        return _day(year, one, two) if one == two else None
    return _day(year, two, one) if is_first else _day(year, one, two)


def _day(year: int, month: int, day: int) -> Days | None:
    try:
        found = date(year, month, day)
    except ValueError:
        return None
    return Days(found, found)


def _months(year: int, month: int, count: int) -> Days:
    last = month + count - 1
    return Days(date(year, month, 1), date(year, last, monthrange(year, last)[1]))
