"""Which of the named documents a question is about: by the company or person it names, by its time, by being newest."""

from collections.abc import Sequence
from dataclasses import replace

from sleuth.reason.protocol import Document
from sleuth.reason.read.reading import Reading
from sleuth.reason.understand.parts import Question


def choose(question: Question, documents: Sequence[Document], reading: Reading) -> list[tuple[Document, ...]]:
    """The documents that the question may be answered from; then more, if those do not answer.

    Without a hint, in the question or in their names: all. A document of another time may look back at the one asked
    for, and an edition that another replaces says what that one may leave out; what another company says is no answer.
    """
    chosen = _by_entity(question, documents, reading)
    current = tuple(document for document in chosen if document.replaced_by is None)
    if question.wants_latest and not question.times.is_named:
        return [_latest(chosen, reading)]
    if question.wants_each:
        return [chosen]
    if not question.times.is_named:
        return _each_once(current, chosen)
    return _each_once(_by_time(question, current, reading), current, _by_time(question, chosen, reading), chosen)


def _each_once(*circles: tuple[Document, ...]) -> list[tuple[Document, ...]]:
    return list(dict.fromkeys(filter(None, circles)))


def _by_time(question: Question, documents: Sequence[Document], reading: Reading) -> tuple[Document, ...]:
    """Without the documents of another time, where some are of the time asked for; those that name none stay."""
    timely = {d.id for d in documents if reading.names(d).times.cover(question.times)}
    return tuple(d for d in documents if not timely or d.id in timely or not reading.names(d).times.is_named)


def _by_entity(question: Question, documents: Sequence[Document], reading: Reading) -> tuple[Document, ...]:
    """The documents whose names or covers hold the question's names, where that tells them apart.

    Where the question names several, as in "the laws of the Acme and Borg agreements", each that it names is one.
    """
    held = {document.id: names_held(question, document, reading) for document in documents}
    most = max((len(stems) for stems in held.values()), default=0)
    wanted = set(_names(question))
    if most and not any(wanted <= stems for stems in held.values()) and wanted <= frozenset().union(*held.values()):
        return tuple(document for document in documents if held[document.id])
    return tuple(document for document in documents if len(held[document.id]) == most)


def names_held(question: Question, document: Document, reading: Reading) -> frozenset[str]:
    """The stems of the question's names that a document goes by."""
    return reading.names(document).known(_names(question).items())


def _names(question: Question) -> dict[str, str]:
    measured = {word for metric in question.metrics for word in metric.asked}
    return {term.stem: term.text for term in question.terms if term.is_name and term.stem not in measured}


def asked_of(question: Question, document: Document, documents: Sequence[Document], reading: Reading) -> Question:
    """The question as it is asked of one of several documents: without the names that only others go by."""
    own = names_held(question, document, reading)
    others = frozenset().union(*(names_held(question, other, reading) for other in documents)) - own
    if not own or not others:
        return question
    return replace(question, terms=tuple(term for term in question.terms if term.stem not in others))


def _latest(documents: Sequence[Document], reading: Reading) -> tuple[Document, ...]:
    """The newest, by the time in their names; all of them where that cannot be told."""
    ages = {d.id: reading.names(d).times.latest for d in documents}
    newest = max(ages.values(), default=(0, 0, 0))
    return tuple(d for d in documents if ages[d.id] == newest)
