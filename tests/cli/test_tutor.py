"""`sleuth tutor` as a person runs it."""

import json

import pytest

from tests.commands import Run


def test_it_answers_and_keeps_the_conversation(run: Run) -> None:
    first = run("tutor", "What is inflation?", "-p", "school", SLEUTH_MODEL="none")
    assert first.returncode == 0, first.stderr
    assert first.stdout.startswith("Inflation\n")
    number = first.stderr.split("conversation ")[1].split(";")[0]
    then = run("tutor", "Give me an example", "-c", number, "-p", "school", "--json", SLEUTH_MODEL="none")
    shape = json.loads(then.stdout)
    assert shape["answer"].startswith("Inflation\n")
    assert shape["conversation"] == int(number)
    assert shape["ended_by"] == "respond"
    assert [tool["name"] for tool in shape["tools"]] == ["look_up_concept", "respond"]
    assert shape["sources"] == [{"source": "concept_library", "concept": "inflation", "title": "Inflation"}]


def test_an_unknown_conversation_is_bad_input(run: Run) -> None:
    done = run("tutor", "What is inflation?", "-c", "999999", SLEUTH_MODEL="none")
    assert done.returncode == 2
    assert "there is no conversation 999999" in done.stderr


def test_without_a_store_it_teaches_and_says_that_nothing_is_kept(run: Run) -> None:
    done = run(
        "tutor", "What is inflation?", SLEUTH_DATABASE_URL="postgresql://nobody@127.0.0.1:1/none", SLEUTH_MODEL="none"
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Inflation\n")
    assert "The conversation is not kept" in done.stderr


def test_a_quiz_reads_its_replies_and_marks_them(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    import os
    import subprocess
    import sys

    command = [sys.executable, "-m", "sleuth", "tutor", "--quiz", "rule of 72", "--seed", "1", "--json"]
    asked = subprocess.run(command, capture_output=True, text=True, input="\n\n\n", env={**os.environ}, timeout=300)
    shape = json.loads(asked.stdout)
    assert [one["verdict"] for one in shape["questions"]] == ["passed"] * 3
    answers = "".join(f"{one['answer']}\n" for one in shape["questions"])
    again = subprocess.run(command, capture_output=True, text=True, input=answers, env={**os.environ}, timeout=300)
    assert json.loads(again.stdout)["right"] == 3


def test_a_quiz_on_what_the_library_does_not_have_is_bad_input(run: Run) -> None:
    done = run("tutor", "--quiz", "knitting")
    assert done.returncode == 2
    assert "no concept “knitting”" in done.stderr


def test_help_does_not_load_the_tutor() -> None:
    import subprocess
    import sys

    code = "import sys, sleuth.cli; print(any('tutor.' in m and 'agents' in m for m in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
