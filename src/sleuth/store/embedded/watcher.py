"""A small detached process that stops the server some seconds after its last user has gone.

Run as `python -P -m sleuth.store.embedded.watcher PLACE`. It sleeps in the kernel until the last lease is dropped.
"""

import fcntl
import os
import subprocess
import sys
import time
from pathlib import Path

from sleuth.store.embedded import locks
from sleuth.store.embedded.locks import Lock
from sleuth.store.embedded.place import Place

_LOOK_SECONDS = 0.1


def ensure_watcher(place: Place) -> None:
    """Have a watcher for the server, and return at once."""
    if locks.is_held(place.watching):
        return
    subprocess.run(
        [sys.executable, "-P", "-m", __name__, str(place.root)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
        start_new_session=True,
        check=True,
    )


def watch(place: Place) -> None:
    """Wait for the last lease, then stop the server. At most one watcher a place stays."""
    from sleuth.store.embedded.server import stop

    watching = locks.take(place.watching)
    if watching is None:
        return
    last = _when_unused(place)
    stop(place)
    watching.release()  # before the leases: who comes next must see that nobody watches
    last.release()


def _when_unused(place: Place) -> Lock:
    """The leases, taken whole, once nobody has held one for as long as the last holder asked."""
    while True:
        _wait_for_the_last(place)
        touched = place.leases.stat().st_mtime_ns
        deadline = time.monotonic() + _grace(place)
        while time.monotonic() < deadline and not _used(place):
            time.sleep(min(_LOOK_SECONDS, max(0.0, deadline - time.monotonic())))
        last = locks.take(place.leases)
        if last is not None:
            if place.leases.stat().st_mtime_ns == touched:
                return last
            last.release()  # someone came and went meanwhile


def _wait_for_the_last(place: Place) -> None:
    descriptor = os.open(place.leases, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
    finally:
        os.close(descriptor)


def _used(place: Place) -> bool:
    lock = locks.take(place.leases)
    if lock is None:
        return True
    lock.release()
    return False


def _grace(place: Place) -> float:
    return float(place.leases.read_text(encoding="ascii") or 0)


if __name__ == "__main__":
    if os.fork() == 0:  # the caller waits for the parent only, and never inherits a zombie
        watch(Place(Path(sys.argv[1])))
