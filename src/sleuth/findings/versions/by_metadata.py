"""Editions by what files state: one title, wording and periods alike, and one made later."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from sleuth.findings.versions.kinship import MUST_ALIKE, is_series, is_untold, made_before, parties_apart, same_times
from sleuth.findings.versions.links import Evidence, Proposal
from sleuth.findings.versions.portrait import likeness
from sleuth.findings.versions.weights import Edition


def by_metadata(editions: Sequence[Edition]) -> Iterator[Proposal]:
    """Files of one title, alike in wording and periods, of which one was made later."""
    groups: dict[str, list[Edition]] = defaultdict(list)
    for edition in editions:
        if not is_untold(edition.title.stem) and not is_series(edition.title.stem):
            groups[edition.title.stem].append(edition)
    for group in groups.values():
        dated = sorted((e for e in group if e.portrait.made), key=lambda e: (str(e.portrait.made), e.id))
        for number, older in enumerate(dated):
            later = [one for one in dated[number + 1 :] if _told_by_metadata(older, one)]
            if later:
                yield _metadata_link(older, later[0])


def _told_by_metadata(older: Edition, newer: Edition) -> bool:
    one, other = older.portrait, newer.portrait
    alike = likeness(one, other)
    return (
        made_before(one, other)
        and not (one.dated and other.dated and one.dated > other.dated)
        and alike is not None
        and alike >= MUST_ALIKE
        and same_times(one, other)
        and not parties_apart(one, other)
        and not _numbered_apart(older.name.stem, newer.name.stem)
    )


def _metadata_link(older: Edition, newer: Edition) -> Proposal:
    one, other = older.portrait, newer.portrait
    same_author = bool(one.author) and one.author.casefold() == other.author.casefold()
    shared = f"title “{other.title}”" + (f" and author {other.author}" if same_author else "")
    text = f"{shared}; made {one.made}, then {other.made}; {likeness(one, other):.0%} of the wording alike"
    return Proposal(newer.id, older.id, "the same title, made later", Evidence("metadata", text), same_author)


def _numbered_apart(one: str, other: str) -> bool:
    """Whether names differ in a small number, a letter or a period: contract 1 and contract 2 are two contracts."""
    first, second = one.split(), other.split()
    pairs = [(a, b) for a, b in zip(first, second, strict=False) if a != b]
    if len(first) != len(second) or not 0 < len(pairs) < len(first):
        return False
    return all(len(a) <= 2 or len(b) <= 2 or (_is_period(a) and _is_period(b)) for a, b in pairs)


def _is_period(word: str) -> bool:
    """ "2023", "fy23"; of two numbers that a system gives out, one may look like a year, but hardly both."""
    return re.fullmatch(r"fy\d{2,4}|(?:19|20)\d\d(?:\d{2}){0,2}", word) is not None
