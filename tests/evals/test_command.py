"""`sleuth eval` on the example data room, from the command to the report."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests import commands
from tests.scripted import embeds, serve

pytestmark = pytest.mark.slow


def sleuth(home: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "SLEUTH_HOME": str(home), "SLEUTH_SERVER_GRACE_SECONDS": "0", **settings}
    environment.pop("SLEUTH_DATA", None)
    return commands.sleuth("eval", *arguments, environment=environment, folder=home)


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler-utils is not installed")
def test_without_evaluation_data_the_examples_are_measured_and_it_is_said(tmp_path: Path) -> None:
    with serve(embeds()) as script:  # how well a model finds is measured elsewhere; this one is quick
        hosted = {"SLEUTH_EMBEDDING": "openai:any", "SLEUTH_EMBEDDING_URL": script.url, "SLEUTH_EMBEDDING_KEY": "k"}
        done = sleuth(tmp_path, "--data", "nowhere", "--limit", "3", "--json", "--out", "out", **hosted)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert "no evaluation data at nowhere" in report["notes"][0]
    assert {figure["set"] for figure in report["figures"]} <= {"examples", "all sets"}
    assert {figure["part"] for figure in report["figures"]} == {"answers", "citations", "retrieval"}
    assert report["misses"] == []
    assert len((tmp_path / "out/answers.jsonl").read_text("utf-8").splitlines()) == 3


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["cuad", "--data", "nowhere"], "nowhere does not hold cuad. Name the data's folder with --data"),
        (["quad"], "nothing to measure is called quad. Choose from answers, citations, retrieval, findings, ledger"),
    ],
)
def test_what_cannot_be_measured_is_refused_with_the_remedy(
    arguments: list[str], complaint: str, tmp_path: Path
) -> None:
    done = sleuth(tmp_path, *arguments)
    assert done.returncode == 2
    assert complaint in done.stderr
