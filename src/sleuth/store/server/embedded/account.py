"""Whom the server runs as. PostgreSQL refuses root, so root lends it an account that owns nothing else.

The server gets a numeric account that no one is listed under, so nothing is shared and nothing is added to the
machine. Only `initdb` insists on a listed account: it borrows an idle one, and what it made is then handed over.
The server reaches its folders through descriptors that root opened, so no folder's rights are changed for it.
"""

import os
import pwd
import sys
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sleuth.errors import StoreError
from sleuth.store.server.embedded.place import Place

_UNLISTED = range(60_706, 61_184)  # the systemd allocation table leaves these to nobody
_BORROWED = ("nobody", "daemon", "bin", "games", "mail")
_REMEDY = "Run Sleuth as an ordinary user, or set SLEUTH_DATABASE_URL to a PostgreSQL of yours."


@dataclass(frozen=True, slots=True)
class Account:
    """Who runs a program of PostgreSQL; `uid` None is the user that this process is."""

    uid: int | None = None

    def options(self) -> dict[str, Any]:
        """What subprocess needs to run a program as this account."""
        return {} if self.uid is None else {"user": self.uid, "group": self.uid, "extra_groups": []}


@dataclass(slots=True)
class Reach:
    """How an account reaches folders that it may not walk to: by descriptors that it inherits."""

    account: Account
    descriptors: list[int] = field(default_factory=list)
    _opened: ExitStack = field(default_factory=ExitStack)

    def path(self, folder: Path) -> str:
        """The name by which the account's program, given `descriptors`, finds the folder."""
        if self.account.uid is None:
            return str(folder)
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        self._opened.callback(os.close, descriptor)
        self.descriptors.append(descriptor)
        return f"/proc/self/fd/{descriptor}"

    def close(self) -> None:
        """Close this process's descriptors; programs keep theirs."""
        self._opened.close()


def server_account(place: Place) -> Account:
    """Who the server runs as: for root, the owner of the place or of the data, if that is not root itself."""
    if os.geteuid() != 0:
        return Account()
    if not sys.platform.startswith("linux"):
        raise StoreError(f"The embedded PostgreSQL cannot run for root on this platform. {_REMEDY}")
    for folder in (place.root, place.data):
        if folder.is_dir() and (owner := folder.stat().st_uid) != 0:
            return Account(owner)
    listed = {entry.pw_uid for entry in pwd.getpwall()}
    return Account(next(uid for uid in _UNLISTED if uid not in listed))


def maker_account(owner: Account) -> Account:
    """Who runs `initdb`: the owner of what it makes, or a listed account, preferably one that has no process."""
    if owner.uid is None or owner.uid not in _UNLISTED:
        return owner
    uids = {entry.pw_name: entry.pw_uid for entry in pwd.getpwall()}
    known = [uids[name] for name in _BORROWED if uids.get(name)]
    if not known:
        raise StoreError(f"None of the accounts {', '.join(_BORROWED)} exists, and PostgreSQL refuses root. {_REMEDY}")
    busy = _uids_of_processes()
    return Account(next((uid for uid in known if uid not in busy), known[0]))


def _uids_of_processes() -> set[int]:
    uids = set()
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            try:
                uids.add(entry.stat().st_uid)
            except FileNotFoundError:  # it ended meanwhile
                continue
    return uids


def give(folder: Path, account: Account) -> None:
    """Make `account` the owner of a folder of ours and of everything in it."""
    if account.uid is None:
        return
    for path in (folder, *folder.rglob("*")):
        os.chown(path, account.uid, account.uid, follow_symlinks=False)
