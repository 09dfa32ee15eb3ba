"""Whether a cell holds for the time that is claimed."""

import re
from dataclasses import replace
from itertools import pairwise

from sleuth.evidence.cells.left_out import left_out
from sleuth.evidence.cells.meaning import Check, Meaning, disagrees, uncertain
from sleuth.evidence.cells.place import Place, is_dated, without_code, without_mix
from sleuth.language.calendar import ASSUMED, YEAR, Month
from sleuth.language.currency import is_code
from sleuth.language.glyphs import plain
from sleuth.language.period import Day, Period
from sleuth.language.scale import without_units
from sleuth.language.scenario import Scenario, read_scenarios, without_scenario
from sleuth.language.timing import (
    Timing,
    closings,
    common_timing,
    lengths,
    names_year_before,
    read_timing,
    spacing,
    without_year_before,
)
from sleuth.language.tokens import letter_words, spaced
from sleuth.language.wordlist import wordlist

_WHOLE_YEAR = re.compile(wordlist("periods")["whole_year"]["says"])
_FEWEST_LEVELS = 2  # of headings, where one divides another
_NEAREST = 3  # lines above a table that may say what its figures suppose
_LONGEST_TITLE = 12  # words
_FRONT = 6_000  # characters in which a document says what it reports
_CLOSING = re.compile(wordlist("periods")["closing"]["says"])
_ROLLING = re.compile(rf"\b(?:rolling|rullande|{wordlist('periods')['rolling']['says']})\b")
_BEGINNING = re.compile(wordlist("labels")["beginning"])
_PART_OF_YEAR = re.compile(
    r"quarterly (?:report|period)|form 10-q|interim (?:report|financial)|half[- ]year(?:ly)? report|delårsrapport"
    r"|kvartalsrapport|zwischenbericht|quartalsbericht|halbjahres"
)


def check_time(place: Place, meaning: Meaning) -> Check | None:
    """None where the headings, or else the row and the lines above, name the period that is claimed."""
    if meaning.period is None:
        return None
    if _is_year_before(place):
        end, period = meaning.period.end, meaning.period
        fiscal = period.fiscal_year + 1 if period.fiscal_year is not None else None
        moved = replace(period, end=replace(end, year=end.year + 1), fiscal_year=fiscal, fiscal_quarter=None)
        return check_time(_current(place), replace(meaning, period=moved))
    if (whole := _whole_year_alone(place)) is not None:
        return _compare(whole, meaning.period, place)
    beside_months = _among_months(place) or _behind_months(place)
    told = None if beside_months is not None else left_out(place)
    if told is not None:
        return _compare(told, meaning.period, place)
    heading = beside_months or read_timing(without_mix(" ".join(place.headings)))
    if heading is None:
        return uncertain(f"its headings name two times: “{_shown(place.headings)}”")
    is_titled = not (heading.is_time or is_dated(place.labels))
    heading = (_titled(place) if is_titled else None) or heading
    heading = _ended_as_reported(heading, place)
    timing = _completed(heading, place)
    if timing.year is None and (timing.months == YEAR or any(map(_names_whole_year, place.corner))):
        timing = _year_beside(place) or timing
    if timing.year is None:
        return uncertain("nothing over it names a year")
    if _opens(place):
        return uncertain("it is a balance at the beginning of the period that its headings name")
    if timing.months is None and timing.month is not None and not timing.to_date and not is_code(meaning.quantity.unit):
        timing = replace(timing, months=meaning.period.months if meaning.period.months == 1 else None)
    return _compare(timing, meaning.period, place)


def _whole_year_alone(place: Place) -> Timing | None:
    """The fiscal year that the innermost heading names, "FY 2024", under a year to date that stands over others too."""
    own = read_timing(without_scenario(place.over[-1])) if len(place.over) > 1 else None
    outer = read_timing(" ".join(place.over[:-1]))
    is_whole = own is not None and own.months == YEAR and own.year is not None and own.month is None
    is_shorter = outer is not None and (outer.to_date or (outer.months or YEAR) < YEAR)
    return own if is_whole and is_shorter else None


