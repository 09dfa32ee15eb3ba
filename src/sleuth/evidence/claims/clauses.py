"""A sentence taken apart into its clauses, each with the subject it has or inherits."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

from sleuth.evidence.claims.sharing import Stretch, first_verb, shared
from sleuth.evidence.claims.verbs import is_participle, kind, verbs_of
from sleuth.evidence.lexicon import any_of, lexicon
from sleuth.evidence.reading import Reading
from sleuth.evidence.values import Quantity
from sleuth.evidence.words import Word
from sleuth.language.dates import Date


@dataclass(frozen=True)
class Clause:
    """What one verb is said of: its own words first, then those it shares with another clause of the sentence."""

    sentence: Reading
    own: Stretch
    shared: tuple[Stretch, ...] = ()
    holes: tuple[Stretch, ...] = ()  # relative clauses inside it, which are clauses of their own

    @cached_property
    def text(self) -> str:
        """Its own words."""
        return self.sentence.plain[slice(*self.own)].strip(" ,;")

    def holds(self, at: int) -> bool:
        """Whether what stands at `at` belongs to it."""
        if any(start <= at < end for start, end in self.holes):
            return False
        return any(start <= at < end for start, end in (self.own, *self.shared))

    def says(self, phrase: str) -> bool:
        """Whether a phrase (case folded) stands in it, word for word."""
        places = re.finditer(rf"(?<!\w){re.escape(phrase)}(?!\w)", self.sentence.plain)
        return any(self.holds(found.start()) and self.holds(found.end() - 1) for found in places)

    @cached_property
    def stems(self) -> frozenset[str]:
        return frozenset(word.stem for word in self.sentence.words if self.holds(word.start))

    @cached_property
    def content(self) -> tuple[Word, ...]:
        return tuple(word for word in self.sentence.content if self.holds(word.start))

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        return tuple(quantity for quantity in self.sentence.quantities if self.holds(quantity.start))

    @cached_property
    def dates(self) -> tuple[Date, ...]:
        return tuple(date for date in self.sentence.dates if self.holds(date.start))


@cache
def _joint() -> re.Pattern[str]:
    words = lexicon("verbs")
    kinds = {name: any_of(words[name]) for name in ("coordinator", "subordinator", "comparing")}
    named = "|".join(f"(?P<{name}>{pattern}(?!\\w))" for name, pattern in kinds.items())
    return re.compile(
        rf"(?P<stop>[;:]|(?<=\w)\)|\()|(?P<comma>,)(?!\d)\s*(?!{any_of(words['coordinator'])}\s)|,?\s*(?<!\w)(?:{named})"
    )


@cache
def _relative() -> re.Pattern[str]:
    return re.compile(
        rf",\s*(?:in|of|to|av|i|till)?\s*(?<!\w){any_of(lexicon('verbs')['relative'])}(?!\w)(?:[^,;]|,(?=\d))*"
    )


def clauses(sentence: Reading) -> tuple[Clause, ...]:
    """The clauses of one sentence, in order."""
    verbs = verbs_of(sentence)
    holes = tuple(
        found.span()
        for found in _relative().finditer(sentence.plain)
        if found.start() and any(found.start() <= verb.start < found.end() for verb in verbs)
    )
    text = sentence.plain
    for start, end in holes:
        text = text[:start] + " " * (end - start) + text[end:]
    main = (Clause(sentence, own, shared, holes) for own, shared in _main(sentence, text))
    return (*main, *(Clause(sentence, hole, (_last_noun(sentence, hole[0]),)) for hole in holes))


def _last_noun(sentence: Reading, end: int) -> Stretch:
    """The words right before `end` up to the nearest preposition, verb or number: what "which" stands for."""
    start = end
    for word in reversed([word for word in sentence.words if word.end <= end]):
        if (
            word.text in kind("before_noun")
            or word.text in kind("finite")
            or re.search(r"[\d,;]", sentence.plain[word.end : start])
        ):
            break
        start = word.start
    return start, end


def _main(sentence: Reading, text: str) -> Iterator[tuple[Stretch, tuple[Stretch, ...]]]:
    verbs = [verb.start for verb in verbs_of(sentence, text)]
    pieces: list[Stretch] = []
    start = 0
    joints = list(_joint().finditer(text))
    for index, joint in enumerate(joints):
        if joint.start() <= start:
            continue
        following = [j.start() for j in joints[index + 1 :] if j["comma"] is None or joint["comma"]]
        end = following[0] if following else len(text)
        left, right = (start, joint.start()), (joint.end(), end)
        if _parts(sentence, text, verbs, left, right, joint):
            pieces.append(left)
            start = joint.end() if not joint["subordinator"] else joint.start("subordinator")
    pieces.append((start, len(text)))
    for index, piece in enumerate(pieces):
        yield piece, tuple(shared(sentence, verbs, pieces, index))


def _parts(sentence: Reading, text: str, verbs: list[int], left: Stretch, right: Stretch, joint: re.Match[str]) -> bool:
    """Whether a joint parts two clauses: a verb on either side, or two values of one verb."""
    if not first_verb(verbs, left):
        return False
    if first_verb(verbs, right) or (joint["coordinator"] and _opens_with_participle(sentence, right)):
        return True
    if joint["comma"]:
        return _says_the_like(sentence, left, right)
    if joint["stop"] or joint["subordinator"] or joint["coordinator"] in ("or", "eller"):
        return False
    if re.search(r"respectively|respektive", text):
        return False
    if joint["coordinator"] and _NOT.match(text, right[0]):
        return True
    ranged = re.search(r"(?<!\w)(?:between|mellan|both|både)(?!\w)", text[left[0] : left[1]])
    return not ranged and _has_values(sentence, left, right)


_NOT = re.compile(r"\s*(?:not|inte|ej)(?!\w)")
_OTHER = re.compile(r"\s*(?:the|den|det)\s+(?:[^\W\d]+\s+){1,2}[$€£]?\d[\d.,]*\s?%?")


def _has_values(sentence: Reading, left: Stretch, right: Stretch) -> bool:
    """Whether a number stands on either side, or a date does."""
    return any(
        all(any(a <= value.start < b for value in values) for a, b in (left, right))
        for values in (sentence.quantities, sentence.dates)
    )


def _opens_with_participle(sentence: Reading, stretch: Stretch) -> bool:
    first = next((word for word in sentence.words if word.start >= stretch[0]), None)
    return first is not None and first.start < stretch[1] and is_participle(first)


def _says_the_like(sentence: Reading, left: Stretch, right: Stretch) -> bool:
    """ "Customers in Germany account for 20%, customers in France for 15%"; "the CEO receives 20%, the CFO 15%"."""
    if not _has_values(sentence, left, right):
        return False
    firsts = [next((w for w in sentence.content if a <= w.start < b), None) for a, b in (left, right)]
    alike = firsts[0] is not None and firsts[1] is not None and firsts[0].stem == firsts[1].stem
    return alike or _OTHER.match(sentence.plain, right[0]) is not None
