"""Answers a question from named files, and keeps the answer with its evidence."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from sleuth.answering.library import StoredLibrary, open_library
from sleuth.answering.run import Research, research_in
from sleuth.answering.steps import OnStep

if TYPE_CHECKING:
    from sleuth.reason.protocol import Reasoner
    from sleuth.search.services import Services
    from sleuth.store.server.database import Database


async def research(
    database: "Database",
    project: str,
    question: str,
    filenames: Sequence[str],
    reasoner: "Reasoner | None" = None,
    services: "Services | None" = None,
    on_step: OnStep | None = None,
    *,
    keep: bool = True,
) -> Research:
    """Answer from the named files only, or from the whole project, and keep the answer with its evidence.

    A name may be a pattern ("*.eml"). Rules and local models serve by default.

    `on_step` hears of each step when it is done. Raises UserError for an unknown project or filename, with near names.
    """
    import asyncio

    library = await asyncio.to_thread(open_library, database, project, filenames, services)
    result = await research_in(library, question, reasoner, on_step)
    return await asyncio.to_thread(_keep, database, library, question, result) if keep else result


def _keep(database: "Database", library: StoredLibrary, question: str, result: Research) -> Research:
    from sleuth.store.talk.answers import record_answer

    documents = {document.id: document.filename for document in library.documents}
    with database.connection() as connection:
        kept = record_answer(connection, library.project_id, question, documents, result.to_detail())
    return replace(result, id=kept)
