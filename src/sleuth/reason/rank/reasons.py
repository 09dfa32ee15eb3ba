"""Whether a sentence gives the reason of the change that a question asks about: of the same thing, the same way."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

from sleuth.evidence.prose import effect_in, gives_reason
from sleuth.language.times import find_times
from sleuth.language.tokens import stems, tokens
from sleuth.language.weight import is_heavy
from sleuth.reason.rank.matching import strength
from sleuth.reason.read.reading import Names, Unit
from sleuth.reason.understand.lexicon import table
from sleuth.reason.understand.parts import Question, Term
from sleuth.reason.understand.phrases import says
from sleuth.reason.understand.terms import directions

_SAME = 0.8  # how well a word must be answered to
_FEWEST = 2  # words of weight by which a matter is named
_LEAST_CLIPPED = 3  # letters: "lab" of "Laboratory Equipment"
_OPENING = re.compile(  # "The revision reflects", but not "The increase in rents reflects", which names its own matter
    r"\W*(?:the|this|that|these|those) (?P<change>\w+)\b(?! (?:in|of|for|at)\b)", re.IGNORECASE
)
_IN_DOCUMENT = re.compile(
    r"\b(?:in|of|from|per|by|to) (?:the|its|our|their) (?P<kind>(?:[\w-]+ ){1,3})"
    r"(?:report|accounts|minutes|letter|memorandum)\W*\Z",
    re.IGNORECASE,
)
_ORDINALS = ("", "first", "second", "third", "fourth")


def explains(question: Question, unit: Unit) -> bool:
    """Whether a sentence gives a reason, and for what is asked: "because of the delay" tells no reason of the delay."""
    if _goes_the_other_way(question, unit.text):
        return False
    telling = [term for term in question.terms if term.weight >= 1]
    if len(telling) < _FEWEST and not _names_one_of(telling, question, unit):
        return False  # "why cut?" is of whatever was cut, and not of all that has a reason
    if says("explains", unit.text) or _opens_with_change(question, unit):
        return says("explains", unit.text) or gives_reason(unit.text)
    effect = stems(effect_in(unit.text), question.language)
    told = [term for term in telling if strength(term, unit.around.own, question.language) >= _SAME]
    tells = not told or any(strength(term, effect, question.language) >= _SAME for term in told)
    return gives_reason(unit.text) and tells


def _names_one_of(telling: Sequence[Term], question: Question, unit: Unit) -> bool:
    """Whether a sentence, or what stands right before it or above, says one of the words.

    A word of direction alone names no matter: "why cut?" is answered by what says "cut", not by what fell.
    """
    around = unit.around
    said = around.own | around.before | around.above
    moves = frozenset[str]().union(*directions())
    named = [term for term in telling if term.stem not in moves]
    exact = any(term.stem in said for term in telling)
    return exact or any(strength(term, said, question.language) >= _SAME for term in named)


def with_explained(question: Question, unit: Unit) -> Unit:
    """A sentence that opens as the reason of what stands before it, with that; any other as it is.

    A change that is told without its direction, "the revision", is the one asked about where nothing before it goes
    the other way.
    """
    if not says("why", question.text):
        return unit
    around = unit.around
    own = around.own | _clipped(question, unit)
    opens = _opens_with_change(question, unit)
    if opens or says("explains", unit.text):
        own |= around.before
    if opens:
        own |= {term.stem for term in question.terms if _ways({term.stem})}
    return replace(unit, around=replace(around, own=own))


def naming_document(question: Question, names: Names) -> frozenset[str]:
    """The words of "why … in the interim report?" that only say which document is meant, of one that is called so."""
    found = _IN_DOCUMENT.search(question.text) if says("why", question.text) else None
    kind = stems(found["kind"], question.language) if found else frozenset()
    return kind if kind <= names.called else frozenset()


def is_of_part_of_year(question: Question, unit: Unit, names: Names) -> bool:
    """Whether a sentence is of the half or quarter asked about, by its own words or else by its document's names.

    Which year is meant by "the first half of this year" the sentence need not say.
    """
    asked = set(_parts_of_year(question.text))
    if not asked or question.times.is_named:
        return True
    stated = set(_parts_of_year(" ".join((unit.text, *unit.headings))))
    if stated:
        return bool(asked & stated)
    return any(
        f"{letter}{number}" in names.stems or stems(f"{_ORDINALS[number]} {word}", "en") <= names.stems
        for letter, word, number in asked
    )


def _parts_of_year(text: str) -> Iterator[tuple[str, str, int]]:
    for time in find_times(text):
        if time.timing is not None and time.timing.half:
            yield "h", "half", time.timing.half
        if time.timing is not None and time.timing.quarter:
            yield "q", "quarter", time.timing.quarter


def _clipped(question: Question, unit: Unit) -> frozenset[str]:
    """The stems of the question's words that are the beginning of a printed name, beside another word of that name."""
    asked = tokens(question.text, question.language)
    printed = [(one, other) for one, other in pairwise(unit.words) if one.is_capital and other.is_capital]
    return frozenset(
        short.stem
        for short, beside in pairwise(asked)
        if len(short.text) >= _LEAST_CLIPPED and is_heavy(short.text, question.language)
        for one, other in printed
        if other.stem == beside.stem and one.text.casefold().startswith(short.text.casefold())
    )


def _opens_with_change(question: Question, unit: Unit) -> bool:
    """Whether a sentence opens with a change told before, "the revision", and no word around it goes the other way."""
    found = _OPENING.match(" ".join(unit.text.split()))
    asked = _ways_asked(question)
    if found is None or len(asked) != 1:
        return False
    told = stems(found["change"], "en")
    if not told & _changes() and not _ways(told) & asked:
        return False
    around = unit.around
    return not _ways(around.before | around.above | around.own) - asked


def _goes_the_other_way(question: Question, text: str) -> bool:
    """Whether a sentence gives the reason of a rise, where a fall is asked about, or the other way round."""
    asked = _ways_asked(question)
    told = _ways(stems(effect_in(text), question.language))
    return len(asked) == 1 and bool(told) and not told & asked


def _ways_asked(question: Question) -> frozenset[int]:
    return _ways(question.stems)


def _ways(said: frozenset[str] | set[str]) -> frozenset[int]:
    """Which ways some words go: 0 down, 1 up."""
    return frozenset(number for number, words in enumerate(_down_and_up()) if words & said)


@cache
def _down_and_up() -> tuple[frozenset[str], frozenset[str]]:
    """The words of both directions, without "up", which other verbs have too."""
    down, up = directions()[:2]
    return down, up - stems("up upp", "sv")


@cache
def _changes() -> frozenset[str]:
    return stems(str(table("synonyms")["changes"]), "en")
