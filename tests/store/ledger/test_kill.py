"""kill -9 in the midst of relating: who starts again ends where an undisturbed run ends."""

import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
import pytest

from sleuth.store.ledger.insights import refresh_insights
from tests.databases import temporary_project
from tests.store.ledger.room import ROOM, add_all, everything, flaws

if TYPE_CHECKING:
    from sleuth.store.server.database import Database

ROOT = Path(__file__).parents[3]


def run(database: "Database", project: int, *write: int) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "tests.store.ledger.dying", database.dsn, str(project), *map(str, write)],
        cwd=ROOT, capture_output=True, text=True, timeout=120,
    )  # fmt: skip


@pytest.fixture(scope="module")
def writes(database: "Database") -> int:
    """How many writes relating takes that nobody kills."""
    with database.connection() as connection, temporary_project(connection, "counted") as project:
        counted = run(database, project)
    assert counted.returncode == 0, counted.stderr
    return int(counted.stdout)


@pytest.mark.parametrize("part", [0.03, 0.27, 0.51, 0.76, 1.0])
def test_what_was_killed_is_done_again_and_nothing_is_left_or_doubled(
    part: float, writes: int, database: "Database", connection: psycopg.Connection, project: int, undisturbed: list[Any]
) -> None:
    killed = run(database, project, max(1, round(part * writes)))
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    add_all(connection, project, ROOM)
    assert everything(connection, project) == undisturbed
    refresh_insights(connection, project)
    assert flaws(connection, project) == {}
