"""The detectives' word lists, as sets."""

import re
from functools import cache
from typing import Any

from sleuth.language.wordlist import wordlist

_PACKAGE = "agents/detectives"
_ITEM = re.compile(r"\s*[;\n]\s*")


@cache
def lexicon(name: str) -> dict[str, Any]:
    """The file `data/NAME.toml`, parsed."""
    return wordlist(name, _PACKAGE)


@cache
def pattern(module: str, name: str) -> re.Pattern[str]:
    """A pattern of `data/patterns.toml`; the line ends in it, and the blanks around them, only lay it out."""
    lines = lexicon("patterns")[module][name].splitlines()
    return re.compile("".join(line.strip() for line in lines))


@cache
def terms(name: str, key: str) -> tuple[str, ...]:
    """The items of a list that a file gives as one text, divided by semicolons and line ends; in its order."""
    found = (item.strip() for item in _ITEM.split(lexicon(name)[key]))
    return tuple(item for item in found if item)


@cache
def term_set(name: str, key: str) -> frozenset[str]:
    """The same list as a set."""
    return frozenset(terms(name, key))


@cache
def given_names() -> frozenset[str]:
    """Swedish given names, as written."""
    return frozenset(lexicon("names")["given"].split())


@cache
def surnames() -> frozenset[str]:
    """The most borne Swedish surnames, as written."""
    return frozenset(lexicon("names")["surnames"].split())


@cache
def placeholders() -> frozenset[str]:
    """Words that stand where a name could stand, case folded."""
    return frozenset(term.casefold() for term in terms("placeholders", "terms"))
