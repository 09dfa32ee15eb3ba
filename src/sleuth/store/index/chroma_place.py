"""Where Chroma keeps its collections: in this process's memory, in a folder, or on a server; opened once a process."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Protocol, TypeVar
from urllib.parse import urlsplit

from sleuth.config import Settings
from sleuth.errors import StoreError, UserError
from sleuth.store.index.passage_index import in_this_process

if TYPE_CHECKING:
    from chromadb.api import ClientAPI
    from chromadb.config import Settings as ChromaSettings

T = TypeVar("T")
_FILL = "Fill it: `sleuth worker --until-idle`."
_LOCK_SECONDS = 120.0
_CONNECT_SECONDS, _ANSWER_SECONDS = 2.0, 10.0
_WAITS = (0.2, 1.0)  # seconds before the second and third attempt; someone waits for the search
_PAUSE_SECONDS = 10.0  # a server that failed all attempts is left alone for so long


class Place(Protocol):
    """Runs work against Chroma, which may be run again where it failed, so twice must be the same as once.

    Raises StoreError, or UserError for a setting, with the remedy where Chroma is out of reach.
    """

    name: str  # as errors call it
    remedy: str  # where a collection is missing

    def read(self, work: Callable[["ClientAPI"], T]) -> T:
        """What the work returns; it changes nothing."""

    def write(self, work: Callable[["ClientAPI"], T]) -> T:
        """What the work returns."""


def place_of(settings: Settings) -> Place:
    """The place that the settings name: SLEUTH_CHROMA_URL, else SLEUTH_CHROMA_PATH, else a folder of the home."""
    if settings.chroma_url:
        return _server(settings.chroma_url)
    path = settings.chroma_path or settings.home / "chroma"
    return _memory() if in_this_process(settings) else _folder(path.expanduser().resolve())


@lru_cache(maxsize=1)
def _memory() -> "Memory":
    return Memory()


@lru_cache(maxsize=8)
def _folder(path: Path) -> "Folder":
    return Folder(path)


@lru_cache(maxsize=8)
def _server(url: str) -> "Server":
    return Server(url)


class Memory:
    """Collections that end with this process, and that no other process sees."""

    name = "Chroma in memory"
    remedy = "What stands in memory ends with its process: add and ask in one, or name a folder, SLEUTH_CHROMA_PATH."

    def __init__(self) -> None:
        self._client = _local("EphemeralClient")(_quiet())

    def read(self, work: Callable[["ClientAPI"], T]) -> T:
        """At once."""
        return work(self._client)

    write = read


class Folder:
    """Collections on disk.

    Chroma is safe among threads but not among processes: one that has opened an index never sees what others add to
    it, and may write its old copy over theirs. So one process at a time is let in, and whoever writes leaves the time
    on the lock, by which the others know to open the folder anew. Many processes are better served by a server.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = f"Chroma in {path}"
        self.remedy = f"{_FILL} If it stands in another folder, mend SLEUTH_CHROMA_PATH."
        self._alone = threading.Lock()
        self._client: ClientAPI | None = None
        self._seen = 0  # the writers' mark when the client was opened

    def read(self, work: Callable[["ClientAPI"], T]) -> T:
        """With other processes kept out: even a query may write to the files."""
        with self._locked():
            return work(self._open())

    def write(self, work: Callable[["ClientAPI"], T]) -> T:
        """With other processes kept out, and told afterwards."""
        with self._locked():
            client = self._open()
            try:
                return work(client)
            finally:
                now = time.time_ns()
                os.utime(self._lock, ns=(now, now))
                self._seen = self._mark()

    @property
    def _lock(self) -> Path:
        return self.path / "sleuth.lock"

    def _mark(self) -> int:
        return self._lock.stat().st_mtime_ns

    def _open(self) -> "ClientAPI":
        if self._client is not None and self._mark() != self._seen:
            self._client.close()  # type: ignore[attr-defined]
            self._client = None
        if self._client is None:
            self._seen = self._mark()
            self._client = self._opened()
        return self._client

    def _opened(self) -> "ClientAPI":
        opening = _local("PersistentClient")
        try:
            return opening(self.path, _quiet())
        except Exception as error:  # of Chroma's own, and at a second attempt another that it did not foresee
            raise StoreError(
                f"{self.name} cannot be opened ({error}). Name another folder with SLEUTH_CHROMA_PATH, or delete this "
                "one: `sleuth worker --until-idle` makes it anew."
            ) from error

    @contextmanager
    def _locked(self) -> Iterator[None]:
        from sleuth.store.server.embedded.locks import wait_for

        with self._alone:
            try:
                self.path.mkdir(parents=True, exist_ok=True, mode=0o700)
                lock = wait_for(self._lock, _LOCK_SECONDS)
            except OSError as error:
                raise StoreError(
                    f"{self.name}: the folder cannot be used ({error.strerror}). Check its rights, or name another "
                    "with SLEUTH_CHROMA_PATH."
                ) from error
            with lock:
                yield


