"""Locks on files that the kernel drops when their holder dies, however it dies."""

import fcntl
import os
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from sleuth.errors import StoreError
from sleuth.store.server.embedded.place import open_private

_POLL_SECONDS = 0.02


@dataclass(slots=True)
class Lock:
    """A held lock. Processes that inherit `descriptor` hold it too, until the last of them ends."""

    descriptor: int

    def release(self) -> None:
        """Let go; again is harmless."""
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1

    def __enter__(self) -> "Lock":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def take(path: Path, *, shared: bool = False) -> Lock | None:
    """The lock on the file at `path`, or None while another holds it in a way that excludes this."""
    descriptor = open_private(path)
    try:
        fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    except BaseException:
        os.close(descriptor)
        raise
    return Lock(descriptor)


def wait_for(path: Path, seconds: float, *, shared: bool = False) -> Lock:
    """The lock, as soon as it is free. Raises StoreError after `seconds`."""
    deadline = time.monotonic() + seconds
    while (lock := take(path, shared=shared)) is None:
        if time.monotonic() > deadline:
            raise StoreError(
                f"{path}: another process has held this lock for {seconds:.0f} s. "
                "Stop the other Sleuth processes of this home, then try again."
            )
        time.sleep(_POLL_SECONDS)
    return lock


def is_held(path: Path) -> bool:
    """Whether some process holds the lock exclusively."""
    lock = take(path, shared=True)
    if lock is None:
        return True
    lock.release()
    return False
