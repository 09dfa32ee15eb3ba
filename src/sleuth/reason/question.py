"""What a question asks for: the kind of answer, its words and their weight, the measure, the clause, the time."""

from dataclasses import replace

from sleuth.language.times import stated_times
from sleuth.language.tokens import stem_of, tokens
from sleuth.language.weight import detect_language, has_negation
from sleuth.reason.identity import things_of
from sleuth.reason.metrics import find_metrics
from sleuth.reason.parts import Kind, Question
from sleuth.reason.phrases import kind_of, says, without_asides
from sleuth.reason.provisions import find_clauses, words_of_contracts
from sleuth.reason.terms import find_terms
from sleuth.reason.understand.prose import ask

_BESIDE = 0.02  # weight of a word that was only asked together with the question


def understand(text: str, about: str = "") -> Question:
    """Take a question apart; any text is a question, if only of no words.

    `about`: what it was asked together with, which may tell what it is of and need not be answered to.
    """
    language = detect_language(text)
    text = without_asides(text)
    words = tokens(text, language)
    metrics = find_metrics(text, language)
    clauses = find_clauses(text)
    terms = find_terms(text, words, language)
    asked = {term.stem for term in terms}
    beside = find_terms(about, tokens(about, language), language) if about else ()
    terms += tuple(replace(t, weight=_BESIDE, is_name=False, is_critical=False) for t in beside if t.stem not in asked)
    kind = Kind.DATE if any(c.is_date for c in clauses) else kind_of(text)
    return Question(
        text=text,
        language=language,
        kind=kind,
        terms=terms,
        metrics=metrics,
        clauses=clauses,
        times=stated_times(text),
        is_negated=has_negation(words, language),
        wants_many=says("many", text),
        wants_each=says("each", text),
        wants_topic=says("topic", text),
        wants_level=bool(metrics) and (kind is Kind.NUMBER or (kind is Kind.THING and says("level", text))),
        wants_latest=says("latest", text),
        things=things_of(text, language),
        stems=frozenset(word.stem for word in words),
        selecting=_selecting(text, language),
        asked=ask(text, language),
    )


def _selecting(text: str, language: str) -> tuple[tuple[str, str], ...]:
    """The names by which a question calls the contract that it is asked of."""
    names = sorted(word for word in words_of_contracts(text) if word[:1].isupper())
    return tuple((stem_of(name, language), name) for name in names)
