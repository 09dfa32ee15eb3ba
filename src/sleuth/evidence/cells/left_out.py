"""The time of a cell whose headings leave out a part that a title or the cover tells: "YTD" under "September 2025"."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from sleuth.evidence.cells.numbered import numbering
from sleuth.evidence.cells.place import Place, is_dated, top_of_sheet, without_code, without_mix
from sleuth.evidence.source import Page, Table
from sleuth.language.calendar import YEAR, Month
from sleuth.language.glyphs import plain
from sleuth.language.metrics import default_lexicon, label_form
from sleuth.language.quantity import Printed, read_cell
from sleuth.language.scale import without_units
from sleuth.language.scenario import without_scenario
from sleuth.language.timing import (
    Timing,
    bare_months,
    common_timing,
    months_by_name,
    names_month_alone,
    names_year_before,
    read_timing,
    without_year_before,
)
from sleuth.language.wordlist import wordlist

_MONTH = re.compile(wordlist("periods")["titled_month"]["says"])
_WHOLE_YEAR = re.compile(wordlist("periods")["whole_year"]["says"])
_YEAR_ENDS = re.compile(wordlist("periods")["calendar"]["says"])
_YEAR_TO = re.compile(r"\b(?:fiscal|financial) year to (?:the )?\d{1,2} [a-z]+")
_YEAR_OPENS = re.compile(rf"\bytd ?[=:(] ?(?P<month>{'|'.join(months_by_name())})\b")
_WRITTEN = re.compile(wordlist("periods")["written"]["says"])
_NUMBERED_MONTH = re.compile(wordlist("periods")["numbered_month"]["says"])
_YEARLY = re.compile(wordlist("periods")["yearly_report"]["says"])
_FEWEST_MONTHS = 3
_FEWEST_ROWS = 2  # that show that columns add up
_NEAREST = 3  # lines above a table
_COVER_LINES = 6
_LONGEST_TITLE = 12  # words
_FRONT = 3_000  # characters of a page
_PARTS = re.compile(r"\t|[();]|\s[-–—]\s")  # "Period 6 FY26 (September 2025) - issued 10 October 2025"


def left_out(place: Place) -> Timing | None:
    """The whole stretch of time of a cell; None where its headings leave nothing out, or nothing tells the rest."""
    headings = " ".join(place.over)
    said = _said(headings) if not is_dated(place.labels) else None
    if said is None or said.day or said.rolling:
        return None
    found = _stretch(place, said)
    if found is None or found.year is None:
        return None
    is_before = said.year is None and names_year_before(headings)
    return replace(found, year=found.year - 1) if is_before else found


def _said(headings: str) -> Timing | None:
    """What headings say of time; of "Feb actual" and "January prior year" the month, without its year."""
    said = read_timing(headings)
    if said is None or said.is_time:
        return said
    alone = without_year_before(without_scenario(headings))
    return read_timing(alone) if names_month_alone(alone) else said


def _stretch(place: Place, said: Timing) -> Timing | None:
    rest = without_year_before(without_scenario(without_units(said.rest))).strip(" .:-()")
    title = _title(place)
    if said.to_date:
        return _to_date(place, said, title)
    if said.half or said.quarter:
        return _of_cover(place, said)
    if (month := _month_of_cover(place, said)) is not None:
        return month
    if said.month is not None:
        return _month(place, said, title) if said.year is None and said.months is None else None
    if title is None or title.year is None:
        return None
    if said.year is None and _MONTH.fullmatch(rest):
        return Timing(title.year, title.month, months=1) if title.month is not None else None
    names_measure = bool(default_lexicon().named(label_form(rest)))
    if said.year is None and not said.is_time and place.over and (not rest or names_measure):
        return _titled(place, title)
    return _in_year(place, said, rest, title)


def _month_of_cover(place: Place, said: Timing) -> Timing | None:
    """The month that a heading names with its year, where the cover reports that month, or the same a year later."""
    cover = _cover(place)
    if cover is None or cover.year is None or not _is_dated_month(said) or said.year is None:
        return None
    is_reported = said.month == cover.month and said.year in (cover.year, cover.year - 1)
    return replace(said, months=1) if is_reported else None


def _of_cover(place: Place, said: Timing) -> Timing | None:
    """The half or quarter without a year that ends with the month of the cover: "H1 actual" of a pack of June 2025."""
    cover, opens = _cover(place), opening_month(place)
    if said.year is not None or said.to_date or cover is None or cover.month is None or opens is None:
        return None
    months = 6 if said.half else 3
    passed = (cover.month - opens) % YEAR + 1
    if passed != months * (said.half or said.quarter or 0):
        return None
    return Timing(cover.year, cover.month, months=months)


def _in_year(place: Place, said: Timing, rest: str, title: Timing) -> Timing | None:
    """The time of "FY budget" and "FY budget 2025", a whole year, and of "Actual 2025" under a year to date."""
    is_whole = said.months == YEAR or (_WHOLE_YEAR.fullmatch(rest) is not None and rest != "total")
    if is_whole and said.year is not None:
        return Timing(said.year, months=YEAR)
    if is_whole and title.year is not None and title.month is None:
        return Timing(title.year, months=YEAR) if not (title.quarter or title.half) else None
    if is_whole and title.year is not None and title.month is not None and (opens := opening_month(place)) is not None:
        return Timing(title.year + (1 < opens <= title.month), months=YEAR)
    if said.year is None or said.months is not None or rest or not title.to_date or title.month is None:
        return None
    return _counted(place, Timing(said.year, title.month, to_date=True))


def _titled(place: Place, title: Timing) -> Timing | None:
    """The stretch that a title tells for columns that are headed "Actual", "Budget" and "Prior year" alone."""
    if title.quarter or title.half or title.months:
        return replace(title, months=title.months or (3 if title.quarter else 6))
    if title.to_date and title.month is not None:
        return _counted(place, title)
    is_month = title.month is not None and _MONTH.fullmatch(without_scenario(title.rest).strip(" .:-()"))
    return replace(title, months=1) if is_month else None


def _month(place: Place, said: Timing, title: Timing | None) -> Timing | None:
    """One of the months in a row over the columns: of the year that its row names, else of that in the title."""
    over = [timing.month for timing in _columns(place) if timing.is_bare_month and timing.month]
    numbers = list(dict.fromkeys(over))  # each may stand over several scenarios
    if title is not None and title.year is not None and title.month is not None and numbers == [title.month]:
        return Timing(title.year, title.month, months=1)
    follow = all(later == earlier % YEAR + 1 for earlier, later in pairwise(numbers))
    if not _FEWEST_MONTHS <= len(numbers) <= YEAR or not follow or said.month is None:
        return None
    of_row = [timing.year for label in place.labels if (timing := read_timing(label)) and not timing.month]
    named = next((year for year in of_row if year is not None), None)
    if named is not None:
        return Timing(named, said.month, months=1) if numbers[0] == 1 else None
    if title is None or title.year is None or title.quarter or title.half:
        return None
    behind = len(numbers) - 1 - numbers.index(said.month)
    if title.month is not None:
        last = Month(title.year, title.month)
        return _one(last.plus(-behind)) if numbers[-1] == last.month else None
    if numbers[0] == 1:
        return Timing(title.year, said.month, months=1)
    closes = numbers[-1] if len(numbers) == YEAR else ((opening_month(place) or 0) - 1 or None)
    if closes is None or numbers[0] != closes % YEAR + 1:
        return None
    return Timing(title.year - (said.month > closes), said.month, months=1)


def _one(month: Month) -> Timing:
    return Timing(month.year, month.month, months=1)


def _to_date(place: Place, said: Timing, title: Timing | None) -> Timing | None:
    """A year to date: up to the month that it names, else that beside it, else that of the title."""
    beside = bare_months(_columns(place))
    months = {month.month for month in beside}
    run = _months_before(place, said, title)
    to_date = [timing for timing in _columns(place) if timing.to_date and timing.year and timing.month == said.month]
    year, month = said.year, said.month
    if month is None and len(months) == 1:
        last = max(beside)  # "Aug 2024" beside "YTD act" is of the year before the title's
        of_title = title.year if title is not None and title.month == last.month else None
        year, month = year or of_title or last.year, last.month
    elif month is None and run is not None:
        year, month = year or run.year, run.month
    elif title is not None and title.month is not None and month in (None, title.month):
        year, month = year or title.year, title.month
    elif month is not None and year is None:
        year = max((timing.year for timing in to_date if timing.year), default=None)
    whole = Timing(year, month, months=said.months, to_date=True)  # "Year to date (4 months)"
    return _counted(place, whole) if year is not None and month is not None else None


def _months_before(place: Place, said: Timing, title: Timing | None) -> Timing | None:
    """The last of the months over the columns before a cell's; None where it stands behind none, or names its own."""
    if said.month is not None:
        return None
    paths = [path for column, path in sorted(place.table.column_paths.items()) if column < place.column]
    timings = [timing for path in paths if (timing := _said(" ".join(without_code(path)))) is not None]
    last = next((one for one in reversed(timings) if one.is_bare_month or _is_dated_month(one)), None)
    if last is None:
        return None
    return last if last.year else _month(place, last, title)


