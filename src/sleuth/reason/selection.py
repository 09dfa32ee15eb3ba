"""Which of the named documents a question is about: by the company or person it names, by its time, by being newest."""

from collections.abc import Sequence

from sleuth.reason.parts import Question
from sleuth.reason.protocol import Document
from sleuth.reason.reading import Reading


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
    """The documents whose names or covers hold the question's names, where that tells them apart."""
    measured = {word for metric in question.metrics for word in metric.asked}
    named = [term.stem for term in question.terms if term.is_name and term.stem not in measured]
    counted = [(sum(stem in reading.names(d).cover for stem in named), d) for d in documents]
    most = max((count for count, _ in counted), default=0)
    return tuple(document for count, document in counted if count == most)


def _latest(documents: Sequence[Document], reading: Reading) -> tuple[Document, ...]:
    """The newest, by the time in their names; all of them where that cannot be told."""
    ages = {d.id: _age(d, reading) for d in documents}
    newest = max(ages.values(), default=(0, 0, 0))
    return tuple(d for d in documents if ages[d.id] == newest)


def _age(document: Document, reading: Reading) -> tuple[int, int, int]:
    return reading.names(document).times.latest
