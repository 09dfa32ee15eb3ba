"""Which files a question is about: whose names, years and forms it mentions. A leaning, never a filter."""

import math
import re
from collections import Counter
from collections.abc import Mapping

from sleuth.search.query import Query, tokens, years

_JOINED = 4  # words that a filename may write as one: BESTBUY, AMERICANEXPRESS
_YEAR_WEIGHT = 0.5  # beside a name: a company's filings differ by their years, and each also states the year before

_APART = re.compile(r"(?<=\d)(?=Q[1-4]\b)|(?<=Q[1-4])(?=\d)", re.IGNORECASE)  # 2023Q2


def file_scores(query: Query, labels: Mapping[int, str]) -> dict[int, float]:
    """For each document whose label shares telling words with the query, how much it is meant: at most 1.

    A word tells as much as it is rare among the labels; one that all labels share tells nothing. Where the query names
    years, a label of the latest of them counts most, for a filing looks back.
    """
    spoken = {document: _words(label) for document, label in labels.items()}
    spread = Counter(word for words in spoken.values() for word in words)
    asked = _asked(query)
    scores = {
        document: sum(_rarity(spread[word], len(labels)) for word in words & asked)
        * _year_factor(query, labels[document])
        for document, words in spoken.items()
    }
    best = max(scores.values(), default=0.0)
    return {document: score / best for document, score in scores.items() if score > 0}


def _asked(query: Query) -> set[str]:
    """The words with weight, and neighbours joined as filenames join them."""
    words = tokens(_APART.sub(" ", query.text))
    telling = {word for word in words if query.words.get(word, 0.0) == 1.0}
    joined = {"".join(words[i : i + n]) for n in range(2, _JOINED + 1) for i in range(len(words) - n + 1)}
    return {word for word in telling if not word.isdigit()} | {word for word in joined if not word.isdigit()}


def _words(label: str) -> set[str]:
    words = tokens(_APART.sub(" ", label))
    return {*words, *("".join(words[i : i + 2]) for i in range(len(words) - 1))}


def _rarity(holders: int, labels: int) -> float:
    return math.log(labels / holders) if labels > 1 else 1.0


def _year_factor(query: Query, label: str) -> float:
    if not query.years:
        return 1.0
    stated = years(label)
    if query.years[-1] in stated:
        return 1.0 + _YEAR_WEIGHT
    return 1.0 if stated & {*query.years, query.years[-1] + 1} or not stated else 1.0 - _YEAR_WEIGHT
