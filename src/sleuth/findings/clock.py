"""When the figures of one table hold, and in which scenario: headers first, then rows, then the caption."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import NamedTuple

from sleuth.evidence.glyphs import plain
from sleuth.evidence.source import Table
from sleuth.findings.finding import Factor
from sleuth.findings.headings import Heading, names_only_scenario, names_only_time
from sleuth.findings.period import Day, Period, period_ending
from sleuth.findings.profile import Profile
from sleuth.findings.scenario import Scenario, read_scenarios
from sleuth.findings.statements import is_prose
from sleuth.findings.timing import Timing, as_duration, as_instant, common_timing, read_timing, spacing

_GRACE = timedelta(days=45)  # figures may be made shortly before the day they are of
_LONGEST_TITLE = 160  # characters


class Told(NamedTuple):
    """What the headings of a cell tell of time, and the parts of its row's path that tell something else."""

    timing: Timing
    names: tuple[str, ...]
    scenarios: frozenset[Scenario]


@dataclass(frozen=True, slots=True)
class Clock:
    """One table's time."""

    about: Profile
    caption: str
    page_label: str
    common: Timing
    spacing: int | None
    column_paths: Mapping[int, Sequence[str]]
    between: Mapping[int, Timing]  # rows between two dated balances: what happened from the one to the other

    def told(self, path: Sequence[str], row: int, column: int, head: Heading) -> Told | None:
        """The time of a cell; None where its headings name none, or two."""
        scenarios = head.scenarios | _scenarios(part for part in path if names_only_scenario(part))
        names = tuple(part for part in path if not names_only_scenario(part))
        if head.timing is None:
            return None
        if head.timing.year is not None:
            return Told(self._filled(head.timing), names, scenarios)
        if not head.timing.is_time and row in self.between:
            return Told(self.between[row], names, scenarios)
        times = [part for part in names if names_only_time(part)]
        over = self.column_paths.get(column, ()) if head.timing.is_time else ()
        timing = read_timing(" ".join([*times, *over]))
        if timing is None:
            return None
        rest = tuple(part for part in names if part not in times)
        filled = self._filled(timing)
        return Told(filled, rest, scenarios | _scenarios(times)) if filled.is_time else None

    def _filled(self, timing: Timing) -> Timing:
        """What the headings leave open, the caption may say."""
        said = self.common
        if timing.quarter or timing.half or timing.rolling or timing.to_date:
            return timing if timing.year is not None or said.year is None else replace(timing, year=said.year)
        if timing.year is None and said.year is not None:
            timing = replace(timing, year=said.year)
        sure = said.months is not None or not is_prose(plain(self.caption).text)
        if (
            timing.month is None
            and said.month is not None
            and sure
            and said.months in (None, timing.months or said.months)
        ):
            timing = replace(timing, month=said.month, day=said.day)
        if timing.months is None and said.months is not None:
            timing = replace(timing, months=said.months)
        if timing.months is None and timing.month is not None and timing.day is None:
            timing = replace(timing, months=self.spacing)
        return timing

    def period(self, timing: Timing, is_instant: bool, opens: bool) -> Period | None:
        """The period of a measure; `opens`: the balance at its beginning. None where its length or end is open."""
        calendar = self.about.calendar
        if is_instant and not opens:
            return as_instant(timing, calendar)
        period = as_duration(timing, calendar)
        if not opens or period is None or period.months is None or period.end.closing_month is None:
            return None if opens else period
        return period_ending(Day(*period.end.closing_month.plus(-period.months)), None, calendar)

    def scenario(self, named: frozenset[Scenario], period: Period) -> tuple[Scenario | None, tuple[Factor, ...]]:
        """What the headings name, else the caption, the sheet or the file; else what is over has happened."""
        for found in (named, self._titled(), read_scenarios(self.page_label)):
            if found:
                return (next(iter(found)), ()) if len(found) == 1 else (None, ())
        if self.about.scenario is not None:
            return self.about.scenario, (Factor("the scenario is that of the whole file", 0.1),)
        if self.about.date is None:
            return Scenario.ACTUAL, (Factor("the document bears no date", 0.1),)
        return (Scenario.ACTUAL, ()) if _begun(period, self.about.date) else (None, ())

    def _titled(self) -> frozenset[Scenario]:
        title = len(self.caption) <= _LONGEST_TITLE and not is_prose(plain(self.caption).text)
        return read_scenarios(self.caption) if title else frozenset()


def clock(table: Table, caption: str, page_label: str, heads: Iterable[Heading], about: Profile) -> Clock:
    """Read what holds for the whole table once."""
    bare = spacing(head.timing for head in heads if head.timing is not None)
    return Clock(about, caption, page_label, common_timing(caption), bare, table.column_paths, _between(table))


def _between(table: Table) -> dict[int, Timing]:
    """The time of each row that stands between two balances, as in a statement of equity."""
    found: dict[int, Timing] = {}
    opened: Timing | None = None
    waiting: list[int] = []
    for row in sorted(table.row_paths):
        label = table.row_paths[row][-1] if table.row_paths[row] else ""
        timing = read_timing(label) if _BALANCE.match(label) else None
        if timing is None or timing.month is None or timing.year is None:
            waiting.append(row)
            continue
        months = _months_between(opened, timing) if opened is not None else 0
        if 1 <= months <= 12:
            found |= {between: replace(timing, months=months, rest="") for between in waiting}
        opened, waiting = timing, []
    return found


_BALANCE = re.compile(r"(?:balances?|ingående|utgående|eget kapital|stand|equity)\b.*\d{4}", re.IGNORECASE)


def _months_between(older: Timing, newer: Timing) -> int:
    ends = [Day(t.year, t.month, t.day).closing_month for t in (older, newer) if t.year]
    return ends[1].since(ends[0]) if len(ends) == 2 and ends[0] and ends[1] else 0


def _scenarios(parts: Iterable[str]) -> frozenset[Scenario]:
    return frozenset().union(*(read_scenarios(part) for part in parts))


def _begun(period: Period, made: date) -> bool:
    """Whether the period was over when the document was made."""
    month = period.end.closing_month
    if month is None:
        return period.end.year <= made.year
    return date(month.year, month.month, 28) <= made + _GRACE
