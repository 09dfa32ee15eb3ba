"""Superseding finding by finding: what a newer document says about the same fact takes the older one's place."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sleuth.findings.compared.comparison import Pair


@dataclass(frozen=True, slots=True)
class Stated:
    """A finding as one step of a correction chain."""

    id: int
    document: int
    key: tuple[Any, ...]  # what it is of: subject, dimension, metric, period, scenario, and unit of a figure
    place: str  # its locator, by which one of several statements of a document is chosen
    shown: str  # its value for people: "12.4 USD m"
    filename: str
    is_figure: bool = True  # else a fact in words, of which a document may state several


def corrections(stated: Sequence[Stated], newer: Mapping[int, int]) -> Iterator[Pair]:
    """Each older finding with the newer one of its fact: of the next version, or of a later one if that is silent.

    `newer` says of each replaced document which one replaces it.
    """
    facts: dict[int, dict[tuple[Any, ...], list[Stated]]] = defaultdict(lambda: defaultdict(list))
    for one in stated:
        facts[one.document][one.key].append(one)
    for document in [document for document in facts if document in newer]:
        for key, olds in facts[document].items():
            followers = next((facts[d][key] for d in _later(document, newer) if key in facts.get(d, {})), [])
            for old in olds:
                if new := _follower(old, followers, alone=len(olds) == 1):
                    yield Pair(new.id, old.id, _reason(old, new))


def _follower(old: Stated, followers: Sequence[Stated], alone: bool) -> Stated | None:
    """What takes a finding's place: at the same place, or else the first; of several facts in words, the same words."""
    if not old.is_figure and not (alone and len(followers) == 1):
        return next((one for one in followers if one.shown == old.shown), None)
    return next((one for one in followers if one.place == old.place), followers[0] if followers else None)


def _later(document: int, newer: Mapping[int, int]) -> Iterator[int]:
    while document in newer:
        document = newer[document]
        yield document


def _reason(old: Stated, new: Stated) -> str:
    """ "12.4 → 11.9 in report_v3.pdf"."""
    if old.shown == new.shown:
        return f"{old.shown} again in {new.filename}"
    return f"{old.shown} → {new.shown} in {new.filename}"
