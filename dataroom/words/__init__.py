"""The words that rooms are written with, as packaged data."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def table(name: str) -> dict[str, Any]:
    """The data file `name`.toml."""
    return tomllib.loads(files("dataroom.words").joinpath(f"{name}.toml").read_text(encoding="utf-8"))
