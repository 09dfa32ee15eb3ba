"""Some rounds of kill_rounds.py, one for each kind of victim; the script itself plays as many as one likes."""

import sys
from pathlib import Path

import pytest

from tests.work.kill_rounds import VICTIMS, play


@pytest.mark.slow
@pytest.mark.timeout(1500)
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="finds the server in /proc")
def test_whatever_is_killed_the_same_commands_end_as_undisturbed(tmp_path: Path) -> None:
    lines: list[str] = []
    assert play(len(VICTIMS), 7, tmp_path, lines.append) == [], "\n".join(lines)
