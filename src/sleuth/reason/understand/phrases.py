"""Marks by which the wording of a question tells what it wants, as listed in `questions.toml`."""

import re
from functools import cache

from sleuth.reason.understand.lexicon import table
from sleuth.reason.understand.parts import Kind


@cache
def patterns(name: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(p) for p in table("questions")[name]["says"])


def says(name: str, text: str) -> bool:
    """Whether a text has one of the marks of `questions.toml`."""
    return any(pattern.search(text.lower()) for pattern in patterns(name))


@cache
def _kinds() -> tuple[tuple[Kind, tuple[re.Pattern[str], ...]], ...]:
    return tuple((Kind(row["name"]), tuple(re.compile(p) for p in row["says"])) for row in table("questions")["kind"])


def kind_of(text: str) -> Kind:
    lower = text.lower()
    return next((kind for kind, says in _kinds() if any(p.search(lower) for p in says)), Kind.THING)


def without_asides(text: str) -> str:
    """The question without instructions on how to answer it."""
    for pattern in patterns("aside"):
        shorter = re.sub(pattern.pattern, "", text.strip(), flags=re.IGNORECASE | re.DOTALL).strip()
        text = shorter or text
    return text
