"""The same as the commands, from Python: `with open_project("lumen") as project: project.research(…)`.

Each method that takes time has an asynchronous twin, named with an `a` before it.
"""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from sleuth.config import Settings

if TYPE_CHECKING:
    from sleuth.agents.analyst.run import Analyst, Reply
    from sleuth.agents.researcher import OnStep, Research
    from sleuth.search.hit import Results
    from sleuth.store.documents.documents import Document
    from sleuth.store.server.database import Database
    from sleuth.store.talk.answers import Answer
    from sleuth.work.adding import Report


@contextmanager
def open_project(name: str = "default", settings: Settings | None = None) -> Iterator["Project"]:
    """A project, made if need be, while the block runs. Raises StoreError where the store cannot be reached."""
    from sleuth.store.projects import ensure_project
    from sleuth.store.server.database import open_database

    options = settings or Settings()
    with open_database(options) as database:
        with database.connection() as connection:
            project_id = ensure_project(connection, name)
        yield Project(name, project_id, database, options)


class Project:
    """Documents that are searched together, and by nobody else."""

    def __init__(self, name: str, project_id: int, database: "Database", settings: Settings) -> None:
        self.name = name
        self._id = project_id
        self._database = database
        self._settings = settings
        self._analyst: Analyst | None = None

    def add(self, *paths: str | PathLike[str], wait: bool = True) -> "Report":
        """Read files and folders; with `wait` also until they can be found by meaning. Bad files are in the report."""
        from sleuth.work.adding import add_paths
        from sleuth.work.embedding import embed_in_background, embed_project

        named = [Path(path) for path in paths]
        report = add_paths(self._database, self._settings, self._id, named, lambda _: None)
        if wait:
            embed_project(self._database, self._settings, self._id, lambda done, total: None)
        else:
            embed_in_background(self._database, self._settings, self._id)
        return report

    def documents(self) -> "list[Document]":
        """The documents of the project, by name."""
        from sleuth.store.documents.documents import list_documents

        with self._database.connection() as connection:
            return list_documents(connection, self._id)

    def remove(self, filename: str) -> "Document":
        """Remove a document with everything known of it. Raises UserError, with near names, for an unknown one."""
        from sleuth.work.removal import remove_documents

        return remove_documents(self._database, self._id, [filename])[0]

    def search(self, query: str, filenames: Sequence[str] = (), limit: int = 10) -> "Results":
        """Passages by their words and their meaning, best first."""
        from sleuth.search.hybrid import search
        from sleuth.search.services import services_of

        with self._database.connection() as connection:
            index, services = self._database.index(connection), services_of(self._settings)
            return search(connection, self._id, query, filenames=filenames, limit=limit, index=index, services=services)

    def research(self, question: str, filenames: Sequence[str], on_step: "OnStep | None" = None) -> "Research":
        """An answer from the named files with its citations, or the refusal. Not from within an event loop.

        `on_step` hears of each step when it is done.
        """
        return asyncio.run(self.aresearch(question, filenames, on_step))

    def follow_up(self, question: str, filenames: Sequence[str] = (), on_step: "OnStep | None" = None) -> "Research":
        """`research` after the project's last answer, which completes the question; in its files if none are named."""
        return asyncio.run(self.afollow_up(question, filenames, on_step))

    def ask(self, message: str, conversation: int | None = None, *, approve: bool = False) -> "Reply":
        """The analyst's answer, in a conversation if one is named. Not from within an event loop.

        `approve` confirms what the message would have written, such as questions on the Q&A list.
        """
        return asyncio.run(self.aask(message, conversation, approve=approve))

    def feedback(self, answer_id: int, verdict: str, why: str = "") -> None:
        """Say that an answer is "good" or "bad"; the last word counts. Raises UserError for an unknown answer."""
        from sleuth.store.talk.answers import give_feedback

        with self._database.connection() as connection:
            give_feedback(connection, self._id, answer_id, verdict, why)

    def judged(self) -> "list[Answer]":
        """The answers that somebody called good or bad, with their evidence, the newest first."""
        from sleuth.store.talk.answers import judged_answers

        with self._database.connection() as connection:
            return judged_answers(connection, self._id)

    async def aadd(self, *paths: str | PathLike[str], wait: bool = True) -> "Report":
        """`add` in a thread."""
        return await asyncio.to_thread(self.add, *paths, wait=wait)

    async def asearch(self, query: str, filenames: Sequence[str] = (), limit: int = 10) -> "Results":
        """`search` in a thread."""
        return await asyncio.to_thread(self.search, query, filenames, limit)

    async def aresearch(self, question: str, filenames: Sequence[str], on_step: "OnStep | None" = None) -> "Research":
        """An answer from the named files with its citations, or the refusal."""
        from sleuth.agents.reasoner import open_reasoner
        from sleuth.agents.researcher import research
        from sleuth.search.services import services_of

        reasoner, services = open_reasoner(self._settings), services_of(self._settings)
        return await research(self._database, self.name, question, filenames, reasoner, services, on_step)

    async def afollow_up(
        self, question: str, filenames: Sequence[str] = (), on_step: "OnStep | None" = None
    ) -> "Research":
        """An answer to what the question means after the project's last answer."""
        from sleuth.agents.researcher import follow_up

        meant, files = await asyncio.to_thread(follow_up, self._database, self.name, question, filenames)
        return await self.aresearch(meant, files, on_step)

    async def aask(self, message: str, conversation: int | None = None, *, approve: bool = False) -> "Reply":
        """The analyst's answer, in a conversation if one is named."""
        from sleuth.agents.analyst.run import Analyst
        from sleuth.agents.reasoner import open_reasoner
        from sleuth.search.services import services_of

        if self._analyst is None:
            services = services_of(self._settings)
            self._analyst = Analyst(self._database, self._settings, self.name, services, open_reasoner)
        return await self._analyst.ask(message, conversation, approve=approve)
