"""Whether the sentences that rules found are told as the answer: by the type of the question, never by shared words.

A clause goes by its wording, an office by the name beside it, a reason by what gives it, a day and a value by their
form. Whatever is asked, a sentence answers that says all of the question in the question's own words; the words that
only tell which document is meant may stand in that document's name. One that only shares the most words with it is the
nearest passage, and no answer.
"""

import re
from collections.abc import Iterable, Sequence, Set

from sleuth.answering.verification import Proven
from sleuth.evidence.disagreement import scopes, unasked_scopes
from sleuth.evidence.prose import states_value
from sleuth.evidence.reading import read
from sleuth.language.asked import AMOUNTS
from sleuth.language.asked import Answer as Kind
from sleuth.language.glyphs import plain
from sleuth.language.timing import months_by_name
from sleuth.language.tokens import Token, spaced, stems, tokens
from sleuth.language.weight import is_stop
from sleuth.reason.rank.events import asks_what_happened
from sleuth.reason.rank.holders import asks_for_holder
from sleuth.reason.rank.identity import defines, introduces
from sleuth.reason.rank.rosters import body_asked
from sleuth.reason.rank.signing import asks_who_signed
from sleuth.reason.rank.thin import gives_value
from sleuth.reason.understand.figures import figure_query
from sleuth.reason.understand.implied import says as implies
from sleuth.reason.understand.parts import LEAST_TELLING, Question, Term
from sleuth.reason.understand.phrases import says
from sleuth.reason.understand.question import understand
from sleuth.reason.understand.several import split

_BY_FORM = (Kind.DATE, Kind.DURATION, Kind.DEFINITION, Kind.REASON)
_COUNTS_NONE = re.compile(r"0 (?:of|av) \d+ ")
_OF_ROWS = re.compile(r"\d+ (?:of|av) \d+ ")
_NAMES = re.compile(r"\W*(?:and |so |och )?(?:please )?(?:name|list|who|nämn|lista|vem|vilka)\b", re.IGNORECASE)
_ASKS_NO_LIST = re.compile(
    r"\W*(?:and |so |och )?(?:what|how much|when|why|who|vad|hur mycket|när|varför|vem)\b", re.IGNORECASE
)
_FEWEST = 2  # telling words of a question
_MOST_VALUES = 6  # of a sentence that gives one of them
_CHANGE = "change"  # as evidence names that scope
_MOST = 0.6  # of the words of weight
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_OPENING = re.compile(r"(?:\A|[.:;!?]|\n)\W*\Z")  # before the first word of a sentence
_BY = re.compile(r"\b(?:by|med)\W+(?:[a-z]{3}\s|[$€£]\s?)?\Z")  # before a value; plain form


def answer_for_certain(text: str, claims: Sequence[Proven]) -> bool:
    """Whether what rules found to a question answers it by its type: cells and sums but for "why?", sentences by form.

    Of several questions in one nothing tells which of them a sentence answers: it must say all words of one of them.
    """
    sentences = [claim for claim in claims if claim.proof == "verbatim"]
    parts = [understand(part.text, part.about) for part in split(text)]
    if not sentences:
        counts = all(_COUNTS_NONE.match(claim.text) for claim in claims) and _ASKS_NO_LIST.match(text) is not None
        if counts or (len(claims) == 1 and is_total_of_items(text, claims[0].text)):
            return False
        return not all(part.kind is Kind.REASON for part in parts)  # no figure says why
    if len(parts) == 1:
        return _answers(parts[0], sentences)
    heard = ((part, [one for one in sentences if _says(part, _heavy(part), one)]) for part in parts)
    return any(told and _answers(part, told) for part, told in heard)


def asks_for_items(question: str) -> bool:
    """Whether a question asks for the items that make a whole: "list the exceptional items"."""
    return says("itemised", question)


def is_total_of_items(question: str, claim: str) -> bool:
    """Whether a question asks for the items that make a whole, and what is told is one figure, no rows of a list."""
    return asks_for_items(question) and _OF_ROWS.match(claim) is None


def _points_elsewhere(question: Question, sentence: Proven) -> bool:
    """Whether names or items are asked for, and a sentence only says where they are listed: "the companies listed in
    Schedule 1".
    """
    asks_names = question.kind is Kind.PERSON or _NAMES.match(question.text) is not None
    return (asks_names or asks_for_items(question.text)) and says("elsewhere", " ".join(sentence.text.split()))


def _names_no_such(question: Question, sentence: Proven) -> bool:
    """Whether a person or an organisation is asked for, and a sentence has no name but those of the question ("audited
    by another firm"), or is of other years alone. Who holds an office may do so since an earlier one.
    """
    if question.kind is not Kind.PERSON:
        return False
    years, said = {*_YEAR.findall(question.text)}, {*_YEAR.findall(sentence.text)}
    if years and said and years.isdisjoint(said) and not asks_for_holder(question):
        return True
    asked = stems(question.text, question.language)
    words = tokens(sentence.text, question.language)
    capitals = [word for word in words if word.is_capital and word.stem not in asked]
    return not any(_is_name(word, sentence.text) for word in capitals)


