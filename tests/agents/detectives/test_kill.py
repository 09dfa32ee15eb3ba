"""kill -9 of a worker, of the head, of PostgreSQL: investigated again, there is one truth and nothing doubled."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from sleuth.store.server.embedded.place import Place
from sleuth.store.server.embedded.processes import postmaster
from tests import commands
from tests.agents.detectives.papers import COVER, LETTER
from tests.processes import until

pytestmark = pytest.mark.slow
REPORTS = 12


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve inquiries, a report each."""
    made = tmp_path_factory.mktemp("reports")
    for number in range(REPORTS):
        text = f"{COVER}\n\n{LETTER}\n"
        for old, new in (("2023:17", f"2023:{number + 1}"), ("2021:05", f"2021:{number + 10}"),
                         ("2021:14", f"2021:{number + 20}"), ("2022:61", f"2022:{number + 40}")):  # fmt: skip
            text = text.replace(old, new)
        (made / f"sou {number:02}.txt").write_text(text, encoding="utf-8")
    return made


def environment(home: Path, **settings: str) -> dict[str, str]:
    return {
        **os.environ,
        "SLEUTH_HOME": str(home),
        "SLEUTH_SERVER_GRACE_SECONDS": "5",
        "SLEUTH_BACKGROUND": "0",
        "SLEUTH_MODEL": "none",
        **settings,
    }


def sleuth(home: Path, *arguments: str, **settings: str) -> "subprocess.CompletedProcess[str]":
    return commands.sleuth(*arguments, environment=environment(home, **settings))


@contextmanager
def started(home: Path, *arguments: str, **settings: str) -> "Iterator[subprocess.Popen[bytes]]":
    """A command under way, in a group of processes of its own."""
    process = subprocess.Popen(
        [sys.executable, "-m", "sleuth", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment(home, **settings),
        start_new_session=True,
    )
    try:
        yield process
    finally:
        kill(process)


def kill(process: "subprocess.Popen[bytes]") -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@pytest.fixture
def home(folder: Path, tmp_path: Path) -> Path:
    """The reports, added and not yet investigated."""
    place = tmp_path / "home"
    added = sleuth(place, "add", str(folder))
    assert added.returncode == 0, added.stderr
    return place


def truth(home: Path) -> dict[str, Any]:
    """What is known of all inquiries, without the numbers that each run gives anew."""
    events = json.loads(sleuth(home, "timeline", "--json").stdout)
    entities = json.loads(sleuth(home, "entities", "--json").stdout)
    return {
        "events": sorted([e["process"], e["event_type"], e["event_date"], e["subject"]] for e in events),
        "entities": sorted([e["process"], e["name"], e["relation"], e["role"]] for e in entities),
    }


def concluded(home: Path) -> dict[str, Any]:
    """The truth after another run, which must be whole and hold nothing twice."""
    again = sleuth(home, "investigate", "--json")
    assert again.returncode == 0, again.stderr
    report = json.loads(again.stdout)
    assert report["summary"]["processes_analyzed"] == REPORTS
    assert {detail["sou_published_event_found"] for detail in report["details"]} == {True}
    found = truth(home)
    for rows in found.values():
        assert len(rows) == len({tuple(row) for row in rows})
    assert len(found["events"]) == 8 * REPORTS
    return found


@pytest.fixture(scope="module")
def undisturbed(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    place = tmp_path_factory.mktemp("clean") / "home"
    assert sleuth(place, "add", str(folder)).returncode == 0
    return concluded(place)


@pytest.mark.parametrize("delay", [0.5, 1.5, 2.5])
def test_after_the_head_is_killed(home: Path, undisturbed: dict[str, Any], delay: float) -> None:
    with started(home, "investigate") as head:
        time.sleep(delay)
        kill(head)
    assert concluded(home) == undisturbed


def test_after_postgresql_is_killed(home: Path, undisturbed: dict[str, Any]) -> None:
    with started(home, "investigate") as head:
        time.sleep(1.5)
        server = postmaster(Place.of(home).data)
        assert server is not None
        os.kill(server, signal.SIGKILL)
        assert head.wait(timeout=120) in (0, 3), "it goes on or says that the store is gone, and never hangs"
    assert concluded(home) == undisturbed


def test_after_a_worker_is_killed_another_does_its_tasks(home: Path, undisturbed: dict[str, Any]) -> None:
    told = sleuth(home, "investigate", "--json", SLEUTH_AGENT_WORKERS="0", SLEUTH_AGENT_SECONDS="0.2")
    assert "Timeout waiting for agents" in json.loads(told.stdout)["message"]
    with started(home, "worker", "--until-idle") as worker:
        time.sleep(2.0)
        kill(worker)
    with started(home, "worker") as second:
        until(lambda: is_done(home), 120)
        kill(second)
    report = json.loads(sleuth(home, "investigate", "--json").stdout)
    assert report["summary"]["timeline_tasks_created"] == 0
    assert concluded(home) == undisturbed


def is_done(home: Path) -> bool:
    told = sleuth(home, "investigate", "--json", SLEUTH_AGENT_WORKERS="0", SLEUTH_AGENT_SECONDS="1")
    return "message" not in json.loads(told.stdout)
