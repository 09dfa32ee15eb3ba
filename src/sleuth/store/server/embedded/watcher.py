"""A small detached process that stops the server some seconds after its last user has gone.

Run as `python -P -m sleuth.store.server.embedded.watcher PLACE`. It sleeps in the kernel until the last lease is
dropped.
"""

import fcntl
import os
import sys
import time
from pathlib import Path

from sleuth.store.server.embedded import locks
from sleuth.store.server.embedded.locks import Lock
from sleuth.store.server.embedded.place import Place, open_private
from sleuth.store.server.embedded.server import end_without_home, stop
from sleuth.store.server.embedded.sockets import discard_socket_folder

_LOOK_SECONDS = 0.1


def watch(place: Place) -> None:
    """Wait for the last lease, then stop the server. At most one watcher a place stays."""
    watching = locks.take(place.watching)
    if watching is None:
        return
    folder = None
    try:
        _wait_for_the_last(place)
        folder = place.socket_folder()
        last = _when_unused(place)
        stop(place)
    except FileNotFoundError:
        if place.root.exists():
            raise
        end_without_home(place)
        if folder is not None:
            discard_socket_folder(folder)
        return
    watching.release()  # before the leases: who comes next must see that nobody watches
    last.release()


def _when_unused(place: Place) -> Lock:
    """The leases, taken whole, once nobody has held one for as long as the last holder asked."""
    while True:
        touched = place.leases.stat().st_mtime_ns
        deadline = time.monotonic() + _grace(place)
        while time.monotonic() < deadline and _unchanged(place, touched):
            time.sleep(min(_LOOK_SECONDS, max(0.0, deadline - time.monotonic())))
        if _unchanged(place, touched) and (last := locks.take(place.leases)) is not None:
            return last
        _wait_for_the_last(place)  # someone came, and may have gone again


def _wait_for_the_last(place: Place) -> None:
    descriptor = open_private(place.leases)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
    finally:
        os.close(descriptor)


def _unchanged(place: Place, touched: int) -> bool:
    """Whether nobody has taken a lease since: taking one writes into the file."""
    return place.leases.stat().st_mtime_ns == touched


def _grace(place: Place) -> float:
    return float(place.leases.read_text(encoding="ascii") or 0)


if __name__ == "__main__":
    watch(Place(Path(sys.argv[1])))
