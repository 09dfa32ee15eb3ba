"""Editions by sentences in which a document says itself what it replaces."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from sleuth.findings.versions.kinship import UNLIKE, is_untold, made_before, parties_apart
from sleuth.findings.versions.links import Evidence, Proposal
from sleuth.findings.versions.names import read_title
from sleuth.findings.versions.portrait import Notice, likeness, printed_days
from sleuth.findings.versions.weights import Edition
from sleuth.language.wordlist import wordlist


def by_notices(editions: Sequence[Edition]) -> Iterator[Proposal]:
    """The links that notices state: "This report replaces the one dated 3 May"."""
    for edition in editions:
        for notice in edition.portrait.notices:
            yield from _resolve(edition, notice, editions)


def _resolve(newer: Edition, notice: Notice, editions: Sequence[Edition]) -> Iterator[Proposal]:
    """The document that a notice means: by the date, the title or the number it gives."""
    days = {day for day, _ in printed_days(notice.target)}
    target = _Target(_title_of(notice.target), days)
    candidates = [one for one in editions if one.id != newer.id and _fits(one, newer, target)]
    dated = [one for one in candidates if days & _days_of(one)]
    if days:
        certain = len(dated) == 1
        found = dated or [one for one in candidates if one.portrait.made is None]
    else:
        certain = bool(target.title) and len(candidates) == 1
        found = candidates
    if found:
        older = max(found, key=lambda one: (str(one.portrait.made or ""), one.id))
        yield Proposal(
            newer.id, older.id, "it says so itself", Evidence("content", notice.text, notice.span),
            certain and not parties_apart(older.portrait, newer.portrait),
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
    return "" if is_untold(title) else title  # "our earlier report" has no title


def _fits(one: Edition, newer: Edition, target: _Target) -> bool:
    """Whether a document may be what a notice of a newer one means."""
    if made_before(newer.portrait, one.portrait) or not (one.title.stem or one.name.stem):
        return False
    same_title = one.title.stem == newer.title.stem and not is_untold(one.title.stem)
    if target.title:  # by its own title; or by its date and another title, or one that says more
        is_called = any(_is_called(target.title, stem) for stem in (one.title.stem, one.name.stem))
        names_more = any(stem.startswith(f"{target.title} ") for stem in (one.title.stem, one.name.stem))
        return is_called or ((same_title or names_more) and bool(target.days & _days_of(one)))
    alike = likeness(one.portrait, newer.portrait)
    if same_title or one.name.stem == newer.name.stem:
        return alike is None or alike >= UNLIKE
    return bool(target.days & _days_of(one)) and alike is not None and alike >= UNLIKE  # "the version of 26 May 2025"


def _is_called(said: str, stem: str) -> bool:
    """Whether a notice's words are a title, or begin with one of several words."""
    return said == stem or (" " in stem and said.startswith(f"{stem} "))


def _days_of(edition: Edition) -> set[date]:
    known = (edition.portrait.made, edition.name.day)
    return {*(day for day in known if day is not None), *edition.portrait.front_days}