def _is_year_before(place: Place) -> bool:
    """Whether a cell is of the year before the time that its headings name: by "PY" under "October 2025", beside others
    under that; or by its row, "Revenue – PY" among rows of revenue.
    """
    own = place.headings[-1] if place.headings else ""
    outer = place.headings[:-1]
    said = read_timing(" ".join(outer))
    beside = [path[-1] for path in place.table.column_paths.values() if tuple(path[:-1]) == outer and path]
    is_column = _names_before(own) and said is not None and said.year is not None
    if is_column and any(not names_year_before(other) for other in beside):
        return True
    label = place.labels[-1] if place.labels else ""
    rows = [path[-1] for path in place.table.row_paths.values() if path and not names_year_before(path[-1])]
    return _names_before(label) and _bare(label) in map(_bare, rows)


def _names_before(text: str) -> bool:
    """Whether a text says that something is of the year before, and names no year."""
    timing = read_timing(without_year_before(text))
    return names_year_before(text) and timing is not None and timing.year is None


def _bare(label: str) -> str:
    return without_scenario(without_year_before(label)).strip(" -–—:,()")


def _current(place: Place) -> Place:
    """The cell as if it stood under the headings, and beside the label, of the current year."""
    headings = tuple(part for part in place.headings if not _names_before(part))
    labels = tuple(without_year_before(part) if _names_before(part) else part for part in place.labels)
    return replace(place, headings=headings, labels=labels)


def _ended_as_reported(heading: Timing, place: Place) -> Timing:
    """A heading of a length and a year alone, with the month that the document's first page gives for that length."""
    if heading.months is None or heading.year is None or heading.month is not None or not place.source.pages:
        return heading
    for line in filter(_tells_end, place.source.pages[0].text[:_FRONT].split("\n")):
        if len(line.split()) > _LONGEST_TITLE:
            continue  # a sentence, as of an annual meeting
        told = common_timing(line)
        if heading.months in lengths(line) and told.month is not None and told.year in (heading.year, heading.year + 1):
            closing = Day(told.year, told.month, told.day).closing_month  # a year that ends on December 1 is November's
            return replace(heading, month=closing.month if closing is not None else told.month)
    return heading


def _tells_end(line: str) -> bool:
    """Whether a line says at what day something ends, and not when something was made."""
    return _CLOSING.search(plain(line).text) is not None


def _titled(place: Place) -> Timing | None:
    """The stretch of time that the nearest title above a table names: "H1 2025 in brief". A sentence is no title.

    A half or quarter over the labels of all rows is one; of other times there, which may be of rows below, None.
    """
    over = _over_labels(place)
    if over and (over[0].half or over[0].quarter):
        return over[0]
    if any(timing is None or timing.is_time for timing in map(read_timing, place.corner)):
        return None
    lines = map(without_mix, place.lines[:_NEAREST])
    read = map(read_timing, filter(_is_short, lines))
    titled = next((timing for timing in read if timing is None or timing.is_time), None)
    is_stretch = titled is not None and titled.year is not None and _length(titled) is not None
    return titled if is_stretch else None


def _is_short(line: str) -> bool:
    return len(line.split()) <= _LONGEST_TITLE and not line.endswith(".")


def _among_months(place: Place) -> Timing | None:
    """The time of a column that stands with months under a longer stretch: "Q2 FY25: Aug-24", "FY26: May, June, YTD".

    None where it stands with none. A year to date beside months goes up to the last of them, and is as long as they.
    """
    headings = place.headings
    outer = headings[:-1]
    above = read_timing(" ".join(outer)) if len(headings) >= _FEWEST_LEVELS else None
    months = _months_under(place, outer) if above is not None and above.month is None else []
    if above is None or not months or not (above.quarter or above.half or above.year):
        return None
    own = read_timing(headings[-1])
    if own is not None and _is_month(own):
        return replace(own, months=1)
    whole = read_timing(" ".join(headings))
    if whole is None or not whole.to_date or whole.month is not None:
        return None
    last = months[-1]
    return Timing(last.year, last.month, months=len(months), to_date=True)


