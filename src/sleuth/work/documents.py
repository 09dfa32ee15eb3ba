"""Adding documents, durably: killed at any point and run again, nothing is lost and nothing doubled."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TypedDict, cast

from dbos import DBOS, SetWorkflowID, WorkflowStatus
from dbos import error as dbos_error

from sleuth.config import Settings
from sleuth.errors import SourceError, StoreError
from sleuth.ingest import pipeline
from sleuth.store.documents.documents import Document, MissingFileError, discard_file, name_content, save_file
from sleuth.store.documents.originals import note_origin
from sleuth.store.server.database import Database
from sleuth.store.server.locks import held
from sleuth.work.adding import Upload
from sleuth.work.engine import engine, running

QUEUE = "ingest"
_POLL_SECONDS = 0.1
_POLLED_AT_ONCE = 200
_UNREPORTED_SECONDS = 600.0
NOT_STORED = "not stored"  # the status of a file whose step failed, though it was tried again
LOST = "lost"  # the status of a file that has to be stored and read again
_ENDED = ["SUCCESS", "ERROR", "CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"]


class Outcome(TypedDict):
    """What became of one file, as the durable record keeps it. `reason` is set when the file could not be read."""

    filename: str
    pages: int
    passages: int
    status: str
    reason: str | None


@dataclass(slots=True)
class Progress:
    """How far an addition has come."""

    files: int
    done: int = 0
    pages: int = 0
    passages: int = 0
    outcomes: list[Outcome] = field(default_factory=list)

    def count(self, outcome: Outcome) -> None:
        """One more file has ended."""
        self.done += 1
        self.pages += outcome["pages"]
        self.passages += outcome["passages"]
        self.outcomes.append(outcome)


@DBOS.workflow(name="ingest_document")
def ingest_document(project_id: int, digest: str, filename: str) -> Outcome:
    """The durable unit: one stored file becomes one document."""
    try:
        return read_and_store(project_id, digest, filename)
    except dbos_error.DBOSMaxStepRetriesExceeded as error:  # its own words tell how often, not what happened
        reason = str(error.errors[-1]) if error.errors else str(error)
        return Outcome(filename=filename, pages=0, passages=0, status=NOT_STORED, reason=reason)


@DBOS.step(name="read_and_store", retries_allowed=True, max_attempts=4, interval_seconds=1.0, backoff_rate=2.0)
def read_and_store(project_id: int, digest: str, filename: str) -> Outcome:
    """Idempotent: storing is one transaction keyed by the content hash. A file that cannot be read is an outcome."""
    work = running()
    with work.database.connection() as connection:
        try:
            return _added(pipeline.ingest(connection, project_id, digest, filename, work.settings).document)
        except MissingFileError:  # it was a copy of a bad file, whose bytes went when that one had been read
            return _lost(filename)
        except SourceError as error:
            discard_file(connection, project_id, digest)
            return failed(filename, error)


def add_documents(
    database: Database,
    settings: Settings,
    project_id: int,
    uploads: Sequence[Upload],
    on_progress: Callable[[Progress], None],
) -> list[Outcome]:
    """Store and read the files; the outcomes come in the order of `uploads`. Workers elsewhere may help."""
    progress = Progress(len(uploads))
    with engine(database, settings, {QUEUE: settings.ingest_workers}):
        waiting: dict[str, Upload] = {}
        for upload in uploads:
            try:
                waiting[enqueue(database, project_id, upload)] = upload
            except SourceError as error:
                progress.count(failed(upload.filename, error))
        while waiting:
            running().check()
            for workflow_id, outcome in settled(database, project_id, waiting):
                del waiting[workflow_id]
                progress.count(outcome)
            on_progress(progress)
            time.sleep(_POLL_SECONDS if waiting else 0)
    order = {upload.filename: n for n, upload in enumerate(uploads)}
    return sorted(progress.outcomes, key=lambda outcome: order.get(outcome["filename"], len(order)))


def enqueue(database: Database, project_id: int, upload: Upload) -> str:
    """Queue a file; the id of its record. Raises SourceError where it cannot be read any more.

    The bytes go into the store first, so that any worker on any machine can read them. Whoever adds the same file
    at the same time shares the record.
    """
    workflow_id = f"ingest:{project_id}:{upload.digest}:{upload.filename}"
    data = _bytes_of(upload)
    with database.connection() as connection:
        save_file(connection, project_id, upload.digest, data)
        note_origin(connection, project_id, upload.digest, upload.path)
    with _records(database, project_id):
        # An earlier run that was killed before it could report left its outcome here; a failure deserves another try.
        _forget_ended([workflow_id])
        with SetWorkflowID(workflow_id):
            DBOS.enqueue_workflow(QUEUE, ingest_document, project_id, upload.digest, upload.filename)
    return workflow_id


def settled(database: Database, project_id: int, waiting: Mapping[str, Upload]) -> list[tuple[str, Outcome]]:
    """What has ended since the last look. The records of what ended are deleted: the document is the record.

    A record that is gone was deleted by another process that waited for the same file. Then the document tells what
    became of it; where there is none, the file could not be read, and is read once more to learn why.
    """
    looked = list(waiting)[:_POLLED_AT_ONCE]
    records = {status.workflow_id: status for status in DBOS.list_workflows(workflow_ids=looked, load_input=False)}
    ended = {workflow_id: status for workflow_id, status in records.items() if status.status in _ENDED}
    found = [(workflow_id, _outcome(status, waiting[workflow_id])) for workflow_id, status in ended.items()]
    if ended:
        with _records(database, project_id):
            _forget_ended(list(ended))
    for workflow_id in looked:
        if workflow_id not in records:
            found.append((workflow_id, _stored(database, project_id, waiting[workflow_id])))
    for workflow_id, outcome in found:
        if outcome["status"] == LOST:
            enqueue(database, project_id, waiting[workflow_id])
    return [(workflow_id, outcome) for workflow_id, outcome in found if outcome["status"] != LOST]


def failed(filename: str, error: SourceError) -> Outcome:
    """The outcome of a file that could not be read."""
    return Outcome(filename=filename, pages=0, passages=0, status="failed", reason=str(error))


def _bytes_of(upload: Upload) -> bytes:
    """The file's bytes, which must be those that were planned for."""
    try:
        data = upload.path.read_bytes()
    except OSError as error:
        raise SourceError(f"{upload.filename}: cannot be opened ({error.strerror}). Check its rights.") from error
    if pipeline.content_hash(data) != upload.digest:
        raise SourceError(f"{upload.filename}: it was changed while it was added. Add it again.")
    return data


