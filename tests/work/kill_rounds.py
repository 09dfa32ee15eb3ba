"""kill -9 at seeded moments, round after round: the same commands again end where an undisturbed run ends.

    python -m tests.work.kill_rounds --rounds 40 --seed 1

Each round begins with an empty home, kills one thing at a moment of the undisturbed run's length, runs the same
commands again, and compares all that the store holds, by content and without numbers of rows.
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sleuth.config import Settings
from sleuth.store.server.database import open_database
from sleuth.store.server.embedded import locks
from sleuth.store.server.embedded.place import Place
from sleuth.store.server.embedded.processes import postmaster
from tests.processes import until

VICTIMS = ("add", "one of two adds", "both adds", "worker", "postmaster in add", "postmaster in worker")
_LONGEST = 300.0  # seconds of one command, on a busy machine
_WORDS = ("rent", "lease", "notice", "party", "term", "price", "share", "closing", "escrow", "goodwill")
_REVENUES = {"report.csv": 15100, "report_v2.csv": 15200, "report_v3.csv": 15300, "deck.csv": 15100}
Snapshot = dict[str, list[Any]]


def make_room(folder: Path) -> Path:
    """Contracts, accounts of which two disagree, three editions, a copy and two bad files."""
    folder.mkdir(parents=True)
    for number in range(8):
        chance = random.Random(number)
        words = " ".join(chance.choice(_WORDS) for _ in range(60 * number))
        folder.joinpath(f"contract {number}.md").write_text(
            f"# Contract {number}\n\nThe fee is EUR {number}00. {words}\n"
        )
    accounts = "Lumen AB,,,\nIncome statement (EUR thousand),,,\n,FY2021,FY2022,FY2023\n"
    for name, revenue in (
        ("report.csv", 15100),
        ("report_v2.csv", 15200),
        ("report_v3.csv", 15300),
        ("deck.csv", 15100),
    ):
        rows = f"Revenue,12000,13500,{revenue}\nGross profit,5000,5900,6800\nNet income,700,800,{revenue // 20}\n"
        folder.joinpath(name).write_text(accounts + rows)
    (folder / "sub").mkdir()
    shutil.copy(folder / "contract 7.md", folder / "sub" / "copy of contract 7.md")
    folder.joinpath("empty.pdf").write_bytes(b"")
    folder.joinpath("no.pdf").write_text("not a PDF at all")
    return folder


@dataclass(frozen=True)
class Home:
    """A home, and the commands that run in it."""

    path: Path
    room: Path

    def begin(self, *arguments: str) -> "subprocess.Popen[str]":
        environment = {
            **os.environ,
            "SLEUTH_HOME": str(self.path),
            "SLEUTH_BACKGROUND": "0",
            "SLEUTH_SERVER_GRACE_SECONDS": "1",
            "SLEUTH_EMBEDDING": "minilm",
        }
        command = [sys.executable, "-m", "sleuth", *arguments]
        return subprocess.Popen(
            command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
            start_new_session=True,
        )

    def add(self) -> "subprocess.Popen[str]":
        return self.begin("add", str(self.room))

    def work(self) -> "subprocess.Popen[str]":
        return self.begin("worker", "--until-idle")

    def finish(self) -> None:
        """The same commands again, undisturbed: what was begun is done."""
        expect(self.add(), 2)  # for the bad files
        expect(self.work(), 0)

    def snapshot(self) -> Snapshot:
        settings = Settings(home=self.path, database_url=None, server_grace_seconds=1)
        with open_database(settings) as database, database.connection() as connection:
            return {
                name: sorted(map(list, connection.execute(query).fetchall()), key=repr)  # type: ignore[arg-type]
                for name, query in _CONTENT.items()
            }

    def remove(self) -> None:
        """Wait until the server has stopped, and delete the home."""
        place = Place.of(self.path)
        until(lambda: not any(map(locks.is_held, (place.alive, place.watching))), 60)
        shutil.rmtree(self.path, ignore_errors=True)


_CONTENT = {
    "documents": "SELECT filename, aliases, content_hash, live, page_count, passage_count, status FROM documents",
    "files": "SELECT content_hash, md5(data) FROM files",
    "pages": "SELECT content_hash, number, md5(text) FROM pages JOIN documents ON documents.id = document_id",
    "passages": "SELECT content_hash, position, start, md5(content), md5(context) "
    "FROM passages JOIN documents ON documents.id = document_id",
    "lexemes": "SELECT lexeme, passages FROM lexemes WHERE passages > 0",
    "vectors": "SELECT d.content_hash, position, model, vector_dims(embedding) FROM vectors AS v "
    "JOIN passages AS p ON p.id = passage_id JOIN documents AS d ON d.id = p.document_id",
    "findings": "SELECT d.content_hash, metric, period_key, subject_key, scenario, value, unit, scale, page, start, "
    "f.status, model FROM findings AS f JOIN documents AS d ON d.id = f.document_id "
    "LEFT JOIN finding_vectors AS v ON v.finding_id = f.id",
    "versions": "SELECT n.filename, o.filename, s.reason, s.status FROM supersessions AS s "
    "JOIN documents AS n ON n.id = newer JOIN documents AS o ON o.id = older",
    "relations": "SELECT r.kind, a.metric, a.period_key, x.filename, y.filename, r.status FROM relations AS r "
    "JOIN findings AS a ON a.id = source JOIN documents AS x ON x.id = a.document_id "
    "JOIN findings AS b ON b.id = target JOIN documents AS y ON y.id = b.document_id",
    "waiting": "SELECT status FROM dbos.workflow_status WHERE status IN ('ENQUEUED', 'PENDING', 'ERROR')",
    "unrelated": "SELECT document_id FROM portraits WHERE NOT related",
}


def expect(process: "subprocess.Popen[str]", *codes: int) -> str:
    """What the command said, once it has ended; another end than these, or none, is a failure."""
    try:
        _, said = process.communicate(timeout=_LONGEST)
    except subprocess.TimeoutExpired:
        kill(process)
        raise AssertionError(f"it never ended: {process.args}") from None
    assert process.returncode in codes, f"exit {process.returncode} of {process.args}: {said}"
    assert "a fault in Sleuth" not in said, said
    return said


def kill(process: "subprocess.Popen[str]") -> None:
    """kill -9 of a command with all that it started, but for the server and its watcher."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


