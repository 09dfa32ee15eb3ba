"""The rooms that the cases are asked of: each in a project of its own, emptied before every run."""

import random
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sleuth.config import Settings
from sleuth.evals.corpora import OnProgress, fill_project
from sleuth.evals.generated import generate, generator
from sleuth.store.projects import list_projects, remove_project
from sleuth.store.server.database import Database

_PREFIX = "evaluation of the analyst: "
KNOWN, REAL, FILINGS, GENERATED = "known", "real", "filings", "generated"
_FILINGS_READ = 4
_REQUEST_LIST = "irl"  # the name of a room's request list, without its ending


@dataclass(frozen=True, slots=True)
class Room:
    """Files in a project."""

    name: str
    project: str
    paths: Mapping[str, Path]  # filename → where it lies while the run lasts
    truth: dict[str, Any] | None = None  # of a generated room

    @property
    def files(self) -> frozenset[str]:
        """The names of its files."""
        return frozenset(self.paths)


def fill(database: Database, settings: Settings, name: str, data: Path, folder: Path, show: OnProgress) -> Room | None:
    """A room by name: "known", "generated 301", "filings slice_1", "real". None where its data is not there.

    Its project is removed first, so that no run sees what another has left.
    """
    kind, _, detail = name.partition(" ")
    truth: dict[str, Any] | None = None
    if kind == KNOWN:
        paths = list(generator("dataroom.known").write_known_room(folder / KNOWN))
    elif kind == GENERATED:
        room, truth = generate(int(detail), folder / name)
        paths = sorted(path for path in room.rglob("*") if path.is_file())
    elif kind == FILINGS:
        paths = _filings(data, detail)
    else:
        paths = _real(data, folder)
    if not paths:
        return None
    project = _PREFIX + name
    add_files(database, settings, name, project, paths, show)
    return Room(name, project, {path.name: path for path in paths}, truth)


def add_files(
    database: Database, settings: Settings, name: str, project: str, paths: Sequence[Path], show: OnProgress
) -> None:
    """Put files into a project that is emptied before; all their vectors are made. Raises UserError for a bad file."""
    with database.connection() as connection:
        if project in [one.name for one in list_projects(connection)]:
            remove_project(connection, project)
    project_id = fill_project(database, settings, project, paths, name, show)
    for path in paths:
        if path.stem.casefold() == _REQUEST_LIST:
            _import_requests(database, settings, project_id, path)


def _import_requests(database: Database, settings: Settings, project_id: int, path: Path) -> None:
    """What `sleuth irl import` does: what the room holds is told against its own request list."""
    from sleuth.agents.analyst.requests.reading import read_list_file
    from sleuth.store.deal.requests import add_list

    requests = read_list_file(path, settings)
    with database.connection() as connection:
        add_list(connection, project_id, path.stem, "file", requests)


def forget(database: Database, room: Room) -> None:
    """Remove the room's project with all that was said in it."""
    with database.connection() as connection:
        remove_project(connection, room.project)


def _filings(data: Path, part: str) -> list[Path]:
    """A few of the slice's filings: a whole slice takes a quarter of an hour to embed."""
    found = sorted((data / "redistributable" / "filings" / part / "pdf").glob("*.pdf"))
    return random.Random(part).sample(found, min(_FILINGS_READ, len(found)))


def _real(data: Path, folder: Path) -> list[Path]:
    """The real room's files, with the filings that its list names, side by side."""
    room = data / "internal_only" / "room"
    listed = room / "FILINGS.txt"
    if not listed.exists():
        return []
    filings = data / "redistributable" / "kgrag_sec10q_slice_1" / "pdf"
    names = listed.read_text(encoding="utf-8")
    found = [path for path in filings.glob("*.pdf") if path.stem in names]
    found += [p for p in room.rglob("*") if p.is_file() and p.parent != room]
    target = folder / REAL
    target.mkdir(parents=True, exist_ok=True)
    return sorted(Path(shutil.copy(path, target / path.name)) for path in found)


def working_folder() -> "tempfile.TemporaryDirectory[str]":
    """Where the rooms' files lie for the time of a run."""
    return tempfile.TemporaryDirectory(prefix="sleuth-analyst-")
