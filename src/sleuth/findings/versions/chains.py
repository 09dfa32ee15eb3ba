"""Proposes links from a newer document to the older one it replaces: by names, by notices, by what files state."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import pairwise

from sleuth.evidence.source import Span
from sleuth.findings.versions.names import read_name, read_title
from sleuth.findings.versions.portrait import Notice, Portrait, likeness, printed_days
from sleuth.findings.versions.weights import Edition, rank, weigh
from sleuth.language.wordlist import wordlist

_ALIKE = 0.5  # of the wording: two editions of one document
_MUST_ALIKE = 0.7  # where nothing but title, author and date links them
_UNLIKE = 0.15  # below it two files of one name are hardly one document
_SAME_TIMES = 0.75  # of the periods that two documents speak of


@dataclass(frozen=True, slots=True)
class Evidence:
    """What shows that one document replaces another: the names, a located quote, or what the files state."""

    kind: str  # "name", "content", "metadata", "same name" or "ruling"
    text: str
    span: Span | None = None  # in the newer document, where the evidence is a quote


@dataclass(frozen=True, slots=True)
class Proposal:
    """One document replaces another. What is not certain waits for a person."""

    newer: int
    older: int
    reason: str
    evidence: Evidence
    certain: bool


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
    derived = [*_same_names(editions), *_by_notices(editions), *_by_names(editions), *_by_metadata(editions)]
    links = _Links(rejected)
    for proposal in (*_ruled(editions, confirmed, derived), *derived):
        links.add(proposal)
    return links.kept


def _ruled(
    editions: Sequence[Edition], confirmed: Iterable[tuple[int, int]], derived: Sequence[Proposal]
) -> Iterator[Proposal]:
    """The links that a person made or confirmed, with the evidence that there is besides."""
    names = {edition.id: _base(edition) for edition in editions}
    found = {(proposal.newer, proposal.older): proposal for proposal in reversed(derived)}
    for newer, older in confirmed:
        if newer in names and older in names:
            evidence = Evidence("ruling", f"{names[older]} → {names[newer]}")
            yield found.get((newer, older)) or Proposal(newer, older, "a person says so", evidence, certain=False)


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


class _Links:
    """Links that were accepted, the surest kind first."""

    def __init__(self, rejected: Collection[tuple[int, int]]) -> None:
        self.kept: list[Proposal] = []
        self._rejected = set(rejected)
        self._newer: dict[int, int] = {}  # older → newer

    def add(self, proposal: Proposal) -> None:
        """Keep a link unless the two are linked already, the older is replaced by another, or a circle would close."""
        pair = (proposal.newer, proposal.older)
        if pair in self._rejected:
            self._rejected.remove(pair)  # listed once, so that it can be undone
            self.kept.append(proposal)
            return
        if pair in ((one.newer, one.older) for one in self.kept):
            return
        if proposal.older in self._newer or proposal.older in self._after(proposal.newer):
            return
        self._newer[proposal.older] = proposal.newer
        self.kept.append(proposal)

    def _after(self, document: int) -> Iterator[int]:
        while document in self._newer:
            document = self._newer[document]
            yield document


def _same_names(editions: Iterable[Edition]) -> Iterator[Proposal]:
    there = {edition.id for edition in editions}
    for edition in editions:
        before = edition.portrait.replaces
        if before is not None and before in there:
            name = edition.portrait.filename
            yield Proposal(
                edition.id, before, "another content under the same name", Evidence("same name", name), certain=True
            )


def _by_names(editions: Sequence[Edition]) -> Iterator[Proposal]:
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


_LISTED = re.compile(r"\A\d{1,3} (?=[^\W\d]{2})")


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
    if one.name.stem != other.name.stem and not _reads_alike(one.portrait, other.portrait):
        return False
    if one.name.day == other.name.day:
        return True
    if _is_series(one.name.stem) or _is_series(one.title.stem):
        return False
    alike = likeness(one.portrait, other.portrait)
    return alike is None or (alike >= _ALIKE and same_times(one.portrait, other.portrait))


def _reads_alike(one: Portrait, other: Portrait) -> bool:
    """Whether the texts alone show two editions of one document."""
    alike = likeness(one, other)
    return alike is not None and alike >= _MUST_ALIKE and same_times(one, other)


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
    if alike is not None and alike < _UNLIKE:
        reason, certain = f"{reason}, but their texts are unlike", False
    elif _parties_apart(older.portrait, newer.portrait):
        reason, certain = f"{reason}, but they name other companies", False
    evidence = Evidence("name", f"{_base(older)} → {_base(newer)}")
    yield Proposal(newer.id, older.id, reason, evidence, certain)


def _by_notices(editions: Sequence[Edition]) -> Iterator[Proposal]:
    for edition in editions:
        for notice in edition.portrait.notices:
            yield from _resolve(edition, notice, editions)


def _resolve(newer: Edition, notice: Notice, editions: Sequence[Edition]) -> Iterator[Proposal]:
    """The document that a notice means: by the date, the title or the number it gives."""
    days = {day for day, _ in printed_days(notice.target)}
    target = _Target(_title_of(notice.target), days)
    candidates = [one for one in editions if one.id != newer.id and _fits(one, newer, target)]
    dated = [one for one in candidates if days & _days_of(one)] if days else []
    certain = len(dated) == 1 or (not days and bool(target.title) and len(candidates) == 1)
    found = dated or ([] if days else candidates)
    if days and not dated:
        found = [one for one in candidates if one.portrait.made is None]
    if found:
        older = max(found, key=lambda one: (str(one.portrait.made or ""), one.id))
        yield Proposal(
            newer.id, older.id, "it says so itself", Evidence("content", notice.text, notice.span),
            certain and not _parties_apart(older.portrait, newer.portrait),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Target:
    title: str  # the stem of the title that a notice names; "" where it only points at an earlier edition
    days: set[date]


def _title_of(target: str) -> str:
    """The title in a notice, without its dates and what only points."""
    for _, (start, end) in reversed(printed_days(target)):
        target = target[:start] + " " + target[end:]
    pointing = set(wordlist("versions", "findings")["pointing"]["words"])
    words = read_title(target.partition(",")[0]).stem.split()
    while words and words[0] in pointing:
        words = words[1:]
    while words and words[-1] in pointing:
        words = words[:-1]
    title = " ".join(words)
    return "" if _is_untold(title) else title  # "our earlier report" has no title


def _fits(one: Edition, newer: Edition, target: _Target) -> bool:
    """Whether a document may be what a notice of a newer one means."""
    if _made_before(newer.portrait, one.portrait) or not (one.title.stem or one.name.stem):
        return False
    same_title = one.title.stem == newer.title.stem and not _is_untold(one.title.stem)
    if target.title:  # by its own title; or by its date and another title, or one that says more
        is_called = any(_is_called(target.title, stem) for stem in (one.title.stem, one.name.stem))
        names_more = any(stem.startswith(f"{target.title} ") for stem in (one.title.stem, one.name.stem))
        return is_called or ((same_title or names_more) and bool(target.days & _days_of(one)))
    alike = likeness(one.portrait, newer.portrait)
    if same_title or one.name.stem == newer.name.stem:
        return alike is None or alike >= _UNLIKE
    return bool(target.days & _days_of(one)) and alike is not None and alike >= _UNLIKE  # "the version of 26 May 2025"


def _is_called(said: str, stem: str) -> bool:
    """Whether a notice's words are a title, or begin with one of several words."""
    return said == stem or (" " in stem and said.startswith(f"{stem} "))