def disturb(home: Home, victim: str, moment: float, chance: random.Random) -> None:
    """Run the commands and kill the victim after so many seconds; what is not killed has to end by itself."""
    if victim == "worker" or victim.endswith("in worker"):
        expect(home.add(), 2)
        processes = [home.work()]
    else:
        processes = [home.add() for _ in range(2 if "adds" in victim else 1)]
    time.sleep(moment)
    if victim.startswith("postmaster"):
        server = postmaster(Place.of(home.path).data)
        if server is not None:
            with suppress(ProcessLookupError):
                os.kill(server, signal.SIGKILL)
    else:
        doomed = [chance.choice(processes)] if victim == "one of two adds" else processes
        for process in doomed:
            kill(process)
    for process in processes:
        if process.returncode is None:
            expect(process, 0, 2, 3)  # 3: the store was lost, and it said so


def undisturbed(room: Path, folder: Path) -> tuple[Snapshot, dict[str, float]]:
    """What a run leaves that nobody kills, and how many seconds adding and working took."""
    home, seconds = Home(folder / "undisturbed", room), {}
    begun = time.monotonic()
    expect(home.add(), 2)
    seconds["add"] = time.monotonic() - begun
    begun = time.monotonic()
    expect(home.work(), 0)
    seconds["worker"] = time.monotonic() - begun
    found = home.snapshot()
    home.remove()
    assert found["vectors"]
    assert found["relations"]
    assert not found["waiting"]
    return found, seconds


def play(
    rounds: int, seed: int, folder: Path, tell: Callable[[str], object], victims: Sequence[str] = VICTIMS
) -> list[str]:
    """Play the rounds; a line for each that did not end as the undisturbed run."""
    room = make_room(folder / "room")
    wanted, seconds = undisturbed(room, folder)
    tell(f"undisturbed: add {seconds['add']:.1f} s, worker {seconds['worker']:.1f} s")
    short: list[str] = []
    for number in range(rounds):
        chance = random.Random(f"{seed} {number}")
        victim = victims[number % len(victims)]
        moment = chance.uniform(0.0, seconds["worker" if "worker" in victim else "add"])
        name = f"round {number}: {victim} killed after {moment:.2f} s"
        home = Home(folder / f"home {number}", room)
        try:
            disturb(home, victim, moment, chance)
            home.finish()
            differing = [part for part, rows in home.snapshot().items() if rows != wanted[part]]
            outcome = f"differs in {', '.join(differing)}" if differing else ""
            home.remove()
        except AssertionError as error:
            outcome = str(error)
        tell(f"{name}: {outcome or 'as undisturbed'}")
        if outcome:
            short.append(f"{name}: {outcome}")
    return short


def main() -> None:
    """Play rounds from the command line; exit 1 where one of them did not end as it should."""
    parser = argparse.ArgumentParser(description="kill -9 at seeded moments, and compare with an undisturbed run")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="sleuth-kill-", ignore_cleanup_errors=True) as folder:
        short = play(options.rounds, options.seed, Path(folder), lambda line: sys.stdout.write(f"{line}\n"))
    sys.stdout.write(f"{options.rounds - len(short)} of {options.rounds} rounds ended as the undisturbed run\n")
    sys.exit(bool(short))


if __name__ == "__main__":
    main()