def _counted(place: Place, timing: Timing) -> Timing | None:
    """A year to date with its length, by the month with which the document's years begin."""
    if timing.months is not None:
        return timing
    opens = opening_month(place)
    if opens is None or timing.month is None:
        return None
    return replace(timing, months=(timing.month - opens) % YEAR + 1)


def opening_month(place: Place) -> int | None:
    """The month, 1 to 12, with which the fiscal year begins by what the document's pages say or show; None where they
    say nothing, or two things."""
    votes: Counter[int] = Counter()
    for page in place.source.pages:
        words = plain(page.text[:_FRONT]).text
        votes.update(months_by_name()[found["month"]] for found in _YEAR_OPENS.finditer(words))
        said = (*_YEAR_ENDS.finditer(words), *_YEAR_TO.finditer(words))
        ends = (common_timing(found[0]).month for found in said)
        votes.update(month % YEAR + 1 for month in ends if month is not None)
        votes.update(month for table in page.tables for month in _shown(page, table))
    votes.update(_by_number(place))
    if (counted := numbering(place.source)) is not None:
        votes[counted.opening_month] += 1
    return next(iter(votes)) if len(votes) == 1 else None


def _by_number(place: Place) -> Iterator[int]:
    """The month with which the year begins by the number that the cover gives its month: "August 2026 (period 5)"."""
    cover, first = _cover(place), place.source.pages[0].text if place.source.pages else ""
    lines = first.split("\n")[:_COVER_LINES]
    numbers = {int(found[1]) for line in lines for found in _NUMBERED_MONTH.finditer(plain(line).text)}
    if cover is not None and cover.month is not None and len(numbers) == 1 and 1 <= (number := numbers.pop()) <= YEAR:
        yield (cover.month - number) % YEAR + 1


