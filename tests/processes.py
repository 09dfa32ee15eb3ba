"""What tests need of processes that they start: a port for them, and to wait for what they bring about."""

import socket
import time
from collections.abc import Callable
from pathlib import Path


def until(holds: Callable[[], object], seconds: float = 30.0, log: Path | None = None) -> None:
    """Wait for a state that other processes bring about; where it fails to come, the end of their log is shown."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, f"it did not come about. {end_of(log) if log else ''}"
        time.sleep(0.02)


def end_of(log: Path) -> str:
    return log.read_text(errors="replace")[-2000:]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
