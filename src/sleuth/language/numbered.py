"""Accounting periods that are told by their number: "P05", "Period 05 FY25", "FY24 P12", "P01 26-Oct-24"."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sleuth.language.calendar import YEAR, Month
from sleuth.language.glyphs import plain
from sleuth.language.metrics import default_lexicon, label_form
from sleuth.language.period import Day
from sleuth.language.scale import without_units
from sleuth.language.scenario import without_scenario
from sleuth.language.timing import Timing, read_timing

_YEAR = r"FY[ '’]?(?P<{0}>\d\d(?:\d\d)?)(?![\d/])"
_NUMBER = re.compile(
    rf"(?:(?<!\w){_YEAR.format('before')}\s+)?"
    r"(?<![\w.&/-])(?:P|Per\s?|Period\s|PERIOD\s|period\s)(?P<number>0?[1-9]|1[0-2])(?![\w%]|[.,]\d|\s?[-–—/&]\s?P?\d)"
    rf"(?:,?\s+(?:of\s+)?{_YEAR.format('behind')})?"
)
_WEEKS = re.compile(r"\(?\b\d{1,2}[ -](?:weeks?|wks?)\b\)?", re.IGNORECASE)
_PERIOD_WEEKS = r"(?:4|5|four|five)[ -]weeks?"
_ENDED = re.compile(rf"\b{_PERIOD_WEEKS} (?:ended|ending|to) (?:the )?(?P<end>[^;:|()\t\n]{{6,24}})")
_EDITION = re.compile(r"\b(?:LE|[Ll]atest [Ee]stimate)\s?\Z")  # made at that period, and not of it: "LE P08"
_THIRTEEN = re.compile(
    r"\b(?:P|Period )13\b"
    r"|\b(?:13|thirteen)(?: (?:accounting|reporting|equal))?(?: (?:four|4)[- ]week(?:ly)?)? periods\b",
    re.IGNORECASE,
)
_YEAR_OF_WEEKS = re.compile(
    r"\bfy[ ']?(?P<year>\d\d(?:\d\d)?)\s?(?:is|was|=|:|-|\()?\s?(?:the |a )?5[23][ -]weeks? "
    r"(?:to|ended|ending) (?:the )?(?P<end>[^;:|()\t\n]{6,24})"
)


@dataclass(frozen=True, slots=True)
class Numbered:
    """The number of a period at `start` to `end` (exclusive) of a text, with the fiscal year that stands beside it."""

    start: int
    end: int
    number: int  # 1 to 12
    year: int | None = None


def find_numbers(text: str) -> list[Numbered]:
    """The numbers of periods in a text, in its order; a stretch of several ("P01-P05") is none."""
    return [
        Numbered(*one.span(), int(one["number"]), full_year(one["before"] or one["behind"]))
        for one in _NUMBER.finditer(text)
    ]


def full_year(digits: str | None) -> int | None:
    """The year of "25" and of "2025"."""
    return None if digits is None else int(digits) % 100 + 2000


def counts_thirteen(text: str) -> bool:
    """Whether a text speaks of thirteen periods, which are no months."""
    return _THIRTEEN.search(text) is not None


def ends_of_periods(text: str) -> Iterator[Month]:
    """The months that end with a period of four or five weeks: "4 weeks ended 22 February 2025"."""
    for found in _ENDED.finditer(plain(text).text):
        if (month := _month_ending(found["end"])) is not None:
            yield month


def years_of_weeks(text: str) -> Iterator[tuple[int, Month]]:
    """The fiscal years that a text tells by their weeks, and their last months: "FY25 is the 52 weeks to 27 September
    2025"."""
    for found in _YEAR_OF_WEEKS.finditer(plain(text).text):
        year, month = full_year(found["year"]), _month_ending(found["end"])
        if year is not None and month is not None:
            yield year, month


def dated_number(text: str) -> tuple[int, Month] | None:
    """The number of a period and the month that it is by the day, or the month, beside it: "P01 26-Oct-24"."""
    numbers = find_numbers(text)
    if len(numbers) != 1:
        return None
    month = _closed(read_timing(_without(text, numbers[0])))
    return (numbers[0].number, month) if month is not None else None


def in_months(text: str, month_of: Callable[[int, int | None], Month | None]) -> str:
    """A heading or title with the month for the number of its period: "P05 Actual" becomes "Feb 2025 Actual".

    `month_of` places a number in the fiscal year beside it (None where none stands there). The text stays as it is
    where it has several numbers, where the day beside the number is of another month, and where the number is that of
    something else: "Plant P2". The weeks of a stretch, which the calendar tells too, are left out.
    """
    numbers = find_numbers(text)
    if not numbers:
        return _WEEKS.sub(" ", text).strip() if _is_stretch_to_date(text) else text
    if len(numbers) > 1:
        return text
    number = numbers[0]
    beside = read_timing(_WEEKS.sub(" ", _without(text, number)))
    month = month_of(number.number, number.year)
    is_edition = _EDITION.search(text[: number.start]) is not None
    is_of_time = not is_edition and (number.year is not None or _is_of_time(text[: number.start]))
    if month is None or beside is None or not is_of_time:
        return text
    if beside.month is not None:
        is_same = beside.day is not None and _closed(beside) == month
        return f"{month.name} {beside.rest}".strip() if is_same else text
    return _WEEKS.sub(" ", f"{text[: number.start]}{month.name}{text[number.end :]}").strip()


def _is_stretch_to_date(text: str) -> bool:
    timing = read_timing(text)
    return timing is not None and timing.to_date


def _without(text: str, number: Numbered) -> str:
    return f"{text[: number.start]} {text[number.end :]}"


def _is_of_time(before: str) -> bool:
    """Whether the words before a number leave it that of a period: a time, a scenario or a measure at most."""
    last = re.split(r"\s[-–—:|]\s|[,;:(]", before)[-1]
    timing = read_timing(last)
    left = without_scenario(timing.rest if timing is not None else last)
    bare = without_units(left)
    is_measure = "%" in left or bool(default_lexicon().named(label_form(bare)))
    return is_measure or not any(map(str.isalpha, bare))


def _month_ending(words: str) -> Month | None:
    return _closed(read_timing(words))


def _closed(timing: Timing | None) -> Month | None:
    """The month that a date closes; None where a time is no month or day of a year."""
    if timing is None or timing.year is None or timing.month is None or timing.to_date or timing.months == YEAR:
        return None
    return Day(timing.year, timing.month, timing.day).closing_month
