"""What every test may ask for."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of evaluation data; tests that need it skip where it is absent."""
    path = Path(os.environ.get("SLEUTH_DATA", ROOT.parent / "shared" / "data"))
    if not path.is_dir():
        pytest.skip(f"evaluation data is not at {path}; set SLEUTH_DATA")
    return path
