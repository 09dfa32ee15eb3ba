"""What commands share: options, JSON on stdout, and words on stderr."""

import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from psycopg import Connection

    from sleuth.config import Settings

Json = Annotated[bool, typer.Option("--json", help="Print only JSON on standard output.")]
Project = Annotated[
    str,
    typer.Option(
        "--project", "-p", help="The project: what it holds, no other sees. Without a “default”, the only one."
    ),
]
Files = Annotated[list[str] | None, typer.Option("--file", help="Only this document; repeat for several.")]
DEFAULT_PROJECT = "default"
# What a document may not do to a terminal: move its cursor, name its window, turn the direction of writing.
_COMMANDING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")

_SEPARATORS = re.compile("[\x85\u2028\u2029]")  # JSON allows them in a line, and some readers end the line there


def settings() -> "Settings":
    """The settings in force; a bad one is named with its remedy."""
    import tomllib

    from pydantic import ValidationError

    from sleuth.config import Settings
    from sleuth.errors import UserError

    try:
        return Settings()
    except ValidationError as error:
        wrong = "; ".join(f"{_variable(e['loc'])}: {e['msg']}" for e in error.errors())
        raise UserError(f"a setting is wrong: {wrong}. Mend the variable or sleuth.toml.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise UserError(f"sleuth.toml cannot be read ({error}). Mend it, or move it away.") from error


def _variable(place: "tuple[int | str, ...]") -> str:
    """The environment variable of a setting."""
    return f"SLEUTH_{'_'.join(map(str, place)).upper().removeprefix('SLEUTH_')}"


@contextmanager
def on_project(name: str) -> "Iterator[tuple[Connection, int]]":
    """A connection to the store and the number of an existing project; what is done is kept when it ends well."""
    from sleuth.store.projects import find_project
    from sleuth.store.server.database import open_database

    with open_database(settings()) as database, database.connection() as connection:
        yield connection, find_project(connection, name)


def extent(pages: int, passages: int) -> str:
    """How long a document is."""
    from sleuth.language.counted import counted

    return f"{counted(pages, 'page')}, {counted(passages, 'passage')}"


def print_json(value: Any) -> None:
    """One JSON document on stdout, and nothing else."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def print_line(value: Any) -> None:
    """One JSON document on a line of its own, at once: a stream of them."""
    text = json.dumps(value, ensure_ascii=False)
    sys.stdout.write(_SEPARATORS.sub(_escaped, text) + "\n")
    sys.stdout.flush()


def _escaped(separator: re.Match[str]) -> str:
    return f"\\u{ord(separator[0]):04x}"


@dataclass(frozen=True, slots=True)
class Link:
    """Words that a terminal opens when they are clicked on; plain words where nothing can be clicked."""

    label: str
    url: str  # percent-encoded; empty for plain words


def say(*parts: str | Link) -> None:
    """A line for people on stdout, its parts one after another."""
    sys.stdout.write("".join(map(_shown, parts)) + "\n")


def _shown(part: str | Link) -> str:
    if isinstance(part, str):
        return _harmless(part)
    label = _harmless(part.label)
    if not part.url or not _can_click():
        return label
    return f"\x1b]8;;{_harmless(part.url)}\x1b\\{label}\x1b]8;;\x1b\\"  # OSC 8


def _can_click() -> bool:
    """Whether stdout is a terminal that may know links; those that do not know them show the label alone."""
    return sys.stdout.isatty() and os.environ.get("TERM", "dumb") not in ("dumb", "linux")


def warn(line: str = "") -> None:
    """A line for people on stderr."""
    sys.stderr.write(_harmless(line) + "\n")


def _harmless(line: str) -> str:
    """The line with each character that commands a terminal replaced: it may hold a stranger's text."""
    return _COMMANDING.sub("\ufffd", line)


def short_quote(quote: str) -> str:
    """A quote on one line, cut where it is long."""
    line = " ".join(quote.split())
    return line if len(line) <= 80 else f"{line[:77]}…"
