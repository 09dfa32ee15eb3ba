"""pg_dump, pg_restore and psql as streams: a database goes out as bytes and comes back in one transaction."""

import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterable, Sequence
from typing import IO

from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from sleuth.errors import StoreError
from sleuth.store.server.database import where
from sleuth.store.server.embedded.binaries import wheel_binaries

_PIECE = 1 << 20
# The preamble of a newer pg_restore sets what an older server does not know, and does without.
_UNKNOWN_TO_OLDER = b"SET transaction_timeout"


def tools_version() -> int:
    """The major version of our pg_dump, which reads servers up to this one."""
    return int(wheel_binaries().major)


def dump(dsn: str, schemas: Sequence[str], target: IO[bytes]) -> None:
    """Write the schemas of a database in pg_dump's custom format. Raises StoreError."""
    options = ["--format=custom", "--no-owner", "--no-privileges", *(f"--schema={name}" for name in schemas)]
    with tempfile.TemporaryFile() as said:
        command, environment = _command("pg_dump", dsn, *options)
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=said, env=environment) as process:
            assert process.stdout is not None
            try:
                shutil.copyfileobj(process.stdout, target, _PIECE)
            except BaseException:
                process.kill()
                raise
        if process.returncode != 0:
            raise StoreError(f"{where(dsn)} could not be dumped: {_said(said)}")


def load(dsn: str, schemas: Sequence[str], source: IO[bytes]) -> None:
    """Replace the schemas of a database by those of a dump: all in one transaction. Raises StoreError."""
    with tempfile.TemporaryFile() as said:
        command, environment = _command(
            "psql", dsn, "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", "--output=/dev/null"
        )
        psql = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=said, env=environment)
        try:
            assert psql.stdin is not None
            _write_script(schemas, source, psql.stdin, said)
            psql.stdin.close()
            psql.wait()
        except BrokenPipeError:  # it stopped at an error of its own, and says which
            psql.wait()
        except BaseException:
            psql.kill()  # before it sees the end of its input: what was not committed is undone
            psql.wait()
            raise
        if psql.returncode != 0:
            raise StoreError(f"{where(dsn)} could not be restored, and is as it was: {_said(said)}")


def _write_script(schemas: Sequence[str], source: IO[bytes], target: IO[bytes], said: IO[bytes]) -> None:
    """The dump as SQL between BEGIN and COMMIT; COMMIT only after the last byte was read and found right."""
    target.write(b"BEGIN;\nSET LOCAL client_min_messages = warning;\nSET LOCAL lock_timeout = '10s';\n")
    for name in schemas:
        target.write(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE;\n").format(sql.Identifier(name)).as_bytes())
    command = [wheel_binaries().program("pg_restore"), "--no-owner", "--no-privileges", "--file=-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said) as reader:
        assert reader.stdin is not None
        assert reader.stdout is not None
        feeder = _Feeder(source, reader.stdin)
        feeder.start()
        try:
            _copy_without_preamble(reader.stdout, target)
        finally:
            reader.stdout.close()
            feeder.join()
    feeder.raise_failure()
    if reader.returncode != 0:
        raise StoreError(f"The dump cannot be read: {_said(said)}")
    target.write(b"COMMIT;\n")


class _Feeder(threading.Thread):
    """Gives a program its input while another thread takes its output."""

    def __init__(self, source: IO[bytes], target: IO[bytes]) -> None:
        super().__init__(name="sleuth-feeder", daemon=True)
        self._source, self._target = source, target
        self._failure: Exception | None = None

    def run(self) -> None:
        """Copy to the end; keep what went wrong for the other thread."""
        try:
            shutil.copyfileobj(self._source, self._target, _PIECE)
            self._target.close()
        except Exception as error:  # noqa: BLE001 - raised again by raise_failure, in the thread that waits
            self._failure = error
            self._target.close()

    def raise_failure(self) -> None:
        """Raise what went wrong, unless it is only that the reader had enough."""
        if self._failure is not None and not isinstance(self._failure, BrokenPipeError):
            raise self._failure


def _copy_without_preamble(source: Iterable[bytes], target: IO[bytes]) -> None:
    """Only statements of the preamble are left out: inside COPY data a line may begin with anything."""
    preamble = True
    for line in source:
        preamble = preamble and not line.startswith((b"CREATE", b"COPY", b"ALTER"))
        if not (preamble and line.startswith(_UNKNOWN_TO_OLDER)):
            target.write(line)


def _command(program: str, dsn: str, *options: str) -> tuple[list[str], dict[str, str]]:
    """The program's call and environment; the password travels in the environment, which other users cannot read."""
    parts = conninfo_to_dict(dsn)
    password = parts.pop("password", None)
    environment = dict(os.environ)
    if password is not None:
        environment["PGPASSWORD"] = str(password)
    return [
        wheel_binaries().program(program),
        *options,
        "--dbname",
        make_conninfo("", **{name: str(value) for name, value in parts.items() if value is not None}),
    ], environment


def _said(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode("utf-8", "replace").strip()[:2000] or "it stopped without a word"
