"""Reads dates and periods from text, in English and Swedish, and keeps the precision they are stated with."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

_MONTHS = {
    "jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "maj": 5, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "oct": 10,
    "okt": 10, "nov": 11, "dec": 12,
}  # fmt: skip
MONTH = (
    r"(?:jan(?:uary|uari)?|feb(?:ruary|ruari)?|mar(?:ch|s)?|apr(?:il)?|may|maj|june?|juni|july?|juli"
    r"|aug(?:ust|usti)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_YEAR = r"(?:19|20)\d\d"
_ONE_YEAR = re.compile(_YEAR)
_DAY = r"(?:[0-3]?\d)"
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "första": 1, "andra": 2, "tredje": 3, "fjärde": 4}
_ORDINAL = "|".join(_ORDINALS)
_SEASONS = {"vår": 3, "sommar": 6, "höst": 9, "vinter": 12}  # Swedish seasons and the months that they begin with
_SEASON = "våren|sommaren|hösten|vintern|vår|sommar|höst|vinter"
_HALF = r"(?:första|andra)\s+(?:halvåret|halvan|hälften)"
_AFTER_12 = r"(?:1[3-9]|2\d|3[01])"  # a day that can be no month
_TWO_ORDERS = r"(?:0?[1-9]|1[0-2])"  # a month, beside such a day
_FORMS = tuple(
    re.compile(form)
    for form in (
        # In numbers alone, where the order cannot be mistaken: 31.12.2025, 3.4.2026, 31-12-2025, 31/12/2025, 31.12.25.
        rf"(?<![\w.,/-])(?P<day>{_DAY})\.(?P<month_number>{_TWO_ORDERS})\.(?P<year>{_YEAR})(?![\d/-]|[.,]\d)",
        rf"(?<![\w.,/-])(?P<day>{_AFTER_12})(?P<mark>[/-])(?P<month_number>{_TWO_ORDERS})(?P=mark)(?P<year>{_YEAR})(?![\d/-])",
        rf"(?<![\w.,/-])(?P<day>{_AFTER_12})(?P<mark>[./])(?P<month_number>0[1-9]|1[0-2])(?P=mark)(?P<year>[0-4]\d)(?![\d/-]|[.,]\d)",
        rf"(?<![\w.,/-])(?P<month_number>{_TWO_ORDERS})-(?P<day>{_AFTER_12})-(?P<year>{_YEAR})(?![\d-])",
        rf"(?<![\d-])(?P<year>{_YEAR})-(?P<month_number>[01]\d)-(?P<day>[0-3]\d)(?![\d-])",
        rf"(?<![\d/.])(?P<month_number>[01]?\d)/(?P<day>[0-3]?\d)/(?P<year>{_YEAR})(?![\d/])",
        rf"\b(?P<month>{MONTH})\s*(?P<day>{_DAY})(?:st|nd|rd|th)?\b(?:\s*,?\s*(?P<year>{_YEAR})\b|(?!\s*(?:%|percent|,\d|\.\d)))",
        rf"(?<![\d/.,])(?P<day>{_DAY})/(?P<month_number>[01]?\d)\s+(?P<year>{_YEAR})(?!\d)",
        rf"\b(?P<season>{_SEASON})\s+(?P<year>{_YEAR})\b",
        rf"\b(?P<half>{_HALF})\s+(?:av\s+)?(?P<year>{_YEAR})\b",
        rf"(?<![\d.,])(?P<day>{_DAY})(?:st|nd|rd|th|:e)?\s+(?:day\s+of\s+|of\s+)?(?P<month>{MONTH})(?:\s*,?\s*(?P<year>{_YEAR})\b)?",
        rf"\b(?P<month>{MONTH})(?:\s*,|\s+of)?\s*(?P<year>{_YEAR})\b",
        rf"\bq(?P<quarter>[1-4])(?:\s*(?:of\s+)?(?P<fiscal>fy|fiscal(?:\s+year)?)?\s*[-/']?\s*(?P<year>{_YEAR}|\d\d)\b)?",
        rf"\b(?P<year>{_YEAR})\s*q(?P<quarter>[1-4])\b",
        rf"\b(?P<ordinal>{_ORDINAL})\s+(?:quarter|kvartalet)(?:\s+(?:of\s+|av\s+)?(?P<fiscal>fy|fiscal(?:\s+year)?)?\s*(?P<year>{_YEAR})\b)?",
        rf"\b(?P<fiscal>fy|fiscal(?:\s+year)?|räkenskapsåret|verksamhetsåret)\s*(?P<year>{_YEAR}|(?<=fy)\d\d\b)",
        rf"\b(?:år|året|year)\s+(?P<year>{_YEAR})(?!\d|[.,:]\d|\s*%)",
        rf"(?<![\d.,$€£/§#])(?<!\$\s)(?P<year>{_YEAR})(?!\d|[.,:]\d|\s*%)",
    )
)
_FULL_MAY = re.compile(r"may\b")


@dataclass(frozen=True, slots=True)
class Date:
    """A day, month, season, quarter, half year or year, as precise as it was stated."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    quarter: int | None = None
    fiscal: bool = False
    start: int = 0  # offsets in the text that was read
    end: int = 0
    text: str = ""
    season: int | None = None  # the month that it begins with
    half: int | None = None  # of the year, 1 or 2

    def stated_by(self, other: "Date") -> bool:
        """Whether `other` says at least as much: the same date, or a more precise one within this."""
        return all(
            mine is None or mine == theirs
            for mine, theirs in (
                (self.year, other.year),
                (self.month, other.month),
                (self.day, other.day),
                (self.quarter, other.quarter),
                (self.season, other.season),
                (self.half, other.half),
            )
        ) and (self.fiscal == other.fiscal or other.month is not None)


