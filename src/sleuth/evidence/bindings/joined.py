"""Whether a sentence only puts sentences of its source one behind the other, each from its beginning."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sleuth.evidence.reading import Reading

_OPENING = 1  # words before the beginning: a clause's number, "if"
_LEAST = 3  # words with weight that are taken from a sentence
_SEVERAL = 2  # sentences


class _Stretch(NamedTuple):
    """Words of a claim that stand together in a sentence: which sentence, at which of its words, and how many."""

    sentence: int
    start: int
    length: int


def joins(claim: Reading, sentences: Sequence[Reading]) -> bool:
    """Whether the claim is stretches of several sentences, none of them short, each the beginning of its sentence.

    "The agreement runs until 2029 and is thereafter extended by a year": nothing of one sentence is said of another's
    subject in its middle. Whether the second sentence speaks of the first one's subject is wording.
    """
    stretches = list(_stretches(claim, sentences))
    taken = Counter[int]()
    for one in stretches:
        taken[one.sentence] += one.length
    if len(taken) < _SEVERAL or min(taken.values()) < _LEAST or not all(one.length for one in stretches):
        return False
    reached: dict[int, int] = {}
    for one in stretches:
        if one.start > _OPENING and one.start < reached.get(one.sentence, len(sentences[one.sentence].tokens)):
            return False  # from the middle of a sentence that was not begun
        reached[one.sentence] = one.start + one.length
    return True


def _stretches(claim: Reading, sentences: Sequence[Reading]) -> Iterator[_Stretch]:
    """The claim's words with weight, each time the longest run that a sentence has; length 0 for a word of none."""
    ours = _said(claim)
    theirs = [_said(sentence) for sentence in sentences]
    at = 0
    while at < len(ours):
        found = [
            _Stretch(number, start, _common(ours[at:], said[start:]))
            for number, said in enumerate(theirs)
            for start in range(len(said))
        ]
        best = max(found, key=lambda one: (one.length, -one.start), default=_Stretch(0, 0, 0))
        yield best
        at += max(1, best.length)


def _said(reading: Reading) -> list[str]:
    return [token.stem or token.text for token in reading.tokens if token.is_content]


def _common(ours: Sequence[str], theirs: Sequence[str]) -> int:
    """How many words two lists begin with alike."""
    length = 0
    while length < min(len(ours), len(theirs)) and ours[length] == theirs[length]:
        length += 1
    return length
