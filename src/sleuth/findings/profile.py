"""What a document says of itself, for its facts: whose they are, its fiscal calendar, its currency and its date."""

import datetime
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from sleuth.evidence.currency import signs_of
from sleuth.evidence.source import Source, Table
from sleuth.findings.scaling import common_scaling, cover_lines, scaling_of_all
from sleuth.findings.subjects import subject_of
from sleuth.findings.tables.headings import is_made_on, without_mix
from sleuth.findings.tables.months import all_stretches, opening_months
from sleuth.findings.tables.statements import is_prose, titled_statement
from sleuth.findings.versions.names import read_name
from sleuth.findings.versions.portrait import dated
from sleuth.findings.year_ends import said_years, spanned_year, without_years
from sleuth.language.calendar import ASSUMED, YEAR, Calendar, Month
from sleuth.language.currency import USUAL, Signs
from sleuth.language.glyphs import plain, plain_line
from sleuth.language.numbered import counts_thirteen, dated_number, ends_of_periods, years_of_weeks
from sleuth.language.period import Day
from sleuth.language.quantity import read_cell
from sleuth.language.scale import NOTHING, Scaling
from sleuth.language.scenario import Scenario, read_scenarios
from sleuth.language.timing import (
    NO_TIME,
    Timing,
    bare_months,
    closings,
    common_timing,
    lengths,
    read_timing,
    scan_times,
)
from sleuth.language.tokens import spaced
from sleuth.language.wordlist import wordlist

