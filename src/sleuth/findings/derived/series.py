"""A measure through its periods: where it goes, where it jumps, and which period nobody states."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import pairwise
from statistics import mean, median

from sleuth.findings.derived.insights import Insight, Kind, Stated, agreed
from sleuth.language.period import Period
from sleuth.language.spoken import spoken

_FEWEST = 3  # periods of a trend
_FEWEST_CHANGES = 4  # among which one can stand out
_BEYOND = 4  # times as far from the middle as the others are on average
_LEAST = {True: Decimal(10), False: Decimal("0.25")}  # points of a percentage; a share of an amount
_NAMED = 5  # measures that a gap is shown by
_LONGEST_GAP = 2  # periods; what is missing for longer was not asked for

_Line = dict[int, Stated]  # month in which a period ends → what is stated for it


def series_insights(findings: Iterable[Stated]) -> list[Insight]:
    """Trends, jumps and gaps of every measure."""
    lines = list(_lines(findings))
    chains = [chain for line in lines for step in _steps(line) for chain in _chains(line, step)]
    trends = [trend for chain in chains if (trend := _trend(chain))]
    jumps = [jump for chain in chains for jump in _jumps(chain)]
    return [*_longest(trends), *_longest(jumps), *_gaps(lines)]


def _lines(findings: Iterable[Stated]) -> Iterator[_Line]:
    """What is stated of one measure, of one length and kind, by the month in which each period ends."""
    groups: dict[tuple[object, ...], dict[int, list[Stated]]] = defaultdict(lambda: defaultdict(list))
    for f in findings:
        if (end := _end(f.period)) is not None:
            groups[f.subject_key, f.metric, f.scenario, f.unit, f.period.months][end].append(f)
    for periods in groups.values():
        yield {end: found for end in sorted(periods) if (found := agreed(periods[end]))}


def _end(period: Period) -> int | None:
    if (month := period.end.closing_month) is not None:
        return month.year * 12 + month.month
    return period.end.year * 12 + 12 if period.months == 12 else None


def _steps(line: _Line) -> tuple[int, ...]:
    """From one period to the next, and to the same of the next year, in months."""
    months = next(iter(line.values())).period.months if line else 12
    return tuple({months or 3, 12})


def _chains(line: _Line, step: int) -> Iterator[list[Stated]]:
    """Runs of periods without a hole."""
    for first in (end for end in line if end - step not in line):
        end, chain = first, []
        while end in line:
            chain.append(line[end])
            end += step
        if len(chain) >= _FEWEST:
            yield chain


def _trend(chain: Sequence[Stated]) -> Insight | None:
    """The latest stretch that only rises or only falls, by more than rounding may hide."""
    run, direction = [chain[-1]], 0
    for older, newer in reversed(list(pairwise(chain))):
        change = _direction(older, newer)
        if change == 0 or change == -direction:
            break
        run, direction = [older, *run], change
    if len(run) < _FEWEST:
        return None
    first, last = run[0], run[-1]
    said, shown = _growth(first, last)
    return _insight(
        Kind.TREND, "trend", run,
        f"{_title(first)} {'rose' if direction > 0 else 'fell'} {len(run) - 1} times in a row, from {first.printed} "
        f"({first.period.name}) to {last.printed} ({last.period.name}){said}.",
        shown,
    )  # fmt: skip


def _direction(older: Stated, newer: Stated) -> int:
    change = newer.amount - older.amount
    if 2 * abs(change) < older.precision + newer.precision:
        return 0
    return 1 if change > 0 else -1


def _growth(first: Stated, last: Stated) -> tuple[str, str]:
    """What a change comes to, for people, and how it was computed."""
    if first.unit == "percent":
        points = last.amount - first.amount
        return f", {points:+f} percentage points", f"{last.value:f} - {first.value:f} = {points:+f}"
    if first.amount <= 0 or last.amount < 0:
        return "", f"{last.printed} against {first.printed}"
    share = (last.amount - first.amount) / first.amount
    return f", {share:+.1%}", f"({last.printed} - {first.printed}) / {first.printed} = {share:+.1%}"


def _jumps(chain: Sequence[Stated]) -> Iterator[Insight]:
    """Changes far beyond the others of their chain."""
    changes = _changes(chain)
    if len(changes) < _FEWEST_CHANGES:
        return
    in_points = chain[0].unit == "percent"
    for at, change in enumerate(changes):
        others = changes[:at] + changes[at + 1 :]
        middle = median(others)
        usual = mean(abs(other - middle) for other in others)
        if abs(change - middle) <= max(_LEAST[in_points], _BEYOND * usual):
            continue
        before, after = chain[at], chain[at + 1]
        least, most = (_share(value, in_points) for value in (min(others), max(others)))
        yield _insight(
            Kind.ANOMALY, "jump", [before, after, *(f for f in chain if f not in (before, after))],
            f"{_title(after)} changed by {_share(change, in_points)} from {before.printed} ({before.period.name}) to "
            f"{after.printed} ({after.period.name}); the {len(others)} other changes lie between {least} and {most}.",
            "; ".join(f"{new.period.name}: {_share(c, in_points)}" for c, new in zip(changes, chain[1:], strict=True)),
        )  # fmt: skip


def _changes(chain: Sequence[Stated]) -> list[Decimal]:
    """Of percentages in points, of amounts as a share; none where an amount is not above zero."""
    values = [f.amount for f in chain]
    if chain[0].unit == "percent":
        return [newer - older for older, newer in pairwise(values)]
    if min(values) <= 0:
        return []
    return [(newer - older) / older for older, newer in pairwise(values)]


def _share(change: Decimal, in_points: bool) -> str:
    return f"{change:+f} points" if in_points else f"{change:+.1%}"


def _gaps(lines: Iterable[_Line]) -> Iterator[Insight]:
    """Periods for which nobody states what is stated before and after: one insight a subject and hole."""
    holes: dict[tuple[object, ...], list[tuple[Stated, Stated]]] = defaultdict(list)
    for line in lines:
        for older, newer in pairwise(line):
            before, after = line[older], line[newer]
            months = before.period.months
            if months is None or before.dimension or before.metric.startswith("line: ") or len(line) < _FEWEST:
                continue
            missing = (newer - older) // months - 1
            if (newer - older) % months == 0 and 0 < missing <= _LONGEST_GAP:
                holes[before.subject_key, before.scenario, months, older, newer].append((before, after))
    for sides in holes.values():
        before, after = sides[0]
        missing = (_ordinal(after) - _ordinal(before)) // (before.period.months or 1) - 1
        names = ", ".join(pair[0].measure for pair in sides[:_NAMED])
        more = f" and {len(sides) - _NAMED} more" if len(sides) > _NAMED else ""
        yield _insight(
            Kind.GAP, "hole", [f for pair in sides[:_NAMED] for f in pair],
            f"{before.subject or 'The documents'}: nothing is stated for the {_periods(missing, before.period)} "
            f"between {before.period.name} and {after.period.name} ({names}{more}).",
            f"stated for {before.period.name} and {after.period.name}; {missing} between them missing",
            metric="",
        )  # fmt: skip


def _ordinal(f: Stated) -> int:
    return _end(f.period) or 0


def _periods(count: int, like: Period) -> str:
    name = {1: "month", 3: "quarter", 6: "half-year", 12: "year"}.get(like.months or 0, f"{like.months}-month period")
    return name if count == 1 else f"{count} {name}s"


def _title(f: Stated) -> str:
    of = f" of {f.subject}" if f.subject else ""
    scenario = f" ({f.scenario})" if f.scenario not in ("", "actual") else ""
    return f"{spoken(f.measure)}{of}{scenario}"


def _insight(
    kind: Kind, rule: str, on: Sequence[Stated], statement: str, computation: str, metric: str | None = None
) -> Insight:
    return Insight(
        kind, rule, on[0].subject, on[0].metric if metric is None else metric, on[0].scenario, statement, computation,
        tuple(dict.fromkeys(f.id for f in on)),
    )  # fmt: skip


def _longest(insights: Sequence[Insight]) -> Iterator[Insight]:
    """Those that do not rest on a part of what another of the same measure rests on."""
    kept: dict[tuple[str, str, str], list[frozenset[int]]] = defaultdict(list)
    for insight in sorted(insights, key=lambda i: -len(i.rests_on)):
        base, known = frozenset(insight.rests_on), kept[insight.subject, insight.metric, insight.scenario]
        if not any(base <= other for other in known):
            known.append(base)
            yield insight
