"""What `sleuth add` does with new, known, changed, copied and bad files."""

from sleuth.config import Settings
from sleuth.ingest.pipeline import content_hash, ingest
from sleuth.store.documents.documents import document_history, list_documents, remove_document, save_file
from sleuth.store.ledger.portraits import unrelated
from tests.work.room import RENT, Room


def names(room: Room) -> list[str]:
    with room.database.connection() as connection:
        return [document.filename for document in list_documents(connection, room.project)]


def count(room: Room, table: str) -> int:
    """The rows of all projects."""
    with room.database.connection() as connection:
        row = connection.execute(f"SELECT count(*) FROM {table}").fetchone()  # type: ignore[arg-type]
    assert row is not None
    return int(row[0])


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
    assert names(room) == ["q1/report.md", "q2/report.md"]


def test_a_bad_file_is_named_and_the_good_one_beside_it_is_in(room: Room) -> None:
    room.put("good.md")
    room.put("empty.pdf", "")
    report = room.add()
    assert [bad.filename for bad in report.failed] == ["empty.pdf"]
    assert names(room) == ["good.md"]


def test_the_bytes_of_a_bad_file_are_not_kept(room: Room) -> None:
    before = count(room, "files")
    room.put("empty.pdf", "")
    room.add()
    assert count(room, "files") == before


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
    room.settings = room.settings.model_copy(update={"file_size_bytes": 100})
    assert "SLEUTH_FILE_SIZE_BYTES" in room.add().failed[0].reason


def test_removing_a_document_leaves_no_trace(room: Room) -> None:
    tables = ("documents", "pages", "passages", "vectors", "lexemes", "files", "dbos.workflow_status")
    room.add(room.put("other.md", "# Other\n\nThe office has a garden.\n"))
    before = {table: count(room, table) for table in tables}
    room.add(room.put("lease.md"))
    with room.database.connection() as connection:
        remove_document(connection, room.project, "lease.md")
    assert {table: count(room, table) for table in tables} == before
