"""How long a hybrid search takes at 10,000 and 100,000 passages, model included, beside an exact scan of all vectors.

    python benchmarks/search.py [--passages 10000 100000]

The scan holds every vector in memory and computes every product with numpy: no index, no words, no filter, no store.
It also says which passages are truly nearest, so that what the index misses is counted. The store is a temporary one.
The passages are those of the example filings, a fifth of their words replaced by others of the same filings, so that
the words keep their distribution; their vectors are those of the originals with noise. Nothing here is asserted.
"""

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
import psycopg

from sleuth.config import Settings
from sleuth.evidence.source import Page, PageSource, Source
from sleuth.ingest.chunking import cut
from sleuth.ingest.context import contexts, embedding_text
from sleuth.ingest.sandbox import read_file
from sleuth.models.embeddings import Matrix, open_embedder
from sleuth.search.hit import Results
from sleuth.search.hybrid import search
from sleuth.search.meaning import direction
from sleuth.search.query import understand
from sleuth.store.documents.documents import PassageDraft, add_document
from sleuth.store.index.vectors import ensure_vector_index, nearest, save_vectors
from sleuth.store.index.words import rank_words
from sleuth.store.projects import ensure_project, set_embedding_model
from sleuth.store.server.database import open_database

EXAMPLES = Path(__file__).parents[1] / "examples" / "dataroom"
MODEL = "minilm"
PER_DOCUMENT = 200
NEAREST = 10
QUESTIONS = (
    "What were total net sales in the third quarter?",
    "How much was spent on research and development?",
    "What is the capex for FY2023?",
    "Which legal proceedings are described?",
    "How did gross margin percentage for Services change year over year?",
    "What risks does foreign exchange pose?",
    "Who certified the report?",
    "share repurchase program",
    "deferred revenue recognized within a year",
    "When was the notice of exclusivity given?",
    "What are the segments by geography?",
    '"commercial paper" maturities',
)


@dataclass(frozen=True)
class Filled:
    """A project and what stands in it."""

    project_id: int
    ids: list[int]  # of the passages, a row of `matrix` each
    matrix: Matrix

    def scan(self, vector: np.ndarray) -> list[int]:
        """The passages nearest to a vector, by computing all products."""
        likeness = self.matrix @ vector
        return [self.ids[row] for row in np.argpartition(-likeness, NEAREST)[:NEAREST]]


def seed_passages() -> tuple[list[str], list[str], Matrix]:
    """The example filings' passages, their contexts and vectors."""
    texts, said = [], []
    for path in sorted(EXAMPLES.glob("*.pdf")):
        source = read_file(path, Settings())
        text = "\n".join(page.text for page in source.pages)
        spans = list(cut(text, 600, 200))
        texts += [text[start:end] for start, end in spans]
        said += contexts(source, spans)
    vectors = open_embedder(MODEL).embed_passages([embedding_text(c, t) for c, t in zip(said, texts, strict=True)])
    return texts, said, vectors


def perturbed(text: str, words: Sequence[str], dice: random.Random) -> str:
    """The text with a fifth of its words replaced."""
    return " ".join(dice.choice(words) if dice.random() < 0.2 else word for word in text.split(" "))


