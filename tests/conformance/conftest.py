"""Every place that an index can stand in, and the smallest project to index."""

import functools
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import psycopg
import pytest

from sleuth.config import Settings
from sleuth.store.index.passage_index import OpenIndex, PassageIndex, index_of
from tests.documents import drafts_of, source_of, store
from tests.processes import free_port, listens, until

if TYPE_CHECKING:
    from sleuth.store.documents.documents import Document

PLACES = ("postgres", "memory", "folder", "server")
MODEL = "m'1%s/large"  # a name that no collection can have


@pytest.fixture(scope="session")
def chroma_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server started as people start it, with `chroma run`."""
    folder = tmp_path_factory.mktemp("chroma-server")
    port = free_port()
    command = [Path(sys.executable).with_name("chroma"), "run", "--path", folder, "--host", "127.0.0.1", "--port"]
    with subprocess.Popen([*command, str(port)], cwd=folder, stdout=subprocess.DEVNULL) as server:
        try:
            until(lambda: _listens(port, server), 60)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()


def _listens(port: int, server: "subprocess.Popen[bytes]") -> bool:
    assert server.poll() is None, "chroma run ended at once"
    return listens(port)


@pytest.fixture(scope="session")
def settings_for(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Settings]:
    """settings_for("folder", home=…) chooses that place."""
    folder = tmp_path_factory.mktemp("chroma")

    def settings_for(place: str, **others: Any) -> Settings:
        if place == "postgres":
            return Settings(index="postgres", **others)
        if place == "server":
            return Settings(index="chroma", chroma_url=request.getfixturevalue("chroma_url"), **others)
        return Settings(index="chroma", chroma_path=Path(":memory:") if place == "memory" else folder, **others)

    return settings_for


@pytest.fixture(params=PLACES)
def open_index(request: pytest.FixtureRequest, settings_for: Callable[..., Settings]) -> OpenIndex:
    return index_of(settings_for(request.param))


@pytest.fixture
def index(open_index: OpenIndex, connection: psycopg.Connection) -> PassageIndex:
    return open_index(connection)


@pytest.fixture
def new_project(new_project: Callable[..., int]) -> Callable[[], int]:
    """new_project() makes one more, with a name that no collection can have."""
    return functools.partial(new_project, "Bolån/ränta: ")


@pytest.fixture
def add(connection: psycopg.Connection) -> "Callable[..., Document]":
    """add(project, "a.pdf", "page 1", …) stores a document with a passage a page."""

    def add(project: int, filename: str, *texts: str) -> "Document":
        source = source_of(filename, *texts)
        document = store(connection, project, source, drafts_of(source)).document
        connection.commit()
        return document

    return add


class Filled:
    """What was put into an index, and the truth about it."""

    def __init__(self, index: PassageIndex, project: int, dimensions: int = 16, model: str = MODEL) -> None:
        pending = index.pending(project, model, 10_000)
        self.passages = [(p.id, p.document_id) for p in pending]
        self.ids = [p.id for p in pending]
        # Placed by its id, a passage gets the same vector whenever it is put.
        rows = [np.random.default_rng(i).normal(size=dimensions) for i in self.ids]
        self.matrix = np.asarray(rows, np.float32).reshape(-1, dimensions)
        self.matrix /= np.linalg.norm(self.matrix, axis=1, keepdims=True)
        self.matrix = self.matrix.astype(np.float16).astype(np.float32)  # as every index can hold it exactly
        self._directions = self.matrix / np.linalg.norm(self.matrix, axis=1, keepdims=True)
        index.put(project, model, self.passages, self.matrix)

    def cosines(self, vector: Any, passages: Sequence[int]) -> list[float]:
        """Of some passages with a vector, in their order: two may be too alike for an index to tell apart."""
        return [float(self._directions[self.ids.index(number)] @ vector) for number in passages]

    def nearest(self, vector: Any, limit: int, documents: Sequence[int] | None = None) -> list[int]:
        """By computing every product."""
        rows = [n for n, (_, owner) in enumerate(self.passages) if documents is None or owner in documents]
        return [self.ids[n] for n in sorted(rows, key=lambda n: -float(self._directions[n] @ vector))[:limit]]
