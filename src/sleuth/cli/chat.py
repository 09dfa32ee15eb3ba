"""`sleuth chat`: the conversation with the analyst at a terminal, or line by line from a script."""

import asyncio
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

import typer

from sleuth.cli.analyst import Conversation, open_analyst, originals_of, print_pieces
from sleuth.cli.output import DEFAULT_PROJECT, Project, say, settings, warn
from sleuth.errors import UserError

if TYPE_CHECKING:
    from sleuth.agents.analyst.run import Analyst, Reply

_HELP = "Ask on; /sources shows what the last answer rests on, /why how it came about, /new begins anew, /quit ends."


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(help="Talk with the analyst about the documents of a project; reads a line at a time.")(chat)


def chat(conversation: Conversation = None, project: Project = DEFAULT_PROJECT) -> None:
    """Follow-ups go on from what was said. Ends with /quit or the end of the input."""
    from sleuth.store.server.database import open_database

    options = settings()
    with open_database(options) as database:
        asyncio.run(_talk(open_analyst(database, options, project), conversation))


async def _talk(analyst: "Analyst", number: int | None) -> None:
    """Read, answer, and so on. A message that cannot be answered is told, and the conversation goes on."""
    is_terminal = sys.stdin.isatty()
    last: Reply | None = None
    warn(_HELP)
    while True:
        line = await asyncio.to_thread(_read, is_terminal)
        if line is None or line == "/quit":
            break
        if not line:
            continue
        if not is_terminal:
            say(f"> {line}")
        match line:
            case "/new":
                number, last = None, None
                say("A new conversation.")
            case "/help":
                say(_HELP)
            case "/sources":
                _sources(last)
            case "/why":
                _why(last)
            case _ if line.startswith("/"):
                say(f"There is no {line}. {_HELP}")
            case _:
                try:
                    last = await analyst.ask(line, number)
                except UserError as error:
                    warn(f"sleuth: {error}")
                    continue
                number = last.conversation
                print_pieces(last, originals_of(analyst.database, last))
                for remark in last.degraded:
                    warn(f"note: {remark}")
        say()
    if number is not None:
        warn(f"conversation {number} is kept; go on: sleuth chat -c {number}")


def _read(is_terminal: bool) -> str | None:
    """A line of the person's; None at the end of the input."""
    if is_terminal:
        sys.stderr.write("> ")
        sys.stderr.flush()
    line = sys.stdin.readline()
    return line.strip() if line else None


def _sources(reply: "Reply | None") -> None:
    """What the last answer rests on: each place with the source's own words."""
    if reply is None or not reply.citations:
        say("The last answer cites nothing.")
        return
    for number, citation in enumerate(reply.citations, 1):
        quote = " ".join(str(citation["text"]).split())
        say(f"  [{number}] {citation['filename']}, {citation['locator']}: “{quote}”")
    if reply.id is not None:
        say(f"sleuth open {reply.id} N opens the N-th of them.")


def _why(reply: "Reply | None") -> None:
    """How the last answer came about: what was understood, what was looked up, and how each claim is proven."""
    if reply is None:
        say("There is no answer yet.")
        return
    say(f"Understood as: {reply.intent.replace('_', ' ')}{f' ({reply.query})' if reply.query else ''}")
    if reply.assumption:
        say(f"Assumed: {reply.assumption}")
    for call in reply.calls:
        if call["tool"] == "removed":
            say(f"Left out: “{call['arguments']['sentence']}”: {call['result']}")
        else:
            say(f"Looked up: {call['tool']}{_arguments(call['arguments'])}")
    for claim in reply.claims:
        say(f"{_PROOFS.get(claim['proof'], claim['proof'])}: {claim['text']}")
    for remark in reply.degraded:
        say(f"Note: {remark}")


_PROOFS = {
    "verbatim": "Stands so in the source",
    "cell": "Derived from its cell",
    "computed": "Computed from cells",
    "judged": "Judged by a model",
}


def _arguments(arguments: Mapping[str, object]) -> str:
    told = ", ".join(f"{value}" for name, value in arguments.items() if value and name != "query")
    return f" ({told})" if told else ""
