"""A process that does what is left to do, until nothing is or for as long as it lives."""

import logging
import os
import time

from sleuth.config import Settings
from sleuth.errors import ModelError, SleuthError, UserError
from sleuth.ingest.relating import relate
from sleuth.store.projects import list_projects
from sleuth.store.server.database import Database
from sleuth.work.documents import QUEUE, sweep
from sleuth.work.embedding import embed_project
from sleuth.work.engine import engine, is_waiting, running
from sleuth.work.graph import try_project_graph
from sleuth.work.tasks import QUEUE as AGENTS
from sleuth.work.tasks import agent_limits

_log = logging.getLogger(__name__)
_LOOK_SECONDS = 1.0
_REST_SECONDS = 60.0
_NICENESS = 10  # people who ask questions come first


def run_worker(database: Database, settings: Settings, *, until_idle: bool) -> None:
    """Read files that are queued, do the agents' tasks, and embed what lacks a vector, whoever asked for it.

    Whoever calls this has imported the agents, whose handlers do the tasks.
    """
    os.nice(_NICENESS)
    queues = {QUEUE: settings.ingest_workers, AGENTS: settings.agent_workers}
    with engine(database, settings, queues, agent_limits(settings)):
        failed: dict[int, tuple[float, SleuthError]] = {}  # project → when its model failed, and how
        while True:
            running().check()
            for project in _projects(database):
                if project not in failed or time.monotonic() - failed[project][0] > _REST_SECONDS:
                    failed.pop(project, None)
                    if error := _embed(database, settings, project):
                        failed[project] = time.monotonic(), error
            _relate(database)
            sweep()
            if until_idle and not is_waiting(QUEUE) and not is_waiting(AGENTS):
                for _, error in failed.values():
                    raise error
                return
            time.sleep(_LOOK_SECONDS)


def _embed(database: Database, settings: Settings, project_id: int) -> SleuthError | None:
    """How the project's model failed, if so: that keeps neither files nor other projects waiting."""
    try:
        embed_project(database, settings, project_id, lambda _done, _total: None)
    except (ModelError, UserError) as error:
        _log.warning("embedding_failed project=%s error=%s", project_id, error)
        return error
    return None


def _relate(database: Database) -> None:
    """Relate what was read here, should whoever asked for it be gone."""
    for project in _projects(database):
        with database.connection() as connection:
            changed = relate(connection, project)
        if changed:
            try_project_graph(database, project)


def _projects(database: Database) -> list[int]:
    with database.connection() as connection:
        return [project.id for project in list_projects(connection)]
