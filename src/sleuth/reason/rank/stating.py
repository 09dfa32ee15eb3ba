"""How a sentence states the answer: in its form, with a figure of the measure, in the order of the question."""

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

from sleuth.evidence.prose import states_value
from sleuth.language.asked import Answer
from sleuth.language.times import find_times
from sleuth.language.tokens import Token
from sleuth.language.weight import is_stop
from sleuth.reason.rank.identity import defines, names_someone
from sleuth.reason.read.reading import Unit
from sleuth.reason.understand.parts import Question
from sleuth.reason.understand.phrases import says

_NEAR = 4  # words apart at which two are neighbours
_SHARE = re.compile(r"\d[\d.,]*\s?(?:%|per ?cent\b|procent\b)", re.IGNORECASE)
_NARROWED = re.compile(  # but not by the day of which it is true
    r"\s+(?:in|at|of|from|who|whose|i|på|som)\b(?!\s+(?:the\s+(?:end|year)|\d|[A-Z][a-z]+\s+\d))"
)


def form_of_answer(question: Question, unit: Unit) -> float:
    """1 where a sentence has the form of the answer, .5 where it may do, 0 where it cannot be one."""
    if question.kind is Answer.PERSON and question.things:
        return 1.0 if names_someone(question.things, unit.text) else 0.0
    if question.kind is Answer.DEFINITION and defines(question, unit.text):
        return 1.0
    if question.wants_level and all(metric.is_count for metric in question.metrics):
        return 1.0 if _counts(question, unit) else 0.0
    return states_value(question.asked, unit.text)


def states_level(question: Question, unit: Unit) -> bool:
    """Whether a sentence names the measure asked for, and a figure of it."""
    known = unit.around.own | unit.around.before | unit.around.above
    named = any(set(name) <= known for metric in question.metrics for name in (metric.asked, *metric.names))
    rates = says("percent", question.text) or any(metric.is_rate for metric in question.metrics)
    text = unit.text if rates else _SHARE.sub(" ", unit.text)
    figure = replace(question.asked, answer=Answer.NUMBER)
    return named and states_value(figure, text) == 1.0


def _counts(question: Question, unit: Unit) -> bool:
    """Whether a number stands right before the measure's name, which nothing narrows, or right after all of it.

    "257 employees", "the number of employees was 257"; or before what "how many" counts, "257 people".
    """
    names = {name for metric in question.metrics for name in metric.names}
    openings = {name[0] for name in names}.union(*question.asked.heads)
    before = any(
        a.is_number and a.end + 1 == b.start and b.stem in openings and not _is_narrowed(question, unit, b)
        for a, b in pairwise(unit.words)
    )
    return before or _counted_after(names, question, unit)


def _counted_after(names: Iterable[tuple[str, ...]], question: Question, unit: Unit) -> bool:
    words = [word for word in unit.words if not is_stop(word.text, question.language)]
    stems = [word.stem for word in words]
    return any(
        tuple(stems[end - len(name) : end]) == name and words[end].is_number and not find_times(words[end].text)
        for name in names
        for end in range(len(name), len(words))
    )


def _is_narrowed(question: Question, unit: Unit, name: Token) -> bool:
    """Whether what follows the name makes it less than what is asked for: employees in Norway."""
    found = _NARROWED.match(unit.text, name.end)
    following = next((word for word in unit.words if found and word.start >= found.end()), None)
    return following is not None and following.stem not in question.stems


def in_order(question: Question, unit: Unit) -> float:
    """The share of neighbouring question words that are neighbours here too.

    A Swedish question turns verb and subject round: "När beslutade regeringen", "regeringen beslutade".
    """
    terms = question.terms
    if sum(term.stem in unit.around.own for term in terms) < 2:
        return 0.0
    where: dict[str, int] = {}
    for index, token in enumerate(unit.words):
        where.setdefault(token.stem, index)
    steps = [where[b.stem] - where[a.stem] for a, b in pairwise(terms) if a.stem in where and b.stem in where]
    least = -_NEAR if question.language == "sv" else 1
    return sum(least <= step <= _NEAR for step in steps) / (len(terms) - 1)
