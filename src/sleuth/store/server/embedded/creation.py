"""Makes a cluster beside its final name, complete with roles, extensions and the database, then renames it."""

import ctypes
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

from sleuth.errors import StoreError
from sleuth.store.server.embedded.account import Account, Reach, give, maker_account
from sleuth.store.server.embedded.binaries import Binaries
from sleuth.store.server.embedded.place import Place, replace_text

ENVIRONMENT = {"PATH": "/usr/bin:/bin", "TZ": "UTC", "LC_ALL": "C"}  # nothing of the caller's PG… variables
_CHARACTER_TYPES = ("C.UTF-8", "en_US.UTF-8", "C")  # what tells letters from punctuation; C where nothing better is
_DRAFT = "data.new-"
_ACCESS = "local all all scram-sha-256\n"


def create(place: Place, binaries: Binaries, owner: Account) -> None:
    """Make `place.data`. Killed at any point, the next call begins afresh. Raises StoreError."""
    for left in place.root.glob(f"{_DRAFT}*"):
        shutil.rmtree(left, ignore_errors=True)  # an orphan of a killed attempt may still write here; never reused
    secret = secrets.token_urlsafe(32)
    replace_text(place.secret, secret)
    draft = Path(tempfile.mkdtemp(prefix=_DRAFT, dir=place.root))
    try:
        maker = maker_account(owner)
        _make(draft, binaries, maker)
        _furnish(draft, binaries, maker, secret)
        _demand_passwords(draft)
        give(draft, owner)
        _settle(draft)
        draft.rename(place.data)
        _sync(place.root)
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise


def renew_password(place: Place, binaries: Binaries, owner: Account) -> None:
    """Give both roles a new password and write it down. No server runs. Killed, the next call begins afresh.

    PostgreSQL alone, as `initdb`, insists on a listed account: it borrows the data too.
    """
    maker = maker_account(owner)
    secret = secrets.token_urlsafe(32)
    script = files(__package__).joinpath("password.sql").read_text(encoding="utf-8").replace(":secret", f"'{secret}'")
    options = ["--single", "-j", "-c", "exit_on_error=on", "-c", "log_min_messages=fatal"]
    try:
        if maker != owner:
            give(place.data, maker)
        done = _run(place.data, maker, binaries.program("postgres"), *options, script=script, database="postgres")
    finally:
        if maker != owner:
            give(place.data, owner)
    if done.returncode != 0:
        said = _said(done).replace(secret, "…")
        raise StoreError(f"{place.secret}: it is damaged, and no new password could be set: {said}{_hint(said)}")
    replace_text(place.secret, secret)


def _make(draft: Path, binaries: Binaries, maker: Account) -> None:
    said = ""
    for character_type in _CHARACTER_TYPES:
        give(draft, maker)
        options = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-sync", "--no-instructions"]
        options += ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        options += [f"--lc-ctype={character_type}"]
        done = _run(draft, maker, binaries.program("initdb"), *options)
        if done.returncode == 0:
            return
        said = _said(done)
        if "invalid locale" not in said:
            break
    raise StoreError(f"{draft.parent}: the database could not be made: {said}{_hint(said)}")


def _furnish(draft: Path, binaries: Binaries, maker: Account, secret: str) -> None:
    """Roles, extensions and the database, before any server listens."""
    script = files(__package__).joinpath("furnish.sql").read_text(encoding="utf-8").replace(":secret", f"'{secret}'")
    options = ["--single", "-j", "-c", "exit_on_error=on", "-c", "fsync=off", "-c", "log_min_messages=fatal"]
    done = _run(draft, maker, binaries.program("postgres"), *options, script=script, database="template1")
    if done.returncode != 0:
        said = _said(done).replace(secret, "…")
        raise StoreError(f"{draft.parent}: the database could not be furnished: {said}{_hint(said)}")


def _demand_passwords(draft: Path) -> None:
    """Root writes into a folder that another account could fill: no link is followed."""
    descriptor = os.open(draft / "pg_hba.conf", os.O_WRONLY | os.O_TRUNC | os.O_NOFOLLOW)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(_ACCESS)


def _run(
    draft: Path, maker: Account, program: str, *options: str, script: str = "", database: str = ""
) -> subprocess.CompletedProcess[str]:
    reach = Reach(maker)
    try:
        command = [program, *options, "-D", reach.path(draft), *([database] if database else [])]
        return subprocess.run(
            command,
            input=script,
            capture_output=True,
            text=True,
            cwd="/",
            env=ENVIRONMENT,
            pass_fds=reach.descriptors,
            **maker.options(),
        )
    finally:
        reach.close()


def _said(done: subprocess.CompletedProcess[str]) -> str:
    return done.stderr.strip() or f"it ended with code {done.returncode}"


def _hint(said: str) -> str:
    if "No space left" in said:
        return "\nFree some space on this disk (a new home takes about 80 MB), then try again."
    return "\n`sleuth doctor` says more; SLEUTH_HOME names another folder, SLEUTH_DATABASE_URL another server."


def _settle(draft: Path) -> None:
    """Everything is on the disk before the rename says that it is complete.

    Linux does it in one call for the disk: file by file a thousand journal commits took seconds.
    """
    if sys.platform.startswith("linux"):
        _sync(draft, ctypes.CDLL(None, use_errno=True).syncfs)
        return
    for folder, _, names in os.walk(draft):
        for name in names:
            _sync(Path(folder) / name)
        _sync(Path(folder))


def _sync(path: Path, call: Callable[[int], int | None] = os.fsync) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        if call(descriptor):
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), str(path))
    finally:
        os.close(descriptor)
