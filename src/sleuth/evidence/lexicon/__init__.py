"""Words with a meaning for proof, as data files in English and Swedish."""

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from sleuth.language.currency import shared_signs
from sleuth.language.scale import currency_words


@cache
def lexicon(name: str) -> dict[str, Any]:
    """The word list `name`.toml, parsed."""
    return tomllib.loads((files(__package__) / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def currencies() -> dict[str, str]:
    """The words and signs of currencies, each with its code, or with the shared sign that it is: "$", "kr"."""
    return {**currency_words(), **lexicon("units")["currency"]}


@cache
def currency_units() -> frozenset[str]:
    """The units that amounts of money may have."""
    return frozenset(filter(None, (*currencies().values(), *shared_signs().values())))


def any_of(words: Iterable[str]) -> str:
    """A pattern that matches any of the words, the longest first; spaces match any white space."""
    ordered = sorted(words, key=len, reverse=True)
    return "(?:" + "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in ordered) + ")"
