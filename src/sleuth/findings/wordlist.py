"""Reads the word lists of `data/`."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def wordlist(name: str) -> dict[str, Any]:
    """The word list `data/NAME.toml`, parsed."""
    return tomllib.loads((files("sleuth.findings") / "data" / f"{name}.toml").read_text(encoding="utf-8"))
