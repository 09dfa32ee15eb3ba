"""How well a stretch of evidence answers to the words of a question."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Protocol

from sleuth.language.tokens import Token
from sleuth.language.weight import calls_any_contract, is_contract, is_kind_of_contract, is_role
from sleuth.reason.rank.related import related
from sleuth.reason.understand.parts import Term

_BY_SYNONYM, _AS_PART = 0.9, 0.8
_OPENING = 5  # letters
_BEFORE, _ABOVE, _NAMES = 0.8, 0.9, 0.9  # what a word found there is worth: the sentence before, headings, the names
_SAME = 0.9  # how well a heading or a document's name must answer to a word that selects it
_LEAST = 0.5  # below which a term is not answered to
_LEAST_ASKED = 0.7  # weight: lighter words ask nothing of a name
_TOGETHER, _BEHIND = 3, 2  # words by which the next part of a name may follow, or precede: University of Warsaw


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Words in and around a stretch of evidence, as stems."""

    own: frozenset[str]
    before: frozenset[str]  # the sentences just before
    above: frozenset[str]  # headings, captions
    names: frozenset[str]  # the document's filename, title and cover
    refers: bool = True  # it opens with a pronoun: what it is about is named in the sentences before
    called: frozenset[str] = frozenset()  # those of the names that its filename, its titles and its parties give
    kin: frozenset[str] = frozenset()  # of the sentences just before in its section, where it needs them
    goes_on: bool = False  # it speaks of what they tell as one thing: "the decision"


@dataclass(frozen=True, slots=True)
class Fit:
    """How a question's words are answered to, as weighted shares from 0 to 1."""

    coverage: float
    own: float  # by the stretch itself
    apart: float  # the same, without the names that the document itself goes by
    stated: float  # the same, without all that only tells which document or section is meant
    said: float  # of the words that are no names: what is asked of the names
    missing: tuple[Term, ...]  # not answered to anywhere
    lost: tuple[Term, ...]  # those among them that nothing can stand for


def fit(terms: Sequence[Term], around: Surroundings, language: str) -> Fit:
    """Weigh the terms by where each is answered to."""
    if not terms:
        return Fit(1.0, 1.0, 1.0, 0.0, 1.0, (), ())
    found = [_Answered(term, _inside(term, around, language), _outside(term, around, language)) for term in terms]
    missing = tuple(one.term for one in found if one.best < _LEAST)
    # No sentence of a lease repeats that it is one.
    told = [one for one in found if one.inside or not is_its_kind(one.term, around, language)]
    asked = [(one.term, one.best) for one in found if not one.term.is_name]
    left = [one for one in found if one.inside >= _LEAST or not _selects(one.term, around, language)]
    return Fit(
        _share((one.term, one.best) for one in found),
        _share((one.term, one.inside) for one in told),
        _share((one.term, one.inside) for one in told if one.inside or not _goes_by(one.term, around, language)),
        _stated(left) if len(left) < len(found) else 0.0,
        _share(asked) if sum(term.weight for term, _ in asked) >= _LEAST_ASKED else 1.0,
        missing,
        tuple(term for term in missing if term.is_name or term.is_critical),
    )


@dataclass(frozen=True, slots=True)
class _Answered:
    """A term and how well it is answered to: in the stretch itself, and around it."""

    term: Term
    inside: float
    outside: float

    @property
    def best(self) -> float:
        return max(self.inside, self.outside)


def _stated(left: Sequence[_Answered]) -> float:
    """What a stretch states of the words that no name of its document and no heading accounts for; 0 without any."""
    heavy = [one for one in left if one.term.weight >= 1]
    tells = any(one.inside >= _LEAST and not one.term.is_name for one in heavy)
    return _share((one.term, one.inside) for one in heavy) if tells else 0.0


def _selects(term: Term, around: Surroundings, language: str) -> bool:
    """Whether a word only tells which document or which section is meant: its names or its headings have it."""
    of_document = may_name_document(term, around, language)
    return strength(term, around.above, language) >= _SAME or (
        of_document and strength(term, around.called, language) >= _SAME
    )


def may_name_document(term: Term, around: Surroundings, language: str) -> bool:
    """Whether a term may tell which document is meant: a name, what it is called, or the part somebody plays in it."""
    return term.is_name or is_role(term.text, language) or calls_document(term, around, language)


