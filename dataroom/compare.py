"""Which statements of a room disagree, which only seem to, and why: worked out from the facts, checked against plan."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import combinations
from typing import Any

from dataroom.books import COSTS
from dataroom.truth import SCALES, Fact, File, Meaning, Term, Truth, period_json

_MOST_EXAMPLES = 6  # of each kind of non-conflict
_WHY = {
    0: "audited statements outrank what management says of the same period",
    1: "a signed or filed document outranks summaries of it",
    2: "management's own records outrank drafts and messages",
    3: "a draft outranks a message",
    4: "both are messages",
}


def compare(truth: Truth) -> None:
    """Fill in conflicts and non-conflicts. Raises ValueError for a disagreement that nobody planned."""
    _Comparison(truth).run()


class _Comparison:
    def __init__(self, truth: Truth) -> None:
        self._truth = truth
        self._files = {file.name: file for file in truth.files}
        self._superseded = {link.older for link in truth.versions}
        self._examples: dict[str, list[dict[str, Any]]] = defaultdict(list)

    def run(self) -> None:
        for facts in _groups(self._truth.facts).values():
            self._judge(facts)
        figures = [fact for fact in self._truth.facts if isinstance(fact.stated, Meaning)]
        for why, pairs in _look_alikes(figures, self._superseded):
            for one, other in pairs:
                self._example(why, one, other)
        self._truth.non_conflicts += (row for why in sorted(self._examples) for row in self._examples[why])

    def _judge(self, facts: list[Fact]) -> None:
        """Sort the disagreements within facts of one key."""
        at_odds: dict[str, Fact] = {}
        for one, other in combinations(_one_a_file(facts), 2):
            if agree(one, other):
                self._agreement(one, other)
                continue
            why = self._why(one, other)
            if why == "conflict":
                at_odds |= {one.id: one, other.id: other}
            else:
                self._example(why, one, other)
        if at_odds:
            self._truth.conflicts.append(self._conflict(sorted(at_odds.values(), key=lambda fact: fact.id)))

    def _why(self, one: Fact, other: Fact) -> str:
        variants = {one.stated.variant, other.stated.variant}
        if {one.file, other.file} & self._superseded:
            return "correction chain"
        if "restated" in variants:
            return "restated comparative"
        if "conflict" in variants:
            return "conflict"
        raise ValueError(f"unplanned disagreement: {one} against {other}")

    def _agreement(self, one: Fact, other: Fact) -> None:
        if one.scale == other.scale or isinstance(one.stated, Term):
            return
        why = "unit or scale" if amount(one) == amount(other) else "rounding"
        self._example(why, one, other)

    def _example(self, why: str, one: Fact, other: Fact) -> None:
        if len(self._examples[why]) < _MOST_EXAMPLES:
            self._examples[why].append({"why": why, **_key(one), "sides": [side(one), side(other)]})

    def _conflict(self, facts: list[Fact]) -> dict[str, Any]:
        best = min((self._files[fact.file] for fact in facts), key=lambda file: file.authority)
        rest = [self._files[fact.file] for fact in facts if fact.file != best.name]
        equal = all(file.authority == best.authority for file in rest)
        authority = {"file": None, "why": "neither source outranks the other"} if equal else _authority(best)
        return {**_key(facts[0]), "sides": [side(fact) for fact in facts], "authority": authority}


def _authority(file: File) -> dict[str, str]:
    return {"file": file.name, "why": _WHY[file.authority]}


def _key(fact: Fact) -> dict[str, Any]:
    stated = fact.stated
    if isinstance(stated, Term):
        return {"subject": stated.subject, "metric": stated.kind, "period": None, "scenario": None}
    return {
        "subject": stated.subject,
        "dimension": stated.dimension,
        "metric": stated.metric,
        "period": period_json(stated.period),
        "scenario": stated.scenario,
    }


def side(fact: Fact) -> dict[str, Any]:
    """A fact as one side of a conflict."""
    value, unit = (fact.stated.value, None) if isinstance(fact.stated, Term) else (fact.value, fact.stated.unit)
    return {
        "fact": fact.id, "file": fact.file, "place": dict(fact.place), "printed": fact.printed,
        "value": value, "unit": unit, "scale": fact.scale,
    }  # fmt: skip


def _groups(facts: Iterable[Fact]) -> dict[Any, list[Fact]]:
    groups: dict[Any, list[Fact]] = defaultdict(list)
    for fact in facts:
        stated = fact.stated
        if isinstance(stated, Meaning):
            groups[stated.key].append(fact)
        elif stated.kind in _SINGULAR:
            groups[stated.kind, stated.subject].append(fact)
    return groups


_SINGULAR = frozenset({"effective_date", "term", "notice", "governing_law"})  # of which a contract has one


def _one_a_file(facts: list[Fact]) -> list[Fact]:
    """The most precise statement of each file, and any other of it that the first does not cover."""
    chosen: dict[tuple[str, str], Fact] = {}
    for fact in facts:
        variant = (fact.file, fact.stated.variant)
        if variant not in chosen or precision(fact) < precision(chosen[variant]):
            chosen[variant] = fact
    return list(chosen.values())


def amount(fact: Fact) -> Decimal:
    """The printed figure in whole units."""
    return Decimal(fact.value) * SCALES[fact.scale]


def precision(fact: Fact) -> Decimal:
    """What one step in the last printed digit is worth."""
    if not fact.value:
        return Decimal(0)
    exponent = Decimal(fact.value).as_tuple().exponent
    assert isinstance(exponent, int)
    return Decimal(1).scaleb(exponent) * SCALES[fact.scale]


def agree(one: Fact, other: Fact) -> bool:
    """Could both be the same figure, rounded as each is printed? Costs may carry either sign."""
    if isinstance(one.stated, Term) or isinstance(other.stated, Term):
        return _words(one) == _words(other)
    first, second = amount(one), amount(other)
    if one.stated.metric in COSTS:
        first, second = abs(first), abs(second)
    return abs(first - second) <= (precision(one) + precision(other)) / 2


def _words(fact: Fact) -> str:
    assert isinstance(fact.stated, Term)
    return fact.stated.iso or fact.stated.value


def _look_alikes(figures: list[Fact], superseded: set[str]) -> Iterator[tuple[str, list[tuple[Fact, Fact]]]]:
    """Pairs that differ in one part of what they mean, and so do not contradict each other."""
    live = [fact for fact in figures if fact.file not in superseded]
    yield (
        "other period",
        _pairs(live, lambda m: (m.subject, m.dimension, m.metric, m.scenario, m.unit, m.period.months), "period"),
    )
    yield (
        "forecast or budget against actual",
        _pairs(live, lambda m: (m.subject, m.dimension, m.metric, m.period, m.unit), "scenario"),
    )
    yield "other currency", _pairs(live, lambda m: (m.subject, m.dimension, m.metric, m.period, m.scenario), "unit")
    yield (
        "segment against whole",
        _pairs(live, lambda m: (m.subject, m.metric, m.period, m.scenario, m.unit), "dimension"),
    )
    yield "other subject", _pairs(live, lambda m: (m.metric, m.dimension, m.period, m.scenario), "subject")
    yield "share against amount", _margins(live)


def _pairs(facts: list[Fact], same: Any, apart: str) -> list[tuple[Fact, Fact]]:
    """A pair of files for each group that is the same but for one part."""
    groups: dict[Any, list[Fact]] = defaultdict(list)
    for fact in facts:
        groups[same(fact.stated)].append(fact)
    found = []
    for group in groups.values():
        for one, other in combinations(group[:40], 2):
            if getattr(one.stated, apart) != getattr(other.stated, apart) and one.file != other.file:
                found.append((one, other))
                break
    return found[:: max(1, len(found) // _MOST_EXAMPLES)]


def _margins(facts: list[Fact]) -> list[tuple[Fact, Fact]]:
    """Each margin with the amount that it is a share of."""
    amounts = {_without(fact, ""): fact for fact in facts}
    found = []
    for fact in facts:
        metric = _SHARES.get(fact.stated.metric) if isinstance(fact.stated, Meaning) else None
        if metric and (whole := amounts.get(_without(fact, metric))):
            found.append((fact, whole))
    return found


_SHARES = {"gross_margin": "gross_profit", "ebitda_margin": "ebitda"}


def _without(fact: Fact, metric: str) -> tuple[object, ...]:
    """What the fact is about, apart from its unit; `metric` in place of its own."""
    stated = fact.stated
    assert isinstance(stated, Meaning)
    return stated.subject, stated.dimension, metric or stated.metric, stated.period, stated.scenario
