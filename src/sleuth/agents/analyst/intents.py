"""What a person wants of the analyst, inferred from the words of a message. No mode is ever asked for."""

import re
from collections.abc import Collection
from enum import StrEnum
from functools import lru_cache

from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.topics import without_manner
from sleuth.language.asked import Answer
from sleuth.language.glyphs import plain_line
from sleuth.language.query import Operation, Query
from sleuth.reason.understand.figures import figure_query
from sleuth.reason.understand.phrases import kind_of


class Intent(StrEnum):
    """The seven behaviours, and what needs none of them."""

    FACT_LOOKUP = "fact_lookup"
    DEEP_DIVE = "deep_dive"
    DUE_DILIGENCE = "due_diligence"
    COMPARISON = "comparison"
    SYNTHESIS = "synthesis"
    GAP_IDENTIFICATION = "gap_identification"
    EXPLORATION = "exploration"
    GREETING = "greeting"
    META = "meta"
    TASK = "task"  # something is to be written: a list, a verdict, a relation


def infer(message: str, query: Query | None, subjects: Collection[str] = ()) -> Intent:
    """The behaviour that fits a message. `query` is what it asks of figures; `subjects` are the companies' names."""
    form = plain_line(without_manner(message))
    head = _head(form)
    for name, patterns in _intents(frozenset(subject.casefold() for subject in subjects if subject)):
        said = head if name in _OF_THE_HEAD else form
        if any(pattern.search(said) for pattern in patterns):
            return _fitting(Intent(name), query, message)
    if query is not None and query.operation in (Operation.TREND, Operation.PARTS):
        return Intent.DEEP_DIVE
    return Intent.FACT_LOOKUP


_OF_THE_HEAD = (Intent.GAP_IDENTIFICATION, Intent.DUE_DILIGENCE)


def _head(form: str) -> str:
    """What a message asks first, where that is a figure or a number of things; else all of it.

    Only the head of a question tells whether it is about what is missing or odd: "Forecast EBITDA against budget, and
    the biggest reason for any gap" asks for figures, as "What was revenue? The pack looks odd." does, and "How many
    requests are there?" for a number.
    """
    first = re.split(r",? (?:and|och) |; |[.?!] ", form, maxsplit=1)[0]
    if re.match(r"(?:how (?:many|much)|hur (?:många|mycket))\b", form):
        return ""
    return first if figure_query(first) is not None else form


def asks_of_editions(message: str) -> bool:
    """Whether a message asks which of two versions of a document counts, or what differs between them."""
    return re.search(data("intents")["editions"]["says"], plain_line(message)) is not None


def _fitting(intent: Intent, query: Query | None, message: str) -> Intent:
    """A comparison needs two sides: a growth rate is a figure, though it compares, and why something fell is told.

    Who was "against the budget" is told too, where no measure is named.
    """
    if intent is not Intent.COMPARISON:
        return intent
    is_growth = query is not None and query.operation is Operation.GROWTH
    has_measure = query is not None and any(measure.keys for measure in query.measures)
    is_of_people = re.match(r"\W*(?:who|vem)\b", message, re.IGNORECASE) is not None and not has_measure
    return Intent.FACT_LOOKUP if is_growth or is_of_people or kind_of(message) is Answer.REASON else intent


@lru_cache(maxsize=64)
def _intents(subjects: frozenset[str]) -> tuple[tuple[str, tuple[re.Pattern[str], ...]], ...]:
    """The patterns of each intent, with the companies' names filled in."""
    names = "|".join(re.escape(name) for name in sorted(_called(subjects), key=len, reverse=True)) or r"(?!)"
    rows = data("intents")["intent"]
    return tuple(
        (row["name"], tuple(re.compile(says.replace("{subject}", f"(?:{names})")) for says in row["says"]))
        for row in rows
    )


def _called(subjects: Collection[str]) -> set[str]:
    """The names by which people call companies: in full, without the legal form, by the first word."""
    from sleuth.findings.finding import subject_key

    called: set[str] = set()
    for subject in subjects:
        bare = subject_key(subject)
        called |= {subject, bare, bare.partition(" ")[0]}
    return {name for name in called if len(name) > 2}


@lru_cache(maxsize=16)
def reply(kind: str) -> re.Pattern[str]:
    """The short replies of a kind: yes, no, same, full."""
    return re.compile(data("intents")["replies"][kind])


@lru_cache(maxsize=1)
def follow_up_opening() -> re.Pattern[str]:
    """How messages begin that only go on from the one before."""
    return re.compile(data("intents")["follow_up"]["opens"])


@lru_cache(maxsize=1)
def reference() -> re.Pattern[str]:
    """Words that stand for what the message before was about."""
    return re.compile(data("intents")["follow_up"]["refers"])
