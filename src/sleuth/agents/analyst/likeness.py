"""What a message wants, by what people say who want it: the nearest of some known utterances, in meaning.

Patterns know the usual wordings; this takes the others ("anything they haven't sent yet?"), by the nearest neighbours
among examples (Cover and Hart, 1967) in the space of a local text encoder. Only messages that speak of nothing in
particular are held against them, and only where all neighbours agree.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np

from sleuth.agents.analyst.intents import Intent
from sleuth.agents.analyst.phrases import data
from sleuth.errors import ModelError
from sleuth.language.times import find_times
from sleuth.language.tokens import tokens
from sleuth.language.weight import detect_language
from sleuth.models.embeddings import Matrix, choose_embedder, open_embedder

_MOST_WORDS = 14
_NEIGHBOURS = 2
_NEAR: Mapping[str, float] = {"minilm": 0.5, "e5": 0.89}  # inner product with the nearest, by encoder


def likely_intent(message: str) -> Intent:
    """The behaviour that the nearest utterances want; a fact where they differ, are far, or no encoder is there."""
    language = detect_language(message)
    if not _is_general(message, language):
        return Intent.FACT_LOOKUP
    encoder = choose_embedder([language])
    try:
        vectors = _vectors(encoder)
        asked = open_embedder(encoder).embed_query(message)
    except ModelError:  # the encoder is not installed here: patterns alone decide
        return Intent.FACT_LOOKUP
    likeness = vectors @ asked
    nearest = np.argsort(-likeness)[:_NEIGHBOURS]
    intents = {_known()[int(number)][1] for number in nearest}
    if len(intents) > 1 or float(likeness[nearest[0]]) < _NEAR[encoder]:
        return Intent.FACT_LOOKUP
    return intents.pop()


def _is_general(message: str, language: str) -> bool:
    """Whether a message is short and names nobody, no number and no time."""
    words = tokens(message, language)
    names = [word for word in words[1:] if word.is_capital and len(word.text) > 1]
    is_particular = bool(names) or any(word.is_number for word in words) or bool(find_times(message))
    return 0 < len(words) <= _MOST_WORDS and not is_particular


@lru_cache(maxsize=1)
def _known() -> Sequence[tuple[str, Intent]]:
    return [(text, Intent(name)) for name, texts in data("utterances").items() for text in texts]


@lru_cache(maxsize=2)
def _vectors(encoder: str) -> Matrix:
    """The utterances as unit vectors, one row each."""
    model = open_embedder(encoder)
    return np.stack([model.embed_query(text) for text, _ in _known()])
