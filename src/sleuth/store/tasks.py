"""The record of the agents' tasks: pending → running → completed or failed; none doubled, no failure forgotten."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import psycopg
from psycopg.types.json import Jsonb

from sleuth.store.names import storable
from sleuth.store.rows import records


@dataclass(frozen=True, slots=True)
class Task:
    """One unit of agent work: a kind of reading, of one document, for one process."""

    id: UUID
    project_id: int
    kind: str  # "timeline_extraction" or "metadata_extraction"
    process_id: UUID
    document_id: int
    reading: str  # which rules, or which model, read
    status: str  # "pending", "running", "completed", "failed"
    attempts: int
    round: int  # how often it failed for good and was let begin again
    failures: Sequence[Mapping[str, Any]]  # {"attempt", "class", "message", "at"} of each
    error_message: str | None
    output_data: Mapping[str, Any] | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None


_COLUMNS = (
    "id, project_id, kind, process_id, document_id, reading, status, attempts, round, failures, error_message, "
    "output_data, created_at, started_at, finished_at"
)


def ensure_task(
    connection: psycopg.Connection,
    project_id: int,
    kind: str,
    process_id: UUID,
    document_id: int,
    reading: str,
    *,
    anew: bool = False,
) -> tuple[Task, bool]:
    """The task of this document and kind, and whether it was made now; two callers at once make one.

    A task of another reading serves as well, unless the document is to be read `anew`.
    """
    if not anew:
        known = _select(connection, "document_id = %s AND kind = %s", document_id, kind)
        if known:
            return known[-1], False
    made = connection.execute(
        """
        INSERT INTO agent_tasks (project_id, kind, process_id, document_id, reading) VALUES (%s, %s, %s, %s, %s)
        ON CONFLICT (document_id, kind, reading) DO NOTHING RETURNING id
        """,
        (project_id, kind, process_id, document_id, reading),
    ).fetchone()
    (task,) = _select(connection, "document_id = %s AND kind = %s AND reading = %s", document_id, kind, reading)
    return task, made is not None


def tasks_of(connection: psycopg.Connection, task_ids: Sequence[UUID]) -> list[Task]:
    """Several tasks; those that are gone are left out."""
    return _select(connection, "id = ANY(%s)", list(task_ids))


def statuses_of(connection: psycopg.Connection, task_ids: Sequence[UUID]) -> dict[UUID, str]:
    """The status of each task that is there."""
    return dict(
        connection.execute("SELECT id, status FROM agent_tasks WHERE id = ANY(%s)", (list(task_ids),)).fetchall()
    )


def begin_task(connection: psycopg.Connection, task_id: UUID) -> Task | None:
    """The task, running from now; None where it is completed, or gone."""
    connection.execute(
        """
        UPDATE agent_tasks SET status = 'running', attempts = attempts + 1, started_at = now(), finished_at = NULL
        WHERE id = %s AND status <> 'completed'
        """,
        (task_id,),
    )
    found = _select(connection, "id = %s AND status = 'running'", task_id)
    return found[0] if found else None


def lock_running(connection: psycopg.Connection, task_id: UUID) -> bool:
    """Hold the task until the transaction ends; false where somebody else has completed it, or its document is gone."""
    row = connection.execute("SELECT status FROM agent_tasks WHERE id = %s FOR UPDATE", (task_id,)).fetchone()
    return row is not None and row[0] != "completed"


def complete_task(connection: psycopg.Connection, task_id: UUID, output: Mapping[str, Any]) -> None:
    """The task is done, in the transaction that stores what it found."""
    connection.execute(
        """
        UPDATE agent_tasks SET status = 'completed', output_data = %s, error_message = NULL, finished_at = now()
        WHERE id = %s
        """,
        (Jsonb(dict(output)), task_id),
    )


def fail_task(
    connection: psycopg.Connection, task_id: UUID, kind: str, message: str, output: Mapping[str, Any], *, again: bool
) -> None:
    """Record a failure; the task waits for another attempt where there is to be one, else it has failed."""
    connection.execute(
        """
        UPDATE agent_tasks SET status = %s, error_message = %s, output_data = %s, finished_at = now(),
            failures = failures || jsonb_build_object(
                'attempt', attempts, 'class', %s::text, 'message', %s::text, 'at', now())
        WHERE id = %s AND status <> 'completed'
        """,
        (
            "pending" if again else "failed", storable(message), Jsonb(dict(output)), kind, storable(message), task_id,
        ),
    )  # fmt: skip


def reset_task(connection: psycopg.Connection, task_id: UUID, *, forgive: bool) -> None:
    """Let a failed task wait again; `forgive` also begins its attempts anew. What failed before stays readable."""
    connection.execute(
        """
        UPDATE agent_tasks SET status = 'pending', attempts = CASE WHEN %s THEN 0 ELSE attempts END, finished_at = NULL,
            round = round + 1
        WHERE id = %s AND status = 'failed'
        """,
        (forgive, task_id),
    )


def _select(connection: psycopg.Connection, condition: str, *parameters: object) -> list[Task]:
    return records(
        connection, Task, f"SELECT {_COLUMNS} FROM agent_tasks WHERE {condition} ORDER BY created_at, id", parameters
    )
