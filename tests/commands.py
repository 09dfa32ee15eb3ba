"""Commands of the program, run in this process: starting Python anew costs more than most of them do."""

import gc
import io
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path

from sleuth.cli import main

Run = Callable[..., subprocess.CompletedProcess[str]]


def sleuth(
    *arguments: str, environment: Mapping[str, str], folder: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """What `sleuth …` prints and how it ends, with these variables and no others, in a folder."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    code: object = 0
    with _as_a_process(arguments, environment, folder), redirect_stdout(out), redirect_stderr(err):
        try:
            main()
        except SystemExit as leaving:
            code = leaving.code
    printed, complaint = (stream.buffer.getvalue().decode("utf-8") for stream in (out, err))  # type: ignore[attr-defined]
    return subprocess.CompletedProcess(["sleuth", *arguments], code if isinstance(code, int) else 0, printed, complaint)


@contextmanager
def _as_a_process(arguments: tuple[str, ...], environment: Mapping[str, str], folder: Path | None) -> Iterator[None]:
    """What a process of its own would have: arguments, variables, a folder; what the command sets goes with it."""
    variables, argv, stdin = dict(os.environ), sys.argv, sys.stdin
    thresholds, handler = gc.get_threshold(), signal.getsignal(signal.SIGTERM)
    logged = logging.root.handlers[:]  # pytest's: with none, warnings go to stderr
    with chdir(folder or Path.cwd()):
        try:
            _set_variables(environment)
            logging.root.handlers.clear()
            sys.argv, sys.stdin = ["sleuth", *arguments], io.StringIO()
            yield
        finally:
            _set_variables(variables)
            sys.argv, sys.stdin = argv, stdin
            logging.root.handlers[:] = logged
            gc.set_threshold(*thresholds)
            signal.signal(signal.SIGTERM, handler)


def _set_variables(variables: Mapping[str, str]) -> None:
    os.environ.clear()
    os.environ.update(variables)
