"""Understands a question without a model: what it is about, which side of it is asked for, and what it goes on with."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import Any

from sleuth.agents.tutor.calculators.registry import calculate
from sleuth.agents.tutor.calculators.working import Calculation, CalculationError
from sleuth.agents.tutor.concepts import Concept
from sleuth.agents.tutor.documentation import OVERVIEW, AboutApp, Documentation
from sleuth.agents.tutor.language import data
from sleuth.agents.tutor.library import Library, Mention
from sleuth.agents.tutor.phrases import Phrases
from sleuth.agents.tutor.sums import NoSum, Sum, read_sum
from sleuth.agents.tutor.turns import Turn


class QuestionType(StrEnum):
    """The categories of the specification."""

    FINANCIAL = "financial_concepts"
    APP = "app_features"
    MIXED = "mixed_queries"
    OTHER = "other"  # neither: small talk, or outside what the tutor knows


@dataclass(frozen=True, slots=True)
class Reading:
    """A question as it was understood."""

    text: str
    subject: str  # what is looked up: the question, or the concept that it goes on with
    type: QuestionType
    mentions: Sequence[Mention]
    app: AboutApp
    facets: frozenset[str]  # of what, whole, why, how, example, mistakes, difference
    wants_advice: bool
    is_topical: bool  # asks for today's figures
    is_greeting: bool  # nothing but words that ask or greet
    is_lost: bool  # goes on with something, and nothing came before
    sum: Sum | NoSum | None


def read_question(text: str, library: Library, documentation: Documentation, history: Sequence[Turn]) -> Reading:
    """What a question asks for, after the turns before it."""
    app = documentation.about(text)
    mentions = _beside_calls(text, library, documentation)
    if not mentions and not app.is_meant:
        app = documentation.explaining(text)
    facets = frozenset(found.label for found in _facets(library.language).find(text))
    sum_asked = read_sum(text, library.language, _last_calculation(history))
    subject, is_lost = text, False
    content = library.content_words(text)
    if mentions and len(mentions) == 1 and "difference" in facets and _goes_on(text, library.language):
        mentions = [*_last_mention(library, history), *mentions]
        subject = "\n".join(mention.phrase for mention in mentions)
    if not mentions and not app.is_meant and sum_asked is None and not content:
        followed = _followed(text, library, history)
        if followed:
            subject, mentions = followed.title, [Mention(followed, followed.title, 0, 0)]
        elif not content and _goes_on(text, library.language):
            is_lost = True
    apart = _outside_app_clauses(text, mentions, documentation)
    app = _with_whole_phrases(app, mentions, apart)
    if app.is_meant and mentions and not apart and _is_about_app_only(app, facets):
        mentions = []
    return Reading(
        text=text,
        subject=subject,
        type=_type(mentions, app, sum_asked, is_greeting=not content),
        mentions=mentions,
        app=app,
        facets=facets,
        wants_advice=_wants_advice(text, library.language) and not app.is_called,
        is_topical=bool(_turns(library.language, "topical").find(text)),
        is_greeting=not content and not mentions and not app.is_meant and sum_asked is None,
        is_lost=is_lost,
        sum=sum_asked,
    )


def clauses(text: str, language: str) -> list[str]:
    """The clauses of a question: "How do credit scores work" and "does the app show mine"."""
    joints = "|".join(data(language, "words")["clauses"]["joints"])
    return [clause for clause in re.split(rf"[?.;!\n]|,?\s(?:{joints})\s", text) if clause.strip()]


def _outside_app_clauses(text: str, mentions: Sequence[Mention], documentation: Documentation) -> list[Mention]:
    """The concepts that are asked about in clauses of their own, without the application."""
    own = [clause for clause in clauses(text, documentation.language) if not documentation.about(clause).is_meant]
    return [mention for mention in mentions if any(mention.phrase.casefold() in clause.casefold() for clause in own)]


def _last_mention(library: Library, history: Sequence[Turn]) -> list[Mention]:
    """The concept that "it" stands for."""
    last = next(_concepts_of(history), None)
    concept = library.concepts.get(last["id"]) if last else None
    return [Mention(concept, concept.title, 0, 0)] if concept else []


def _with_whole_phrases(app: AboutApp, mentions: Sequence[Mention], apart: Sequence[Mention]) -> AboutApp:
    """The same, an undocumented word that is part of a concept's name told with all of it.

    Concepts that are asked about apart from the application are not looked for in its documentation.
    """
    whole = []
    for word in app.undocumented:
        if any(set(word.casefold().split()) <= set(mention.phrase.casefold().split()) for mention in apart):
            continue
        named = (mention.phrase for mention in mentions if word.casefold() in mention.phrase.casefold().split())
        whole.append(next(named, word))
    return replace(app, undocumented=tuple(dict.fromkeys(whole)))


def _is_about_app_only(app: AboutApp, facets: frozenset[str]) -> bool:
    """ "How do I trade crypto in the app?" asks what the application does, not what crypto is."""
    return facets <= {"how"} and bool(app.is_called or app.undocumented)


def _beside_calls(text: str, library: Library, documentation: Documentation) -> list[Mention]:
    """The concepts that a text names, but for those inside the name of an area: "budget suggestions"."""
    calls = [call for call in documentation.calls(text) if call.label != OVERVIEW]
    return [
        mention
        for mention in library.mentions(text)
        if not any(call.first < mention.last and mention.first < call.last for call in calls)
    ]


def _type(mentions: Sequence[Mention], app: AboutApp, asked: Sum | NoSum | None, is_greeting: bool) -> QuestionType:
    if app.is_meant:
        return QuestionType.MIXED if mentions or isinstance(asked, Sum) else QuestionType.APP
    return QuestionType.OTHER if is_greeting and not mentions else QuestionType.FINANCIAL


@cache
def _facets(language: str) -> Phrases[str]:
    facets: Mapping[str, Sequence[str]] = data(language, "words")["facets"]
    return Phrases(language, [(turn, facet) for facet, turns in facets.items() for turn in turns])


def _wants_advice(text: str, language: str) -> bool:
    """Whether a text asks for a decision: "should I buy", but not "should I know"."""
    return any(found.label == "advice" for found in _advice(language).find(text))


@cache
def _advice(language: str) -> Phrases[str]:
    turns = data(language, "words")["advice"]
    knowledge = [(turn, "knowledge") for turn in turns["knowledge"]]
    return Phrases(language, [*knowledge, *((turn, "advice") for turn in turns["cues"])])


@cache
def _turns(language: str, name: str) -> Phrases[str]:
    return Phrases(language, [(turn, turn) for turn in data(language, "words")[name]["cues"]])


@cache
def _follow(language: str) -> Phrases[str]:
    kinds: Mapping[str, Sequence[str]] = data(language, "words")["follow"]
    return Phrases(language, [(turn, kind) for kind, turns in kinds.items() for turn in turns])


def _goes_on(text: str, language: str) -> bool:
    return bool(_follow(language).find(text))


def _followed(text: str, library: Library, history: Sequence[Turn]) -> Concept | None:
    """The concept that a question without a subject goes on with: the last one, or the one offered after it."""
    last = next(_concepts_of(history), None)
    if last is None:
        return None
    concept = library.concepts.get(last["id"])
    turns = {found.label for found in _follow(library.language).find(text)}
    if concept and "next" in turns and not library.content_words(text):
        return library.concepts[concept.related[0]]
    facets = _facets(library.language).find(text)
    return concept if "again" in turns or facets else None


def _concepts_of(history: Sequence[Turn]) -> Iterator[Mapping[str, Any]]:
    """The concepts that were looked up, the newest first."""
    for turn in reversed(history):
        for step in turn.steps:
            yield from step.data.get("concepts") or ()


def _last_calculation(history: Sequence[Turn]) -> Calculation | None:
    """The calculation of the last turn; None where it had none."""
    for step in history[-1].steps if history else ():
        if step.tool == "calculate" and "calculator" in step.data:
            try:
                return calculate(step.data["calculator"], step.data["arguments"])
            except CalculationError:
                return None
    return None
