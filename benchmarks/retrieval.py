"""What retrieval before the answer adds: the intent gate, a search with its context, and the same from the cache.

    python benchmarks/retrieval.py [--passages 10000 100000]

The gate stands beside the three regular expressions of its specification (which skip "Hi, what was Q3 revenue?"); the
retrieval beside the bare search that it calls. Passages and store are those of search.py. Nothing here is asserted.
"""

import argparse
import asyncio
import re
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from search import MODEL, QUESTIONS, fill, seed_passages
from sleuth.config import Settings
from sleuth.search.before import Retriever
from sleuth.search.hybrid import search
from sleuth.search.intent import classify
from sleuth.search.meaning import direction
from sleuth.store.server.database import Database, open_database

ROUNDS = 8
PLAIN = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"^(hi|hello|hey|thanks|thank you|bye|goodbye|good morning|good evening)",
        r"^(what can you|help me understand|how do you)",
        r"^(summarize|recap|what did we|review our)",
    )
]
MESSAGES = (*QUESTIONS, "Hi!", "Thanks for the help", "Please summarize our conversation so far", "hi " * 3_000)


def percentiles(run: Callable[[str], object], messages: tuple[str, ...], rounds: int) -> tuple[float, float]:
    """Milliseconds: p50 and p95 over the messages."""
    taken = []
    for message in messages * rounds:
        start = time.perf_counter()
        run(message)
        taken.append((time.perf_counter() - start) * 1000)
    return statistics.median(taken), statistics.quantiles(taken, n=20)[-1]


def say(name: str, figures: tuple[float, float], baseline: tuple[float, float]) -> None:
    """One line: the figures, and the ratio of the medians."""
    ratio = figures[0] / baseline[0]
    print(f"{name:44} p50 {figures[0]:8.4f} ms   p95 {figures[1]:8.4f} ms   {ratio:6.2f} x", flush=True)


def measure_gate() -> None:
    """The gate beside plain expressions."""
    classify("")
    plain = percentiles(lambda message: any(one.match(message) for one in PLAIN), MESSAGES, 200)
    say("gate: three regular expressions", plain, plain)
    say("gate: classify", percentiles(classify, MESSAGES, 200), plain)


def measure_retrieval(database: Database, project_id: int, total: int) -> None:
    """Retrieval beside the search that it calls, the question embedded anew each time, and from the cache."""
    retriever = Retriever(database)
    with asyncio.Runner() as runner, database.connection() as connection:

        def bare(question: str) -> None:
            direction.cache_clear()
            search(connection, project_id, question, limit=5)

        def afresh(question: str) -> None:
            direction.cache_clear()
            retriever.cache.clear()
            runner.run(retriever.before(project_id, question))

        def again(question: str) -> None:
            assert runner.run(retriever.before(project_id, question)).metrics.cache_hit

        for run in (bare, afresh):
            percentiles(run, QUESTIONS, 1)
        rounds = [(percentiles(bare, QUESTIONS, 1), percentiles(afresh, QUESTIONS, 1)) for _ in range(ROUNDS)]
        baseline = middle([one for one, _ in rounds])
        say(f"{total:,} passages: the bare search", baseline, baseline)
        say(f"{total:,} passages: retrieval before the answer", middle([one for _, one in rounds]), baseline)
        for question in QUESTIONS:
            runner.run(retriever.before(project_id, question))
        say(f"{total:,} passages: the same, cached", percentiles(again, QUESTIONS, ROUNDS), baseline)


def middle(figures: list[tuple[float, float]]) -> tuple[float, float]:
    """The medians of both columns."""
    return statistics.median(p50 for p50, _ in figures), statistics.median(p95 for _, p95 in figures)


def main() -> None:
    """Fill, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--passages", type=int, nargs="*", default=[10_000, 100_000])
    options = parser.parse_args()
    measure_gate()
    seeds = seed_passages()
    print(f"embedded by {MODEL}", flush=True)
    with tempfile.TemporaryDirectory(prefix="sleuth-bench-", ignore_cleanup_errors=True) as home:
        settings = Settings(home=Path(home), database_url=None, server_grace_seconds=0)
        with open_database(settings) as database:
            for total in options.passages:
                with database.connection() as connection:
                    filled = fill(connection, total, seeds)
                measure_retrieval(database, filled.project_id, total)


if __name__ == "__main__":
    main()
