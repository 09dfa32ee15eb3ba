"""Reading in a child process: what a file may cost, and what happens when it costs more or breaks its reader."""

import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import pytest

from sleuth.config import Settings
from sleuth.errors import SourceError
from sleuth.ingest.sandbox import read_bytes, read_file


def test_the_source_carries_the_name_that_was_asked_for(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("The fee is 12 dollars.")
    assert read_file(tmp_path / "a.txt", Settings(), filename="folder/a.txt").filename == "folder/a.txt"


def test_a_file_larger_than_the_limit_is_refused_before_it_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x" * 2_000_000)
    with pytest.raises(SourceError, match=r"^a\.txt: 2 MB, more than the limit of 1 MB\..*SLEUTH_FILE_SIZE_BYTES"):
        read_file(tmp_path / "a.txt", Settings(file_size_bytes=1024**2))


def test_a_file_that_needs_more_memory_than_allowed_is_refused(tmp_path: Path) -> None:
    _write_large_sheet(tmp_path / "large.csv", rows=150_000)
    with pytest.raises(SourceError, match=r"^large\.csv: .*more than 120 MB\. .*SLEUTH_FILE_MEMORY_BYTES"):
        read_file(tmp_path / "large.csv", Settings(file_memory_bytes=120 * 1024**2))


def test_a_file_that_takes_longer_than_allowed_is_refused_in_time(tmp_path: Path) -> None:
    _write_large_sheet(tmp_path / "slow.csv", rows=200_000)
    start = time.monotonic()
    with pytest.raises(SourceError, match=r"^slow\.csv: reading it took longer than 0\.5 s\..*SLEUTH_FILE_SECONDS"):
        read_file(tmp_path / "slow.csv", Settings(file_seconds=0.5))
    assert time.monotonic() - start < 5


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="finds the child in /proc")
@pytest.mark.parametrize("blow", [signal.SIGSEGV, signal.SIGABRT])
def test_a_reader_that_crashes_takes_only_its_file_with_it(tmp_path: Path, blow: signal.Signals) -> None:
    _write_large_sheet(tmp_path / "crash.csv", rows=200_000)
    outcome: list[Exception] = []

    def read() -> None:
        try:
            read_file(tmp_path / "crash.csv", Settings())
        except SourceError as error:
            outcome.append(error)

    thread = threading.Thread(target=read)
    thread.start()
    os.kill(_child("crash.csv"), blow)
    thread.join()
    assert str(outcome[0]).startswith(f"crash.csv: it crashes its reader (signal {int(blow)})")


def test_the_reader_sees_none_of_our_secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    _write_large_sheet(tmp_path / "slow.csv", rows=30_000)
    thread = threading.Thread(target=lambda: read_file(tmp_path / "slow.csv", Settings()))
    thread.start()
    if not Path("/proc/self/environ").exists():
        pytest.skip("reads the child's environment in /proc")
    environment = Path(f"/proc/{_child('slow.csv')}/environ").read_bytes()
    thread.join()
    assert b"PATH=" in environment
    assert b"secret" not in environment


def test_a_module_beside_the_documents_is_not_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "csv.py").write_text("raise SystemExit('imported')")
    (tmp_path / "a.csv").write_text("a,b\n1,2\n")
    monkeypatch.chdir(tmp_path)
    assert read_file(Path("a.csv"), Settings()).pages[0].text == "a\tb\n1\t2"


def test_the_child_loads_only_what_it_needs() -> None:
    code = "import sys, sleuth.ingest.readers.child, sleuth.store.documents.layout; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    heavy = {"numpy", "lxml", "pydantic", "psycopg", "pypdfium2", "openpyxl", "docx", "pptx", "asyncio"}
    assert not heavy & set(loaded)


def test_many_threads_may_read_at_once(tmp_path: Path) -> None:
    for number in range(8):
        (tmp_path / f"{number}.txt").write_text(f"Fee number {number}.")
    found: dict[int, str] = {}

    def read(number: int) -> None:
        found[number] = read_file(tmp_path / f"{number}.txt", Settings()).pages[0].text

    threads = [threading.Thread(target=read, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {number: f"Fee number {number}." for number in range(8)}


def _write_large_sheet(path: Path, rows: int) -> None:
    chance = random.Random(1)
    path.write_text("".join(f"row {i},{chance.random()},{chance.random()}\n" for i in range(rows)))


def _child(filename: str) -> int:
    """The process that reads the file, once it has begun."""
    for _ in range(500):
        for task in Path("/proc/self/task").iterdir():
            for pid in (task / "children").read_text().split():
                command = Path(f"/proc/{pid}/cmdline").read_bytes()
                if b"sleuth.ingest.readers.child" in command and filename.encode() in command:
                    return int(pid)
        time.sleep(0.01)
    raise AssertionError("no child began")


def test_while_a_files_bytes_are_read_no_file_of_theirs_lies_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    rows = "\n".join(f"{number},{number * 7}" for number in range(60_000))
    thread = threading.Thread(target=lambda: read_bytes(rows.encode(), Settings(), "bytes.csv"))
    thread.start()
    _child("bytes.csv")
    assert list(tmp_path.iterdir()) == []
    thread.join()


def test_bytes_are_read_as_a_file_of_that_name() -> None:
    assert "12 dollars" in read_bytes(b"The fee is 12 dollars.", Settings(), "folder/a.txt").pages[0].text
    with pytest.raises(SourceError, match=r"^a\.txt: the file is empty"):
        read_bytes(b"", Settings(), "a.txt")
