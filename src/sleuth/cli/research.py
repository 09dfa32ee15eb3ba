"""`sleuth research`: a question, some named files or the whole project, and an answer with its proof."""

import csv
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sleuth.cli.opening import link_of
from sleuth.cli.output import DEFAULT_PROJECT, Json, Project, print_json, print_line, say, settings, warn
from sleuth.language.counted import counted

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sleuth.agents.researcher import Research, Step


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(help="Answer a question from named files, or the whole project, or say that it is not there.")(research)


def research(
    question: Annotated[str, typer.Argument(help="What to find out.")],
    file: Annotated[
        list[str] | None,
        typer.Option(
            "--file",
            help="A document or a pattern (*.eml); repeat for several. Default: all.",
        ),
    ] = None,
    filenames: Annotated[
        str | None, typer.Option("--filenames", help="Documents, separated by commas: a.pdf,b.pdf. As --file.")
    ] = None,
    goes_on: Annotated[
        bool, typer.Option("--continue", "-c", help="Follow up on the last answer, in the same files.")
    ] = False,
    project: Project = DEFAULT_PROJECT,
    json: Json = False,
    passages: Annotated[
        bool, typer.Option("--passages", help="In JSON, a citation's text is the whole chunk; its words are the quote.")
    ] = False,
    detail: Annotated[bool, typer.Option("--detail", help="Also how the answer came about, as JSON.")] = False,
    stream: Annotated[
        bool, typer.Option("--stream", help="Tell each step when it is done; with --json a line each, the answer last.")
    ] = False,
) -> None:
    """Exit 0 with an answer, 1 when the files do not hold one."""
    import asyncio

    from sleuth.agents.reasoner import open_reasoner
    from sleuth.agents.researcher import follow_up
    from sleuth.agents.researcher import research as run
    from sleuth.search.services import services_of
    from sleuth.store.documents.originals import original_files
    from sleuth.store.server.database import open_database

    options = settings()
    reasoner, services = open_reasoner(options), services_of(options)
    with open_database(options) as database:
        files = [*(file or []), *_listed(filenames)]
        if goes_on:
            meant, files = follow_up(database, project, question, files)
            if meant != question:
                warn(f"note: asked as “{meant}”")
            question = meant
        words = Words(sys.stdout.isatty())
        tell = None if not stream else _print_step if json else words.take
        result = asyncio.run(run(database, project, question, files, reasoner, services, tell))
        with database.connection() as connection:
            originals = original_files(connection, [citation.document_id for citation in result.citations])
    for remark in result.degraded:
        warn(f"note: {remark}")
    if result.trace.usage and result.trace.usage["calls"]:
        warn(f"model: {_usage(result.trace.usage)}")
    if detail:
        print_json(result.to_detail())
    elif json and stream:
        print_line({"step": "done", **result.to_json(passages=passages)})
    elif json or passages:
        print_json(result.to_json(passages=passages))
    else:
        print_research(result, originals, words.shown)
        if result.citations:
            warn(f"answer {result.id}; its first source: sleuth open {result.id} 1")
            warn(f"say what you think of it: sleuth feedback {result.id} good")
    raise typer.Exit(0 if result.citations else 1)


def _usage(usage: "Mapping[str, Any]") -> str:
    """What a language model took for one question."""
    tokens = f"{usage['tokens_in']:,} tokens read, {usage['tokens_out']:,} written"
    cost = "" if usage["cost_usd"] == "unknown" else f", US$ {usage['cost_usd']}"
    return f"{usage['model']}, {counted(usage['calls'], 'call')}, {tokens}, {usage['seconds']:.1f} s{cost}"


def _listed(filenames: str | None) -> list[str]:
    """The names of a list with commas; a name that has one itself stands in quotes, as in a CSV file."""
    rows = csv.reader([filenames or ""], skipinitialspace=True)
    return [name.strip() for row in rows for name in row if name.strip()]


def _print_step(step: "Step") -> None:
    print_line({"step": step.name, **step.brought})


class Words:
    """Steps for a person who waits: a line each, and the answer's words as they are proven, if it is a terminal."""

    def __init__(self, is_terminal: bool) -> None:
        self._is_terminal = is_terminal
        self.shown = ""

    def take(self, step: "Step") -> None:
        """Tell of a step on standard error, and of a proven word on standard output."""
        if step.name != "token":
            _say_step(step)
        elif self._is_terminal:
            self.shown += step.brought["text"]
            sys.stdout.write(step.brought["text"])
            sys.stdout.flush()


def _say_step(step: "Step") -> None:
    """One line a step, for whoever waits."""
    match step.name:
        case "generate" if step.brought["queries"]:
            warn(f"· asking for: {'; '.join(step.brought['queries'])}")
        case "retrieve":
            warn(f"· {step.brought['passages']} passages after {step.brought['retrievals']} of 5 retrievals")
        case "grade":
            warn(f"· {step.brought['verdict']}: {step.brought['reason']}")
        case "verify":
            proven, dropped = counted(len(step.brought["proven"]), "claim"), len(step.brought["dropped"])
            warn(f"· {proven} proven, {dropped} dropped")


def print_research(result: "Research", originals: "Mapping[int, Path] | None" = None, shown: str = "") -> None:
    """The answer, then each citation with its place, which a terminal opens, and the source's own words.

    `shown` has been printed already, word by word; the answer follows where it says more: marks, files, what misses.
    """
    if result.answer.split() != shown.split():
        say(f"\n{result.answer}" if shown else result.answer)
    for number, citation in enumerate(result.citations, 1):
        place = link_of(citation, originals or {})
        say(f"  [{number}] ", place, f": “{' '.join(citation.text.split())}”")
