"""Which finding answers "what was revenue?": by metric, period and scenario, and what was assumed where one is open."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from sleuth.language.period import Day, Period
from sleuth.language.timing import Timing, read_timing


class Candidate(Protocol):
    """What is looked at of a finding."""

    @property
    def stated_period(self) -> Period | None: ...
    @property
    def scenario(self) -> str: ...
    @property
    def whole(self) -> bool:
        """Whether it is of the whole, and not of a segment, a geography or a component."""
        ...

    @property
    def weight(self) -> tuple[Any, ...]:
        """Sorts what to prefer first: the more authoritative source, then the more precise statement."""
        ...


C = TypeVar("C", bound=Candidate)


@dataclass(frozen=True, slots=True)
class Lookup(Generic[C]):
    """The findings of one fact, the one to answer with first, and what was assumed to choose it, in words."""

    found: tuple[C, ...]
    assumptions: tuple[str, ...]
    missing: str = ""  # what is not there, where nothing was found


def look_up(candidates: Sequence[C], period: str = "", scenario: str = "") -> Lookup[C]:
    """Choose among the findings of one metric. What is not asked for is the latest period, actual, of the whole."""
    if not candidates:
        return Lookup((), (), "no document states it")
    assumed: list[str] = []
    wholes = [c for c in candidates if c.whole]
    if wholes and len(wholes) < len(candidates):
        assumed.append("the whole, not its parts")
    chosen = _of_scenario(wholes or list(candidates), scenario, assumed)
    if not chosen:
        return Lookup((), tuple(assumed), f"no {scenario} figure of it")
    dated = _of_period(chosen, period, assumed)
    if not dated:
        return Lookup((), tuple(assumed), f"none of {period}; there is {_periods(chosen)}")
    return Lookup(tuple(sorted(dated, key=lambda c: c.weight)), tuple(assumed))


def _of_scenario(candidates: Sequence[C], scenario: str, assumed: list[str]) -> list[C]:
    if scenario:
        return [c for c in candidates if c.scenario == scenario]
    scenarios = {c.scenario for c in candidates}
    chosen = "actual" if "actual" in scenarios else min(scenarios)
    if len(scenarios) > 1 or chosen != "actual":
        assumed.append(f"{chosen}, not {', '.join(sorted(scenarios - {chosen}))}" if len(scenarios) > 1 else chosen)
    return [c for c in candidates if c.scenario == chosen]


def _of_period(candidates: Sequence[C], period: str, assumed: list[str]) -> list[C]:
    timing = read_timing(period) if period else None
    named = [c for c in candidates if not period or _is_named(c.stated_period, period, timing)]
    periods = [c.stated_period for c in named if c.stated_period is not None]
    if not periods:
        return named
    latest = max(periods, key=_recency if period else _asked_recency)
    if len({p.key for p in periods}) > 1:
        kind = "the latest fiscal year" if latest.months == 12 and not period else "the latest"
        assumed.append(f"{latest.name}, {kind} of which there is a figure")
    return [c for c in named if c.stated_period is not None and c.stated_period.key == latest.key]


def _recency(period: Period) -> tuple[str, int]:
    return str(period.end), period.months or 0


def _asked_recency(period: Period) -> tuple[bool, str, int]:
    """A fiscal year answers an open question before a part of one does."""
    return period.months in (None, 12) and period.fiscal_year is not None, *_recency(period)


def _is_named(stated: Period | None, name: str, timing: Timing | None) -> bool:
    """Whether a period is what a person calls so: by its name or key, or by all that the words say of time."""
    if stated is None:
        return False
    if name.strip().casefold() in (stated.name.casefold(), stated.key.casefold()):
        return True
    return timing is not None and timing.is_time and _fits(timing, stated)


def _fits(timing: Timing, stated: Period) -> bool:
    quarter = timing.quarter or (2 * timing.half if timing.half else None)
    if quarter or timing.half:
        length = 3 if timing.quarter else 6
        is_then = stated.fiscal_quarter == quarter and timing.year in (None, stated.fiscal_year)
        return stated.months in (None, length) and is_then
    if timing.month:
        day = Day(timing.year or stated.end.year, timing.month, timing.day)
        return stated.end.may_be(day) and timing.months in (None, stated.months)
    if timing.rolling:
        return stated.months == 12 and stated.fiscal_year is None
    whole = stated.months == 12 or (stated.is_instant and stated.fiscal_quarter in (None, 4))
    return whole and timing.year == stated.fiscal_year


def _periods(candidates: Sequence[Candidate]) -> str:
    periods = sorted({c.stated_period for c in candidates if c.stated_period}, key=_recency, reverse=True)
    return ", ".join(dict.fromkeys(p.name for p in periods[:6])) or "none with a period"
