"""How well a stretch of evidence answers to the words of a question."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from sleuth.reason.parts import Question, Term
from sleuth.reason.terms import opposites
from sleuth.reason.words import is_kind_of_contract, related

_BY_SYNONYM = 0.9
_OPENING = 5  # letters
_BEFORE, _ABOVE, _NAMES = 0.8, 0.9, 0.9  # what a word found there is worth: the sentence before, headings, the names


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Words in and around a stretch of evidence, as stems."""

    own: frozenset[str]
    before: frozenset[str]  # the sentences just before
    above: frozenset[str]  # headings, captions
    names: frozenset[str]  # the document's filename, title and cover
    refers: bool = True  # it has a pronoun: what it is about may be named in the sentence before


@dataclass(frozen=True, slots=True)
class Fit:
    """How a question's words are answered to."""

    coverage: float  # 0 to 1, weighted
    own: float  # the part of it that stands in the stretch itself
    missing: tuple[Term, ...]  # not answered to anywhere
    lost: tuple[Term, ...]  # those among them that nothing can stand for


def fit(terms: Sequence[Term], around: Surroundings, language: str) -> Fit:
    """Weigh the terms by where each is answered to."""
    if not terms:
        return Fit(1.0, 1.0, (), ())
    total = apart = sum(term.weight for term in terms)
    covered = own = 0.0
    missing = []
    for term in terms:
        inside = strength(term, around.own, language)
        best = max(inside, _outside(term, around, language)) if inside < 1 else inside
        covered += term.weight * best
        own += term.weight * inside
        if inside == 0 and _is_its_kind(term, around, language):
            apart -= term.weight  # no sentence of a lease repeats that it is one
        if best < 0.5:
            missing.append(term)
    lost = tuple(term for term in missing if term.is_name or term.is_critical)
    return Fit(covered / total, own / apart if apart else 0.0, tuple(missing), lost)


def _outside(term: Term, around: Surroundings, language: str) -> float:
    return max(
        _BEFORE * strength(term, around.before, language) if around.refers or not term.is_name else 0.0,
        _ABOVE * strength(term, around.above, language),
        _NAMES * strength(term, around.names, language)
        if term.is_name or term.weight < 1 or _is_its_kind(term, around, language)
        else 0.0,
    )


def _is_its_kind(term: Term, around: Surroundings, language: str) -> bool:
    """Whether a term is the kind of contract that the document calls itself."""
    return term.stem in around.names and is_kind_of_contract(term.stem, language)


def strength(term: Term, stems: frozenset[str], language: str) -> float:
    """1 where the term itself stands, less for a synonym or a word of its family, 0 where nothing does."""
    if term.stem in stems:
        return 1.0
    if not term.is_name and term.alternatives & stems:
        return _BY_SYNONYM
    return 0.0 if term.is_name and term.text[0].isdigit() else _family(term.stem, stems, language)


def _family(one: str, stems: frozenset[str], language: str) -> float:
    if len(one) < _OPENING or (language != "sv" and one[:_OPENING] not in _openings(stems)):
        return 0.0
    return max((related(one, other, language) for other in stems), default=0.0)


@lru_cache(maxsize=16384)
def _openings(stems: frozenset[str]) -> frozenset[str]:
    """How the words begin: in English only words that begin alike can be of one family."""
    return frozenset(word[:_OPENING] for word in stems)


def is_opposed(question: Question, around: Surroundings) -> bool:
    """Whether the question asks for one of two opposites and the evidence speaks of the other only."""
    against = opposites(question.language)
    return any(
        term.stem not in around.own and against.get(term.stem, frozenset()) & around.own for term in question.terms
    )
