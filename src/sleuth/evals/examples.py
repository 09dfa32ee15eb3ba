"""Questions on the example data room: a few, but every checkout has them."""

import tomllib
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

from sleuth.errors import UserError


def example_folder() -> Path:
    """The example data room: beside the sources in a checkout, inside the package when installed."""
    package = Path(__file__).parents[1]
    for folder in (package / "examples" / "dataroom", package.parents[1] / "examples" / "dataroom"):
        if folder.is_dir():
            return folder
    raise UserError("the example data room is missing. Install Sleuth again, or run from a checkout.")


def example_rows() -> Iterator[dict[str, Any]]:
    """Each question with its files, answers and pages."""
    text = resources.files("sleuth.evals").joinpath("data/examples.toml").read_text(encoding="utf-8")
    yield from tomllib.loads(text)["question"]