def _shown(page: Page, table: Table) -> Iterator[int]:
    """The first of the months in a row that add up to the year to date, or the twelve that add up to the year, behind
    them."""
    run: dict[int, int] = {}
    for column, path in sorted(table.column_paths.items()):
        timing = read_timing(" ".join(without_code(path)))
        if timing is not None and (timing.is_bare_month or _is_dated_month(timing)) and timing.month is not None:
            follows = bool(run) and timing.month == run[max(run)] % YEAR + 1
            run = {**(run if follows else {}), column: timing.month}
            continue
        name = without_scenario(" ".join(path)).strip(" .:-()")
        is_named = timing is not None and timing.months == YEAR and not timing.month  # "FY26 6+6"
        is_year = len(run) == YEAR and (is_named or _WHOLE_YEAR.fullmatch(name) is not None)
        is_to_date = timing is not None and timing.to_date and not (timing.quarter or timing.half)
        if len(run) > 1 and (is_year or is_to_date) and _add_up(page, table, tuple(run), column):
            yield run[min(run)]


def _add_up(page: Page, table: Table, parts: Sequence[int], total: int) -> bool:
    rows: dict[int, dict[int, Printed]] = {}
    for cell in table.cells():
        if (printed := read_cell(page.text[cell.start : cell.end])) is not None and cell.row in table.row_paths:
            rows.setdefault(cell.row, {})[cell.column] = printed
    whole = [row for row in rows.values() if {*parts, total} <= row.keys() and row[total].value]
    sums = (abs(sum(row[part].value for part in parts) - row[total].value) for row in whole)
    fit = [off <= len(parts) * row[total].step for off, row in zip(sums, whole, strict=True)]
    return fit.count(True) >= _FEWEST_ROWS


