"""Proposes links from a newer document to the older one it replaces, the surest kind of evidence first."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence

from sleuth.findings.versions.by_metadata import by_metadata
from sleuth.findings.versions.by_names import by_names
from sleuth.findings.versions.by_notices import by_notices
from sleuth.findings.versions.kinship import base_name
from sleuth.findings.versions.links import Evidence, Links, Proposal
from sleuth.findings.versions.names import read_name, read_title
from sleuth.findings.versions.portrait import Portrait
from sleuth.findings.versions.weights import Edition, rank


def propose(
    portraits: Sequence[Portrait],
    confirmed: Sequence[tuple[int, int]] = (),
    rejected: Collection[tuple[int, int]] = (),
) -> list[Proposal]:
    """The links between neighbouring editions, each older document replaced by at most one newer; no cycles.

    `confirmed` and `rejected` are pairs (newer, older) that a person ruled on, of the confirmed ones the latest ruling
    first. What was confirmed goes before everything else; what was rejected is still listed, and stands in no way.
    """
    editions = [Edition(p, read_name(p.filename), read_title(p.title)) for p in sorted(portraits, key=lambda p: p.id)]
    derived = [*by_same_names(editions), *by_notices(editions), *by_names(editions), *by_metadata(editions)]
    links = Links(rejected)
    for proposal in (*_ruled(editions, confirmed, derived), *derived):
        links.add(proposal)
    return links.kept


def _ruled(
    editions: Sequence[Edition], confirmed: Iterable[tuple[int, int]], derived: Sequence[Proposal]
) -> Iterator[Proposal]:
    """The links that a person made or confirmed, with the evidence that there is besides."""
    names = {edition.id: base_name(edition) for edition in editions}
    found = {(proposal.newer, proposal.older): proposal for proposal in reversed(derived)}
    for newer, older in confirmed:
        if newer in names and older in names:
            evidence = Evidence("ruling", f"{names[older]} → {names[newer]}")
            yield found.get((newer, older)) or Proposal(newer, older, "a person says so", evidence, certain=False)


def by_same_names(editions: Iterable[Edition]) -> Iterator[Proposal]:
    there = {edition.id for edition in editions}
    for edition in editions:
        before = edition.portrait.replaces
        if before is not None and before in there:
            name = edition.portrait.filename
            yield Proposal(
                edition.id, before, "another content under the same name", Evidence("same name", name), certain=True
            )


def renditions(portraits: Iterable[Portrait]) -> dict[int, int]:
    """Documents that are one edition in several formats, by the least id of each such group."""
    groups: dict[object, list[Portrait]] = defaultdict(list)
    for portrait in portraits:
        name = read_name(portrait.filename)
        if name.stem:
            groups[name.stem, rank(name), name.day].append(portrait)
    return {
        portrait.id: min(one.id for one in group)
        for group in groups.values()
        for portrait in group
        if len({read_name(one.filename).extension for one in group}) > 1
    }
