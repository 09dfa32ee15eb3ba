"""Which insights matter: what an analyst would act on first, best first, each measure once before any comes again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Protocol, TypeVar

from sleuth.language.wordlist import wordlist

# What a kind of insight is worth by itself: a total that is not the sum of its parts is an error in a document.
_BY_RULE = {"sum": Decimal(4), "jump": Decimal(3), "trend": Decimal(2), "hole": Decimal("1.5")}
_HEADLINE = Decimal(3)  # a measure that reports are opened for
_NAMED = Decimal(1)  # any other measure with a name of its own, against a line that goes by what is printed
_WHOLE = Decimal(1)  # not of a segment or a component
_LATEST = Decimal(1)  # it reaches the newest period of its subject
_MOST_SIZE = Decimal(2)  # a change of this share, or more, counts as this much
_AGAIN = Decimal(4)  # for each insight on the same measure before it


class Told(Protocol):
    """What is looked at of an insight; fields as in findings.Insight."""

    @property
    def rule(self) -> str: ...
    @property
    def subject(self) -> str: ...
    @property
    def metric(self) -> str: ...
    @property
    def rests_on(self) -> Sequence[int]: ...


@dataclass(frozen=True, slots=True)
class Ground:
    """What is looked at of a finding that an insight rests on."""

    amount: Decimal  # in single units; of percentages in points
    is_share: bool  # a percentage
    is_part: bool  # of a segment, a geography, a component
    end: str  # of its period, ISO; "" where it has none


T = TypeVar("T", bound=Told)


def by_importance(insights: Sequence[T], grounds: Mapping[int, Ground]) -> list[T]:
    """The insights, the weightiest first. What was told of a measure makes more of the same wait."""
    newest = _newest(insights, grounds)
    waiting = {place: _weight(one, grounds, newest) for place, one in enumerate(insights)}
    told: dict[tuple[str, str], int] = {}
    ranked: list[T] = []
    while waiting:
        place = max(waiting, key=lambda at: (waiting[at] - _AGAIN * told.get(_about(insights[at]), 0), -at))
        del waiting[place]
        about = _about(insights[place])
        told[about] = told.get(about, 0) + 1
        ranked.append(insights[place])
    return ranked


def _about(one: Told) -> tuple[str, str]:
    """What an insight is of; holes of one subject are one matter."""
    return one.subject, one.metric


def _newest(insights: Sequence[Told], grounds: Mapping[int, Ground]) -> dict[str, str]:
    """The end of the latest period of each subject."""
    newest: dict[str, str] = {}
    for one in insights:
        ends = [grounds[i].end for i in one.rests_on if i in grounds]
        newest[one.subject] = max([newest.get(one.subject, ""), *ends])
    return newest


def _weight(one: Told, grounds: Mapping[int, Ground], newest: Mapping[str, str]) -> Decimal:
    on = [grounds[i] for i in one.rests_on if i in grounds]
    weight = _BY_RULE.get(one.rule.partition(":")[0], Decimal(1))
    if one.metric in _headlines():
        weight += _HEADLINE
    elif one.metric and not one.metric.startswith("line: "):
        weight += _NAMED
    if on and not on[0].is_part:
        weight += _WHOLE
    if on and max(ground.end for ground in on) == newest[one.subject]:
        weight += _LATEST
    return weight + min(_size(one, on), _MOST_SIZE)


def _size(one: Told, on: Sequence[Ground]) -> Decimal:
    """How large a change or a difference is: a share of what it is measured by, of percentages tenths of points."""
    if one.rule == "hole" or len(on) < 2:
        return Decimal(0)
    if one.rule.startswith("sum"):
        base, difference = on[0].amount, on[0].amount - sum((ground.amount for ground in on[1:]), Decimal(0))
    else:
        last = on[1] if one.rule == "jump" else on[-1]
        base, difference = on[0].amount, last.amount - on[0].amount
    if on[0].is_share:
        return abs(difference) / 10
    return abs(difference / base) if base else _MOST_SIZE


@cache
def _headlines() -> frozenset[str]:
    return frozenset(wordlist("importance", "findings")["headlines"]["metrics"])
