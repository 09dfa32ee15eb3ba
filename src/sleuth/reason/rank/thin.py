"""Whether a sentence shares so little with a question that many others share as much: one telling word, or one name."""

from collections.abc import Collection, Iterable, Sequence

from sleuth.evidence.pertinence import asks_for_events
from sleuth.evidence.prose import value_kind
from sleuth.evidence.reading import read
from sleuth.language.asked import AMOUNTS, Answer
from sleuth.language.tokens import Token, tokens
from sleuth.language.weight import is_stop
from sleuth.reason.rank.identity import defines, introduces
from sleuth.reason.read.reading import Unit
from sleuth.reason.understand.parts import Question, Term

_FEWEST = 2  # things of a question that a sentence says
_MANY = 4  # sentences, of which none is singled out by what they share
_NEAR = 2  # words that the question does not say, between a noun and its value: "the deposit amounts to EUR 5,000"
_VALUES = (*AMOUNTS, Answer.DURATION)


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
    if (words and said >= _FEWEST) or gives_value(question, unit.text, {term.stem for term in words}):
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


def gives_value(question: Question, text: str, nouns: Collection[str]) -> bool:
    """Whether a sentence says what the thing asked for is, or states a value of the kind right beside its word.

    `nouns`: stems of the words that may have the value, where the question has no noun that it is asked after.
    """
    if question.things and (defines(question, text) or introduces(question.things, text)):
        return True
    if question.kind not in (*_VALUES, Answer.THING):
        return False
    heads = frozenset().union(*question.asked.heads)  # "which dividend": it is the dividend that has the value
    reading = read(text, question.language)
    values = [one.start for one in reading.quantities if value_kind(one.unit) in _VALUES]
    quantities = [(one.start, one.end) for one in reading.quantities]
    words = tokens(reading.plain, question.language)
    between = [word.start for word in words if _is_new(question, word, quantities)]
    having = [word.start for word in words if word.stem in (heads or nouns)]
    return any(sum(min(a, b) < at < max(a, b) for at in between) <= _NEAR for a in having for b in values)


def _is_new(question: Question, word: Token, quantities: Sequence[tuple[int, int]]) -> bool:
    """Whether a word of a sentence tells something that the question does not, and belongs to no value."""
    said = word.stem in question.stems or is_stop(word.text, question.language)
    return not said and not any(start <= word.start < end for start, end in quantities)
