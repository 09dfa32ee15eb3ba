"""Runs the agents' tasks, durably: each is read by the handler of its kind, and what it finds is stored with its end.

A task that fails is tried again while its failure may pass and attempts are left; each failure is kept with its reason.
Killed anywhere, a task is begun anew by whoever lives, and what it stores is stored once.
"""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypedDict
from uuid import UUID

import psycopg
from dbos import DBOS, SetWorkflowID

from sleuth.config import Settings
from sleuth.errors import SleuthError, StoreError
from sleuth.models.failures import ModelSetupError, ModelUnavailableError, UnusableAnswerError
from sleuth.store.tasks import (
    Task,
    begin_task,
    complete_task,
    fail_task,
    lock_running,
    statuses_of,
)
from sleuth.work.engine import Running, running

QUEUE = "agents"
_WAITS = (1.0, 2.0, 4.0)  # seconds before a task's next attempt
_ENDED = ["SUCCESS", "ERROR", "CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"]
_POLL_SECONDS = 0.1
_TRANSIENT = frozenset({"RATE_LIMIT", "TIMEOUT", "API_ERROR"})

Store = Callable[[psycopg.Connection], Mapping[str, Any]]
"""Stores what a task found, and returns its output_data; it runs in the transaction that completes the task."""
Handler = Callable[[Running, Task], Store]
"""Does the work of a task without storing anything. What it raises fails the task."""

_handlers: dict[str, Handler] = {}


def agent_limits(settings: Settings) -> dict[str, int]:
    """How many tasks may begin a minute, where that is limited."""
    return {QUEUE: settings.agents_per_minute} if settings.agents_per_minute else {}


def handles(kind: str, handler: Handler) -> None:
    """Let this handler do the tasks of a kind, in this process."""
    _handlers[kind] = handler


class Outcome(TypedDict):
    """What became of an attempt; `wait` is in seconds, None where there is none after it."""

    status: str
    wait: float | None


@DBOS.workflow(name="agent_task")
def agent_task(task_id: str) -> str:
    """The durable unit: one task, with its attempts."""
    while True:
        outcome = attempt(task_id)
        if outcome["wait"] is None:
            return outcome["status"]
        DBOS.sleep(outcome["wait"])


@DBOS.step(name="attempt_task", retries_allowed=True, max_attempts=4, interval_seconds=1.0, backoff_rate=2.0)
def attempt(task_id: str) -> Outcome:
    """One attempt. Only the store's own failures leave here, for DBOS to try again."""
    work, number = running(), UUID(task_id)
    with work.database.connection() as connection:
        task = begin_task(connection, number)
    if task is None:
        return Outcome(status="completed", wait=None)
    started = time.perf_counter()
    try:
        handler = _handlers.get(task.kind)
        if handler is None:
            raise StoreError(f"no agent of this process does {task.kind}. Run `sleuth worker` of this version.")
        store = handler(work, task)
        with work.database.connection() as connection:
            if lock_running(connection, number):
                complete_task(connection, number, store(connection))
        return Outcome(status="completed", wait=None)
    except psycopg.Error:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, it is the task's recorded failure
        return _failed(work, task, error, time.perf_counter() - started)


def _failed(work: Running, task: Task, error: Exception, seconds: float) -> Outcome:
    kind = failure_class(error)
    message = str(error) if isinstance(error, SleuthError) else f"{type(error).__name__}: {error}"
    again = kind in _TRANSIENT and task.attempts < work.settings.agent_attempts
    output = {
        "success": False,
        "error": message,
        "error_class": kind,
        "processing_time_ms": round(seconds * 1000),
        "attempts": task.attempts,
        **_noted(error),
    }
    with work.database.connection() as connection:
        fail_task(connection, task.id, kind, message, output, again=again)
    wait = _WAITS[min(task.attempts, len(_WAITS)) - 1] if again else None
    return Outcome(status="pending" if again else "failed", wait=wait)


def _noted(error: Exception) -> dict[str, Any]:
    """What a handler noted on its failure as JSON, such as what the model took until then."""
    found: dict[str, Any] = {}
    for note in getattr(error, "__notes__", ()):
        with suppress(ValueError):  # a note of somebody else, in words
            found |= json.loads(note)
    return found


def failure_class(error: BaseException) -> str:
    """RATE_LIMIT, TIMEOUT and API_ERROR may pass; VALIDATION_ERROR and AUTHENTICATION_ERROR do not."""
    message = str(error)
    if isinstance(error, ModelSetupError):
        return "AUTHENTICATION_ERROR"
    if isinstance(error, ModelUnavailableError):
        told = {"too many requests": "RATE_LIMIT", "timeout": "TIMEOUT"}
        return next((kind for words, kind in told.items() if words in message), "API_ERROR")
    if isinstance(error, UnusableAnswerError | SleuthError):
        return "VALIDATION_ERROR"
    return "INTERNAL_ERROR"


def enqueue_tasks(tasks: Sequence[Task]) -> None:
    """Put tasks on the queue; those that wait there, or are being done, stay. An engine runs."""
    names = {f"task:{task.id}:{task.round}": task for task in tasks}
    ended = DBOS.list_workflows(workflow_ids=list(names), status=_ENDED, load_input=False, load_output=False)
    for status in ended:
        DBOS.delete_workflow(status.workflow_id)
    for name, task in names.items():
        with SetWorkflowID(name):
            DBOS.enqueue_workflow(QUEUE, agent_task, str(task.id))


@dataclass(frozen=True, slots=True)
class Waited:
    """What came of waiting: the last status of each task, and how long it took."""

    statuses: Mapping[UUID, str]
    seconds: float

    def is_done(self, task_id: UUID) -> bool:
        """Whether a task has ended, well or not."""
        return self.statuses.get(task_id) in ("completed", "failed")


def wait_for(
    work: Running, task_ids: Sequence[UUID], seconds: float, on_progress: Callable[[int, int], None]
) -> Waited:
    """Wait until all tasks have ended, or for so many seconds; they go on without us."""
    started = time.monotonic()
    while True:
        with work.database.connection() as connection:
            waited = Waited(statuses_of(connection, task_ids), time.monotonic() - started)
        done = sum(waited.is_done(task_id) for task_id in task_ids)
        on_progress(done, len(task_ids))
        if done == len(task_ids) or waited.seconds >= seconds:
            return waited
        time.sleep(min(_POLL_SECONDS * (1 + len(task_ids) // 200), seconds))
