"""What people say of answers: told back as JSON, and written where it can be."""

import json
from pathlib import Path

import pytest

from tests.commands import Run


@pytest.fixture(scope="module")
def answer(run: Run, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The number of an answer, as an argument."""
    path = tmp_path_factory.mktemp("feedback") / "loan.txt"
    path.write_text("The loan of EUR 2 million matures on 1 June 2030.", encoding="utf-8")
    assert run("add", str(path), "-p", "feedback").returncode == 0
    asked = run("research", "When does the loan mature?", "--file", "loan.txt", "-p", "feedback", "--detail")
    return str(json.loads(asked.stdout)["id"])


def test_the_verdict_is_told_back_as_json(run: Run, answer: str) -> None:
    given = run("feedback", answer, "good", "--why", "to the day", "-p", "feedback", "--json")
    assert json.loads(given.stdout) == {"id": int(answer), "verdict": "good", "why": "to the day"}


@pytest.mark.parametrize(("place", "reason"), [("nowhere/cases.jsonl", "cannot be written"), (".", "exists already")])
def test_a_file_that_cannot_be_written_is_named_with_the_remedy(
    run: Run, answer: str, tmp_path: Path, place: str, reason: str
) -> None:
    done = run("feedback", "-p", "feedback", "--export", str(tmp_path / place))
    assert done.returncode == 2
    assert reason in done.stderr
    assert "Name another file." in done.stderr


def test_what_was_exported_is_not_overwritten(run: Run, answer: str, tmp_path: Path) -> None:
    cases = tmp_path / "cases.jsonl"
    assert run("feedback", "-p", "feedback", "--export", str(cases)).returncode == 0
    before = cases.read_bytes()
    assert run("feedback", "-p", "feedback", "--export", str(cases)).returncode == 2
    assert cases.read_bytes() == before


def test_asked_again_a_good_answer_stays(run: Run, answer: str) -> None:
    run("feedback", answer, "good", "-p", "feedback")
    (again,) = json.loads(run("feedback", "--again", "-p", "feedback", "--json").stdout)
    assert again["is_well"]
    assert again["now"] == again["answer"]


def test_asked_again_a_bad_answer_that_stays_is_told(run: Run, answer: str) -> None:
    run("feedback", answer, "bad", "-p", "feedback")
    done = run("feedback", "--again", "-p", "feedback")
    assert done.returncode == 1
    assert f"{answer}  bad  stays  When does the loan mature?" in done.stdout
    assert "now: The loan of EUR 2 million matures on 1 June 2030." in done.stdout


def test_asking_again_keeps_nothing(run: Run, answer: str) -> None:
    run("feedback", answer, "good", "-p", "feedback")
    run("feedback", "--again", "-p", "feedback")
    later = run("research", "When does the loan mature?", "--file", "loan.txt", "-p", "feedback", "--detail")
    first = json.loads(later.stdout)["id"]
    run("feedback", "--again", "-p", "feedback")
    after = run("research", "When does the loan mature?", "--file", "loan.txt", "-p", "feedback", "--detail")
    assert json.loads(after.stdout)["id"] == first + 1
