"""Embeddings from OpenAI, or from any server that speaks its way."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from sleuth.models.embeddings import HOSTED, Matrix, Vector
from sleuth.models.failures import ModelSetupError, UnusableAnswerError
from sleuth.models.hosted import Access, Endpoint, Patience, acceptable, whole_number
from sleuth.models.keys import OPENAI

SETTING = "SLEUTH_EMBEDDING"
_TEXTS, _BYTES = 128, 200_000  # of one request: OpenAI takes 2,048 texts and 300,000 tokens, others less
_BYTES_OF_A_TEXT = 8_000  # a token has a byte at least, and OpenAI's models read 8,191 tokens
_MOST_DIMENSIONS = 16_000  # of a vector in the store
_QUERY_WAITS = (0.5,)


class HostedEmbedder:
    """Its vectors are made to have length 1; how long they are in numbers is learned from the first."""

    def __init__(self, name: str, access: Access) -> None:
        url = access.url or OPENAI.address()
        key = OPENAI.key_for(url, access.key)
        if not key and url == OPENAI.url:
            raise ModelSetupError(f"{name} needs a key. Set {SETTING}_KEY or OPENAI_API_KEY.")
        self.name = name
        self._model = name.removeprefix(HOSTED)
        self._endpoint = Endpoint(name, f"{url.rstrip('/')}/embeddings", key, SETTING)
        self._patient = Patience(access.seconds)
        self._hurried = Patience(access.search_seconds, _QUERY_WAITS)
        self._dimensions: int | None = None
        self.usage = self._endpoint.usage

    @property
    def dimensions(self) -> int:
        """The length of each vector; where none was made yet, a word is embedded to learn it."""
        if self._dimensions is None:
            self._dimensions = self._embed("dimensions", ["length"], self._patient).shape[1]
        return self._dimensions

    def embed_passages(self, texts: Sequence[str]) -> Matrix:
        """One row a text, in order, in as many requests as the server's limits ask for."""
        parts = [self._embed("passages", part, self._patient) for part in _parts(texts)]
        return np.concatenate(parts) if parts else np.empty((0, self.dimensions), np.float32)

    def embed_query(self, text: str) -> Vector:
        """The vector of a question. Gives up soon: somebody waits, and words can serve alone."""
        row: Vector = self._embed("questions", [acceptable(text, _BYTES_OF_A_TEXT)], self._hurried)[0]
        return row

    def _embed(self, task: str, texts: Sequence[str], patience: Patience) -> Matrix:
        answer = self._endpoint.ask(task, {"model": self._model, "input": list(texts)}, patience)
        spent = answer.get("usage")
        if isinstance(spent, dict):
            self.usage.task(task).tokens_in += whole_number(spent.get("prompt_tokens") or spent.get("total_tokens"))
        try:
            matrix = _rows(answer.get("data"), len(texts))
        except (AttributeError, KeyError, TypeError, ValueError, OverflowError) as error:
            raise UnusableAnswerError(f"{self.name}: its answer holds no vectors.") from error
        except UnusableAnswerError as error:
            raise UnusableAnswerError(f"{self.name}: {error}.") from error
        self._learn(matrix.shape[1])
        return matrix

    def _learn(self, dimensions: int) -> None:
        if self._dimensions not in (None, dimensions):
            raise UnusableAnswerError(
                f"{self.name}: its vectors have {dimensions} numbers, and had {self._dimensions} before."
            )
        self._dimensions = dimensions


def _rows(data: Any, count: int) -> Matrix:
    """The vectors in the order of the texts, each of length 1."""
    ordered = {row.get("index", place): row["embedding"] for place, row in enumerate(data)}
    if sorted(ordered) != list(range(count)):
        raise UnusableAnswerError(f"it gave {len(ordered)} vectors for {count} texts")
    matrix = np.asarray([ordered[place] for place in range(count)], np.float64)
    if matrix.ndim != 2 or not 1 <= matrix.shape[1] <= _MOST_DIMENSIONS:
        raise UnusableAnswerError("its vectors are not rows of numbers")
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    if not np.isfinite(lengths).all() or not lengths.all():
        raise UnusableAnswerError("one of its vectors has no direction")
    return np.asarray(matrix / lengths, np.float32)


def _parts(texts: Sequence[str]) -> Iterator[list[str]]:
    """The texts as they may be sent, in portions of at most _TEXTS texts and _BYTES bytes, and so tokens."""
    part: list[str] = []
    size = 0
    for text in (acceptable(text, _BYTES_OF_A_TEXT) for text in texts):
        length = len(text.encode())
        if part and (len(part) == _TEXTS or size + length > _BYTES):
            yield part
            part, size = [], 0
        part.append(text)
        size += length
    if part:
        yield part
