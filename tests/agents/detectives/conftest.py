"""Desks for the detectives to work at."""

import pytest
from tests.agents.detectives.desk import Desk

from sleuth.config import Settings
from sleuth.store.database import Database


@pytest.fixture
def desk(database: Database, project: int) -> Desk:
    return Desk(database, project, Settings(model="none"))
