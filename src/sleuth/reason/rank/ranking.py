"""Ranks the sentences of the evidence as answers, and decides whether one of them is an answer at all."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from sleuth.evidence.prose import announces
from sleuth.findings.text.sentences import LABELLED
from sleuth.language.asked import Answer
from sleuth.language.tokens import tokens
from sleuth.language.weight import is_heavy, is_stop
from sleuth.reason.protocol import Evidence
from sleuth.reason.rank.candidate import Candidate, places
from sleuth.reason.rank.identity import defines, introduces
from sleuth.reason.rank.lacking import lacking, lists_them
from sleuth.reason.rank.matching import Fit, Surroundings, fit, torn_name
from sleuth.reason.rank.reasons import naming_document, with_explained
from sleuth.reason.rank.stating import form_of_answer, in_order
from sleuth.reason.read.cells import Row
from sleuth.reason.read.reading import Merit, Names, Reading, Unit
from sleuth.reason.understand.parts import Question
from sleuth.reason.understand.phrases import says

_FOUND_EARLY = 0.06  # for a page that the search found first
_FEWEST_WORDS = 4
_AS_GOOD = 0.02  # of the score: what tells of it first on a page is the better answer then
_WORDED = re.compile(r"[^\W\d]{3,}\W+[^\W\d]{2,}|[^\W\d]{5,}")  # more than a mark or a reference
_ASIDE = re.compile(r"\((?![a-z0-9ivx]{1,4}\))")  # what stands in brackets only explains
_FOOTNOTE = re.compile(
    r"\(\d\)\s+(?:Calculated|Represents|Includes|Excludes|Reflects|Relates|Amounts?|See)\b"
)  # of a table


def rank_sentences(question: Question, evidence: Sequence[Evidence], reading: Reading) -> list[Candidate]:
    """Every unit of the evidence's pages as an answer, best first; those that answer come before those that do not."""
    found = []
    for item, prior in places(evidence):
        judge = partial(_judge, question, reading.names(item.document))
        for merit in reading.judged(("sentences", question), item.document, item.page, judge):
            found.append(Candidate(item, merit.unit, merit.score + _FOUND_EARLY * prior, merit.lacks))
    units = [unit for item, _ in places(evidence) for unit in reading.units(item.document, item.page)]
    if torn := torn_name(question.terms, units):
        found = [replace(candidate, lacks=f"nothing about “{torn}”") for candidate in found]
    ranked = sorted(found, key=lambda c: (not c.answers, -c.score))
    return _first_told(ranked) if question.kind is Answer.CHOICE else ranked


def _first_told(ranked: list[Candidate]) -> list[Candidate]:
    """The ranking, headed by the first on its page of those as good as the best: the rest only goes on about it."""
    if not ranked:
        return ranked
    best = ranked[0]
    equals = [
        one
        for one in ranked
        if one.answers == best.answers
        and one.evidence.page == best.evidence.page
        and one.evidence.document_id == best.evidence.document_id
        and one.score >= best.score - _AS_GOOD
    ]
    first = min(equals, key=lambda one: one.unit.start)
    return [first, *(one for one in ranked if one is not first)]


def _is_quotable(unit: Unit) -> bool:
    """Whether a unit can be an answer as it stands; rows of figures are answered by cell, not quoted whole."""
    if unit.is_heading or _ASIDE.match(unit.text) or _FOOTNOTE.match(unit.text):
        return False
    if unit.row is not None and not _is_worded(unit.row):
        return False
    return len(unit.words) >= _FEWEST_WORDS or LABELLED.match(unit.text) is not None


def _is_worded(row: Row) -> bool:
    """Whether at least half of a row's values are words that its label does not say."""
    label = row.label.casefold()
    worded = [
        v
        for v in row.values
        if not v.is_number and (w := _WORDED.search(v.text)) and not label.startswith(w[0].casefold())
    ]
    return bool(worded) and len(worded) * 2 >= len(row.values)


def _judge(question: Question, names: Names, unit: Unit) -> Iterator[Merit]:
    if _is_quotable(unit):
        unit = _with_own_heading(question, unit)
        known = names.known(question.selecting)  # the document is the contract that the question calls so
        known |= naming_document(question, names)
        terms = [term for term in question.terms if term.stem not in known]
        alone = fit(terms, _as_asked(question, unit.around), question.language)
        states = form_of_answer(question, unit)
        told = with_explained(question, unit)
        matched = alone if told is unit else fit(terms, _as_asked(question, told.around), question.language)
        lacks = lacking(question, told, names, matched, states)
        yield Merit(unit, _score(question, unit, alone, states), lacks)


def _as_asked(question: Question, around: Surroundings) -> Surroundings:
    """A measure that goes by another of its names is the one asked for; a single word may mean other things."""
    named = {
        word
        for metric in question.metrics
        if any(len(name) > 1 and around.own.issuperset(name) for name in metric.names)
        for word in metric.asked
    }
    return replace(around, own=around.own | named) if named else around


def _score(question: Question, unit: Unit, matched: Fit, states: float) -> float:
    content = [t for t in unit.words if not is_stop(t.text, question.language)]
    focus = min(1.0, 8 / (len(content) + 1))
    score = 0.6 * matched.coverage + 0.4 * matched.own + 0.06 * focus
    score += _merit(question, unit, states)
    score += 0.08 * in_order(question, unit)
    return score - 0.15 * bool(unit.row) - 0.1 * unit.text[:1].islower() - 0.15 * announces(unit.text)


def _merit(question: Question, unit: Unit, states: float) -> float:
    """What the form of a sentence adds: that of the answer, naming what is asked for, or only pointing elsewhere."""
    merit = 0.1 * (states == 1.0) - 0.15 * (states < 1.0 and question.kind is Answer.DATE)
    if question.things and (defines(question, unit.text) or introduces(question.things, unit.text)):
        merit += 0.25
    if question.wants_many:
        merit += 0.2 * lists_them(question, unit.text)
    return merit - 0.3 * (question.kind is not Answer.DEFINITION and says("points", unit.text))


def _with_own_heading(question: Question, unit: Unit) -> Unit:
    """A sentence with the nearest heading's words, which it need not repeat, where that says nothing but what is asked.

    "(d) Assignment. Neither party may …" of "can it be assigned?". Any other sentence as it is.
    """
    if not is_headed_as_asked(question, unit):
        return unit
    return replace(unit, around=replace(unit.around, own=unit.around.own | _heading_words(question, unit)))


def is_headed_as_asked(question: Question, unit: Unit) -> bool:
    """Whether the nearest heading of a sentence says nothing but what is asked."""
    named = _heading_words(question, unit)
    return bool(named) and named <= question.stems


def _heading_words(question: Question, unit: Unit) -> frozenset[str]:
    words = tokens(unit.headings[-1], question.language) if unit.headings else ()
    return frozenset(word.stem for word in words if is_heavy(word.text, question.language) and not word.is_number)
