"""`sleuth ask`: one turn of a conversation with the analyst about a project's documents."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from sleuth.cli.opening import with_links
from sleuth.cli.output import DEFAULT_PROJECT, Json, Project, print_json, say, settings, warn

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sleuth.agents.analyst.run import Analyst, Reply
    from sleuth.config import Settings
    from sleuth.store.server.database import Database

Conversation = Annotated[int | None, typer.Option("--conversation", "-c", help="Go on with this conversation.", min=1)]


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.command(help="Ask the analyst about a project's documents; each claim with its source.")(ask)


def ask(
    question: Annotated[str, typer.Argument(help="A question, a follow-up, or a request.")],
    conversation: Conversation = None,
    project: Project = DEFAULT_PROJECT,
    json: Json = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Agree to what the request writes.")] = False,
) -> None:
    """Exit 0 with an answer, 1 where the documents do not hold one."""
    import asyncio

    from sleuth.store.server.database import open_database

    options = settings()
    with open_database(options) as database:
        reply = asyncio.run(open_analyst(database, options, project).ask(question, conversation, approve=yes))
        originals = originals_of(database, reply)
    for remark in reply.degraded:
        warn(f"note: {remark}")
    if json:
        print_json(reply.to_json())
    else:
        show(reply, originals)
    raise typer.Exit(1 if reply.refuses else 0)


def open_analyst(database: "Database", options: "Settings", project: str) -> "Analyst":
    """The analyst of a project, with the models that the settings name."""
    from sleuth.agents.analyst.run import Analyst
    from sleuth.agents.reasoner import open_reasoner
    from sleuth.search.services import services_of

    return Analyst(database, options, project, services_of(options), open_reasoner)


def originals_of(database: "Database", reply: "Reply") -> "Mapping[int, Path]":
    """The original files of a reply's sources, as far as they still lie where they were added."""
    from sleuth.store.documents.originals import original_files

    with database.connection() as connection:
        return original_files(connection, [citation["document_id"] for citation in reply.citations])


def show(reply: "Reply", originals: "Mapping[int, Path]") -> None:
    """The answer, then how to go on."""
    print_pieces(reply, originals)
    answered = f"answer {reply.id}, " if reply.id is not None else ""
    warn(f"{answered}conversation {reply.conversation}; go on: sleuth ask -c {reply.conversation} “…”")


def print_pieces(reply: "Reply", originals: "Mapping[int, Path]") -> None:
    """The answer paragraph by paragraph, each shown as soon as it is written, its sources as links to the originals."""
    for number, piece in enumerate(reply.pieces):
        if number:
            say()
        say(*with_links(piece, reply.citations, originals))
        sys.stdout.flush()
