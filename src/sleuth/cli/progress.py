"""How far long work has come, on stderr: a bar where a person looks, a line every few seconds where none does."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sleuth.cli.output import extent, warn

if TYPE_CHECKING:
    from rich.console import Console

    from sleuth.work.documents import Progress

_LINE_SECONDS = 5.0

Show = Callable[[str, int, int, str], None]  # the work, how much is done, of how much, further words


@contextmanager
def progress(seconds: float = _LINE_SECONDS) -> Iterator[Show]:
    """What to call whenever work has gone on. Without a terminal, a line follows every so many seconds.

    Work that ends sooner prints no line.
    """
    from rich.console import Console

    console = Console(stderr=True)
    with _bars(console) if console.is_terminal else _lines(seconds) as show:
        yield show


@contextmanager
def reading_progress() -> Iterator[Callable[["Progress"], None]]:
    """Files that were read, with their pages and passages."""
    with progress() as show:
        yield lambda now: show("reading files", now.done, now.files, extent(now.pages, now.passages))


@contextmanager
def embedding_progress() -> Iterator[Callable[[int, int], None]]:
    """Passages that have their vectors."""
    with progress() as show:
        yield lambda done, total: show("embedding passages", done, total, "")


@contextmanager
def _bars(console: "Console") -> Iterator[Show]:
    from rich import progress as bars

    columns = (
        bars.TextColumn("{task.description}"),
        bars.BarColumn(),
        bars.MofNCompleteColumn(),
        bars.TextColumn("{task.fields[detail]}"),
        bars.TimeElapsedColumn(),
        bars.TimeRemainingColumn(),
    )
    with bars.Progress(*columns, console=console, transient=True) as display:
        tasks: dict[str, bars.TaskID] = {}

        def show(work: str, done: int, total: int, detail: str = "") -> None:
            if work not in tasks:
                tasks[work] = display.add_task(work, total=total, detail=detail)
            display.update(tasks[work], completed=done, total=total, detail=detail)

        yield show


@dataclass(slots=True)
class _State:
    """The last that was heard of the work."""

    line: str = "starting"


@contextmanager
def _lines(seconds: float) -> Iterator[Show]:
    state = _State()
    ended = threading.Event()
    begun = time.monotonic()

    def show(work: str, done: int, total: int, detail: str = "") -> None:
        state.line = f"{work}: {done:,} of {total:,}" + (f", {detail}" if detail else "")

    def report() -> None:
        while not ended.wait(seconds):
            warn(f"{state.line} ({time.monotonic() - begun:.0f} s)")

    thread = threading.Thread(target=report, name="sleuth-progress", daemon=True)
    thread.start()
    try:
        yield show
    finally:
        ended.set()
        thread.join()
