"""How long `match_findings` takes among 10,000 and 200,000 findings of a project, beside an exact scan of all vectors.

    python benchmarks/findings.py [--findings 10000 200000]

The scan holds every vector in memory, computes every product with numpy and sorts: no filter, no recency, no store.
What the index misses shows in the scores: they are compared with the highest that any findings reach. The store is a
temporary one.
The findings are those of the example data room, said of other companies and years; their vectors are those of the
originals with noise. The time to embed the question is not part of it. Nothing here is asserted.
"""

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import numpy as np
import psycopg
from pgvector import HalfVector

from sleuth.config import Settings
from sleuth.findings.asked.wording import wording
from sleuth.models.embeddings import Matrix, open_embedder
from sleuth.store.index.finding_vectors import Bounds, FindingVectors, match_findings
from sleuth.store.ledger.findings import list_findings
from sleuth.store.projects import ensure_project, set_embedding_model
from sleuth.store.server.database import Database, open_database
from sleuth.work.adding import add_paths

EXAMPLES = Path(__file__).parents[1] / "examples" / "dataroom"
MODEL = "minilm"
DOCUMENTS = 1_000
WANTED = 20
AT_ONCE = 10_000
QUESTIONS = (
    "What was revenue in the third quarter of 2023?",
    "total net sales by product category",
    "How much was spent on research and development?",
    "EBITDA margin",
    "cash and cash equivalents at year end",
    "How many employees work in sales?",
    "Which law governs the agreement?",
    "net income per diluted share",
    "deferred tax liabilities",
    "capital expenditure 2022",
    "gross margin of services",
    "share repurchases",
)


@dataclass(frozen=True)
class Filled:
    """A project and what stands in it."""

    project_id: int
    ids: np.ndarray  # of the findings, a row of `matrix` each
    matrix: Matrix
    factors: np.ndarray  # recency x confidence of each
    documents: list[int]

    def best(self, vector: np.ndarray) -> np.ndarray:
        """The highest scores that any findings reach, by computing all."""
        scores = np.maximum(self.matrix @ vector, 0) * self.factors
        return np.sort(scores)[-WANTED:]

    def scan(self, vector: np.ndarray) -> list[int]:
        """The findings nearest to a vector, by computing all products."""
        likeness = self.matrix @ vector
        nearest = np.argpartition(-likeness, WANTED)[:WANTED]
        return [int(i) for i in self.ids[nearest[np.argsort(-likeness[nearest])]]]


def seeds(database: Database, settings: Settings) -> tuple[int, Matrix]:
    """A project with the findings of the example data room, and their vectors in the order of their numbers."""
    with database.connection() as connection:
        project_id = ensure_project(connection, "seeds")
    add_paths(database, settings, project_id, [EXAMPLES], lambda _: None)
    with database.connection() as connection:
        found = sorted(list_findings(connection, project_id), key=lambda f: f.id)
    return project_id, open_embedder(MODEL).embed_passages([wording(f) for f in found])


def fill(connection: psycopg.Connection, total: int, seed_project: int, seed_vectors: Matrix) -> Filled:
    """A project of `total` findings in DOCUMENTS documents, every hundredth a legal one, of ten years.

    Those of a document stand together, as whoever embeds them leaves them.
    """
    project_id = ensure_project(connection, f"benchmark {total}")
    set_embedding_model(connection, project_id, MODEL)
    documents = [
        row[0]
        for row in connection.execute(
            """
            INSERT INTO documents (project_id, filename, content_hash, kind, page_source, language, stemmer, quality,
                                   status, page_count, passage_count)
            SELECT %s, 'report ' || n || '.pdf', n::text, 'pdf', 'printed', 'en', 'english', 'filed', 'ready', 1, 0
            FROM generate_series(1, %s) AS n RETURNING id
            """,
            (project_id, DOCUMENTS),
        )
    ]
    dice, noise = random.Random(1), np.random.default_rng(1)
    chosen = [dice.randrange(len(seed_vectors)) for _ in range(total)]
    matrix = seed_vectors[chosen] + noise.normal(0, 0.02, (total, seed_vectors.shape[1])).astype(np.float32)
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    connection.execute("CREATE TEMP TABLE drawn (n integer, seed integer, embedding halfvec)")
    for start in range(0, total, AT_ONCE):
        rows = range(start, min(start + AT_ONCE, total))
        connection.execute(
            "INSERT INTO drawn SELECT * FROM unnest(%s::integer[], %s::integer[], %b::halfvec[])",
            (list(rows), [chosen[n] for n in rows], [HalfVector(matrix[n]) for n in rows]),
        )
    connection.execute(
        _FINDINGS, {"project": project_id, "documents": documents, "total": total, "seeds": seed_project}
    )
    connection.execute(
        "INSERT INTO extractions (document_id, project_id, rules, findings) "
        "SELECT document_id, project_id, '1', count(*) FROM findings WHERE project_id = %s GROUP BY 1, 2",
        (project_id,),
    )
    connection.execute(
        "INSERT INTO finding_vectors SELECT project_id, document_id, id, %s, embedding, domain, status, confidence, "
        "document_date FROM findings JOIN drawn ON n = start WHERE project_id = %s ORDER BY id",
        (MODEL, project_id),
    )
    ids = connection.execute("SELECT id FROM findings WHERE project_id = %s ORDER BY start", (project_id,)).fetchall()
    place = np.arange(total)
    recency = 0.7 + 0.3 * 0.5 ** ((min(total, 3650) - 1 - place % 3650) / 730)
    connection.execute("DROP TABLE drawn")
    connection.commit()
    FindingVectors(connection).complete(project_id, MODEL, matrix.shape[1])
    connection.autocommit = True
    connection.execute("VACUUM ANALYZE findings, finding_vectors, documents, extractions")  # as autovacuum would
    connection.autocommit = False
    factors = recency * (0.5 + 0.5 * (place % 97) / 97)
    return Filled(project_id, np.asarray([i for (i,) in ids]), matrix, factors, documents)


