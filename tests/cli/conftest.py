"""Commands run as a person runs them."""

import os
import subprocess

import pytest

from sleuth.store.server.database import Database
from tests import commands


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory, database: Database) -> commands.Run:
    """Runs a command with a home of its own and the session's server."""
    home = tmp_path_factory.mktemp("cli")
    environment = {
        **os.environ,
        "SLEUTH_HOME": str(home),
        "SLEUTH_DATABASE_URL": database.dsn,
        "SLEUTH_BACKGROUND": "false",
    }

    def sleuth(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
        return commands.sleuth(*arguments, environment={**environment, **settings})

    return sleuth
