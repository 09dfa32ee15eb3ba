"""A BERT encoder whose matrix products run in integers, built from the weights that a package ships.

It takes less than half the time of the same weights as floats in onnxruntime (docs/decisions/0020-integer-encoder.md).
Each token's activations are rounded to 8 bits by their own largest value, so that no text changes another's vector;
each column of weights is rounded to 7 bits, because processors without VNNI overflow on products of 8 and 8 bits.
"""

import os
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Ids = NDArray[np.int64]
Embed = Callable[[Ids], Floats]  # token ids (texts, tokens) → word and position embeddings (texts, tokens, width)

_WEIGHT_LEVELS = 63  # on either side of zero: 7 bits
_ACTIVATION_LEVELS = 127
_MIDDLE = 128  # of the unsigned byte that holds an activation
_TOKENS_A_RUN = 1_024
_MOST_THREADS = 8


@dataclass(frozen=True, slots=True)
class Linear:
    """A matrix product and what is added to it."""

    weight: Floats  # (inputs, outputs)
    bias: Floats  # (outputs,)


@dataclass(frozen=True, slots=True)
class Norm:
    """A layer normalisation."""

    gain: Floats
    bias: Floats


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer of the encoder."""

    attention_in: Linear  # queries, keys and values, side by side
    attention_out: Linear
    attention_norm: Norm
    widening: Linear
    narrowing: Linear
    norm: Norm


@dataclass(frozen=True, slots=True)
class Weights:
    """What an encoder is made of, without its embeddings."""

    opening: Norm
    layers: tuple[Layer, ...]
    heads: int
    epsilon: float


class Encoder:
    """The encoder, open in this process. Safe to use from several threads."""

    def __init__(self, weights: Weights, embed: Embed) -> None:
        self._session = _session(_Builder(weights).build())
        self._embed = embed
        self._width = len(weights.opening.gain)

    def means(self, texts: Sequence[Sequence[int]]) -> Floats:
        """The mean of each text's final token states, one row a text, in order. Texts are token ids, at least one."""
        return np.stack(self._of_each(texts, _means))

    def states(self, texts: Sequence[Sequence[int]]) -> list[Floats]:
        """The final token states of each text, (tokens, width), in order. Texts are token ids, at least one."""
        return self._of_each(texts, _all)

    def _of_each(self, texts: Sequence[Sequence[int]], take: Callable[[Floats], Floats]) -> list[Floats]:
        """What `take` keeps of the states (texts, tokens, width) of texts of one length, for each text in order.

        Texts of one length run together, so that none is padded; the runs share the processor's cores.
        """
        result: dict[int, Floats] = {}

        def run(places: list[int]) -> None:
            states = self._states(np.array([texts[place] for place in places], np.int64))
            result.update(zip(places, take(states), strict=True))

        with ThreadPoolExecutor(min(_MOST_THREADS, os.cpu_count() or 1), "sleuth-encoder") as threads:
            for _ in threads.map(run, _runs(texts)):
                pass  # an error of a run is raised here
        return [result[place] for place in range(len(texts))]

    def _states(self, ids: Ids) -> Floats:
        texts, tokens = ids.shape
        feed = {
            "embeddings": self._embed(ids).reshape(texts * tokens, self._width),
            "middles": np.full(texts * tokens, _MIDDLE, np.uint8),
            "shape": np.array([texts, tokens, 3 * self._width], np.int64),
        }
        states: Floats = self._session.run(None, feed)[0]
        return states.reshape(texts, tokens, self._width)


def _means(states: Floats) -> Floats:
    return np.asarray(states.mean(axis=1), np.float32)


def _all(states: Floats) -> Floats:
    return states


def unit_rows(matrix: Floats) -> Floats:
    """The rows at length 1."""
    return np.asarray(matrix / np.linalg.norm(matrix, axis=1, keepdims=True), np.float32)


