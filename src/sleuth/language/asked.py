"""A typed question about words: the kind of value that answers it, and the noun or verb it is asked after."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from sleuth.language.tokens import stem_of
from sleuth.language.wordlist import wordlist


class Answer(StrEnum):
    """The kind of value that an answer must state."""

    PERSON = "person"  # or a body: who does something
    DATE = "date"
    DURATION = "duration"  # or until when
    MONEY = "amount of money"
    NUMBER = "number"  # of any unit
    COUNT = "count"  # of things: no amount of money and no share
    SHARE = "share"  # a percentage, a rate
    PLACE = "place"
    CHOICE = "yes or no"
    DEFINITION = "definition"
    REASON = "reason"
    MANNER = "way"
    THING = "thing"


AMOUNTS = (Answer.MONEY, Answer.NUMBER, Answer.COUNT, Answer.SHARE)  # what is one thing today, another tomorrow


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question about words wants to be told."""

    text: str
    language: str  # ISO 639-1
    answer: Answer
    heads: tuple[frozenset[str], ...]  # the words asked after, each as stems one of which an answer must say
    stems: frozenset[str]  # of all its words: what repeats them is no answer

    def __str__(self) -> str:
        return f"{self.answer.value}: {self.text}"


@cache
def kind_nouns(language: str) -> dict[str, Answer]:
    """Nouns, as stems, that only name the kind of answer: nobody who answers repeats them."""
    return _nouns("kinds", language)


@cache
def value_nouns(language: str) -> dict[str, Answer]:
    """Nouns, as stems, that are measured by values of one kind: a rent by money, a term by time."""
    return _nouns("asks", language)


@cache
def whole_amounts(language: str) -> frozenset[str]:
    """Nouns of money, as stems, that no percentage tells."""
    return frozenset(stem_of(word, language) for word in wordlist("answers")["whole"]["nouns"].split())


def _nouns(section: str, language: str) -> dict[str, Answer]:
    rows = wordlist("answers")[section].items()
    return {stem_of(word, language): Answer[kind.upper()] for kind, words in rows for word in words.split()}
