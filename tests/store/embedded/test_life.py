"""The embedded server lives as long as someone uses it, whatever is killed meanwhile."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from sleuth.errors import StoreError
from sleuth.store.server import embedded
from sleuth.store.server.embedded import locks, processes
from sleuth.store.server.embedded.liveness import State, state
from sleuth.store.server.embedded.place import Place
from tests.processes import until

from .conftest import User, clear, is_stopped, postmaster, watcher

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="these tests find processes in /proc")
Use = Callable[..., User]


def execute(server: embedded.Server, statement: str) -> list[tuple[object, ...]]:
    with psycopg.connect(server.dsn(), autocommit=True) as connection:
        cursor = connection.execute(statement)
        return cursor.fetchall() if cursor.description else []


def keep_rows(server: embedded.Server) -> None:
    execute(server, "DROP TABLE IF EXISTS kept")
    execute(server, "CREATE TABLE kept AS SELECT generate_series(1, 1000)")


def test_four_processes_at_once_on_a_fresh_home_share_one_server(fresh_home: Path, use: Use) -> None:
    users = [use(fresh_home) for _ in range(4)]
    for user in users:
        user.wait_until_ready()
    postmasters = {
        pid for pid in processes.members(Place.of(fresh_home).data) if parent(pid) not in {None, *members(fresh_home)}
    }
    assert len(postmasters) == 1


def members(home: Path) -> set[int]:
    return set(processes.members(Place.of(home).data))


def parent(pid: int) -> int | None:
    """The process that began this one; None where it has ended meanwhile, as a server's short-lived helpers do."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return int(stat.rsplit(")", 1)[1].split()[1])


def test_the_server_stops_after_its_last_user_has_left(home: Path, use: Use) -> None:
    first, second = use(home), use(home)
    first.wait_until_ready()
    second.wait_until_ready()
    first.leave()
    assert state(Place.of(home)) is State.ANSWERS
    second.leave()
    until(lambda: is_stopped(home))
    assert not (Place.of(home).data / "postmaster.pid").exists(), "it was not stopped in order"


def test_the_server_waits_for_the_grace_and_serves_who_comes_back(home: Path, use: Use) -> None:
    user = use(home, grace=60)
    user.wait_until_ready()
    pid = postmaster(home)
    user.leave()
    server = embedded.start(home, 0.1)
    assert postmaster(home) == pid
    server.release()
    until(lambda: is_stopped(home))


def test_killed_users_hold_nothing(home: Path, use: Use) -> None:
    users = [use(home), use(home)]
    for user in users:
        user.wait_until_ready()
    for user in users:
        user.kill()
    until(lambda: is_stopped(home))


def test_a_killed_server_is_started_again_with_every_row(home: Path) -> None:
    server = embedded.start(home, 0)
    keep_rows(server)
    os.kill(postmaster(home), signal.SIGKILL)
    server.ensure()
    assert execute(server, "SELECT count(*) FROM kept") == [(1000,)]
    server.release()


def test_a_server_that_is_killed_while_it_starts_is_started_again(home: Path, use: Use) -> None:
    user = use(home)
    until(lambda: processes.postmaster(Place.of(home).data))
    os.kill(postmaster(home), signal.SIGKILL)
    user.wait_until_ready()
    assert state(Place.of(home)) is State.ANSWERS


def test_a_server_that_cannot_start_is_an_error_with_its_last_words(home: Path) -> None:
    control = Place.of(home).data / "global" / "pg_control"
    hidden = control.with_name("hidden")
    control.rename(hidden)
    try:
        with pytest.raises(StoreError, match=r"(?s)did not start.*pg_control"):
            embedded.start(home, 0)
    finally:
        hidden.rename(control)
    server = embedded.start(home, 0)
    assert execute(server, "SELECT 1") == [(1,)]
    server.release()


def test_a_killed_server_with_a_busy_backend_is_started_again(home: Path) -> None:
    server = embedded.start(home, 0)
    busy = psycopg.connect(server.dsn(), autocommit=True)
    busy.pgconn.send_query(b"SELECT count(*) FROM generate_series(1, 1000000000)")
    os.kill(postmaster(home), signal.SIGKILL)
    server.ensure()
    assert execute(server, "SELECT 1") == [(1,)]
    busy.close()
    server.release()