def read_dates(text: str) -> tuple[Date, ...]:
    """The dates in `text` (case folded, dashes plain), in order; a date takes its characters from the numbers."""
    taken: list[Date] = []
    for form in _FORMS:
        for found in form.finditer(text):
            if not any(found.start() < date.end and found.end() > date.start for date in taken):
                taken.extend(_date(found))
    return tuple(_fiscal_too(sorted(taken, key=lambda date: date.start), text))


def _fiscal_too(dates: Sequence[Date], text: str) -> Iterator[Date]:
    """In "fiscal 2021 and 2022" the second year is fiscal too."""
    before: Date | None = None
    for date in dates:
        joined = (
            before
            and before.fiscal
            and re.fullmatch(r"\s*(?:,|and|to|och|till|-|/|,\s*and)\s*", text[before.end : date.start])
        )
        before = replace(date, fiscal=True) if joined and date.month is None else date
        yield before


def _date(found: re.Match[str]) -> Iterator[Date]:
    named = found.groupdict()
    year = named.get("year")
    month = int(named["month_number"]) if named.get("month_number") else _month(named.get("month"))
    day = int(named["day"]) if named.get("day") else None
    if (month or 1) > 12 or (day or 1) > 31:
        return
    if named.get("month") and _FULL_MAY.match(named["month"]) and not year and found[0].startswith("may"):
        return  # "may 30 days" is no date
    quarter = int(named["quarter"]) if named.get("quarter") else _ORDINALS.get(named.get("ordinal") or "")
    half = _ORDINALS[named["half"].split()[0]] if named.get("half") else None
    yield Date(
        _full_year(year),
        month,
        day,
        quarter,
        bool(named.get("fiscal")),
        found.start(),
        found.end(),
        found[0].strip(),
        _season(named.get("season")),
        half,
    )


def is_year(text: str) -> bool:
    """Whether a text is the number of a year, and nothing else: "2024"."""
    return _ONE_YEAR.fullmatch(text) is not None


def _season(name: str | None) -> int | None:
    return next((month for season, month in _SEASONS.items() if name.startswith(season)), None) if name else None


def _month(name: str | None) -> int | None:
    return _MONTHS[name[:3]] if name else None


def _full_year(year: str | None) -> int | None:
    if year is None:
        return None
    return int(year) if len(year) == 4 else 2000 + int(year)
