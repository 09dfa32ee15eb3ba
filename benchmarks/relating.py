"""How long it takes to relate one more document to a project of 10,000 and 100,000 findings, and all of them anew.

    python benchmarks/relating.py [--documents 100 1000]

Each document states 33 metrics of one of ten companies, in three years; one figure in a hundred is wrong. The store is
a temporary one. Reading the documents is not part of it. Nothing here is asserted.
"""

import argparse
import hashlib
import random
import tempfile
import time
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import psycopg

from sleuth.config import Settings
from sleuth.evidence.source import Page, PageSource, Source, Span
from sleuth.findings.finding import Finding
from sleuth.ingest.relating import keep_portrait, relate
from sleuth.language.period import fiscal_period
from sleuth.language.quantity import Quantity
from sleuth.language.scenario import Scenario
from sleuth.reason.understand.figures import read_query
from sleuth.store.documents.documents import add_document, list_documents, remove_document
from sleuth.store.ledger import judging
from sleuth.store.ledger.answers import find_stated
from sleuth.store.ledger.conflicts import list_conflicts
from sleuth.store.ledger.findings import Filter, list_findings, save_findings
from sleuth.store.projects import ensure_project
from sleuth.store.server.database import open_database

COMPANIES = 10
METRICS = [f"metric {number}" for number in range(60)]
STATED = 33


def put(connection: psycopg.Connection, project: int, number: int) -> None:
    """A document of this number."""
    chance = random.Random(number)
    company, year = number % COMPANIES, 2010 + number // COMPANIES % 10
    text, findings = "", []
    for metric in chance.sample(METRICS, STATED):
        for closed in (year, year - 1, year - 2):
            value = Decimal(random.Random(f"{company} {metric} {closed}").randrange(100, 9999)) / 10
            value += Decimal("3.3") * (chance.random() < 0.01)
            start = len(text) + len(f"{metric} {closed} ")
            text += f"{metric} {closed} {value}\n"
            findings.append(_finding(metric, Span(1, start, len(text) - 1), f"Company{company}", closed, value))
    kind = chance.choice(("report", "deck", "memo"))
    source = Source(f"Company {company} {kind} {number} {year}.pdf", "pdf", PageSource.PRINTED, (Page(1, text, "p.1"),))
    added = add_document(
        connection, project, source, content_hash=hashlib.sha256(text.encode()).hexdigest(), data=text.encode(),
        language="en", regconfig="english", quality="unknown", quality_reason="", passages=(),
    )  # fmt: skip
    save_findings(connection, project, added.document.id, findings, "benchmark")
    keep_portrait(connection, project, added.document.id, source)


def _finding(metric: str, span: Span, company: str, year: int, value: Decimal) -> Finding:
    quantity = Quantity(value, "EUR", 6, Decimal("0.1"))
    return Finding(
        metric, metric, span, "p.1", f"{metric} {year} {value}", "table: named metric", company,
        period=fiscal_period(year, 12, 12), scenario=Scenario.ACTUAL, quantity=quantity,
    )  # fmt: skip


def measure(connection: psycopg.Connection, documents: int) -> None:
    """Fill a project, change it in one way after the other, and print what each took."""
    project = ensure_project(connection, f"{documents} documents")
    for number in range(documents):
        put(connection, project, number)
    connection.commit()
    held = f"{documents * STATED * 3:8,} findings"

    def timed(what: str, run: Callable[[], object]) -> None:
        start = time.perf_counter()
        run()
        connection.commit()
        print(f"{held}  {what:34} {time.perf_counter() - start:8.3f} s", flush=True)

    def related() -> object:
        return relate(connection, project)

    timed("relate all", related)
    connection.execute("ANALYZE")
    for number in range(documents, documents + 3):
        put(connection, project, number)
        connection.commit()
        timed("relate one document more", related)
    remove_document(connection, project, list_documents(connection, project)[0].filename)
    connection.commit()
    timed("relate what a removal leaves", related)
    finding = list_findings(connection, project, Filter(limit=1))[0]
    judging.reject(connection, project, finding.id, "Ann", "a misreading")
    connection.commit()
    timed("relate after a rejection", related)
    timed("list the conflicts", lambda: list_conflicts(connection, project))
    query = read_query("company3 metric 7", "en")
    timed("look a fact up", lambda: find_stated(connection, project, query))


def main() -> None:
    """Fill, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, nargs="*", default=[100, 1000])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="sleuth-bench-", ignore_cleanup_errors=True) as home:
        settings = Settings(home=Path(home), database_url=None, server_grace_seconds=0, background=False)
        with open_database(settings) as database, database.connection() as connection:
            for documents in options.documents:
                measure(connection, documents)


if __name__ == "__main__":
    main()
