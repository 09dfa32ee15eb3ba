"""Text becomes unit vectors: the port, how its models are named and opened, and which of them suits a project."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sleuth.config import Settings
from sleuth.errors import UserError
from sleuth.language.glyphs import without_surrogates
from sleuth.models.hosted import Access
from sleuth.models.usage import Usage

Vector = NDArray[np.float32]  # (dimensions,), length 1
Matrix = NDArray[np.float32]  # (texts, dimensions), each row of length 1

NAMES = ("minilm", "e5")  # what comes inside packages
HOSTED = "openai:"  # and then the model's name
_OPEN = 8  # models that a process keeps open
_ANYWHERE = Access()


class Embedder(Protocol):
    """A model that places texts so that those of like meaning lie near each other. Any string is valid input."""

    @property
    def name(self) -> str:
        """What the store records beside each vector; vectors of two names are never compared."""

    @property
    def dimensions(self) -> int:
        """The length of each vector."""

    @property
    def usage(self) -> Usage | None:
        """What its calls took; None for a model that runs here."""

    def embed_passages(self, texts: Sequence[str]) -> Matrix:
        """One row a text, in order. A row does not depend on the other texts of the call."""

    def embed_query(self, text: str) -> Vector:
        """The vector of a question, to be compared with passages by the inner product."""


def choose_embedder(languages: Sequence[str]) -> str:
    """The model for documents in these languages (ISO 639-1): the small English one only where all are English."""
    return "minilm" if languages and set(languages) == {"en"} else "e5"


def embedding_access(settings: Settings) -> Access:
    """How hosted embedding models are reached."""
    return Access(settings.embedding_url, settings.embedding_key, settings.embedding_seconds, settings.search_seconds)


@lru_cache(maxsize=_OPEN)
def open_embedder(name: str, access: Access = _ANYWHERE) -> Embedder:
    """The named model, opened once a process; `access` is for those that are hosted.

    Raises ModelError when it is not installed here, ModelSetupError when it has no key, UserError for another name.
    """
    if name == "minilm":
        from sleuth.models.minilm import MiniLM

        return MiniLM()
    if name == "e5":
        from sleuth.models.e5 import MultilingualE5

        return MultilingualE5()
    if name.startswith(HOSTED) and name != HOSTED:
        from sleuth.models.hosted_embeddings import HostedEmbedder

        return HostedEmbedder(name, access)
    raise UserError(
        f"{name}: no such embedding model. Set SLEUTH_EMBEDDING to auto, {', '.join(NAMES)} or {HOSTED}NAME."
    )


def clean(text: str, limit: int) -> str:
    """The first `limit` characters as a tokenizer accepts them: no NUL, no lone surrogates."""
    return without_surrogates(text[:limit].replace("\0", " "))
