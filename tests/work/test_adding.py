"""What `sleuth add` does with new, known, changed, copied and bad files."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sleuth.config import Settings
from sleuth.ingest.pipeline import content_hash, ingest
from sleuth.store.database import Database
from sleuth.store.documents import document_history, list_documents, remove_document, save_file
from sleuth.store.portraits import unrelated
from sleuth.store.projects import ensure_project
from sleuth.work.adding import Report, add_paths

RENT = "# Lease\n\nThe monthly rent is EUR 4,200.\n"


class Room:
    """A project in the store and a folder of files beside it."""

    def __init__(self, database: Database, folder: Path, name: str) -> None:
        self.database, self.folder = database, folder
        with database.connection() as connection:
            self.project = ensure_project(connection, name)

    def put(self, name: str, text: str = RENT) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def add(self, *paths: Path) -> Report:
        settings = Settings(background=False)
        return add_paths(self.database, settings, self.project, paths or [self.folder], lambda _progress: None)

    def names(self) -> list[str]:
        with self.database.connection() as connection:
            return [document.filename for document in list_documents(connection, self.project)]

    def count(self, table: str) -> int:
        with self.database.connection() as connection:
            row = connection.execute(f"SELECT count(*) FROM {table}").fetchone()  # type: ignore[arg-type]
        assert row is not None
        return int(row[0])


@pytest.fixture
def room(database: Database, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Room]:
    return Room(database, tmp_path, request.node.name)


def test_a_new_file_is_added(room: Room) -> None:
    room.put("lease.md")
    (outcome,) = room.add().added
    assert (outcome["filename"], outcome["pages"], outcome["status"]) == ("lease.md", 1, "ready")


def test_what_was_stored_but_not_related_is_related_by_the_same_command(room: Room) -> None:
    path = room.put("lease.md")
    digest = content_hash(path.read_bytes())
    with room.database.connection() as connection:
        save_file(connection, room.project, digest, path.read_bytes())
        ingest(connection, room.project, digest, "lease.md", Settings())
        connection.commit()
        assert len(unrelated(connection, room.project)) == 1
        assert room.add().unchanged == ("lease.md",)
        assert unrelated(connection, room.project) == []


def test_a_file_added_again_is_unchanged(room: Room) -> None:
    room.put("lease.md")
    room.add()
    again = room.add()
    assert (again.added, again.unchanged) == ((), ("lease.md",))


def test_a_changed_file_of_the_same_name_is_the_next_version(room: Room) -> None:
    room.add(room.put("lease.md"))
    room.add(room.put("lease.md", RENT.replace("4,200", "4,500")))
    with room.database.connection() as connection:
        (live,) = list_documents(connection, room.project)
        history = document_history(connection, live.id)
    assert (live.version, len(history)) == (2, 2)


def test_copies_are_one_document_known_by_every_name(room: Room) -> None:
    room.put("a.md")
    room.put("b.md")
    report = room.add()
    assert [outcome["filename"] for outcome in report.added] == ["a.md"]
    assert report.unchanged == ("b.md",)
    with room.database.connection() as connection:
        (document,) = list_documents(connection, room.project)
    assert list(document.aliases) == ["b.md"]


def test_files_of_one_name_in_two_folders_are_two_documents(room: Room) -> None:
    room.put("q1/report.md", "# Q1\n\nRevenue was 1.\n")
    room.put("q2/report.md", "# Q2\n\nRevenue was 2.\n")
    room.add()
    assert room.names() == ["q1/report.md", "q2/report.md"]


def test_a_bad_file_is_named_and_the_good_one_beside_it_is_in(room: Room) -> None:
    room.put("good.md")
    room.put("empty.pdf", "")
    report = room.add()
    assert [bad.filename for bad in report.failed] == ["empty.pdf"]
    assert room.names() == ["good.md"]


def test_the_bytes_of_a_bad_file_are_not_kept(room: Room) -> None:
    before = room.count("files")
    room.put("empty.pdf", "")
    room.add()
    assert room.count("files") == before


def test_a_copy_of_a_bad_file_is_named_too(room: Room) -> None:
    room.put("a.pdf", "not a PDF at all")
    room.put("b.pdf", "not a PDF at all")
    assert sorted(bad.filename for bad in room.add().failed) == ["a.pdf", "b.pdf"]


def test_a_bad_file_is_tried_again_when_added_again(room: Room) -> None:
    path = room.put("lease.md", "")
    assert room.add().failed
    path.write_text(RENT)
    assert room.add().added


def test_a_missing_path_is_named(room: Room) -> None:
    (bad,) = room.add(room.folder / "missing.pdf").failed
    assert "missing.pdf" in bad.reason


def test_a_file_over_the_limit_is_not_read(room: Room) -> None:
    room.put("large.md", RENT * 100)
    settings = Settings(background=False, file_size_bytes=100)
    report = add_paths(room.database, settings, room.project, [room.folder], lambda _progress: None)
    assert "SLEUTH_FILE_SIZE_BYTES" in report.failed[0].reason


def test_removing_a_document_leaves_no_trace(room: Room) -> None:
    tables = ("documents", "pages", "passages", "vectors", "lexemes", "files", "dbos.workflow_status")
    room.add(room.put("other.md", "# Other\n\nThe office has a garden.\n"))
    before = {table: room.count(table) for table in tables}
    room.add(room.put("lease.md"))
    with room.database.connection() as connection:
        remove_document(connection, room.project, "lease.md")
    assert {table: room.count(table) for table in tables} == before
