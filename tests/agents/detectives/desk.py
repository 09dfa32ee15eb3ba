"""A project of the session's database that the detectives work in."""

from typing import Any

from sleuth.agents.detectives.head import Wish, investigate
from sleuth.config import Settings
from sleuth.store.inquiries.entities import Related, list_related
from sleuth.store.inquiries.events import Event, list_events
from sleuth.store.server.database import Database
from sleuth.store.tasks import Task, tasks_of
from tests.documents import source_of, store


class Desk:
    """Documents are put on it, and investigated."""

    def __init__(self, database: Database, project: int, settings: Settings) -> None:
        self.database, self.project, self.settings = database, project, settings

    def put(self, filename: str, *pages: str) -> int:
        """Add a document; its number."""
        with self.database.connection() as connection:
            return store(connection, self.project, source_of(filename, *pages), stemmer="swedish").document.id

    def investigate(self, process: str | None = None, **wish: Any) -> dict[str, Any]:
        return investigate(self.database, self.settings, self.project, Wish(process, **wish))

    def events(self) -> list[Event]:
        with self.database.connection() as connection:
            return list_events(connection, self.project)

    def related(self) -> list[Related]:
        with self.database.connection() as connection:
            return list_related(connection, self.project)

    def tasks(self) -> list[Task]:
        with self.database.connection() as connection:
            rows = connection.execute("SELECT id FROM agent_tasks WHERE project_id = %s", (self.project,)).fetchall()
            return tasks_of(connection, [row[0] for row in rows])

    def task(self, kind: str) -> Task:
        (task,) = [task for task in self.tasks() if task.kind == kind]
        return task

    def stage(self) -> tuple[str | None, str]:
        """The stage of the only process, and why."""
        with self.database.connection() as connection:
            (row,) = connection.execute(
                "SELECT stage, stage_explanation FROM processes WHERE project_id = %s", (self.project,)
            ).fetchall()
        return row