@contextmanager
def _records(database: Database, project_id: int) -> Iterator[None]:
    """One process at a time deletes or makes records of a project: none deletes what another has just made."""
    with database.connection() as connection, held(connection, "sleuth.work.records", project_id):
        yield


def _forget_ended(workflow_ids: list[str]) -> None:
    ended = DBOS.list_workflows(workflow_ids=workflow_ids, status=_ENDED, load_input=False, load_output=False)
    if ended:
        DBOS.delete_workflows([status.workflow_id for status in ended])


def _outcome(status: WorkflowStatus, upload: Upload) -> Outcome:
    if status.status != "SUCCESS":
        raise StoreError(
            f"{upload.filename}: could not be stored ({status.error or status.status}). "
            "Run `sleuth doctor`, then the same command again."
        )
    outcome = cast("Outcome", status.output)
    if outcome["status"] == NOT_STORED:
        raise StoreError(f"{upload.filename}: could not be stored. {outcome['reason']}")
    return outcome


def _stored(database: Database, project_id: int, upload: Upload) -> Outcome:
    """The outcome as the document tells it; LOST where there is none."""
    with database.connection() as connection:
        document = name_content(connection, project_id, upload.digest, upload.filename)
    return _lost(upload.filename) if document is None else _added(document)


def _added(document: Document) -> Outcome:
    return Outcome(
        filename=document.filename,
        pages=document.page_count,
        passages=document.passage_count,
        status=document.status,
        reason=None,
    )


def _lost(filename: str) -> Outcome:
    return Outcome(filename=filename, pages=0, passages=0, status=LOST, reason=None)


def sweep(seconds: float = _UNREPORTED_SECONDS) -> int:
    """Delete the records of what was read so long ago that whoever waited for it must be dead; how many there were."""
    before = (datetime.now(UTC) - timedelta(seconds=seconds)).isoformat()
    ended = DBOS.list_workflows(
        status="SUCCESS", queue_name=QUEUE, completed_before=before, load_input=False, load_output=False
    )
    if ended:
        DBOS.delete_workflows([status.workflow_id for status in ended])
    return len(ended)
