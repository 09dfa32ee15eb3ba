"""Rooms to work in, and a hosted model that answers from a script."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sleuth.config import Settings
from sleuth.store.server.database import Database
from tests.scripted import Script, embeds, serve
from tests.work.room import Room


@pytest.fixture
def script() -> Iterator[Script]:
    with serve(embeds()) as running:
        yield running


@pytest.fixture
def empty_room(database: Database, project: int, tmp_path: Path, script: Script) -> Room:
    """An empty room whose model is minilm, with the hosted model at hand."""
    settings = Settings(background=False, embedding="minilm", embedding_url=script.url, embedding_key="k")
    return Room(database, project, tmp_path, settings)


@pytest.fixture
def room(empty_room: Room) -> Room:
    """The room that a module's tests work in; some put something into it first."""
    return empty_room
