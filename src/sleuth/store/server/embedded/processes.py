"""Which processes are the server's, judged by where they stand and never by a number in a file alone."""

import os
import signal
import subprocess
from pathlib import Path

_PROC = Path("/proc")


def postmaster(data: Path) -> int | None:
    """The process that serves this data now; None when the pid file is stale, foreign or absent."""
    try:
        pid = int((data / "postmaster.pid").read_text(encoding="utf-8").split("\n")[0])
    except (FileNotFoundError, ValueError):
        return None
    return pid if stands_in(pid, data) else None


def members(data: Path) -> list[int]:
    """Every process that works in this data; empty where the platform does not tell."""
    if not _PROC.is_dir():
        return []
    return [int(entry.name) for entry in os.scandir(_PROC) if entry.name.isdigit() and stands_in(int(entry.name), data)]


def left_behind(data: Path) -> list[int]:
    """Processes that still work in this data although its folder was deleted."""
    found = []
    for entry in os.scandir(_PROC) if _PROC.is_dir() else ():
        try:
            if entry.name.isdigit() and str((_PROC / entry.name / "cwd").readlink()) == f"{data} (deleted)":
                found.append(int(entry.name))
        except OSError:  # gone, or another user's
            continue
    return found


def stands_in(pid: int, data: Path) -> bool:
    """Whether the process is a server of this data: PostgreSQL stands in its data folder while it runs."""
    if pid <= 0:
        return False
    if not _PROC.is_dir():
        listed = subprocess.run(["ps", "-o", "command=", "-p", str(pid)], capture_output=True, text=True).stdout
        return "postgres" in listed and str(data) in listed
    try:
        return (_PROC / str(pid) / "cwd").samefile(data)
    except OSError:  # gone, a zombie, or another user's: not ours
        return False


def send(pid: int, number: signal.Signals) -> None:
    """Signal a process that may have ended meanwhile."""
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return
