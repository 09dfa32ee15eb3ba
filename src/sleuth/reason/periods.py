"""The time a question or a heading speaks of: years, a quarter, a length in months, a day."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan januari", "february feb februari", "march mar mars", "april apr", "may maj", "june jun juni",
            "july jul juli", "august aug augusti", "september sep sept", "october oct oktober okt", "november nov",
            "december dec",
        ), 1,
    )
    for name in names.split()
}  # fmt: skip
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_COUNTS = {"three": 3, "six": 6, "nine": 9, "twelve": 12, "tre": 3, "sex": 6, "nio": 9, "tolv": 12}
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "första": 1, "andra": 2, "tredje": 3, "fjärde": 4}

_YEAR = re.compile(r"(?<![\d.,$€£])(1[0-9]\d\d|20\d\d)(?![\d%]|[.,]\d|\s+Form|\s+Annual Report)")
_SHORT_YEAR = re.compile(r"\b(?:FY|Q[1-4]|[1-4]Q|H[12])[\s'’/-]{0,2}(\d\d)[AEBFP]?\b", re.IGNORECASE)
_QUARTER = re.compile(
    r"(?:\b|(?<=\b(?:19|20)\d\d))Q([1-4])(?=\D|$|\d{2,4}\b)|\b([1-4])Q(?=\D|$|\d{2,4}\b)"
    r"|\b(first|second|third|fourth) (?:fiscal )?quarter"
    r"|\b(första|andra|tredje|fjärde) kvartalet",
    re.IGNORECASE,
)
_LENGTH = re.compile(r"\b(three|six|nine|twelve|tre|sex|nio|tolv|3|6|9|12)[ -](?:months?|månader)", re.IGNORECASE)
_QUARTERLY = re.compile(r"\bquarter(ly)?\b|\bkvartal(et)?\b|\b13 weeks\b|\bthirteen weeks\b", re.IGNORECASE)
_YEARLY = re.compile(
    r"\bFY|\bfiscal (?:year )?\d|\bannual|\b(?:fiscal )?years? ended|\bhelår|\bfull[ -]year|\b5[23] weeks\b",
    re.IGNORECASE,
)
_DAY = re.compile(
    rf"\b(?P<m>{_MONTH})\.?\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<y>\d{{4}})"
    rf"|\b(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?\.?\s+(?:day of\s+)?(?P<m2>{_MONTH})\.?,?\s+(?P<y2>\d{{4}})"
    r"|\b(?P<y3>\d{4})-(?P<m3>\d\d)-(?P<d3>\d\d)\b"
    rf"|\b(?P<d4>\d{{1,2}})[-/](?P<m4>{_MONTH})[-/](?P<y4>(?:20)?\d\d)\b"
    r"|(?<![\d.])(?P<d5>\d{1,2})\.(?P<m5>0?[1-9]|1[0-2])\.(?P<y5>(?:19|20)\d\d)\b",
    re.IGNORECASE,
)
_IN_MONTH = re.compile(
    rf"\b(?P<m>{_MONTH})\b(?:\.?,?[\s-]+(?:of\s+)?(?P<y>(?:19|20)\d\d)|\s?[-'’](?P<y2>\d\d))\b(?!-)", re.IGNORECASE
)
_SPELT = (
    re.compile(rf"(?:{_QUARTER.pattern})(?:\s+(?:of\s+)?(?:fiscal\s+)?(?:year\s+)?)?", re.IGNORECASE),
    re.compile(rf"(?:{_LENGTH.pattern})(?:\s+ended)?|\b(?:full|fiscal|financial)[ -]year\b", re.IGNORECASE),
)
_MENTION = re.compile(  # one time of several: "Q2 of FY2024", "fiscal 2023", "2022"
    r"(?:\b(?:Q[1-4]|[1-4]Q|(?:first|second|third|fourth) (?:fiscal )?quarter)(?:\s+of|\s+in|,)?\s*)?"
    r"(?:\b(?:FY|fiscal(?: year)?|(?:the )?year)\s*['’]?)?(?<!\d)(?:(?:19|20)\d\d|(?<=FY)\d\d|(?<=FY['’ ])\d\d)\b",
    re.IGNORECASE,
)
_TIME_WORD = re.compile(rf"(?:1[0-9]|20)\d\d|(?:FY|Q[1-4]|[1-4]Q|H[12])'?\d{{0,4}}[AEBFP]?|{_MONTH}", re.IGNORECASE)
_DATE_LIKE = re.compile(
    rf"\b(?:{_MONTH})\b\.?,?\s+\d|\d{{1,2}}(?:st|nd|rd|th)?\s+(?:day of\s+)?(?:{_MONTH})\b"
    r"|\b\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b|\b\d{1,2}(?:st|nd|rd|th)[ -](?:century|centuries)\b|\b\d{3,4}[- ]?talet\b"
    r"|\b\d{3,4}s\b|\b\d{1,4}\s?(?:BC|AD|BCE|CE|f\.\s?Kr|e\.\s?Kr)",
    re.IGNORECASE,
)
_CENTURY = re.compile(r"\b(?:century|centuries|decade|århundrade\w*|\w+hundratalet|\w+talet)\b", re.IGNORECASE)
_WHEN = {
    "en": re.compile(
        r"\b(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|spring|summer|autumn|winter"
        r"|after|until|during|upon|when)\b",
        re.IGNORECASE,
    ),
    "sv": re.compile(
        r"\b(?:måndag|tisdag|onsdag|torsdag|fredag|lördag|söndag|våren|sommaren|hösten|vintern|efter|under|när|då)\b",
        re.IGNORECASE,
    ),
}


_AFTER_QUARTERS = 5  # where a year as a whole stands beside its quarters
_TIMELY = re.compile(r"\d|quarter|kvartal|month|månad|week|fy|annual|year|helår", re.IGNORECASE)  # no time without one


@dataclass(frozen=True, slots=True)
class Period:
    """A stretch of time as far as a text names it; what it does not name is empty."""

    years: frozenset[int] = frozenset()
    quarter: int | None = None
    months: int | None = None  # its length: 3, 6, 9, 12
    days: frozenset[tuple[int, int, int]] = frozenset()  # year, month, day
    month: tuple[int, int] | None = None  # year, month: where a month is named without a day

    @property
    def is_named(self) -> bool:
        """Whether a year, a quarter or a day is given: a length alone tells no time."""
        return bool(self.years or self.quarter or self.days)

    def holds_month(self, month: tuple[int, int]) -> bool:
        """Whether it is, ends in, or lies in the month."""
        return self.month == month or any(day[:2] == month for day in self.days)


_NO_TIME = Period()


@lru_cache(maxsize=16384)
def find_period(text: str) -> Period:
    """The time that a text names."""
    if not _TIMELY.search(text):
        return _NO_TIME
    quarters = list(_QUARTER.finditer(text))
    quarter = _quarter_of(quarters[0]) if len({_quarter_of(q) for q in quarters}) == 1 else None
    years = {int(year) for year in _YEAR.findall(text)} | {2000 + int(year) for year in _SHORT_YEAR.findall(text)}
    days, month = frozenset(_days(text)), _month_of(text)
    years |= {day[0] for day in days} | ({month[0]} if month else set())
    return Period(frozenset(years), quarter, _months(text, quarter), days, month)


def _month_of(text: str) -> tuple[int, int] | None:
    found = _IN_MONTH.search(text)
    return (_year(found["y"] or found["y2"]), _MONTHS[found["m"].lower()]) if found else None


def _year(digits: str) -> int:
    return int(digits) if len(digits) == 4 else 2000 + int(digits)


def spelt_periods(text: str) -> list[tuple[int, int]]:
    """Where a text names a time in several words, such as "third quarter of fiscal": they say nothing else."""
    return [match.span() for pattern in _SPELT for match in pattern.finditer(text)]


def _quarter_of(match: re.Match[str]) -> int:
    digit = match[1] or match[2]
    return int(digit) if digit else _ORDINALS[(match[3] or match[4]).lower()]


def _months(text: str, quarter: int | None) -> int | None:
    if found := _LENGTH.search(text):
        return _COUNTS.get(found[1].lower()) or int(found[1])
    if quarter or _QUARTERLY.search(text):
        return 3
    return 12 if _YEARLY.search(text) else None


def _days(text: str) -> list[tuple[int, int, int]]:
    found = []
    for m in _DAY.finditer(text):
        year, month, day = (next(filter(None, (m[f"{part}{n}"] for n in ("", *"2345")))) for part in "ymd")
        found.append((_year(year), _MONTHS.get(month.lower()) or int(month), int(day)))
    return found


def find_times(text: str) -> tuple[Period, ...]:
    """The times that a text asks about one by one, earliest first: each year, or quarters and years told apart."""
    whole = find_period(text)
    named = [find_period(mention[0]) for mention in _MENTION.finditer(text)]
    if len({time.quarter for time in named}) > 1 and not whole.days:
        return tuple(sorted(dict.fromkeys(named), key=lambda time: (max(time.years), time.quarter or _AFTER_QUARTERS)))
    if len(whole.years) < 2 or whole.days or whole.month:
        return (whole,)
    return tuple(replace(whole, years=frozenset({year})) for year in sorted(whole.years))


def is_time(word: str) -> bool:
    """Whether a single word of a question only tells the time: 2023, Q1, FY2018, March. Periods answer for it."""
    return bool(_TIME_WORD.fullmatch(word))


def has_date(text: str) -> bool:
    """Whether a text states a point or stretch of time: a day, a year, a century."""
    return bool(_YEAR.search(text) or _DATE_LIKE.search(text) or _CENTURY.search(text))


def has_time_word(text: str, language: str) -> bool:
    """Whether a text tells a time in words only: after the war, in spring."""
    return bool(_WHEN[language].search(text))


def covers(stated: Period, asked: Period) -> bool:
    """Whether the time stated in a heading or a name is, or holds, the time asked for."""
    if asked.days:
        return bool(asked.days & stated.days)
    if asked.quarter and stated.quarter and asked.quarter != stated.quarter:
        return False
    if asked.quarter and not stated.quarter:
        return False
    return bool(asked.years & stated.years) if asked.years else bool(asked.quarter)


def contradicts(stated: Period, asked: Period) -> bool:
    """Whether a text names other years or days than those asked for, and none of them."""
    if asked.days and stated.days:
        return not asked.days & stated.days
    return bool(asked.years and stated.years and not asked.years & stated.years)
