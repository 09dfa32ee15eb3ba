"""The head detective: finds processes, hands out their reading, awaits both specialists, moves stages on evidence.

It extracts nothing itself. What it gives out is read by tasks that anybody's worker may do; what it decides follows
from the events that they cited.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from uuid import UUID

import psycopg

from sleuth.agents.detectives.discovery import discover
from sleuth.agents.detectives.identity import REPORTS
from sleuth.agents.detectives.model import reading_name
from sleuth.agents.detectives.stages import Evidence, decide
from sleuth.config import Settings
from sleuth.errors import StoreError
from sleuth.store.inquiries.entities import count_entities
from sleuth.store.inquiries.events import Event, list_events
from sleuth.store.inquiries.processes import (
    Process,
    ProcessDocument,
    documents_of,
    explain_stage,
    find_process,
    list_processes,
    load_process,
    name_process,
    set_stage,
)
from sleuth.store.server.database import Database
from sleuth.store.tasks import Task, ensure_task, reset_task, tasks_of

AGENT, VERSION = "Head Detective v2", "2.0.0"
TIMELINE, METADATA = "timeline_extraction", "metadata_extraction"
NO_CANDIDATES = "No candidate processes found"
_MAIN = ("final_report", "interim_report", "directive", "bill", "council_referral", "consultation", "statute")

OnProgress = Callable[[int, int], None]  # tasks that have ended, tasks in all


@dataclass(frozen=True, slots=True)
class Wish:
    """What the head is asked for."""

    process: str | None = None  # a key, an id, or one of a process's numbers; None: every process
    backfill: bool = False  # also read anew what other rules or another model read, and what has failed for good
    documents: tuple[int, ...] = ()  # that a person says belong to the process
    by: str = ""  # who says so


@dataclass(slots=True)
class _Case:
    """A process under investigation."""

    process: Process
    documents: list[ProcessDocument]
    tasks: list[tuple[Task, bool]] = field(default_factory=list)  # each with whether it was made now

    def of(self, kind: str) -> list[tuple[Task, bool]]:
        """The tasks of a kind, the one of the main document first."""
        main = self.main.document_id
        chosen = [item for item in self.tasks if item[0].kind == kind]
        return sorted(chosen, key=lambda item: item[0].document_id != main)

    @property
    def main(self) -> ProcessDocument:
        """The newest report, else what tells most of the process."""
        return min(self.documents, key=_telling)


def _telling(document: ProcessDocument) -> tuple[int, tuple[int, ...]]:
    rank = _MAIN.index(document.role) if document.role in _MAIN else len(_MAIN)
    digits = "".join(letter if letter.isdigit() else " " for letter in document.number).split()
    return rank, tuple(-int(number) for number in digits)


def investigate(
    database: Database, settings: Settings, project_id: int, wish: Wish, on_progress: OnProgress = lambda _d, _t: None
) -> dict[str, Any]:
    """Do what there is to do; the report, in the shape that its readers expect. A failing database is in the report.

    Raises UserError for an unknown process.
    """
    started = time.perf_counter()
    try:
        return _Head(database, settings, project_id, wish, on_progress).run(started)
    except (psycopg.Error, StoreError) as error:
        return {"error": f"Database error: {_first_line(error)}", "success": False}


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]


@dataclass(frozen=True, slots=True)
class _Head:
    database: Database
    settings: Settings
    project_id: int
    wish: Wish
    on_progress: OnProgress

    def run(self, started: float) -> dict[str, Any]:
        self._assign()
        discover(self.database, self.project_id)
        cases = self._cases()
        if not cases:
            return self._report(started, []) | {"message": NO_CANDIDATES}
        self._hand_out(cases)
        timed_out = self._await(cases)
        details = [self._conclude(case, timed_out) for case in cases]
        report = self._report(started, details)
        if timed_out:
            seconds = f"{self.settings.agent_seconds:g}"
            report["message"] = f"Timeout waiting for agents ({seconds}s); their tasks go on"
        return report

    def _assign(self) -> None:
        """Let documents belong to the process that a person named."""
        if self.wish.documents and self.wish.process:
            with self.database.connection() as connection:
                name_process(connection, self.project_id, self.wish.process, self.wish.documents, self.wish.by)

    def _cases(self) -> list[_Case]:
        """The processes that have readable documents."""
        with self.database.connection() as connection:
            wished = self.wish.process
            chosen = (
                [find_process(connection, self.project_id, wished)]
                if wished is not None
                else list_processes(connection, self.project_id)
            )
            documents = documents_of(connection, self.project_id)
        by_process: dict[UUID, list[ProcessDocument]] = {}
        for document in documents:
            by_process.setdefault(document.process_id, []).append(document)
        return [_Case(process, by_process[process.id]) for process in chosen if process.id in by_process]

    def _hand_out(self, cases: Sequence[_Case]) -> None:
        """A task of each kind for each document, never doubled; what failed gets its further attempts."""
        reading = reading_name(self.settings)
        for case in cases:
            with self.database.connection() as connection:
                for document in case.documents:
                    for kind in (TIMELINE, METADATA):
                        case.tasks.append(self._task(connection, case, document, kind, reading))

    def _task(
        self, connection: psycopg.Connection, case: _Case, document: ProcessDocument, kind: str, reading: str
    ) -> tuple[Task, bool]:
        anew = self.wish.backfill
        task, made = ensure_task(
            connection, self.project_id, kind, case.process.id, document.document_id, reading, anew=anew
        )
        if task.status == "failed" and (anew or task.attempts < self.settings.agent_attempts):
            reset_task(connection, task.id, forgive=anew)
            (task,) = tasks_of(connection, [task.id])
        return task, made

    def _await(self, cases: Sequence[_Case]) -> bool:
        """Wait until every open task has ended; whether time ran out. Tasks that are done need no engine."""
        waiting = [task for case in cases for task, _ in case.tasks if task.status in ("pending", "running")]
        if not waiting:
            return False
        from sleuth.agents.detectives import tasks as _specialists  # noqa: F401 - registers who does the tasks
        from sleuth.work.engine import Running, engine
        from sleuth.work.tasks import QUEUE, agent_limits, enqueue_tasks, wait_for

        queues = {QUEUE: self.settings.agent_workers}
        with engine(self.database, self.settings, queues, agent_limits(self.settings)):
            enqueue_tasks(waiting)
            work = Running(self.database, self.settings)
            numbers = [task.id for task in waiting]
            waited = wait_for(work, numbers, self.settings.agent_seconds, self.on_progress)
        with self.database.connection() as connection:
            now = {task.id: task for task in tasks_of(connection, numbers)}
        for case in cases:
            case.tasks = [(now.get(task.id, task), made) for task, made in case.tasks]
        return not all(waited.is_done(number) for number in numbers)

    def _conclude(self, case: _Case, timed_out: bool) -> dict[str, Any]:
        """One process: what its events prove, and what was done about it."""
        with self.database.connection() as connection:
            process = load_process(connection, case.process.id)
            events = list_events(connection, self.project_id, process.id)
            entities = count_entities(connection, process.id)
            open_tasks = [task for task, _ in case.tasks if task.status in ("pending", "running")]
            failed = [task for task, _ in case.tasks if task.status == "failed"]
            moved = None if open_tasks else self._move(connection, process, case, events)
        published = next((event for event in reversed(events) if event.event_type == "sou_published"), None)
        seconds = f"{self.settings.agent_seconds:g}"
        if open_tasks and timed_out:
            reason = f"Timeout waiting for agents ({seconds}s)"
        elif moved:
            reason = f"Stage updated to {moved} on cited evidence"
        elif failed:
            reason = f"Agent task failed: {failed[0].error_message}"
        elif process.stage:
            reason = f"Stage already at {process.stage}, no update needed"
        else:
            reason = "No cited evidence for any stage yet"
        timeline, metadata = case.of(TIMELINE), case.of(METADATA)
        return {
            "process_id": str(process.id),
            "process_key": process.key,
            "action": "stage_updated" if moved else "timeout" if open_tasks and timed_out else "skipped",
            "previous_stage": process.stage,
            "new_stage": moved,
            "timeline_task_id": str(timeline[0][0].id),
            "timeline_task_created": any(made for _, made in timeline),
            "metadata_task_id": str(metadata[0][0].id),
            "metadata_task_created": any(made for _, made in metadata),
            "timeline_event_id": str(published.id) if published else None,
            "proof_page": published.source_page if published else None,
            "sou_published_event_found": published is not None,
            "entities_extracted": entities,
            "reason": reason,
        }

    def _move(
        self, connection: psycopg.Connection, process: Process, case: _Case, events: Sequence[Event]
    ) -> str | None:
        """The stage that the process moves to; None where it stays."""
        roles = {document.document_id: document.role for document in case.documents}
        stage = decide(process.stage, [_evidence(event, roles) for event in events], date.today())
        if stage.name is None:
            return None
        if stage.name == process.stage:
            explain_stage(connection, process.id, stage.explanation)
            return None
        set_stage(connection, self.project_id, process.id, stage.name, stage.explanation, stage.evidence)
        return stage.name

    def _report(self, started: float, details: list[dict[str, Any]]) -> dict[str, Any]:
        return {
            "success": True,
            "agent": AGENT,
            "version": VERSION,
            "mode": "batch" if self.wish.process is None else "single",
            "execution_time_ms": round((time.perf_counter() - started) * 1000),
            "summary": _summary(details),
            "details": details,
        }


def _evidence(event: Event, roles: dict[int, str]) -> Evidence:
    source = f"{event.filename}, s. {event.source_page}"
    is_interim = event.event_type in ("sou_published", "handed_over") and roles.get(event.document_id) == REPORTS[0]
    return Evidence(event.id, event.event_type, event.event_date, event.stated, event.subject, source, is_interim)


def _summary(details: Sequence[dict[str, Any]]) -> dict[str, int]:
    def count(key: str, value: object = True) -> int:
        return sum(detail[key] == value for detail in details)

    return {
        "processes_analyzed": len(details),
        "timeline_tasks_created": count("timeline_task_created"),
        "timeline_tasks_reused": count("timeline_task_created", False),
        "metadata_tasks_created": count("metadata_task_created"),
        "metadata_tasks_reused": count("metadata_task_created", False),
        "stages_updated": count("action", "stage_updated"),
        "published_stages_updated": count("new_stage", "published"),
        "skipped_no_action": count("action", "skipped"),
        "entities_extracted": sum(detail["entities_extracted"] for detail in details),
    }
