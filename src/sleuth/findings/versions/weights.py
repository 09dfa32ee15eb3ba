"""Which of two editions is the newer one: each sign speaks for one of them, with a weight.

Names are given by hand and often wrong; what a text says of its own date is written with care. So the date in the text
outweighs any mark of a name, and marks that do not compare (CORRECTED beside v2) weigh next to nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from sleuth.findings.versions.names import Name, Stage
from sleuth.findings.versions.portrait import Portrait, likeness

_DATED = 5  # the date that the text gives itself
_NUMBERED = 4  # the name counts editions: v2, v3
_MARKED = 3  # the name bears a word: final, corrected; or a date, on documents that are known to be alike
_UNCLEAR = 1  # marks that do not compare, or a date in a name of which the text is not known
_MADE = 1  # what the file states of its making: programs renew it when nothing changes
_CERTAIN = 3  # from this on no person need confirm
_NONE = "(none)"  # in place of a date that a name does not bear; it sorts before every date

Rank = tuple[Stage, tuple[int, ...], tuple[int, ...], tuple[int, int], int]


@dataclass(frozen=True, slots=True)
class Edition:
    """A document as one of several editions: what is compared of it, and its name and title taken apart."""

    portrait: Portrait
    name: Name
    title: Name

    @property
    def id(self) -> int:
        return self.portrait.id


@dataclass(frozen=True, slots=True)
class Sign:
    """Something that tells which of two editions is newer. Positive weights speak for the first of the two."""

    weight: int
    reason: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """All signs about two editions, taken together."""

    signs: tuple[Sign, ...]

    @property
    def weight(self) -> int:
        """Above zero the first is newer, below zero the second; how far says how sure that is."""
        return sum(sign.weight for sign in self.signs)

    @property
    def is_certain(self) -> bool:
        """Whether it needs no person."""
        return self.weight >= _CERTAIN

    @property
    def reason(self) -> str:
        """What speaks for the first, the weightiest first, and what speaks against it."""
        ranked = sorted(self.signs, key=lambda sign: -abs(sign.weight))
        pros = [sign.reason for sign in ranked if sign.weight > 0]
        cons = [sign.reason for sign in ranked if sign.weight < 0]
        said = "; ".join(pros) or "by its name alone"
        return f"{said}, but {' and '.join(cons)}" if cons else said


def rank(name: Name) -> Rank:
    """What sorts the names of one title from the oldest to the newest; equal ranks are one edition."""
    return name.stage, _padded(name.working), _padded(name.number), name.amended, name.copy


def _padded(number: tuple[int, ...]) -> tuple[int, ...]:
    """A name without a number is the first edition: v2 follows it."""
    return (number or (1,)) + (0,) * (3 - len(number or (1,)))


def weigh(one: Edition, other: Edition) -> Verdict:
    """What speaks for `one` being newer than `other`, and what against it."""
    is_told = one.name.day and other.name.day and likeness(one.portrait, other.portrait) is not None
    of_name = _MARKED if is_told else _UNCLEAR
    return Verdict(
        (
            *_by_date(_DATED, "its text is dated", one.portrait.dated, other.portrait.dated),
            *_by_marks(one.name, other.name),
            *_by_date(of_name, "its name is dated", one.name.day or _NONE, other.name.day or _NONE),
            *_by_date(_MADE, "its file was made", one.portrait.made, other.portrait.made),
        )
    )


def _by_date(weight: int, what: str, one: date | str | None, other: date | str | None) -> Iterator[Sign]:
    if one is not None and other is not None and one != other:
        yield Sign(weight if str(one) > str(other) else -weight, f"{what} {one}, the other’s {other}")


def _by_marks(one: Name, other: Name) -> Iterator[Sign]:
    if rank(one) == rank(other):
        return
    is_newer = rank(one) > rank(other)
    newer, older = (one, other) if is_newer else (other, one)
    counts = older.number != newer.number or older.amended != newer.amended
    weight = _UNCLEAR if _is_unclear(older, newer) else _NUMBERED if counts else _MARKED
    reason = f"{_marks(newer)} follows {_marks(older)}"
    yield Sign(weight, reason) if is_newer else Sign(-weight, f"by its name {reason}")


def _is_unclear(older: Name, newer: Name) -> bool:
    """Whether the marks of two names do not compare, so that a person decides."""
    if older.stage is not newer.stage:
        overtaken = bool(newer.working) and bool(older.number) and older.number > newer.working  # v4 beside "v3 FINAL"
        a_draft_is_ahead = older.stage is Stage.DRAFT and older.number > newer.number > ()
        return overtaken or a_draft_is_ahead or older.amended > newer.amended
    if older.working and newer.working and older.working != newer.working:
        return older.number > newer.number
    return older.amended > newer.amended and not older.number  # CORRECTED beside v2: of which was it?


def _marks(name: Name) -> str:
    return f"“{name.marks}”" if name.marks else "the unmarked name"
