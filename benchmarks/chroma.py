"""The same vectors in PostgreSQL, in Chroma on disk, on a Chroma server, and in plain LangChain + Chroma.

    python benchmarks/chroma.py [--passages 10000 100000]

For each: how long it takes to store them ready for search, the 100 nearest to a question's vector in the whole project
and in three files, as a ratio to PostgreSQL, and how many of the 10 truly nearest are among the first 10. The first
three go through the port that Sleuth searches by, and give ids; LangChain's gives documents, text and all. Passages are
those of benchmarks/search.py. Nothing here is asserted.
"""

import argparse
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import psycopg
from langchain_core.embeddings import Embeddings

from search import MODEL, NEAREST, PER_DOCUMENT, QUESTIONS, Filled, fill, seed_passages
from sleuth.config import Settings
from sleuth.models.embeddings import Vector, open_embedder
from sleuth.store.index.passage_index import PassageIndex, index_of
from sleuth.store.server.database import open_database

AGAIN = "stored again"  # the model under which what `fill` stored is stored once more, by the clock
BATCH = 500
DEPTH = 100
REPEATS = 8

Search = Callable[[Vector, Sequence[int] | None], list[int]]  # vector, documents → passages


@dataclass(frozen=True)
class Row:
    """A passage as LangChain is given it."""

    id: int
    document_id: int
    filename: str
    page: int
    content: str


class Prepared(Embeddings):
    """Vectors that are known already, in the order in which texts are added."""

    def __init__(self, vectors: Iterator[Vector]) -> None:
        self._vectors = vectors

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [vector.tolist() for vector in islice(self._vectors, len(texts))]

    def embed_query(self, text: str) -> list[float]:
        raise NotImplementedError("the questions' vectors are known")


def by_port(index: PassageIndex, filled: Filled, rows: Sequence[Row]) -> Search:
    """Store everything through the port."""
    passages = [(row.id, row.document_id) for row in rows]
    for start in range(0, len(passages), BATCH):
        index.put(filled.project_id, AGAIN, passages[start : start + BATCH], filled.matrix[start : start + BATCH])
    index.complete(filled.project_id, AGAIN, filled.matrix.shape[1])

    def find(vector: Vector, documents: Sequence[int] | None) -> list[int]:
        return [i for i, _ in index.nearest(filled.project_id, AGAIN, vector, DEPTH, documents)]

    return find


def by_langchain(folder: Path, filled: Filled, rows: Sequence[Row]) -> Search:
    """Store everything as the tutorials do: a vector store, texts with their filename and page."""
    from langchain_chroma import Chroma

    store = Chroma("documents", Prepared(iter(filled.matrix)), persist_directory=str(folder))
    names = {row.document_id: row.filename for row in rows}
    for start in range(0, len(rows), BATCH):
        some = rows[start : start + BATCH]
        metadatas = [{"id": row.id, "filename": row.filename, "page_number": row.page} for row in some]
        store.add_texts([row.content for row in some], metadatas)

    def find(vector: Vector, documents: Sequence[int] | None) -> list[int]:
        only: Any = {"filename": {"$in": [names[i] for i in documents]}} if documents else None
        return [d.metadata["id"] for d in store.similarity_search_by_vector(vector.tolist(), k=DEPTH, filter=only)]

    return find


@contextmanager
def chroma_server(folder: Path) -> Iterator[str]:
    """`chroma run` on a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [Path(sys.executable).with_name("chroma"), "run", "--path", folder, "--host", "127.0.0.1", "--port"]
    with subprocess.Popen([*command, str(port)], cwd=folder, stdout=subprocess.DEVNULL) as server:
        try:
            while server.poll() is None and socket.socket().connect_ex(("127.0.0.1", port)):
                time.sleep(0.1)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()


def rows_of(connection: psycopg.Connection, filled: Filled) -> list[Row]:
    """The passages in the order of the vectors."""
    found = connection.execute(
        "SELECT passages.id, document_id, filename, page, content FROM passages JOIN documents ON documents.id = "
        "document_id WHERE documents.project_id = %s",
        (filled.project_id,),
    )
    by_id = {row[0]: Row(*row) for row in found}
    return [by_id[i] for i in filled.ids]


def measure(name: str, filled: Filled, rows: Sequence[Row], store: Callable[[], Search], beside: list[float]) -> None:
    """Print the figures of one place; `beside` holds PostgreSQL's, once they are known."""
    total = len(filled.ids)
    start = time.perf_counter()
    find = store()
    figures = [time.perf_counter() - start]
    embedder = open_embedder(MODEL)
    vectors = [embedder.embed_query(question) for question in QUESTIONS]
    print(f"{total:8,} passages  {name:20} stored in     {figures[0]:7.1f} s {_ratio(figures, beside)}", flush=True)
    three = list(dict.fromkeys(row.document_id for row in rows[: 3 * PER_DOCUMENT]))
    for what, documents in (("whole project", None), ("three files", three)):
        taken = [_milliseconds(find, vector, documents) for vector in vectors * (REPEATS + 1)][len(vectors) :]
        figures.append(statistics.median(taken))
        slow = statistics.quantiles(taken, n=20)[-1]
        shown = f"p50 {figures[-1]:7.1f} ms   p95 {slow:7.1f} ms"
        print(f"{total:8,} passages  {name:20} {what:13} {shown} {_ratio(figures, beside)}", flush=True)
    right = sum(len({*filled.scan(vector)} & {*find(vector, None)[:NEAREST]}) for vector in vectors)
    print(f"{total:8,} passages  {name:20} recall@{NEAREST}     {right / NEAREST / len(vectors):.3f}", flush=True)
    beside.extend(figures[len(beside) :])


def _milliseconds(find: Search, vector: Vector, documents: Sequence[int] | None) -> float:
    start = time.perf_counter()
    find(vector, documents)
    return (time.perf_counter() - start) * 1000


def _ratio(figures: Sequence[float], beside: Sequence[float]) -> str:
    """The newest figure as a ratio to PostgreSQL's."""
    return f"  {figures[-1] / beside[len(figures) - 1]:6.2f} x" if len(beside) >= len(figures) else "    1.00 x"


def compare(connection: psycopg.Connection, filled: Filled, root: Path, url: str) -> None:
    """Print the figures of every place."""
    rows = rows_of(connection, filled)
    connection.commit()
    places = {
        "PostgreSQL": Settings(),
        "Chroma, folder": Settings(index="chroma", chroma_path=root / "folder"),
        "Chroma, server": Settings(index="chroma", chroma_url=url),
    }
    figures: list[float] = []
    for name, settings in places.items():
        measure(name, filled, rows, partial(by_port, index_of(settings)(connection), filled, rows), figures)
        connection.commit()
    folder = root / f"langchain {len(rows)}"
    measure("LangChain + Chroma", filled, rows, partial(by_langchain, folder, filled, rows), figures)


def main() -> None:
    """Fill, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--passages", type=int, nargs="*", default=[10_000, 100_000])
    options = parser.parse_args()
    seeds = seed_passages()
    with tempfile.TemporaryDirectory(prefix="sleuth-bench-", ignore_cleanup_errors=True) as home:
        root = Path(home)
        (root / "server").mkdir()
        settings = Settings(home=root, database_url=None, server_grace_seconds=0)
        with (
            chroma_server(root / "server") as url,
            open_database(settings) as database,
            database.connection() as connection,
        ):
            for total in options.passages:
                compare(connection, fill(connection, total, seeds), root, url)


if __name__ == "__main__":
    main()
