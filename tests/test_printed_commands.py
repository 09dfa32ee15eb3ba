"""Every command that README and guide print runs as printed after `make demo`, in the order in which one reads them."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests import commands

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "docs/guide.md")
_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SAYS_NO = ("Nokia", "81,979", "--batch")  # what is shown of a refusal; such a command ends with 1
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'|#.*")
_SHELL = frozenset("*?>|&;")  # outside quotes, a shell does something


@dataclass(frozen=True)
class Printed:
    """A command as it is printed, and the lines of its output that are printed below it."""

    page: str
    command: str
    output: tuple[str, ...] = ()


def printed(page: str) -> Iterator[Printed]:
    """The commands of a page, in order: those in blocks, and those with arguments within the text."""
    text = (ROOT / page).read_text(encoding="utf-8")
    at = 0
    for block in _FENCE.finditer(text):
        yield from _within(page, text[at : block.start()])
        at = block.end()
        if block[1] == "":
            yield from _in_block(page, block[2])
    yield from _within(page, text[at:])


def _within(page: str, text: str) -> Iterator[Printed]:
    for code in text.split("`")[1::2]:
        words = code.split()
        if words[:1] == ["sleuth"] and len(words) > 2:  # the name of a command alone is no command
            yield Printed(page, " ".join(words))


def _in_block(page: str, block: str) -> Iterator[Printed]:
    command, output = "", list[str]()
    for line in [*block.splitlines(), "sleuth "]:
        typed = line.removeprefix("$ ")
        if not typed.startswith("sleuth "):
            output.append(line)
            continue
        if command:
            yield Printed(page, command, tuple(filter(str.strip, output)))
        command, output = typed.strip(), []


COMMANDS = [one for page in PAGES for one in printed(page)]


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a shell that finds `sleuth`, in a home that `sleuth demo` has filled."""
    folder = tmp_path_factory.mktemp("printed")
    shutil.copytree(ROOT / "examples", folder / "examples")
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PWD": str(folder),
        "SLEUTH_HOME": str(folder / "home"),
        "SLEUTH_SERVER_GRACE_SECONDS": "5",
        "COLUMNS": "200",
        "DISPLAY": "",  # no printed command opens a window here
        "WAYLAND_DISPLAY": "",
    }
    demo = subprocess.run(["sleuth", "demo"], cwd=folder, env=environment, capture_output=True, text=True, timeout=280)
    assert demo.returncode == 0, demo.stderr
    return environment


def _run(command: str, shell: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """A command in this process, unless it needs what a shell does, or might open a window."""
    words = shlex.split(command, comments=True)
    if words[1] == "open" or _SHELL.intersection(_QUOTED.sub("", command)):
        return subprocess.run(
            ["bash", "-c", command], cwd=shell["PWD"], env=shell, stdin=subprocess.DEVNULL, capture_output=True,
            text=True, timeout=280,
        )  # fmt: skip
    return commands.sleuth(*words[1:], environment=shell, folder=Path(shell["PWD"]))


@pytest.mark.slow
@pytest.mark.parametrize("one", COMMANDS, ids=[one.command[:60] for one in COMMANDS])
def test_it_runs_as_printed(one: Printed, shell: dict[str, str]) -> None:
    done = _run(one.command, shell)
    expected = 1 if any(word in one.command for word in _SAYS_NO) else 0
    assert done.returncode == expected, done.stdout + done.stderr
    for line in one.output if one.page == "README.md" else ():
        assert line in done.stdout + done.stderr


@pytest.mark.slow
def test_the_python_of_the_guide_runs_as_printed(shell: dict[str, str]) -> None:
    (program,) = (block[2] for block in _FENCE.finditer((ROOT / "docs/guide.md").read_text()) if block[1] == "python")
    done = subprocess.run([sys.executable, "-c", program], cwd=shell["PWD"], env=shell, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "Sweden" in done.stdout


def test_commands_are_found_in_both_pages() -> None:
    counts = {page: len([one for one in COMMANDS if one.page == page]) for page in PAGES}
    assert counts["README.md"] >= 5
    assert counts["docs/guide.md"] >= 20
