"""Typed questions as JSON, so that a conversation can go on where it was left; and periods as asked times."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from sleuth.language.period import Day, Period
from sleuth.language.query import Measure, Operation, Query, Word
from sleuth.language.times import AskedTime, find_times
from sleuth.language.timing import Timing


def query_json(query: Query) -> dict[str, Any]:
    """A typed question as JSON; `query_of` reads it."""
    return asdict(query) | {"operation": query.operation.value}


def query_of(stored: Mapping[str, Any]) -> Query:
    """The typed question that `query_json` wrote."""
    return Query(
        stored["text"],
        stored["language"],
        Operation(stored["operation"]),
        tuple(Measure(one["name"], tuple(one["keys"]), one["formula"]) for one in stored["measures"]),
        tuple(Word(one["text"], one["stem"], one["is_heavy"]) for one in stored["words"]),
        tuple(_time_of(one) for one in stored["times"]),
        stored["scenario"],
    )


def _time_of(stored: Mapping[str, Any]) -> AskedTime:
    timing = Timing(**stored["timing"]) if stored["timing"] else None
    return AskedTime(stored["start"], stored["end"], stored["text"], timing, stored["months"], stored["back"])


def period_json(period: Period | None) -> dict[str, Any] | None:
    """A period as JSON; `period_of` reads it."""
    return None if period is None else asdict(period)


def period_of(stored: Mapping[str, Any] | None) -> Period | None:
    """The period that `period_json` wrote."""
    return None if stored is None else Period(**{**stored, "end": Day(**stored["end"])})


def time_of(period: Period) -> AskedTime:
    """A period as a time that is asked for: "Q3 2024"."""
    name = period.name
    read = find_times(name)
    if len(read) == 1 and read[0].timing is not None and read[0].timing.year:
        return AskedTime(0, len(name), name, read[0].timing)
    end = period.end
    return AskedTime(0, len(name), name, Timing(end.year, end.month, end.day, months=period.months))