def documents(
    total: int, seeds: tuple[list[str], list[str], Matrix]
) -> Iterator[tuple[Source, list[PassageDraft], Matrix]]:
    """Documents of PER_DOCUMENT passages each, one page a passage, until there are `total` passages."""
    texts, said, vectors = seeds
    dice, noise = random.Random(1), np.random.default_rng(1)
    words = " ".join(texts).split()
    for number in range(total // PER_DOCUMENT):
        chosen = [dice.randrange(len(texts)) for _ in range(PER_DOCUMENT)]
        pages = [perturbed(texts[i], words, dice) for i in chosen]
        drafts, start = [], 0
        for position, (i, page) in enumerate(zip(chosen, pages, strict=True)):
            drafts.append(PassageDraft(position, position + 1, start, start + len(page), page, said[i]))
            start += len(page) + 1
        matrix = vectors[chosen] + noise.normal(0, 0.03, (PER_DOCUMENT, vectors.shape[1])).astype(np.float32)
        matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
        source = Source(
            f"company {number % 50} {2015 + number // 50 % 10} report {number}.pdf",
            "pdf",
            PageSource.PRINTED,
            tuple(Page(n, page, f"p.{n}") for n, page in enumerate(pages, 1)),
        )
        yield source, drafts, matrix


def fill(connection: psycopg.Connection, total: int, seeds: tuple[list[str], list[str], Matrix]) -> Filled:
    """A project of `total` passages."""
    stored: list[int] = []
    vectors: list[Matrix] = []
    project_id = ensure_project(connection, f"benchmark {total}")
    set_embedding_model(connection, project_id, MODEL)
    for source, drafts, matrix in documents(total, seeds):
        added = add_document(
            connection,
            project_id,
            source,
            content_hash=f"{total} {source.filename}",
            data=b"",
            language="en",
            regconfig="english",
            quality="unknown",
            quality_reason="",
            passages=drafts,
        )
        ids = connection.execute(
            "SELECT id, document_id FROM passages WHERE document_id = %s ORDER BY position", (added.document.id,)
        ).fetchall()
        save_vectors(connection, project_id, MODEL, [(i, d) for i, d in ids], matrix)
        connection.commit()
        stored += [i for i, _ in ids]
        vectors.append(matrix)
    connection.execute("ANALYZE")
    connection.commit()
    ensure_vector_index(connection, project_id, MODEL, matrix.shape[1])
    return Filled(project_id, stored, np.vstack(vectors))


def times(run: Callable[[str], object], repeats: int = 8) -> tuple[float, float]:
    """Milliseconds: p50 and p95 over the questions, after one warm round."""
    for question in QUESTIONS:
        run(question)
    taken = []
    for question in [*QUESTIONS] * repeats:
        start = time.perf_counter()
        run(question)
        taken.append((time.perf_counter() - start) * 1000)
    return statistics.median(taken), statistics.quantiles(taken, n=20)[-1]


def afresh(connection: psycopg.Connection, project_id: int, question: str, filenames: Sequence[str] = ()) -> Results:
    """A search by a question that this process has not embedded before."""
    direction.cache_clear()
    return search(connection, project_id, question, filenames=filenames)


def measure(connection: psycopg.Connection, filled: Filled) -> None:
    """Print the figures of one project, each as a ratio to the scan's too."""
    embedder, project_id, total = open_embedder(MODEL), filled.project_id, len(filled.ids)
    names = [f"company {n % 50} {2015 + n // 50 % 10} report {n}.pdf" for n in islice(range(total), 3)]

    def by_meaning(question: str) -> list[int]:
        vector = embedder.embed_query(question)
        return [i for i, _ in nearest(connection, project_id, MODEL, embedder.dimensions, vector, 100)]

    runs: dict[str, Callable[[str], object]] = {
        "exact scan in memory": lambda q: filled.scan(embedder.embed_query(q)),
        "hybrid, whole project": lambda q: afresh(connection, project_id, q),
        "hybrid, three files": lambda q: afresh(connection, project_id, q, names),
        "hybrid, asked before": lambda q: search(connection, project_id, q),
        "words alone": lambda q: rank_words(connection, project_id, understand(q).words, 100),
        "vectors alone": by_meaning,
        "embedding the question": embedder.embed_query,
    }
    baseline = 0.0
    for name, run in runs.items():
        median, slow = times(run)
        baseline = baseline or median
        print(
            f"{total:8,} passages  {name:24} p50 {median:6.1f} ms   p95 {slow:6.1f} ms   {median / baseline:5.2f} x",
            flush=True,
        )
    truth = [(set(filled.scan(embedder.embed_query(q))), set(by_meaning(q)[:NEAREST])) for q in QUESTIONS]
    found = sum(len(right & got) for right, got in truth) / (NEAREST * len(truth))
    print(f"{total:8,} passages  of the {NEAREST} truly nearest, the index finds {found:.3f}", flush=True)


def main() -> None:
    """Fill, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--passages", type=int, nargs="*", default=[10_000, 100_000])
    options = parser.parse_args()
    seeds = seed_passages()
    with tempfile.TemporaryDirectory(prefix="sleuth-bench-", ignore_cleanup_errors=True) as home:
        settings = Settings(home=Path(home), database_url=None, server_grace_seconds=0)
        with open_database(settings) as database, database.connection() as connection:
            for total in options.passages:
                start = time.perf_counter()
                filled = fill(connection, total, seeds)
                print(f"{total:8,} passages  filled in {time.perf_counter() - start:.0f} s", flush=True)
                measure(connection, filled)


if __name__ == "__main__":
    main()
