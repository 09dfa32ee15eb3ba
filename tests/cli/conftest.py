"""Commands run as a person runs them."""

import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from sleuth.store.server.database import Database

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory, database: Database) -> Run:
    """Runs a command with a home of its own and the session's server."""
    home = tmp_path_factory.mktemp("cli")
    environment = {
        **os.environ,
        "SLEUTH_HOME": str(home),
        "SLEUTH_DATABASE_URL": database.dsn,
        "SLEUTH_BACKGROUND": "false",
    }

    def sleuth(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "sleuth", *arguments]
        return subprocess.run(command, capture_output=True, text=True, env={**environment, **settings}, timeout=300)

    return sleuth