def _behind_months(place: Place) -> Timing | None:
    """The time of a column right of its months that is headed by no year: "FY budget", "Total"; "YTD", which is as long
    as the months are.
    """
    told = " ".join(without_scenario(plain(part).text).strip(" :-()") for part in place.headings).strip()
    own = read_timing(told)
    is_to_date = own is not None and own.to_date and not (own.quarter or own.half or any(map(str.isalnum, own.rest)))
    if not is_to_date and _WHOLE_YEAR.fullmatch(told) is None:
        return None
    before = [path for column, path in sorted(place.table.column_paths.items()) if column < place.column]
    timings = [timing for path in before if (timing := read_timing(" ".join(without_code(path)))) is not None]
    months = [Month(t.year, t.month) for t in timings if _is_month(t) and t.year and t.month][-YEAR:]
    if is_to_date and own is not None and own.year and own.month:  # "YTD Sep-25" behind the months of the whole year
        months = [month for month in months if month <= Month(own.year, own.month)]
    follow = len(months) > 1 and all(later.since(earlier) == 1 for earlier, later in pairwise(months))
    if is_to_date and own is not None and own.month and (not months or months[-1].month != own.month):
        return None
    if not follow or not (is_to_date or len(months) == YEAR):
        return None
    return Timing(months[-1].year, months[-1].month, months=len(months), to_date=is_to_date)


def _names_whole_year(corner: str) -> bool:
    return _WHOLE_YEAR.fullmatch(plain(without_units(corner)).text.strip(" ,:-()")) is not None


def _year_beside(place: Place) -> Timing | None:
    """The year of the twelve months, and no more, that head columns of the pages known: a workbook's "full year"."""
    tables = [table for page in place.source.pages for table in page.tables]
    paths = [without_code(path) for table in tables for path in table.column_paths.values()]
    named = [timing for path in paths if (timing := read_timing(" ".join(path))) is not None and _is_month(timing)]
    months = sorted({Month(one.year, one.month) for one in named if one.year and one.month})
    is_year = len(months) == YEAR and months[-1].since(months[0]) == YEAR - 1
    return Timing(months[-1].year, months[-1].month, months=YEAR) if is_year else None


def _months_under(place: Place, outer: tuple[str, ...]) -> list[Month]:
    """The months that stand one after another under a heading, the earliest first; none where they leave one out."""
    paths = map(without_code, place.table.column_paths.values())
    parts = [path[-1] for path in paths if len(path) > 1 and path[:-1] == outer]
    timings = [timing for part in parts if (timing := read_timing(part)) is not None and _is_month(timing)]
    months = sorted({Month(t.year, t.month) for t in timings if t.year and t.month})
    follow = all(later.since(earlier) == 1 for earlier, later in pairwise(months))
    return months if len(months) > 1 and follow else []


def _is_month(timing: Timing) -> bool:
    named = timing.year is not None and timing.month is not None and timing.day is None
    return named and not (timing.to_date or timing.quarter or timing.half)


def check_scenario(place: Place, meaning: Meaning) -> Check | None:
    """None where nothing beside the cell names another scenario than is claimed."""
    near = [
        *map(without_mix, place.headings),
        *(label for label in place.labels if _is_scenario_alone(label) or _is_paired(place, label)),
    ]
    of_sheet = {Scenario.ACTUAL} if any(map(names_year_before, place.headings)) else read_scenarios(place.page.label)
    named = frozenset().union(*map(read_scenarios, near)) or of_sheet
    if len(named) > 1:
        return uncertain(f"its headings name {' and '.join(sorted(named))}")
    if named and meaning.scenario not in named:
        return disagrees(f"it is {next(iter(named))}, not {meaning.scenario}")
    above = frozenset().union(*map(read_scenarios, (*place.table.caption.split("\n"), *place.lines[:_NEAREST])))
    if not named and Scenario.PRO_FORMA in above and meaning.scenario is Scenario.ACTUAL:
        return uncertain("what stands above it speaks of pro forma figures")
    if not named and meaning.scenario is not Scenario.ACTUAL and not _says(place, meaning.scenario):
        return uncertain(f"nothing around it says {meaning.scenario}")
    return None


