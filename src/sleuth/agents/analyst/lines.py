"""Lines of tables that no lexicon knows: a question that calls one by its printed name asks for its figure."""

from dataclasses import replace

from sleuth.agents.analyst.dialogue.context import Meant
from sleuth.agents.analyst.room import Room
from sleuth.findings.asked.weighing import resolve_documents
from sleuth.reason.understand.figures import line_query


async def with_printed_line(room: Room, meant: Meant) -> Meant:
    """The message as a question about figures, where some document has a line that it calls by its name."""
    if meant.query is not None or meant.choices or not room.reasoner.reads_ledger:
        return meant
    query = line_query(meant.question)
    if query is None:
        return meant
    found, _ = resolve_documents(query, await room.library.books(query))
    return replace(meant, query=query) if found else meant
