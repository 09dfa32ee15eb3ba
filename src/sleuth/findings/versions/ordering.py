"""Which of two names of one title is the later edition, and whether the names alone can tell."""

from dataclasses import dataclass

from sleuth.findings.versions.names import Name, Stage

Rank = tuple[Stage, tuple[int, ...], tuple[int, ...], tuple[int, int], int]


@dataclass(frozen=True, slots=True)
class Step:
    """From an older name to the next newer one."""

    reason: str
    certain: bool  # else the marks of the two do not compare, and a person decides


def rank(name: Name) -> Rank:
    """What sorts the names of one title from the oldest to the newest; equal ranks are one edition."""
    return name.stage, _padded(name.working), _padded(name.number), name.amended, name.copy


def step(older: Name, newer: Name) -> Step | None:
    """How the newer name follows the older, which ranks below it; None where they rank alike."""
    if rank(older) == rank(newer):
        return None
    if older.stage is not newer.stage:
        return _between_stages(older, newer)
    if older.working and newer.working and older.working != newer.working:
        return Step(f"{_said(newer)} follows {_said(older)}", older.number <= newer.number)
    if _padded(older.number) != _padded(newer.number):
        mixed = older.amended > newer.amended and not older.number  # CORRECTED beside v2: of which was it?
        return Step(f"{_said(newer)} follows {_said(older)}", not mixed)
    if older.amended != newer.amended:
        return Step(f"{_said(newer)} corrects or updates {_said(older)}", True)
    return Step(f"{_said(newer)} is a later copy of {_said(older)}", True)


def _between_stages(older: Name, newer: Name) -> Step:
    overtaken = bool(newer.working) and bool(older.number) and older.number > newer.working  # v4 beside "v3 FINAL"
    a_draft_is_ahead = older.stage is Stage.DRAFT and older.number > newer.number > ()
    unclear = overtaken or a_draft_is_ahead or older.amended > newer.amended
    return Step(f"{_said(newer)} follows {_said(older)}", not unclear)


def _said(name: Name) -> str:
    return f"“{name.marks}”" if name.marks else "the unmarked name"


def _padded(number: tuple[int, ...]) -> tuple[int, ...]:
    """A name without a number is the first edition: v2 follows it."""
    return (number or (1,)) + (0,) * (3 - len(number or (1,)))