def _is_scenario_alone(label: str) -> bool:
    """Whether a row is called by a scenario and its time alone: "Budget", "Budget 2025"."""
    timing = read_timing(label)
    rest = without_scenario(timing.rest if timing is not None and timing.is_time else label)
    return bool(read_scenarios(label)) and not any(map(str.isalpha, rest))


def _is_paired(place: Place, label: str) -> bool:
    """Whether another row bears the same name beside another scenario, or none: "EBITDA budget" beside "EBITDA"."""
    own, name = read_scenarios(label), without_scenario(label)
    others = [path[-1] for path in place.table.row_paths.values() if path and path[-1] != label]
    return bool(own) and any(without_scenario(one) == name and read_scenarios(one) != own for one in others)


def _says(place: Place, scenario: Scenario) -> bool:
    said = (*place.lines, *place.corner, place.source.title, spaced(place.source.filename))
    return any(scenario in read_scenarios(line) for line in said)


def _completed(heading: Timing, place: Place) -> Timing:
    """What the headings leave open, from the row's labels, then from the nearest line above that says it."""
    of_row = [timing for part in place.labels if (timing := read_timing(part)) is not None and timing.is_time]
    lines = [without_mix(_of_column(line, place)) for line in (*place.corner, *place.lines)]
    own = {*place.corner, *place.table.caption.split("\n")}
    closing = [line for line in lines if _tells_end(line) and (line in own or len(line.split()) <= _LONGEST_TITLE)]
    above = [*_over_labels(place), *(common_timing(line) for line in closing)]
    said = [heading, *above] if heading.year is not None else [heading, *of_row, *above]
    year = next((timing.year for timing in said if timing.year is not None), None)
    each = None
    if heading.month is not None and heading.day is None and not _is_rolling(place):
        each = spacing(_of_columns(place), ASSUMED)
    elif heading.month is None and is_dated(place.labels):
        each = spacing(_of_rows(place), ASSUMED)
    is_told = heading.months is not None  # "FY budget" behind its months
    printed = [_length(one) for one in said if (is_told and one is heading) or not (each == 1 and _is_stretch(one))]
    months = next((length for length in printed if length is not None), each)
    dated = next((timing for timing in said if timing.month is not None and timing.year in (None, year)), None)
    month, day = (dated.month, dated.day) if dated and not (heading.quarter or heading.half) else (None, None)
    if heading.year is not None and heading.month is None and not _one_month(said, heading.year):
        month = day = None  # "December 31 and July 2, 2022" above: which month a bare year ends in is open
    of_year = next((days[year] for line in closing if year in (days := closings(line))), None) if year else None
    is_open = heading.month is None or (heading.day is None and heading.months is not None)
    if of_year and is_open and heading.month in (None, of_year.month) and not (heading.quarter or heading.half):
        month, day = of_year.month, of_year.day  # "ended September 1, 2023 and September 2, 2022"
    return Timing(year, month, day, months, heading.quarter, heading.half, heading.rolling, heading.to_date)


def _of_column(line: str, place: Place) -> str:
    """What a line above says of a cell's column, where one of its clauses names that: of "Sales in SEKk; contract data
    as of 30 September 2024" the first clause under "Sales 2024", for which no day is told."""
    timing = read_timing(" ".join(place.headings))
    own = set(letter_words(timing.rest if timing is not None else "", 4))
    clauses = line.split(";")
    named = [clause for clause in clauses if own & set(letter_words(plain(clause).text, 4))]
    return ";".join(named) if len(clauses) > 1 and named else line


def _of_columns(place: Place) -> list[Timing]:
    read = (read_timing(" ".join(path)) for path in place.table.column_paths.values())
    return [timing for timing in read if timing is not None]


def _of_rows(place: Place) -> list[Timing]:
    paths = [tuple(path) for _, path in sorted(place.table.row_paths.items())]
    read = (read_timing(path[-1]) for path in paths if is_dated(path))
    return [timing for timing in read if timing is not None]


