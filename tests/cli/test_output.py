"""What commands print: no stranger's text commands the terminal, and settings that cannot be read are named."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sleuth.cli.output import say, warn


@pytest.mark.parametrize("character", ["\x1b", "\x07", "\x08", "\r", "\x9b", "\x7f", "\u202e", "\u2066"], ids=ascii)
def test_a_character_that_commands_a_terminal_is_not_printed(
    capsys: pytest.CaptureFixture[str], character: str
) -> None:
    say(f"rent{character}[2J")
    warn(f"rent{character}[2J")
    assert capsys.readouterr() == ("rent\ufffd[2J\n", "rent\ufffd[2J\n")


def test_other_characters_are_printed_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    say("Bolån\t中文 📄\n½ “e\u0301”")
    assert capsys.readouterr().out == "Bolån\t中文 📄\n½ “e\u0301”\n"


@pytest.mark.parametrize("content", [b"model = ", b"\xff\xfe", b'model = "a'], ids=repr)
def test_settings_that_cannot_be_read_are_named_with_the_remedy(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "sleuth.toml").write_bytes(content)
    ended = subprocess.run(
        [sys.executable, "-m", "sleuth", "documents"],
        cwd=tmp_path,
        env={**os.environ, "SLEUTH_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 2
    assert ended.stderr.startswith("sleuth: sleuth.toml cannot be read (")
    assert ended.stderr.endswith("Mend it, or move it away.\n")