def _days_of(edition: Edition) -> set[date]:
    known = (edition.portrait.made, edition.name.day)
    return {*(day for day in known if day is not None), *edition.portrait.front_days}


def _by_metadata(editions: Sequence[Edition]) -> Iterator[Proposal]:
    """Files of one title, alike in wording and periods, of which one was made later."""
    groups: dict[str, list[Edition]] = defaultdict(list)
    for edition in editions:
        if not _is_untold(edition.title.stem) and not _is_series(edition.title.stem):
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
        _made_before(one, other)
        and not (one.dated and other.dated and one.dated > other.dated)
        and alike is not None
        and alike >= _MUST_ALIKE
        and same_times(one, other)
        and not _parties_apart(one, other)
        and not _numbered_apart(older.name.stem, newer.name.stem)
    )


def _metadata_link(older: Edition, newer: Edition) -> Proposal:
    one, other = older.portrait, newer.portrait
    same_author = bool(one.author) and one.author.casefold() == other.author.casefold()
    shared = f"title “{other.title}”" + (f" and author {other.author}" if same_author else "")
    text = f"{shared}; made {one.made}, then {other.made}; {likeness(one, other):.0%} of the wording alike"
    return Proposal(newer.id, older.id, "the same title, made later", Evidence("metadata", text), same_author)


def same_times(one: Portrait, other: Portrait) -> bool:
    """Whether two documents speak of the same periods, as far as they name any."""
    if not one.times or not other.times:
        return True
    return len(one.times & other.times) >= _SAME_TIMES * len(one.times | other.times)


def _parties_apart(one: Portrait, other: Portrait) -> bool:
    """Whether each names a company that the other does not; what stands before a name does not count."""
    return _has_stranger(one, other) and _has_stranger(other, one)


def _has_stranger(one: Portrait, other: Portrait) -> bool:
    known = other.parties
    return any(not any(a.endswith(b) or b.endswith(a) for b in known) for a in one.parties) and bool(known)


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


def _made_before(one: Portrait, other: Portrait) -> bool:
    return one.made is not None and other.made is not None and one.made < other.made


def _base(edition: Edition) -> str:
    return edition.portrait.filename.rpartition("/")[2]


@cache
def _is_untold(title: str) -> bool:
    return title in wordlist("versions", "findings")["untold"]["titles"] or title.isdigit()


@cache
def _is_series(title: str) -> bool:
    return any(f" {word} " in f" {title} " for word in wordlist("versions", "findings")["series"]["words"])