def command_of(pid: int) -> bytes:
    """What a process was started as; nothing of one that has ended since it was listed."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def test_the_server_recovers_when_one_of_its_processes_is_killed(home: Path) -> None:
    server = embedded.start(home, 0)
    keep_rows(server)
    pid = next(pid for pid in members(home) if b"checkpointer" in command_of(pid))
    os.kill(pid, signal.SIGKILL)
    until(lambda: not Path(f"/proc/{pid}").exists())
    until(lambda: state(server.place) is State.ANSWERS)
    assert execute(server, "SELECT count(*) FROM kept") == [(1000,)]
    server.release()


def test_a_killed_watcher_is_replaced_by_the_next_user(home: Path, use: Use) -> None:
    first = use(home)
    first.wait_until_ready()
    os.kill(watcher(home), signal.SIGKILL)
    second = use(home)
    second.wait_until_ready()
    first.kill()
    second.kill()
    until(lambda: is_stopped(home))


def test_a_killed_watcher_is_replaced_by_a_user_who_leaves(home: Path) -> None:
    server = embedded.start(home, 0)
    os.kill(watcher(home), signal.SIGKILL)
    until(lambda: not locks.is_held(server.place.watching))
    server.release()
    until(lambda: is_stopped(home))


def test_a_pid_file_that_names_a_living_stranger_is_not_believed(home: Path) -> None:
    server = embedded.start(home, 0)
    keep_rows(server)
    os.kill(postmaster(home), signal.SIGKILL)
    until(lambda: not locks.is_held(server.place.alive))
    for stale in (server.place.data / "postmaster.pid", server.place.root / "run" / ".s.PGSQL.5432.lock"):
        lines = stale.read_text().split("\n")
        stale.write_text("\n".join([str(os.getpid()), *lines[1:]]))
    server.ensure()
    assert execute(server, "SELECT count(*) FROM kept") == [(1000,)]
    server.release()


def test_a_server_whose_socket_was_deleted_is_replaced(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sleuth.store.server.embedded.server._SILENCE_SECONDS", 0.2)
    server = embedded.start(home, 0)
    (server.place.root / "run" / ".s.PGSQL.5432").unlink()
    server.ensure()
    assert execute(server, "SELECT 1") == [(1,)]
    server.release()


@pytest.mark.parametrize("delay", [0.15, 0.4, 0.8])
def test_a_first_start_that_is_killed_is_begun_afresh(fresh_home: Path, use: Use, delay: float) -> None:
    user = use(fresh_home)
    until(lambda: Place.of(fresh_home).secret.exists())
    time.sleep(delay)
    user.kill()
    server = embedded.start(fresh_home, 0)
    assert execute(server, "SELECT count(*) FROM pg_extension WHERE extname = 'vector'") == [(1,)]
    assert not list(server.place.root.glob("data.new*"))
    server.release()


def test_a_first_start_whose_whole_family_is_killed_is_begun_afresh(fresh_home: Path, use: Use) -> None:
    user = use(fresh_home)
    place = Place.of(fresh_home)
    until(lambda: any((folder / "base").exists() for folder in place.root.glob("data.new-*")))
    draft = next(place.root.glob("data.new-*"))
    for pid in processes.members(draft):
        processes.send(pid, signal.SIGKILL)
    user.kill()
    server = embedded.start(fresh_home, 0)
    assert execute(server, "SELECT 1") == [(1,)]
    server.release()


def test_a_deleted_home_leaves_no_process_behind(fresh_home: Path, use: Use) -> None:
    import shutil

    user = use(fresh_home, grace=0.5)
    user.wait_until_ready()
    pids = [watcher(fresh_home), *members(fresh_home)]
    shutil.rmtree(fresh_home)
    user.leave()
    until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids))


def test_a_server_that_someone_started_by_hand_is_not_disturbed(home: Path) -> None:
    from sleuth.store.server.embedded import server as launcher

    server = embedded.start(home, 0)
    os.kill(postmaster(home), signal.SIGKILL)
    until(lambda: not locks.is_held(server.place.alive))
    other = foreign_server(server.place)
    try:
        until(lambda: processes.postmaster(server.place.data) == other)
        with pytest.raises(StoreError, match=f"process {other}"):
            launcher.start(server.place)
        assert Path(f"/proc/{other}").exists()
    finally:
        os.kill(other, signal.SIGKILL)
        until(lambda: not members(home))
        server.release()


def foreign_server(place: Place) -> int:
    """A server on the same data that knows nothing of our locks."""
    import subprocess

    from sleuth.store.server.embedded.account import Reach, server_account
    from sleuth.store.server.embedded.binaries import binaries_for
    from sleuth.store.server.embedded.creation import ENVIRONMENT

    account = server_account(place)
    reach = Reach(account)
    (place.data / "postmaster.pid").unlink()
    command = [binaries_for(account).program("postgres"), "-D", reach.path(place.data), "-p", "5499"]
    command += ["-c", "listen_addresses=", "-c", f"unix_socket_directories={reach.path(place.root / 'run')}"]
    process = subprocess.Popen(
        command, cwd="/", env=ENVIRONMENT, pass_fds=reach.descriptors, stderr=subprocess.DEVNULL, **account.options()
    )
    reach.close()
    return process.pid


def test_a_copy_of_a_home_in_use_has_a_server_of_its_own(home: Path) -> None:
    original = embedded.start(home, 60)
    keep_rows(original)
    copy = home.with_name(f"{home.name}-copy")
    subprocess.run(["cp", "-a", home, copy], check=True)  # with its owners: the server may be another user's
    try:
        other = embedded.start(copy, 0)
        assert postmaster(copy) != postmaster(home)
        other.release()
        until(lambda: is_stopped(copy))
        assert execute(original, "SELECT count(*) FROM kept") == [(1000,)]
    finally:
        original.release()
        clear(copy)
