"""Text becomes unit vectors: the port, the models that come inside packages, and which of them suits a project."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sleuth.errors import UserError

Vector = NDArray[np.float32]  # (dimensions,), length 1
Matrix = NDArray[np.float32]  # (texts, dimensions), each row of length 1

NAMES = ("minilm", "e5")


class Embedder(Protocol):
    """A model that places texts so that those of like meaning lie near each other. Any string is valid input."""

    @property
    def name(self) -> str:
        """What the store records beside each vector; vectors of two names are never compared."""

    @property
    def dimensions(self) -> int:
        """The length of each vector."""

    def embed_passages(self, texts: Sequence[str]) -> Matrix:
        """One row a text, in order. A row does not depend on the other texts of the call."""

    def embed_query(self, text: str) -> Vector:
        """The vector of a question, to be compared with passages by the inner product."""


def choose_embedder(languages: Sequence[str]) -> str:
    """The model for documents in these languages (ISO 639-1): the small English one only where all are English."""
    return "minilm" if languages and set(languages) == {"en"} else "e5"


@lru_cache(maxsize=len(NAMES))
def open_embedder(name: str) -> Embedder:
    """The named model, loaded once a process. ModelError when it is not installed here."""
    if name == "minilm":
        from sleuth.models.minilm import MiniLM

        return MiniLM()
    if name == "e5":
        from sleuth.models.e5 import MultilingualE5

        return MultilingualE5()
    raise UserError(f"{name}: no such embedding model. Set SLEUTH_EMBEDDING to auto, {' or '.join(NAMES)}.")


def clean(text: str, limit: int) -> str:
    """The first `limit` characters as a tokenizer accepts them: no NUL, no lone surrogates."""
    return text[:limit].replace("\0", " ").encode("utf-8", "replace").decode("utf-8")
