"""Dates of an inquiry, each as precise as it was stated: "i december 2024" is a month, never the first of it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Literal

from sleuth.agents.detectives.words import pattern
from sleuth.language.dates import Date, read_dates

Precision = Literal["day", "month", "season", "year"]
PRECISIONS: tuple[Precision, ...] = ("day", "month", "season", "year")  # the most precise first
_EARLIEST = 1900
_YEARS_AHEAD = 15  # an inquiry's deadlines, and when its proposals are to take effect, lie within
_DEADLINE = pattern("moments", "deadline")
_CITED_ACT = re.compile(r"\d/(?:EG|EU|EEG)\s+av\s+(?:den\s+)?\Z")  # "direktiv 95/46/EG av den 24 oktober 1995"


@dataclass(frozen=True, slots=True)
class Moment:
    """A date as stated. `day` is its first day where it is less precise."""

    day: date
    precision: Precision
    stated: str  # as printed
    start: int  # in the text that was read
    end: int  # exclusive
    is_deadline: bool = False  # "senast den …": what is to be, by then

    def within(self, other: "Moment") -> bool:
        """Whether this is the other, or a more precise statement of it."""
        return is_within(self.day, self.precision, other.day, other.precision)


def is_within(day: date, precision: str, other: date, other_precision: str) -> bool:
    """Whether a date is another one, or a more precise statement of it."""
    if PRECISIONS.index(precision) > PRECISIONS.index(other_precision):
        return False
    if other_precision == "year":
        return day.year == other.year
    if other_precision == "season":
        months = (day.year - other.year) * 12 + day.month - other.month
        return 0 <= months < (3 if other.month in (3, 6, 9, 12) else 6)
    if other_precision == "month":
        return (day.year, day.month) == (other.year, other.month)
    return day == other


def read_moments(text: str, today: date) -> tuple[Moment, ...]:
    """The dates of the text that may be of an inquiry, in order; those in the distant past or future are left out."""
    return tuple(_read(text, today))


def _read(text: str, today: date) -> Iterator[Moment]:
    folded = text.replace("–", "-").replace("—", "-").replace("\u00a0", " ")
    lowered = "".join(low if len(low := letter.lower()) == 1 else letter for letter in folded)
    for found in read_dates(lowered):
        moment = _moment(found, text)
        if moment is None or not _EARLIEST <= moment.day.year <= today.year + _YEARS_AHEAD:
            continue
        if not _CITED_ACT.search(text[: found.start]):
            yield moment


def _moment(found: Date, text: str) -> Moment | None:
    if found.year is None or found.fiscal:
        return None
    try:
        day, precision = _first_day(found)
    except ValueError:  # the 31st of a month that has thirty days
        return None
    before = text[max(0, found.start - 40) : found.start]
    stated = " ".join(text[found.start : found.end].split())
    return Moment(day, precision, stated, found.start, found.end, _DEADLINE.search(before) is not None)


def _first_day(found: Date) -> tuple[date, Precision]:
    year = found.year or 0
    if found.day and found.month:
        return date(year, found.month, found.day), "day"
    if found.month:
        return date(year, found.month, 1), "month"
    if found.season:
        return date(year, found.season, 1), "season"
    if found.half:
        return date(year, 1 if found.half == 1 else 7, 1), "season"
    if found.quarter:
        return date(year, 3 * found.quarter - 2, 1), "season"
    return date(year, 1, 1), "year"