def calls_document(term: Term, around: Surroundings, language: str) -> bool:
    """Whether a document goes by a term: as its kind, or in other words, "the head office" of "Lease Malmö HQ"."""
    is_called = not is_role(term.text, language) and bool(term.alternatives & around.called)
    return is_called or is_its_kind(term, around, language)


def _share(answered: Iterable[tuple[Term, float]]) -> float:
    """The part of the terms' weight that is answered to."""
    weighed = [(term.weight, value) for term, value in answered]
    total = sum(weight for weight, _ in weighed)
    return sum(weight * value for weight, value in weighed) / total if total else 0.0


def _inside(term: Term, around: Surroundings, language: str) -> float:
    own = strength(term, around.own, language)
    if own < 1 and term.is_name and around.refers:
        return max(own, _BEFORE * strength(term, around.before, language))
    if own < 1 and (term.is_name or around.goes_on):
        return max(own, _BEFORE * strength(term, around.kin, language))
    return own


def _outside(term: Term, around: Surroundings, language: str) -> float:
    of_document = term.weight < 1 or may_name_document(term, around, language)
    is_called = calls_any_contract(term.stem, language) and is_its_kind(term, around, language)
    return max(
        _NAMES if is_called else 0.0,
        _BEFORE * strength(term, around.before, language) if _may_stand_before(term, around) else 0.0,
        _ABOVE * strength(term, around.above, language),
        _NAMES * strength(term, around.names, language) if of_document else 0.0,
    )


def _may_stand_before(term: Term, around: Surroundings) -> bool:
    """Whether a term may be left to the sentences before: a name only where a pronoun or a part of it stands for it."""
    return around.refers or not term.is_name or bool(term.beside & around.own)


def _goes_by(term: Term, around: Surroundings, language: str) -> bool:
    return term.is_name and strength(term, around.names, language) > 0


def is_its_kind(term: Term, around: Surroundings, language: str) -> bool:
    """Whether a term is the kind of contract that the document calls itself, or what people call any contract."""
    if calls_any_contract(term.stem, language):
        return any(is_contract(name, language) or is_kind_of_contract(name, language) for name in around.names)
    called = bool((term.alternatives | {term.stem}) & around.names)
    return called and is_kind_of_contract(term.stem, language)


def strength(term: Term, stems: frozenset[str], language: str) -> float:
    """1 where the term itself stands, less for a synonym or a word of its family, 0 where nothing does."""
    if term.stem in stems:
        return 1.0
    if term.alternatives & stems:
        return _BY_SYNONYM
    return _inflected(term.stem, stems, language) if term.is_name else _family(term.stem, stems, language)


def _inflected(name: str, stems: frozenset[str], language: str) -> float:
    """Whether a Swedish name stands with an ending or opens a compound: Gotland, Gotlandsbolaget. Not the reverse."""
    if language != "sv" or len(name) < _OPENING or name[0].isdigit():
        return 0.0
    return _AS_PART if any(word.startswith(name) for word in stems) else 0.0


def _family(one: str, stems: frozenset[str], language: str) -> float:
    if len(one) < _OPENING or (language != "sv" and one[:_OPENING] not in _openings(stems)):
        return 0.0
    return max((related(one, other, language) for other in stems), default=0.0)


@lru_cache(maxsize=16384)
def _openings(stems: frozenset[str]) -> frozenset[str]:
    """How the words begin: in English only words that begin alike can be of one family."""
    return frozenset(word[:_OPENING] for word in stems)


class Text(Protocol):
    """A stretch of evidence with its words."""

    @property
    def around(self) -> Surroundings: ...
    @property
    def words(self) -> Sequence[Token]: ...


def torn_name(terms: Sequence[Term], texts: Sequence[Text]) -> str:
    """The name whose words all stand in the texts but nowhere together: they speak of two others. Empty: none."""
    for one, other in combinations(terms, 2):
        if other.stem in one.beside and _are_apart(one, other, texts):
            return f"{one.text} {other.text}"
    return ""


def _are_apart(one: Term, other: Term, texts: Sequence[Text]) -> bool:
    ones, others = ([text for text in texts if term.stem in text.around.own] for term in (one, other))
    return bool(ones and others) and not any(_meet(one, other, text) for text in ones if other.stem in text.around.own)


def _meet(one: Term, other: Term, text: Text) -> bool:
    places = {term.stem: [i for i, word in enumerate(text.words) if word.stem == term.stem] for term in (one, other)}
    return any(-_BEHIND <= b - a <= _TOGETHER for a in places[one.stem] for b in places[other.stem])
