"""Reads a file in a child process under limits, so that no file can crash, hang or exhaust its reader."""

import errno
import os
import signal
import stat
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from typing import IO

from sleuth.config import Settings
from sleuth.environment import to_run_python
from sleuth.errors import SourceError, StoreError
from sleuth.evidence.source import Source
from sleuth.ingest.readers import child
from sleuth.ingest.readers.limits import Limits
from sleuth.language.glyphs import without_surrogates
from sleuth.store.documents.layout import unpack_source

_CHUNK = 1 << 20
_reading: "set[subprocess.Popen[bytes]]" = set()  # the children that read for this process now
_CANNOT_OPEN = {
    errno.ENOENT: "there is no such file. Check the path.",
    errno.EACCES: "it may not be read. Give yourself the right to read it.",
    errno.EPERM: "it may not be read. Give yourself the right to read it.",
    errno.ELOOP: "the link leads in a circle. Replace the link by the file.",
    errno.ENAMETOOLONG: "its name is too long. Rename it.",
    errno.ENXIO: "this is not a regular file. Save its content to a file.",
}


def read_file(path: Path, settings: Settings, filename: str | None = None) -> Source:
    """What the file holds, under the name `filename` (default: its own).

    Raises SourceError, which opens with the name and ends with the remedy: not a file, too large, of no known
    format, damaged, encrypted, or more than the limits allow.
    """
    filename = without_surrogates(filename or path.name or str(path))
    limits = Limits(settings.file_pages, settings.file_seconds, settings.file_memory_bytes)
    with _open(path, filename, settings.file_size_bytes) as stream:
        answer = _Run(stream, filename, limits).answer()
    return _source(answer, filename)


def read_bytes(data: bytes, settings: Settings, filename: str) -> Source:
    """The same of a file's bytes. The file that the child reads has no name, and so goes however we end."""
    filename = without_surrogates(filename)
    limits = Limits(settings.file_pages, settings.file_seconds, settings.file_memory_bytes)
    with tempfile.TemporaryFile(prefix="sleuth-read-") as stream:
        stream.write(data)
        stream.seek(0)
        _check(os.fstat(stream.fileno()), filename, settings.file_size_bytes)
        answer = _Run(stream, filename, limits).answer()
    return _source(answer, filename)


def stop_reading() -> None:
    """End every child process that reads a file now; for a program that ends, and uses no answer of theirs."""
    for process in tuple(_reading):
        _kill(process)


def _open(path: Path, filename: str, most_bytes: int) -> IO[bytes]:
    """The file, checked on the open descriptor so that nothing can be swapped in between."""
    try:
        # Without O_NONBLOCK a pipe that nobody writes to would hold us for ever.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except OSError as error:
        reason = _CANNOT_OPEN.get(error.errno or 0, f"it cannot be opened ({error.strerror}). Check the disk.")
        raise SourceError(f"{filename}: {reason}") from error
    try:
        _check(os.fstat(descriptor), filename, most_bytes)
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def _check(status: os.stat_result, filename: str, most_bytes: int) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise SourceError(f"{filename}: this is a folder. Add the folder, or name a file in it.")
    if not stat.S_ISREG(status.st_mode):
        raise SourceError(f"{filename}: this is not a regular file. Save its content to a file.")
    if status.st_size == 0:
        raise SourceError(f"{filename}: the file is empty. Check that it was saved or copied whole.")
    if status.st_size > most_bytes:
        sizes = f"{status.st_size / 1024**2:,.0f} MB, more than the limit of {most_bytes / 1024**2:,.0f} MB"
        raise SourceError(f"{filename}: {sizes}. Split it, or raise SLEUTH_FILE_SIZE_BYTES.")


class _Run:
    """One run of the child process."""

    def __init__(self, stream: IO[bytes], filename: str, limits: Limits) -> None:
        self._stream, self._filename, self._limits = stream, filename, limits

    def answer(self) -> bytes:
        """What the child said. Raises SourceError where it said nothing whole."""
        process = self._start()
        _reading.add(process)
        try:
            output = self._collect(process)
            status = process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            output, status = b"", -signal.SIGKILL
        finally:
            _kill(process)
            _reading.discard(process)
        if status != 0 or not output:
            raise SourceError(self._epitaph(status))
        return output

    def _start(self) -> "subprocess.Popen[bytes]":
        limits = self._limits
        numbers = (str(limits.pages), str(limits.seconds), str(limits.memory_bytes))
        # -P: a folder of documents may hold a file called json.py, and may be the current one.
        command = [sys.executable, "-P", "-m", "sleuth.ingest.readers.child", self._filename, *numbers]
        return subprocess.Popen(
            command,
            stdin=self._stream,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=to_run_python() | {"PYTHONUTF8": "1"},  # it reads hostile files
            start_new_session=True,
        )

    def _collect(self, process: "subprocess.Popen[bytes]") -> bytes:
        """All that the child writes, within the time and the size it may take."""
        assert process.stdout is not None
        deadline = time.monotonic() + self._limits.seconds
        chunks: list[bytes] = []
        size = 0
        with process.stdout as pipe, DefaultSelector() as selector:
            selector.register(pipe, EVENT_READ)
            while selector.select(max(0.0, deadline - time.monotonic())):
                chunk = os.read(pipe.fileno(), _CHUNK)
                if not chunk:
                    return b"".join(chunks)
                chunks.append(chunk)
                size += len(chunk)
                if size > self._limits.memory_bytes:
                    raise SourceError(child.too_large(self._filename, self._limits))
        seconds = f"{self._limits.seconds:g} s"
        raise SourceError(
            f"{self._filename}: reading it took longer than {seconds}. Split it, or raise SLEUTH_FILE_SECONDS."
        )

    def _epitaph(self, status: int) -> str:
        """Why a child that died without an answer did so, as far as its exit status tells."""
        if status == -getattr(signal, "SIGXCPU", 0) or status == -signal.SIGKILL:
            return f"{self._filename}: reading it took too long or too much memory. Split it, or save it as PDF."
        how = f"signal {-status}" if status < 0 else f"exit status {status}"
        return f"{self._filename}: it crashes its reader ({how}), so it is probably damaged. {child.REPAIR}"


def _kill(process: "subprocess.Popen[bytes]") -> None:
    """End the child and whatever it started."""
    try:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    except (ProcessLookupError, PermissionError):
        pass  # it has ended, as it should
    process.wait()


def _source(answer: bytes, filename: str) -> Source:
    verdict, body = answer[:1], answer[1:]
    if verdict == child.REFUSAL:
        raise SourceError(body.decode("utf-8", "replace"))
    try:
        if verdict != child.SOURCE:
            raise ValueError("neither a source nor a refusal")
        return replace(unpack_source(body), filename=filename)
    except (ValueError, StoreError) as error:
        raise SourceError(f"{filename}: its reader gave no usable answer ({error}). {child.REPAIR}") from error
