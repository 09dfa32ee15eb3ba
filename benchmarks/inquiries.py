"""Many inquiries on several workers: is any task run twice, and does the time a process stay the same?

`python benchmarks/inquiries.py [WORKERS] [COUNT...]`, by default 4 workers on 100 and 1,000 synthetic inquiries, each a
report of three pages with names of its own. The head only waits; the workers are processes of `sleuth worker`. The time
is from handing out to the last task's end. Figures of a busy machine say little by themselves: compare the ratio.
"""

import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from sleuth.agents.detectives.head import Wish, investigate
from sleuth.config import Settings
from sleuth.evidence.source import Page, PageSource, Source
from sleuth.store.documents.documents import add_document
from sleuth.store.projects import ensure_project
from sleuth.store.server.database import Database, open_database

_GIVEN = "Anna Berit Cecilia Daniel Erik Fredrik Gunilla Hans Ingrid Johan Karin Lars Maria Nils Olof Per Sara Ulf"
_STEMS = "Alm Berg Björk Dal Ek Fors Gran Holm Lind Lund Malm Norr Ny Ström Sund Söder Vik Väster Åker Öster"
_ENDS = "berg blad by dahl ell fors gren hage hed kvist lund man mark qvist stedt ström vall wall ås"
_BODY = "Utredningen har övervägt frågan utifrån personuppgiftslagen (1998:204) och regeringsformen. " * 20


def person(rng: random.Random) -> str:
    """One of some 7,000 names."""
    return f"{rng.choice(_GIVEN.split())} {rng.choice(_STEMS.split())}{rng.choice(_ENDS.split())}"


def report(number: int) -> tuple[str, str, str]:
    """The pages of a synthetic report."""
    rng = random.Random(number)
    experts = ", ".join(f"ämnesrådet {person(rng)}" for _ in range(8))
    cover = f"Fråga {number}\nBetänkande av Utredningen om fråga {number}\nStockholm 2021\nSOU 2021:{number}"
    letter = (
        "Till statsrådet och chefen för Finansdepartementet\n"
        f"Regeringen beslutade den 5 mars 2019 att tillkalla en särskild utredare (dir. 2019:{number}).\n"
        f"Till särskild utredare förordnades den 9 mars 2019 {person(rng)}.\n"
        f"Som experter förordnades den 2 april 2019 {experts} och rådmannen {person(rng)}.\n"
        f"Utredningen har antagit namnet Utredningen om fråga {number} (Fi 2019:{number:02}).\n"
        f"Härmed överlämnas betänkandet Fråga {number} (SOU 2021:{number}).\nStockholm i mars 2021\n{person(rng)}"
    )
    return cover, letter, f"Innehåll\n{_BODY}"


def fill(database: Database, name: str, count: int) -> int:
    """A project with so many reports; their numbers are spread over years where three digits do not suffice."""
    with database.connection() as connection:
        project = ensure_project(connection, name)
    for number in range(1, count + 1):
        year, serial = 1960 + number // 90, number % 90 + 1
        texts = [t.replace(f"2021:{number}", f"{year}:{serial}").replace(f"2019:{number:02}", f"{year}:{serial:02}")
                 .replace(f"2019:{number}", f"{year}:{serial}") for t in report(number)]  # fmt: skip
        pages = tuple(Page(n, text, f"p.{n}") for n, text in enumerate(texts, 1))
        source = Source(f"sou {number}.pdf", "pdf", PageSource.PRINTED, pages)
        with database.connection() as connection:
            add_document(
                connection, project, source, content_hash=f"{name} {number}", data=b"", language="sv",
                regconfig="swedish", quality="unknown", quality_reason="", passages=(),
            )  # fmt: skip
    return project


def measure(database: Database, settings: Settings, count: int) -> tuple[float, float]:
    """Seconds a process: to find and hand out, and until all are read."""
    project = fill(database, f"inquiries {count} {time.monotonic_ns()}", count)
    started = time.perf_counter()
    wish = Wish()
    quick = settings.model_copy(update={"agent_seconds": 0.0})
    investigate(database, quick, project, wish)
    handed_out = time.perf_counter()
    told = investigate(database, settings, project, wish)
    ended = time.perf_counter()
    assert "message" not in told, told.get("message")
    with database.connection() as connection:
        rows = connection.execute(
            "SELECT attempts, count(*) FROM agent_tasks WHERE project_id = %s GROUP BY attempts", (project,)
        ).fetchall()
        (processes,) = connection.execute(
            "SELECT count(*) FROM processes WHERE project_id = %s AND stage = 'published'", (project,)
        ).fetchone() or (0,)
        (span,) = connection.execute(
            "SELECT extract(epoch FROM max(finished_at) - min(started_at)) FROM agent_tasks WHERE project_id = %s",
            (project,),
        ).fetchone() or (0,)
    print(f"{count:5} processes, {processes} published; tasks by times run: {dict(rows)}")
    print(f"      found and handed out in {(handed_out - started) / count * 1000:.1f} ms a process; "
          f"read in {float(span) / count * 1000:.1f} ms; whole {(ended - started) / count * 1000:.1f} ms")  # fmt: skip
    return (handed_out - started) / count, float(span) / count


def main() -> None:
    """Print the figures, and the ratio of the largest count to the smallest."""
    workers = int(sys.argv[1]) if len(sys.argv) > 1 else 4
    counts = [int(argument) for argument in sys.argv[2:]] or [100, 1000]
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder, "home")
        settings = Settings(
            home=home, model="none", agent_workers=0, agent_seconds=3600.0, server_grace_seconds=2, background=False
        )
        with open_database(settings) as database:
            environment = {**os.environ, "SLEUTH_HOME": str(home), "SLEUTH_MODEL": "none", "SLEUTH_BACKGROUND": "0"}
            command = [sys.executable, "-m", "sleuth", "worker"]
            running = [subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) for _ in range(workers)]
            time.sleep(10)
            try:
                measure(database, settings, 20)  # so that every worker has loaded what it needs
                figures = [measure(database, settings, count) for count in counts]
            finally:
                for process in running:
                    process.kill()
                    process.wait()
    if len(figures) > 1:
        print(f"ratio {counts[-1]} to {counts[0]}: handed out {figures[-1][0] / figures[0][0]:.2f}, "
              f"read {figures[-1][1] / figures[0][1]:.2f}")  # fmt: skip


if __name__ == "__main__":
    main()
