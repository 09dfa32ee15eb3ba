"""Which insights matter: what an analyst would act on first, best first, each measure once before any comes again.

An insight weighs what its kind is worth, what its measure is worth, how large the change is beside the company, and
how far it is from what went before. Where the figures come from counts as well: the face of a statement, not a note.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from itertools import pairwise
from statistics import mean, median
from typing import Protocol, TypeVar

from sleuth.language.wordlist import wordlist

# What a kind of insight is worth by itself.
_BY_RULE = {"jump": Decimal(3), "trend": Decimal(2), "season": Decimal(2), "hole": Decimal("1.5")}
_HEADLINE = Decimal(3)  # a measure that reports are opened for
_NAMED = Decimal(1)  # any other measure with a name of its own, against a line that goes by what is printed
_WHOLE = Decimal(1)  # not of a segment or a component
_LATEST = Decimal(1)  # it reaches the newest period of its subject
_DISPUTED = Decimal(2)  # documents contradict each other on this measure
_PLANNED = Decimal(-5)  # a budget, a forecast: what somebody wrote down, not what happened
_NOTE = Decimal(-2)  # a figure of it stands in a note or a sentence, not on the face of a statement
_MOST_MATERIAL, _LARGE = Decimal(2), Decimal("0.1")  # a change of a tenth of the company, or more, counts as this much
_MOST_SURPRISING, _SUDDEN = Decimal(1), Decimal("0.5")  # so far from the changes before it, or further

SIZES = ("revenue", "total assets")  # what a company is measured by, the first that it states


class Told(Protocol):
    """What is looked at of an insight; fields as in findings.Insight."""

    @property
    def rule(self) -> str: ...
    @property
    def subject(self) -> str: ...
    @property
    def metric(self) -> str: ...
    @property
    def scenario(self) -> str: ...
    @property
    def rests_on(self) -> Sequence[int]: ...


@dataclass(frozen=True, slots=True)
class Ground:
    """What is looked at of a finding that an insight rests on."""

    amount: Decimal  # in single units; of percentages in points
    unit: str  # "EUR", "percent", "EUR/share", …
    is_part: bool  # of a segment, a geography, a component
    end: str  # of its period, ISO; "" where it has none
    months: int | None = None  # of its period; None for a day
    rank: int = 0  # 0 on the face of a statement, 1 in another table, 2 in a sentence

    @property
    def yearly(self) -> Decimal:
        """What the amount comes to in twelve months; of a day, the amount."""
        return self.amount * 12 / self.months if self.months else self.amount


@dataclass(frozen=True, slots=True)
class Beside:
    """What an insight is seen beside."""

    sizes: Mapping[tuple[str, str], Decimal]  # of (subject, currency): yearly revenue, or else total assets
    disputed: Collection[tuple[str, str]] = ()  # (subject, metric) on which documents contradict each other


NOTHING_BESIDE = Beside({})
T = TypeVar("T", bound=Told)


def by_importance(insights: Sequence[T], grounds: Mapping[int, Ground], beside: Beside = NOTHING_BESIDE) -> list[T]:
    """The insights, the weightiest first; a further one on the same measure only after all measures had their first."""
    newest = _newest(insights, grounds)
    weights = [_weight(one, grounds, newest, beside) for one in insights]
    by_weight = sorted(range(len(insights)), key=lambda at: -weights[at])
    told: dict[tuple[str, str], int] = {}
    rounds: dict[int, int] = {}
    for at in by_weight:
        about = insights[at].subject, _same().get(insights[at].metric, insights[at].metric)
        rounds[at] = told.get(about, 0)
        told[about] = rounds[at] + 1
    return [insights[at] for at in sorted(by_weight, key=lambda at: rounds[at])]


def company_sizes(stated: Sequence[tuple[str, str, Ground]]) -> dict[tuple[str, str], Decimal]:
    """How large companies are, of (subject, metric, figure): the median of their yearly revenue, else of their assets.

    The median, so that one misread scale does not make a company a thousand times as large.
    """
    found: dict[tuple[str, str], Decimal] = {}
    for measure in SIZES:
        amounts: dict[tuple[str, str], list[Decimal]] = {}
        for subject, metric, ground in stated:
            if metric == measure and not ground.is_part and ground.amount > 0:
                amounts.setdefault((subject, ground.unit), []).append(ground.yearly)
        for whose, of_measure in amounts.items():
            found.setdefault(whose, median(of_measure))
    return found


def _newest(insights: Sequence[Told], grounds: Mapping[int, Ground]) -> dict[str, str]:
    """The end of the latest period of each subject."""
    newest: dict[str, str] = {}
    for one in insights:
        ends = [grounds[i].end for i in one.rests_on if i in grounds]
        newest[one.subject] = max([newest.get(one.subject, ""), *ends])
    return newest


def _weight(one: Told, grounds: Mapping[int, Ground], newest: Mapping[str, str], beside: Beside) -> Decimal:
    on = [grounds[i] for i in one.rests_on if i in grounds]
    weight = _BY_RULE.get(one.rule, Decimal(1))
    if is_headline(one.metric):
        weight += _HEADLINE
    elif one.metric and not one.metric.startswith("line: "):
        weight += _NAMED
    if (one.subject, one.metric) in beside.disputed:
        weight += _DISPUTED
    if one.scenario not in ("", "actual"):
        weight += _PLANNED
    if not on:
        return weight
    if not on[0].is_part:
        weight += _WHOLE
    if max(ground.end for ground in on) == newest[one.subject]:
        weight += _LATEST
    if max(ground.rank for ground in on) > 0:
        weight += _NOTE
    return weight + _materiality(one, on, beside) + _surprise(one, on)


def _materiality(one: Told, on: Sequence[Ground], beside: Beside) -> Decimal:
    """How much a change is beside the company; 0 to 2.

    Percentage points are shares of what the company turns over already. Of what has no size beside it, such as
    earnings per share, the change is measured by itself.
    """
    if one.rule == "hole" or len(on) < 2:
        return Decimal(0)
    base, difference = _difference(one, on)
    if on[0].unit == "percent":
        share = abs(difference) / 100
    elif size := beside.sizes.get((one.subject, on[0].unit)):
        share = abs(difference) / size
    else:
        share = abs(difference / base) * _LARGE if base else _LARGE
    return min(share / _LARGE, Decimal(1)) * _MOST_MATERIAL


def _difference(one: Told, on: Sequence[Ground]) -> tuple[Decimal, Decimal]:
    """What a change begins with, and how far it goes: yearly, but for a jump, which happened once."""
    if one.rule == "jump":
        return on[0].amount, on[1].amount - on[0].amount
    last = on[1] if one.rule == "season" else on[-1]
    return on[0].yearly, last.yearly - on[0].yearly


def _surprise(one: Told, on: Sequence[Ground]) -> Decimal:
    """How far the last change of a trend is from those before it; 0 to 1. A jump is a surprise by its kind."""
    if one.rule != "trend" or len(on) < 3:
        return Decimal(0)
    changes = [_change(older, newer) for older, newer in pairwise(on)]
    if any(change is None for change in changes):
        return _MOST_SURPRISING  # it went through zero
    known = [change for change in changes if change is not None]
    return min(abs(known[-1] - mean(known[:-1])) / _SUDDEN, Decimal(1)) * _MOST_SURPRISING


def _change(older: Ground, newer: Ground) -> Decimal | None:
    """The change as a share, of percentages in tenths of points; None where an amount is not above zero."""
    if older.unit == "percent":
        return (newer.amount - older.amount) / 10
    if older.amount <= 0 or newer.amount <= 0:
        return None
    return (newer.amount - older.amount) / older.amount


def is_headline(metric: str) -> bool:
    """Whether a measure is one that reports are opened for."""
    return metric in _headlines()


@cache
def _headlines() -> frozenset[str]:
    return frozenset(wordlist("importance", "findings")["headlines"]["metrics"])


@cache
def _same() -> dict[str, str]:
    """The measures that move together with another, each with that other."""
    return dict(wordlist("importance", "findings")["same"])
