"""What a person asks for with `sleuth add`: what is new is read, what is known is left alone, what is bad is named."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sleuth.config import Settings
from sleuth.ingest.naming import Found, Unusable, find_files, name_documents
from sleuth.ingest.pipeline import content_hash
from sleuth.ingest.relating import relate
from sleuth.store.documents.documents import add_alias, list_documents
from sleuth.store.documents.originals import note_origin
from sleuth.store.server.database import Database
from sleuth.work.graph import try_project_graph

if TYPE_CHECKING:
    from sleuth.work.documents import Outcome, Progress


@dataclass(frozen=True, slots=True)
class Upload:
    """A file to add: where it lies, its document's name and its content hash."""

    path: Path
    filename: str
    digest: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done with the files that were named."""

    fresh: tuple[Upload, ...]  # one for each content that the project does not hold
    copies: tuple[Upload, ...]  # further files with the content of a document, or of a fresh one
    unusable: tuple[Unusable, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """What became of everything that was named."""

    added: tuple["Outcome", ...]
    unchanged: tuple[str, ...]
    failed: tuple[Unusable, ...]

    def to_json(self) -> dict[str, Any]:
        """The public shape, as documented for `sleuth add --json`."""
        return {
            "added": [{key: o[key] for key in ("filename", "pages", "passages", "status")} for o in self.added],
            "unchanged": list(self.unchanged),
            "failed": [{"filename": bad.filename, "reason": bad.reason} for bad in self.failed],
        }


def add_paths(
    database: Database,
    settings: Settings,
    project_id: int,
    paths: Sequence[Path],
    on_progress: Callable[["Progress"], None],
) -> Report:
    """Add files and folders to a project. Bad files are in the report; the good ones beside them are in the store."""
    known = _names_by_content(database, project_id)
    plan = make_plan(paths, known, settings)
    outcomes: list[Outcome] = []
    if plan.fresh:
        from sleuth.work.documents import add_documents  # DBOS takes half a second to load: not for what is known

        outcomes = add_documents(database, settings, project_id, plan.fresh, on_progress)
    with database.connection() as connection:
        changed = relate(connection, project_id)  # also what an earlier run stored and was killed before it related
    if changed:
        try_project_graph(database, project_id)
    bad = [Unusable(outcome["filename"], outcome["reason"]) for outcome in outcomes if outcome["reason"]]
    unchanged, orphans = _settle_copies(database, project_id, plan, bad)
    return Report(
        added=tuple(outcome for outcome in outcomes if not outcome["reason"]),
        unchanged=unchanged,
        failed=(*plan.unusable, *bad, *orphans),
    )


def make_plan(paths: Sequence[Path], known: dict[str, str], settings: Settings) -> Plan:
    """Sort what the paths name. `known` maps the content of the project's documents to their names."""
    looked = list(find_files(paths))
    unusable = [item for item in looked if isinstance(item, Unusable)]
    fresh: dict[str, Upload] = {}
    copies = []
    for file, name in name_documents([item for item in looked if isinstance(item, Found)], known.values()):
        upload = _upload(file, name, settings)
        if isinstance(upload, Unusable):
            unusable.append(upload)
        elif upload.digest in known or upload.digest in fresh:
            copies.append(upload)
        else:
            fresh[upload.digest] = upload
    return Plan(tuple(fresh.values()), tuple(copies), tuple(unusable))


def _upload(file: Found, name: str, settings: Settings) -> Upload | Unusable:
    try:
        size = file.path.stat().st_size
        if size > settings.file_size_bytes:
            limit = settings.file_size_bytes // 2**20
            return Unusable(name, f"{name}: {size // 2**20} MB, the limit is {limit}. Raise SLEUTH_FILE_SIZE_BYTES.")
        return Upload(file.path, name, content_hash(file.path.read_bytes()))
    except OSError as error:
        return Unusable(name, f"{name}: cannot be opened ({error.strerror}). Check its rights.")


def _names_by_content(database: Database, project_id: int) -> dict[str, str]:
    with database.connection() as connection:
        return {document.content_hash: document.filename for document in list_documents(connection, project_id)}


def _settle_copies(
    database: Database, project_id: int, plan: Plan, bad: Sequence[Unusable]
) -> tuple[tuple[str, ...], list[Unusable]]:
    """Copies become further names of their document, or share the failure of the file they are copies of."""
    reasons = {item.filename: item.reason for item in bad}
    failed = {upload.digest: reasons[upload.filename] for upload in plan.fresh if upload.filename in reasons}
    with database.connection() as connection:
        for copy in plan.copies:
            if copy.digest not in failed:
                add_alias(connection, project_id, copy.digest, copy.filename)
                note_origin(connection, project_id, copy.digest, copy.path)
    return (
        tuple(copy.filename for copy in plan.copies if copy.digest not in failed),
        [Unusable(copy.filename, failed[copy.digest]) for copy in plan.copies if copy.digest in failed],
    )
