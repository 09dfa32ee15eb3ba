"""What is said when the store fails while files are added: no driver's words, no fault of ours, and what to do."""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from sleuth.store.server.embedded.place import Place
from sleuth.store.server.embedded.processes import postmaster
from tests.processes import until

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="mounts a small disk, or looks into /proc")
Process = "subprocess.Popen[str]"


def begin(home: Path, folder: Path) -> Process:
    environment = {**os.environ, "SLEUTH_HOME": str(home), "SLEUTH_BACKGROUND": "0", "SLEUTH_SERVER_GRACE_SECONDS": "1"}
    command = [sys.executable, "-m", "sleuth", "add", str(folder)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def end(process: Process, seconds: float) -> tuple[int, str]:
    try:
        _, said = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        pytest.fail(f"it never ended: {process.communicate()[1]}")
    for word in ("a fault in Sleuth", "sqlalchemy", "psycopg", "Traceback", "DBOS"):
        assert word not in said
    return process.returncode, said


def fill(folder: Path, files: int, words: int) -> Path:
    """Documents of words that are all different, so that the store needs room for each."""
    folder.mkdir()
    for number in range(files):
        chance = random.Random(number)
        text = " ".join(f"w{chance.randrange(10**9)}" for _ in range(words))
        folder.joinpath(f"large {number}.md").write_text(f"# Large {number}\n\n{text}\n")
    return folder


@linux
@pytest.mark.parametrize("delay", [0.0, 0.5, 1.0, 2.0])
def test_a_killed_server_is_started_again_or_the_way_to_go_on_is_told(delay: float, tmp_path: Path) -> None:
    home, folder = tmp_path / "home", fill(tmp_path / "room", 10, 200)
    process = begin(home, folder)
    until(lambda: postmaster(Place.of(home).data) or process.poll() is not None, 60)
    time.sleep(delay)
    server = postmaster(Place.of(home).data)
    if server is not None:
        os.kill(server, signal.SIGKILL)
    code, said = end(process, 120)
    assert code == 0 or (code == 3 and "Run the same command again" in said), said
    assert end(begin(home, folder), 120)[0] == 0


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 200 MB, for root on Linux."""
    disk = tmp_path / "disk"
    disk.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=200m", "tmpfs", str(disk)]
    if os.geteuid() != 0 or subprocess.run(command, capture_output=True).returncode != 0:
        pytest.skip("this machine does not let us mount a small disk")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)


@linux
@pytest.mark.parametrize("left", [100_000, 2_500_000, 6_000_000])
def test_a_full_disk_is_told_and_with_space_the_same_command_goes_on(
    left: int, small_disk: Path, tmp_path: Path
) -> None:
    home = small_disk / "home"
    assert end(begin(home, fill(tmp_path / "small", 1, 10)), 120)[0] == 0
    until(lambda: postmaster(Place.of(home).data) is None, 30)
    filler = small_disk / "filler"
    filler.write_bytes(bytes(max(0, shutil.disk_usage(small_disk).free - left)))
    folder = fill(tmp_path / "large", 2, 40_000)
    code, said = end(begin(home, folder), 240)
    assert code == 3
    assert "disk is full" in said or "a disk with space" in said
    filler.unlink()
    assert end(begin(home, folder), 240)[0] == 0
