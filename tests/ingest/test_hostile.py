"""Hostile files: each is refused by name with a remedy, or read as far as it goes; none takes the reader with it."""

import importlib.util
import os
import re
import sys
import time
from pathlib import Path

import pytest

from sleuth.config import Settings
from sleuth.errors import SourceError
from sleuth.evidence.source import Source
from sleuth.ingest.sandbox import read_file

_spec = importlib.util.spec_from_file_location("hostile", Path(__file__).parents[1] / "hostile.py")
assert _spec is not None
assert _spec.loader is not None
hostile = importlib.util.module_from_spec(_spec)
sys.modules["hostile"] = hostile
_spec.loader.exec_module(hostile)
CASES = {case.name: case for case in hostile.cases()}
# A remedy asks the reader to do something.
REMEDY = re.compile(
    r"\b(Check|Save|Remove|Rename|Get|Give|Open|Unpack|Print|Split|Ask|Add|Only|Replace|Do not|Export|pass|save)\b"
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("outside") / "hostile"
    path.mkdir()
    hostile.make_folder(path)
    return path


@pytest.mark.parametrize("name", CASES)
def test_a_file_ends_as_it_should(name: str, folder: Path) -> None:
    case = CASES[name]
    if not os.path.lexists(folder / name):
        pytest.skip("this system cannot make such a file")
    start = time.monotonic()
    result = _read(folder / name)
    assert time.monotonic() - start < 60
    _check(case, result)


def _read(path: Path) -> Source | SourceError:
    try:
        return read_file(path, Settings())
    except SourceError as error:
        return error


def _check(case: "hostile.Case", result: Source | SourceError) -> None:
    if isinstance(result, SourceError):
        assert case.outcome in (hostile.Outcome.REFUSED, hostile.Outcome.SURVIVED), str(result)
        assert str(result).startswith(f"{case.name}: ")
        assert REMEDY.search(str(result).removeprefix(case.name)), f"no remedy: {result}"
        assert re.search(case.says, str(result), re.DOTALL)
        return
    assert case.outcome is not hostile.Outcome.REFUSED, f"read after all: {result.pages[0].text[:200]!r}"
    problems = "; ".join(problem.reason for problem in result.problems)
    text = "\n".join(page.text for page in result.pages)
    if case.outcome is hostile.Outcome.PARTIAL:
        assert re.search(case.says, problems)
    if case.outcome is hostile.Outcome.READ:
        assert not problems
        assert re.search(case.says, text)


def test_there_are_enough_of_them(folder: Path) -> None:
    assert len(list(folder.iterdir())) >= 60


@pytest.mark.parametrize("seed", [1, 2])
def test_the_same_seed_makes_the_same_damage(seed: int, tmp_path: Path) -> None:
    build, noise = hostile.docx(), hostile.noise(100)
    for copy in ("a", "b"):
        hostile.truncated(lambda: build)(tmp_path / copy, hostile.random.Random(seed))
        noise(tmp_path / f"noise {copy}", hostile.random.Random(seed))
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert (tmp_path / "noise a").read_bytes() == (tmp_path / "noise b").read_bytes()


def test_nothing_was_written_outside_the_folder(folder: Path) -> None:
    _read(folder / "climbing.docx")
    assert not list(folder.parent.rglob("climbed.txt"))


def test_a_cell_at_the_far_corner_keeps_its_address(folder: Path) -> None:
    source = read_file(folder / "far cell.xlsx", Settings())
    page = source.pages[0]
    far = next(anchor for anchor in page.anchors if anchor.address == "XFD1048576")
    assert page.text[far.start : far.end] == "7"


def test_no_entity_is_followed(folder: Path) -> None:
    for name in ("entities.html", "laughs.html"):
        text = read_file(folder / name, Settings()).pages[0].text
        assert "root:" not in text
        assert len(text) < 1000


def test_awkward_office_files_are_read(shared_data: Path) -> None:
    folder = shared_data / "internal_only" / "office_parse"
    if not folder.is_dir():
        pytest.skip(f"the internal set is not at {folder}")
    files = [path for path in sorted(folder.iterdir()) if path.suffix in (".xlsx", ".docx", ".pptx")]
    empty = {"57893-many-merges.xlsx"}  # merged ranges and not one cell with text
    for path in files:
        source = read_file(path, Settings())
        assert any(page.text for page in source.pages) != (path.name in empty), path.name
