"""Editions by their names: files whose names differ only in marks of editions."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from sleuth.findings.versions.kinship import ALIKE, UNLIKE, base_name, is_series, parties_apart, reads_alike, same_times
from sleuth.findings.versions.links import Evidence, Proposal
from sleuth.findings.versions.portrait import likeness
from sleuth.findings.versions.weights import Edition, rank, weigh

_LISTED = re.compile(r"\A\d{1,3} (?=[^\W\d]{2})")  # the number under which a folder lists a file


def by_names(editions: Sequence[Edition]) -> Iterator[Proposal]:
    """Files whose names differ only in marks of editions, and in the number under which a folder lists them."""
    families: dict[str, list[Edition]] = defaultdict(list)
    for edition in editions:
        if edition.name.stem:
            families[_unlisted(edition.name.stem)].append(edition)
    for family in families.values():
        for part in _parts(family):
            for line in _lines(part):
                yield from _line_links(line)


def _unlisted(stem: str) -> str:
    """A name without the number under which a folder lists it: "monthly accounts" of "03 monthly accounts"."""
    return _LISTED.sub("", stem)


def _parts(family: Sequence[Edition]) -> Iterator[Sequence[Edition]]:
    """A family as one where each listed name has marks of its own ("03 accounts", "04 accounts v2"), else name by name.

    "01 minutes", "02 minutes" and "03 minutes v2" leave open of which the last is an edition.
    """
    by_name: dict[str, list[Edition]] = defaultdict(list)
    for edition in family:
        by_name[edition.name.stem].append(edition)
    ranks = {(edition.name.stem, rank(edition.name)) for edition in family}
    if len({one for _, one in ranks}) == len(ranks):
        yield family
    else:
        yield from by_name.values()


def _lines(family: Sequence[Edition]) -> list[list[Edition]]:
    """A family by the dates in its names: another date is another document unless the contents are of one."""
    lines: list[list[Edition]] = []
    for edition in family:
        for line in lines:
            if all(_may_be_one(edition, other) for other in line):
                line.append(edition)
                break
        else:
            lines.append([edition])
    return lines


def _may_be_one(one: Edition, other: Edition) -> bool:
    if one.name.stem != other.name.stem and not reads_alike(one.portrait, other.portrait):
        return False
    if one.name.day == other.name.day:
        return True
    if is_series(one.name.stem) or is_series(one.title.stem):
        return False
    alike = likeness(one.portrait, other.portrait)
    return alike is None or (alike >= ALIKE and same_times(one.portrait, other.portrait))


def _line_links(line: Sequence[Edition]) -> Iterator[Proposal]:
    """Each edition after the one before it; files of equal rank are one edition in several formats."""
    ranks: dict[object, list[Edition]] = defaultdict(list)
    for edition in sorted(line, key=_order):
        ranks[_order(edition)[:-1]].append(edition)
    for older, newer in pairwise(_from_oldest(list(ranks.values()))):
        for edition in older:
            follower = next((n for n in newer if n.name.extension == edition.name.extension), newer[0])
            yield from _name_link(edition, follower)


def _order(edition: Edition) -> tuple[object, ...]:
    return (*rank(edition.name), str(edition.name.day or ""), edition.id)


def _from_oldest(groups: Sequence[list[Edition]]) -> list[list[Edition]]:
    """Editions by how many of the others each is newer than; those that all signs leave open, as they come."""
    newer_than = [
        sum(weigh(group[0], other[0]).weight > 0 for other in groups if other is not group) for group in groups
    ]
    places = sorted(range(len(groups)), key=lambda place: (newer_than[place], place))
    return [groups[place] for place in places]


def _name_link(older: Edition, newer: Edition) -> Iterator[Proposal]:
    verdict = weigh(newer, older)
    reason, certain = verdict.reason, verdict.is_certain
    alike = likeness(older.portrait, newer.portrait)
    if alike is not None and alike < UNLIKE:
        reason, certain = f"{reason}, but their texts are unlike", False
    elif parties_apart(older.portrait, newer.portrait):
        reason, certain = f"{reason}, but they name other companies", False
    evidence = Evidence("name", f"{base_name(older)} → {base_name(newer)}")
    yield Proposal(newer.id, older.id, reason, evidence, certain)
