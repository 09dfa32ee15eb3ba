"""What changed in a project since a moment, read while nobody else changes it, and kept as told."""

from dataclasses import replace

import psycopg

from sleuth.agents.analyst.changes.answered import answered_since
from sleuth.agents.analyst.changes.changed import Changes
from sleuth.agents.analyst.changes.conflicts import changed_conflicts
from sleuth.agents.analyst.changes.documents import changed_documents
from sleuth.agents.analyst.changes.figures import moved_figures
from sleuth.agents.analyst.changes.since import moment_of
from sleuth.agents.analyst.changes.wordings import reworded
from sleuth.config import Settings
from sleuth.ingest.relating import renew
from sleuth.store.ledger.happenings import moment, record_run
from sleuth.store.projects import lock_project


def what_changed(
    connection: psycopg.Connection, project_id: int, project: str, settings: Settings, since: str = ""
) -> Changes:
    """What changed since a date, a run or the last run; kept as a run of its own, from which the next may go on.

    Raises UserError where `since` is none of these.
    """
    renew(connection, project_id, settings)
    with connection.transaction():
        lock_project(connection, project_id)
        begins = moment_of(connection, project_id, since)
        ends = moment(connection)
        documents = changed_documents(connection, project_id, begins, ends)
        opened, closed = changed_conflicts(connection, project_id, begins)
        moves = moved_figures(connection, project_id, begins)
        changes = Changes(
            project, begins, ends, documents.added, documents.replaced, documents.removed,
            moves, reworded(connection, project_id, documents.replaced, moves), opened, closed,
            answered_since(connection, project_id, begins, {document.id for document in documents.added}),
        )  # fmt: skip
        return replace(changes, run=record_run(connection, project_id, begins, ends).id)
