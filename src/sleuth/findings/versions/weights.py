"""Which of two editions is the newer one: each sign speaks for one of them, with a weight.

Names are given by hand and often wrong; what a text says of its own date is written with care. So the date in the text
outweighs any mark of a name, and marks that do not compare (CORRECTED beside v2) weigh next to nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from sleuth.findings.versions.names import Name
from sleuth.findings.versions.ordering import rank, step
from sleuth.findings.versions.portrait import Portrait, likeness

_DATED = 5  # the date that the text gives itself
_NUMBERED = 4  # the name counts editions: v2, v3
_MARKED = 3  # the name bears a word: final, corrected; or a date, on documents that are known to be alike
_UNCLEAR = 1  # marks that do not compare, or a date in a name of which the text is not known
_MADE = 1  # what the file states of its making: programs renew it when nothing changes
_CERTAIN = 3  # from this on no person need confirm


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


def weigh(one: Edition, other: Edition) -> Verdict:
    """What speaks for `one` being newer than `other`, and what against it."""
    return Verdict((*_by_text(one, other), *_by_marks(one, other), *_by_name_date(one, other), *_by_file(one, other)))


def _by_text(one: Edition, other: Edition) -> Iterator[Sign]:
    first, second = one.portrait.dated, other.portrait.dated
    if first is None or second is None or first == second:
        return
    if first > second:
        yield Sign(_DATED, f"its text is dated {first}, the other’s {second}")
    else:
        yield Sign(-_DATED, f"its text is dated {first}, the other’s {second}")


def _by_marks(one: Edition, other: Edition) -> Iterator[Sign]:
    if rank(one.name) == rank(other.name):
        return
    is_newer = rank(one.name) > rank(other.name)
    newer, older = (one, other) if is_newer else (other, one)
    taken = step(older.name, newer.name)
    if taken is None:
        return
    counts = older.name.number != newer.name.number or older.name.amended != newer.name.amended
    weight = (_NUMBERED if counts else _MARKED) if taken.certain else _UNCLEAR
    yield Sign(weight, taken.reason) if is_newer else Sign(-weight, f"by its name {taken.reason}")


def _by_name_date(one: Edition, other: Edition) -> Iterator[Sign]:
    first, second = one.name.day, other.name.day
    if first == second:
        return
    weight = _MARKED if first and second and likeness(one.portrait, other.portrait) is not None else _UNCLEAR
    is_newer = str(first or "") > str(second or "")
    later, earlier = (one.name, other.name) if is_newer else (other.name, one.name)
    reason = f"the date in its name is later ({later.marks} after {earlier.marks or 'none'})"
    yield Sign(weight, reason) if is_newer else Sign(-weight, f"the other’s name bears a later date ({later.marks})")


def _by_file(one: Edition, other: Edition) -> Iterator[Sign]:
    first, second = one.portrait.made, other.portrait.made
    if first is None or second is None or first == second:
        return
    if first > second:
        yield Sign(_MADE, "the file says it was made later")
    else:
        yield Sign(-_MADE, "the file says it was made earlier")
