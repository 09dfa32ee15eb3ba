"""A process that does what is left to do, until nothing is or for as long as it lives."""

import os
import time

from sleuth.config import Settings
from sleuth.store.database import Database
from sleuth.store.projects import list_projects
from sleuth.work.documents import QUEUE, unfinished
from sleuth.work.embedding import embed_project
from sleuth.work.engine import engine

_LOOK_SECONDS = 1.0
_NICENESS = 10  # people who ask questions come first


def run_worker(database: Database, settings: Settings, *, until_idle: bool) -> None:
    """Read files that are queued, from this process or any other, and embed what lacks a vector."""
    os.nice(_NICENESS)
    with engine(database, settings, {QUEUE: settings.ingest_workers}):
        while True:
            for project in _projects(database):
                embed_project(database, settings, project, lambda _done, _total: None)
            if until_idle and not unfinished():
                return
            time.sleep(_LOOK_SECONDS)


def _projects(database: Database) -> list[int]:
    with database.connection() as connection:
        return [project.id for project in list_projects(connection)]