def _is_stretch(timing: Timing) -> bool:
    """Whether it is one stretch of time that ends in a named month, or a fiscal year, which months side by side divide:
    "FY25 = 1 April 2024 to 31 March 2025" over "Apr-24 … Mar-25", "FY26 (April to November 2025)" over these."""
    is_year = timing.months == YEAR and timing.year is not None and not timing.rolling
    return (timing.month is not None or is_year) and not timing.to_date


def _is_rolling(place: Place) -> bool:
    """Whether the lines above say that each month closes twelve."""
    return any(_ROLLING.search(plain(line).text) for line in (*place.corner, *place.lines))


def _over_labels(place: Place) -> list[Timing]:
    """The time that stands over the labels of all rows, alone or with units: "Fiscal 2022", "H1 FY26, £000"; none
    where two do, each over its own."""
    read = (read_timing(_BRACKETS.sub(" ", without_units(corner))) for corner in place.corner)
    read = (replace(t, rest=_EDITION.sub(" ", t.rest)) if t is not None else None for t in read)
    found = {t for t in read if t is not None and t.year is not None and not any(map(str.isalnum, t.rest))}
    return list(found) if len(found) == 1 else []


_BRACKETS = re.compile(r"\([^()]*\)")  # "2023 (restated)"
_EDITION = re.compile(r"\b(?:as )?(?:restated|recast|revised|re-?presented|un-?audited|audited)\b")


def _one_month(said: list[Timing], year: int) -> bool:
    return len({t.month for t in said if t.month is not None and t.year in (None, year)}) == 1


def _length(timing: Timing) -> int | None:
    if timing.months is not None:
        return timing.months
    if timing.quarter is not None and not timing.to_date:
        return 3
    return 6 if timing.half is not None else 12 if timing.rolling else None


def _compare(timing: Timing, period: Period, place: Place) -> Check | None:
    shown = _shown(place.headings) or "the lines above"
    if timing.month is not None and timing.year is not None:
        stated = Day(timing.year, timing.month, timing.day).closing_month
        if period.end.closing_month is not None and stated != period.end.closing_month:
            return disagrees(f"“{shown}” ends in {_month(stated)}, not in {period.end}")
    elif timing.year not in (period.fiscal_year, period.end.year):
        return disagrees(f"“{shown}” is of {timing.year}, not of {period.name}")
    if timing.half and period.fiscal_quarter and (timing.year, timing.half * 2) != _half_of(period):
        return disagrees(f"“{shown}” is half {timing.half} of {timing.year}, not {period.name}")
    if timing.quarter and period.fiscal_quarter and timing.quarter != period.fiscal_quarter:
        return disagrees(f"“{shown}” is quarter {timing.quarter}, not {period.name}")
    if period.months is None:
        return None
    if timing.months is not None:
        same = timing.months == period.months
        return None if same else disagrees(f"“{shown}” is of {timing.months} months, {period.name} is not")
    if period.months == 12 and not timing.to_date and not _reports_part_of_year(place):
        return None
    return uncertain("nothing says how long a time it is of")


def _half_of(period: Period) -> tuple[int | None, int | None]:
    return period.fiscal_year, period.fiscal_quarter


def _opens(place: Place) -> bool:
    return bool(place.labels) and _BEGINNING.search(plain(place.labels[-1]).text) is not None


def _month(month: Month | None) -> str:
    return str(Day(*month)) if month else "an unknown day"


def _reports_part_of_year(place: Place) -> bool:
    """Whether the document says at its beginning that it reports less than a year: then a bare year is no year.

    When such a report will come out, "Half-year report 2026: 13 August 2026", says nothing of this one.
    """
    front = "\n".join(page.text for page in place.source.pages[:2])[:_FRONT].casefold()
    lines = (line for line in front.split("\n") if _PART_OF_YEAR.search(line))
    return any(_tells_end(line) or common_timing(line).day is None for line in lines)


def _shown(headings: tuple[str, ...]) -> str:
    return " ".join(" ".join(headings).split())
