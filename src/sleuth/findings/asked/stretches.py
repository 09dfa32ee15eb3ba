"""The figures of all periods of one length in a stretch of time: in a row, or the highest and the lowest first."""

import re
from collections import Counter
from collections.abc import Sequence

from sleuth.findings.asked.adding import filling
from sleuth.findings.asked.answers import Figure, NotStatedError, stated_figure
from sleuth.findings.asked.books import Fact
from sleuth.findings.asked.choosing import Chooser, end_of
from sleuth.language.calendar import YEAR, Month
from sleuth.language.glyphs import plain
from sleuth.language.period import Day, Period, same_period
from sleuth.language.query import Operation
from sleuth.language.wordlist import wordlist

_MOST_PERIODS = 8  # of a trend
_FEWEST = 2  # periods of which one is the highest


def trend(chooser: Chooser) -> list[Figure]:
    """Every period of one length, the earliest first."""
    found: dict[str, Fact] = {}
    for measure in chooser.query.measures:
        facts = chooser.of_scenario(chooser.stating(measure))
        lengths = Counter(fact.period.months for fact in facts)
        length = lengths.most_common(1)[0][0]
        for fact in facts:
            if fact.period.months == length:
                alike = [f for f in facts if same_period(f.period, fact.period)]
                found[f"{fact.metric} {fact.period.key}"] = chooser.prevailing(alike)
    ordered = sorted(found.values(), key=lambda fact: (fact.metric, end_of(fact)))
    if len(ordered) < _FEWEST:
        raise NotStatedError("there is one period only", known=True)
    return [stated_figure(chooser.book.document_id, fact) for fact in ordered[-_MOST_PERIODS:]]


def extreme_periods(chooser: Chooser) -> list[Figure]:
    """The figures of all periods among which one is asked for, that one first: the months of a year.

    Raises NotStatedError where one of them has no figure, or two are the highest alike.
    """
    length = chooser.query.each
    facts = chooser.of_scenario(chooser.stating(chooser.query.measures[0]))
    of_length = [fact for fact in facts if fact.period.months == length]
    span = _as_far_as_told(chooser, _span(chooser, of_length), of_length)
    found = filling(chooser, of_length, span, length) if span is not None else ()
    is_largest = chooser.query.operation is Operation.LARGEST
    ranked = sorted(found, key=lambda fact: fact.amount, reverse=is_largest)
    if len(ranked) < _FEWEST or ranked[0].amount == ranked[1].amount:
        raise NotStatedError("no one of the periods is told to be it", known=bool(ranked))
    return [stated_figure(chooser.book.document_id, fact) for fact in ranked]


def _span(chooser: Chooser, facts: Sequence[Fact]) -> Period | None:
    """The stretch of time whose periods are compared: the one asked for, else the latest year; of years all.

    None where the question names several times that do not make one stretch.
    """
    ends = sorted(month for fact in facts if (month := fact.period.end.closing_month) is not None)
    if not ends:
        return None
    if not chooser.query.times:
        every = ends[-1].since(ends[0]) + YEAR if chooser.query.each == YEAR else 0
        return Period(Day(*ends[-1]), max(YEAR, every))
    asked = [chooser.placing.period(time, Period(Day(0), YEAR)) for time in chooser.query.times]
    placed = [period for period in asked if period is not None]
    if len(placed) < len(asked):
        return None
    if chooser.query.is_since:
        return _stretch(placed[0], ends[-1])
    if len(placed) == 1:
        return placed[0]
    is_spanned = re.search(wordlist("operations")["spanning"], plain(chooser.query.text).text) is not None
    closes = placed[-1].end.closing_month
    return _stretch(placed[0], closes) if is_spanned and len(placed) == _FEWEST and closes is not None else None


def _as_far_as_told(chooser: Chooser, span: Period | None, facts: Sequence[Fact]) -> Period | None:
    """A stretch that is not over yet up to the last of its months that a figure is told of: "so far this year"."""
    told = max((month for fact in facts if (month := fact.period.end.closing_month) is not None), default=None)
    end = span.end.closing_month if span is not None else None
    if span is None or span.months is None or end is None or told is None or told >= end:
        return span
    months = span.months - end.since(told)
    if months <= 0:
        return None
    chooser.assumptions.append(f"as far as it is told, to {told.name}")
    return Period(Day(*told), months)


def _stretch(first: Period, last: Month) -> Period | None:
    """From the first month of a period to the end of another month; None where that lies before, or is not known."""
    month = first.end.closing_month
    if month is None or first.months is None or last < month:
        return None
    return Period(Day(*last), last.since(month) + first.months)
