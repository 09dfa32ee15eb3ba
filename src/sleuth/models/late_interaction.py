"""How near texts are to a question, token by token: late interaction (Khattab and Zaharia 2020, ColBERT).

Each token of the question is held against the nearest token of the text, so that one word that matches counts although
the rest of a long sentence is about something else, which a single vector a text blurs. English only: MiniLM's states.
"""

from collections.abc import Sequence

import numpy as np

from sleuth.models.embeddings import open_embedder
from sleuth.models.encoder import Floats, unit_rows
from sleuth.models.minilm import MiniLM


def late_likeness(question: str, texts: Sequence[str]) -> Floats:
    """The cosine of question and text, and the mean cosine of the question's tokens with the nearest of the text's:
    two columns from -1 to 1, a row a text in order.

    Raises ModelError where MiniLM is not installed.
    """
    if not texts:
        return np.empty((0, 2), np.float32)
    model = open_embedder("minilm")
    assert isinstance(model, MiniLM)
    asked, *told = model.token_states([question, *texts])
    as_a_whole = unit_rows(np.stack([states.mean(axis=0) for states in (asked, *told)]))
    words = unit_rows(asked)[1:-1]  # without the tokens that open and close a text
    by_token = [_nearest(words, unit_rows(states)) for states in told]
    return np.column_stack([as_a_whole[1:] @ as_a_whole[0], by_token]).astype(np.float32)


def _nearest(words: Floats, tokens: Floats) -> float:
    """The mean cosine of a question's tokens with the nearest of a text's; 0 for a question without any."""
    return float((words @ tokens.T).max(axis=1).mean()) if len(words) else 0.0
