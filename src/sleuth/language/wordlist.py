"""Reads the word lists that the rules use: TOML files in the `data/` folder of the package that owns them."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def wordlist(name: str, package: str = "language") -> dict[str, Any]:
    """The file `sleuth/PACKAGE/data/NAME.toml`, parsed."""
    path = files("sleuth").joinpath(package, "data", f"{name}.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))
