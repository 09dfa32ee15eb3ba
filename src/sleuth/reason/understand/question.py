"""What a question asks for: the kind of answer, its words and their weight, the measure, the clause, the time."""

from dataclasses import replace

from sleuth.language.asked import Answer
from sleuth.language.times import stated_times
from sleuth.language.tokens import stem_of, tokens
from sleuth.language.weight import detect_language, has_negation, is_heavy
from sleuth.reason.rank.identity import things_of
from sleuth.reason.rank.provisions import find_clauses, words_of_contracts
from sleuth.reason.understand.metrics import find_metrics
from sleuth.reason.understand.parts import Question, Term
from sleuth.reason.understand.phrases import kind_of, says, without_asides
from sleuth.reason.understand.prose import ask
from sleuth.reason.understand.terms import find_terms, moving

_LONGEST_FRAGMENT = 3  # words
_ASKING = ("what", "which", "whose", "vilket", "vilken", "vilka")
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
    terms += _beside(text, terms, about, language, leads=bool(clauses) and _leads(text, about))
    terms = tuple(moving(terms, language)) if says("why", text) else terms
    kind = Answer.DATE if any(c.is_date for c in clauses) else kind_of(text)
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
        wants_level=bool(metrics) and (kind is Answer.NUMBER or (kind is Answer.THING and says("level", text))),
        wants_latest=says("latest", text),
        things=things_of(text, language),
        stems=frozenset(word.stem for word in words),
        selecting=_selecting(text, language),
        asked=ask(text, language),
    )


def _leads(text: str, about: str) -> bool:
    """Whether a question is the first of those that were asked together: what follows it tells nothing of it."""
    return about.casefold().startswith(text.rstrip(" ?").casefold())


def _beside(text: str, terms: tuple[Term, ...], about: str, language: str, *, leads: bool) -> tuple[Term, ...]:
    """The words of what was asked together with a question.

    They count for a question that says nothing without them ("what are the main causes for this change?"); for any
    other they only tell equals apart.
    """
    if not about:
        return ()
    asked = {term.stem for term in terms}
    others = [term for term in find_terms(about, tokens(about, language), language) if term.stem not in asked]
    tells = leads or (not _is_fragment(text) and any(term.weight >= 1 and not term.is_name for term in terms))
    if tells and not says("refers", text):
        return tuple(replace(term, weight=_BESIDE, is_name=False, is_critical=False) for term in others)
    telling = [term for term in others if term.weight >= 1 and not term.is_name]
    if not telling and not tells:  # "on what terms", asked with "which suppliers": of the noun that was asked after
        telling = [replace(term, weight=1.0) for term in others if not term.is_name and is_heavy(term.text, language)]
    return tuple(replace(term, is_critical=False) for term in telling)


def _is_fragment(text: str) -> bool:
    """Whether a question has no verb, and goes on from another: "and at what price?"."""
    words = text.casefold().strip(" ?").split()
    return len(words) <= _LONGEST_FRAGMENT and any(word in _ASKING for word in words[1:])


def _selecting(text: str, language: str) -> tuple[tuple[str, str], ...]:
    """The names by which a question calls the contract that it is asked of."""
    names = sorted(word for word in words_of_contracts(text) if word[:1].isupper())
    return tuple((stem_of(name, language), name) for name in names)
