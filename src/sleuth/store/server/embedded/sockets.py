"""The private folder of the server's socket: in the home, or, where its name is too long or odd, beside it."""

import os
import re
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

from sleuth.errors import StoreError
from sleuth.store.server.embedded.account import Account, give
from sleuth.store.server.embedded.place import Place

PORT = 5432  # only a part of the socket's name
_LONGEST = 103  # bytes of a socket's path on macOS; Linux allows 107
_PREFIX = "sleuth-"
_PLAIN = re.compile(r"[A-Za-z0-9._/-]+")  # a comma or a space would have to be quoted in three different ways
SOCKET = f".s.PGSQL.{PORT}"
_OURS = (SOCKET, f"{SOCKET}.lock")


def open_socket_folder(place: Place, account: Account) -> Path:
    """A folder without a socket that only the account may enter: the last one, so that clients find it again."""
    last = place.socket_folder()
    if last is not None and _is_private(last, account):
        _clear(last)
        return last
    folder = _new_folder(place)
    give(folder, account)
    return folder


def _new_folder(place: Place) -> Path:
    """In a shared folder its name cannot be foreseen, so nobody can have made it before."""
    own = place.root / "run"
    if _fits(own):
        own.mkdir(mode=0o700, exist_ok=True)
        _clear(own)  # of the home that this one is a copy of
        return own
    for parent in _short_folders():
        if _fits(parent / f"{_PREFIX}12345678"):
            return Path(tempfile.mkdtemp(prefix=_PREFIX, dir=parent))
    raise StoreError(
        f"{place.root}: this path is too long for a socket, and so are the temporary folders. "
        "Set TMPDIR or SLEUTH_HOME to a shorter one."
    )


def discard_socket_folder(folder: Path) -> None:
    """Remove the remains of a socket, and the folder if it was made for it."""
    if not folder.is_dir() or folder.is_symlink():
        return
    _clear(folder)
    if folder.name.startswith(_PREFIX) and not any(folder.iterdir()):
        folder.rmdir()


def _clear(folder: Path) -> None:
    for name in _OURS:
        (folder / name).unlink(missing_ok=True)


def _short_folders() -> Iterator[Path]:
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    if runtime and _is_private(Path(runtime), Account()):
        yield Path(runtime)
    yield Path(tempfile.gettempdir())
    yield Path("/tmp")


def _is_private(folder: Path, account: Account) -> bool:
    try:
        found = folder.lstat()
    except OSError:
        return False
    return (
        stat.S_ISDIR(found.st_mode)
        and found.st_uid == (os.geteuid() if account.uid is None else account.uid)
        and not found.st_mode & 0o077
    )


def _fits(folder: Path) -> bool:
    path = str(folder / SOCKET)
    return len(os.fsencode(path)) <= _LONGEST and _PLAIN.fullmatch(path) is not None
