"""Who may reach the embedded server, whom it runs as, and that nothing else on the machine changes for it."""

import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from sleuth.config import Settings
from sleuth.errors import StoreError
from sleuth.store.server import embedded
from sleuth.store.server.database import open_database
from sleuth.store.server.embedded.binaries import wheel_binaries
from sleuth.store.server.embedded.place import Place
from tests.processes import until

from .conftest import USE, clear, postmaster, watcher

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="these tests read /proc")
root = pytest.mark.skipif(os.geteuid() != 0, reason="only root lends the server an account")


@pytest.fixture(scope="module")
def server(made_home: Path) -> Iterator[embedded.Server]:
    running = embedded.start(made_home, 0)
    yield running
    running.release()


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


def setting(server: embedded.Server, name: str) -> str:
    with psycopg.connect(server.dsn()) as connection:
        row = connection.execute("SELECT current_setting(%s)", (name,)).fetchone()
    assert row is not None
    return str(row[0])


def test_the_secret_is_for_its_owner_only(server: embedded.Server) -> None:
    assert mode(server.place.secret) == 0o600
    assert mode(server.place.root) == 0o700
    assert len(server.place.secret.read_text()) >= 40


def test_a_wrong_password_is_refused(server: embedded.Server) -> None:
    secret = server.place.secret.read_text()
    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        psycopg.connect(server.dsn().replace(secret, "guess"))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("listen_addresses", ""),
        ("fsync", "on"),
        ("synchronous_commit", "on"),
        ("full_page_writes", "on"),
        ("data_checksums", "on"),
        ("dynamic_shared_memory_type", "mmap"),
        ("password_encryption", "scram-sha-256"),
        ("server_encoding", "UTF8"),
        ("is_superuser", "off"),
    ],
)
def test_the_server_is_safe_as_it_comes(server: embedded.Server, name: str, value: str) -> None:
    assert setting(server, name) == value


@linux
def test_no_process_of_the_server_listens_on_the_network(server: embedded.Server, made_home: Path) -> None:
    ours = set()
    for entry in Path(f"/proc/{postmaster(made_home)}/fd").iterdir():
        try:
            ours.add(str(entry.readlink()))
        except FileNotFoundError:
            continue
    sockets = {f"socket:[{line.split()[9]}]" for line in network_sockets()}
    assert any(name.startswith("socket:") for name in ours)
    assert not ours & sockets


def network_sockets() -> list[str]:
    tables = [Path("/proc/net/tcp"), Path("/proc/net/tcp6")]
    return [line for table in tables if table.exists() for line in table.read_text().splitlines()[1:]]


def test_the_log_holds_no_statement(server: embedded.Server) -> None:
    with psycopg.connect(server.dsn()) as connection, pytest.raises(psycopg.errors.UndefinedTable):
        connection.execute("SELECT 'a confidential sentence' FROM nowhere")
    logs = list((server.place.data / "log").glob("*.log"))
    assert logs
    assert "confidential" not in "".join(log.read_text() for log in logs)


@root
@linux
def test_root_lends_an_account_that_owns_nothing_else(server: embedded.Server, made_home: Path) -> None:
    import pwd

    uid = Path(f"/proc/{postmaster(made_home)}").stat().st_uid
    assert uid != 0
    with pytest.raises(KeyError):
        pwd.getpwuid(uid)
    assert server.place.data.stat().st_uid == uid


@root
def test_no_folder_above_the_home_is_opened_to_the_account(tmp_path: Path) -> None:
    outer = tmp_path / "closed"
    home = outer / "inner" / "home"
    home.mkdir(parents=True)
    for folder in (outer, outer / "inner", home):
        folder.chmod(0o700)
    folders = [home, *home.parents]
    package = wheel_binaries().root
    above = [package, *package.parents]
    before = [(mode(path), path.stat().st_uid) for path in folders + above]
    try:
        server = embedded.start(home, 0)
        with psycopg.connect(server.dsn()) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)
        server.release()
        assert [(mode(path), path.stat().st_uid) for path in folders + above] == before
    finally:
        clear(home)


