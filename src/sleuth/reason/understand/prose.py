"""Understands a question about words: the kind of value that answers it, and what it is asked after."""

import re
from collections.abc import Iterator, Sequence
from itertools import dropwhile, takewhile

from sleuth.language.asked import Answer, Asked, kind_nouns, value_nouns
from sleuth.language.times import AskedTime, find_times
from sleuth.language.tokens import Token, stem_of, tokens
from sleuth.language.weight import is_heavy, is_kind_of_contract, is_stop
from sleuth.language.wordlist import wordlist
from sleuth.reason.understand.phrases import kind_of
from sleuth.reason.understand.terms import alternatives_of

_WHAT = frozenset({"what", "which", "vad", "vilken", "vilket", "vilka"})
_BEING = frozenset({"is", "are", "was", "were", "är", "var", "blev"})
_HELPING = frozenset(
    ("do", "does", "did", "has", "have", "had", "can", "could", "may", "must", "shall", "should", "will", "would",
     "har", "hade", "kan", "kunde", "får", "fick", "ska", "skall", "måste")
)  # fmt: skip
_MANY = re.compile(r"\b(?:how|hur) (?:many|många)\b", re.IGNORECASE)
_LONG = re.compile(r"\b(?:how|hur) (?:long|länge)\b", re.IGNORECASE)
_COUNTS_TIME = re.compile(
    r"\b(?:how|hur) (?:many|många) (?:[\w-]+ )?(?:hours?|days?|weeks?|months?|years?|timmar|dagar|veckor|månader|år)\b",
    re.IGNORECASE,
)
_AMOUNT_OF = re.compile(r"\b(?:how|hur) (?:much|mycket|large a|big a|high a) (?P<noun>[^\W\d]+)", re.IGNORECASE)
_LEAST_SAID = 2  # words of weight besides a class that tell enough without it
_LONGEST_NOUN = 4  # words
_ARTICLES = ("the", "a", "an", "its", "their", "den", "det", "de")
_OWNS = ("'s", "’s")
_UNCOUNTED = re.compile(r"\b(?:dollars|euros|pounds|kronor|usd|eur|sek)\b", re.IGNORECASE)


def ask(text: str, language: str) -> Asked:
    """The typed question."""
    words = tokens(text, language)
    stems = frozenset(word.stem for word in words)
    kind, times = kind_of(text), find_times(text)
    noun, is_property = _noun(words, times, language)
    if noun is None and kind is Answer.THING:
        noun, is_property = _bare_noun(words, times, language), True
    answer = _answer(text, noun, kind, language)
    if answer is Answer.COUNT and _MANY.search(text):
        noun, is_property = _counted(text, words, language), True
    is_said = is_property and answer is not Answer.REASON  # a reason need not name what it is the reason of
    heads = tuple(_heads(noun, answer, language)) if is_said else ()
    return Asked(text, language, answer, heads, stems)


def asks_how_long(text: str) -> bool:
    """Whether a length of time is asked for: "How long does the lease run?" is no question of lease liabilities."""
    return _LONG.search(text) is not None


def _answer(text: str, noun: Token | None, kind: Answer, language: str) -> Answer:
    """The kind of value: by how much is asked, else by the noun that is asked after."""
    if asks_how_long(text):
        return Answer.DURATION
    if _MANY.search(text):
        if _UNCOUNTED.search(text):
            return Answer.MONEY
        return Answer.DURATION if _COUNTS_TIME.search(text) else Answer.COUNT
    if re.search(wordlist("answers")["cost"]["asks"], text.lower()):
        return Answer.MONEY
    if amount := _AMOUNT_OF.search(text):
        measured = value_nouns(language).get(stem_of(amount["noun"], language))
        if measured is not None:
            return measured
    if noun is not None and kind in (Answer.THING, Answer.NUMBER):
        measured = value_nouns(language).get(noun.stem)
        if measured is not None:
            return measured
        if kind is Answer.THING:
            return kind_nouns(language).get(noun.stem, kind)
    return kind


def _bare_noun(words: Sequence[Token], times: Sequence[AskedTime], language: str) -> Token | None:
    """The noun of a value that is all a question says, with whose it is: "liability cap?", "minimum volume at Orvik".

    It closes the first words without a small one between them; names and times may stand behind it. A question with
    a verb ("can Orvik end it?") asks in another way.
    """
    lowered = [word.text.lower() for word in words]
    if not _BEING.isdisjoint(lowered) or not _HELPING.isdisjoint(lowered):
        return None
    telling = list(dropwhile(lambda word: is_stop(word.text, language), words))
    group = list(takewhile(lambda word: not is_stop(word.text, language), telling))
    while len(group) > 1 and (group[-1].is_capital or group[-1].is_number or group[-1].is_within(times)):
        group.pop()
    return group[-1] if group and group[-1].stem in value_nouns(language) else None


def _heads(noun: Token | None, answer: Answer, language: str) -> Iterator[frozenset[str]]:
    """What an answer must name; a noun that only tells the kind of answer need not be, unless it is counted."""
    if noun is not None and (answer is Answer.COUNT or noun.stem not in kind_nouns(language)):
        others = alternatives_of(noun.stem, language)  # a rent is told of a lease, and is none
        yield frozenset({noun.stem}) | {other for other in others if not is_kind_of_contract(other, language)}


def _counted(text: str, words: Sequence[Token], language: str) -> Token | None:
    """The noun that "how many" counts: the last word before the verb."""
    found = _MANY.search(text)
    behind = [word for word in words if found and word.start >= found.end()]
    end = next((n for n, word in enumerate(behind) if n and _is_verb_or_small(word, language)), len(behind))
    return behind[end - 1] if behind and end <= _LONGEST_NOUN else None


def _is_verb_or_small(word: Token, language: str) -> bool:
    return word.text.lower() in _BEING | _HELPING or is_stop(word.text, language)


def _noun(words: Sequence[Token], times: Sequence[AskedTime], language: str) -> tuple[Token | None, bool]:
    """The noun that is asked after, and whether it is a property that an answer must name.

    In "what is the rent" and "what fee would it charge" it is. In "which molecule has the sun" it is a class: whoever
    names a molecule need not say that it is one.
    """
    lowered = [word.text.lower() for word in words]
    at = next((number for number, word in enumerate(lowered[:6]) if word in _WHAT), None)
    if at is None:
        return None, False
    start = at + 1
    after_verb = start < len(words) and lowered[start] in _BEING
    if start < len(words) and lowered[start] in _HELPING:
        return None, False
    start += after_verb
    while start < len(words) and lowered[start] in _ARTICLES:
        start += 1
    last = None
    for word in words[start:]:
        if is_stop(word.text, language) or word.text.lower() in _BEING | _HELPING or word.is_number:
            break
        if last is not None and (word.is_capital or word.text.endswith(_OWNS)):
            break
        if not word.text.endswith(_OWNS):
            last = word
    if last is None:
        return None, False
    others = sum(is_heavy(word.text, language) and word is not last and not word.is_within(times) for word in words)
    return last, after_verb or last.stem in value_nouns(language) or others < _LEAST_SAID
