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
    return np.array([_likeness(asked, states) for states in told], np.float32)


def _likeness(asked: Floats, told: Floats) -> tuple[float, float]:
    means = unit_rows(np.stack([asked.mean(axis=0), told.mean(axis=0)]))
    words = unit_rows(asked)[1:-1]  # without the tokens that open and close a text
    nearest = (words @ unit_rows(told).T).max(axis=1)
    return float(means[0] @ means[1]), float(nearest.mean()) if len(nearest) else 0.0