@root
def test_binaries_that_the_account_cannot_reach_are_copied_with_their_libraries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sleuth.store.server.embedded import binaries
    from sleuth.store.server.embedded.account import Account

    closed = Path(tempfile.mkdtemp())
    package = wheel_binaries().root.parent
    shutil.copytree(package, closed / package.name)
    shutil.copytree(package.with_name(f"{package.name}.libs"), closed / f"{package.name}.libs")
    copies = Path(tempfile.mkdtemp())
    copies.chmod(0o755)
    moved = binaries.Binaries(closed / package.name / "pginstall", wheel_binaries().version)
    monkeypatch.setattr(binaries, "wheel_binaries", lambda: moved)
    monkeypatch.setattr(binaries, "_COPIES", copies / "sleuth")
    found = binaries.binaries_for(Account(60_999))
    assert found.root.is_relative_to(copies)
    assert subprocess.run([found.program("postgres"), "-V"], capture_output=True).returncode == 0
    assert binaries.binaries_for(Account(60_999)) == found
    assert mode(closed) == 0o700
    shutil.rmtree(closed)
    shutil.rmtree(copies)


@root
def test_an_ordinary_user_runs_the_server_as_itself(python: str) -> None:
    home = Path(tempfile.mkdtemp())
    os.chown(home, 65_534, 65_534)
    try:
        done = subprocess.run(
            [python, "-c", USE, str(home), "0"], input="", capture_output=True, text=True, **as_nobody()
        )
        assert done.stdout == "ready\n", done.stderr
        assert Place.of(home).data.stat().st_uid == 65_534
    finally:
        clear(home)


@root
def test_root_in_a_users_home_leaves_it_usable_by_the_user(python: str) -> None:
    home = Path(tempfile.mkdtemp())
    os.chown(home, 65_534, 65_534)
    command = [python, "-c", USE, str(home), "60"]
    try:
        subprocess.run(command, input="", capture_output=True, check=True, **as_nobody())
        os.kill(postmaster(home), 9)
        embedded.start(home, 60).release()
        done = subprocess.run(command, input="", capture_output=True, text=True, **as_nobody())
        assert done.stdout == "ready\n", done.stderr
    finally:
        clear(home)


def as_nobody() -> dict[str, Any]:
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    return {"user": 65_534, "group": 65_534, "extra_groups": [], "cwd": "/", "env": environment}


@pytest.fixture(scope="module")
def python() -> str:
    """A Python that an ordinary user may run: this one, or the system's of the same version."""
    for path in (sys.executable, f"/usr/bin/python3.{sys.version_info.minor}"):
        try:
            subprocess.run([path, "-c", USE.partition("server =")[0] + "import psycopg"], check=True, **as_nobody())
        except (OSError, subprocess.CalledProcessError):
            continue
        return path
    pytest.skip("no Python on this machine can be run by an ordinary user")


@pytest.mark.parametrize("name", ['it\'s 100 %41, $HOME "q"', "höm räksmörgås 家", "x" * 120])
def test_any_name_of_a_home_works(name: str) -> None:
    parent = Path(tempfile.mkdtemp())
    home = parent / name
    try:
        server = embedded.start(home, 0)
        with psycopg.connect(server.dsn()) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)
        folder = server.place.socket_folder()
        assert folder is not None
        assert mode(folder) == 0o700
        server.release()
    finally:
        from sleuth.store.server.embedded.server import stop

        stop(Place.of(home))
        until(lambda: folder is None or not folder.exists())  # its watcher may be at the same work, and finish it
        clear(home)
        shutil.rmtree(parent)


