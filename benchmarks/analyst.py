"""How long the analyst takes to answer in a running process, beside a bare search for the same words.

    python benchmarks/analyst.py [ROUNDS]

Adds the example data room to a home of its own, asks each question once to load what is loaded once, and then times
rounds in which search and answer take turns. Prints milliseconds and the ratio.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path

from sleuth.agents.analyst.run import Analyst
from sleuth.agents.reasoner import open_reasoner
from sleuth.config import Settings
from sleuth.project import open_project
from sleuth.search.services import services_of
from sleuth.store.server.database import open_database

ROOM = Path(__file__).parents[1] / "examples" / "dataroom"
QUESTIONS = {
    "fact": "What was Halden's EBITDA in 2023?",
    "follow-up": "And gross margin?",
    "prose": "What is the governing law of the share purchase agreement?",
    "deep dive": "Walk me through the P&L of Halden",
    "comparison": "Compare Halden's EBITDA in 2024 and 2023",
    "red flags": "Any red flags?",
    "gaps": "What's missing?",
    "overview": "Tell me about Halden",
}


def main(rounds: int) -> None:
    with tempfile.TemporaryDirectory(prefix="sleuth-bench-") as home:
        settings = Settings(home=Path(home), model="none", server_grace_seconds=0)
        with open_project("bench", settings) as project:
            project.add(ROOM)
        asyncio.run(_time(settings, rounds))


async def _time(settings: Settings, rounds: int) -> None:
    answers: dict[str, list[float]] = {name: [] for name in QUESTIONS}
    searches: list[float] = []
    with open_project("bench", settings) as project, open_database(settings) as database:
        analyst = Analyst(database, settings, "bench", services_of(settings), open_reasoner)
        for number in range(rounds + 1):
            conversation = None
            for name, question in QUESTIONS.items():
                started = time.perf_counter()
                await asyncio.to_thread(project.search, question)
                searched = time.perf_counter()
                conversation = (await analyst.ask(question, conversation)).conversation
                answered = time.perf_counter()
                if number:
                    searches.append(1000 * (searched - started))
                    answers[name].append(1000 * (answered - searched))
    typical = statistics.median(searches)
    print(f"a bare search: {typical:.0f} ms")
    for name, taken in answers.items():
        ordered = sorted(taken)
        worst = ordered[max(0, round(0.95 * len(ordered)) - 1)]
        middle = statistics.median(ordered)
        print(f"{name:<12} {middle:6.0f} ms, p95 {worst:6.0f} ms, {middle / typical:5.1f} searches")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
