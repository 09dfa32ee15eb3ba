"""The word lists and tables that the rules read, as packaged data."""

from functools import cache
from typing import Any

from sleuth.language.wordlist import wordlist


@cache
def table(name: str) -> dict[str, Any]:
    """The data file `name`.toml."""
    return wordlist(name, "language" if name in ("stopwords", "formulas") else "reason")


@cache
def word_sets(name: str, key: str) -> frozenset[str]:
    """The words of one entry of a data file; empty for a language it does not know."""
    return frozenset(str(table(name).get(key, "")).split())


@cache
def offices() -> tuple[tuple[str, ...], ...]:
    """The names of each office, in small letters."""
    lines = str(table("synonyms")["offices"]).strip().splitlines()
    return tuple(tuple(name.strip() for name in line.split("|")) for line in lines)
