"""Packages that run when they are used: as those who use them see it."""

import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = {
    "__init__.py": "print('runs')\nfrom roomy.one import ONE\n__version__ = '7'\n\ndef who(): return 'roomy'\n",
    "one.py": "import roomy\nprint('one')\nONE = 1\n",
    "two.py": "print('two')\nTWO = 2\n",
}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with a package whose modules say when they run."""
    folder = tmp_path / "roomy"
    folder.mkdir()
    for name, code in PACKAGE.items():
        (folder / name).write_text(code)
    return tmp_path


def run(place: Path, code: str) -> list[str]:
    """The lines that the code prints with the package postponed."""
    start = "from sleuth.agents.postponed import postpone\npostpone('roomy', 'not_installed')\n"
    done = subprocess.run(
        [sys.executable, "-c", start + code], cwd=place, capture_output=True, text=True, timeout=60, check=True
    )
    return done.stdout.split()


@pytest.mark.parametrize(
    ("code", "printed"),
    [
        ("import roomy", []),
        ("import roomy.two", ["two"]),
        ("from roomy.two import TWO", ["two"]),
        ("import roomy; print(roomy.who())", ["runs", "one", "roomy"]),
        ("from roomy import who; who()", ["runs", "one"]),
        ("from roomy import ONE; import roomy; print(roomy.ONE + ONE)", ["runs", "one", "2"]),
        ("import roomy; print(roomy.__version__, roomy.__version__)", ["runs", "one", "7", "7"]),
        ("import roomy.two; print(roomy.two.TWO)", ["two", "2"]),
        ("import roomy; print(hasattr(roomy, 'three'))", ["runs", "one", "False"]),
    ],
)
def test_a_package_runs_once_and_only_when_a_name_of_its_own_is_asked_for(
    place: Path, code: str, printed: list[str]
) -> None:
    assert run(place, code) == printed


def test_threads_that_ask_at_once_all_see_the_whole_package(place: Path) -> None:
    (place / "roomy" / "__init__.py").write_text("import time\nprint('runs')\ntime.sleep(0.2)\nLAST = 'last'\n")
    code = """
import roomy
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(4) as pool:
    print(*pool.map(lambda _: roomy.LAST, range(4)))
"""
    assert run(place, code) == ["runs", "last", "last", "last", "last"]


def test_a_package_that_is_not_installed_is_missed_as_ever(place: Path) -> None:
    code = "try: import not_installed\nexcept ModuleNotFoundError as error: print(error.name)"
    assert run(place, code) == ["not_installed"]


def test_the_research_graph_leaves_out_what_it_does_not_use(place: Path) -> None:
    code = """
import sys
import sleuth.answering.graph
print(len([name for name in sys.modules if name.startswith(("langsmith.types.", "langgraph_sdk."))]) < 20)
from langsmith.types import Run
from langgraph_sdk import get_client
print(Run.__name__, get_client.__name__)
"""
    assert run(place, code) == ["True", "Run", "get_client"]
