"""Documents that come regularly: reports of months and quarters, minutes of meetings."""

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import pairwise

from sleuth.agents.analyst.requests.asked import Asked
from sleuth.agents.analyst.requests.candidates import LENGTHS, Candidate
from sleuth.agents.analyst.requests.concepts import Concept
from sleuth.agents.analyst.requests.needs import Need, days_in, month_need, named, needs_of
from sleuth.agents.analyst.requests.periods import own_periods
from sleuth.agents.analyst.requests.room import Room
from sleuth.agents.analyst.requests.verdict import OUTDATED, PARTIAL, Judgement, absent, complete

_SLACK = 1.5  # times the usual time between meetings, beyond which one is wanting
_LEAST_GAP = 100  # days
_MOST_MONTHS = 9  # of an interim report: three quarters


def judge_series(concept: Concept, candidates: Sequence[Candidate], asked: Asked, room: Room) -> Judgement:
    """Whether a document is there for each period, or meeting, that is asked for."""
    whole = [one for one in candidates if one.is_whole and room.is_of(one.holding.document.subject_key, asked.entities)]
    if not whole:
        return absent()
    if concept.each == "meeting":
        return _meetings(whole, asked, room)
    months = LENGTHS[concept.each]
    needs = needs_of(asked.wanted, room.calendar, room.last_year, room.latest_month)
    if not needs:
        return _newest(whole, months, room)
    if all(need.months == 12 for need in needs) and asked.wanted.each != "year":
        needs = [part for need in needs for part in _parts_of(need, months, room)] or needs
    held = {need: next((one for one in whole if _reports(one, need, room)), None) for need in needs}
    unmet = [need for need, one in held.items() if one is None]
    if len(unmet) == len(needs):
        return Judgement(OUTDATED, (whole[0].spot,), (f"none is of {named(unmet)}",))
    return complete([one.spot for one in held.values() if one is not None], [named(unmet)] if unmet else [])


def _parts_of(need: Need, months: int, room: Room) -> Iterator[Need]:
    """The months, or quarters, of a year, as far as the room's figures reach."""
    for back in range(12 - months, -1, -months):
        end = need.end.plus(-back)
        if room.latest_month is None or end <= room.latest_month:
            label = month_need(end).label
            yield Need(end, months, label if months == 1 else f"the quarter to {label}")


def _reports(candidate: Candidate, need: Need, room: Room) -> bool:
    return any(need.is_met_by(period) for period in own_periods(candidate, need.months, room))


def _newest(whole: Sequence[Candidate], months: int, room: Room) -> Judgement:
    """Where no period is asked for: whether the newest is that of the room's newest figures."""
    lengths = [months] if months < LENGTHS["quarter"] else range(months, _MOST_MONTHS + 1, months)
    ends = [
        (end, length, one)
        for one in whole
        for length in lengths
        for period in own_periods(one, length, room)
        if (end := period.end.closing_month)
    ]
    if not ends:
        return Judgement(PARTIAL, (whole[0].spot,), ("of which period it is",))
    newest, length, best = max(ends, key=lambda one: one[:2])
    if room.latest_month is not None and room.latest_month.since(newest) > length:
        return Judgement(OUTDATED, (best.spot,), (f"the newest is of {month_need(newest).label}",))
    return complete(list(dict.fromkeys(one.spot for _, _, one in ends)), [])


def _meetings(whole: Sequence[Candidate], asked: Asked, room: Room) -> Judgement:
    """Minutes: whether they reach back as far as is asked, without a gap longer than is usual."""
    dated = sorted(((day, one) for one in whole if (day := _held_on(one)) is not None), key=lambda pair: pair[0])
    if not dated:
        return Judgement(PARTIAL, (whole[0].spot,), ("of which day they are",))
    days = [day for day, _ in dated]
    gaps = sorted((other - one).days for one, other in pairwise(days))
    usual = max(_LEAST_GAP, _SLACK * gaps[len(gaps) // 2]) if gaps else _LEAST_GAP
    lacking = []
    since = asked.wanted.since or _first_day(asked, room)
    if since is not None and (days[0] - since).days > usual:
        lacking.append(f"minutes before {days[0]}")
    far = [(one, other) for one, other in pairwise(days) if (other - one).days > 2 * usual]
    lacking += [f"minutes between {one} and {other}" for one, other in far]
    if room.latest is not None and (room.latest - days[-1]).days > 2 * usual:
        lacking.append(f"minutes after {days[-1]}")
    if since is None and len(days) == 1:
        lacking.append("minutes of further meetings")
    return complete([one.spot for _, one in dated], lacking)


def _first_day(asked: Asked, room: Room) -> date | None:
    needs = needs_of(asked.wanted, room.calendar, room.last_year, room.latest_month)
    if not needs:
        return None
    start = needs[0].end.plus(1 - needs[0].months)
    return date(start.year, start.month, 1)


def _held_on(candidate: Candidate) -> date | None:
    """The day of a meeting, as its minutes say it."""
    entry = candidate.name.entry
    said = days_in(f"{entry.text} {entry.opening}") or list(candidate.holding.document.days)
    return min(said, default=candidate.holding.date)