_FRONT_PAGES = 4
_FRONT = 8_000  # characters
_COVER = 1_500
_PIECES = re.compile(r"\s[-–—·|]\s|[;()]")
_LATEST_START = 6  # a year that ends later in the calendar bears the number of that calendar year
_MUCH_MORE = 5  # times as often
_FEWEST_NUMBERED = 2  # headings with a date and a number, which show that these are of periods
_NUMBERED_YEAR, _FISCAL_NUMBER = (
    re.compile(wordlist("patterns", "findings")[name]) for name in ("numbered_year", "fiscal_number")
)
_NUMBERED_MONTH = re.compile(wordlist("periods")["numbered_month"]["says"])
_YEARLY = re.compile(wordlist("periods")["yearly_report"]["says"])
_PERIOD_END = re.compile(
    r"(?:period|year|quarter|months|weeks)s?\s+end(?P<over>ed|ing):?\s+(?P<day>[^\n]{6,24})", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Profile:
    """A document as a witness."""

    subject: str = ""
    calendar: Calendar = ASSUMED
    scaling: Scaling = NOTHING  # what nearly all its tables say: to be relied on where one says nothing
    date: datetime.date | None = None  # of its latest period, or of its making
    scenario: Scenario | None = None  # that its name or title gives to all in it
    language: str = "en"
    scales_stated: bool = False  # some table states a scale
    year: Timing | None = None  # the end of the year that a yearly report is of
    is_of_part: bool = False  # it reports less than a year: a bare year over a column is no year's figure
    parts_end: Timing | None = None  # the month with which the stretches of such a report end, as its cover says
    part_lengths: frozenset[int] = frozenset()  # their months: 3 and 6 of "three and six months ended June 30, 2025"
    signs: Signs = USUAL  # what "$" and "kr" mean in it
    is_plan: bool = False  # its name or title speaks of a budget, a forecast or a plan
    months_of: int | None = None  # the one fiscal year of which its tables have every month
    reported: Timing = NO_TIME  # the month that its cover names: "Management accounts, September 2025"
    author: str = ""  # what its cover says behind "prepared by", in small letters
    planned: int | None = None  # the first year over which its tables set a budget or a forecast
    scales_all: bool = False  # it says that `scaling` is that of all amounts: "£000 unless stated otherwise"
    plans: tuple[tuple[int, Scenario], ...] = ()  # of a plan: the years that titles of its pages plan, and how
    counts_periods: bool = False  # it calls the months of its fiscal year by their numbers: "P05"

    def ended(self, timing: Timing) -> Timing:
        """A stretch that names its year and length only, with the month that the cover gives: "Six months 2025"."""
        is_bare = timing.month is None and not (timing.quarter or timing.half or timing.rolling or timing.to_date)
        end = self.parts_end
        if end is None or end.year is None or not is_bare or timing.months not in self.part_lengths:
            return timing
        is_reported = timing.year in (end.year, end.year - 1)
        return replace(timing, month=end.month) if is_reported else timing


def profile(source: Source, language: str = "en") -> Profile:
    """Read a document for what its facts rely on."""
    front = "\n".join(page.text for page in source.pages[:_FRONT_PAGES])[:_FRONT]
    tables = [table for page in source.pages for table in page.tables]
    named = read_scenarios(spaced(source.filename.rpartition(".")[0])) or read_scenarios(source.title)
    signs = signs_of(source, language)
    of_all = scaling_of_all(source, signs)
    scaling, stated = common_scaling(source, signs, of_all)
    scales_all = scaling.money is not None and scaling.money == of_all.money
    reported = _reported_month(source)
    year = _year_over(front, reported)
    made = _date(front, year, source)
    numbered = _numbered_months(source, reported)
    calendar = _numbered(_calendar(front, source, reported, numbered), source, made)
    counts_periods = calendar.stated and bool(numbered) and all(calendar.place(m).months == n for n, m in numbered)
    is_plan = bool(named - {Scenario.ACTUAL})
    return Profile(
        subject_of(source, front), calendar, scaling, made,
        next(iter(named)) if len(named) == 1 else None, language, stated,
        year, _is_of_part(front), *_parts_end(front), signs, is_plan,
        _months_of(tables, calendar), reported, _author(front), _planned(tables), scales_all,
        tuple(_plans(source)) if is_plan else (), counts_periods,
    )  # fmt: skip


def _calendar(
    front: str, source: Source, cover_month: Timing, numbered_months: Sequence[tuple[int, Month]]
) -> Calendar:
    """The calendar that headings of years and of parts of years imply, or the front states."""
    tables = [table for page in source.pages for table in page.tables]
    votes: Counter[int] = Counter()
    for page in source.pages:
        for first in (month for table in page.tables for month in opening_months(page, table)):
            votes[Month(2000, first).plus(-1).month] += 4
    for timing in _timings(tables):
        is_fiscal = not (timing.rolling or timing.by_calendar)
        if timing.month and timing.months in (6, 9, 12) and is_fiscal and timing.year:
            votes[_closing(timing.year, timing.month, timing.day).plus(12 - timing.months).month] += 1
    for older, newer in filter(None, map(_balance_dates, tables)):
        if newer.since(older) in (3, 6, 9):  # interim balance sheets stand beside the last year's end
            votes[older.month] += 4
        elif newer.since(older) == 12 and not _is_of_part(front):
            # Two years' ends, unless the headings of stretches of time say otherwise; a report of less than a year
            # compares its balance with that of a year before.
            votes[newer.month] += 1
    reported = _year(front)
    if reported is not None and reported.year is not None and reported.month is not None:
        votes[_closing(reported.year, reported.month, reported.day).month] += 6
    votes.update(dict.fromkeys(_closings_of_parts(front) | _closings_of_numbered(source, cover_month), 6))
    for said in said_years(front):
        if said.opens is not None and said.opens.month is not None:
            # The last month told of a year that is not over is no end of it.
            votes[Month(2000, said.opens.month).plus(-1).month] += 2
        if said.closes is not None and said.closes.month is not None:
            votes[_closing(said.closes.year or 2000, said.closes.month, said.closes.day).month] += 2
        if said.halves is not None and said.halves.month is not None:
            votes[_closing(2000, said.halves.month, said.halves.day).plus(YEAR // 2).month] += 2
    titled = [table.caption for table in tables if titled_statement(table.caption.split("\n"))]
    votes.update(_closing(2000, end.month, end.day).month for end in map(spanned_year, titled) if end and end.month)
    said_weeks = [told for line in front.split("\n") for told in years_of_weeks(line)]
    votes.update(month.month for _, month in said_weeks)
    votes.update(month.plus(YEAR - number).month for number, month in numbered_months)
    divided = _closings(tables)
    votes.update(month for month, _ in divided)
    numbered = Counter(ahead for _, ahead in divided if ahead is not None)
    numbered.update(year - month.year for year, month in said_weeks)
    if not votes:
        return ASSUMED
    (ends_in, _) = votes.most_common(1)[0]
    offset = numbered.most_common(1)[0][0] if numbered else 0
    return Calendar(ends_in, offset if offset in (-1, 0) else 0, stated=True)


def _closing(year: int, month: int, day: int | None) -> Month:
    """The month that a day closes, which in a year of 52 weeks is the one before; of a month alone itself."""
    return Day(year, month, day).closing_month or Month(year, month)


def _months_of(tables: Sequence[Table], calendar: Calendar) -> int | None:
    """The one fiscal year of which columns have all twelve months: what else is headed "full year" is that year's."""
    months = set(bare_months(_timings(tables)))
    counted = Counter(calendar.place(month).year for month in months)
    whole = [year for year, count in counted.items() if count == YEAR]
    return whole[0] if calendar.stated and len(whole) == 1 else None


def _planned(tables: Iterable[Table]) -> int | None:
    """The first year over which a heading sets a plan: what lies behind it has not happened."""
    headings = (" ".join(path) for table in tables for path in table.column_paths.values())
    timings = (read_timing(one) for one in headings if read_scenarios(one) - {Scenario.ACTUAL})
    return min((one.year for one in timings if one is not None and one.year and not one.month), default=None)


def _plans(source: Source) -> Iterator[tuple[int, Scenario]]:
    """The years that the titles of pages or sheets call planned: 2026 and a budget of "FY2026 budget, version 2"."""
    for page in source.pages:
        title = plain_line(page.text.lstrip().partition("\n")[0])
        scenarios = read_scenarios(title)
        years = [mention.timing.year for mention in scan_times(title) if mention.timing.year is not None]
        if len(scenarios) == 1 and Scenario.ACTUAL not in scenarios and years:
            yield years[0], next(iter(scenarios))


def _reported_month(source: Source) -> Timing:
    """The one month with its year that the first title of the cover names, and no day of it; NO_TIME where none does,
    or where it is the end of the year that the document reports.

    What stands beside it tells other things: "Period 6 FY26 (September 2025) - issued 10 October 2025", "January 2026
    (FY2026: Aug 2025 - Jul 2026)".
    """
    lines = cover_lines(source)
    if any(_YEARLY.search(plain(line).text) for line in (spaced(source.filename), *lines)):
        return NO_TIME
    for line in map(without_years, lines):
        is_row = any(read_cell(cell) for cell in line.split("\t")[1:])
        is_title = not is_row and not is_prose(plain(line).text)
        pieces = [one for one in _PIECES.split(line) if not is_made_on(one)] if is_title else []
        timings = [mention.timing for piece in pieces for mention in scan_times(plain(piece).text)]
        months = {Timing(one.year, one.month) for one in timings if one.year and one.month and not one.day}
        if len(months) == 1:
            return months.pop()
    ended = {month for line in lines for month in ends_of_periods(line)}
    return Timing(*ended.pop()) if len(ended) == 1 else NO_TIME


def _author(front: str) -> str:
    found = re.search(r"\bprepared by (?:the )?([^\n]{3,80})", plain(front[:_COVER]).text)
    return found[1] if found else ""


def _closings_of_parts(front: str) -> set[int]:
    """The months in which the fiscal year ends by what the cover says of a part of it: its place and its last month.

    "First half of 2024/25, 1 October 2024 – 31 March 2025", in one line or in two, means a year to September.
    """
    found: set[int] = set()
    lines = [plain(line).text for line in front[:_COVER].split("\n") if line.strip()]
    for line, following in pairwise([*lines, ""]):
        pieces = [piece for one in (line, following) for piece in re.split(r"[·•|;]", one)]
        times = [timing for piece in pieces if (timing := read_timing(piece)) is not None]
        parts = {6 * timing.half if timing.half else 3 * (timing.quarter or 0) for timing in times} - {0}
        shorter = [one for one in times if one.months != YEAR and (one.months or one.half or one.quarter)]
        ends = {Month(one.year, one.month) for one in shorter if one.year and one.month}
        if len(parts) == len(ends) == 1:
            found.add(ends.pop().plus(YEAR - parts.pop()).month)
    return found


def _closings_of_numbered(source: Source, reported: Timing) -> set[int]:
    """The months in which the fiscal year ends by the number that the cover gives the month it reports: "August 2026
    (period 5, FY27)" means a year to March.
    """
    told = _number_of_cover(source, reported)
    return {told[1].plus(YEAR - told[0]).month} if told is not None else set()


def _number_of_cover(source: Source, reported: Timing) -> tuple[int, Month] | None:
    """The number in its year of the month that the cover reports, and that month."""
    numbers = {int(found[1]) for line in cover_lines(source) for found in _NUMBERED_MONTH.finditer(plain(line).text)}
    if reported.year is None or reported.month is None or len(numbers) != 1:
        return None
    number = numbers.pop()
    return (number, Month(reported.year, reported.month)) if 1 <= number <= YEAR else None


def _numbered_months(source: Source, reported: Timing) -> list[tuple[int, Month]]:
    """The months that a document calls by their numbers, with these: that of its cover, and those of headings that bear
    a date too ("P01 26-Oct-24"). None where it counts thirteen periods.
    """
    if any(counts_thirteen(page.text) for page in source.pages):
        return []
    of_cover = _number_of_cover(source, reported)
    paths = (path for page in source.pages for table in page.tables for path in table.column_paths.values())
    dated = {told for path in paths if (told := dated_number(" ".join(path))) is not None}
    if of_cover is None and len(dated) < _FEWEST_NUMBERED:
        return []
    found = [*dated, *([of_cover] if of_cover is not None else [])]
    opens = {month.plus(1 - number).month for number, month in found}
    return found if len(opens) == 1 else []


def _closings(tables: Iterable[Table]) -> list[tuple[int, int | None]]:
    """What headings over or behind months tell of the fiscal year: its closing month, and how its number runs ahead."""
    found = (one.closing for table in tables for one in all_stretches(table.column_paths))
    return [closing for closing in found if closing is not None]


def _numbered(calendar: Calendar, source: Source, made: datetime.date | None) -> Calendar:
    """The calendar with its years numbered as the document numbers them: some companies name a year by its start.

    It counts how often a year is named beside the day it ended on; where it never is, which of two numbers it speaks
    of more: that of the year its figures are of, not that of the next.
    """
    if not calendar.stated or calendar.ends_in > _LATEST_START or calendar.offset:
        return calendar
    votes: Counter[int] = Counter()
    mentions: Counter[int] = Counter()
    for page in source.pages:
        text = plain_line(page.text)
        mentions.update(int(number) for number in _FISCAL_NUMBER.findall(text))
        for found in _NUMBERED_YEAR.finditer(text):
            timing = read_timing(found["end"] or found["ends"])
            if timing is not None and timing.year and timing.month and timing.month in _around(calendar.ends_in):
                votes[int(found["number"] or found["called"]) - timing.year] += 1
    if votes:
        offset = votes.most_common(1)[0][0]
    else:
        closing = Day(made.year, made.month, made.day).closing_month if made is not None else None
        current = calendar.place(closing).year if closing is not None else 0
        offset = -1 if mentions[current - 1] > _MUCH_MORE * mentions[current] else 0
    return replace(calendar, offset=offset) if offset in (-1, 0) else calendar


def _around(month: int) -> tuple[int, ...]:
    """A month and the next: a year of 52 weeks may end in the first days of it."""
    return month, month % 12 + 1


def _balance_dates(table: Table) -> tuple[Month, Month] | None:
    """The two days that the columns of a balance sheet are of."""
    timings = {timing for path in table.column_paths.values() if (timing := read_timing(" ".join(path))) and timing.day}
    days = [Day(t.year, t.month, t.day).closing_month for t in timings if t.year and t.months is None]
    if len(days) != 2 or not re.search(
        r"balance sheet|financial position|balansräkning|bilanz", table.caption, re.IGNORECASE
    ):
        return None
    older, newer = sorted(day for day in days if day is not None)
    return older, newer


def _timings(tables: Iterable[Table]) -> Iterator[Timing]:
    for table in tables:
        for path in table.column_paths.values():
            if (timing := read_timing(" ".join(path))) is not None:
                yield timing


def _date(front: str, year: Timing | None, source: Source) -> datetime.date | None:
    """The end of the period that the cover says is reported, else the day that the document or its name bears.

    Where it bears none, the day the file says it was made: a copy, or an export, says the day of copying.
    """
    dateless = without_years(front)  # the days of its fiscal year are not those on which it was written
    return (
        _period_end(front[:_COVER])
        or (year.date if year is not None else None)
        or _not_before_statements(dated(dateless), source)
        or read_name(source.filename).day
        or _period_end(front)
        or _made(source)
    )


def _not_before_statements(made: datetime.date | None, source: Source) -> datetime.date | None:
    """A day that stands somewhere in a document, as far as its own statements end no later: those of a year that closed
    in September were not written in June, when a hall was opened."""
    captions = [table.caption for page in source.pages for table in page.tables]
    titled = [text for text in captions if titled_statement(text.split("\n")) and not read_scenarios(text)]
    days = [day.date for text in titled for day in closings(text).values() if day.date is not None]
    if made is None or not days:
        return made
    later = [day for day in days if made < day <= made + datetime.timedelta(days=_YEAR_OF_DAYS)]
    return max(later, default=made)


_YEAR_OF_DAYS = 366


def _year_over(front: str, reported: Timing) -> Timing | None:
    """The end of the year that a report is of; None where it is behind the month that the cover reports: "FY2026 (1
    August 2025 - 31 July 2026)" in the accounts of February."""
    year = _year(front)
    end = (reported.year or 0, reported.month or 0)
    is_ahead = reported.month is not None and year is not None and (year.year or 0, year.month or 0) > end
    return None if is_ahead else year


def _period_end(text: str) -> datetime.date | None:
    """The last day on which a period is said to have ended; where none is, on which one is ending."""
    ends: dict[bool, list[datetime.date]] = {True: [], False: []}
    for found in _PERIOD_END.finditer(text):
        timing = read_timing(found["day"])
        if timing is not None and timing.date is not None:
            ends[found["over"].lower() == "ed"].append(timing.date)
    return max(ends[True] or ends[False], default=None)


def _made(source: Source) -> datetime.date | None:
    made = max((source.metadata.get(key, "")[:10] for key in ("modified", "created")), default="")
    try:
        return datetime.date.fromisoformat(made)
    except ValueError:
        return None  # no date, or none that we can read: then none is relied on


def _year(front: str) -> Timing | None:
    """The end of the one year that the cover says a report is of; None for reports of parts of years."""
    cover = plain(front[:_COVER]).text
    if re.search(wordlist("patterns", "findings")["part_of_year"], cover):
        return None
    ends = {
        read_timing(found["end"]) for found in re.finditer(wordlist("patterns", "findings")["reported_year"], cover)
    }
    said = next(iter(ends)) if len(ends) == 1 else None
    if said is None or said.year is None or said.month is None:
        return None
    return Timing(said.year, said.month, said.day, 12)


def _parts_end(front: str) -> tuple[Timing | None, frozenset[int]]:
    """The month with which the cover says that stretches of less than a year end, and their lengths."""
    for line in front[:_COVER].split("\n"):
        told, months = common_timing(line), lengths(line) - {12}
        if months and told.year is not None and told.month is not None:
            return told, frozenset(months)
    return None, frozenset()


def _is_of_part(front: str) -> bool:
    """Whether the cover says that less than a year is reported, and no whole year."""
    cover = plain("\n".join(map(without_mix, front[:_COVER].split("\n")))).text
    patterns = wordlist("patterns", "findings")
    whole = re.search(rf"{patterns['reported_year']}|annual report|form 10-k|årsredovisning|geschäftsbericht", cover)
    return re.search(patterns["part_of_year"], cover) is not None and whole is None
