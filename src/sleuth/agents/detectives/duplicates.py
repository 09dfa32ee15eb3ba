"""When two names are one person's: a few edits apart, and nothing else speaks against it.

Three edits are the outer limit. Spellings of one sound ("Svensson", "Svenson") are one name; two that are both common
("Carlsson", "Karlsson") are two. Any other difference is a slip only where process and part agree as well.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

from rapidfuzz.distance import Levenshtein

from sleuth.agents.detectives.names import folded_name
from sleuth.agents.detectives.words import given_names, surnames

MOST_EDITS = 3  # over the whole name, hyphens folded
_LETTERS_AN_EDIT = 5  # of a part of a name: shorter ones must be equal


@dataclass(frozen=True, slots=True)
class Bearer:
    """A name, and where it was met."""

    name: str
    processes: Collection[object] = ()
    roles: Collection[str] = ()


def same_person(one: Bearer, other: Bearer) -> str:
    """Why the two are one person; "" where that is not known."""
    a, b = folded_name(one.name).split(), folded_name(other.name).split()
    if len(a) < 2 or len(b) < 2:
        return ""
    shared_process = bool(set(one.processes) & set(other.processes))
    shared_role = bool(set(one.roles) & set(other.roles))
    if a == b:
        return "samma namn"
    if _without_genitive(a) == b or _without_genitive(b) == a:
        return "samma namn i genitiv"
    edits = Levenshtein.distance(" ".join(a), " ".join(b))
    if _initials_agree(a, b):
        return "initial i stället för förnamn, i samma process" if shared_process else ""
    if edits > MOST_EDITS or len(a) != len(b):
        return ""
    closely = shared_process and shared_role
    given = all(_part_agrees(x, y, _known_given(), closely=False) for x, y in zip(a[:-1], b[:-1], strict=True))
    if not (given and _part_agrees(a[-1], b[-1], _known_surnames(), closely=closely)):
        return ""
    return f"{edits} teckens skillnad och samma förnamn"


def _without_genitive(words: list[str]) -> list[str]:
    return [*words[:-1], words[-1].removesuffix("s")] if words[-1].endswith("s") else words


def _initials_agree(a: list[str], b: list[str]) -> bool:
    """Whether the surnames are equal and one has initials where the other has names: "A. Svensson"."""
    if a[-1] != b[-1] or a == b:
        return False
    shorter, longer = sorted((a[:-1], b[:-1]), key=lambda words: sum(map(len, words)))
    has_initial = any(len(word) == 1 for word in shorter)
    pairs = zip(shorter, longer, strict=False)
    return has_initial and all(long == short or (len(short) == 1 and long.startswith(short)) for short, long in pairs)


def _part_agrees(one: str, other: str, known: frozenset[str], *, closely: bool) -> bool:
    """Whether two parts of names are one: by their letters, by their sound, or `closely` by a slip of the pen."""
    if one == other:
        return True
    edits = Levenshtein.distance(one, other)
    if min(len(one), len(other)) < _LETTERS_AN_EDIT * edits:
        return False
    if closely:
        return True
    return _sound(one) == _sound(other) and not (one in known and other in known)


_SPELLINGS = (
    ("ph", "f"),
    ("th", "t"),
    ("ck", "k"),
    ("qv", "kv"),
    ("q", "k"),
    ("w", "v"),
    ("z", "s"),
    ("c", "k"),
    ("é", "e"),
)


def _sound(word: str) -> str:
    """A word in the plainest spelling of its sound, without doubled letters."""
    for spelling, plain in _SPELLINGS:
        word = word.replace(spelling, plain)
    return re.sub(r"(.)\1", r"\1", word)


@cache
def _known_given() -> frozenset[str]:
    return frozenset(name.casefold() for name in given_names())


@cache
def _known_surnames() -> frozenset[str]:
    return frozenset(name.casefold() for name in surnames())
