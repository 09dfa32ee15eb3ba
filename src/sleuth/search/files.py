"""Which files a question is about: whose names, years and forms it mentions. A leaning, never a filter."""

import math
from collections import Counter
from collections.abc import Mapping, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from sleuth.ingest.label import apart, spoken_name
from sleuth.search.query import Query, tokens, years

_JOINED = 4  # words that a filename may write as one: BESTBUY, AMERICANEXPRESS
_NAMES, _YEARS = 0.7, 0.3  # what a file's names and its years count
_PLAINLY, _FEW = 0.8, 5  # the score of a file that is plainly meant, and how many may be
_KEPT = 4_096  # labels whose words are kept in memory
_DULL = frozenset(
    {"a", "an", "and", "by", "date", "dated", "end", "ended", "for", "from", "in", "of", "on", "the", "to"}
)


@dataclass(frozen=True, slots=True)
class FileLabel:
    """What is known of a file before it is opened."""

    filename: str
    description: str  # one line: form, title, company, period


def file_scores(query: Query, labels: Mapping[int, FileLabel]) -> dict[int, float]:
    """For each document whose label shares telling words or years with the query, how much it is meant: 0 to 1.

    A word tells as much as it is rare among the labels; one that all labels share tells nothing.
    """
    asked = _asked(query)
    shared = {document: words for document, label in labels.items() if (words := asked & _words(label))}
    holders = Counter(word for words in shared.values() for word in words)
    telling = {word: math.log(len(labels) / held) for word, held in holders.items()}
    names = {document: sum(telling[word] for word in words) for document, words in shared.items()}
    most = max(names.values(), default=0.0)
    scores = {document: _NAMES * name / most if most else 0.0 for document, name in names.items()}
    for document, label in labels.items() if query.years else ():
        scores[document] = scores.get(document, 0.0) + _YEARS * _year_score(query, label)
    best = max(scores.values(), default=0.0)
    return {document: score / best for document, score in scores.items() if score > 0}


def leading(scores: Mapping[int, float]) -> list[int]:
    """The few files that are plainly meant; none where many are."""
    meant = [document for document, score in scores.items() if score >= _PLAINLY]
    return meant if len(meant) <= _FEW else []


def _asked(query: Query) -> set[str]:
    """The words of full weight, and neighbours joined as filenames join them. Years have their own score."""
    words = [word for word in tokens(apart(query.text)) if not word.isdigit()]
    joined = {"".join(words[i : i + n]) for n in range(2, _JOINED + 1) for i in range(len(words) - n + 1)}
    return {word for word in words if query.words.get(word, 0.0) == 1.0} | joined


@lru_cache(maxsize=_KEPT)
def _words(label: FileLabel) -> Set[str]:
    words = [word for word in tokens(f"{spoken_name(label.filename)} {label.description}") if word not in _DULL]
    pairs = {"".join(pair) for pair in pairwise(words)}
    return frozenset({*words, *pairs, *_abbreviations(words)})


def _abbreviations(words: list[str]) -> Set[str]:
    """How two neighbouring words may be drawn together: American Express → amex."""
    return {first[:2] + second[:2] for first, second in pairwise(words) if len(first) > 3 < len(second)}


def _year_score(query: Query, label: FileLabel) -> float:
    """A filing looks back: of several years asked for, its own is the last."""
    stated, last = _years(label), query.years[-1]
    if last in stated:
        return 1.0
    return 0.4 if stated & {*query.years, last + 1} else 0.0


@lru_cache(maxsize=_KEPT)
def _years(label: FileLabel) -> Set[int]:
    """The years of the filename, which tell better than those of the description."""
    return years(spoken_name(label.filename)) or years(label.description)