def _runs(texts: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """The places of texts of one length, in portions of at most _TOKENS_A_RUN tokens; the longest first."""
    places: dict[int, list[int]] = defaultdict(list)
    for place, text in enumerate(texts):
        places[len(text)].append(place)
    for length, alike in sorted(places.items(), reverse=True):
        step = max(1, _TOKENS_A_RUN // length)
        for start in range(0, len(alike), step):
            yield alike[start : start + step]


def _session(model: bytes) -> Any:
    import onnxruntime as ort

    options = ort.SessionOptions()
    options.intra_op_num_threads = 1  # runs are shared out among threads: dividing each takes more
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.enable_mem_pattern = False  # a plan for each length and thread takes 90 MB more, and no time off
    # The fused kernel takes several times what the additions and the normalisation take apart.
    return ort.InferenceSession(
        model, options, providers=["CPUExecutionProvider"], disabled_optimizers=["SkipLayerNormFusion"]
    )


class _Builder:
    """Writes the graph. Activations are (texts x tokens, width) but for attention, which needs the texts apart."""

    _VERSIONS = (("", 18), ("com.microsoft", 1))
    _FORMAT = 9

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._nodes: list[Any] = []
        self._constants: list[Any] = []
        self._one = self._constant(np.float32(1))
        self._middle = self._constant(np.uint8(_MIDDLE))
        self._share = self._constant(np.float32(1 / _ACTIVATION_LEVELS))
        self._least = self._constant(np.float32(1e-9))  # a row of zeros has a scale too
        self._last = self._constant(np.array([1], np.int64))
        self._flat = self._constant(np.array([-1, len(weights.opening.gain)], np.int64))

    def build(self) -> bytes:
        """The model, as onnxruntime reads it."""
        from onnx import TensorProto, helper

        width = len(self._weights.opening.gain)
        states = self._normalised("embeddings", self._weights.opening)
        for layer in self._weights.layers:
            states = self._layer(states, layer)
        inputs = [
            helper.make_tensor_value_info("embeddings", TensorProto.FLOAT, ["tokens", width]),
            helper.make_tensor_value_info("middles", TensorProto.UINT8, ["tokens"]),
            helper.make_tensor_value_info("shape", TensorProto.INT64, [3]),
        ]
        output = helper.make_tensor_value_info(states, TensorProto.FLOAT, ["tokens", width])
        graph = helper.make_graph(self._nodes, "encoder", inputs, [output], self._constants)
        versions = [helper.make_opsetid(domain, version) for domain, version in self._VERSIONS]
        model = helper.make_model(graph, opset_imports=versions, ir_version=self._FORMAT)
        return bytes(model.SerializeToString())

    def _layer(self, states: str, layer: Layer) -> str:
        attended = self._product(self._attention(states, layer.attention_in), layer.attention_out)
        states = self._normalised(self._node("Add", states, attended), layer.attention_norm)
        wide = self._node("Gelu", self._product(states, layer.widening), domain="com.microsoft")
        narrow = self._product(wide, layer.narrowing)
        return self._normalised(self._node("Add", states, narrow), layer.norm)

    def _attention(self, states: str, linear: Linear) -> str:
        joined = self._node("Reshape", self._product(states, linear), "shape")
        parts = self._nodes_of("Split", [joined], 3, axis=-1, num_outputs=3)
        heads = self._weights.heads
        mixed = self._node("MultiHeadAttention", *parts, domain="com.microsoft", num_heads=heads)
        return self._node("Reshape", mixed, self._flat)

    def _product(self, states: str, linear: Linear) -> str:
        """The product in integers: rows in 8 bits around the middle of a byte, columns in 7 around zero."""
        largest = self._node("ReduceMax", self._node("Abs", states), self._last, keepdims=0)
        scale = self._node("Max", self._node("Mul", largest, self._share), self._least)
        rounded = self._node("QuantizeLinear", states, scale, "middles", axis=0)
        column_scale = np.maximum(np.abs(linear.weight).max(axis=0) / _WEIGHT_LEVELS, 1e-9).astype(np.float32)
        columns = self._constant(np.round(linear.weight / column_scale).astype(np.int8))
        product = self._node(
            "MatMulIntegerToFloat",
            *(rounded, columns, self._one, self._constant(column_scale), self._middle),
            domain="com.microsoft",
        )
        scaled = self._node("Mul", product, self._node("Unsqueeze", scale, self._last))
        return self._node("Add", scaled, self._constant(linear.bias))

    def _normalised(self, states: str, norm: Norm) -> str:
        gain, bias = self._constant(norm.gain), self._constant(norm.bias)
        return self._node("LayerNormalization", states, gain, bias, axis=-1, epsilon=self._weights.epsilon)

    def _node(self, operator: str, *inputs: str, domain: str = "", **attributes: Any) -> str:
        return self._nodes_of(operator, inputs, 1, domain=domain, **attributes)[0]

    def _nodes_of(
        self, operator: str, inputs: Sequence[str], outputs: int, domain: str = "", **attributes: Any
    ) -> list[str]:
        from onnx import helper

        names = [f"{operator}_{len(self._nodes)}_{number}" for number in range(outputs)]
        self._nodes.append(helper.make_node(operator, list(inputs), names, domain=domain, **attributes))
        return names

    def _constant(self, value: Any) -> str:
        from onnx import numpy_helper

        name = f"constant_{len(self._constants)}"
        self._constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name
