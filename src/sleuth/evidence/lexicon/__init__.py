"""Words with a meaning for proof, as data files in English and Swedish."""

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def lexicon(name: str) -> dict[str, Any]:
    """The word list `name`.toml, parsed."""
    return tomllib.loads((files(__package__) / f"{name}.toml").read_text(encoding="utf-8"))


def any_of(words: Iterable[str]) -> str:
    """A pattern that matches any of the words, the longest first; spaces match any white space."""
    ordered = sorted(words, key=len, reverse=True)
    return "(?:" + "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in ordered) + ")"
