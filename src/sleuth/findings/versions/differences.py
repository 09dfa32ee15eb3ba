"""Where two editions of one document state different things: sentence by sentence and cell by cell, of whatever kind.

Figures of known metrics are compared by `findings.conflicts` wherever they stand. Two editions say nearly the same in
nearly the same words, so here the words themselves are laid beside each other: what changed is a fact that differs.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from itertools import groupby

from sleuth.evidence.source import Page, Source, Span, Table
from sleuth.findings.text.sentences import statements
from sleuth.findings.versions.portrait import Portrait, printed_days
from sleuth.language.glyphs import plain_line
from sleuth.language.numbers import NUMBER
from sleuth.language.wordlist import wordlist

_SAME_SENTENCE = 0.6  # of the words, for two sentences to be two wordings of one
_LONGEST_LABEL = 60  # characters, on either side of what differs
_YEAR = re.compile(r"(?:19|20)\d\d[.,;]?")


@dataclass(frozen=True, slots=True)
class Wording:
    """What one edition says."""

    span: Span
    value: str  # the words or the cell that differ
    quote: str  # the sentence or the row, in the source's own characters


@dataclass(frozen=True, slots=True)
class Difference:
    """A fact that two editions state differently."""

    label: str  # what it is of: the row and the column, or the words around what differs
    one: Wording
    other: Wording


@dataclass(frozen=True, slots=True)
class _Unit:
    """A sentence or a cell of a table."""

    span: Span
    quote: str
    text: str  # folded, for comparing
    label: str = ""  # of a cell
    about: str = ""  # what a cell is matched by: its row and column


def differences(first: Source, second: Source, one: Portrait, other: Portrait) -> list[Difference]:
    """What two editions state differently, in the order of the first.

    Left out are the dates that each gives itself and its notices about the other: these differ by nature.
    """
    ours, theirs = list(_units(first, one)), list(_units(second, other))
    keys, other_keys = [_skeleton(unit) for unit in ours], [_skeleton(unit) for unit in theirs]
    found: list[Difference] = []
    matcher = SequenceMatcher(None, keys, other_keys, autojunk=False)
    for how, start, end, other_start, other_end in matcher.get_opcodes():
        pairs: Iterator[tuple[_Unit, _Unit]] | zip[tuple[_Unit, _Unit]] = iter(())
        if how == "equal":
            pairs = zip(ours[start:end], theirs[other_start:other_end], strict=True)
        elif how == "replace":
            pairs = _reworded(ours[start:end], theirs[other_start:other_end])
        found += [_difference(a, b) for a, b in pairs if a.text != b.text and not _are_own_dates(a, b, one, other)]
    return found


def _units(source: Source, portrait: Portrait) -> Iterator[_Unit]:
    for page in source.pages:
        cells = [cell for table in page.tables for cell in _cells(page, table)]
        said = [_Unit(Span(page.number, s.start, s.end), s.text, plain_line(s.text)) for s in statements(page)]
        for unit in sorted([*cells, *said], key=lambda unit: unit.span):
            if not any(unit.span.overlaps(notice.span) for notice in portrait.notices):
                yield unit


def _cells(page: Page, table: Table) -> Iterator[_Unit]:
    """The cells that stand under a column's heading, in a row with a label."""
    for row, cells in groupby(sorted(table.cells(), key=lambda cell: (cell.row, cell.column)), lambda cell: cell.row):
        here = list(cells)
        path = table.row_paths.get(row, ())
        if not path or len(here) < 2:
            continue
        quote = page.text[min(cell.start for cell in here) : max(cell.end for cell in here)]
        for cell in here[1:]:
            label = ", ".join([*path, *table.column_paths.get(cell.column, ())])
            span = Span(page.number, cell.start, cell.end)
            yield _Unit(span, quote, plain_line(page.text[cell.start : cell.end]), label, plain_line(label))


def _skeleton(unit: _Unit) -> str:
    """What is alike in two editions of a unit: of a cell its place, of a sentence its words without values."""
    return f"\t{unit.about}" if unit.about else _values().sub("#", unit.text)


def _reworded(ours: Sequence[_Unit], theirs: Sequence[_Unit]) -> Iterator[tuple[_Unit, _Unit]]:
    """Sentences of a changed stretch that are two wordings of one, in order."""
    left = [unit for unit in theirs if not unit.about]
    for unit in ours:
        if unit.about:
            continue
        words = unit.text.split()
        for place, candidate in enumerate(left):
            if SequenceMatcher(None, words, candidate.text.split(), autojunk=False).ratio() >= _SAME_SENTENCE:
                yield unit, candidate
                left = left[place + 1 :]
                break


def _difference(one: _Unit, other: _Unit) -> Difference:
    if one.about:
        return Difference(one.label, _wording(one, one.text), _wording(other, other.text))
    ours, theirs = one.quote.split(), other.quote.split()
    before = _alike(ours, theirs)
    behind = _alike(ours[before:][::-1], theirs[before:][::-1])
    if behind and _YEAR.fullmatch(ours[-behind]):
        behind -= 1  # a date is told with its year, though both are of one year
    value = " ".join(ours[before : len(ours) - behind])
    other_value = " ".join(theirs[before : len(theirs) - behind])
    label = _label(ours[:before], ours[len(ours) - behind :])
    return Difference(label, _wording(one, value), _wording(other, other_value))


def _label(before: Sequence[str], behind: Sequence[str]) -> str:
    """A sentence without what differs in it, as in “The group had … employees at year end.”"""
    lead, rest = " ".join(before), " ".join(behind)
    if len(lead) > _LONGEST_LABEL:
        lead = f"…{lead[-_LONGEST_LABEL:].partition(' ')[2]}"
    if len(rest) > _LONGEST_LABEL:
        rest = f"{rest[:_LONGEST_LABEL].rpartition(' ')[0]}…"
    return " ".join(filter(None, (lead, "…", rest)))


def _wording(unit: _Unit, value: str) -> Wording:
    return Wording(unit.span, value.strip(" .,;"), unit.quote)


def _alike(ours: Sequence[str], theirs: Sequence[str]) -> int:
    """How many words two texts begin with in common."""
    count = 0
    for one, other in zip(ours, theirs, strict=False):
        if one != other:
            break
        count += 1
    return count


def _are_own_dates(one: _Unit, other: _Unit, first: Portrait, second: Portrait) -> bool:
    """Whether nothing differs but the days that the editions give themselves."""
    days = [day for unit in (one, other) for day, _ in printed_days(unit.text)]
    own = {first.dated, second.dated}
    return bool(days) and all(day in own for day in days) and _skeleton(one) == _skeleton(other)


@cache
def _values() -> re.Pattern[str]:
    months = "|".join(
        sorted(
            (name for names in wordlist("periods")["month"].values() for name in names.split()), key=len, reverse=True
        )
    )
    return re.compile(rf"{NUMBER}|(?<![^\W\d_])(?:{months})(?![^\W\d_])")
