"""What the field calls things: the words of a question, and the phrases by which documents say the same."""

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

_FIELDS = ("finance", "contracts")
_FRONT = "@front"


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that is asked for, and how documents put it."""

    asked: re.Pattern[str]
    phrases: tuple[str, ...]
    front: bool  # it stands where the document opens


@dataclass(frozen=True, slots=True)
class Stopwords:
    """Words of a question that do not tell what is looked for."""

    dropped: frozenset[str]
    faint: frozenset[str]


def entries_for(question: str) -> list[Entry]:
    """The entries whose words stand in the question; one within the words of a longer match does not count."""
    found = [(match.span(), entry) for entry in _entries() for match in entry.asked.finditer(question)]
    return list(
        dict.fromkeys(
            entry
            for (start, end), entry in found
            if not any(a <= start and end <= b and b - a > end - start for (a, b), _ in found)
        )
    )


@lru_cache(maxsize=1)
def stopwords() -> dict[str, Stopwords]:
    """By language."""
    return {
        language: Stopwords(frozenset(words["dropped"].split()), frozenset(words["faint"].split()))
        for language, words in _data("stopwords").items()
    }


@lru_cache(maxsize=1)
def _entries() -> tuple[Entry, ...]:
    return tuple(_entry(asked, said) for field in _FIELDS for asked, said in _data(field).items())


def _entry(asked: str, said: str) -> Entry:
    phrases = tuple(phrase.strip() for phrase in said.split(";"))
    pattern = re.compile(rf"(?<!\w)(?:{asked})(?!\w)", re.IGNORECASE)
    return Entry(pattern, tuple(phrase for phrase in phrases if phrase != _FRONT), _FRONT in phrases)


def _data(name: str) -> dict[str, Any]:
    return tomllib.loads((files("sleuth.search") / "data" / f"{name}.toml").read_text("utf-8"))
