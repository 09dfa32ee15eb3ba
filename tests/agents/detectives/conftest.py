"""Desks for the detectives to work at."""

import pytest

from sleuth.config import Settings
from sleuth.store.server.database import Database
from tests.agents.detectives.desk import Desk


@pytest.fixture
def desk(database: Database, project: int) -> Desk:
    return Desk(database, project, Settings(model="none"))
