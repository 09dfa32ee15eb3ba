"""What an answer cites, opened."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from sleuth.cli.opening import with_links
from sleuth.cli.output import Link
from sleuth.store.server.database import Database
from tests.commands import Run

NO_SCREEN = {"DISPLAY": "", "WAYLAND_DISPLAY": ""}
EXAMPLES = Path(__file__).parents[2] / "examples" / "dataroom"


@pytest.fixture(scope="module")
def loan(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("opening") / "loan.txt"
    path.write_text("The loan of EUR 2 million matures on 1 June 2030.", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def answer(run: Run, loan: Path) -> str:
    """The number of an answer with one source."""
    assert run("add", str(loan), str(EXAMPLES / "2023 Q3 AAPL.pdf"), "-p", "opening").returncode == 0
    asked = run("research", "When does the loan mature?", "--file", "loan.txt", "-p", "opening", "--detail")
    return str(json.loads(asked.stdout)["id"])


def test_without_a_screen_the_file_that_was_written_is_named(run: Run, answer: str) -> None:
    done = run("open", answer, "1", "-p", "opening", **NO_SCREEN)
    assert done.returncode == 0
    path = Path(done.stdout.splitlines()[-1].removeprefix("written to "))
    assert "matures on 1 June 2030" in path.read_text(encoding="utf-8")


def test_the_place_and_the_words_are_told(run: Run, answer: str) -> None:
    done = run("open", answer, "1", "-p", "opening", **NO_SCREEN)
    assert done.stdout.splitlines()[0].startswith("loan.txt, line 1: “")


def test_a_file_can_be_named(run: Run, answer: str, tmp_path: Path) -> None:
    out = tmp_path / "source.html"
    assert run("open", answer, "-p", "opening", "--out", str(out)).returncode == 0
    assert "<mark" in out.read_text(encoding="utf-8")


def test_the_last_answer_needs_no_number(run: Run, answer: str) -> None:
    asked = run("research", "What were total net sales?", "--file", "2023 Q3 AAPL.pdf", "-p", "opening")
    assert asked.returncode == 0
    told = json.loads(run("open", "last", "-p", "opening", "--json", **NO_SCREEN).stdout)
    assert told["filename"] == "2023 Q3 AAPL.pdf"
    assert Path(told["path"]).read_bytes().startswith(b"\x89PNG")


def test_with_a_screen_the_systems_program_is_started(run: Run, answer: str, tmp_path: Path) -> None:
    if sys.platform != "linux":
        pytest.skip("xdg-open is Linux's")
    started = tmp_path / "started"
    opener = tmp_path / "xdg-open"
    opener.write_text(f'#!/bin/sh\necho "$1" > "{started}"\n', encoding="utf-8")
    opener.chmod(0o755)
    done = run("open", answer, "-p", "opening", DISPLAY=":0", PATH=f"{tmp_path}:{os.environ['PATH']}")
    assert done.stdout.splitlines()[-1].startswith("opened ")
    for _ in range(100):
        if started.exists() and started.read_text():
            break
        import time

        time.sleep(0.05)
    assert started.read_text().strip().endswith("#cited")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [(("99999", "1"), "there is no answer 99999"), (("first",), "is no number of an answer")],
)
def test_an_answer_that_is_not_there_is_an_error_with_the_remedy(
    run: Run, answer: str, arguments: tuple[str, ...], reason: str
) -> None:
    done = run("open", *arguments, "-p", "opening")
    assert done.returncode == 2
    assert reason in done.stderr
    assert "or say last" in done.stderr


def test_a_source_that_is_not_there_is_an_error_that_tells_how_many_there_are(run: Run, answer: str) -> None:
    done = run("open", answer, "7", "-p", "opening")
    assert done.returncode == 2
    assert "has 1 source" in done.stderr


def test_an_answer_of_another_project_is_not_opened(run: Run, answer: str, loan: Path) -> None:
    run("add", str(loan), "-p", "another")
    assert run("open", answer, "-p", "another").returncode == 2


def test_what_was_cited_is_shown_after_the_file_was_replaced(run: Run, tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_text("The rent is EUR 400 a month.", encoding="utf-8")
    run("add", str(note), "-p", "replaced")
    run("research", "What is the rent?", "-p", "replaced")
    note.write_text("The rent is EUR 500 a month.", encoding="utf-8")
    run("add", str(note), "-p", "replaced")
    out = tmp_path / "seen.html"
    assert run("open", "last", "-p", "replaced", "-o", str(out)).returncode == 0
    assert "EUR 400" in out.read_text(encoding="utf-8")


def in_terminal(database: Database, home: Path, *arguments: str, **settings: str) -> str:
    """What a command prints on a terminal."""
    ours, theirs = pty.openpty()
    environment = {
        **os.environ, "SLEUTH_HOME": str(home), "SLEUTH_DATABASE_URL": database.dsn, "SLEUTH_BACKGROUND": "false",
        "TERM": "xterm-256color", **settings,
    }  # fmt: skip
    process = subprocess.Popen(
        [sys.executable, "-m", "sleuth", *arguments], stdout=theirs, stderr=subprocess.DEVNULL, env=environment
    )
    os.close(theirs)
    printed = b""
    while True:
        try:
            piece = os.read(ours, 4096)
        except OSError:
            break
        if not piece:
            break
        printed += piece
    os.close(ours)
    process.wait()
    return printed.decode()


QUESTION = ("research", "What were total net sales?", "--file", "2023 Q3 AAPL.pdf", "-p", "opening")


def test_on_a_terminal_a_source_is_a_link_to_the_page_of_the_original(
    database: Database, answer: str, tmp_path: Path
) -> None:
    printed = in_terminal(database, tmp_path, *QUESTION)
    target = (EXAMPLES / "2023 Q3 AAPL.pdf").absolute().as_uri()
    assert f"\x1b]8;;{target}#page=4\x1b\\2023 Q3 AAPL.pdf, p.4\x1b]8;;\x1b\\" in printed


def test_a_terminal_that_knows_no_links_gets_plain_words(database: Database, answer: str, tmp_path: Path) -> None:
    assert "\x1b" not in in_terminal(database, tmp_path, *QUESTION, TERM="dumb")


def test_in_a_pipe_a_source_is_plain_words(run: Run, answer: str) -> None:
    assert "\x1b" not in run(*QUESTION).stdout


def test_an_original_that_is_gone_is_no_link(database: Database, run: Run, tmp_path: Path) -> None:
    note = tmp_path / "gone.txt"
    note.write_text("The rent is EUR 700 a month.", encoding="utf-8")
    run("add", str(note), "-p", "gone")
    note.unlink()
    assert "\x1b" not in in_terminal(database, tmp_path, "research", "What is the rent?", "-p", "gone")


def test_the_analysts_sources_are_links_too(database: Database, answer: str, tmp_path: Path) -> None:
    printed = in_terminal(database, tmp_path, "ask", "What were total net sales in Q3 2023?", "-p", "opening")
    target = (EXAMPLES / "2023 Q3 AAPL.pdf").absolute().as_uri()
    assert f"\x1b]8;;{target}#page=4\x1b\\2023 Q3 AAPL.pdf, p.4\x1b]8;;\x1b\\" in printed


def test_each_place_that_a_text_names_is_a_link(tmp_path: Path) -> None:
    cited = [
        {"filename": "a.pdf", "locator": "p.5", "page": 5, "document_id": 1},
        {"filename": "b.xlsx", "locator": "P&L!B15", "page": 1, "document_id": 2},
        {"filename": "gone.pdf", "locator": "p.1", "page": 1, "document_id": 3},
    ]
    originals = {1: tmp_path / "a.pdf", 2: tmp_path / "b.xlsx"}
    parts = with_links("It is 5 (sources: a.pdf p.5, b.xlsx P&L!B15, gone.pdf p.1).", cited, originals)
    assert parts == [
        "It is 5 (sources: ",
        Link("a.pdf p.5", f"{(tmp_path / 'a.pdf').as_uri()}#page=5"),
        ", ",
        Link("b.xlsx P&L!B15", (tmp_path / "b.xlsx").as_uri()),
        ", gone.pdf p.1).",
    ]
