"""Homes with servers of their own, and processes that use them and can be killed."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sleuth.store.server import embedded
from sleuth.store.server.embedded import locks, processes
from sleuth.store.server.embedded.place import Place
from sleuth.store.server.embedded.server import stop
from sleuth.store.server.embedded.sockets import discard_socket_folder

USE = """
import sys, time
from pathlib import Path
from sleuth.store.server import embedded
server = embedded.start(Path(sys.argv[1]), float(sys.argv[2]))
print("ready", flush=True)
sys.stdin.read()
"""


class User:
    """Another process that holds a lease of a home's server until it is told to go, or killed."""

    def __init__(self, home: Path, grace: float = 0.5) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", USE, str(home), str(grace)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def wait_until_ready(self) -> None:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line == "ready\n", self.process.stderr.read() if self.process.stderr else ""

    def leave(self) -> None:
        self.process.communicate("", timeout=60)

    def kill(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate(timeout=60)


@pytest.fixture
def fresh_home() -> Iterator[Path]:
    """A folder that only its owner may enter, as tempfile makes them; its server is stopped at the end."""
    path = Path(tempfile.mkdtemp(prefix="sleuth-test-")).resolve()
    yield path
    clear(path)


@pytest.fixture(scope="module")
def made_home() -> Iterator[Path]:
    """A home that the tests of a module share, for making one takes a second."""
    path = Path(tempfile.mkdtemp(prefix="sleuth-test-")).resolve()
    embedded.start(path, 0).release()
    yield path
    clear(path)


@pytest.fixture
def home(made_home: Path) -> Iterator[Path]:
    """A home with a stopped server, and without a server at the end."""
    stop(Place.of(made_home))
    yield made_home
    stop(Place.of(made_home))


def clear(home: Path) -> None:
    """End what runs there, for nothing is to be saved, and delete the home."""
    place = Place.of(home)
    for pid in [*processes.members(place.data), *watchers(home)]:
        processes.send(pid, signal.SIGKILL)
    folder = place.socket_folder()
    if folder is not None:
        discard_socket_folder(folder)
    shutil.rmtree(home, ignore_errors=True)


@pytest.fixture
def use() -> Iterator[Callable[..., User]]:
    """Starts another process that uses a home's server."""
    users: list[User] = []

    def begin(home: Path, grace: float = 0.5) -> User:
        users.append(User(home, grace))
        return users[-1]

    yield begin
    for user in users:
        if user.process.poll() is None:
            user.kill()


def is_stopped(home: Path) -> bool:
    place = Place.of(home)
    return not locks.is_held(place.alive) and place.socket_folder() is None


def postmaster(home: Path) -> int:
    pid = processes.postmaster(Place.of(home).data)
    assert pid is not None
    return pid


def watcher(home: Path) -> int:
    """The process that watches over a home's server."""
    found = watchers(home)
    assert found, "nobody watches"
    return found[0]


def watchers(home: Path) -> list[int]:
    found = []
    root = str(Place.of(home).root).encode()
    for entry in Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0") if entry.name.isdigit() else []
        except OSError:
            continue
        if b"sleuth.store.server.embedded.watcher" in words and root in words:
            found.append(int(entry.name))
    return found
