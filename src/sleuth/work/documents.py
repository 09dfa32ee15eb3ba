"""Adding documents, durably: killed at any point and run again, nothing is lost and nothing doubled."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypedDict

from dbos import DBOS, SetWorkflowID

from sleuth.config import Settings
from sleuth.errors import SourceError, StoreError
from sleuth.ingest import pipeline
from sleuth.store.database import Database
from sleuth.store.documents import discard_file, save_file
from sleuth.work.adding import Upload
from sleuth.work.engine import engine, running

QUEUE = "ingest"
_POLL_SECONDS = 0.1
_POLLED_AT_ONCE = 200
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
    return read_and_store(project_id, digest, filename)


@DBOS.step(name="read_and_store", retries_allowed=True, max_attempts=4, interval_seconds=1.0, backoff_rate=2.0)
def read_and_store(project_id: int, digest: str, filename: str) -> Outcome:
    """Idempotent: storing is one transaction keyed by the content hash. A file that cannot be read is an outcome."""
    work = running()
    with work.database.connection() as connection:
        try:
            added = pipeline.ingest(connection, project_id, digest, filename, work.settings)
        except SourceError as error:
            discard_file(connection, project_id, digest)
            return Outcome(filename=filename, pages=0, passages=0, status="failed", reason=str(error))
    document = added.document
    return Outcome(
        filename=document.filename,
        pages=document.page_count,
        passages=document.passage_count,
        status=document.status,
        reason=None,
    )


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
        waiting = {_enqueue(database, project_id, upload): upload for upload in uploads}
        while waiting:
            for workflow_id, outcome in _ended(waiting):
                del waiting[workflow_id]
                progress.count(outcome)
            on_progress(progress)
            time.sleep(_POLL_SECONDS if waiting else 0)
    order = {upload.filename: n for n, upload in enumerate(uploads)}
    return sorted(progress.outcomes, key=lambda outcome: order.get(outcome["filename"], len(order)))


def _enqueue(database: Database, project_id: int, upload: Upload) -> str:
    """The bytes go into the store first, so that any worker on any machine can read them."""
    workflow_id = f"ingest:{project_id}:{upload.digest}:{upload.filename}"
    with database.connection() as connection:
        save_file(connection, project_id, upload.digest, upload.path.read_bytes())
    # An earlier run that was killed before it could report left its outcome here; a failure deserves another try.
    if DBOS.list_workflows(workflow_ids=[workflow_id], status=_ENDED, load_input=False, load_output=False):
        DBOS.delete_workflow(workflow_id)
    with SetWorkflowID(workflow_id):
        DBOS.enqueue_workflow(QUEUE, ingest_document, project_id, upload.digest, upload.filename)
    return workflow_id


def _ended(waiting: dict[str, Upload]) -> Iterator[tuple[str, Outcome]]:
    """What has ended since the last look; its durable record is deleted, for the document itself is the record."""
    for status in DBOS.list_workflows(workflow_ids=list(waiting)[:_POLLED_AT_ONCE], status=_ENDED, load_input=False):
        outcome: Any = status.output
        if status.status != "SUCCESS":
            raise StoreError(
                f"{waiting[status.workflow_id].filename}: could not be stored ({status.error or status.status}). "
                "Run `sleuth doctor`, then the same command again."
            )
        DBOS.delete_workflow(status.workflow_id)
        yield status.workflow_id, outcome


def unfinished() -> bool:
    """Whether any file waits to be read or is being read, here or elsewhere."""
    return bool(
        DBOS.list_workflows(
            status=["ENQUEUED", "PENDING"], queue_name=QUEUE, limit=1, load_input=False, load_output=False
        )
    )
