"""The word lists and tables that the rules read, as packaged data."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def table(name: str) -> dict[str, Any]:
    """The data file `name`.toml."""
    return tomllib.loads(files("sleuth.reason").joinpath("data", f"{name}.toml").read_text(encoding="utf-8"))


@cache
def word_sets(name: str, key: str) -> frozenset[str]:
    """The words of one entry of a data file; empty for a language it does not know."""
    return frozenset(str(table(name).get(key, "")).split())