def _columns(place: Place) -> list[Timing]:
    paths = (without_code(path) for _, path in sorted(place.table.column_paths.items()))
    return [timing for path in paths if (timing := _said(" ".join(path))) is not None]


def _is_dated_month(timing: Timing) -> bool:
    return timing == Timing(timing.year, timing.month, rest=timing.rest) and timing.month is not None


def _title(place: Place) -> Timing | None:
    """The time of the nearest short line above that names one, else of the cover; None where that names two."""
    caption = [line for line in reversed(place.table.caption.split("\n")) if line.strip()]
    of_sheet = [line for line in top_of_sheet(place) if line.strip() and "\t" not in line]
    near = [*reversed(place.corner), *caption, *place.lines[:_NEAREST], place.page.label, *of_sheet]
    cover = _cover(place)
    for line in filter(_is_title, "\t".join(near).split("\t")):
        timing = read_timing(without_mix(line)) or _of_pieces(line)
        if timing is None:
            return None
        if timing.to_date and timing.month is not None and timing.year is None:
            return replace(timing, year=cover.year) if cover and cover.month == timing.month else None
        if timing.year is None and cover is not None and (told := _of_month_of_cover(timing, cover)) is not None:
            return told
        if timing.year is not None:
            is_open = timing.month is None and not (timing.quarter or timing.half or timing.months)
            closes = is_open and cover is not None and cover.year == timing.year and not _heads_months(place)
            return cover if closes else timing
    return cover


def _of_month_of_cover(timing: Timing, cover: Timing) -> Timing | None:
    """What "Month", "Year to date" or "Sales by destination, February" say under the cover of that February."""
    if timing.to_date:
        is_whole = timing.month is None and not (timing.quarter or timing.half)
        return replace(timing, year=cover.year, month=cover.month) if is_whole else None
    rest = without_scenario(timing.rest).strip(" .:-()")
    if timing.is_time:
        return replace(cover, months=1) if timing.is_bare_month and timing.month == cover.month else None
    return replace(cover, months=1) if _MONTH.fullmatch(rest) else None


def _of_pieces(line: str) -> Timing | None:
    """The month that the pieces of a line name, beside the number of it: "Accounts - August 2026 (P5 FY27)"."""
    read = (read_timing(piece) for piece in _PARTS.split(line) if piece.strip())
    dated = [timing for timing in read if timing is not None and _is_dated_month(timing) and timing.year]
    return Timing(dated[0].year, dated[0].month) if len(dated) == 1 else None


def _heads_months(place: Place) -> bool:
    """Whether a column is headed by a month alone, so that a year in the title is all that it leaves out."""
    return any(timing.is_bare_month for timing in _columns(place))


def _cover(place: Place) -> Timing | None:
    """The month of its year that the first lines of the document name: "Management accounts, September 2025". None in
    the report of a year, which ends with the month that its cover names."""
    first = place.source.pages[0].text if place.source.pages else ""
    lines = first.split("\n")[:_COVER_LINES]
    if any(_YEARLY.search(plain(line.replace("_", " ")).text) for line in (place.source.filename, *lines)):
        return None
    parts = (part for line in lines for part in _PARTS.split(line) if part.strip())
    read = (read_timing(part) for part in parts if _is_title(part))
    dated = (timing for timing in read if timing is not None and _is_dated_month(timing) and timing.year)
    return next((Timing(timing.year, timing.month) for timing in dated), None)


def _is_title(line: str) -> bool:
    words = plain(line).text
    return len(line.split()) <= _LONGEST_TITLE and not words.endswith(".") and not _WRITTEN.search(words)
