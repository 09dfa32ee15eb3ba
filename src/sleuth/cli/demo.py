"""`sleuth demo`: the example data room, some questions, forged quotes, and the ledger of what the documents state."""

import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import typer

from sleuth.cli.output import extent, say, settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sleuth.config import Settings
    from sleuth.store.server.database import Database

PROJECT = "demo"


@dataclass(frozen=True, slots=True)
class Question:
    """A question of the walk, the documents it may use, and what it shows."""

    shows: str
    text: str
    files: tuple[str, ...]
    follow_up: str = ""


QUESTIONS = (
    Question("across two files", "What were Apple's total net sales?", ("2023 Q2 AAPL.pdf", "2023 Q3 AAPL.pdf")),
    Question("from one cell", "What was EBITDA in Q3 2024?", ("Halden Management Accounts.xlsx",), "And in Q2 2024?"),
    Question("computed from cells", "What is Apple's current ratio?", ("2023 Q3 AAPL.pdf",)),
    Question("a date", "When is the closing date?", ("Share Purchase Agreement (draft).docx",)),
    Question("not in the documents", "Who is the chief executive of Nokia?", ("2023 Q3 AAPL.pdf", "Board Update.pptx")),
)
TARGET = "Halden"
QUOTED = "2023 Q3 AAPL.pdf"
QUOTES = (
    ("a true quote", "Total net sales $ 81,797 $ 82,959 (1)%"),
    ("the same with two digits exchanged", "Total net sales $ 81,979 $ 82,959 (1)%"),
    ("a sentence turned around", "iPhone net sales increased during the third quarter and first nine months of 2023"),
)


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(help="Set up the example data room and walk through it.")(demo)


def demo() -> None:
    """Reads two real filings and an invented deal's files, asks, forges quotes, and shows what the files state."""
    from sleuth.store.server.database import open_database
    from sleuth.work.embedding import embed_in_background

    options = settings()
    begun = time.perf_counter()
    with open_database(options) as database:
        project_id = _add_examples(database, options)
        embed_in_background(database, options, project_id)  # words answer meanwhile
        for question in QUESTIONS:
            _ask(database, options, question)
        _forge(options)
        _ledger(database)
    say(f"All of this took {time.perf_counter() - begun:.1f} s, with no key and no network.")


def _add_examples(database: "Database", options: "Settings") -> int:
    """The number of the project, with the words of the example files searchable."""
    from sleuth.cli.progress import reading_progress
    from sleuth.evals.examples import example_folder
    from sleuth.store.projects import ensure_project
    from sleuth.work.adding import add_paths

    say(f"1. Reading {example_folder()}")
    with database.connection() as connection:
        project_id = ensure_project(connection, PROJECT)
    with reading_progress() as show:
        report = add_paths(database, options, project_id, [example_folder()], show)
    for outcome in report.added:
        say(f"   read {outcome['filename']}: {extent(outcome['pages'], outcome['passages'])}")
    for filename in report.unchanged:
        say(f"   known {filename}")
    return project_id


def _ask(database: "Database", options: "Settings", question: Question) -> None:
    from sleuth.reason.understand.followup import complete

    say(f"\n? {question.text}   [{question.shows}; {', '.join(question.files)}]")
    _answer(database, options, question.text, question.files)
    if question.follow_up:
        completed = complete(question.follow_up, question.text)
        say(f"\n? {question.follow_up}   [a follow-up, asked as “{completed}”]")
        _answer(database, options, completed, question.files)


def _answer(database: "Database", options: "Settings", text: str, files: "Sequence[str]") -> None:
    """The answer by rules; where a model is configured, also what it says of the same question."""
    import asyncio

    from sleuth.agents.reasoner import open_reasoner
    from sleuth.agents.researcher import research
    from sleuth.cli.research import print_research
    from sleuth.reason.extractive import ExtractiveReasoner
    from sleuth.search.services import services_of

    model = open_reasoner(options)
    by_rules = isinstance(model, ExtractiveReasoner)
    for name, reasoner in (("rules", ExtractiveReasoner()), *(() if by_rules else (("the model", model),))):
        begun = time.perf_counter()
        result = asyncio.run(research(database, PROJECT, text, files, reasoner, services_of(options)))
        print_research(result)
        say(f"  ({name}, {1000 * (time.perf_counter() - begun):.0f} ms)")
        for remark in result.degraded:
            say(f"  note: {remark}")
        sys.stdout.flush()  # each answer is read while the next is looked for, also through a pipe


def _forge(options: "Settings") -> None:
    from sleuth.evals.examples import example_folder
    from sleuth.ingest.verification import Case, Verifier

    with Verifier(options) as verifier:
        for title, quote in QUOTES:
            result = verifier.verify(Case(str(example_folder() / QUOTED), quote))
            say(f"\n! {title}: “{quote}”")
            say(f"  found at {result.locator}" if result.verified else f"  refused: {result.reason}")
    say()


def _ledger(database: "Database") -> None:
    """What the documents state, where two of them disagree, and which edition counts."""
    from sleuth.cli.findings import print_matrix
    from sleuth.cli.ledger import print_conflicts, print_versions
    from sleuth.ingest.relating import relate
    from sleuth.store.ledger.conflicts import list_conflicts
    from sleuth.store.ledger.findings import Filter, list_findings
    from sleuth.store.ledger.versions import list_versions, version_rulings
    from sleuth.store.projects import find_project

    with database.connection() as connection:
        project_id = find_project(connection, PROJECT)
        relate(connection, project_id)
        found = list_findings(connection, project_id, Filter(subject=TARGET))
        conflicts = list_conflicts(connection, project_id, ("open",))
        versions = list_versions(connection, project_id), version_rulings(connection, project_id)
    say("What the documents state of the year   [sleuth findings; --xlsx writes it with a link to each cell]\n")
    print_matrix([f for f in found if (f.period or {}).get("months") == 12 and f.value is not None and not f.dimension])
    say("Where they disagree   [sleuth conflicts]\n")
    print_conflicts([conflict for conflict in conflicts if conflict.sides[0].metric == "revenue"])
    say("Which edition counts   [sleuth versions]\n")
    print_versions(*versions)
    say()