def test_a_socket_folder_that_others_may_enter_is_not_used_again(made_home: Path, tmp_path: Path) -> None:
    from sleuth.store.server.embedded.account import Account
    from sleuth.store.server.embedded.place import replace_text
    from sleuth.store.server.embedded.sockets import open_socket_folder

    place = Place(tmp_path)
    trap = tmp_path / "sleuth-trap"
    trap.mkdir()
    trap.chmod(0o777)
    replace_text(place.address, str(trap))
    assert open_socket_folder(place, Account()) != trap


def test_data_of_another_major_version_is_refused_with_the_way_out(tmp_path: Path) -> None:
    place = Place.of(tmp_path)
    place.data.mkdir(parents=True)
    (place.data / "PG_VERSION").write_text("17\n")
    with pytest.raises(StoreError, match=r"PostgreSQL 17.*export FILE.*--restore"):
        embedded.start(tmp_path, 0)


def test_a_home_that_is_a_file_is_an_error_that_names_it(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.write_text("")
    with pytest.raises(StoreError, match=r"home.*SLEUTH_HOME"):
        embedded.start(home, 0)


@root
def test_a_home_that_cannot_be_written_is_an_error_that_names_it(python: str) -> None:
    home = Path(tempfile.mkdtemp())
    done = subprocess.run([python, "-c", USE, str(home), "0"], input="", capture_output=True, text=True, **as_nobody())
    home.rmdir()
    assert f"StoreError: {home}" in done.stderr
    assert "SLEUTH_HOME" in done.stderr


@root
@linux
def test_a_full_disk_is_an_error_that_says_so_and_leaves_no_remains(tmp_path: Path) -> None:
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=20m", "tmpfs", str(tmp_path)], capture_output=True)
    if mounted.returncode != 0:
        pytest.skip("this machine does not let us mount a small disk")
    try:
        with pytest.raises(StoreError, match=r"(?s)No space left.*[Ff]ree"):
            embedded.start(tmp_path, 0)
        assert not list(Place.of(tmp_path).root.glob("data*"))
    finally:
        subprocess.run(["umount", "-l", str(tmp_path)], check=True)


@pytest.mark.parametrize("damage", [b"\xff\xfe\x00garbage", b"short", b"", None])
def test_a_damaged_password_is_made_anew_when_the_server_starts(damage: bytes | None, home: Path) -> None:
    secret = Place.of(home).secret
    if damage is None:
        secret.unlink()
    else:
        secret.write_bytes(damage)
    server = embedded.start(home, 0)
    for role in ("sleuth", "postgres"):
        with psycopg.connect(server.dsn(role)) as connection:
            assert connection.execute("SELECT current_user").fetchone() == (role,)
    assert mode(secret) == 0o600
    server.release()


def test_a_password_that_is_damaged_under_a_running_server_is_an_error_with_the_remedy(home: Path) -> None:
    server = embedded.start(home, 0)
    good = server.place.secret.read_bytes()
    server.place.secret.write_bytes(b"\xff" * 43)
    with pytest.raises(StoreError, match=r"secret: the password in it is damaged.*run the same command again"):
        server.dsn()
    server.place.secret.write_bytes(good)
    server.release()


def test_another_password_is_an_error_with_the_remedy(home: Path) -> None:
    server = embedded.start(home, 0)
    good = server.place.secret.read_bytes()
    server.place.secret.write_bytes(b"A" * 43)
    with pytest.raises(StoreError, match=r"secret: this is not the password.*Delete this file"):
        open_database(Settings(home=home, database_url=None))
    server.place.secret.write_bytes(good)
    server.release()


@linux
def test_the_watcher_inherits_no_secret(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret of the caller")
    monkeypatch.setenv("SLEUTH_MODEL_KEY", "secret of the caller")
    server = embedded.start(home, 0)
    environment = Path(f"/proc/{watcher(home)}/environ").read_bytes()
    assert b"PATH=" in environment
    assert b"secret of the caller" not in environment
    server.release()