class Server:
    """Collections behind the address of a server that `chroma run` started."""

    def __init__(self, url: str) -> None:
        shown = url.rpartition("@")[2]  # a password is not for the screen
        try:
            parts = urlsplit(url)
            self._port = parts.port or (443 if parts.scheme == "https" else 8000)
        except ValueError as error:
            raise UserError(f"SLEUTH_CHROMA_URL={shown} is no address ({error}). It reads http://HOST:PORT.") from error
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.username:
            raise UserError(f"SLEUTH_CHROMA_URL={shown} is no address. It reads http://HOST:PORT.")
        self._secure = parts.scheme == "https"
        self._host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        self._url = f"{parts.scheme}://{self._host}:{self._port}"
        self.name = f"Chroma at {self._url}"
        self.remedy = f"{_FILL} If it stands on another server, mend SLEUTH_CHROMA_URL."
        self._alone = threading.Lock()
        self._client: ClientAPI | None = None
        self._failed = -_PAUSE_SECONDS  # when all attempts had failed, by the monotonic clock
        self._failure = ""

    def read(self, work: Callable[["ClientAPI"], T]) -> T:
        """With two more attempts where the server cannot be reached, and then none for a while."""
        if time.monotonic() - self._failed < _PAUSE_SECONDS:
            raise self._unreachable()
        for wait in (*_WAITS, None):
            try:
                return work(self._open())
            except Exception as error:
                if not _is_transient(error):
                    raise
                if wait is None or _is_timeout(error):
                    self._failed, self._failure = time.monotonic(), type(error).__name__
                    raise self._unreachable() from error
                time.sleep(wait)
        raise AssertionError("the last attempt returns or raises")

    write = read

    def _open(self) -> "ClientAPI":
        with self._alone:
            if self._client is None:
                self._client = self._connect()
            return self._client

    def _connect(self) -> "ClientAPI":
        connect = _chromadb().HttpClient
        import httpx

        # Chroma's client waits for ever, also while it is being made: so ask first, and set its patience afterwards.
        answer = httpx.get(f"{self._url}/api/v2/heartbeat", timeout=_CONNECT_SECONDS)
        if answer.status_code < 500 and not answer.is_success:
            raise StoreError(
                f"{self._url} answers, but not as Chroma 1 does (HTTP {answer.status_code}). Mend SLEUTH_CHROMA_URL."
            )
        answer.raise_for_status()
        client: ClientAPI = connect(self._host, self._port, ssl=self._secure, settings=_quiet())
        session: httpx.Client = client._server._session  # type: ignore[attr-defined]
        session.timeout = httpx.Timeout(_ANSWER_SECONDS, connect=_CONNECT_SECONDS)
        return client

    def _unreachable(self) -> StoreError:
        return StoreError(
            f"{self.name} does not answer ({self._failure}). Start it with `chroma run`, or mend SLEUTH_CHROMA_URL."
        )


def _is_transient(error: Exception) -> bool:
    """Whether the same call may succeed later: no connection, no answer in time, a fault of the server's."""
    import httpx
    from chromadb.errors import InternalError, RateLimitError

    if isinstance(error, httpx.HTTPStatusError):
        return error.response.status_code >= 500
    return isinstance(error, httpx.TransportError | InternalError | RateLimitError)


def _is_timeout(error: Exception) -> bool:
    """Whether it took so long already that no one waits for another attempt."""
    import httpx

    return isinstance(error, httpx.TimeoutException)


def _chromadb() -> ModuleType:
    try:
        return import_module("chromadb")
    except ImportError as error:
        raise UserError(
            "SLEUTH_INDEX=chroma needs the package chromadb. Install it: pip install 'sleuth[chroma]', "
            "or set SLEUTH_INDEX=postgres."
        ) from error


def _local(kind: str) -> Callable[..., "ClientAPI"]:
    """How Chroma opens collections of this machine."""
    opening: Callable[..., ClientAPI] = getattr(_chromadb(), kind)
    from chromadb.config import is_thin_client

    if is_thin_client:
        raise UserError(
            "The package chromadb-client speaks to servers only. Set SLEUTH_CHROMA_URL, or install all of Chroma: "
            "pip install 'sleuth[chroma]'."
        )
    return opening


def _quiet() -> "ChromaSettings":
    """Nothing is told to anyone."""
    from chromadb.config import Settings as ChromaSettings

    return ChromaSettings(anonymized_telemetry=False)
