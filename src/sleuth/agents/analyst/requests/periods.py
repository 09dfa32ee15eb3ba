"""The periods and the day that a candidate is of: by its figures, and by what its names and headers say."""

from collections.abc import Iterator
from datetime import date

from sleuth.agents.analyst.requests.candidates import Candidate
from sleuth.agents.analyst.requests.needs import days_in, stated_needs
from sleuth.agents.analyst.requests.room import Room, reported
from sleuth.language.calendar import Calendar
from sleuth.language.period import Day, Period, period_ending
from sleuth.store.deal.shelf import PagePeriod

_FRONT = 120  # characters behind a name in which something may say of which day it is


def own_periods(candidate: Candidate, months: int, room: Room) -> list[Period]:
    """The period that a report of so many months reports: by its title, else the latest of its figures."""
    titles = [name.entry.text for name in candidate.holding.names if name.is_whole]
    stated = [p for text in titles for p in stated_needs(text, room.calendar) if p.months == months]
    if stated:
        return stated
    past = [one for one in candidate.holding.document.periods if one.scenario == "actual"]
    ends = [end for one in past if one.period.months == months and (end := one.period.end.closing_month) is not None]
    newest = max(ends, default=None)
    return [one.period for one in past if one.period.months == months and one.period.end.closing_month == newest]


def all_periods(candidate: Candidate, room: Room) -> Iterator[Period]:
    """Every period that something is told to be of."""
    figures = [one for one in _figures(candidate) if one.rank < 2]
    yield from (one.period for one in figures)
    entries = [candidate.name.entry]
    if candidate.is_whole:
        pages = candidate.pages
        entries += [name.entry for name in candidate.holding.names if pages is None or name.entry.page in pages]
    told = list(_told((text for entry in entries for text in (entry.text, *entry.columns)), room.calendar))
    yield from told
    if not figures and not told and not candidate.is_whole:  # a section without a time is of its document's
        yield from _told([candidate.name.entry.opening], room.calendar)
        end, months = reported(candidate.holding)
        if end is not None:
            yield period_ending(Day(*end), months, room.calendar)


def _told(texts: "Iterator[str] | list[str]", calendar: Calendar) -> Iterator[Period]:
    for text in texts:
        if any(character.isdigit() for character in text):
            yield from stated_needs(text, calendar)


def _figures(candidate: Candidate) -> Iterator[PagePeriod]:
    pages = candidate.pages
    return (one for one in candidate.holding.document.periods if pages is None or one.page in pages)


def day_of(candidate: Candidate) -> date | None:
    """The day that something is of: as it says, as its figures are of, else as the file was made."""
    entry, document = candidate.name.entry, candidate.holding.document
    is_table = entry.kind == "table"  # whose cells say when its rows began, not of which day it is
    front = "" if is_table else entry.opening[:_FRONT]
    said = days_in(" ".join((entry.text, front, *entry.columns)))
    ends = (one.period.end for one in _figures(candidate) if one.scenario == "actual")
    said += [date(end.year, end.month, min(end.day or 28, 28)) for end in ends if end.month is not None]
    if document.dated is not None:
        said.append(document.dated)
    printed = () if is_table else document.days
    return max(said, default=None) or document.made or max(printed, default=None)
