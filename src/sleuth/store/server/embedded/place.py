"""Where an embedded server keeps its things: one folder of the home, one name for each."""

import os
import re
from dataclasses import dataclass
from pathlib import Path

_PASSWORD = re.compile(r"[A-Za-z0-9_-]{43}")  # as secrets.token_urlsafe(32) makes them


@dataclass(frozen=True, slots=True)
class Place:
    """The folder `postgres` of a home. It is private to the user (0700)."""

    root: Path

    @classmethod
    def of(cls, home: Path) -> "Place":
        """The place of a home, whether or not anything is there yet."""
        return cls(home.expanduser().resolve() / "postgres")

    @property
    def data(self) -> Path:
        """The cluster. It appears complete, by a rename, or not at all."""
        return self.root / "data"

    @property
    def secret(self) -> Path:
        """The password of both roles, 0600."""
        return self.root / "secret"

    @property
    def address(self) -> Path:
        """Names the folder of the server's socket, while it runs."""
        return self.root / "address"

    @property
    def output(self) -> Path:
        """What the server said before its own log began."""
        return self.root / "start.log"

    @property
    def leases(self) -> Path:
        """Every user of the server holds this lock shared; its content is the grace in seconds after the last."""
        return self.root / "leases"

    @property
    def starting(self) -> Path:
        """Held by the one process that starts the server."""
        return self.root / "starting"

    @property
    def alive(self) -> Path:
        """Held by the server's own processes, until the last of them ends."""
        return self.root / "alive"

    @property
    def watching(self) -> Path:
        """Held by the watcher that stops the server."""
        return self.root / "watching"

    def socket_folder(self) -> Path | None:
        """Where clients find the server's socket; None when no server was started or the last was stopped.

        A copy of a home in use holds the address of the original's server: that is not its own.
        """
        try:
            folder, _, folder_of = self.address.read_text(encoding="utf-8").partition("\n")
            is_own = not folder_of or folder_of == self._identity()
        except FileNotFoundError:
            return None
        return Path(folder) if is_own else None

    def announce(self, folder: Path) -> None:
        """Write where clients find the socket of this place's server."""
        replace_text(self.address, f"{folder}\n{self._identity()}")

    def _identity(self) -> str:
        status = self.root.stat()
        return f"{status.st_dev}:{status.st_ino}"

    def password(self) -> str | None:
        """The password of both roles; None where the file is missing or damaged."""
        try:
            text = self.secret.read_text(encoding="ascii")
        except (FileNotFoundError, UnicodeDecodeError):
            return None
        return text if _PASSWORD.fullmatch(text) else None

    def version(self) -> str | None:
        """The major version of PostgreSQL that wrote the data ("18"); None when there is none."""
        try:
            return (self.data / "PG_VERSION").read_text(encoding="ascii").strip()
        except FileNotFoundError:
            return None


def open_private(path: Path) -> int:
    """A descriptor of a file for its owner only, made if need be. Root in a user's folder makes it the user's."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    if os.geteuid() == 0 and (owner := path.parent.stat()).st_uid != 0:
        os.fchown(descriptor, owner.st_uid, owner.st_gid)
    return descriptor


def replace_text(path: Path, text: str) -> None:
    """Write a private file so that readers see the old text or the new, never a part."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.unlink(missing_ok=True)
    with os.fdopen(open_private(draft), "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
