"""Starts and stops the server of a place, whatever state the last one left it in."""

import shutil
import signal
import sys
import time
from collections.abc import Callable

from sleuth.errors import StoreError
from sleuth.store.server.embedded import locks, processes
from sleuth.store.server.embedded.account import Account, Reach, server_account
from sleuth.store.server.embedded.binaries import Binaries, binaries_for
from sleuth.store.server.embedded.creation import ENVIRONMENT, create, renew_password
from sleuth.store.server.embedded.detachment import detach
from sleuth.store.server.embedded.liveness import State, state
from sleuth.store.server.embedded.locks import Lock
from sleuth.store.server.embedded.place import Place
from sleuth.store.server.embedded.sockets import discard_socket_folder, open_socket_folder

SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "dynamic_shared_memory_type": "mmap",  # /dev/shm is 64 MB in a container, too small to build a vector index
    "shared_memory_type": "mmap",
    "shared_buffers": "256MB",
    "maintenance_work_mem": "512MB",
    "max_connections": "100",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "wal_compression": "on",
    "recovery_init_sync_method": "syncfs" if sys.platform.startswith("linux") else "fsync",
    "random_page_cost": "1.1",
    "createrole_self_grant": "set, inherit",
    "timezone": "UTC",
    "logging_collector": "on",
    "log_directory": "log",
    "log_filename": "postgresql-%a.log",  # a week of logs
    "log_truncate_on_rotation": "on",
    "log_rotation_age": "1d",
    "log_rotation_size": "0",
    "log_timezone": "UTC",
    "log_checkpoints": "off",
    "log_min_error_statement": "panic",  # statements hold what documents say
}
_ATTEMPTS = 3  # a server that is killed while it starts is not at fault
_START_SECONDS = 600.0  # the log of a large import may have to be replayed
_ENDING_SECONDS = 60.0
_SILENCE_SECONDS = 5.0  # as long as a server may take to open its socket
_POLL_SECONDS = 0.01


def start(place: Place) -> None:
    """Have a server answer at `place.address`. The caller holds `place.starting` and a lease. Raises StoreError."""
    for _ in range(_ATTEMPTS):
        alive = _when_the_last_has_ended(place)
        if alive is not None:
            _begin(place, alive)
        if _answers_in_time(place):
            return
    raise StoreError(f"{place.root}: the server did not start. {_last_words(place)}")


def _begin(place: Place, alive: Lock) -> None:
    with alive:
        account = server_account(place)
        binaries = binaries_for(account)
        _check_version(place, binaries)
        _refuse_foreign_server(place)
        if place.version() is None:
            create(place, binaries, account)
        (place.data / "postmaster.pid").unlink(missing_ok=True)  # no process of the last server lives
        if place.password() is None:
            renew_password(place, binaries, account)
        _launch(place, binaries, account, alive)


def stop(place: Place) -> None:
    """End the server and clear its address. The caller has made sure that nobody uses it."""
    for number, seconds in ((signal.SIGINT, _ENDING_SECONDS), (signal.SIGQUIT, 10.0)):
        pid = processes.postmaster(place.data)
        if pid is not None:
            processes.send(pid, number)
        if _until(lambda: not locks.is_held(place.alive), seconds):
            break
    else:
        _kill_members(place)
    folder = place.socket_folder()
    place.address.unlink(missing_ok=True)
    if folder is not None:
        discard_socket_folder(folder)


def end_without_home(place: Place) -> None:
    """Someone deleted the home under a server: its processes have nothing left to save."""
    for pid in processes.left_behind(place.data):
        processes.send(pid, signal.SIGKILL)


def _when_the_last_has_ended(place: Place) -> Lock | None:
    """The lock of the server's life; None when a server answers after all (it was still starting)."""
    deadline = time.monotonic() + _START_SECONDS
    lost_since = time.monotonic()
    while (alive := locks.take(place.alive)) is None:
        now = state(place)
        if now is State.ANSWERS:
            return None
        if now is not State.SILENT:
            lost_since = time.monotonic()
        elif time.monotonic() - lost_since > _SILENCE_SECONDS:
            _end_unreachable(place)
        if time.monotonic() > deadline:
            raise StoreError(f"{place.root}: the server neither answers nor ends. Its log: {place.data / 'log'}")
        time.sleep(_POLL_SECONDS)
    return alive


def _end_unreachable(place: Place) -> None:
    """A server whose socket is gone serves nobody; processes that outlived their server block the next one."""
    pid = processes.postmaster(place.data)
    if pid is not None:
        processes.send(pid, signal.SIGQUIT)
        if _until(lambda: not locks.is_held(place.alive), 10.0):
            return
    _kill_members(place)


def _kill_members(place: Place) -> None:
    for pid in processes.members(place.data):
        processes.send(pid, signal.SIGKILL)
    _until(lambda: not locks.is_held(place.alive), 10.0)


def _check_version(place: Place, binaries: Binaries) -> None:
    found = place.version()
    if found is not None and found != binaries.major:
        raise StoreError(
            f"{place.data}: the data was written by PostgreSQL {found}; this Sleuth brings {binaries.major}. With the "
            "Sleuth that wrote it run `sleuth export FILE`, then with this one `sleuth export --restore FILE` "
            "into an empty home (SLEUTH_HOME)."
        )


def _refuse_foreign_server(place: Place) -> None:
    """Someone may have started a server on our data by hand: it does not hold our lock."""
    pid = processes.postmaster(place.data)
    if pid is not None:
        raise StoreError(f"{place.data}: another PostgreSQL (process {pid}) serves this data. Stop it, then try again.")


def _launch(place: Place, binaries: Binaries, account: Account, alive: Lock) -> None:
    """Run the server. It inherits the lock of its life."""
    folder = open_socket_folder(place, account)
    place.announce(folder)
    reach = Reach(account)
    try:
        settings = {**SETTINGS, "unix_socket_directories": reach.path(folder), "cluster_name": "sleuth"}
        command = [binaries.program("postgres"), "-D", reach.path(place.data)]
        command += [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        inherited = (*reach.descriptors, alive.descriptor)
        detach(command, environment=ENVIRONMENT, account=account, descriptors=inherited, output=place.output)
    finally:
        reach.close()


def _answers_in_time(place: Place) -> bool:
    """Wait until the server answers; False when it ended instead."""
    deadline = time.monotonic() + _START_SECONDS
    while (now := state(place)) is not State.ANSWERS:
        if now is State.SILENT and not locks.is_held(place.alive):
            return False
        if time.monotonic() > deadline:
            raise StoreError(
                f"{place.root}: the server is still replaying its log after {_START_SECONDS:.0f} s. "
                "It goes on in the background; try again later."
            )
        time.sleep(_POLL_SECONDS)
    return True


def _last_words(place: Place) -> str:
    """The end of what the server said, and what to do about it."""
    logs = sorted((place.data / "log").glob("*.log"), key=lambda path: path.stat().st_mtime)
    said = "\n".join(
        path.read_text(encoding="utf-8", errors="replace")[-1500:].strip() for path in (place.output, *logs[-1:])
    )
    if "No space left" in said:
        free = shutil.disk_usage(place.root).free // 2**20
        return f"The disk is full ({free} MB free): free some space, then run the same command again."
    return f"Its last words:\n{said}\n`sleuth doctor` says more."


def _until(holds: Callable[[], bool], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(_POLL_SECONDS)
    return True
