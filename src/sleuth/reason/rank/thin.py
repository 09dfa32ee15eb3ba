"""Whether a sentence shares so little with a question that many others share as much: one telling word, or one name."""

from collections.abc import Iterable

from sleuth.evidence.pertinence import asks_for_events
from sleuth.evidence.prose import value_kind
from sleuth.evidence.reading import read
from sleuth.language.asked import Answer
from sleuth.reason.rank.identity import defines, introduces
from sleuth.reason.read.reading import Unit
from sleuth.reason.understand.parts import Question, Term

_FEWEST = 2  # things of a question that a sentence says
_MANY = 4  # sentences, of which none is singled out by what they share
_NEAR = 3  # words between a noun and its value: "the deposit amounts to EUR 5,000"
_VALUES = (Answer.MONEY, Answer.NUMBER, Answer.COUNT, Answer.SHARE, Answer.DURATION)


def is_one_of_many(question: Question, unit: Unit, others: Iterable[Unit]) -> bool:
    """Whether a sentence says but one telling word, or one name, of a question, as several of the others do too.

    "Which margin were they paying?" is not answered by "EUR 2,000 thousand was paid on 12 November" of all sentences
    that tell of payments. Clauses go by their wording, office holders by a name beside the office, days by
    themselves, and what gives the thing that is asked for its value, or says what it is, answers all the same.
    """
    is_typed = question.clauses or question.kind in (Answer.DATE, Answer.DEFINITION, Answer.REASON)
    if is_typed or (question.kind is Answer.PERSON and question.things) or asks_for_events(question.asked):
        return False
    words = [term for term in question.terms if term.weight >= 1 and not term.is_name and _is_said(term, unit)]
    said = len(words) + _names_said(question, unit) + question.times.is_named
    if (words and said >= _FEWEST) or _gives_value(question, unit, words):
        return False
    own = {term.stem for term in question.terms if term.weight >= 1 and term.stem in unit.around.own}
    return sum(own <= other.around.own for other in others) >= _MANY


def _is_said(term: Term, unit: Unit) -> bool:
    """Whether a sentence says a word itself, or in another language: not one that is only akin to it."""
    around = unit.around
    own = around.own | around.kin | (around.before if around.refers else frozenset())
    return term.stem in own or bool(term.foreign & own)


def _names_said(question: Question, unit: Unit) -> int:
    """How many names a sentence says, each of several words as one."""
    said: set[str] = set()
    count = 0
    for term in question.terms:
        if term.is_name and _is_said(term, unit):
            count += not said & term.beside
            said.add(term.stem)
    return count


def _gives_value(question: Question, unit: Unit, words: list[Term]) -> bool:
    """Whether a sentence says what the thing asked for is, or states a value of the kind right beside its word."""
    if question.things and (defines(question, unit.text) or introduces(question.things, unit.text)):
        return True
    if question.kind not in (*_VALUES, Answer.THING):
        return False
    heads = frozenset().union(*question.asked.heads)  # "which dividend": it is the dividend that has the value
    stems = heads or {term.stem for term in words}
    reading = read(unit.text, question.language)
    values = [one.start for one in reading.quantities if value_kind(one.unit) in _VALUES]
    starts = [word.start for word in reading.words]
    nouns = [word.start for word in reading.words if word.stem in stems]
    return any(sum(min(a, b) < at < max(a, b) for at in starts) <= _NEAR for a in nouns for b in values)