def _is_name(word: Token, text: str) -> bool:
    """Whether a word with a capital may be a part of a name: no month, label, or mere opening of a sentence."""
    is_label = text[word.end : word.end + 1] == ":"
    opens = _OPENING.search(text[: word.start]) is not None and (is_label or is_stop(word.text, "en"))
    return not (opens or word.text.casefold() in months_by_name())


def _answers(question: Question, sentences: Sequence[Proven]) -> bool:
    sentences = [one for one in sentences if not (_points_elsewhere(question, one) or _names_no_such(question, one))]
    if not sentences:
        return False
    if _goes_by_form(question):
        return True
    sentences = [one for one in sentences if not _tells_many(question, one.text)]
    if question.clauses and any(_says_clause(question, one) or _names_clause(question, one) for one in sentences):
        return True
    told = [one for one in sentences if _tells_change(question, one.text)]
    return any(_gives_it(question, one) or _says_it_all(question, one) for one in told)


def _tells_many(question: Question, sentence: str) -> bool:
    """Whether a value is asked for and a sentence has so many that which of them it is stays open: a slide in one."""
    return question.asked.answer in AMOUNTS and len(read(sentence, question.language).quantities) > _MOST_VALUES


def _says_most(question: Question, sentence: Proven) -> bool:
    """Whether a sentence says most of the words of weight of a question, or its document's name does."""
    return _is_mostly_said(_heavy(question), question, sentence)


def _is_mostly_said(terms: Sequence[Term], question: Question, sentence: Proven) -> bool:
    told = stems(sentence.text, question.language) | _called(question, sentence)
    return sum(_is_said(term, told) for term in terms) >= _MOST * len(terms)


def _says_clause(question: Question, sentence: Proven) -> bool:
    """Whether a sentence says most of a question on a clause, its lighter words too: one word may be of any clause."""
    terms = [term for term in question.terms if not term.is_name]
    return _is_mostly_said(terms, question, sentence)


def _names_clause(question: Question, sentence: Proven) -> bool:
    """Whether a sentence calls the clause that is asked for by its name, which the question may say otherwise: "change
    of control" for "if the group changes hands".
    """
    told = stems(sentence.text, "en")
    return any(stems(clause.name, "en") <= told for clause in question.clauses)


def _tells_change(question: Question, sentence: str) -> bool:
    """Whether a sentence tells of a change where the question asks how much something changed."""
    if question.asked.answer not in AMOUNTS or not implies("change", plain(question.text).text):
        return True
    return implies("change", plain(sentence).text)


def _heavy(question: Question) -> list[Term]:
    """The words of weight of a question, without names."""
    return [term for term in question.terms if term.weight >= 1 and not term.is_name]


def _says(question: Question, terms: Iterable[Term], sentence: Proven) -> bool:
    """Whether a sentence has each of some words of a question by no synonym; its document's name may have one of them,
    and any names.
    """
    said, called = stems(sentence.text, question.language), _called(question, sentence)
    left = [term for term in terms if not _is_said(term, said)]
    return all(_is_said(one, called) for one in left) and sum(not one.is_name for one in left) <= 1


def _is_said(term: Term, said: Set[str]) -> bool:
    return term.stem in said or bool(term.foreign & said)


def _called(question: Question, sentence: Proven) -> frozenset[str]:
    """The stems of what the document of a sentence, and its place there, are called."""
    names = " ".join(f"{spaced(one.filename)} {one.locator}" for one in sentence.citations)
    return frozenset(stems(names, question.language))


def _goes_by_form(question: Question) -> bool:
    by_name = asks_for_holder(question) or asks_who_signed(question) or bool(body_asked(question))
    by_time = question.kind in _BY_FORM or asks_what_happened(question)
    return by_name or by_time


def _gives_it(question: Question, sentence: Proven) -> bool:
    """Whether a sentence gives the thing asked for its value, beside most words of the question, or says what it is."""
    if question.asked.answer in AMOUNTS or figure_query(question.text) is not None:
        gives = gives_value(question, sentence.text, {term.stem for term in _heavy(question)})
        return gives and _says_most(question, sentence) and not _only_changes(question, sentence.text)
    return bool(question.things) and (defines(question, sentence.text) or introduces(question.things, sentence.text))


def _only_changes(question: Question, sentence: str) -> bool:
    """Whether all values of a sentence tell by how much something changed, which the question does not ask."""
    if implies("change", plain(question.text).text):
        return False
    values = read(sentence, question.language)
    by = [_BY.search(values.plain[: one.start]) is not None for one in values.quantities]
    return bool(by) and all(by) and _CHANGE in scopes(values.plain) - scopes(plain(question.text).text)


def _says_it_all(question: Question, sentence: Proven) -> bool:
    """Whether a sentence has each telling word of a question, and states what is asked for: of the whole, not by how
    much it changed, nor what it may be at most.
    """
    telling = [term for term in question.terms if term.weight >= LEAST_TELLING]
    if len(telling) < _FEWEST or not _says(question, telling, sentence):
        return False
    asked, text = question.asked, sentence.text
    is_narrowed = bool(unasked_scopes(asked, text)) or _only_changes(question, text)
    return asked.answer not in AMOUNTS or (states_value(asked, text) == 1 and not is_narrowed)
