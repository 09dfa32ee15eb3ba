"""The command line: one thin file a command group. Heavy imports happen inside the commands."""

import atexit
import gc
import os
import signal
import sys
from types import FrameType
from typing import NoReturn

import typer

from sleuth.cli import (
    analyst,
    changes,
    chat,
    demo,
    documents,
    evaluation,
    feedback,
    findings,
    inquiries,
    insights,
    judging,
    ledger,
    memo,
    opening,
    operations,
    questions,
    requests,
    research,
    search,
    tutor,
    verify,
)
from sleuth.cli.output import warn

_INTERRUPTED = 130  # what typer makes of Ctrl-C
_ENDED = 128 + signal.SIGTERM  # as shells report it
_OBJECTS_BETWEEN_COLLECTIONS = 100_000

app = typer.Typer(
    name="sleuth",
    help="Agents that read your documents and prove every word.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    no_args_is_help=True,
)
for group in (
    documents,
    findings,
    ledger,
    judging,
    insights,
    changes,
    memo,
    search,
    analyst,
    chat,
    research,
    opening,
    requests,
    questions,
    inquiries,
    tutor,
    feedback,
    verify,
    operations,
    evaluation,
    demo,
):
    group.register(app)


def main() -> None:
    """Run one command; an error becomes a line on stderr and the exit code its class promises."""
    from sleuth.errors import SleuthError

    _collect_seldom()
    signal.signal(signal.SIGTERM, _end)
    try:
        app()
    except SleuthError as error:
        warn(f"sleuth: {error}")
        sys.exit(error.exit_code)
    except SystemExit as leaving:
        if leaving.code in (_INTERRUPTED, _ENDED):
            warn("sleuth: stopped. What was done is kept; run the same command again to go on.")
            _leave(leaving.code)
        raise
    except Exception as error:  # the last line of defence: a fault of ours is said, never dumped on the user
        if os.environ.get("SLEUTH_DEBUG"):
            raise
        warn(f"sleuth: {type(error).__name__}: {error}. This is a fault in Sleuth; SLEUTH_DEBUG=1 shows where.")
        sys.exit(SleuthError.exit_code)


def _end(number: int, frame: FrameType | None) -> NoReturn:
    """What was asked to end unwinds as after Ctrl-C: a lease is released, a connection closed."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # asked twice, it is still under way
    raise SystemExit(_ENDED)


def _leave(code: int) -> NoReturn:
    """End now. Threads that read files would keep us as long as the files take; what they began is done again."""
    sandbox = sys.modules.get("sleuth.ingest.sandbox")
    if sandbox is not None:
        sandbox.stop_reading()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _collect_seldom() -> None:
    """Look for garbage seldom, and not at the end: a command makes many objects that all stay, and then is over.

    It takes a fifth off a short command.
    """
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS, 20, 20)
    atexit.register(gc.freeze)
