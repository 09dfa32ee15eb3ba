"""kill -9 of anything while fifty files are added: the same command again ends where an undisturbed run ends."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from sleuth.store.server.embedded.place import Place
from sleuth.store.server.embedded.processes import postmaster
from tests.processes import until

FILES = 50
Rows = list[tuple[str, int, int, str]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Fifty different documents, of a page to thirty passages each."""
    made = tmp_path_factory.mktemp("fifty")
    for number in range(FILES):
        rng = random.Random(number)
        words = [rng.choice(("rent", "lease", "notice", "party", "term", "price", "share")) for _ in range(20 * number)]
        made.joinpath(f"contract {number:02}.md").write_text(f"# Contract {number}\n\n{' '.join(words)}\n")
    return made


def sleuth(home: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "sleuth", *arguments], capture_output=True, text=True, timeout=240, env=environment(home)
    )


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, "SLEUTH_HOME": str(home), "SLEUTH_SERVER_GRACE_SECONDS": "2", "SLEUTH_BACKGROUND": "0"}


def documents(home: Path) -> Rows:
    listed = json.loads(sleuth(home, "documents", "--json").stdout)
    return sorted((row["filename"], row["pages"], row["passages"], row["status"]) for row in listed)


@pytest.fixture(scope="module")
def undisturbed_home(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All documents added by a process that nobody killed."""
    home = tmp_path_factory.mktemp("clean") / "home"
    assert sleuth(home, "add", str(folder)).returncode == 0
    return home


@pytest.fixture(scope="module")
def undisturbed(undisturbed_home: Path) -> Rows:
    return documents(undisturbed_home)


@contextmanager
def adding(home: Path, folder: Path) -> "Iterator[subprocess.Popen[bytes]]":
    """`sleuth add` under way, with some but not all of the documents in."""
    process = subprocess.Popen(
        [sys.executable, "-m", "sleuth", "add", str(folder)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment(home),
        start_new_session=True,
    )
    try:
        until(lambda: reading(process) or process.poll() is not None, 60)
        yield process
    finally:
        kill(process)


def reading(process: "subprocess.Popen[bytes]") -> list[int]:
    """The processes that read a file for this one now; other runs of these tests may have theirs."""
    command = ["pgrep", "-P", str(process.pid), "-f", "sleuth.ingest.readers.child contract"]
    found = subprocess.run(command, capture_output=True, text=True)
    return [int(pid) for pid in found.stdout.split()]


def kill(process: "subprocess.Popen[bytes]") -> None:
    with suppress(ProcessLookupError):  # it may have ended
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@pytest.mark.parametrize("delay", [0.0, 0.7, 1.5])
def test_after_the_process_is_killed(delay: float, folder: Path, undisturbed: Rows, tmp_path: Path) -> None:
    with adding(tmp_path / "home", folder) as process:
        time.sleep(delay)
        kill(process)
    again = sleuth(tmp_path / "home", "add", str(folder))
    assert again.returncode == 0, again.stderr
    assert documents(tmp_path / "home") == undisturbed


def test_after_postgresql_is_killed(folder: Path, undisturbed: Rows, tmp_path: Path) -> None:
    home = tmp_path / "home"
    with adding(home, folder) as process:
        server = postmaster(Place.of(home).data)
        assert server is not None
        os.kill(server, signal.SIGKILL)
        assert process.wait(timeout=120) in (0, 3), "it goes on or says that the store is gone, and never hangs"
    again = sleuth(home, "add", str(folder))
    assert again.returncode == 0, again.stderr
    assert documents(home) == undisturbed


def test_after_the_workers_that_read_are_killed(folder: Path, undisturbed: Rows, tmp_path: Path) -> None:
    home = tmp_path / "home"
    with adding(home, folder) as process:
        for _ in range(5):
            for pid in reading(process):
                with suppress(ProcessLookupError):  # it may have ended
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.2)
        assert process.wait(timeout=120) in (0, 2)
    again = sleuth(home, "add", str(folder))
    assert again.returncode == 0, again.stderr
    assert documents(home) == undisturbed


def test_adding_again_changes_nothing(folder: Path, undisturbed_home: Path, undisturbed: Rows) -> None:
    again = json.loads(sleuth(undisturbed_home, "add", str(folder), "--json").stdout)
    assert len(again["unchanged"]) == FILES
    assert documents(undisturbed_home) == undisturbed
