"""A measure through its periods: where it goes, where it jumps, and which period nobody states."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import pairwise
from statistics import mean, median

from sleuth.findings.asked.wording import amount
from sleuth.findings.derived.insights import Insight, Kind, Stated, agreed
from sleuth.language.calendar import YEAR
from sleuth.language.period import Period
from sleuth.language.spoken import spoken

_FEWEST = 3  # periods of a trend
_FEWEST_CHANGES = 4  # among which one can stand out
_BEYOND = 4  # times as far from the middle as the others are on average
_LEAST = {True: Decimal(10), False: Decimal("0.25")}  # points of a percentage; a share of an amount
_NAMED = 5  # measures that a gap is shown by
_LONGEST_GAP = 2  # periods; what is missing for longer was not asked for

_Line = dict[int, Stated]  # month in which a period ends → what is stated for it
_Move = tuple[Stated, Stated]  # what is stated, and what was stated before it


def derive_insights(findings: Iterable[Stated]) -> list[Insight]:
    """Trends, jumps and gaps of every measure, of what findings state for one thing only where they agree.

    What is stated for less than a year is held against the same months of the year before where that is stated, and
    never against the months next to it: a business has its seasons.
    """
    lines = list(_lines(sorted(findings, key=lambda f: (f.document_id, f.position, f.id))))
    trends: list[Insight] = []
    jumps: list[Insight] = []
    for line in lines:
        if seasonal := _year_on_year(line):
            trends += [trend for run in _unbroken(seasonal) if (trend := _run(run))]
            jumps += _jumps(seasonal, " on the year before")
            continue
        for chain in (chain for step in _steps(line) for chain in _chains(line, step)):
            trends += [trend for trend in [_trend(chain)] if trend]
            jumps += _jumps(list(pairwise(chain)))
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


def _year_on_year(line: _Line) -> list[_Move]:
    """Each period of less than a year beside the same of the year before, oldest first."""
    if not line or (next(iter(line.values())).period.months or YEAR) >= YEAR:
        return []
    return [(line[end - YEAR], found) for end, found in line.items() if end - YEAR in line]


def _steps(line: _Line) -> tuple[int, ...]:
    """From one period to the next, and from one day to that of the next year, in months."""
    months = next(iter(line.values())).period.months if line else YEAR
    return (months,) if months else (3, YEAR)


def _chains(line: _Line, step: int) -> Iterator[list[Stated]]:
    """Runs of periods without a hole."""
    for first in (end for end in line if end - step not in line):
        end, chain = first, []
        while end in line:
            chain.append(line[end])
            end += step
        if len(chain) >= _FEWEST:
            yield chain


def _unbroken(moves: Sequence[_Move]) -> list[list[_Move]]:
    """Runs of moves that follow each other without a hole."""
    runs: list[list[_Move]] = []
    for move in moves:
        follows = runs and _ordinal(move[1]) - _ordinal(runs[-1][-1][1]) == (move[1].period.months or 0)
        if follows:
            runs[-1].append(move)
        else:
            runs.append([move])
    return runs


def _trend(chain: Sequence[Stated]) -> Insight | None:
    """The latest stretch that only rises or only falls, by more than rounding may hide."""
    run, direction = _latest_run(list(pairwise(chain)))
    if len(run) + 1 < _FEWEST:
        return None
    first, last = run[0][0], run[-1][1]
    said, shown = _growth(first, last)
    old, new = _printed(first, last)
    return _insight(
        Kind.TREND, "trend", [first, *(newer for _, newer in run)],
        f"{_title(first)} {_verb(first, last, direction)} {len(run)} times in a row, from {old} "
        f"({first.period.name}) to {new} ({last.period.name}){said}.",
        shown,
    )  # fmt: skip


def _run(moves: Sequence[_Move]) -> Insight | None:
    """The latest months or quarters that all lie above, or all below, the same ones of the year before."""
    run, direction = _latest_run(moves)
    if len(run) < _FEWEST:
        return None
    older, newer = run[-1]
    said, shown = _growth(older, newer)
    old, new = _printed(older, newer)
    return _insight(
        Kind.TREND, "season", [older, newer, *(f for move in reversed(run[:-1]) for f in move)],
        f"{_title(newer)} {_verb(older, newer, direction)} on the year before {len(run)} {_name(newer.period)}s in a "
        f"row, last from {old} ({older.period.name}) to {new} ({newer.period.name}){said}.",
        shown,
    )  # fmt: skip


def _latest_run(moves: Sequence[_Move]) -> tuple[list[_Move], int]:
    """The latest moves of one direction, oldest first, and the direction: 1 up, -1 down."""
    run: list[_Move] = []
    direction = 0
    for move in reversed(moves):
        change = _direction(*move)
        if change == 0 or change == -direction:
            break
        run, direction = [move, *run], change
    return run, direction


def _verb(first: Stated, last: Stated, direction: int) -> str:
    """An outflow that is printed as a negative number, and known by its own name only, grows in size."""
    if _grows_below_zero(first, last):
        return "shrank in size" if direction > 0 else "grew in size"
    return "rose" if direction > 0 else "fell"


def _grows_below_zero(first: Stated, last: Stated) -> bool:
    return first.metric.startswith("line: ") and first.amount < 0 and last.amount < 0


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
    old, new = _printed(first, last)
    if not _grows_below_zero(first, last) and (first.amount <= 0 or last.amount < 0):
        return "", f"{new} against {old}"
    share = (last.amount - first.amount) / first.amount
    return f", {share:+.1%}", f"({new} - {old}) / {old} = {share:+.1%}"


def _printed(*sides: Stated) -> list[str]:
    """Figures as they are set beside each other: in the largest of their scales, to the places printed there."""
    widest = max(sides, key=lambda side: side.scale)
    return [
        amount(side.value.scaleb(side.scale - widest.scale).quantize(widest.step), side.unit, widest.scale)
        if side.scale < widest.scale
        else side.printed
        for side in sides
    ]


def _jumps(moves: Sequence[_Move], beside: str = "") -> Iterator[Insight]:
    """Changes far beyond the others of their measure."""
    changes = _changes(moves)
    if len(changes) < _FEWEST_CHANGES:
        return
    in_points = moves[0][0].unit == "percent"
    for at, change in enumerate(changes):
        others = changes[:at] + changes[at + 1 :]
        middle = median(others)
        usual = mean(abs(other - middle) for other in others)
        if abs(change - middle) <= max(_LEAST[in_points], _BEYOND * usual):
            continue
        before, after = moves[at]
        old, new = _printed(before, after)
        least, most = (_share(value, in_points) for value in (min(others), max(others)))
        others_stated = dict.fromkeys(f for move in moves for f in move if f not in (before, after))
        yield _insight(
            Kind.ANOMALY, "jump", [before, after, *others_stated],
            f"{_title(after)} changed by {_share(change, in_points)} from {old} ({before.period.name}) to "
            f"{new} ({after.period.name}); the {len(others)} other changes{beside} lie between {least} and "
            f"{most}.",
            _growth(before, after)[1],
        )  # fmt: skip


def _changes(moves: Sequence[_Move]) -> list[Decimal]:
    """Of percentages in points, of amounts as a share; none where an amount is not above zero."""
    if moves and moves[0][0].unit == "percent":
        return [newer.amount - older.amount for older, newer in moves]
    if any(min(older.amount, newer.amount) <= 0 for older, newer in moves):
        return []
    return [(newer.amount - older.amount) / older.amount for older, newer in moves]


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
    return _name(like) if count == 1 else f"{count} {_name(like)}s"


def _name(period: Period) -> str:
    names = {1: "month", 3: "quarter", 6: "half-year", 12: "year"}
    return names.get(period.months or 0, f"{period.months}-month period")


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