_FINDINGS = """
    WITH numbered AS (
        SELECT *, row_number() OVER (ORDER BY id) - 1 AS number FROM findings WHERE project_id = %(seeds)s
    )
    INSERT INTO findings (project_id, document_id, position, subject, dimension, subject_key, metric, label, domain,
        period_key, period_name, period, scenario, value, unit, scale, step, text, page, start, "end", locator, quote,
        row_path, column_path, rule, is_cost, confidence, factors, document_date)
    SELECT %(project)s, (%(documents)s::bigint[])[1 + n * cardinality(%(documents)s::bigint[]) / %(total)s], n,
        'Company ' || n,
        dimension, 'company ' || n, metric, label, CASE WHEN n %% 100 = 0 THEN 'legal' ELSE 'financial' END,
        period_key, period_name, period, scenario, value + n, unit, scale, step, text, page, n, n + 1, locator, quote,
        row_path, column_path, rule, is_cost, 0.5 + 0.5 * (n %% 97) / 97, factors, date '2015-01-01' + n %% 3650
    FROM drawn JOIN numbered ON number = seed ORDER BY n
"""


def times(run: Callable[[np.ndarray], object], vectors: Sequence[np.ndarray], repeats: int = 20) -> tuple[float, float]:
    """Milliseconds: p50 and p95 over the questions, after one warm round."""
    for vector in vectors:
        run(vector)
    taken = []
    for vector in [*vectors] * repeats:
        start = time.perf_counter()
        run(vector)
        taken.append((time.perf_counter() - start) * 1000)
    return statistics.median(taken), statistics.quantiles(taken, n=20)[-1]


def measure(connection: psycopg.Connection, filled: Filled, vectors: Sequence[np.ndarray]) -> None:
    """Print the figures of one project, each as a ratio to the scan's too."""

    def by(**bounds: object) -> Callable[[np.ndarray], object]:
        wanted = Bounds(**bounds)  # type: ignore[arg-type]
        return lambda v: match_findings(connection, filled.project_id, MODEL, v, wanted, WANTED)

    runs: dict[str, Callable[[np.ndarray], object]] = {
        "exact scan in memory": filled.scan,
        "match_findings": by(),
        "  without any filter": by(statuses=None),
        "  of one domain in a hundred": by(domains=["legal"]),
        "  of nearly every domain": by(domains=["financial"]),
        "  of three documents": by(document_ids=filled.documents[:3]),
        "  of a tenth of the documents": by(document_ids=filled.documents[::10]),
        "  of half of the documents": by(document_ids=filled.documents[::2]),
        "  of confidence 0.9 and more": by(least_confidence=0.9),
        "  of confidence 0.97 and more": by(least_confidence=0.97),
    }
    total, baseline = len(filled.ids), 0.0
    for name, run in runs.items():
        median, slow = times(run, vectors)
        baseline = baseline or median
        print(
            f"{total:8,} findings  {name:31} p50 {median:6.1f} ms   p95 {slow:6.1f} ms   {median / baseline:5.2f} x",
            flush=True,
        )
    reached, possible = 0.0, 0.0
    for vector in vectors:
        matches = match_findings(connection, filled.project_id, MODEL, vector, Bounds(statuses=None), WANTED)
        reached += sum(match.score for match in matches)
        possible += float(filled.best(vector).sum())
    print(f"{total:8,} findings  the {WANTED} matches reach {reached / possible:.3f} of the highest possible scores")


def main() -> None:
    """Fill, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--findings", type=int, nargs="*", default=[10_000, 200_000])
    options = parser.parse_args()
    embedder = open_embedder(MODEL)
    vectors = [embedder.embed_query(question) for question in QUESTIONS]
    with tempfile.TemporaryDirectory(prefix="sleuth-bench-", ignore_cleanup_errors=True) as home:
        settings = Settings(home=Path(home), database_url=None, server_grace_seconds=0, background=False)
        with open_database(settings) as database:
            seed_project, seed_vectors = seeds(database, settings)
            with database.connection() as connection:
                for total in options.findings:
                    start = time.perf_counter()
                    filled = fill(connection, total, seed_project, seed_vectors)
                    print(f"{total:8,} findings  filled in {time.perf_counter() - start:.0f} s on {date.today()}")
                    measure(connection, filled, vectors)


if __name__ == "__main__":
    main()
