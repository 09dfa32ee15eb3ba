"""Several processes add the same files at once: each ends, with the same documents and its own report."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from dbos import DBOS

from sleuth.errors import SourceError
from sleuth.ingest.pipeline import content_hash
from sleuth.work.adding import Upload
from sleuth.work.documents import QUEUE, enqueue, settled, sweep
from sleuth.work.engine import engine
from tests.processes import until
from tests.work.room import Room

TEXTS = 12
BAD = "no PDF at all"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Some documents, and two bad files of one content."""
    made = tmp_path / "room"
    made.mkdir()
    for number in range(TEXTS):
        made.joinpath(f"note {number:02}.md").write_text(f"# Note {number}\n\nThe rent is EUR {number},000.\n")
    for name in ("bad.pdf", "copy of bad.pdf"):
        made.joinpath(name).write_text(BAD)
    return made


def begin(home: Path, *arguments: str) -> "subprocess.Popen[str]":
    environment = {**os.environ, "SLEUTH_HOME": str(home), "SLEUTH_BACKGROUND": "0", "SLEUTH_SERVER_GRACE_SECONDS": "2"}
    return subprocess.Popen(
        [sys.executable, "-m", "sleuth", *arguments, "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


def end(process: "subprocess.Popen[str]") -> dict[str, list[dict[str, str]]]:
    """What it reports; a process that waits for ever is killed and fails the test."""
    try:
        out, said = process.communicate(timeout=90)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        pytest.fail("one of the processes never ended")
    assert process.returncode == 2, said  # for the bad files
    return dict(json.loads(out))


@pytest.mark.parametrize("processes", [2, 4])
def test_each_process_ends_and_reports_every_file(processes: int, folder: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    running = [begin(home, "add", str(folder)) for _ in range(processes)]
    reports = [end(process) for process in running]
    good = sorted(path.name for path in folder.glob("*.md"))
    for report in reports:
        named = [row["filename"] for row in report["added"]] + report["unchanged"]
        assert sorted(map(str, named)) == good
        assert sorted(row["filename"] for row in report["failed"]) == ["bad.pdf", "copy of bad.pdf"]
    listed = begin(home, "documents").communicate(timeout=60)[0]
    assert [row["filename"] for row in json.loads(listed)] == good


def upload(room: Room, name: str, text: str) -> Upload:
    path = room.put(name, text)
    return Upload(path, name, content_hash(path.read_bytes()))


def outcome_of_a_record_that_another_process_took(room: Room, file: Upload) -> dict[str, object]:
    """What a process learns that waits while another one reports, deletes the record, and ends."""
    with engine(room.database, room.settings, {QUEUE: 1}):
        record = enqueue(room.database, room.project, file)
        until(lambda: DBOS.list_workflows(workflow_ids=[record], status=["SUCCESS"]))
        DBOS.delete_workflow(record)
        found: list[tuple[str, object]] = []
        until(lambda: found.extend(settled(room.database, room.project, {record: file})) or found)
    ((_, outcome),) = found
    assert isinstance(outcome, dict)
    return outcome


def test_the_document_tells_what_became_of_a_file_whose_record_is_gone(room: Room) -> None:
    outcome = outcome_of_a_record_that_another_process_took(room, upload(room, "note.md", "The rent is EUR 4,200."))
    assert (outcome["filename"], outcome["pages"], outcome["status"]) == ("note.md", 1, "ready")


def test_a_bad_file_whose_record_is_gone_is_read_again_to_learn_why(room: Room) -> None:
    outcome = outcome_of_a_record_that_another_process_took(room, upload(room, "bad.pdf", BAD))
    assert outcome["status"] == "failed"
    assert str(outcome["reason"]).startswith("bad.pdf: ")


def test_a_copy_of_a_bad_file_whose_bytes_are_gone_is_stored_and_read_again(room: Room) -> None:
    copy = upload(room, "copy.pdf", BAD)
    with engine(room.database, room.settings, {QUEUE: 1}):
        record = enqueue(room.database, room.project, copy)
        with room.database.connection() as connection:
            connection.execute("DELETE FROM files WHERE project_id = %s", (room.project,))
        found: list[tuple[str, object]] = []
        until(lambda: found.extend(settled(room.database, room.project, {record: copy})) or found)
    assert found[0][1]["status"] == "failed"  # type: ignore[index]


def test_a_file_that_changes_while_it_is_added_is_named(room: Room) -> None:
    room.put("note.md", "The rent is EUR 4,200.")
    changed = Upload(room.folder / "note.md", "note.md", content_hash(b"what it held before"))
    with (
        engine(room.database, room.settings, {QUEUE: 1}),
        pytest.raises(SourceError, match=r"note\.md: it was changed"),
    ):
        enqueue(room.database, room.project, changed)


def test_records_that_nobody_took_are_swept_once_they_are_old(room: Room) -> None:
    file = upload(room, "note.md", "The rent is EUR 4,200.")
    with engine(room.database, room.settings, {QUEUE: 1}):
        record = enqueue(room.database, room.project, file)
        until(lambda: DBOS.list_workflows(workflow_ids=[record], status=["SUCCESS"]))
        sweep()
        assert DBOS.list_workflows(workflow_ids=[record])
        assert sweep(seconds=-1) >= 1
        assert not DBOS.list_workflows(workflow_ids=[record])
